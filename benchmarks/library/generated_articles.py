"""Articles of invented words in JATS, with sections, marks of citation and lists of references.

One work, ``ASKED``, is cited by 30 of the 1,445 articles in 99 sentences, which say six things of
it in different words. Citations of an article are as many as in a real collection of that size.
"""

from pathlib import Path
from typing import Any

import numpy as np

from .invented import drawn_works, record_of, sentences, work

ARTICLES = 1_445
ASKED = 1_000_000_001  # the number of the work that is asked for, which no other article cites
ASKED_SENTENCES = (3, 4, 3, 3, 3, 4, 3, 3, 4, 3)  # of each article that cites it, in turn
ASKING = 30  # articles cite it
_WORKS = 60_000
_REFERENCES = 46
_CITING = 54  # sentences of an article that cite
_PER_SENTENCE = (1, 1, 1, 1, 2, 2, 3)
_OTHERS = 150  # sentences of an article that do not
_SECTIONS = ("Introduction", "Methods", "Results", "Discussion")
_PARAGRAPH = 5  # sentences
_SAID = (
    "bivorin lowers the level of tamedon in the liver of old frogs",
    "treatment with bivorin was found to reduce tamedon levels in livers of aged frogs",
    "bivorin protects cultured nerve cells against damage by zubalate",
    "zubalate did not harm nerve cells in culture that were given bivorin",
    "the gene of bivorin is switched on after cold nights in spring",
    "cold nights in spring induce expression of the bivorin gene",
    "bivorin binds the receptor kolipin with high affinity",
    "high affinity binding of bivorin to the kolipin receptor was shown",
    "frogs without bivorin sing less often and for a shorter time",
    "shorter and rarer songs were heard from frogs that lack bivorin",
    "bivorin does not lower tamedon in toads",
    "a dose of 5 mg of bivorin was enough to heal wounds within 10 days",
)


def asked_doi() -> str:
    """The DOI of the work that is asked for."""
    return str(work(ASKED)["doi"])


def write_articles(folder: Path, first: int = 0, count: int = ARTICLES) -> int:
    """Write articles, one a file; the number of their citations.

    Args:
        folder: is made where it is not there.
        first: the number of the first one; of each 48 one cites ``ASKED``, up to 30.
        count: how many.
    """
    folder.mkdir(parents=True, exist_ok=True)
    done = 0
    for number in range(first, first + count):
        text, citations = article(number)
        (folder / f"art{number:05d}.xml").write_text(text, encoding="utf-8")
        done += citations
    return done


def article(number: int) -> tuple[str, int]:
    """An article in JATS, and how many citations it has."""
    dice = np.random.default_rng([1_445, number])
    cited = list(dict.fromkeys(drawn_works(dice, _REFERENCES, _WORKS)))
    counts = dice.choice(_PER_SENTENCE, size=_CITING).tolist()
    texts = sentences(dice, _CITING + _OTHERS)
    said = []
    place = 0
    for text, count in zip(texts[:_CITING], counts, strict=True):
        labels = sorted({(place + step) % len(cited) for step in range(count)})
        place += count
        said.append((text, labels))
    turn, rest = divmod(number, ARTICLES // ASKING)
    if rest == 0 and turn < ASKING:
        cited.append(ASKED)
        for step in range(ASKED_SENTENCES[turn % len(ASKED_SENTENCES)]):
            about = _SAID[int(dice.integers(len(_SAID)))]
            said[7 * step] = f"{said[7 * step][0][:60].rstrip()}, {about}", [len(cited) - 1]
    body = [f"{text} {_marks(labels)}." for text, labels in said]
    body += [f"{text}." for text in texts[_CITING:]]
    order = dice.permutation(len(body)).tolist()
    parts = np.array_split(order, len(_SECTIONS))
    whole = "".join(
        f"<sec><title>{title}</title>{_paragraphs([body[one] for one in part])}</sec>"
        for title, part in zip(_SECTIONS, parts, strict=True)
    )
    listed = "".join(
        _reference(place, record_of(one, number)) for place, one in enumerate(cited, start=1)
    )
    text = f"{_front(number, texts[-1])}<body>{whole}</body><back><ref-list>{listed}</ref-list>"
    return f"{text}</back></article>\n", sum(len(labels) for _, labels in said)


def _marks(labels: list[int]) -> str:
    marks = (f'<xref ref-type="bibr" rid="r{one + 1}">{one + 1}</xref>' for one in labels)
    return f"[{','.join(marks)}]"


def _paragraphs(texts: list[str]) -> str:
    starts = range(0, len(texts), _PARAGRAPH)
    return "".join(f"<p>{' '.join(texts[start : start + _PARAGRAPH])}</p>" for start in starts)


def _front(number: int, abstract: str) -> str:
    known = work(2 * ASKED + number)
    return (
        "<article><front><journal-meta><journal-title-group><journal-title>"
        f"{known['source']}</journal-title></journal-title-group></journal-meta><article-meta>"
        f'<article-id pub-id-type="pmc">{5_000_000 + number}</article-id>'
        f'<article-id pub-id-type="doi">10.5555/own.{number}</article-id>'
        f"<title-group><article-title>{known['title']}</article-title></title-group>"
        f"<contrib-group>{_contributors(known)}</contrib-group>"
        f"<pub-date><year>{known['year']}</year></pub-date><abstract><p>{abstract}.</p></abstract>"
        "</article-meta></front>"
    )


def _contributors(known: dict[str, Any]) -> str:
    return "".join(f'<contrib contrib-type="author">{name}</contrib>' for name in _names(known))


def _reference(label: int, known: dict[str, Any]) -> str:
    ids = "".join(
        f'<pub-id pub-id-type="{kind}">{known[kind]}</pub-id>'
        for kind in ("doi", "pmid")
        if kind in known
    )
    return (
        f'<ref id="r{label}"><label>{label}</label><element-citation publication-type="journal">'
        f'<person-group person-group-type="author">{"".join(_names(known))}</person-group>'
        f"<article-title>{known['title']}</article-title><source>{known['source']}</source>"
        f"<year>{known['year']}</year>{ids}</element-citation></ref>"
    )


def _names(known: dict[str, Any]) -> list[str]:
    return [
        f"<name><surname>{name}</surname><given-names>{initial}</given-names></name>"
        for name, initial in zip(known["authors"], known["initials"], strict=True)
    ]
