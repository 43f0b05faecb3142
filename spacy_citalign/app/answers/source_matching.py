"""Which of some articles are which cited works: by identifiers, titles, and names of files."""

import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ...citations.works.work_names import IDENTIFIERS, WorkNames, normal_name, work_names
from ...corpora.packed import without_suffix
from ...errors import printable
from ...inputs.article_files import PlainText
from ...inputs.articles import Article, CitedWork
from .pdf_doubles import END, matched_works, version_keys, works_of_pdfs, years_differ

FoundBy = Literal["identifier", "title", "file name", ""]

_FIELDS = (*IDENTIFIERS, "first_author", "authors", "year", "title")
_HEAD = 4_000  # characters of a text in which its title stands
_HEAD_LINES = 40
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]{1,200}")
_TITLE = re.compile(r"(?:title\s{0,9}[:.])?", re.IGNORECASE)


class Candidate(NamedTuple):
    """An article that may be a cited work.

    Attributes:
        article: itself.
        file: its name, with the member's.
        about: what is known of it.
        works: those that it is by the title in its first lines, where it is a text.
    """

    article: Article
    file: str
    about: dict[str, Any]
    works: frozenset[int]

    @property
    def worth(self) -> tuple[bool, bool, int]:
        """Return what is compared of versions: markup says what a PDF shows."""
        return not is_abstract(self.article), not self.article.pages, len(self.article.text)


class UnreadFile(NamedTuple):
    """A file that cannot be read: its name as letters and as words, and why."""

    file: str
    letters: str
    words: frozenset[str]
    reason: str


def unread_file(file: str, reason: str) -> UnreadFile:
    """Return a file that cannot be read, and why."""
    words = normal_name(Path(file).stem.replace("_", " ")).split()
    return UnreadFile(printable(file), _stem(file), frozenset(words), reason)


class WantedWorks:
    """What is looked for.

    Args:
        works: what is cited.
    """

    def __init__(self, works: Sequence[CitedWork]) -> None:
        self._known = [_about(work) for work in works]
        self._names = [work_names(known) for known in self._known]
        self._letters = [names.title.replace(" ", "") for names in self._names]
        self._stems: defaultdict[str, list[int]] = defaultdict(list)
        self._keys: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        self._dates: defaultdict[str, list[int]] = defaultdict(list)
        for number, (work, names) in enumerate(zip(works, self._names, strict=True)):
            if stem := _letters(work.id):
                self._stems[stem].append(number)
            for key in _keys(names):
                self._keys[key].append(number)
            if names.author:
                self._dates[names.author].append(number)

    def candidate(self, content: Article | PlainText, name: str) -> Candidate | None:
        """Return an article that may be a work, None if it is none."""
        if isinstance(content, PlainText):
            works = self._works_of_head(content.text[:_HEAD])
            if not works and _stem(name) not in self._stems:
                return None
            from ...inputs.manuscripts.plain_text import text_source

            return Candidate(text_source(name, content.text), name, {}, works)
        about = _about(content)
        is_named = _stem(name) in self._stems
        if is_named or not self._keys.keys().isdisjoint(_keys(work_names(about))):
            return Candidate(content, name, about, frozenset())
        return None

    def matched(self, candidates: Sequence[Candidate]) -> dict[int, tuple[int, FoundBy]]:
        """Return for works the number of the candidate that they are, and what says so."""
        found: dict[int, tuple[int, FoundBy]] = {}
        abouts = {place: one.about for place, one in enumerate(candidates) if one.about}
        works = dict(enumerate(self._known))
        for number, place in matched_works(works, abouts).items():
            ids = {*self._names[number].identifiers}
            shared = ids & {*work_names(abouts[place]).identifiers}
            found[number] = place, "identifier" if shared else "title"
        left = {number: known for number, known in works.items() if number not in found}
        for number, place in works_of_pdfs(left, abouts).items():
            years = self._names[number].year, str(abouts[place].get("year", ""))
            # What a PDF says of the year is often that of the file.
            if candidates[place].article.pages or not years_differ(*years):
                found[number] = place, "title"
        for place, candidate in enumerate(candidates):
            for number in candidate.works:
                found.setdefault(number, (place, "title"))
        for place, candidate in enumerate(candidates):
            for number in self._stems.get(_stem(candidate.file), ()):
                found.setdefault(number, (place, "file name"))
        return found

    def matched_by_file(self, unread: Sequence[UnreadFile]) -> dict[int, UnreadFile]:
        """Return for works the unread file that is named as they are.

        It has the key for a name, or the surname of the first author and the year, which are those
        of no other work that is cited.
        """
        found: dict[int, UnreadFile] = {}
        for one in unread:
            works = self._stems.get(one.letters, [])
            dated = {
                number
                for word in one.words
                for number in self._dates.get(word, ())
                if self._names[number].year in one.words
            }
            for number in works or (dated if len(dated) == 1 else ()):
                found.setdefault(number, one)
        return found

    def _works_of_head(self, head: str) -> frozenset[int]:
        """Return the works of which title or DOI stand in the first lines of a text."""
        letters = _letters(head)
        works: set[int] = set()
        for line in head.split("\n")[:_HEAD_LINES]:
            begin = _letters(_TITLE.sub("", line.strip(), count=1))[:END]
            alike = self._keys.get(("begin", begin), ())
            works.update(number for number in alike if self._letters[number] in letters)
        for doi in _DOI.findall(head.lower())[:1]:
            works.update(self._keys.get(("doi", doi.rstrip(".,;:)]}'")), ()))
        return frozenset(works)


def is_abstract(article: Article) -> bool:
    """Return whether an article has no running text."""
    return not any(one.kind == "text" for one in article.paragraphs)


def _about(work: Article | CitedWork) -> dict[str, Any]:
    """Return what is known of an article or a work."""
    about = {name: getattr(work, name) for name in _FIELDS if getattr(work, name)}
    return about | ({"authors": [*work.authors]} if work.authors else {})


def _keys(names: WorkNames) -> list[tuple[str, str]]:
    """Return what an article and a work may share."""
    keys = [*version_keys(names), ("name", names.name), ("name", names.joined)]
    return [key for key in keys if key[1]]


def _letters(text: str) -> str:
    return normal_name(text).replace(" ", "")


def _stem(file: str) -> str:
    """Return the name of a file without folder and suffixes, as letters."""
    return _letters(Path(without_suffix(Path(file).name)).stem)
