"""Fields of references as they stand in lists, of publishers that nothing was learned from.

    python -m benchmarks.pdf references [--record]

The text of ``<mixed-citation>`` is read, its elements are gold. What a file leaves out between two
elements (the comma between authors) is put in, and what PubMed Central adds (PMIDs) left out. In
each fold a reader is trained on all lists but those of some publishers, and reads these: their
journals share a style, so whole publishers are held out. Other lists are trained on as what ships
is, rendered in the project's own styles. Right is what is equal but for case, signs and white
space; of authors all in order, with initials. Beside it the rules of ``reference_rules``.
"""

import re
import time
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from benchmarks.pdf.tagged_references import TaggedList, TaggedReference, tagged_lists
from spacy_citalign.citations.references.fields import Reference, read_references
from spacy_citalign.citations.references.reader import FieldReader
from spacy_citalign.corpora.craft import craft_articles

from ..common import NOT_TRAINED_ON, data_folder
from ..recording import Table
from .reference_examples import examples
from .reference_rules import read_by_rules
from .reference_training import TrainingSettings, train

FIELDS = ("authors", "first author", "year", "title", "container", "volume", "pages")
FLOOR = 0.93
_LEAST = 40  # references of a publisher whose lists are read as they stand
_FOLDS = 4
_DASH = re.compile(r"\s*[-\u2010-\u2015\u2212]+\s*")
_SUFFIX = re.compile(r"(?:Jr|Sr|I{2,3}|IV)\.?")
_SIGNS = re.compile(r"[\W_]+")


class Counts(NamedTuple):
    """How often a field was right, found, and there."""

    right: int
    found: int
    gold: int

    @property
    def f(self) -> float:
        """Return twice the right ones by found and gold ones."""
        return 2 * self.right / max(self.found + self.gold, 1)


def lists() -> list[TaggedList]:
    """Return the tagged lists of references that may be learned from."""
    folder = data_folder()
    left_out = [*(folder / "pdf_pairs" / "leave_out.txt").read_text().split(), *NOT_TRAINED_ON]
    splits = folder / "craft" / "splits.json"
    craft = [*craft_articles(splits, "train"), *craft_articles(splits, "dev")]
    return [
        *tagged_lists(folder / "articles_tulsi" / "articles.tar.xz", without=left_out),
        *tagged_lists(folder / "craft" / "nxml", only=craft, without=left_out),
    ]


def normal(text: str) -> str:
    """Return a text in lower case, without signs and white space."""
    return _SIGNS.sub("", unicodedata.normalize("NFKC", text).casefold())


def gold_fields(reference: TaggedReference) -> dict[str, str]:
    """Return the fields that the pieces of a reference as it stands are, in their normal form."""
    texts: dict[str, list[str]] = defaultdict(list)
    people: list[list[str]] = []
    given_first = False
    for text, part in reference.pieces:
        texts[part].append(text)
        if part == "given" and people and _SUFFIX.fullmatch(text):
            people[-1][1] += text
        elif part == "surname":
            people.append([text, people.pop()[1]] if given_first else [text, ""])
            given_first = False
        elif part == "given" and people and not people[-1][1] and not given_first:
            people[-1][1] = text
        elif part == "given" and people and people[-1][0].endswith(text):
            pass
        elif part == "given":
            people.append(["", text])
            given_first = True
    authors = [normal(surname) + " " + normal(given) for surname, given in people]
    return {
        "authors": ";".join(authors),
        "first author": authors[0] if authors else "",
        "year": "".join(re.findall(r"\d{4}", "".join(texts["year"][:1]))[:1]),
        "title": normal("".join(texts["title"][:1])),
        "container": normal("".join(texts["container"][:1])),
        "volume": normal("".join(texts["volume"][:1])),
        "pages": _pages(texts["pages"]),
    }


def _pages(texts: Sequence[str]) -> str:
    """Return pages, the first and the last with "-" between them."""
    return _DASH.sub("-", "-".join(texts[:2])).strip()


def found_fields(reference: Reference) -> dict[str, str]:
    """Return the fields that were read, in their normal form."""
    authors = [normal(surname) + " " + normal(given) for surname, given in reference.authors]
    return {
        "authors": ";".join(authors),
        "first author": authors[0] if authors else "",
        "year": reference.year,
        **{name: normal(getattr(reference, name)) for name in FIELDS[3:-1]},
        "pages": reference.pages,
    }


def count(gold: Iterable[dict[str, str]], found: Iterable[dict[str, str]]) -> dict[str, Counts]:
    """Count each field over references."""
    counts = {name: [0, 0, 0] for name in FIELDS}
    for wanted, got in zip(gold, found, strict=True):
        for name, numbers in counts.items():
            numbers[0] += bool(wanted[name]) and wanted[name] == got[name]
            numbers[1] += bool(got[name])
            numbers[2] += bool(wanted[name])
    return {name: Counts(*numbers) for name, numbers in counts.items()}


def folds(listed: Sequence[TaggedList]) -> list[set[str]]:
    """Return publishers in folds of like numbers of references as they stand."""
    sizes = Counter[str]()
    for one in listed:
        sizes[one.publisher] += len(as_they_stand([one]))
    parts: list[set[str]] = [set() for _ in range(_FOLDS)]
    totals = [0] * _FOLDS
    for publisher, size in (+sizes).most_common():  # the others are always learned from
        smallest = totals.index(min(totals))
        parts[smallest].add(publisher)
        totals[smallest] += size
    return parts


def held_out(
    listed: Sequence[TaggedList], *, copies: int
) -> list[tuple[TaggedReference, Reference]]:
    """Return references with what a reader says of them that has not seen their publisher."""
    pairs: list[tuple[TaggedReference, Reference]] = []
    for number, publishers in enumerate(folds(listed)):
        known = [
            each for one in listed if one.publisher not in publishers for each in one.references
        ]
        texts = examples(known, copies=copies, seed=number + 1)
        reader = FieldReader(train(texts, TrainingSettings()))
        unseen = as_they_stand(one for one in listed if one.publisher in publishers)
        pairs += zip(unseen, read_references([*map(text_of, unseen)], reader=reader), strict=True)
    return pairs


def as_they_stand(listed: Iterable[TaggedList]) -> list[TaggedReference]:
    """Return the references whose text is there as a page has it."""
    return [each for one in listed for each in one.references if each.pieces]


def text_of(reference: TaggedReference) -> str:
    """Return a reference as it stands."""
    return "".join(text for text, _ in reference.pieces)


def references_a_second(texts: Sequence[str], read: Callable[[Sequence[str]], object]) -> float:
    """Return how many are read in a second: the best of three, after a first one."""
    read(texts[:50])
    best = float("inf")
    for _ in range(3):
        begin = time.perf_counter()
        read(texts)
        best = min(best, time.perf_counter() - begin)
    return len(texts) / best


def reference_table(*, copies: int = 1, show: int = 0) -> Table:
    """Return the table; ``show`` prints so many errors of each field."""
    listed = lists()
    pairs = held_out(listed, copies=copies)
    gold = [gold_fields(reference) for reference, _ in pairs]
    learned = [found_fields(reference) for _, reference in pairs]
    texts = [text_of(reference) for reference, _ in pairs]
    ruled = [found_fields(read_by_rules(text)) for text in texts]
    for name in FIELDS if show else ():
        wrong = [n for n in range(len(gold)) if gold[n][name] != learned[n][name]]
        print(f"## {name}: {len(wrong)} wrong")
        for n in wrong[:: max(1, len(wrong) // show)]:
            print(f"{texts[n]}\n    gold {gold[n][name]}\n    read {learned[n][name]}")
    rows = []
    by_reader = [count(gold, found) for found in (learned, ruled)]
    for name in FIELDS:
        ours, rules = (counts[name] for counts in by_reader)
        figures = [f"{ours.right / max(ours.found, 1):.3f}", f"{ours.right / ours.gold:.3f}"]
        rows.append([name, str(ours.gold), *figures, f"{ours.f:.3f}", f"{rules.f:.3f}"])
    speed = references_a_second(texts, read_references)
    return Table(
        f"Fields of {len(pairs)} references, publishers held out:",
        ["field", "gold", "P", "R", "F", "F by rules"],
        rows,
        [f"{speed:,.0f} references/s; the floor of each F is {FLOOR}."],
    )
