"""A thesaurus in plain files: which words and phrases of scientific prose say the same.

A file is UTF-8, an entry a line: label, kind, members and, where there are, the labels of entries
of the same file that mean the opposite; cells are divided by tabs, members and labels by
semicolons, and ``#`` begins a comment:

    increase<TAB>same<TAB>increase; rise; elevate; elevation<TAB>decrease

An entry is evidence for an alignment, not a rule: which synonyms are one in a group of citances
depends on the cited work. The files beside this module were written for this project.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...errors import InputError
from ...words.arrays import Ints
from ...words.lazy_scipy import sparse
from .stems import phrase_stems, word_stems

KINDS = ("same", "near", "reporting", "abbreviation")
FOLDER = Path(__file__).parent / "thesauri"
Stems = tuple[str, ...]
_NEGATED = frozenset(["no", "not", "nor", "neither", "without", "off"])
_LINES = re.compile(rf"(?:[^\t\n]*\t[^\t\n]+\t(?:{'|'.join(KINDS)})\t[^\t\n]+\t[^\t\n]*\n)*")
DENSE = 1000  # words of a group up to which its matrices are dense


class ThesaurusEntry(NamedTuple):
    """Words and phrases that say the same.

    Attributes:
        label: names the entry in its file.
        kind: "same" (synonyms and forms of one meaning), "near" (what authors write for one another
            of the same finding), "reporting" or "abbreviation" (short and long forms).
        members: at least two.
        opposites: labels of entries of the same source.
        source: the name of the file, without folder.
    """

    label: str
    kind: str
    members: tuple[str, ...]
    opposites: tuple[str, ...] = ()
    source: str = ""

    def __str__(self) -> str:
        lists = "; ".join(self.members), "; ".join(self.opposites)
        return "\t".join([self.label, self.kind, *lists])


class Thesaurus:
    """Entries, looked up by the stems of a word or phrase.

    Raises:
        InputError: an entry names an opposite that its source lacks.
    """

    def __init__(self, entries: Iterable[ThesaurusEntry] = ()):
        self.entries = tuple(entries)
        _ = self.opposite_pairs  # which may be wrong

    @cached_property
    def opposite_pairs(self) -> Ints:
        """The entries that mean the opposite of each other, in both directions: (2, P)."""
        numbers = {(entry.source, entry.label): n for n, entry in enumerate(self.entries)}
        pairs: set[tuple[int, int]] = set()
        for number, entry in enumerate(self.entries):
            for label in entry.opposites:
                other = numbers.get((entry.source, label))
                if other is None:
                    raise InputError(
                        f"{entry.source}: {entry.label!r} has the opposite {label!r}, which is no "
                        "label of this file; add an entry of that label or leave the opposite out"
                    )
                pairs |= {(number, other), (other, number)}
        return np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2).T

    def __len__(self) -> int:
        return len(self.entries)

    def __add__(self, other: "Thesaurus") -> "Thesaurus":
        return Thesaurus((*self.entries, *other.entries))

    @cached_property
    def _numbers(self) -> dict[Stems, list[int]]:
        numbers: dict[Stems, list[int]] = {}
        known: dict[str, Stems] = {}
        for number, entry in enumerate(self.entries):
            for member in entry.members:
                if member not in known:
                    known[member] = _member_stems(member)
                if stems := known[member]:
                    found = numbers.setdefault(stems, [])
                    if found[-1:] != [number]:  # entries ascend
                        found.append(number)
        return numbers

    @cached_property
    def kinds(self) -> Ints:
        """The kind of each of the E entries, a position in ``KINDS``: (E,)."""
        return np.array([KINDS.index(entry.kind) for entry in self.entries], dtype=np.int64)

    @cached_property
    def opposites(self) -> "sparse.csr_matrix":
        """Which entries mean the opposite of which: (E, E), 0 and 1."""
        places = tuple(self.opposite_pairs)
        values = np.ones(len(places[0]), dtype=np.float32)
        return sparse.csr_matrix((values, places), (len(self), len(self)))

    @cached_property
    def phrases(self) -> frozenset[Stems]:
        """The members of two words and more, as stems."""
        return frozenset(stems for stems in self._numbers if len(stems) > 1)

    def numbers_of(self, stems: Stems) -> Sequence[int]:
        """Return the positions in ``entries`` of those that have a member of these stems."""
        return self._numbers.get(stems, ())

    def long_forms(self, number: int) -> list[Stems]:
        """Return the members of an entry that have two words and more, as stems, in order."""
        members = map(phrase_stems, self.entries[number].members)
        return [stems for stems in members if len(stems) > 1]

    def common(self, first: Stems, second: Stems) -> list[ThesaurusEntry]:
        """Return the entries that have members of both."""
        others = self.numbers_of(second)
        return [self.entries[n] for n in self.numbers_of(first) if n in others]

    def to_text(self) -> str:
        """Return all entries as lines, each with its source in front."""
        return "".join(f"{entry.source}\t{entry}\n" for entry in self.entries)

    @classmethod
    def from_text(cls, text: str) -> "Thesaurus":
        """Read what ``to_text`` wrote; the entries themselves when they are asked for.

        Raises:
            InputError: a line has not the cells of an entry. What else is wrong with one, such as
                an opposite that is not there, is told where the entries are asked for.
        """
        if _LINES.fullmatch(text):
            return _WrittenThesaurus(text)
        return cls(_written_entries(text))


class _WrittenThesaurus(Thesaurus):
    """A text of entries, which is parsed by what looks one up: most pipelines align nothing."""

    def __init__(self, text: str):
        self._text = text

    @cached_property
    def entries(self) -> tuple[ThesaurusEntry, ...]:  # type: ignore[override]
        return tuple(_written_entries(self._text))

    def to_text(self) -> str:
        """Return all entries as lines, each with its source in front."""
        return self._text


def read_thesaurus(*paths: str | Path) -> Thesaurus:
    """Read files; without any, those of the package.

    Raises:
        InputError: a file cannot be read, or a line is no entry.
    """
    files = [Path(path) for path in paths] or sorted(FOLDER.glob("*.tsv"))
    return Thesaurus(entry for file in files for entry in _entries(file))


def _entries(file: Path) -> Iterable[ThesaurusEntry]:
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"the thesaurus {file} cannot be read ({error}); give a text file in UTF-8"
        ) from error
    source = " ".join(file.name.split())  # no tab, no line of its own
    labels: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        entry = _entry(line, source, number)
        if entry.label in labels:
            raise InputError(
                f"{file.name}, line {number}: the label {entry.label!r} is that of line "
                f"{labels[entry.label]}, too; give each entry a label of its own"
            )
        labels[entry.label] = number
        yield entry


def _entry(line: str, source: str, number: int) -> ThesaurusEntry:
    cells = [cell.strip() for cell in line.split("\t")]
    members = _list(cells[2]) if len(cells) > 2 else ()
    if len(cells) not in (3, 4) or not cells[0] or cells[1] not in KINDS or len(members) < 2:
        raise InputError(
            f"{source}, line {number}: {line[:60]!r} is no entry; give label, kind "
            f"({', '.join(KINDS)}), two or more members divided by semicolons and, if there are, "
            "opposites, with tabs between"
        )
    return ThesaurusEntry(cells[0], cells[1], members, _list("".join(cells[3:])), source)


def _member_stems(member: str) -> Stems:
    """Return the stems by which a member is found, none of one with a negation."""
    if member.isalpha():  # most are single words, of which no others have to be found
        return () if member.lower() in _NEGATED else word_stems([member])
    # "not known" would be found as "known", its opposite.
    return phrase_stems(member) if _NEGATED.isdisjoint(member.lower().split()) else ()


def _written_entries(text: str) -> Iterable[ThesaurusEntry]:
    return (_written(line, number) for number, line in enumerate(text.splitlines(), 1))


def _written(line: str, number: int) -> ThesaurusEntry:
    """Read a line of ``Thesaurus.to_text``: of some ten thousand, most without a look at cells."""
    source, *cells = line.split("\t")
    if len(cells) == 4 and cells[1] in KINDS and "; " in cells[2]:
        opposites = tuple(cells[3].split("; ")) if cells[3] else ()
        return ThesaurusEntry(cells[0], cells[1], tuple(cells[2].split("; ")), opposites, source)
    return _entry("\t".join(cells), source, number)


def _list(cell: str) -> tuple[str, ...]:
    return tuple(part for item in cell.split(";") if (part := item.strip()))


class SharedEntries:
    """The entries of U keys, (U, E): all entries, or in small groups those that a key has.

    Args:
        keys: U words or units, as stems.
        thesaurus: the entries.
        small: whether matrices are dense.
    """

    def __init__(self, keys: Sequence[Stems], thesaurus: Thesaurus, *, small: bool):
        self._thesaurus, self._small = thesaurus, small
        entries = [thesaurus.numbers_of(key) for key in keys]
        numbers = np.array([number for own in entries for number in own], dtype=np.int64)
        ends = np.cumsum([0, *map(len, entries)])
        if small:
            self._used, columns = np.unique(numbers, return_inverse=True)
            rows = np.repeat(np.arange(len(keys)), np.diff(ends))
            self._members: Any = np.zeros((len(keys), len(self._used)), dtype=np.float32)
            np.add.at(self._members, (rows, columns.ravel()), 1)
        else:
            self._used = np.arange(len(thesaurus))
            values = np.ones(len(numbers), dtype=np.float32)
            shape = (len(keys), len(thesaurus))
            self._members = sparse.csr_matrix((values, numbers, ends), shape)

    def links(self) -> tuple[Any, ...]:
        """Return how many entries of each kind two keys share, as log(1 + n): (U, U) each."""
        kinds = self._thesaurus.kinds[self._used]
        own = [self._members[:, kinds == number] for number in range(len(KINDS))]
        if self._small:
            return tuple(np.log1p(of_kind @ of_kind.T) for of_kind in own)
        return tuple((of_kind @ of_kind.T).log1p().tocsr() for of_kind in own)

    def opposites(self) -> Any:
        """Return which keys have opposite entries and none in common: (U, U) bool."""
        members = self._members
        if not self._small:
            opposite = members @ self._thesaurus.opposites @ members.T > 0
            return (opposite > (members @ members.T > 0)).tocsr()
        pairs = self._thesaurus.opposite_pairs  # in both directions
        known = np.isin(pairs, self._used).all(axis=0)
        first, second = np.searchsorted(self._used, pairs[:, known])
        return (members[:, first] @ members[:, second].T > 0) & ~(members @ members.T > 0)
