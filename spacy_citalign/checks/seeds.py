"""Made-up annotations of what a component reads and no component before it sets.

With them it has work to do.
A component of a pipeline gets what it says it ``requires``. A component that stands alone, made
from its factory, gets tags, parts of speech, sentences and entities, as most undeclared readers
want, and a parse where it does not work without; never what it ``assigns`` itself.
"""

import itertools
from collections.abc import Collection, Iterable, Iterator
from typing import Any

import numpy as np
from spacy.attrs import DEP, HEAD, SENT_START
from spacy.tokens import Doc, Span

SENTENCES_OF_A_GROUP = 5
MAX_SENTENCES = 400  # each group takes its time
TEXTS = "texts"
_GROUPS = (TEXTS, "citances", "cited_text")
PARSE = "token.dep"
USUAL = ("token.tag", "token.pos", "doc.sents", "doc.ents")
_SAME = {
    "token.is_sent_start": "doc.sents",
    "token.sent_start": "doc.sents",
    "token.ent_type": "doc.ents",
    "token.ent_iob": "doc.ents",
}
_TAGS = {
    "the": ("DT", "DET"),
    "a": ("DT", "DET"),
    "of": ("IN", "ADP"),
    "by": ("IN", "ADP"),
    "in": ("IN", "ADP"),
    "and": ("CC", "CCONJ"),
    "or": ("CC", "CCONJ"),
    "were": ("VBD", "AUX"),
    "human": ("JJ", "ADJ"),
    "dry": ("JJ", "ADJ"),
    "severe": ("JJ", "ADJ"),
}


def canonical(attributes: Iterable[str]) -> set[str]:
    """Return attribute names in one form each: ``token.is_sent_start`` is ``doc.sents``."""
    return {_SAME.get(name, name) for name in attributes}


def seed(doc: Doc, needed: Collection[str], settings: dict[str, Any]) -> None:
    """Put what is needed and missing on a Doc.

    Args:
        doc: a Doc that the components before have annotated.
        needed: attribute names in the form of ``requires``.
        settings: the component's; they name the span groups that it reads: ``texts`` names one of
            two halves; ``citances``, ``cited_text`` and what has "spans" or "key" in its name one
            of sentences, every five of them with one label.
    """
    needed = canonical(needed)
    if needed & {"token.tag", "token.pos"}:
        _seed_tags(doc, needed)
    if "doc.sents" in needed and not doc.has_annotation("SENT_START"):
        _set(doc, [SENT_START], [(1 if _starts(doc, i) else -1,) for i in range(len(doc))])
    if needed & {PARSE, "token.head"} and not doc.has_annotation("DEP"):
        _seed_parse(doc)
    if "doc.ents" in needed and not doc.has_annotation("ENT_IOB"):
        doc.ents = [
            Span(doc, token.i, token.i + 1, label="NAME") for token in doc if token.text.istitle()
        ]
    if "doc.spans" in needed:
        _seed_groups(doc, settings)


def _seed_tags(doc: Doc, needed: Collection[str]) -> None:
    for name, attribute, field, index in (
        ("token.tag", "TAG", "tag_", 0),
        ("token.pos", "POS", "pos_", 1),
    ):
        if name not in needed or doc.has_annotation(attribute):
            continue
        for token in doc:
            usual = (".", "PUNCT") if token.is_punct else ("NN", "NOUN")
            setattr(token, field, _TAGS.get(token.lower_, usual)[index])


def _seed_parse(doc: Doc) -> None:
    """Hang every word on the first of its sentence; nouns are subjects."""
    rows: list[tuple[int, ...]] = []
    for start, end in _sentences(doc):
        for i in range(start, end):
            name = "ROOT" if i == start else "nsubj" if doc[i].pos_ == "NOUN" else "dep"
            rows.append((start - i, doc.vocab.strings.add(name)))
    _set(doc, [HEAD, DEP], rows)


def _set(doc: Doc, attributes: list[int | str], rows: list[tuple[int, ...]]) -> None:
    """Set attributes of all tokens at once: token by token, spaCy takes quadratic time."""
    if rows:  # ids of strings use all 64 bits, and heads a sign
        values: Any = np.array([[value % 2**64 for value in row] for row in rows], dtype=np.uint64)
        doc.from_array(attributes, values)


def _starts(doc: Doc, i: int) -> bool:
    return i == 0 or doc[i - 1].text in {".", "?", "!"}


def _seed_groups(doc: Doc, settings: dict[str, Any]) -> None:
    for name, value in settings.items():
        is_group_key = name in _GROUPS or "spans" in name or "key" in name
        if not is_group_key or not isinstance(value, str) or value in doc.spans:
            continue
        if name == TEXTS:
            middle = len(doc) // 2
            doc.spans[value] = [Span(doc, 0, middle), Span(doc, middle, len(doc))]
        else:
            doc.spans[value] = [
                Span(doc, start, end, label=f"work {number // SENTENCES_OF_A_GROUP}")
                for number, (start, end) in enumerate(_sentences(doc))
            ][:MAX_SENTENCES]


def _sentences(doc: Doc) -> Iterator[tuple[int, int]]:
    bounds = [*(token.i for token in doc if _starts(doc, token.i)), len(doc)]
    yield from itertools.pairwise(bounds)
