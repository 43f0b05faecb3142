"""How many articles and citances a work has in a library, counted on as articles come and go."""

import json
import sqlite3
from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from ..names import name_hash, references_of

LAST = 1 << 62
"""Greater than any reference."""


class WorkSize(NamedTuple):
    """Articles that cite a work, their citances, and the first reference."""

    articles: int
    citances: int
    first: int


class WorkCounts:
    """Counts of works, by what the articles that change had and have.

    Args:
        connection: to the library.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._before: dict[int, dict[int, WorkSize]] = {}  # by article
        self._shared: set[int] = set()  # articles of whose source there are, or were, others

    def changing(self, article: int) -> None:
        """Note what an article has before it changes."""
        if article not in self._before:
            self._before[article] = self._of_article(article)
            if self._before[article] and self._is_shared(article):
                self._shared.add(article)

    def settle(self, anew: Collection[int], gone: Collection[int]) -> dict[int, WorkSize]:
        """Return the sizes of the works that changed, those that are gone left out.

        Args:
            anew: works that got or lost references of other articles.
            gone: works without references.
        """
        articles, citances = Counter[int](), Counter[int]()
        firsts: dict[int, int] = {}
        counted, had = set(anew), set[int]()
        for article, before in self._before.items():
            after = self._of_article(article)
            for work, size in after.items():
                articles[work] += 1
                citances[work] += size.citances
                firsts[work] = min(firsts.get(work, LAST), size.first)
            for work, size in before.items():
                articles[work] -= 1
                citances[work] -= size.citances
                had.add(work)
            if article in self._shared or self._is_shared(article):
                counted.update(before, after)
        self._before.clear()
        self._shared.clear()
        sizes = {work: self._counted(work) for work in counted.difference(gone)}
        query = "SELECT articles, citances, first FROM works WHERE id = ?"
        for work in set(articles).difference(counted, gone):
            known = WorkSize(*self._connection.execute(query, (work,)).fetchone() or (0, 0, LAST))
            first = self._first(work) if work in had else min(known.first, firsts[work])
            sizes[work] = WorkSize(
                known.articles + articles[work], known.citances + citances[work], first
            )
        return sizes

    def _of_article(self, article: int) -> dict[int, WorkSize]:
        rows = self._connection.execute(
            "SELECT units.work, 1, count(DISTINCT citances.sentence), min(refs.id) FROM refs "
            "JOIN records ON records.id = refs.record JOIN units ON units.id = records.unit "
            "JOIN citances ON citances.reference = refs.id "
            "WHERE refs.id >= ? AND refs.id < ? GROUP BY 1",
            references_of(article),
        )
        return {work: WorkSize(*size) for work, *size in rows}

    def _counted(self, work: int) -> WorkSize:
        """Return the size of a work; articles of one source count as one, as do their places."""
        rows = self._connection.execute(
            "SELECT refs.id >> 20, count(DISTINCT sentence) FROM units "
            "CROSS JOIN records ON records.unit = units.id "
            "CROSS JOIN refs ON refs.record = records.id "
            "CROSS JOIN citances ON citances.reference = refs.id WHERE units.work = ? GROUP BY 1",
            (work,),
        ).fetchall()
        articles, citances = len(rows), sum(row[1] for row in rows)
        sources = self._connection.execute(
            "SELECT count(DISTINCT coalesce(nullif(source, ''), id)) FROM articles WHERE id IN "
            "(SELECT value FROM json_each(?))",
            (json.dumps([row[0] for row in rows]),),
        ).fetchone()[0]
        if sources < articles:
            articles = sources
            (citances,) = self._connection.execute(
                "SELECT count(*) FROM (SELECT DISTINCT coalesce(nullif(source, ''), articles.id), "
                'start, "end", text FROM units '
                "CROSS JOIN records ON records.unit = units.id "
                "CROSS JOIN refs ON refs.record = records.id "
                "CROSS JOIN citances ON citances.reference = refs.id "
                "CROSS JOIN sentences ON sentences.id = citances.sentence "
                "CROSS JOIN articles ON articles.id = sentences.article WHERE units.work = ?)",
                (work,),
            ).fetchone()
        return WorkSize(articles, citances, self._first(work))

    def _first(self, work: int) -> int:
        return int(
            self._connection.execute(
                "SELECT min((SELECT min(id) FROM refs WHERE record = records.id)) FROM units "
                "JOIN records ON records.unit = units.id WHERE units.work = ?",
                (work,),
            ).fetchone()[0]
        )

    def _is_shared(self, article: int) -> bool:
        """Return whether another article has the same source."""
        execute = self._connection.execute
        row = execute("SELECT source FROM articles WHERE id = ?", (article,)).fetchone()
        if row is None:
            return False
        name = name_hash(f"source:{row[0]}")
        query = "SELECT 1 FROM article_names WHERE name = ? AND article <> ?"
        return execute(query, (name, article)).fetchone() is not None
