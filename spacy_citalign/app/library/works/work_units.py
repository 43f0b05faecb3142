"""The units of a library: names of cited works that are told apart by nothing, and which meet.

Units meet if they share an identifier or a name, or if their titles, of one author and year, are
nearly the same and stand next to each other. What is found of works is the same for all units that
hang together in this way, whatever the others are (``citations.work_clusters``).
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping

from ....citations.works.same_works import WorkReference
from ....citations.works.work_clusters import Identifier, Unit, common_names, date_of
from ....citations.works.work_names import (
    WorkNames,
    WorkRecord,
    field_text,
    normal_name,
    work_names,
)
from ..names import name_hash
from .recent import Recent
from .title_order import Pair, TitleOrder

_KEPT_UNITS = 1 << 16


class WorkUnits:
    """The units of a library.

    Args:
        connection: to the library.

    Attributes:
        new: units that have no work, with the titles that were near theirs when it came. Those
            that came later are near to it, those that it has no more are touched; and where the
            title was there before, its unit has them.
        touched: units which others met before a change, or meet since.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._titles = TitleOrder(connection)
        self._kept: Recent[int, Unit] = Recent(_KEPT_UNITS)
        self.new: dict[int, set[str]] = {}
        self.touched: set[int] = set()

    def unit(self, number: int) -> Unit:
        """Return the names of a unit."""
        known = self._kept.get(number)
        if known is None:
            query = (
                "SELECT known, key FROM records JOIN units ON units.id = records.unit "
                "WHERE records.unit = ? LIMIT 1"
            )
            record, key = self._connection.execute(query, (number,)).fetchone()
            known = work_names(json.loads(record)), key
            self._kept[number] = known
        return known

    def find_or_add(self, unit: Unit, work: WorkRecord) -> int:
        """Return the number of a unit, which is made where there is none."""
        digest = name_hash(json.dumps(unit))
        row = self._connection.execute("SELECT id FROM units WHERE digest = ?", (digest,))
        if found := row.fetchone():
            return int(found[0])
        cursor = self._connection.execute(
            "INSERT INTO units (digest, key, count, work, weighed) VALUES (?, ?, 0, 0, 0)",
            (digest, unit[1]),
        )
        number = int(cursor.lastrowid or 0)
        self._kept[number] = unit
        self._connection.executemany(
            "INSERT INTO unit_names (name, unit) VALUES (?, ?)",
            [(name, number) for name in dict.fromkeys(_hashes(unit_names(*unit)))],
        )
        if words := _words(work):
            self._connection.execute(
                "INSERT INTO unit_words (rowid, words) VALUES (?, ?)", (number, words)
            )
        near: set[str] = set()
        date = date_of(unit)
        if date and (found := self._titles.add(date, unit[0].title)):
            near, parted = found
            self._touch_titles(date, parted)
        self.new[number] = near
        return number

    def remove(self, number: int) -> None:
        """Remove a unit that has no references, and its records; what met it is touched."""
        query = "SELECT known FROM records WHERE unit = ? ORDER BY id LIMIT 1"
        (known,) = self._connection.execute(query, (number,)).fetchone()
        unit = self.unit(number)
        near = (f"name:{name}" for pair in self._near_pairs(unit) for name in pair)
        self.touched |= self._named({*unit_names(*unit), *near})
        self._connection.executemany(
            "DELETE FROM unit_names WHERE name = ? AND unit = ?",
            [(name, number) for name in _hashes(unit_names(*unit))],
        )
        date, title = date_of(unit), unit[0].title
        if date and all(
            date_of(other) != date or other[0].title != title
            for other in map(self.unit, self._named([f"name:{unit[0].name}"]))
        ):
            self._touch_titles(date, self._titles.remove(date, title))
        if words := _words(json.loads(known)):
            self._connection.execute(
                "INSERT INTO unit_words (unit_words, rowid, words) VALUES ('delete', ?, ?)",
                (number, words),
            )
        self._connection.execute("DELETE FROM units WHERE id = ?", (number,))
        self._connection.execute("DELETE FROM records WHERE unit = ?", (number,))
        self.touched.discard(number)
        self.new.pop(number, None)
        self._kept.pop(number, None)

    def components(self) -> Iterator[tuple[set[int], set[Pair]]]:
        """Yield the units that hang together with those that are touched, and near names of them.

        Nothing is touched afterwards.
        """
        while self.touched:
            found, pairs, asked = set[int](), set[Pair](), set[str]()
            compared = set[str]()  # names, which variants of a work share
            new = {self.touched.pop()}
            while new:
                number = new.pop()
                found.add(number)
                unit = self.unit(number)
                names = set(unit_names(*unit))
                if date_of(unit) and unit[0].name not in compared:
                    compared.add(unit[0].name)
                    near = self._near_pairs(unit)
                    pairs |= near
                    names.update(f"name:{name}" for pair in near for name in pair)
                names -= asked
                asked |= names
                if names:
                    new |= self._named(names) - found
            self.touched -= found
            yield found, pairs

    def _near_pairs(self, unit: Unit) -> set[Pair]:
        """Return the name of a unit in pairs with those of near titles."""
        date, own = date_of(unit), unit[0].name
        near = self._titles.near(date, unit[0].title) if date else ()
        names = [f"{date} {title}" for title in near]
        return {(min(own, name), max(own, name)) for name in names}

    def met_works(self, number: int, near: Iterable[str]) -> list[tuple[int, int]]:
        """Return the works of the units that meet one, with what counts matter to.

        Args:
            number: of the unit.
            near: the titles near its own.
        """
        unit = self.unit(number)
        names = [*unit_names(*unit), *(f"name:{date_of(unit)} {title}" for title in near)]
        marks = ", ".join("?" * len(names))
        query = (
            "SELECT DISTINCT work, weighed FROM unit_names "  # noqa: S608 - question marks
            f"CROSS JOIN units ON units.id = unit WHERE name IN ({marks}) AND work > 0"
        )
        return [(row[0], row[1]) for row in self._connection.execute(query, _hashes(names))]

    def _named(self, names: Collection[str]) -> set[int]:
        marks = ", ".join("?" * len(names))
        query = f"SELECT unit FROM unit_names WHERE name IN ({marks})"  # noqa: S608 - question marks
        return {row[0] for row in self._connection.execute(query, _hashes(names))}

    def _touch_titles(self, date: str, pairs: Iterable[Pair]) -> None:
        self.touched |= self._named([f"name:{date} {title}" for pair in pairs for title in pair])


def unit_names(names: WorkNames, key: str) -> list[str]:
    """Return what units, and what asks for a work, may share: identifiers, then names."""
    identifiers = [f"{kind}:{value}" for kind, value in names.identifiers]
    return identifiers + [f"name:{name}" for name in common_names((names, key))]


def _hashes(names: Iterable[str]) -> list[int]:
    return [name_hash(name) for name in names]


def _words(work: WorkRecord) -> str:
    """Return the words by which a work is looked up."""
    parts = (normal_name(field_text(work, name)) for name in ("first_author", "year", "title"))
    return " ".join(filter(None, parts))


def work_references(
    connection: sqlite3.Connection, work: int
) -> tuple[list[WorkReference], Mapping[Unit, int]]:
    """Return what is said of a work, each once in order of appearance, and counts of its units."""
    rows = connection.execute(
        "SELECT known, units.key, count, "
        "(SELECT min(id) FROM refs WHERE record = records.id) AS first "
        "FROM units JOIN records ON records.unit = units.id "
        "WHERE work = ? AND first IS NOT NULL ORDER BY first",
        (work,),
    ).fetchall()
    references: list[WorkReference] = []
    counts: dict[Unit, int] = {}
    for known, key, count, first in rows:
        record = json.loads(known)
        names = work_names(record)
        if not references:  # the name of a work may be what its first reference is called
            query = "SELECT key FROM refs WHERE id = ?"
            key = connection.execute(query, (first,)).fetchone()[0] or names.key or key
        reference = WorkReference(key, record, names)
        references.append(reference)
        counts[reference.unit] = count
    return references, counts


def own_identifiers(units: Iterable[Unit], apart: str) -> set[Identifier]:
    """Return the identifiers of units without those that are of other works.

    Args:
        units: of a work.
        apart: as ``works`` has it.
    """
    of_others = {(kind, value) for kind, value in json.loads(apart)}
    return {one for names, _ in units for one in names.identifiers} - of_others
