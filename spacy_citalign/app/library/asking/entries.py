"""Works, articles and citing sentences of a library as rows, and the one work that a name fits."""

import sqlite3
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

from ....citations.works.work_names import work_names
from ....errors import InputError, SettingError, printable
from ....library_rows import (
    ArticleEntry,
    FoundCitance,
    LibraryArticle,
    LibraryFacts,
    WorkEntry,
    WorkReference,
)
from ....schema import Article, Citance, CitedWork
from ...report.phrases import counted, work_name
from ..names import name_hash
from ..retractions.retractions import Retractions
from ..settings import changes, count
from ..stored_citances import SENTENCE, about_of, citance_line, citance_values, sentence_of
from ..works.work_store import WorkStore
from .lookup import cited_in, find_works, named_works, near_works

CANDIDATES = 20
_NAMED = 3  # works that a message names
_SENTENCE = f"""
SELECT {SENTENCE}, a.source, a.about
FROM sentences s JOIN articles a ON a.id = s.article LEFT JOIN sections n ON n.id = s.section
WHERE s.id = ?
"""  # noqa: S608 - columns
_LARGEST = """
SELECT id FROM works WHERE citances >= ? AND articles >= ? AND (articles > 1 OR citances > 1)
ORDER BY articles DESC, citances DESC, first LIMIT ? OFFSET ?
"""
_COUNT_LARGER = "SELECT count(*) FROM works WHERE articles > 1 OR citances > 1"
_SMALLEST = """
SELECT id FROM works WHERE NOT (articles > 1 OR citances > 1)
ORDER BY articles DESC, citances DESC, first LIMIT ? OFFSET ?
"""
_ARTICLES = "SELECT id, source, about FROM articles ORDER BY id LIMIT ? OFFSET ?"
_CALLED = """
SELECT a.id, a.source, a.about FROM article_names n JOIN articles a ON a.id = n.article
WHERE n.name = ? ORDER BY a.id
"""
_SIZES = """
SELECT count(DISTINCT u.work) AS works, count(*) AS citances
FROM refs r JOIN citances c ON c.reference = r.id
JOIN records k ON k.id = r.record JOIN units u ON u.id = k.unit
WHERE r.id >= ?1 << 20 AND r.id < (?1 + 1) << 20
"""
_CITANCES = f"""
SELECT r.id, r.label, u.work, {SENTENCE}, c.marks AS own
FROM refs r
JOIN citances c ON c.reference = r.id
JOIN sentences s ON s.id = c.sentence
JOIN records k ON k.id = r.record
JOIN units u ON u.id = k.unit
LEFT JOIN sections n ON n.id = s.section
WHERE r.id >= ?1 << 20 AND r.id < (?1 + 1) << 20 ORDER BY r.id, s.id
"""  # noqa: S608 - columns

Known = TypeVar("Known", bound=Article)


class Entries:
    """The rows of lists.

    Args:
        connection: reads the library.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._store = WorkStore(connection)
        self._retractions = Retractions(connection)

    def facts(self) -> LibraryFacts:
        """Return how much is in the library."""
        sizes = {name: count(self._connection, name) for name in ("articles", "works", "citances")}
        return LibraryFacts(**sizes, changes=changes(self._connection))

    def largest(self, least: tuple[int, int], start: int, limit: int) -> list[WorkEntry]:
        """Return works, those that most articles cite first.

        Args:
            least: so many citances of so many articles at least.
            start: so many works are left out.
            limit: so many at most.
        """
        rows = self._connection.execute(_LARGEST, (*least, limit, start)).fetchall()
        if len(rows) < limit and max(least) <= 1:  # those that one sentence cites have no index
            (larger,) = self._connection.execute(_COUNT_LARGER).fetchone()
            rest = limit - len(rows), max(start - larger, 0)
            rows += self._connection.execute(_SMALLEST, rest).fetchall()
        return [self.work(row[0]) for row in rows]

    def work(self, work: int) -> WorkEntry:
        """Return a work."""
        query = "SELECT articles, citances FROM works WHERE id = ?"
        sizes = dict(self._connection.execute(query, (work,)).fetchone())
        key, cited = self._store.describe(work)
        return WorkEntry(cited=self._noticed(CitedWork(**{**cited, "key": key})), **sizes)

    def citance(self, sentence: int) -> FoundCitance:
        """Return a citing sentence with the works that it cites.

        Of its marks it is not said which work they cite.
        """
        row = self._connection.execute(_SENTENCE, (sentence,)).fetchone()
        values = citance_values(sentence_of(row), "", row["source"])
        for mark in values.get("citations") or ():
            mark.pop("cites", None)
        citance = Citance.model_validate(values)
        if row["about"]:
            citance.article = self._noticed(Article.model_validate_json(row["about"]))
        works = [self.work(work) for work in cited_in(self._connection, sentence)]
        return FoundCitance(citance=citance, works=works)

    def articles(self, start: int, limit: int) -> list[ArticleEntry]:
        """Return articles in the order in which they came in, from a place on, so many at most."""
        rows = self._connection.execute(_ARTICLES, (limit, start)).fetchall()
        return [ArticleEntry(**self._article([row])) for row in rows]

    def article(self, name: str) -> LibraryArticle | None:
        """Return an article that is in, None where there is none of that name.

        Args:
            name: that its citances have as ``source``, or one of its identifiers: "doi:10.5555/x".
        """
        for known in (f"source:{name}", name):
            rows = self._connection.execute(_CALLED, (name_hash(known),)).fetchall()
            if rows:  # the hash of another name may be the same
                rows = [row for row in rows if row["source"] == rows[0]["source"]]
                cited_as = self._cited_as(about_of(rows[0]["about"]))
                return LibraryArticle(
                    **self._article(rows),
                    cited_as=None if cited_as is None else self.work(cited_as),
                    references=[one for row in rows for one in self._references(row)],
                )
        return None

    def _article(self, rows: list[sqlite3.Row]) -> dict[str, Any]:
        """Return the fields of an entry; several articles may have a name, as of parts of a run."""
        sizes = [self._connection.execute(_SIZES, (row["id"],)).fetchone() for row in rows]
        return {
            "name": rows[0]["source"],
            "article": self._noticed(Article(**about_of(rows[0]["about"]))),
            **{name: sum(size[name] for size in sizes) for name in ("works", "citances")},
        }

    def _noticed(self, article: Known) -> Known:
        """Return an article or a work with the notice about it."""
        if notice := self._retractions.of(article):
            article.retracted = notice
        return article

    def _cited_as(self, about: dict[str, Any]) -> int | None:
        """Return the work that an article is, None where nobody cites it."""
        names = [f"{kind}:{value}" for kind, value in Article(**about).identifiers()]
        for name in filter(None, [*names, work_names(about).name]):
            if works := named_works(self._connection, name, 1):
                return works[0]
        return None

    def _references(self, article: sqlite3.Row) -> Iterator[WorkReference]:
        cited = self._connection.execute(_CITANCES, (article["id"],)).fetchall()
        source = article["source"]
        for (_, label, work), same in groupby(cited, key=itemgetter("id", "label", "work")):
            lines = [citance_line(sentence_of(one), one["own"], source) for one in same]
            citances = [Citance.model_validate_json(line + b"}") for line in lines]
            yield WorkReference(label=label, work=self.work(work), citances=citances)


class SeveralWorksError(SettingError):
    """A name fits several works.

    Args:
        name: what was asked for.
        works: those that it fits, the most cited first.
    """

    def __init__(self, name: str, works: list[WorkEntry]) -> None:
        more = ", ..." if len(works) > _NAMED else ""
        several = f"{len(works)} works{' or more' if len(works) == CANDIDATES else ''}"
        keys = _listed(works[:_NAMED], ", ")
        super().__init__(f"{printable(name)!r} fits {several}: {keys}{more}; give a key")
        self.works = works


def one_work(connection: sqlite3.Connection, library: Path, name: str) -> int:
    """Return the work that a name fits.

    Args:
        connection: reads the library.
        library: its file.
        name: a key, an identifier in any spelling, or words of author, year and title.

    Raises:
        InputError: there is none.
        SeveralWorksError: there are several.
        SettingError: the name is blank.
    """
    if not name.strip():
        raise SettingError("the name of the work is blank; give its DOI, or words of its title")
    found = find_works(connection, name, CANDIDATES)
    if len(found) == 1:
        return found[0]
    entries = Entries(connection)
    if found:
        raise SeveralWorksError(name, [entries.work(work) for work in found])
    near = [entries.work(work) for work in near_works(connection, name, _NAMED)]
    advice = "give a DOI, PMID, PMCID or arXiv id, or words of author, year and title"
    if near:
        advice = f"near it are {_listed(near, '; ')}"
    raise InputError(
        f"no work {printable(name)!r} is cited in {library}, which has "
        f"{counted(entries.facts().articles, 'article')}; {advice}"
    )


def _listed(works: list[WorkEntry], comma: str) -> str:
    return comma.join(f"{one.cited.key} ({work_name(one.cited)})" for one in works)
