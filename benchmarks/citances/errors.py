"""Errors of an alignment by kind, as in section 6 of Schwartz, Divoli & Hearst (2007).

An error is a pair of words of two citances that gold aligns and the system does not (missed), or
the other way round (wrong). The first kind that fits counts:

- subtype: the same letters with other digits or suffixes (cdc, cdc6, cdc25A), or two designators
  (200a and 200c, alpha and beta);
- opposite: negated by a prefix (unphosphorylated), or opposites of the thesaurus (promotes,
  suppresses);
- number: singular and plural of a word;
- derivation: another form of the same stem, or most letters in common from the left;
- part of a unit: the words stand in units of different size (family of "miR-200 family"), or at
  different places of equal units;
- complex entity: their units, of several words, share a word and differ (cell cycle, cell line);
- same word: nothing else fits two equal words, as where gold looks at the context;
- thesaurus: the words are in one entry;
- other: different words for one thing, most of all.

A unit is a run of words of one class in a citance, in gold or in what is scored, whichever is
longer. "Unique" errors are different pairs of words, in lower case, within a group. Alignments are
those of the cross-validation.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from spacy_citalign.citances.knowledge.stems import stem
from spacy_citalign.citances.knowledge.thesaurus import Thesaurus, read_thesaurus
from spacy_citalign.citances.scoring import relation

from ..recording import Table
from .crossvalidation import Held, kinds_of
from .data import Case, Integers

KINDS = (
    *("subtype", "opposite", "number", "derivation"),  # what two words alone can show
    *("part of a unit", "complex entity", "same word", "thesaurus", "other"),
)
PLURALS = (
    *(("s", ""), ("es", ""), ("ies", "y"), ("es", "is"), ("ae", "a")),
    *(("a", "um"), ("a", "on"), ("i", "us"), ("ices", "ix"), ("ices", "ex")),
)
NEGATIONS = ("un", "in", "im", "ir", "il", "non", "dis", "de", "a", "anti")
SHARED = 0.6  # of the longer word, from the left
_MEMBER = re.compile(r"([^\W\d_]{2,})(\d.*)?")
_DESIGNATOR = re.compile(r"\d[\w.,]*|[a-z]|[ivx]+|alpha|beta|gamma|delta|epsilon|kappa")


class Error(NamedTuple):
    """A pair of words, by number, the earlier first; whether gold aligns them; the kind."""

    first: int
    second: int
    missed: bool
    kind: str


@cache
def _thesaurus() -> Thesaurus:
    return read_thesaurus()


def form(one: str, other: str) -> str | None:
    """The kind of error that two different words show by themselves, in lower case.

    >>> form("cdc6", "cdc25a"), form("activated", "inactivated"), form("site", "sites")
    ('subtype', 'opposite', 'number')
    """
    if _DESIGNATOR.fullmatch(one) and _DESIGNATOR.fullmatch(other):
        return "subtype"
    members = _MEMBER.fullmatch(one), _MEMBER.fullmatch(other)
    if members[0] and members[1] and members[0][1] == members[1][1]:
        return "subtype"
    short, long = sorted((one, other), key=len)
    if len(short) > 3 and any(long == prefix + short for prefix in NEGATIONS):
        return "opposite"
    entries = [_thesaurus().numbers_of((stem(word),)) for word in (one, other)]
    if any(a in entries[0] and b in entries[1] for a, b in _thesaurus().opposite_pairs.T.tolist()):
        return "opposite"
    if one in singulars(other) or other in singulars(one):
        return "number"
    if stem(one) == stem(other) or short.startswith(long[: math.ceil(SHARED * len(long))]):
        return "derivation"
    return None


def singulars(word: str) -> set[str]:
    """What the word may be the plural of."""
    return {
        word.removesuffix(plural) + ending
        for plural, ending in PLURALS
        if word.endswith(plural) and len(word) > len(plural) + 2
    }


def units(case: Case, classes: Integers) -> list[tuple[str, ...]]:
    """The unit of each word, in lower case: a longer run of one class in gold or in ``classes``."""
    found: list[tuple[str, ...]] = [(word.lower(),) for word in case.words]
    for column in (case.classes, classes):
        breaks = (np.diff(column) != 0) | (np.diff(case.owners) != 0) | (column[1:] == 0)
        for run in np.split(np.arange(len(column)), np.flatnonzero(breaks) + 1):
            unit = tuple(case.words[word].lower() for word in run)
            for word in run:
                found[word] = max(found[word], unit, key=len)
    return found


def errors_of(case: Case, classes: Integers) -> Iterator[Error]:
    """Yield the errors in a group."""
    gold, given = relation(case.classes, case.owners), relation(classes, case.owners)
    own = units(case, classes)
    kinds = cache(form)
    for first, second in np.argwhere(np.triu(gold != given)).tolist():
        pair = case.words[first].lower(), case.words[second].lower()
        kind = kinds(*pair) if pair[0] != pair[1] else None
        kind = kind or _by_units(pair, own[first], own[second])
        yield Error(first, second, bool(gold[first, second]), kind)


def _by_units(pair: tuple[str, str], one: tuple[str, ...], other: tuple[str, ...]) -> str:
    if max(len(one), len(other)) > 1:
        if len(one) != len(other) or (one == other and pair[0] != pair[1]):
            return "part of a unit"
        if one != other and set(one) & set(other):
            return "complex entity"
    if pair[0] == pair[1]:
        return "same word"
    first, second = ((stem(word),) for word in pair)
    return "thesaurus" if _thesaurus().common(first, second) else "other"


def errors(held: Sequence[Held]) -> list[Table]:
    """Count errors by kind: missed and wrong pairs, all and unique."""
    return [Table(title, *_table(part)) for title, part in kinds_of(held)]


def _table(held: Sequence[Held]) -> tuple[list[str], list[list[str]]]:
    every: Counter[tuple[str, bool]] = Counter()
    unique: Counter[tuple[str, bool]] = Counter()
    for one in held:
        found = list(errors_of(one.case, one.classes()))
        every.update((error.kind, error.missed) for error in found)
        words = one.case.words
        distinct = {
            (*sorted((words[e.first].lower(), words[e.second].lower())), e.kind, e.missed)
            for e in found
        }
        unique.update((kind, missed) for *_, kind, missed in distinct)
    rows = []
    for kind in (*KINDS, "all"):
        counts = []
        for counter in (every, unique):
            for missed in (True, False):
                total = sum(n for (_, own), n in counter.items() if own == missed)
                count = total if kind == "all" else counter[kind, missed]
                counts += [f"{count:,}", f"{100 * count / max(total, 1):.0f}"]
        rows.append([kind, *counts])
    columns = ["errors", "missed", "%", "wrong", "%", "unique missed", "%", "unique wrong", "%"]
    return columns, rows
