"""Citances of articles as plain records, grouped by the work that they cite."""

from hashlib import sha256
from typing import Any, NamedTuple

from ...citations.articles import citing_article
from ...citations.marks import Mark
from ...citations.works import IDENTIFIERS, WorkIndex, normal_name
from ..citations.citing import Citing
from .docs import SentenceFinder, citances_of
from .grouping import distinct
from .reading import ReadArticle

Record = dict[str, Any]
# In a sentence of more marks each citance lists those of its own work only, else they would be as
# many as marks times works.
_MOST_MARKS = 500
_AROUND = 32  # characters before and behind a citance, by which its place is found again


Entry = tuple[str, Record, Record]


class CollectedArticle(NamedTuple):
    """The citances of an article, as plain values: they can be pickled.

    Attributes:
        origin: the file that it is from.
        source: its name, which its citances carry.
        about: title, identifiers and the like; {} where nothing is known.
        identity: what two versions of it share.
        entries: key and description of the cited work, and the record of the citance.
        citations: how many there are, each mark once for each work it cites.
        unresolved: how many marks name no reference.
    """

    origin: str
    source: str
    about: Record
    identity: str
    entries: list[Entry]
    citations: int
    unresolved: int


def collect_article(
    article: ReadArticle,
    finder: SentenceFinder,
    *,
    origin: str = "",
    before: float | None = None,
) -> CollectedArticle:
    """Return the citances of an article.

    Args:
        article: as it was read.
        finder: finds the sentences.
        origin: the file that it is from; by default its name.
        before: least probability of a sentence before that belongs to a citation; None takes none.

    Raises:
        InputError: its text is longer than the pipeline's ``max_length``.
    """
    _, citances, records = citances_of(article, finder, before)
    entries: list[Entry] = []
    marks = iter(article.marks)
    next_mark = next(marks, None)
    open_marks: list[Mark] = []
    for citance, record in zip(citances, records, strict=True):
        open_marks = [mark for mark in open_marks if mark.end > citance.start]
        while next_mark is not None and next_mark.start < citance.end:
            open_marks.append(next_mark)
            next_mark = next(marks, None)
        text = article.text[citance.start : citance.end]
        record |= _around(article.text, citance.start, citance.end)
        record |= {"text": text, "citations": _marks_in(citance, open_marks)}
        entries.append((citance.key, article.cited.get(citance.key, {}), record))
    counts = len(article.marks), article.unresolved
    names = origin or article.source, article.source, article.about
    return CollectedArticle(*names, _identity(article), entries, *counts)


def _marks_in(citance: Citing, marks: list[Mark]) -> list[Record]:
    """Return the marks of citation that begin in a citance, in characters of it."""
    cited_spans = {(mark.start, mark.end) for mark in marks if mark.key == citance.key}
    mark_spans = {
        (mark.start, mark.end) for mark in marks if citance.start <= mark.start < mark.end
    }
    if len(mark_spans) > _MOST_MARKS:
        mark_spans &= cited_spans
    return [
        {
            "start": start - citance.start,
            "end": end - citance.start,
            "cites": (start, end) in cited_spans,
        }
        for start, end in sorted(mark_spans)
    ]


class CitanceCollector:
    """Collects the citances of articles; at the end, ``rows`` has a group for each cited work.

    Of an article that is given twice, by an identifier or by title and text, the version with more
    citations is taken, the first of equal ones.

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
        """Add an article, or the version of it that has more citations."""
        self.articles += 1
        known = self._articles.get(collected.identity)
        if known is None or known.citations < collected.citations:
            self._articles[collected.identity] = collected
        if known is not None:
            kept = self._articles[collected.identity]
            other = known if kept is collected else collected
            self.doubles.append((other.origin, kept.origin))

    @property
    def collected(self) -> list[CollectedArticle]:
        """Return the articles, each once."""
        return list(self._articles.values())

    @property
    def citations(self) -> int:
        """Return how many citations there are, each mark once for each work it cites."""
        return sum(collected.citations for collected in self._articles.values())

    @property
    def citances(self) -> int:
        """Return how many citances there are, each sentence once for each work."""
        return sum(len(collected.entries) for collected in self._articles.values())

    @property
    def unresolved(self) -> int:
        """Return how many marks name no reference, and are in no citance."""
        return sum(collected.unresolved for collected in self._articles.values())

    def rows(self) -> list[Record]:
        """Return a row for each cited work, as ``citalign align`` reads them.

        The works that most articles cite come first, of these the ones that most citances do.
        """
        index: WorkIndex[Record] = WorkIndex()
        for collected in self._articles.values():
            for entry in collected.entries:
                index.add(*entry)
        rows = [
            {
                "cited": {"key": group.key} | group.cited,
                "citances": distinct(group.items, lambda record: (record, record["text"])),
            }
            for group in index.groups()
        ]
        return sorted(rows, key=_size, reverse=True)


def _size(row: Record) -> tuple[int, int]:
    """Return how many articles and citances the group of a row has."""
    return len({citing_article(one) for one in row["citances"]}), len(row["citances"])


def _around(text: str, start: int, end: int) -> Record:
    """Return what stands before and behind a citance, as far as anything does."""
    around = {"prefix": text[max(start - _AROUND, 0) : start], "suffix": text[end : end + _AROUND]}
    return {name: value for name, value in around.items() if value}


def _identity(article: ReadArticle) -> str:
    """Return what two versions of an article share: an identifier, else title and text."""
    for kind in IDENTIFIERS:
        if value := article.about.get(kind):
            return f"{kind}:{value}"
    whole = f"{normal_name(article.about.get('title', ''))}\0{article.text}"
    return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()
