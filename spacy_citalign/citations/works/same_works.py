"""References of different articles grouped by the work that they name.

Reference lists name a work by its DOI, its PMID, its PMCID, by several of them or by none, and
differ in case and punctuation of titles. Works are the same if they share an identifier, unless
their titles or DOIs differ; a work that shares none belongs to the one with the same first author,
year and title, unless identifiers of one kind contradict each other.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from .work_clusters import Identifier, Unit, WorkCluster, WorkClusters, unit_of
from .work_names import (
    IDENTIFIERS,
    WorkNames,
    WorkRecord,
    field_text,
    normal_identifier,
    stripped,
    surname,
    work_key,
    work_names,
)

_AUTHORS = ("authors", "initials", "given_names")
Item = TypeVar("Item")


@dataclass(frozen=True)  # a NamedTuple cannot be generic before Python 3.11
class WorkGroup(Generic[Item]):
    """A work and the items about it.

    Attributes:
        key: its name, that no other group has: ``"doi:..."``, ``"pmid:..."``, ``"pmcid:..."``,
            ``"arxiv:..."``, else first author, year and title, else what it was called.
        cited: what is known of it (``doi``, ``pmid``, ``pmcid``, ``arxiv``, ``first_author``,
            ``year``, ``title`` ...), of each field the first that was given, references with the
            title and first author of most come first; no empty ones. ``authors``, ``initials`` and
            ``given_names``, lists that belong together, are those of the longest list that begins
            with the first author, of several the one that says most. An identifier that stands with
            several works is in one of them at most.
        items: in the order in which they came.
    """

    key: str
    cited: dict[str, Any]
    items: list[Item]


class WorkReference(NamedTuple):
    """What is said of a work: what it is called, what is known of it, and its names."""

    key: str
    work: WorkRecord
    names: WorkNames

    @property
    def unit(self) -> Unit:
        """What equal references share."""
        return unit_of(self.key, self.names)


class WorkIndex(Generic[Item]):
    """Collects items by the work that they are about, and groups them at the end.

    Attributes:
        kept_apart: how many references have an identifier that was found to be that of a work of
            another title or DOI, once there are groups.
    """

    def __init__(self) -> None:
        self._references: list[WorkReference] = []
        self._numbers: dict[tuple[str, int], int] = {}
        self._items: list[tuple[int, Item]] = []  # with the number of the reference
        self.kept_apart = 0

    def add(self, key: str, work: WorkRecord, item: Item, names: WorkNames | None = None) -> None:
        """Add an item about a work.

        Args:
            key: what the work is called where nothing but this is known of it; items with the same
                key are about the same work then.
            work: what is known of it, {} for nothing. A record that is given again with the same
                key is one reference.
            item: anything.
            names: of the work, where they were worked out before.
        """
        number = self._numbers.setdefault((key, id(work)), len(self._references))
        if number == len(self._references):
            self._references.append(WorkReference(key, work, names or work_names(work)))
        self._items.append((number, item))

    def groups(self) -> list[WorkGroup[Item]]:
        """Return the works with their items, in order of appearance."""
        units = [reference.unit for reference in self._references]
        counts = Counter(units)
        clusters = WorkClusters(counts)
        works: dict[Unit | WorkCluster, _Work[Item]] = {}
        homes = []
        for reference, unit in zip(self._references, units, strict=True):
            cluster = clusters.cluster(unit)
            own = None if cluster is None else cluster.identifiers
            work = works.setdefault(cluster or unit, _Work([], [], own))
            work.references.append(reference)
            homes.append(work)
        for number, item in self._items:
            homes[number].items.append(item)
        self.kept_apart = sum(work.count_kept_apart() for work in works.values())
        named = [named_work(one.references, one.identifiers, counts) for one in works.values()]
        keys = _unique([name for name, _ in named])
        return [
            WorkGroup(key, cited, work.items)
            for key, (_, cited), work in zip(keys, named, works.values(), strict=True)
        ]


@dataclass(slots=True)
class _Work(Generic[Item]):
    """References to a work, items about it, and its own identifiers if it is named twice."""

    references: list[WorkReference]
    items: list[Item]
    identifiers: set[Identifier] | None

    def count_kept_apart(self) -> int:
        """Return how many references have an identifier of another work."""
        own = self.identifiers
        if own is None:
            return 0
        return sum(not own.issuperset(one.names.identifiers) for one in self.references)


def named_work(
    references: Sequence[WorkReference],
    identifiers: Collection[Identifier] | None,
    counts: Mapping[Unit, int],
) -> tuple[str, dict[str, Any]]:
    """Return the name of a work, which others may have, too, and what references say of it.

    Args:
        references: to the work, in order of appearance; of equal ones the first is enough.
        identifiers: those of this work alone; None where all references have the same names.
        counts: how many references have the same names.
    """
    cited = _cited(references, identifiers, counts)
    key, _, names = references[0]
    if identifiers is None:
        return names.key or key, cited
    if known := work_key(cited) or ("" if names.identifiers else key):
        return known, cited
    # It has no title, and the identifier is of another work, whose key may stand here, too.
    bare = f"{names.author} {names.year}".strip()
    return bare or (f"{key} (2)" if key == names.key else key), cited


def _unique(names: Sequence[str]) -> list[str]:
    """Return names, those that were there before with a number.

    >>> _unique(["a", "b", "a"])
    ['a', 'b', 'a (2)']
    """
    taken = set(names)
    seen: set[str] = set()
    keys = []
    for name in names:
        key, count = name, 1
        while key in seen or (key in taken and count > 1):
            count += 1
            key = f"{name} ({count})"
        seen.add(key)
        keys.append(key)
    return keys


def _cited(
    references: Sequence[WorkReference],
    identifiers: Collection[Identifier] | None,
    counts: Mapping[Unit, int],
) -> dict[str, Any]:
    """Return what references say of their work."""
    own = {unit: counts[unit] for unit in {reference.unit for reference in references}}
    if len(references) > 1:
        references = _usual_first(references, own)
    ids = dict(references[0].names.identifiers)
    if identifiers is not None:
        ids = usual_identifiers(identifiers, own)
    cited: dict[str, Any] = {}
    for _, work, _ in references:
        for field, value in work.items():
            if field in cited or (field in _AUTHORS and isinstance(value, list | tuple)):
                continue
            text = field_text(work, field)
            is_own = field not in IDENTIFIERS or normal_identifier(field, text) == ids.get(field)
            if text and is_own:
                cited[field] = value
    _add_authors(cited, references)
    return cited


def _usual_first(
    references: Sequence[WorkReference], counts: Mapping[Unit, int]
) -> list[WorkReference]:
    """Return references with those first that have the title, and the author, of most others."""
    titles: Counter[str] = Counter()
    authors: Counter[str] = Counter()
    for (names, _), count in counts.items():
        titles[names.title] += count
        authors[names.author] += count
    # No title speaks against none.
    most = max((count for title, count in titles.items() if title), default=0)
    most_of_author = max((count for author, count in authors.items() if author), default=0)
    return sorted(
        references,
        key=lambda one: (
            titles[one.names.title] < most
            if one.names.title
            else bool(field_text(one.work, "title")),  # the name of the journal
            bool(one.names.author) and authors[one.names.author] < most_of_author,
        ),
    )


def usual_identifiers(
    identifiers: Collection[Identifier], counts: Mapping[Unit, int]
) -> dict[str, str]:
    """Return of each kind the identifier that most references have, the longest of several.

    Args:
        identifiers: of a work.
        counts: how many references have its names.
    """
    having: Counter[Identifier] = Counter()
    for (names, _), count in counts.items():
        for one in names.identifiers:
            having[one] += count
    return dict(sorted(identifiers, key=lambda one: (having[one], len(one[1]), one[1])))


def _add_authors(cited: dict[str, Any], references: Sequence[WorkReference]) -> None:
    """Add the longest list of authors that begins with the first author, and its initials."""
    first = surname(field_text(cited, "first_author"))
    if len(references) > 1 and first:
        references = [one for one in references if _first_listed(one.work) == first] or references
    for _, work, _ in references:
        if _author_count(work) > _author_count(cited):
            for field in _AUTHORS[1:]:
                cited.pop(field, None)
            cited.update({name: work[name] for name in _AUTHORS if work.get(name)})


def _first_listed(work: WorkRecord) -> str:
    """Return the surname that a list of authors begins with."""
    names = work.get(_AUTHORS[0])
    return surname(stripped(names[0])) if isinstance(names, list | tuple) and names else ""


def _author_count(work: WorkRecord) -> tuple[int, bool, bool]:
    """Return how many authors a work is said to have, and whether more than surnames is known."""
    surnames, initials, given = (work.get(name) for name in _AUTHORS)
    count = len(surnames) if isinstance(surnames, list | tuple) else 0
    return count, bool(count and initials), bool(count and given)
