"""Citances of articles as plain records, grouped by the work that they cite."""

from collections.abc import Collection, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from ...citations.works import IDENTIFIERS, WorkIndex, cited_as, normal_name
from .docs import SentenceFinder, citances_of
from .grouping import distinct
from .reading import ReadArticle

Record = dict[str, Any]
# In a sentence of more marks each citance lists those of its own work only, else they would be as
# many as marks times works.
_MOST_MARKS = 500
_AROUND = 32  # characters before and behind a citance, by which its place is found again


_Entry = tuple[str, Record, Record]


class _Collected(NamedTuple):
    """The citances of an article: key and description of the cited work, and the record."""

    origin: str
    entries: list[_Entry]
    citations: int
    unresolved: int


class CitanceCollector:
    """Collects the citances of articles; at the end, ``rows`` has a group for each cited work.

    Args:
        finder: finds the sentences.

    Of an article that is given twice, by an identifier or by title and text, the version with more
    citations is taken, the first of equal ones.

    Attributes:
        articles: how many were added, doubles included.
        doubles: where articles are from that were left out, with where the versions that were taken
            are from.
    """

    def __init__(self, finder: SentenceFinder):
        self._finder = finder
        self._articles: dict[str, _Collected] = {}
        self.articles = 0
        self.doubles: list[tuple[str, str]] = []

    def add(self, article: ReadArticle, *, origin: str = "") -> None:
        """Add an article; ``origin`` is the file that it is from.

        Raises:
            InputError: its text is longer than the pipeline's ``max_length``.
        """
        _, citances, records = citances_of(article, self._finder)
        entries: list[_Entry] = []
        marks = iter(article.marks)
        next_mark = next(marks, None)
        open_marks: list = []
        for citance, record in zip(citances, records, strict=True):
            open_marks = [mark for mark in open_marks if mark.end > citance.start]
            while next_mark is not None and next_mark.start < citance.end:
                open_marks.append(next_mark)
                next_mark = next(marks, None)
            cited_spans = {(mark.start, mark.end) for mark in open_marks if mark.key == citance.key}
            mark_spans = {
                (mark.start, mark.end)
                for mark in open_marks
                if citance.start <= mark.start < mark.end
            }
            if len(mark_spans) > _MOST_MARKS:
                mark_spans &= cited_spans
            record |= _around(article.text, citance.start, citance.end)
            record |= {
                "text": article.text[citance.start : citance.end],
                "citations": [
                    {
                        "start": start - citance.start,
                        "end": end - citance.start,
                        "cites": (start, end) in cited_spans,
                    }
                    for start, end in sorted(mark_spans)
                ],
            }
            entries.append((citance.key, article.cited.get(citance.key, {}), record))
        self.articles += 1
        counts = len(article.marks), article.unresolved
        self._keep(_Collected(origin or article.source, entries, *counts), article)

    def _keep(self, collected: "_Collected", article: ReadArticle) -> None:
        """Keep an article, or the version of it that has more citations."""
        name = _identity(article)
        known = self._articles.get(name)
        if known is None or known.citations < collected.citations:
            self._articles[name] = collected
        if known is not None:
            kept = self._articles[name]
            other = known if kept is collected else collected
            self.doubles.append((other.origin, kept.origin))

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

    def rows(self, *, min_citances: int = 1, cited: Collection[str] = ()) -> Iterator[Record]:
        """Yield a row for each cited work, as ``citalign align`` reads them, the most cited first.

        Args:
            min_citances: smaller groups are left out.
            cited: DOIs, PMIDs, PMCIDs or keys of the works that are wanted, () for all.
        """
        wanted = {name.lower() for name in cited}
        rows = []
        index: WorkIndex[Record] = WorkIndex()
        for collected in self._articles.values():
            for entry in collected.entries:
                index.add(*entry)
        for group in index.groups():
            citances = distinct(group.items, lambda record: (record, record["text"]))
            work = {"key": group.key} | group.cited
            if len(citances) >= min_citances and (not wanted or wanted & cited_as([work])):
                rows.append({"cited": work, "citances": citances})
        yield from sorted(rows, key=lambda row: -len(row["citances"]))


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
