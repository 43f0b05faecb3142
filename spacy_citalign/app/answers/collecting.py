"""Citances of articles, grouped by the work that they cite, as lines of a file of groups.

What is written of a citance is made where its article is read, as bytes: whoever groups them passes
them on.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...citations.work_names import WorkNames
from ...citations.works import WorkIndex
from ..report.phrases import counted
from .group_lines import GroupLine, line_of_parts
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
        known = self._articles.get(collected.identity)
        if known is None or known.worth < collected.worth:
            self._articles[collected.identity] = collected
        if known is not None:
            kept = self._articles[collected.identity]
            other = known if kept is collected else collected
            self.doubles.append((other.origin, kept.origin))

    def collected(self, is_large: Callable[[int, int], bool] = lambda *_: True) -> "Collected":
        """Return the articles, and a group for each work that they cite.

        The works that most articles cite come first, of these the ones that most citances do.

        Args:
            is_large: whether a group of so many citances of so many articles is wanted.
        """
        articles, doubles = without_pdf_doubles(list(self._articles.values()))
        self.doubles += [(double.origin, kept.origin) for double, kept in doubles]
        unread: Counter[str] = Counter()
        for article in articles:
            unread.update(dict(article.left_out))
        groups, citing, kept_apart = _groups(articles, is_large)
        return Collected(
            articles,
            groups,
            citing,
            sum(article.citations for article in articles),
            sum(len(article.citances) for article in articles),
            sum(article.unresolved for article in articles),
            kept_apart,
            sum(
                reference.names is not None and "text" in reference.known
                for article in articles
                for reference in article.references
            ),
            dict(unread),
            sum(article.listed for article in articles),
            {
                what: names
                for what in (LOST_PAGES, NO_LIST, NO_MARKS)
                if (names := [article.shown for article in articles if article.unfound == what])
            },
        )


class Collected(NamedTuple):
    """What was collected.

    Attributes:
        articles: each once.
        groups: a line for each cited work.
        citing: the article and the citance of each citance of a group, by the key of its work.
        citations: how many there are, each mark once for each work it cites.
        citances: how many, each sentence once for each work.
        unresolved: how many marks name no reference, and are in no citance.
        kept_apart: how many references have an identifier of a work of another title or DOI.
        worded: how many have neither an identifier nor a title, so that their words are their name.
        unread: citations in paragraphs that were not read, by what these are.
        listed: entries of lists of references in plain texts, which are not read.
        unfound: the PDFs in which something was not found that any article has, by what it is.
    """

    articles: list[CollectedArticle]
    groups: list[GroupLine]
    citing: dict[str, Citing]
    citations: int
    citances: int
    unresolved: int
    kept_apart: int
    worded: int
    unread: dict[str, int]
    listed: int
    unfound: dict[str, list[str]]

    def unread_lines(self) -> list[str]:
        """Return what was not read, in lines for a person."""
        lines = []
        if self.unread:
            parts = ", ".join(
                f"{count:,} in {kind}s" for kind, count in sorted(self.unread.items())
            )
            citations = counted(sum(self.unread.values()), "citation")
            lines.append(f"{citations} left out: {parts}; --captions and --tables read these")
        if self.listed:
            entries = "1 entry" if self.listed == 1 else f"{self.listed:,} entries"
            lines.append(
                f"{entries} of lists of references in plain text left out; works there are told by "
                "their marks"
            )
        for what, names in self.unfound.items():
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
