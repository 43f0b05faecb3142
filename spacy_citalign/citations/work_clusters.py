"""References put together by the work that they name, whatever order they come in.

Identifiers are gone through in a fixed order, DOIs first. Of the references that share one those
are united whose titles agree and whose DOIs do not differ, all with all, so that no title in the
middle ties two works together. Where several works are left, the identifier is that of the one
which at least half of these references name, and counts for nothing in the others.

Works of the same author, year and title are one too, unless identifiers tell them apart; the title
may lack some letters, as pages have it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, product

from .work_agreement import Title, dois_differ, spelled_alike, titles_agree
from .work_names import IDENTIFIERS, WorkNames

Identifier = tuple[str, str]
Unit = tuple[WorkNames, str]  # names, and what the work is called if nothing is known of it
# What one identifier may cost: so many works of it, and titles of a work, are compared with.
_MAX_WORKS = 50
_MAX_TITLES = 50
_NEXT = 3  # titles of an author and a year that each is compared with, in either order


class WorkCluster:
    """References to one work.

    Attributes:
        identifiers: those that are of this work alone.
        titles: of the references, each once.
        dates: first authors and years.
    """

    __slots__ = ("dates", "identifiers", "titles")

    def __init__(self, names: WorkNames) -> None:
        self.identifiers: set[Identifier] = set(names.identifiers)
        self.titles = [Title.of(names)] if names.title else []
        self.dates = {(names.author, names.year)} if names.author or names.year else set()

    def may_join(self, other: "WorkCluster") -> bool:
        """Return whether two clusters may be of one work: all titles agree, and no DOIs differ."""
        dois = {value for kind, value in self.identifiers | other.identifiers if kind == "doi"}
        return not any(dois_differ(*pair) for pair in combinations(dois, 2)) and all(
            titles_agree(*pair) for pair in product(self.titles, other.titles)
        )

    def take_in(self, other: "WorkCluster") -> None:
        """Add another cluster."""
        self.identifiers |= other.identifiers
        self.dates |= other.dates
        self.titles += [title for title in other.titles if title not in self.titles]
        del self.titles[_MAX_TITLES:]


class WorkClusters:
    """Finds out which names are those of one work.

    Args:
        counts: how many references have them.
    """

    def __init__(self, counts: Mapping[Unit, int]) -> None:
        by_identifier: defaultdict[Identifier, list[Unit]] = defaultdict(list)
        by_name: defaultdict[str, list[Unit]] = defaultdict(list)
        by_date: defaultdict[str, list[Unit]] = defaultdict(list)
        for unit in counts:
            names, key = unit
            for identifier in names.identifiers:
                by_identifier[identifier].append(unit)
            if name := names.name or ("" if names.identifiers else names.key or key):
                by_name[name].append(unit)
                if names.name:
                    by_date[f"{names.author} {names.year}"].append(unit)
            if names.joined:
                by_name[names.joined].append(unit)
        shared = {one: units for one, units in by_identifier.items() if len(units) > 1}
        alike = {name: units for name, units in by_name.items() if len(units) > 1}
        near = sorted(set(chain(*map(_nearly_the_same, by_date.values()))))
        # Most works are named in one way only, and have no cluster.
        units = sorted(set(chain(*shared.values(), *alike.values(), *near)))
        self._numbers = {unit: number for number, unit in enumerate(units)}
        self._counts = [counts[unit] for unit in units]
        self._clusters = [WorkCluster(names) for names, _ in units]
        self._parents = list(range(len(units)))
        for one in sorted(shared, key=lambda one: (IDENTIFIERS.index(one[0]), one[1])):
            self._unite_by_identifier(one, [self._numbers[unit] for unit in shared[one]])
        for _, same in sorted(alike.items()):
            self._unite_by_name(sorted({self._root(self._numbers[unit]) for unit in same}))
        for pair in near:
            self._unite_by_name(sorted({self._root(self._numbers[unit]) for unit in pair}))

    def cluster(self, unit: Unit) -> WorkCluster | None:
        """Return the cluster of a name, None where it is named in this way alone."""
        number = self._numbers.get(unit)
        return None if number is None else self._clusters[self._root(number)]

    def _unite_by_identifier(self, identifier: Identifier, holders: Iterable[int]) -> None:
        counts: Counter[int] = Counter()
        for unit in holders:
            counts[self._root(unit)] += self._counts[unit]
        # The most frequent ones first, and those without titles last.
        roots = sorted(counts, key=lambda one: (-counts[one], one))
        untitled = [root for root in roots if not self._clusters[root].titles]
        works: list[int] = []
        for root in roots:
            if self._clusters[root].titles:
                self._join_one_of(works, root, works[:_MAX_WORKS], counts)
        owner = _owner(works, counts) if works else None
        for root in untitled:
            homes, dates = works[:_MAX_WORKS], self._clusters[root].dates
            if len(works) > 1:  # author and year say which it is, if anything does
                homes = [
                    work
                    for work in homes
                    if not dates.isdisjoint(self._clusters[work].dates)
                    or (not dates and work == owner)
                ]
            self._join_one_of(works, root, homes, counts)
        if len(works) > 1:
            owner = _owner(works, counts)
            for root in works:
                if root != owner:
                    self._clusters[root].identifiers.discard(identifier)

    def _join_one_of(
        self, works: list[int], root: int, homes: Sequence[int], counts: Counter[int]
    ) -> None:
        """Unite a cluster with the first of some works that it may join, or make it another."""
        cluster = self._clusters[root]
        home = next((work for work in homes if self._clusters[work].may_join(cluster)), None)
        if home is None:
            works.append(root)
        else:
            self._unite(home, root)
            counts[home] += counts[root]

    def _unite_by_name(self, roots: Sequence[int]) -> None:
        """Unite works of the same author, year and title whose identifiers do not differ."""
        if self._contradict(roots):
            roots = [root for root in roots if not self._clusters[root].identifiers]
        for root in roots[1:]:
            if self._clusters[roots[0]].may_join(self._clusters[root]):
                self._unite(roots[0], root)

    def _contradict(self, roots: Iterable[int]) -> bool:
        """Return whether works have different identifiers of one kind."""
        values: defaultdict[str, list[set[str]]] = defaultdict(list)
        for root in roots:
            own: defaultdict[str, set[str]] = defaultdict(set)
            for kind, value in self._clusters[root].identifiers:
                own[kind].add(value)
            for kind, some in own.items():
                values[kind].append(some)
        return any(
            kind != "doi" or any(dois_differ(*pair) for pair in product(one, other))
            for kind, sets in values.items()
            for one, other in combinations(sets, 2)
        )

    def _root(self, number: int) -> int:
        parents = self._parents
        while parents[number] != number:
            parents[number] = parents[parents[number]]
            number = parents[number]
        return number

    def _unite(self, home: int, root: int) -> None:
        self._parents[root] = home
        self._clusters[home].take_in(self._clusters[root])


def _nearly_the_same(units: Sequence[Unit]) -> Iterator[tuple[Unit, Unit]]:
    """Yield pairs of works of one author and year with nearly the same title, as pages spell it.

    Each is compared with those next to it when titles are sorted by how they begin, or end.
    """
    if len(units) < 2:
        return
    for step in (1, -1):
        listed = sorted(units, key=lambda unit: (unit[0].title.replace(" ", "")[::step], unit))
        for place, unit in enumerate(listed):
            for other in listed[place + 1 : place + 1 + _NEXT]:
                if unit[0].title != other[0].title and spelled_alike(unit[0].title, other[0].title):
                    yield unit, other


def _owner(works: Sequence[int], counts: Counter[int]) -> int | None:
    """Return the work that at least half of the references of an identifier name, if any."""
    first = min(works, key=lambda one: (-counts[one], one))
    return first if 2 * counts[first] >= sum(counts[one] for one in works) else None
