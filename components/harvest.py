"""Citances of articles as plain records, grouped by the work that they cite."""

from collections.abc import Collection, Iterator
from typing import Any

from ..citations.works import WorkIndex, cited_as
from .articles import SentenceFinder, citances_of
from .grouping import distinct
from .reading import ReadArticle

Record = dict[str, Any]
# In a sentence of more marks each citance lists those of its own work only, else they would be as
# many as marks times works.
_MOST_MARKS = 500


class Harvest:
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
        waiting = next(marks, None)
        here: list = []
        for one, record in zip(citances, records, strict=True):
            here = [mark for mark in here if mark.end > one.start]
            while waiting is not None and waiting.start < one.end:
                here.append(waiting)
                waiting = next(marks, None)
            own = {(mark.start, mark.end) for mark in here if mark.key == one.key}
            seen = {(mark.start, mark.end) for mark in here if one.start <= mark.start < mark.end}
            if len(seen) > _MOST_MARKS:
                seen &= own
            record |= {
                "text": article.text[one.start : one.end],
                "citations": [
                    {
                        "start": start - one.start,
                        "end": end - one.start,
                        "cites": (start, end) in own,
                    }
                    for start, end in sorted(seen)
                ],
            }
            self._index.add(one.key, article.cited.get(one.key, {}), record)
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
        found = []
        for group in self._index.groups():
            citances = distinct(group.items, lambda record: (record, record["text"]))
            work = {"key": group.key} | group.cited
            if len(citances) >= min_citances and (not wanted or wanted & cited_as([work])):
                found.append({"cited": work, "citances": citances})
        yield from sorted(found, key=lambda row: -len(row["citances"]))
