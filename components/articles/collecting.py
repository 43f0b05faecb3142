"""Citances of articles as plain records, grouped by the work that they cite."""

from collections.abc import Collection, Iterator
from typing import Any

from ...citations.works import WorkIndex, cited_as
from .docs import SentenceFinder, citances_of
from .grouping import distinct
from .reading import ReadArticle

Record = dict[str, Any]
# In a sentence of more marks each citance lists those of its own work only, else they would be as
# many as marks times works.
_MOST_MARKS = 500


class CitanceCollector:
    """Collects the citances of articles; at the end, ``rows`` has a group for each cited work.

    Args:
        finder: finds the sentences.

    Attributes:
        citations: how many there are, each mark once for each work it cites.
        citances: how many there are, each sentence once for each work.
        unresolved: how many marks name no reference, and are in no citance.
    """

    def __init__(self, finder: SentenceFinder):
        self._finder = finder
        self._index: WorkIndex[Record] = WorkIndex()
        self.citations = 0
        self.citances = 0
        self.unresolved = 0

    def add(self, article: ReadArticle) -> None:
        """Add an article.

        Raises:
            InputError: its text is longer than the pipeline's ``max_length``.
        """
        _, citances, records = citances_of(article, self._finder)
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
            self._index.add(citance.key, article.cited.get(citance.key, {}), record)
        self.citations += len(article.marks)
        self.unresolved += article.unresolved
        self.citances += len(citances)

    def rows(self, *, min_citances: int = 1, cited: Collection[str] = ()) -> Iterator[Record]:
        """Yield a row for each cited work, as ``citalign align`` reads them, the most cited first.

        Args:
            min_citances: smaller groups are left out.
            cited: DOIs, PMIDs, PMCIDs or keys of the works that are wanted, () for all.
        """
        wanted = {name.lower() for name in cited}
        rows = []
        for group in self._index.groups():
            citances = distinct(group.items, lambda record: (record, record["text"]))
            work = {"key": group.key} | group.cited
            if len(citances) >= min_citances and (not wanted or wanted & cited_as([work])):
                rows.append({"cited": work, "citances": citances})
        yield from sorted(rows, key=lambda row: -len(row["citances"]))
