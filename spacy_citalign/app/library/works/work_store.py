"""The cited works of a library: references put together as they come, and taken away again.

What is found is what ``citations.works.WorkIndex`` finds in all references at once. References are
counted by their units (``work_units``); the units that hang together with one that is new, or gone,
are clustered anew, and so are those of which a count changed where counts matter.
"""

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ....citations.works.same_works import named_work
from ....citations.works.work_clusters import unit_of
from ....citations.works.work_names import WorkNames, WorkRecord
from ..names import name_hash
from .clustering import Clustering, UnitClusters
from .recent import Recent
from .work_counts import WorkCounts, WorkSize
from .work_units import WorkUnits, own_identifiers, work_references

_KEPT_RECORDS = 1 << 17


_NUMBERED = re.compile(r"(.+) \(\d+\)", re.DOTALL)


class WorkStore:
    """The cited works of a library. All that is called in a transaction ends with ``settle``.

    What it keeps in memory is void after a transaction that was rolled back.

    Args:
        connection: to the library.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._units = WorkUnits(connection)
        self._clusters = UnitClusters(connection, self._units)
        self._counts = WorkCounts(connection)
        self._records: Recent[int, int] = Recent(_KEPT_RECORDS)  # by digest
        self._counted: Counter[int] = Counter()  # by record

    def changing(self, article: int) -> None:
        """Note that the citances of an article are about to change, or to come, or to go."""
        self._counts.changing(article)

    def record(self, key: str, known: WorkRecord, names: WorkNames) -> int:
        """Return the number of what is said of a work, which is kept once.

        Args:
            key: what the work is called where nothing but this is known of it.
            known: what a list of references says.
            names: of the work.
        """
        unit = unit_of(key, names)
        text = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
        digest = name_hash(f"{unit[1]}\0{text}")
        number = self._records.get(digest)
        if number is None:
            query = "SELECT id FROM records WHERE digest = ?"
            if found := self._connection.execute(query, (digest,)).fetchone():
                number = int(found[0])
            else:
                cursor = self._connection.execute(
                    "INSERT INTO records (unit, digest, known) VALUES (?, ?, ?)",
                    (self._units.find_or_add(unit, known), digest, text),
                )
                number = int(cursor.lastrowid or 0)
                self._counted[number] += 0
            self._records[digest] = number
        return number

    def count(self, record: int, by: int) -> None:
        """Count references of a record that are added, or gone where it is below 0."""
        self._counted[record] += by

    def settle(self, change: int) -> set[int]:
        """Put works together anew as far as that is needed; return those whose citances changed.

        The rows of references and citances are as they will be.

        Args:
            change: the number of this change of the library.
        """
        counted, left = self._count_units()
        clustering = self._clusters.settle(counted, left)
        sizes = self._counts.settle(clustering.moved, clustering.gone)
        names = self._write(clustering, sizes, change)
        for work in number_keys(self._connection, names).difference(sizes):
            self._connection.execute("UPDATE works SET changed = ? WHERE id = ?", (change, work))
        return set(sizes)

    def describe(self, work: int) -> tuple[str, dict[str, Any]]:
        """Return the key of a work, and what is known of it, as ``WorkGroup`` has them."""
        query = "SELECT key, apart FROM works WHERE id = ?"
        key, apart = self._connection.execute(query, (work,)).fetchone()
        references, counts = work_references(self._connection, work)
        identifiers = None if apart is None else own_identifiers(counts, apart)
        return key, named_work(references, identifiers, counts)[1]

    def _count_units(self) -> tuple[set[int], set[int]]:
        """Count references; return the units that have some still, and works of those that do not.

        The first record of a unit stays: its words are those that are searched for.
        """
        execute = self._connection.execute
        counts: Counter[int] = Counter()
        less: list[tuple[int, int]] = []
        for record, unit in execute(
            "SELECT id, unit FROM records WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(self._counted)),),
        ).fetchall():
            counts[unit] += self._counted[record]
            if self._counted[record] <= 0:
                less.append((record, unit))
        self._counted.clear()
        added = [(by, unit) for unit, by in counts.items() if by]
        self._connection.executemany("UPDATE units SET count = count + ? WHERE id = ?", added)
        empty = execute(
            "SELECT id, work FROM units WHERE count = 0 AND id IN (SELECT value FROM json_each(?))",
            (json.dumps([unit for _, unit in less]),),
        ).fetchall()
        for unit, _ in empty:
            self._units.remove(unit)
            del counts[unit]
        for record, unit in less:
            execute(
                "DELETE FROM records WHERE id = ? AND id > (SELECT min(id) FROM records "
                "WHERE unit = ?) AND NOT EXISTS (SELECT 1 FROM refs WHERE record = records.id)",
                (record, unit),
            )
        if less:
            self._records.clear()
        return set(counts), {work for _, work in empty if work}

    def _write(
        self, clustering: Clustering, sizes: Mapping[int, WorkSize], change: int
    ) -> Iterable[str]:
        """Write works; return the names of which works may have changed or another order."""
        names, found = set[str](), clustering.works
        new, resized, renamed = [], [], []
        concerned = json.dumps(list({*sizes, *found, *clustering.gone}))
        query = "SELECT * FROM works WHERE id IN (SELECT value FROM json_each(?))"
        known = {row["id"]: row for row in self._connection.execute(query, (concerned,))}
        for work in {*sizes, *found}:
            old = known.get(work)
            if old is None:
                name, apart = found[work]
                new.append((work, name, *sizes[work], change, apart))
                names.add(name)
                continue
            called = old["name"] or old["key"]
            if work in sizes:
                resized.append((*sizes[work], change, work))
                if sizes[work].first != old["first"]:
                    names.add(called)
            if work in found and found[work] != (called, old["apart"]):
                renamed.append((*found[work], work))
                names |= {called, found[work][0]}
        for work in clustering.gone:
            if old := known.get(work):
                names.add(old["name"] or old["key"])
        executemany = self._connection.executemany
        gone = [(work,) for work in clustering.gone]
        executemany("DELETE FROM works WHERE id = ?", gone)
        executemany("DELETE FROM answers WHERE work = ?", gone)
        executemany(
            "UPDATE works SET articles = ?, citances = ?, first = ?, changed = ? WHERE id = ?",
            resized,
        )
        executemany("UPDATE works SET key = ?, apart = ?, name = NULL WHERE id = ?", renamed)
        executemany(
            "INSERT INTO works (id, key, articles, citances, first, changed, apart) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            new,
        )
        return names


def number_keys(connection: sqlite3.Connection, names: Iterable[str]) -> set[int]:
    """Give the works of some names keys that no other work has; return those that got another.

    The first keeps its name, the others get it with the lowest number that is the name of none, in
    order of appearance, as ``citations.works`` has it.

    Args:
        connection: to the library.
        names: those that works have now or had before, where anything of these changed.
    """
    changed = set()
    numbered = {match[1] for name in names if (match := _NUMBERED.fullmatch(name))}
    for name in numbered.union(names):
        number = 1
        for place, (work, key) in enumerate(_of_name(connection, name)):
            wanted = name
            if place:
                while number == 1 or _of_name(connection, wanted):
                    number += 1
                    wanted = f"{name} ({number})"
            if wanted != key:
                connection.execute(
                    "UPDATE works SET key = ?, name = ? WHERE id = ?",
                    (wanted, name if place else None, work),
                )
                changed.add(work)
    return changed


def _of_name(connection: sqlite3.Connection, name: str) -> list[tuple[int, str]]:
    """Return the works of a name, in order of appearance, and their keys."""
    query = (
        "SELECT id, key FROM works WHERE (key = ?1 AND name IS NULL) OR name = ?1 ORDER BY first"
    )
    return connection.execute(query, (name,)).fetchall()
