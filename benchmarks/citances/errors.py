"""Errors of an alignment by kind, as in section 6 of Schwartz, Divoli & Hearst (2007).

An error is a pair of words of two citances that gold aligns and the system does not (false
negative), or the other way round (false positive). The first kind that fits counts:

- subtype: the same letters with other digits or suffixes (cdc, cdc6, cdc25A), or two designators
  (200a and 200c, alpha and beta);
- opposite: negated by a prefix (unphosphorylated), or of opposite senses (promotes, suppresses);
- number: singular and plural of a word;
- derivation: another form of the same stem, or most letters in common from the left;
- part of a unit: the words stand in units of different size (family of "miR-200 family"), or at
  different places of equal units;
- complex entity: their units, of several words, share a word and differ (cell cycle, cell line);
- same word: nothing else fits two equal words, as where gold looks at the context;
- other: different words for one thing, most of all.

A unit is a run of words of one class in a citance, in gold or in what is scored, whichever is
longer. "Unique" errors are different pairs of words, in lower case, within a group.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from spacy_citalign.citances.scoring import relation
from spacy_citalign.citances.senses import opposite_sense, sense
from spacy_citalign.citances.types import WordTypes

from ..common import markdown_table
from .data import Case, Integers
from .systems import Classes

KINDS = (
    "subtype",
    "opposite",
    "number",
    "derivation",
    "part of a unit",
    "complex entity",
    "same word",
    "other",
)
FORMS = KINDS[:4]  # what two strings alone can show
PLURALS = (
    *(("s", ""), ("es", ""), ("ies", "y"), ("es", "is"), ("ae", "a")),
    *(("a", "um"), ("a", "on"), ("i", "us"), ("ices", "ix"), ("ices", "ex")),
)
SHOWN = 8  # classes
SHARED = 0.6  # of the longer word, from the left
_MEMBER = re.compile(r"([^\W\d_]{2,})(\d.*)?")
_DESIGNATOR = re.compile(r"\d[\w.,]*|[a-z]|[ivx]+|alpha|beta|gamma|delta|epsilon|kappa")


class Error(NamedTuple):
    """A pair of words, by number, the earlier first; and whether gold aligns them."""

    group: int
    first: int
    second: int
    missed: bool
    kind: str


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
    types = WordTypes([one, other])
    against = [opposite_sense(stem) for stem in types.stems]
    senses = [sense(stem) for stem in types.stems]
    forms = {name: bool(matrix[0, 1]) for name, matrix in types.morphological().items()}
    if forms["negated"] or any(a and a == s for a, s in zip(against, senses[::-1], strict=True)):
        return "opposite"
    if one in singulars(other) or other in singulars(one):
        return "number"
    if forms["same stem"] or types.morphological()["shared prefix"][0, 1] >= SHARED:
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


def errors_of(number: int, case: Case, classes: Integers) -> Iterator[Error]:
    """Yield the errors in a group."""
    gold, given = relation(case.classes, case.owners), relation(classes, case.owners)
    own = units(case, classes)
    forms: dict[tuple[str, str], str | None] = {}
    for first, second in np.argwhere(np.triu(gold != given)).tolist():
        pair = case.words[first].lower(), case.words[second].lower()
        if pair not in forms:
            forms[pair] = form(*pair) if pair[0] != pair[1] else None
        kind = forms[pair] or _by_units(pair, own[first], own[second])
        yield Error(number, first, second, bool(gold[first, second]), kind)


def _by_units(pair: tuple[str, str], one: tuple[str, ...], other: tuple[str, ...]) -> str:
    longest = max(len(one), len(other))
    if longest > 1:
        if len(one) != len(other) or (one == other and pair[0] != pair[1]):
            return "part of a unit"
        if one != other and set(one) & set(other):
            return "complex entity"
    return "same word" if pair[0] == pair[1] else "other"


def all_errors(cases: Sequence[Case], classes: Classes) -> list[Error]:
    """The errors of all groups."""
    return [
        error
        for number, (case, own) in enumerate(zip(cases, classes, strict=True))
        for error in errors_of(number, case, own)
    ]


def kinds_table(cases: Sequence[Case], classes: Classes) -> str:
    """Count errors by kind: false negatives and positives, all and unique."""
    found = all_errors(cases, classes)
    every = Counter((error.kind, error.missed) for error in found)
    distinct = {
        (
            error.group,
            *sorted(cases[error.group].words[word].lower() for word in error[1:3]),
            error.kind,
            error.missed,
        )
        for error in found
    }
    unique = Counter((kind, missed) for *_, kind, missed in distinct)
    rows = []
    for kind in (*KINDS, "all"):
        counts = []
        for counter in (every, unique):
            for missed in (True, False):
                total = sum(n for (_, own), n in counter.items() if own == missed)
                count = total if kind == "all" else counter[kind, missed]
                counts += [f"{count:,}", f"{100 * count / max(total, 1):.0f}"]
        rows.append([kind, *counts])
    header = ["errors", "FN", "%", "FP", "%", "unique FN", "%", "unique FP", "%"]
    return markdown_table(header, rows)


def worst_classes(cases: Sequence[Case], classes: Classes) -> str:
    """The gold classes with most false negatives, and with most false positives at their words."""
    missed: Counter[tuple[int, int]] = Counter()
    wrong: Counter[tuple[int, int]] = Counter()
    for error in all_errors(cases, classes):
        own = cases[error.group].classes
        for number in {int(own[error.first]), int(own[error.second])} - {0}:
            (missed if error.missed else wrong)[error.group, number] += 1
    rows = []
    for (group, number), count in (missed + wrong).most_common(SHOWN):
        case = cases[group]
        name = case.names[number - 1] + (f" (group {group + 1})" if len(cases) > 1 else "")
        words = int((case.classes == number).sum())
        own = (group, number)
        rows.append([name, str(words), *map(str, (missed[own], wrong[own], count))])
    return markdown_table(["class", "words", "FN", "FP", "both"], rows)
