"""References put together by the work that they name, whatever order they come in.

Identifiers are gone through in a fixed order, DOIs first. Of the references that share one those
are united whose titles agree and whose DOIs do not differ, all with all, so that no title in the
middle ties two works together. Where several works are left, the identifier is that of the one
which at least half of these references name, and counts for nothing in the others.

Works of the same author, year and title are one too, unless identifiers tell them apart; the title
may lack some letters, as pages have it.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, product

from .work_agreement import Title, dois_differ, spelled_alike, titles_agree
from .work_names import IDENTIFIERS, WorkNames

Identifier = tuple[str, str]
Unit = tuple[WorkNames, str]  # names, and what the work is called if nothing is known of it
# What one identifier may cost: so many works of it, and titles of a work, are compared with.
_MAX_WORKS = 50
MAX_TITLES = 50
NEXT = 3  # titles of an author and a year that each is compared with, in either order


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

    def take_in(self, other: "WorkCluster") -> bool:
        """Add another cluster; return whether there was room for its titles."""
        self.identifiers |= other.identifiers
        self.dates |= other.dates
        self.titles += [title for title in other.titles if title not in self.titles]
        has_room = len(self.titles) <= MAX_TITLES
        del self.titles[MAX_TITLES:]
        return has_room


def unit_of(key: str, names: WorkNames) -> Unit:
    """Return what equal references share."""
    return names, "" if names.identifiers or names.key else key


def common_names(unit: Unit) -> list[str]:
    """Return the names, beside identifiers, of which one is enough to be compared."""
    names, key = unit
    name = names.name or ("" if names.identifiers else names.key or key)
    return [name for name in (name, names.joined) if name]


class WorkClusters:
    """Finds out which names are those of one work.

    Args:
        counts: how many references have them.
        near: pairs of names of one author and year with nearly the same title, each in order; by
            default they are looked for.

    Attributes:
        is_weighed: whether other counts might make other works. They cannot while all works that
            share an identifier are one, in whatever order they are united, as all pairs of titles
            and DOIs then agree; nor can the order where of works of one name all are united, or two
            are looked at; if no title was left out.
    """

    def __init__(
        self, counts: Mapping[Unit, int], near: Iterable[tuple[str, str]] | None = None
    ) -> None:
        by_identifier: defaultdict[Identifier, list[Unit]] = defaultdict(list)
        by_name: defaultdict[str, list[Unit]] = defaultdict(list)
        by_date: defaultdict[str, set[str]] = defaultdict(set)
        for unit in counts:
            for identifier in unit[0].identifiers:
                by_identifier[identifier].append(unit)
            for name in common_names(unit):
                by_name[name].append(unit)
            if near is None and (date := date_of(unit)):
                by_date[date].add(unit[0].title)
        shared = {one: units for one, units in by_identifier.items() if len(units) > 1}
        alike = {name: units for name, units in by_name.items() if len(units) > 1}
        if near is None:
            near = (
                (f"{date} {title}", f"{date} {other}")
                for date, titles in by_date.items()
                for title, other in near_titles(titles)
            )
        near = sorted(set(near))
        of_near = chain(*(by_name[name] for name in chain(*near)))
        # Most works are named in one way only, and have no cluster.
        units = sorted(set(chain(*shared.values(), *alike.values(), of_near)))
        self._numbers = {unit: number for number, unit in enumerate(units)}
        self._counts = [counts[unit] for unit in units]
        self._clusters = [WorkCluster(names) for names, _ in units]
        self._parents = list(range(len(units)))
        self.is_weighed = False
        for one in sorted(shared, key=lambda one: (IDENTIFIERS.index(one[0]), one[1])):
            self._unite_by_identifier(one, [self._numbers[unit] for unit in shared[one]])
        for _, same in sorted(alike.items()):
            self._unite_by_name(sorted({self._root(self._numbers[unit]) for unit in same}))
        for pair in near:
            both = chain(*(by_name[name] for name in pair))
            self._unite_by_name(sorted({self._root(self._numbers[unit]) for unit in both}))

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
            self.is_weighed = True
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
            elif len(roots) > 2:
                self.is_weighed = True

    def _contradict(self, roots: Iterable[int]) -> bool:
        """Return whether works have different identifiers of one kind."""
        known = filter(None, (self._clusters[root].identifiers for root in roots))
        return any(
            kind == other_kind and (kind != "doi" or dois_differ(value, other))
            for one, another in combinations(known, 2)
            for (kind, value), (other_kind, other) in product(one, another)
        )

    def _root(self, number: int) -> int:
        parents = self._parents
        while parents[number] != number:
            parents[number] = parents[parents[number]]
            number = parents[number]
        return number

    def _unite(self, home: int, root: int) -> None:
        self._parents[root] = home
        if not self._clusters[home].take_in(self._clusters[root]):
            self.is_weighed = True


def date_of(unit: Unit) -> str:
    """Return first author and year of a unit that has a title, too, else "".

    Its name is these, and the title.
    """
    names = unit[0]
    return f"{names.author} {names.year}" if names.name and names.title else ""


def near_titles(titles: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of titles of one author and year that are nearly the same, as pages spell them.

    Each is compared with those next to it when they are sorted by how they begin, or end.
    """
    if len(titles) < 2:
        return
    for step in (1, -1):
        listed = sorted(titles, key=lambda title: title_place(title, step))
        for place, title in enumerate(listed):
            for other in listed[place + 1 : place + 1 + NEXT]:
                if spelled_alike(title, other):
                    yield min(title, other), max(title, other)


def title_place(title: str, step: int) -> tuple[str, str]:
    """Return by what titles are sorted: their letters, from the begin or (step -1) the end."""
    return title.replace(" ", "")[::step], title


def _owner(works: Sequence[int], counts: Counter[int]) -> int | None:
    """Return the work that at least half of the references of an identifier name, if any."""
    first = min(works, key=lambda one: (-counts[one], one))
    return first if 2 * counts[first] >= sum(counts[one] for one in works) else None
