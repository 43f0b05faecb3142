"""Titles of a library by author and year, in the order of their letters from the begin and the end.

Those that stand next to each other in either order are compared (``citations.work_clusters``).
"""

import sqlite3
from bisect import bisect_left, insort
from typing import Any

from ....citations.works.work_agreement import letters_alike, spelled_alike, with_letters_alike
from ....citations.works.work_clusters import NEXT, title_place
from ..names import name_hash
from .recent import Recent

_STEPS = (1, -1)
_START = 6  # letters of a title by which it is found
SMALL = 32  # titles of an author and a year that are read, and kept, at once
_KEPT = 1 << 13  # authors and years

Pair = tuple[str, str]
_Place = tuple[str, str]  # letters, and title
_Orders = dict[int, list[_Place]]  # by step; empty where there are too many titles


class TitleOrder:
    """The titles of a library.

    Args:
        connection: to the library.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        # The whole order by each step; nothing of dates that have many titles.
        self._kept: Recent[str, _Orders] = Recent(_KEPT)

    def add(self, date: str, title: str) -> tuple[set[str], list[Pair]] | None:
        """Add a title of an author and a year.

        Returns:
            The titles that are nearly the same and next to it, and near ones that it parts; None
            where it is there.
        """
        orders = self._orders(date)
        if title_place(title, 1) in orders[1] if orders else self._number(date, title) is not None:
            return None
        near, around = self._met(date, title, orders)
        execute = self._connection.execute
        number = execute("INSERT INTO titles (title) VALUES (?)", (title,)).lastrowid
        for step in _STEPS:
            place = title_place(title, step)
            values = _hash(date, step), place[0][:_START], number
            execute("INSERT INTO title_order (date, start, title) VALUES (?, ?, ?)", values)
            if orders:
                insort(orders[step], place)
        return near, around

    def remove(self, date: str, title: str) -> list[Pair]:
        """Remove a title; return near ones between which it stood."""
        number = self._number(date, title)
        self._connection.execute("DELETE FROM titles WHERE id = ?", (number,))
        self._connection.executemany(
            "DELETE FROM title_order WHERE date = ? AND start = ? AND title = ?",
            [(_hash(date, step), _start(title, step), number) for step in _STEPS],
        )
        self._kept.pop(date, None)
        return self._met(date, title, self._orders(date))[1]

    def near(self, date: str, title: str) -> set[str]:
        """Return the titles that are nearly the same as one, and next to it."""
        return self._met(date, title, self._orders(date))[0]

    def _number(self, date: str, title: str) -> int | None:
        row = self._connection.execute(
            "SELECT titles.id FROM title_order JOIN titles ON titles.id = title_order.title "
            "WHERE date = ? AND start = ? AND titles.title = ?",
            (_hash(date, 1), _start(title, 1), title),
        ).fetchone()
        return None if row is None else int(row[0])

    def _met(self, date: str, title: str, orders: _Orders) -> tuple[set[str], list[Pair]]:
        """Return the titles near one, and near ones that are compared only where it is not there.

        The latter stand on both sides of it.
        """
        near: set[str] = set()
        around: list[Pair] = []
        for step in _STEPS:
            before, after = self._beside(date, title, step, orders)
            if others := before + after:
                letters = title_place(title, step)[0]
                for place in with_letters_alike(letters, [one for one, _ in others]):
                    near.add(others[place][1])
            for place, (letters, one) in enumerate(before):
                last = NEXT - 1 - place
                for others_letters, other in after[last : last + 1]:
                    if letters_alike(letters, others_letters):
                        around.append((one, other))
        return (
            {other for other in near if spelled_alike(title, other)},
            [pair for pair in around if spelled_alike(*pair)],
        )

    def _beside(
        self, date: str, title: str, step: int, orders: _Orders
    ) -> tuple[list[_Place], list[_Place]]:
        """Return the titles next before one, and those next behind it, the nearest first."""
        own = title_place(title, step)
        if orders:
            places = orders[step]
        else:
            start = own[0][:_START]
            rows = [
                *self._next(date, step, "AND start < ? ORDER BY start DESC", start),
                *self._rows(date, step, "AND start = ?", -1, start),
                *self._next(date, step, "AND start > ? ORDER BY start", start),
            ]
            places = sorted(title_place(other, step) for _, other in rows)
        middle = bisect_left(places, own)
        behind = middle + (places[middle : middle + 1] == [own])
        return places[max(middle - NEXT, 0) : middle][::-1], places[behind : behind + NEXT]

    def _orders(self, date: str) -> _Orders:
        """Return the titles of a date by each step, nothing where there are many."""
        orders = self._kept.get(date)
        if orders is None or len(orders.get(1, "")) >= SMALL:
            titles = [title for _, title in self._rows(date, 1, "", SMALL)]
            orders = {}
            if len(titles) < SMALL:
                for step in _STEPS:
                    orders[step] = sorted(title_place(title, step) for title in titles)
            self._kept[date] = orders
        return orders

    def _next(self, date: str, step: int, condition: str, start: str) -> list[Any]:
        """Return so many titles on a side that the nearest, and all that begin so, are there."""
        limit = NEXT + 1
        while True:
            rows = self._rows(date, step, condition, limit, start)
            if len(rows) < limit or rows[NEXT - 1][0] != rows[-1][0]:
                return rows
            limit *= 4

    def _rows(self, date: str, step: int, condition: str, limit: int, *values: str) -> list[Any]:
        """Return titles and their starts."""
        query = (
            "SELECT start, titles.title FROM title_order "  # noqa: S608 - conditions from above
            f"CROSS JOIN titles ON titles.id = title_order.title WHERE date = ? {condition} LIMIT ?"
        )
        return self._connection.execute(query, (_hash(date, step), *values, limit)).fetchall()


def _hash(date: str, step: int) -> int:
    return name_hash(f"{step} {date}")


def _start(title: str, step: int) -> str:
    return title_place(title, step)[0][:_START]
