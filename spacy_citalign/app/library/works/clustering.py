"""The units of a library put together as works, as far as they or their counts changed.

A new unit that meets those of one plain work alone, and fits them, is of that work
(``plain_works``). Else all that hangs together is clustered anew.

A work keeps its number where units come to it or go; of works that are united the one with most
references does, and of the parts of a work the largest.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from ....citations.works.same_works import named_work, usual_identifiers
from ....citations.works.work_clusters import MAX_TITLES, Identifier, WorkCluster, WorkClusters
from ....citations.works.work_names import IDENTIFIERS
from .recent import Recent
from .title_order import Pair
from .work_units import WorkUnits, own_identifiers, work_references

# What ``units.weighed`` adds up.
_OF_NAME = 1  # counts, and the order of references, matter to what the work is called
_OF_UNITS = 2  # counts matter to which units are one work
_MIXED = 4  # the units that hang together are no plain work
_LISTED = "id IN (SELECT value FROM json_each(?))"


_KEPT = 1 << 14  # plain works


NamedCluster = tuple[str, str | None]  # the name of a work, and what is apart, as ``works`` has it


class Clustering(NamedTuple):
    """What became of works.

    Attributes:
        works: those that were put together or may have another name, by their numbers.
        moved: works that got units of others, or lost some to others.
        gone: works without units.
    """

    works: dict[int, NamedCluster]
    moved: set[int]
    gone: set[int]


class _Row(NamedTuple):
    """A unit as the library has it."""

    unit: int
    references: int
    work: int
    weighed: int


class _Cluster(NamedTuple):
    """Units of one work, identifiers of theirs that are of others, and what counts matter to."""

    rows: Sequence[_Row]
    apart: str | None
    weighed: int


class UnitClusters:
    """Puts units together.

    Args:
        connection: to the library.
        units: in it.
    """

    def __init__(self, connection: sqlite3.Connection, units: WorkUnits) -> None:
        self._connection = connection
        self._units = units
        self._plain: Recent[int, WorkCluster] = Recent(_KEPT)  # those that were looked at last

    def settle(self, counted: Collection[int], left: Collection[int]) -> Clustering:
        """Put those units together that are new or touched, or whose counts changed and matter.

        Args:
            counted: units of which references came or went.
            left: works that units which are gone were of.
        """
        self._forget(left)
        renamed = set()
        for row in self._rows(f"weighed > 0 AND {_LISTED}", counted):
            if row.weighed & _OF_UNITS:
                self._units.touched.add(row.unit)
            elif row.weighed & _OF_NAME:
                renamed.add(row.work)
        known = self._connection.execute("SELECT max(id) FROM works").fetchone()[0] or 0
        works = self._join(known, renamed)
        clusters = [
            cluster
            for component, near in self._units.components()
            for cluster in self._clusters(component, near)
        ]
        numbers = self._numbers(clusters, max(works, default=known))
        moves, before, moved = [], set(left), set[int]()
        for work, cluster in zip(numbers, clusters, strict=True):
            for row in cluster.rows:
                before.update([row.work] if row.work else ())
                if row.work != work:
                    moves.append((work, row.unit))
                    # One that was given to a unit just now has no articles yet.
                    moved.update((work, row.work) if 0 < row.work <= known else ())
        self._connection.executemany("UPDATE units SET work = ? WHERE id = ?", moves)
        self._forget(before.union(numbers))
        gone = before.difference(numbers)
        for work in gone.intersection(works):
            del works[work]
        for work, cluster in zip(numbers, clusters, strict=True):
            works[work] = self._named(work, cluster)
        for work in renamed.difference(numbers, gone):
            rows = list(self._rows("work = ?", work))
            apart = self._apart(work) or ("[]" if len(rows) > 1 else None)
            works[work] = self._named(work, _Cluster(rows, apart, rows[0].weighed & ~_OF_NAME))
        return Clustering(works, moved - gone, gone)

    def _join(self, last: int, renamed: set[int]) -> dict[int, NamedCluster]:
        """Give new units to plain works, or to one of their own; touch those that meet others.

        What hangs together with a unit that is touched is clustered anew afterwards, these too.

        Args:
            last: the highest number of a work.
            renamed: gets the works that may be called differently now.

        Returns:
            The works that are new.
        """
        works: dict[int, NamedCluster] = {}
        for number, near in self._units.new.items():
            if number in self._units.touched:
                continue
            met = self._units.met_works(number, near)
            if not met:
                last += 1
                work, weighed = last, 0
                names, key = self._units.unit(number)
                works[work] = names.key or key, None
            else:
                work, weighed = met[0]
                added = None
                if len(met) == 1 and not weighed & (_OF_UNITS | _MIXED):
                    added = self._take_in(work, number)
                if added is None:
                    self._units.touched.add(number)
                    continue
                if added or weighed & _OF_NAME or self._apart(work) is None:
                    renamed.add(work)
            self._connection.execute(
                "UPDATE units SET work = ?, weighed = ? WHERE id = ?", (work, weighed, number)
            )
        self._units.new.clear()
        return works

    def _rows(self, condition: str, value: int | Collection[int]) -> Iterator[_Row]:
        values = (value if isinstance(value, int) else json.dumps(list(value)),)
        columns = "SELECT id, count, work, weighed FROM units"
        query = f"{columns} WHERE {condition} ORDER BY id"
        return map(_Row._make, self._connection.execute(query, values).fetchall())

    def _apart(self, work: int) -> str | None:
        query = "SELECT apart FROM works WHERE id = ?"
        row = self._connection.execute(query, (work,)).fetchone()
        return row[0] if row else None

    def _clusters(self, component: set[int], near: set[Pair]) -> list[_Cluster]:
        """Return the works that units make which hang together."""
        if len(component) == 1:
            return [_Cluster(list(self._rows("id = ?", *component)), None, 0)]
        rows = list(self._rows(_LISTED, component))
        units = {number: self._units.unit(number) for number in component}
        found = WorkClusters({units[row.unit]: row.references for row in rows}, near)
        by_cluster: dict[int, list[_Row]] = {}
        own = {}
        for row in rows:
            if cluster := found.cluster(units[row.unit]):  # always: its unit meets another
                by_cluster.setdefault(id(cluster), []).append(row)
                own[id(cluster)] = cluster.identifiers
        weighed = _OF_UNITS if found.is_weighed else 0
        named = {one for names, _ in units.values() for one in names.identifiers}
        is_one = not weighed and len(own) == 1 and named in own.values()
        if not is_one or not is_plain(named):
            weighed |= _MIXED
        clusters = []
        for key, members in by_cluster.items():
            named = {one for row in members for one in units[row.unit][0].identifiers}
            clusters.append(_Cluster(members, json.dumps(sorted(named - own[key])), weighed))
        return clusters

    def _named(self, work: int, cluster: _Cluster) -> NamedCluster:
        """Return a work with its name; write what counts matter to."""
        name, is_weighed = self._name(work, cluster)
        weighed = cluster.weighed | (_OF_NAME if is_weighed else 0)
        self._connection.executemany(
            "UPDATE units SET weighed = ? WHERE id = ?",
            [(weighed, row.unit) for row in cluster.rows if row.weighed != weighed],
        )
        return name, cluster.apart

    def _numbers(self, clusters: Sequence[_Cluster], last: int) -> list[int]:
        """Return the number of each work, above ``last`` where it is new."""
        claims: Counter[tuple[int, int]] = Counter()
        for place, cluster in enumerate(clusters):
            for row in cluster.rows:
                if row.work:
                    claims[row.work, place] += row.references
        numbers: dict[int, int] = {}
        taken = set()
        for (work, place), _ in sorted(claims.items(), key=lambda one: (-one[1], one[0])):
            if place not in numbers and work not in taken:
                numbers[place] = work
                taken.add(work)
        new = count(last + 1)
        return [numbers.get(place) or next(new) for place in range(len(clusters))]

    def _name(self, work: int, cluster: _Cluster) -> tuple[str, bool]:
        """Return the name of a work, and whether counts or the order of references matter to it."""
        units = {self._units.unit(row.unit): row.references for row in cluster.rows}
        if cluster.apart is None:
            ((names, key),) = units
            return names.key or key, False
        own = own_identifiers(units, cluster.apart)
        for kind in IDENTIFIERS:
            values = [value for one, value in own if one == kind]
            if len(values) == 1:
                return f"{kind}:{values[0]}", False
            if values:
                return f"{kind}:{usual_identifiers(own, units)[kind]}", True
        references, counts = work_references(self._connection, work)
        return named_work(references, own, counts)[0], True

    def _take_in(self, work: int, unit: int) -> set[Identifier] | None:
        """Add a unit that fits to a plain work.

        Returns:
            The identifiers that are new, None if it does not fit.
        """
        known = self._plain.get(work)
        if known is None:
            rows = self._connection.execute("SELECT id FROM units WHERE work = ?", (work,))
            known, *others = [WorkCluster(self._units.unit(row[0])[0]) for row in rows.fetchall()]
            for other in others:
                known.take_in(other)
            self._plain[work] = known
        new = WorkCluster(self._units.unit(unit)[0])
        new.titles = [title for title in new.titles if title not in known.titles]
        if (
            len(known.titles) + len(new.titles) > MAX_TITLES
            or not is_plain(known.identifiers | new.identifiers)
            or not known.may_join(new)
        ):
            return None
        added = new.identifiers - known.identifiers
        known.take_in(new)
        return added

    def _forget(self, works: Collection[int]) -> None:
        """Look at works anew that were changed elsewhere."""
        for work in works:
            self._plain.pop(work, None)


def is_plain(identifiers: set[Identifier]) -> bool:
    """Return whether there is one of each kind, but any DOIs."""
    kinds = [kind for kind, _ in identifiers if kind != "doi"]
    return len(set(kinds)) == len(kinds)
