"""Citances of articles, grouped by the work that they cite, as lines of a file of groups.

What is written of a citance is made where its article is read, as bytes: whoever groups them passes
them on.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b, sha256
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from ...citations.articles import citing_article
from ...citations.marks import Mark
from ...citations.works import IDENTIFIERS, WorkGroup, WorkIndex, WorkNames, normal_name, work_names
from ...errors import InputError
from ...row_files import json_line, whole_characters
from ...schema import Citance, CitanceGroup, CitedWork

if TYPE_CHECKING:
    from ...components.articles.docs import SentenceFinder
    from ...components.articles.reading import ReadArticle

# In a sentence of more marks each citance lists those of its own work only, else they would be as
# many as marks times works.
_MAX_MARKS = 500
# Characters of a sentence times works that it cites: so much is written of it at most.
_MAX_SIZE = 50_000_000
_AROUND = 32  # characters before and behind a citance, by which its place is found again
_DIGEST = 8  # bytes


class GroupLine(NamedTuple):
    """A group of citances, as a line of a file.

    Attributes:
        cited: the cited work.
        articles: of how many articles the citances are.
        citances: how many there are.
        parts: of the line.
    """

    cited: CitedWork
    articles: int
    citances: int
    parts: Sequence[bytes]

    @property
    def line(self) -> bytes:
        """Return the line."""
        return b"".join(self.parts)

    def group(self) -> CitanceGroup:
        """Return the group."""
        return CitanceGroup.model_validate_json(self.line)


def group_line(group: CitanceGroup) -> GroupLine:
    """Return a group as a line; one that is aligned is a row, with all that it has.

    Raises:
        InputError: it cannot be written again.
    """
    if not is_aligned(group):
        group = CitanceGroup(cited=group.cited, citances=group.citances)
    line = whole_characters(json_line(group)).encode()
    return GroupLine(group.cited, group.count_articles(), len(group.citances), [line])


def is_aligned(group: CitanceGroup) -> bool:
    """Return whether a group that was read came aligned."""
    return "expected_ama" in (group.model_extra or {})


class Reference(NamedTuple):
    """A work that an article cites: its name there, what is said of it, and its names."""

    key: str
    known: dict[str, Any]
    names: WorkNames


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
        references: the works that it cites.
        citances: each sentence once for each work it cites.
        citations: how many there are, each mark once for each work it cites.
        unresolved: how many marks name no reference.
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


def collect_article(
    article: "ReadArticle",
    finder: "SentenceFinder",
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
    numbers: dict[str, int] = {}
    citances = [
        CollectedCitance(
            numbers.setdefault(key, len(numbers)),
            (article.source, record["start"], record["end"], _digest(record["text"])),
            json_line(Citance(**record)).rstrip()[:-1].encode(),
        )
        for key, record in _records(article, finder, before)
    ]
    references = []
    for key in numbers:
        known = article.cited.get(key, {})
        references.append(Reference(key, known, work_names(known)))
    return CollectedArticle(
        origin or article.source,
        article.source,
        article.about,
        json_line(article.about).rstrip().encode() if article.about else b"",
        citing_article({"source": article.source, "article": article.about}) or "",
        _identity(article),
        references,
        citances,
        len(article.marks),
        article.unresolved,
    )


def _records(
    article: "ReadArticle", finder: "SentenceFinder", before: float | None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield for each citance the key of the cited work, and what is written of it."""
    from ...components.articles.docs import citances_of

    _, citances, records = citances_of(article, finder, before)
    starts = [mark.start for mark in article.marks]
    for (start, end), sentence in groupby(
        zip(citances, records, strict=True), key=lambda pair: pair[0][:2]
    ):
        pairs = list(sentence)
        text = article.text[start:end]
        if len(text) * len(pairs) > _MAX_SIZE:
            raise InputError(
                f"{article.source}: the sentence at character {start} has {len(text):,} characters "
                f"and cites {len(pairs):,} works, more than any sentence does; see whether full "
                "stops are missing, or a mark of citation has far too many references"
            )
        around = _around(article.text, start, end)
        marks = article.marks[bisect_left(starts, start) : bisect_left(starts, end)]
        in_sentence = _SentenceMarks(start, marks)
        for citance, record in pairs:
            record.pop("article", None)
            yield (
                citance.key,
                record | around | {"text": text, "citations": in_sentence.of(citance.key)},
            )


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
        self._spans = sorted(spans) if len(spans) <= _MAX_MARKS else None

    def of(self, key: str) -> list[dict[str, Any]]:
        """Return the marks, in characters of the sentence, and whether they cite a work."""
        own = self._by_key.get(key, set())
        return [
            {"start": start - self._start, "end": end - self._start, "cites": (start, end) in own}
            for start, end in (sorted(own) if self._spans is None else self._spans)
        ]


class CitanceCollector:
    """Collects the citances of articles; at the end, ``groups`` has one for each cited work.

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
        return sum(len(collected.citances) for collected in self._articles.values())

    @property
    def unresolved(self) -> int:
        """Return how many marks name no reference, and are in no citance."""
        return sum(collected.unresolved for collected in self._articles.values())

    def groups(self, is_large: Callable[[int, int], bool] = lambda *_: True) -> list[GroupLine]:
        """Return a group for each cited work.

        The works that most articles cite come first, of these the ones that most citances do.

        Args:
            is_large: whether a group of so many citances of so many articles is wanted.
        """
        index: WorkIndex[tuple[CollectedArticle, CollectedCitance]] = WorkIndex()
        for article in self._articles.values():
            for citance in article.citances:
                key, known, names = article.references[citance.reference]
                index.add(key, known, (article, citance), names)
        groups = []
        for group in index.groups():
            by_place = {item[1].place: item for item in reversed(group.items)}  # the first of each
            items = [item for item in group.items if by_place[item[1].place] is item]
            articles = len({article.name for article, _ in items})
            if is_large(len(items), articles):
                groups.append(_line_of(group, items, articles))
        return sorted(groups, key=lambda line: (line.articles, line.citances), reverse=True)


def _line_of(
    group: WorkGroup[Any], items: Sequence[tuple[CollectedArticle, CollectedCitance]], articles: int
) -> GroupLine:
    cited = CitedWork(**{**group.cited, "key": group.key})
    parts = [b'{"cited": ', json_line(cited).rstrip().encode(), b', "citances": [']
    for article, citance in items:
        about = [b', "article": ', article.about_line] if article.about_line else []
        parts += [citance.line, *about, b"}", b", "]
    parts[-1] = b"]}\n"
    return GroupLine(cited, articles, len(items), parts)


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST).digest()


def _around(text: str, start: int, end: int) -> dict[str, Any]:
    """Return what stands before and behind a citance, as far as anything does."""
    around = {"prefix": text[max(start - _AROUND, 0) : start], "suffix": text[end : end + _AROUND]}
    return {name: value for name, value in around.items() if value}


def _identity(article: "ReadArticle") -> str:
    """Return what two versions of an article share: an identifier, else title and text."""
    for kind in IDENTIFIERS:
        if value := article.about.get(kind):
            return f"{kind}:{value}"
    whole = f"{normal_name(article.about.get('title', ''))}\0{article.text}"
    return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()
