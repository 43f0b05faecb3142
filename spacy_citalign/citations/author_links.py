"""Entries of a list of references by author and year, as a text names them: "Lee et al. 2004a"."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .marks.author_year import find_author_year
from .marks.citation import AUTHOR_YEAR, Mark
from .references.fields import Reference
from .works.work_names import normal_name, surname

_LEAST_ALIKE = 85  # of 100 letters, where one is lost in a surname
_LEAST_LETTERS = 4  # of a surname that may have lost one
_FIRST_WORDS = 3  # of an entry among which a surname stands that was not read as such
_NEAR = 120  # characters from a surname to its year
_MOST_COMPARED = 500  # entries of a year among which one is looked for that is nearly the same
_MOST_NAMES = 20  # that begin with one word, in a year
_WORD = re.compile(r"(?<![\w'\u2019-])[^\W\d_][\w'\u2019-]*")
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
        self._by_name: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        self._by_begin: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        self._written: defaultdict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        self._known: dict[tuple[str, str], list[int]] = {}
        for position, reference in enumerate(references):
            words = normal_name(reference.text[:_NEAR]).split()[:_FIRST_WORDS]
            for year in _years(reference):
                self._by_year[year].append(position)
                for name in _surnames(reference):
                    self._by_name[year, name].append(position)
                for word in dict.fromkeys(words):
                    self._by_begin[year, word].append(position)
            for name in _written(reference):
                first = _WORD.match(name)
                names = self._written[reference.year, first[0] if first else ""]
                if len(names) < _MOST_NAMES:
                    names[name] = None

    def entry(self, author: str, year: str, authors: str) -> int | None:
        """Return the position of the only entry that may be meant, None if there is none.

        Args:
            author: surname of the first author.
            year: with its letter, or "in press".
            authors: all that the text says of the authors, "Smith and Ng".
        """
        dated = _ONE_YEAR.fullmatch(year)
        bare, letter = (dated[1], dated[2]) if dated else (year, "")
        named = self._known.get((author, bare))
        if named is None:
            named = self._known[author, bare] = self._named(author, bare)
        lettered = [one for one in named if self._references[one].year_letter]
        if letter and lettered:
            named = [one for one in lettered if self._references[one].year_letter == letter]
        if len(named) > 1:
            named = self._of_authors(named, authors)
        if letter and not lettered and len(named) > 1:  # the list leaves counting to the reader
            place = ord(letter) - ord("a")
            named = named[place : place + 1]
        return named[0] if len(named) == 1 else None

    def _named(self, author: str, year: str) -> list[int]:
        """Return the entries whose first author is called so, or else nearly so."""
        name, whole = surname(author), normal_name(author).replace(" ", "")
        exact = {place for one in (name, whole) for place in self._by_name.get((year, one)) or ()}
        found = sorted(exact) or self._by_begin.get((year, name), [])
        listed = self._by_year.get(year, [])
        if found or len(name) < _LEAST_LETTERS or len(listed) > _MOST_COMPARED:
            return found
        from rapidfuzz.fuzz import ratio  # here: every pipeline imports this module

        alike = {
            place: max((ratio(name, one) for one in _surnames(self._references[place])), default=0)
            for place in listed
        }
        best = max(alike.values(), default=0)
        return [place for place, score in alike.items() if score == best >= _LEAST_ALIKE]

    def _of_authors(self, positions: list[int], authors: str) -> list[int]:
        """Return those of some entries that have the second author, and as many as are told."""
        partner, others = _PARTNER.search(authors), _OTHERS.search(authors)
        people = {one: self._references[one].authors for one in positions}
        second = surname(partner[1]) if partner and not others else ""
        least, most = (2, 2) if second else (3, 10_000) if others else (1, 1)
        fitting = [one for one in positions if least <= len(people[one]) <= most]
        if second:
            seconds = {one: [surname(name) for name, _ in people[one][1:2]] for one in positions}
            fitting = [one for one in positions if seconds[one] == [second]] or fitting
        return fitting or positions

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
            start, name = self._last_named(before, year[0][:4])
            if name:
                yield Mark(least + start, year.end(), f"{name} {year[0]}", AUTHOR_YEAR)

    def _last_named(self, before: str, year: str) -> tuple[int, str]:
        """Return the place and the name of a first author that a text before a year ends with."""
        for word in reversed([*_WORD.finditer(before)]):
            for name in self._written.get((year, word[0]), ()):
                if before.startswith(name, word.start()) and _BETWEEN.fullmatch(
                    before, word.start() + len(name)
                ):
                    return word.start(), name
        return -1, ""


def _years(reference: Reference) -> set[str]:
    """Return by which years an entry is cited."""
    return {reference.year} | ({"in press"} if "in press" in reference.text.lower() else set())


def _written(reference: Reference) -> list[str]:
    """Return what the first author may be called, as the list has the name; [] if unread."""
    name = reference.authors[0][0] if reference.authors else ""
    return [one for one in (name, name.rpartition(" ")[2], _acronym(name)) if len(one) > 1]


def _acronym(name: str) -> str:
    """Return the capitals of the name of an institution, "" of other names."""
    words = name.split()
    return "".join(word[0] for word in words if word[0].isupper()) if len(words) > 2 else ""


def _surnames(reference: Reference) -> set[str]:
    """Return what the first author of an entry may be called, in normal form."""
    name = reference.authors[0][0] if reference.authors else ""
    last = name.rpartition(" ")[2]  # given names may stand before it
    names = {surname(name), normal_name(name).replace(" ", ""), surname(last)}
    return (names | {_acronym(name).lower()}) - {""}


class Link(NamedTuple):
    """A mark, and the position of the entry that it names, None if there is none."""

    mark: Mark
    entry: int | None


def named_marks(text: str, references: Sequence[Reference]) -> list[Link]:
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
        named.append(Link(mark, entries.entry(author, year, authors)))
    return named
