"""Citances of articles, grouped by the work that they cite, as lines of a file of groups.

What is written of a citance is made where its article is read, as bytes: whoever groups them passes
them on.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...citations.works import WorkGroup, WorkIndex, WorkNames
from ...row_files import json_line
from ...schema import CitanceGroup, CitedWork


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
    line = json_line(group).encode()
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
