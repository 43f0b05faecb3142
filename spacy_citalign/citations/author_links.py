"""Entries of a list of references by author and year, as a text names them: "Lee et al. 2004a"."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .author_year import find_author_year
from .marks import AUTHOR_YEAR, Mark
from .references.fields import Reference
from .work_names import normal_name, surname

_LEAST_ALIKE = 85  # of 100 letters, where one is lost in a surname
_LEAST_LETTERS = 4  # of a surname that may have lost one
_FIRST_WORDS = 3  # of an entry among which a surname stands that was not read as such
_NEAR = 120  # characters from a surname to its year
_YEAR = re.compile(r"(?<![\w.])(?:1[6-9]|20)\d\d[a-z]?(?![\w%])")
_ONE_YEAR = re.compile(r"(\d{4})([a-z]?)")
_PARTNER = re.compile(r"(?:\band\b|&)\s+(?:[A-Z]\.[\s-]?){0,3}([^\W\d_][\w'\u2019-]+)")
_OTHERS = re.compile(r"\bet\s+al\b|\band\s+(?:others|colleagues|co-?workers|associates)\b")
_NAME = r"(?:[^\W\d_]\. ?){0,3}[^\W\d_][\w'\u2019-]{1,40}(?: [^\W\d_a-z][\w'\u2019-]{1,40})?"
# What may stand between the surname of the first author and the year.
_BETWEEN = re.compile(
    rf"(?:['\u2019]s?)?(?:,? (?:and|&) {_NAME}|(?:, {_NAME}){{0,9}}(?:,? (?:and|&) {_NAME})?)?"
    r"(?:,? et al\.?(?:['\u2019]s)?)?,? ?(?:[(\[] ?)?"
)


class NamedEntries:
    """The entries of a list of references, to be found by author and year.

    Args:
        references: the list.
    """

    def __init__(self, references: Sequence[Reference]):
        self._references = references
        self._by_year: defaultdict[str, list[int]] = defaultdict(list)
        self._surnames = [frozenset(_surnames(reference)) for reference in references]
        self._begins = [normal_name(one.text[:_NEAR]).split()[:_FIRST_WORDS] for one in references]
        for position, reference in enumerate(references):
            self._by_year[reference.year].append(position)
            if "in press" in reference.text.lower():
                self._by_year["in press"].append(position)

    def entry(self, author: str, year: str, authors: str) -> int | None:
        """Return the position of the only entry that may be meant, None if there is none.

        Args:
            author: surname of the first author.
            year: with its letter, or "in press".
            authors: all that the text says of the authors, "Smith and Ng".
        """
        dated = _ONE_YEAR.fullmatch(year)
        bare, letter = (dated[1], dated[2]) if dated else (year, "")
        listed = self._by_year.get(bare, [])
        named = self._named(author, listed)
        lettered = [one for one in named if self._references[one].year_letter]
        if letter and lettered:
            named = [one for one in lettered if self._references[one].year_letter == letter]
        if len(named) > 1:
            named = self._of_authors(named, authors)
        if letter and not lettered and len(named) > 1:  # the list leaves counting to the reader
            place = ord(letter) - ord("a")
            named = named[place : place + 1]
        return named[0] if len(named) == 1 else None

    def _named(self, author: str, positions: Sequence[int]) -> list[int]:
        """Return the entries whose first author is called so, or else nearly so."""
        name, whole = surname(author), normal_name(author).replace(" ", "")
        exact = [one for one in positions if not self._surnames[one].isdisjoint((name, whole))]
        exact = exact or [one for one in positions if name in self._begins[one]]
        if exact or len(name) < _LEAST_LETTERS:
            return exact
        from rapidfuzz.fuzz import ratio  # here: every pipeline imports this module

        alike = [
            (max((ratio(name, other) for other in self._surnames[one]), default=0.0), one)
            for one in positions
        ]
        best = max(alike, default=(0.0, 0))[0]
        return [one for score, one in alike if score == best >= _LEAST_ALIKE]

    def _of_authors(self, positions: list[int], authors: str) -> list[int]:
        """Return those of some entries that have the second author, and as many as are told."""
        partner, others = _PARTNER.search(authors), _OTHERS.search(authors)
        counts = {one: len(self._references[one].authors) for one in positions}
        second = surname(partner[1]) if partner and not others else ""
        least, most = (2, 2) if second else (3, 10_000) if others else (1, 1)
        fitting = [one for one in positions if least <= counts[one] <= most]
        if second:
            fitting = [
                one for one in positions if counts[one] > 1 and self._second(one) == second
            ] or fitting
        return fitting or positions

    def _second(self, position: int) -> str:
        return surname(self._references[position].authors[1][0])

    def more(self, text: str, marks: Sequence[Mark]) -> Iterator[Mark]:
        """Yield marks that only the list tells from other words: "Boston 2004", an institution.

        Args:
            text: the text.
            marks: those that are known, ascending.
        """
        known = iter(marks)
        mark = next(known, None)
        for year in _YEAR.finditer(text):
            while mark is not None and mark.end <= year.start():
                mark = next(known, None)
            if mark is not None and mark.start <= year.start():
                continue
            least = max(year.start() - _NEAR, 0)
            before = text[least : year.start()]
            for position in self._by_year.get(year[0][:4], ()):
                start, name = _named_last(before, self._written(position))
                if name:
                    yield Mark(least + start, year.end(), f"{name} {year[0]}", AUTHOR_YEAR)
                    break

    def _written(self, position: int) -> list[str]:
        """Return what the first author may be called, as the list has the name; [] if unread."""
        authors = self._references[position].authors
        name = authors[0][0] if authors else ""
        return [one for one in (name, name.rpartition(" ")[2], _acronym(name)) if len(one) > 1]


def _named_last(before: str, names: Sequence[str]) -> tuple[int, str]:
    """Return the place and the name of an author that a text before a year ends with."""
    for name in names:
        start = before.rfind(name)
        if start < 0 or before[start - 1 : start].isalnum():
            continue
        if _BETWEEN.fullmatch(before, start + len(name)):
            return start, name
    return -1, ""


def _acronym(name: str) -> str:
    """Return the capitals of the name of an institution, "" of other names."""
    words = name.split()
    return "".join(word[0] for word in words if word[0].isupper()) if len(words) > 2 else ""


def _surnames(reference: Reference) -> Iterable[str]:
    """Yield what the first author of an entry may be called, in normal form."""
    if reference.authors:
        name = reference.authors[0][0]
        yield surname(name)
        yield normal_name(name).replace(" ", "")
        yield surname(name.split()[-1])  # given names may stand before it
        if acronym := _acronym(name):
            yield acronym.lower()


class NamedMark(NamedTuple):
    """A mark by author and year, and the position of the entry that it names, None for none."""

    mark: Mark
    entry: int | None


def named_marks(text: str, references: Sequence[Reference]) -> list[NamedMark]:
    """Return the marks by author and year, with the entries that they name."""
    entries = NamedEntries(references)
    marks = find_author_year(text)
    marks = sorted([*marks, *entries.more(text, marks)])
    named = []
    authors = ""
    for mark in marks:
        author, _, year = mark.key.rpartition(" ")
        if mark.key.endswith(" in press"):
            author, year = mark.key.removesuffix(" in press"), "in press"
        shown = text[mark.start : mark.end]
        if not (shown[:1].isdigit() or len(shown) == 1):  # else the authors are those before
            authors = shown
        named.append(NamedMark(mark, entries.entry(author, year, authors)))
    return named
