"""Which of some articles are which cited works: by identifiers, titles, and names of files."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ...citations.work_names import IDENTIFIERS, WorkNames, normal_name, work_names
from ...citations.works import WorkIndex
from ...corpora.packed import without_suffix
from ...errors import printable
from ...inputs.article_files import PlainText
from ...inputs.articles import Article, CitedWork
from ...inputs.manuscripts.plain_text import text_source
from .pdf_doubles import works_of_pdfs

FoundBy = Literal["identifier", "title", "file name", ""]

_FIELDS = (*IDENTIFIERS, "first_author", "authors", "year", "title")
_LEAST_LETTERS = 25  # of a title that tells works apart
_END = 15  # letters of a title by which like ones are looked up
_HEAD = 4_000  # characters of a text in which its title stands
_HEAD_LINES = 40
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]{1,200}")
_TITLE = re.compile(r"(?:title\s{0,9}[:.])?", re.IGNORECASE)
_YEARS = 1  # by which versions may be apart: in advance of print, and printed


class Candidate(NamedTuple):
    """An article that may be a cited work.

    Attributes:
        article: itself.
        file: its name, with the member's.
        path: of the file.
        about: what is known of it.
        works: those that it is by the title in its first lines, where it is a text.
    """

    article: Article
    file: str
    path: Path
    about: dict[str, Any]
    works: frozenset[int]

    @property
    def worth(self) -> tuple[bool, bool, int]:
        """Return what is compared of versions: markup says what a PDF shows."""
        return not is_abstract(self.article), not self.article.pages, len(self.article.text)


class UnreadFile(NamedTuple):
    """A file that cannot be read: its name as letters and as words, why, and its path."""

    file: str
    letters: str
    words: frozenset[str]
    reason: str
    path: Path


def unread_file(file: str, reason: str, path: Path) -> UnreadFile:
    """Return a file that cannot be read, and why."""
    words = normal_name(Path(file).stem.replace("_", " ")).split()
    return UnreadFile(printable(file), _stem(file), frozenset(words), reason, path)


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
        for number, work in enumerate(works):
            if stem := _letters(work.id):
                self._stems[stem].append(number)
            for key in _keys(self._names[number]):
                self._keys[key].append(number)
            if self._names[number].author:
                self._dates[self._names[number].author].append(number)

    def candidate(self, content: Article | PlainText, name: str, path: Path) -> Candidate | None:
        """Return an article that may be a work, None if it is none."""
        if isinstance(content, PlainText):
            works = self._works_of_head(content.text[:_HEAD])
            if not works and _stem(name) not in self._stems:
                return None
            return Candidate(text_source(name, content.text), name, path, {}, works)
        about = _about(content)
        keys = _keys(work_names(about))
        if _stem(name) in self._stems or any(key in self._keys for key in keys):
            return Candidate(content, name, path, about, frozenset())
        return None

    def matched(self, candidates: Sequence[Candidate]) -> dict[int, tuple[int, FoundBy]]:
        """Return for works the number of the candidate that they are, and what says so."""
        found: dict[int, tuple[int, FoundBy]] = {}
        index: WorkIndex[tuple[bool, int]] = WorkIndex()
        for place, candidate in enumerate(candidates):
            if candidate.about:
                index.add(f"article {place}", candidate.about, (False, place))
        for number, known in enumerate(self._known):
            index.add(f"work {number}", known, (True, number))
        for group in index.groups():
            own = [place for is_work, place in group.items if not is_work]
            for is_work, number in group.items:
                if is_work and own:
                    ids = {*self._names[number].identifiers}
                    shared = ids & {*work_names(candidates[own[0]].about).identifiers}
                    found[number] = own[0], "identifier" if shared else "title"
        for number, place in self._by_title(candidates, found):
            found.setdefault(number, (place, "title"))
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

    def _by_title(
        self, candidates: Sequence[Candidate], found: dict[int, tuple[int, FoundBy]]
    ) -> Iterator[tuple[int, int]]:
        """Yield works and candidates with nearly the same title and the same first author."""
        left = {n: known for n, known in enumerate(self._known) if n not in found}
        abouts = {place: one.about for place, one in enumerate(candidates) if one.about}
        if left and abouts:
            for number, place in works_of_pdfs(left, abouts).items():
                years = self._names[number].year, str(abouts[place].get("year", ""))
                # What a PDF says of the year is often that of the file.
                if candidates[place].article.pages or not _are_far_apart(*years):
                    yield number, place

    def _works_of_head(self, head: str) -> frozenset[int]:
        """Return the works of which title or DOI stand in the first lines of a text."""
        letters = normal_name(head).replace(" ", "")
        works = set()
        for line in head.split("\n")[:_HEAD_LINES]:
            words = normal_name(_TITLE.sub("", line.strip(), count=1))
            for number in self._keys.get(("begin", words.replace(" ", "")[:_END]), ()):
                if self._letters[number] in letters:
                    works.add(number)
        for doi in _DOI.findall(head.lower())[:1]:
            works.update(self._keys.get(("doi", doi.rstrip(".,;:)]}'")), ()))
        return frozenset(works)


def is_abstract(article: Article) -> bool:
    """Return whether an article has no running text."""
    return not any(one.kind == "text" for one in article.paragraphs)


def _about(work: Article | CitedWork) -> dict[str, Any]:
    """Return what is known of an article or a work."""
    values = ((name, getattr(work, name)) for name in _FIELDS)
    return {
        name: [*value] if isinstance(value, tuple) else value for name, value in values if value
    }


def _keys(names: WorkNames) -> list[tuple[str, str]]:
    """Return what an article and a work may share."""
    letters = names.title.replace(" ", "")
    keys = [*names.identifiers, ("name", names.name), ("name", names.joined)]
    if len(letters) >= _LEAST_LETTERS:
        keys += [("begin", letters[:_END]), ("end", letters[-_END:])]
    return [key for key in keys if key[1]]


def _are_far_apart(one: str, other: str) -> bool:
    if not (one[:4].isdecimal() and other[:4].isdecimal()):
        return False
    return abs(int(one[:4]) - int(other[:4])) > _YEARS


def _letters(text: str) -> str:
    return normal_name(text).replace(" ", "")


def _stem(file: str) -> str:
    """Return the name of a file without folder and suffixes, as letters."""
    return _letters(Path(without_suffix(Path(file).name)).stem)
