"""Articles of a library: what is written of one, and which of its versions is kept.

It is as ``CitanceCollector`` has it: of versions with the same identity the one with more
citations is kept, and versions that are PDFs are told by title and identifiers (``pdf_doubles``).
A version that is left out stays known by its names, for others may be told by it.
"""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from ....citations.works.work_names import WorkNames, work_names
from ...answers.collecting import CollectedArticle
from ...answers.pdf_doubles import version_keys, without_pdf_doubles
from ..names import name_hash, references_of
from ..stored_citances import about_of
from ..works.work_store import WorkStore
from .article_content import ArticleContent, article_names

_IN = "SELECT id, origin, identity, about, is_pdf, citations, whole, 1 FROM articles"
_OF_IDENTITY = f"{_IN} WHERE identity = ?"
# Of a name, with the same description; of any, or of rows.
_OF_NAME = f"{_IN} JOIN article_names ON id = article WHERE name = ? AND source = ? AND about = ?"
_OF_ROWS = f"{_OF_NAME} AND NOT whole"
_ALIKE = f"""
SELECT DISTINCT {_IN.removeprefix("SELECT")} JOIN article_names ON article = id
WHERE name IN (SELECT value FROM json_each(?)) ORDER BY id
"""  # noqa: S608 - columns
_DOUBLES = """
SELECT article, origin, identity, about, is_pdf, citations, 1, 0 FROM doubles
WHERE article = ? AND identity != ?
"""


class Gone(NamedTuple):
    """A version that was in and gave way to another: its number, citations and citances."""

    article: int
    citations: int
    citances: int


class Stored(NamedTuple):
    """What became of an article.

    Attributes:
        state: "new"; "better": a version that was in gave way to it; "double": it was left out for
            one that is in.
        article: its number, or that of the version that is in.
        gone: the versions that gave way to it.
    """

    state: Literal["new", "better", "double"]
    article: int
    gone: Sequence[Gone]


class _Version(NamedTuple):
    """A version of an article: one that is in, one that was left out for it, or a new one.

    Attributes:
        article: the number of the one that is in; None of a new one.
        whole: whether it was read itself, and not from rows.
        is_in: whether it is this one that is in.
    """

    article: int | None
    origin: str
    identity: str
    about: Mapping[str, Any]
    is_pdf: bool
    citations: int
    whole: bool
    is_in: bool = False

    @property
    def worth(self) -> tuple[bool, bool, int]:
        """Return what is compared of versions; those that are not there whole give way to any."""
        if not self.whole or (self.article is not None and not self.is_in):
            return False, False, 0
        return self.citations > 0, not self.is_pdf, self.citations


class ArticleStore:
    """Writes articles, each in the transaction that is open.

    Args:
        connection: that of the writer.
        works: takes their references; ``settle`` it before the transaction ends.

    Attributes:
        content: writes what articles have.
    """

    def __init__(self, connection: sqlite3.Connection, works: WorkStore) -> None:
        self._db = connection
        self.content = ArticleContent(connection, works)

    def add(self, article: CollectedArticle, *, replace: bool, whole: bool) -> Stored:
        """Add an article, or the better version of it.

        Args:
            article: the article.
            replace: take it in place of the version that is in, whichever is better.
            whole: whether it was read itself, and not from rows, of which it takes the place.
        """
        origin, identity, about = article.origin, article.identity, article.about
        version = _Version(None, origin, identity, about, article.is_pdf, article.citations, whole)
        names = work_names(about)
        known = self._known(identity, article.source, article.about_line.decode(), _OF_ROWS)
        number = None if known is None else known.article
        if known is not None and not replace and known.worth >= version.worth:
            self.note_origin(known.article or 0, origin)
            return Stored("double", known.article or 0, ())
        others = [
            one
            for one in self._alike(version, names)
            if one.identity != identity and not (one.is_in and one.article == number)
        ]
        if replace:
            return self._replacing(article, version._replace(whole=True), known, others, names)
        _, left_out = without_pdf_doubles([*others, version])
        home = next((home for double, home in left_out if double is version), None)
        others = [double for double, _ in left_out if double.is_in]
        gone = [self._gone(one) for one in (known, *others) if one is not None]
        if home is None:
            written = self.content.write(number, article, names, whole=whole)
            if known is not None:
                self.note_origin(written, known.origin)
        else:
            written = home.article or 0
            self._note_double(written, version, names)
            if known is not None:
                self._give_way(known, written)
        for double, other in left_out:
            if double is not version:
                self._give_way(double, written if other is version else other.article or 0)
        if home is not None:
            return Stored("double", written, gone)
        return Stored("better" if gone else "new", written, gone)

    def find(self, name: str) -> list[int]:
        """Return the numbers of the articles that have a name: "doi:...", "source:...".

        Args:
            name: as ``article_names`` have it.
        """
        found = self._db.execute(
            "SELECT article FROM article_names WHERE name = ? ORDER BY article", (name_hash(name),)
        )
        return [number for (number,) in found]

    def number_of(self, identity: str, source: str, about: str) -> tuple[int | None, bool]:
        """Return the number of an article, None where it is not in; and whether it is in whole.

        Args:
            identity: what its versions share.
            source, about: its name and what is known of it, by which else it is told.
        """
        known = self._known(identity, source, about, _OF_NAME)
        return (None, False) if known is None else (known.article, bool(known.whole))

    def remove(self, article: int) -> None:
        """Remove an article with its citances and its versions."""
        self.content.drop(article)
        self._db.execute("DELETE FROM doubles WHERE article = ?", (article,))
        self._db.execute("DELETE FROM article_names WHERE article = ?", (article,))
        self._db.execute("DELETE FROM articles WHERE id = ?", (article,))

    def note_origin(self, article: int, origin: str) -> None:
        """Write that a file has the same article, or rows of it, too."""
        if self._origin(article) != origin:
            self._db.execute(
                "INSERT OR IGNORE INTO doubles SELECT id, ?, identity, about, 0, 0 FROM articles "
                "WHERE id = ?",
                (origin, article),
            )

    def source(self, article: int) -> str:
        """Return the name of an article, else the file that it is from."""
        found = self._db.execute("SELECT source, origin FROM articles WHERE id = ?", (article,))
        source, origin = found.fetchone()
        return str(source or origin)

    def from_file(self, origin: str) -> list[int]:
        """Return the articles that are from a file."""
        return [number for number in self.find(f"file:{origin}") if self._origin(number) == origin]

    def origins(self, article: int) -> set[str]:
        """Return the files that an article, and versions that were left out for it, are from."""
        found = self._db.execute("SELECT origin FROM doubles WHERE article = ?", (article,))
        return {self._origin(article), *(origin for (origin,) in found)}

    def _origin(self, article: int) -> str:
        found = self._db.execute("SELECT origin FROM articles WHERE id = ?", (article,)).fetchone()
        return str(found[0]) if found else ""

    def _known(self, identity: str, source: str, about: str, by_name: str) -> _Version | None:
        """Return the article that is in, by its identity, else by its name and description."""
        row = self._db.execute(_OF_IDENTITY, (identity,)).fetchone()
        if row is None and source:
            values = name_hash(f"source:{source}"), source, about
            row = self._db.execute(by_name, values).fetchone()
        return None if row is None else _of_row(row)

    def _alike(self, version: _Version, names: WorkNames) -> list[_Version]:
        """Return the versions that may be of the same article, where one of all is a PDF."""
        keys = [name_hash(f"{kind}:{value}") for kind, value in version_keys(names)]
        if not keys:
            return []
        versions = list(map(_of_row, self._db.execute(_ALIKE, (json.dumps(keys),))))
        for one in list(versions):
            doubles = self._db.execute(_DOUBLES, (one.article, one.identity))
            versions += map(_of_row, doubles)
        return versions if version.is_pdf or any(one.is_pdf for one in versions) else []

    def _replacing(
        self,
        article: CollectedArticle,
        version: _Version,
        known: _Version | None,
        others: Sequence[_Version],
        names: WorkNames,
    ) -> Stored:
        same = [known] if known is not None else []
        same += [one for one in others if one.is_in and without_pdf_doubles([one, version])[1]]
        number = same[0].article if same else None
        gone = [self._gone(one) for one in same]
        written = self.content.write(number, article, names)
        for other in same[1:]:
            self._give_way(other, written)
        if same:
            self.note_origin(written, same[0].origin)
        return Stored("better" if same else "new", written, gone)

    def _gone(self, version: _Version) -> Gone:
        number = version.article or 0
        (citances,) = self._db.execute(
            "SELECT count(*) FROM citances WHERE reference >= ? AND reference < ?",
            references_of(number),
        ).fetchone()
        return Gone(number, version.citations, citances)

    def _give_way(self, double: _Version, article: int) -> None:
        """Let a version be one that was left out for an article."""
        if double.article == article:
            return
        if double.is_in:
            number = double.article or 0
            self._db.execute(
                "UPDATE OR REPLACE doubles SET article = ? WHERE article = ?", (article, number)
            )
            self._db.execute(
                "UPDATE OR IGNORE article_names SET article = ? WHERE article = ?",
                (article, number),
            )
            self.remove(number)
        else:
            self._db.execute(
                "UPDATE OR REPLACE doubles SET article = ? WHERE article = ? AND origin = ? "
                "AND identity = ?",
                (article, double.article, double.origin, double.identity),
            )
        self._note_double(article, double, work_names(double.about))

    def _note_double(self, article: int, double: _Version, names: WorkNames) -> None:
        kept = self._db.execute("SELECT origin, identity FROM articles WHERE id = ?", (article,))
        if tuple(kept.fetchone()) == (double.origin, double.identity):
            return  # the same, read again
        self._db.execute(
            "INSERT OR REPLACE INTO doubles VALUES (?, ?, ?, ?, ?, ?)",
            (
                article,
                double.origin,
                double.identity,
                json.dumps(double.about, ensure_ascii=False) if double.about else "",
                double.is_pdf,
                double.citations,
            ),
        )
        self.content.add_names(article, article_names(names))


def _of_row(row: Sequence[Any]) -> _Version:
    version = _Version._make(row)
    return version._replace(about=about_of(row[3]), is_in=bool(version.is_in))
