"""Citances of articles, grouped by the work that they cite, as lines of a file of groups.

What is written of a citance is made where its article is read, as bytes: whoever groups them passes
them on.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ...citations.works.same_works import WorkIndex
from ...citations.works.work_names import WorkNames
from ...statements.sentences import CitingSentence
from ..report.phrases import counted
from .group_lines import GroupLine, line_of_parts
from .group_sentences import sentences_of_group
from .pdf_doubles import without_pdf_doubles

NO_LIST = "a list of references that could be read"
NO_MARKS = "a mark of citation that could be read"
LOST_PAGES = "some of its pages, which are damaged"
_NAMED = 3  # PDFs in which something was not found


class Reference(NamedTuple):
    """A work that stands in an article's list of references.

    Attributes:
        key: its name there.
        known: what is said of it.
        names: its names, None where no sentence cites it.
        position: in the list, from 1; 0 where there is none.
        label: in the list.
    """

    key: str
    known: dict[str, Any]
    names: WorkNames | None
    position: int = 0
    label: str = ""


class CollectedCitance(NamedTuple):
    """A citance.

    Attributes:
        reference: the number of the cited work in the article's references.
        place: what no other citance of the work has, unless it is the same sentence.
        line: its record in JSON, without ``article`` and the last brace.
    """

    reference: int
    place: tuple[str, int, int, bytes]
    line: bytes


class CollectedArticle(NamedTuple):
    """The citances of an article, as plain values: they can be pickled.

    Attributes:
        origin: the file that it is from.
        source: its name, which its citances carry.
        about: title, identifiers and the like; {} where nothing is known.
        about_line: the same in JSON.
        name: what tells it from other articles.
        identity: what two versions of it share.
        references: the works that it cites, then others of its list that have a title.
        citances: each sentence once for each work it cites.
        citations: how many there are, each mark once for each work it cites.
        unresolved: how many marks name no reference.
        left_out: kinds of paragraphs that were not read, with how many citations each has.
        listed: entries of a list of references in plain text, which is not read.
        is_pdf: whether it was a PDF.
        unfound: what was not found in it that any article has, ``NO_LIST`` and so on.
        content: its text, packed, where that was asked for and it has markup.
    """

    origin: str
    source: str
    about: dict[str, Any]
    about_line: bytes
    name: str
    identity: str
    references: list[Reference]
    citances: list[CollectedCitance]
    citations: int
    unresolved: int
    left_out: tuple[tuple[str, int], ...] = ()
    listed: int = 0
    is_pdf: bool = False
    unfound: str = ""
    content: bytes = b""

    @property
    def shown(self) -> str:
        """Return what messages call it: its file, or of an archive its name."""
        return self.origin if self.origin.lower().endswith(".pdf") else self.source

    @property
    def worth(self) -> tuple[bool, bool, int]:
        """Return what is compared of versions of an article: markup says what a PDF shows."""
        return self.citations > 0, not self.is_pdf, self.citations


Citing = list[tuple[CollectedArticle, CollectedCitance]]


class CitanceCollector:
    """Collects the citances of articles; at the end, ``collected`` has a group for each cited work.

    Of an article that is given twice, by an identifier or by title and text, the version with more
    citations is taken, the first of equal ones; and any other that has citations before a PDF.

    Attributes:
        articles: how many were added, doubles included.
        doubles: where articles are from that were left out, with where the versions that were taken
            are from.
    """

    def __init__(self) -> None:
        self._articles: dict[str, CollectedArticle] = {}
        self.articles = 0
        self.doubles: list[tuple[str, str]] = []

    def add(self, collected: CollectedArticle) -> None:
        """Add an article, or the better version of it."""
        self.articles += 1
        known = self._articles.setdefault(collected.identity, collected)
        if known is not collected:
            other, kept = sorted((collected, known), key=lambda one: one.worth)
            self._articles[collected.identity] = kept
            self.doubles.append((other.origin, kept.origin))

    def collected(self, is_large: Callable[[int, int], bool] = lambda *_: True) -> "Collected":
        """Return the articles, and a group for each work that they cite.

        The works that most articles cite come first, of these the ones that most citances do.

        Args:
            is_large: whether a group of so many citances of so many articles is wanted.
        """
        articles, doubles = without_pdf_doubles(list(self._articles.values()))
        self.doubles += [(double.origin, kept.origin) for double, kept in doubles]
        return Collected(articles, is_large)


class Collected:
    """What was collected.

    Args:
        articles: each once.
        is_large: whether a group of so many citances of so many articles is wanted.

    Attributes:
        articles: each once.
        groups: a line for each cited work.
        citing: the article and the citance of each citance of a group, by the key of its work.
        citations: how many there are, each mark once for each work it cites.
        citances: how many, each sentence once for each work.
        unresolved: how many marks name no reference, and are in no citance.
        kept_apart: how many references have an identifier of a work of another title or DOI.
        worded: how many have neither an identifier nor a title, so that their words are their name.
    """

    def __init__(
        self, articles: list[CollectedArticle], is_large: Callable[[int, int], bool]
    ) -> None:
        self.articles = articles
        self.groups, self.citing, self.kept_apart = _groups(articles, is_large)
        self.citations = sum(article.citations for article in articles)
        self.citances = sum(len(article.citances) for article in articles)
        self.unresolved = sum(article.unresolved for article in articles)
        self.worded = sum(
            reference.names is not None and "text" in reference.known
            for article in articles
            for reference in article.references
        )

    @cached_property
    def _by_key(self) -> dict[str, GroupLine]:
        return {group.cited.key: group for group in self.groups}

    @cached_property
    def _homes(self) -> dict[tuple[str, int], str]:
        """The keys of works by article and reference."""
        return {
            (article.identity, citance.reference): key
            for key, items in self.citing.items()
            for article, citance in items
        }

    def size_of(self, key: str) -> tuple[int, int] | None:
        """Return of how many articles and citances the group of a work is, None without one."""
        group = self._by_key.get(key)
        return None if group is None else (group.articles, group.citances)

    def title_of(self, key: str) -> str:
        """Return the title of the work of a group, "" where it is not known."""
        return self._by_key[key].cited.text_of("title")

    def sentences_of(self, key: str, most: int) -> list[CitingSentence]:
        """Return the first citances of a group, so many at most."""
        return sentences_of_group(self._by_key[key].group(), most)

    def citing_of(self, key: str) -> Citing:
        """Return the article and the citance of each citance of a group."""
        return self.citing[key]

    def home_of(self, article: CollectedArticle, reference: int) -> str | None:
        """Return the key of the work of a reference, None where it has no group."""
        return self._homes.get((article.identity, reference))

    def unread_lines(self) -> list[str]:
        """Return what was not read, in lines for a person."""
        unread: Counter[str] = Counter()
        unfound: dict[str, list[str]] = {}
        for article in self.articles:
            unread.update(dict(article.left_out))
        for what in (LOST_PAGES, NO_LIST, NO_MARKS):
            if names := [article.shown for article in self.articles if article.unfound == what]:
                unfound[what] = names
        return unread_lines(unread, sum(article.listed for article in self.articles), unfound)


def unresolved_line(count: int) -> str:
    """Say that marks name no reference, and are in no citance."""
    marks = counted(count, "mark")
    return f"{marks} of citation without a reference in the article's list, left out"


def unread_lines(
    unread: Mapping[str, int], listed: int, unfound: Mapping[str, Sequence[str]]
) -> list[str]:
    """Return what was not read of articles, in lines for a person.

    Args:
        unread: citations in paragraphs that were not read, by what these are.
        listed: entries of lists of references in plain texts, which are not read.
        unfound: the PDFs in which something was not found that any article has, by what it is.
    """
    lines = []
    if unread:
        parts = ", ".join(f"{count:,} in {kind}s" for kind, count in sorted(unread.items()))
        citations = counted(sum(unread.values()), "citation")
        lines.append(f"{citations} left out: {parts}; --captions and --tables read these")
    if listed:
        entries = "1 entry" if listed == 1 else f"{listed:,} entries"
        lines.append(
            f"{entries} of lists of references in plain text left out; works there are told by "
            "their marks"
        )
    for what, names in unfound.items():
        pdfs = counted(len(names), "PDF")
        more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
        lines.append(f"{pdfs} without {what}: {', '.join(names[:_NAMED])}{more}")
    return lines


def _groups(
    articles: Sequence[CollectedArticle], is_large: Callable[[int, int], bool]
) -> tuple[list[GroupLine], dict[str, Citing], int]:
    """Return the groups, what cites the work of each, and how many references were kept apart."""
    index: WorkIndex[tuple[CollectedArticle, CollectedCitance]] = WorkIndex()
    for article in articles:
        for citance in article.citances:
            key, known, names, *_ = article.references[citance.reference]
            index.add(key, known, (article, citance), names)
    groups, citing = [], {}
    for group in index.groups():
        by_place = {item[1].place: item for item in reversed(group.items)}  # the first of each
        items = [item for item in group.items if by_place[item[1].place] is item]
        count = len({article.name for article, _ in items})
        if is_large(len(items), count):
            lines = ((citance.line, article.about_line) for article, citance in items)
            groups.append(line_of_parts(group.cited, group.key, lines, count))
            citing[group.key] = items
    groups.sort(key=lambda line: (line.articles, line.citances), reverse=True)
    return groups, citing, index.kept_apart
