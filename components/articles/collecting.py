"""Citances of articles as plain records, grouped by the work that they cite."""

from bisect import bisect_left
from collections.abc import Iterable
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple

from ...citations.articles import citing_article
from ...citations.marks import Mark
from ...citations.works import IDENTIFIERS, WorkIndex, normal_name
from ...errors import InputError
from .docs import SentenceFinder, citances_of
from .grouping import distinct
from .reading import ReadArticle

Record = dict[str, Any]
# In a sentence of more marks each citance lists those of its own work only, else they would be as
# many as marks times works.
_MOST_MARKS = 500
# Characters of a sentence times works that it cites: so much is written of it at most.
_LARGEST = 50_000_000
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
    starts = [mark.start for mark in article.marks]
    entries: list[Entry] = []
    for (start, end), sentence in groupby(
        zip(citances, records, strict=True), key=lambda pair: pair[0][:2]
    ):
        pairs = list(sentence)
        text = article.text[start:end]
        if len(text) * len(pairs) > _LARGEST:
            raise InputError(
                f"{article.source}: the sentence at character {start} has {len(text):,} characters "
                f"and cites {len(pairs):,} works, more than any sentence does; see whether full "
                "stops are missing, or a mark of citation has far too many references"
            )
        around = _around(article.text, start, end)
        marks = article.marks[bisect_left(starts, start) : bisect_left(starts, end)]
        in_sentence = _SentenceMarks(start, marks)
        for citance, record in pairs:
            record |= around
            record |= {"text": text, "citations": in_sentence.of(citance.key)}
            entries.append((citance.key, article.cited.get(citance.key, {}), record))
    counts = len(article.marks), article.unresolved
    names = origin or article.source, article.source, article.about
    return CollectedArticle(*names, _identity(article), entries, *counts)


class _SentenceMarks:
    """The marks of citation that begin in a sentence.

    Args:
        start: its first character.
        marks: ascending; those without characters count for nothing.
    """

    def __init__(self, start: int, marks: Iterable[Mark]):
        self._start = start
        self._by_key: dict[str, set[tuple[int, int]]] = {}
        for mark in marks:
            if mark.start < mark.end:
                self._by_key.setdefault(mark.key, set()).add((mark.start, mark.end))
        spans = {span for own in self._by_key.values() for span in own}
        self._spans = sorted(spans) if len(spans) <= _MOST_MARKS else None

    def of(self, key: str) -> list[Record]:
        """Return the marks, in characters of the sentence, and whether they cite a work."""
        own = self._by_key.get(key, set())
        return [
            {"start": start - self._start, "end": end - self._start, "cites": (start, end) in own}
            for start, end in (sorted(own) if self._spans is None else self._spans)
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
