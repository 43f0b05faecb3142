"""Retracted works and articles of a library: the lists that say so, and the notices in rows."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from ....errors import InputError
from ....schema import Article, CitanceGroup, Retraction
from ...report.phrases import counted
from ..database import transaction, writing
from ..names import name_hash
from ..settings import next_change
from .retraction_lists import Notice, RetractionLists, name_of, standing

_NOTICE = "SELECT date, nature, notice, reasons FROM retractions WHERE name = ?"
# Of each work and article that lists name, whether it is retracted.
_WORKS = (
    "SELECT max(retracted) FROM noticed JOIN unit_names USING (name) "
    "JOIN units ON units.id = unit_names.unit GROUP BY units.work"
)
_ARTICLES = (
    "SELECT max(retracted) FROM noticed JOIN article_names USING (name) "
    "GROUP BY article_names.article"
)


class RetractionSummary(NamedTuple):
    """What came of lists of retractions.

    Attributes:
        lines: how many the lists have, without headings.
        names: how many identifiers have a notice in the library now.
        works, articles: how many works and articles of the library are retracted.
        other_works, other_articles: how many have another notice, such as one of concern.
        problems: why lines say nothing, or not when: of how many, and where the first is.
    """

    lines: int
    names: int
    works: int
    articles: int
    other_works: int
    other_articles: int
    problems: list[str]

    def __str__(self) -> str:
        """Return it as a line, but for the problems."""
        told = f"{_both(self.works, self.articles)} of the library are retracted"
        if self.other_works or self.other_articles:
            told += f", {_both(self.other_works, self.other_articles)} have other notices"
        return f"{counted(self.lines, 'line')} read; {told}"


def _both(works: int, articles: int) -> str:
    return f"{counted(works, 'work')} and {counted(articles, 'article')}"


def add_retractions(
    library: Path, lists: Iterable[Path], *, replace: bool = False
) -> RetractionSummary:
    """Write down in a library which articles were retracted, all or nothing.

    Args:
        library: the file.
        lists: files as ``retraction_lists`` has them. What they say of an article counts instead
            of what earlier ones said of it.
        replace: whether to forget all that earlier ones said.

    Raises:
        InputError: a list cannot be read, or names nothing; or there is no such library.
        SettingError: the library cannot be written.
    """
    if not library.is_file():
        raise InputError(
            f"there is no library {library}; make it: `citalign library add {library} ...`"
        )
    read = RetractionLists(lists)
    if read.lines and not read.notices:
        raise InputError(
            f"none of {counted(read.lines, 'line')} names an article by DOI, PMID, PMCID or arXiv "
            "id; give Retraction Watch's table with its heading, or an identifier a line"
        )
    with writing(library) as connection:
        with transaction(connection):
            if replace:
                connection.execute("DELETE FROM retractions")
            connection.executemany(
                "INSERT OR REPLACE INTO retractions (name, date, nature, notice, reasons) "
                "VALUES (?, ?, ?, ?, ?)",
                sorted((name, *standing(notices)) for name, notices in read.notices.items()),
            )
            next_change(connection)
        return _summary(connection, read)


class Retractions:
    """The notices of a library, as they are told in rows."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Look into an open library."""
        self._connection = connection

    def of(self, article: Article) -> Retraction | None:
        """Return the notice about an article or a work that stands, None where none is known."""
        names = _names(article)
        return _retraction(names, self._notices(names))

    def mark(self, row: CitanceGroup) -> None:
        """Write into a row which notices stand about the work and the articles that cite it."""
        articles = [row.cited, *(one.article for one in row.citances if one.article is not None)]
        names = list(map(_names, articles))
        notices = self._notices(dict.fromkeys(name for some in names for name in some))
        if not notices:
            return
        for article, own in zip(articles, names, strict=True):
            if retraction := _retraction(own, notices):
                article.retracted = retraction

    def _notices(self, names: Iterable[str]) -> dict[str, Notice]:
        rows = {name: self._connection.execute(_NOTICE, (name,)).fetchone() for name in names}
        return {name: Notice(*row) for name, row in rows.items() if row}


def _names(article: Article) -> list[str]:
    return [name for kind, value in article.identifiers() if (name := name_of(kind, value))]


def _retraction(names: Iterable[str], notices: Mapping[str, Notice]) -> Retraction | None:
    own = [notices[name] for name in names if name in notices]
    if not own:
        return None
    known = standing(own)._asdict()
    known["reasons"] = json.loads(known["reasons"])
    return Retraction.model_validate({name: value for name, value in known.items() if value})


def _summary(connection: sqlite3.Connection, read: RetractionLists) -> RetractionSummary:
    connection.execute("CREATE TEMP TABLE noticed (name INTEGER PRIMARY KEY, retracted INTEGER)")
    natures = connection.execute("SELECT DISTINCT nature FROM retractions").fetchall()
    is_retraction = {one: Retraction(nature=one).is_retraction for (one,) in natures}
    names = connection.execute("SELECT name, nature FROM retractions")
    connection.executemany(
        "INSERT OR REPLACE INTO noticed VALUES (?, ?)",
        ((name_hash(name), is_retraction[nature]) for name, nature in names),
    )
    count = connection.execute("SELECT count(*) FROM retractions").fetchone()[0]
    works, articles = (
        [bool(row[0]) for row in connection.execute(query)] for query in (_WORKS, _ARTICLES)
    )
    connection.execute("DROP TABLE noticed")
    problems = [
        f"{counted(count, 'line')}: {problem} (the first is {first})"
        for problem, (count, first) in read.problems.items()
    ]
    return RetractionSummary(
        read.lines,
        count,
        works.count(True),
        articles.count(True),
        works.count(False),
        articles.count(False),
        problems,
    )
