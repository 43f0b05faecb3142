"""What is added to a library, in transactions: of it is lost what a kill finds unfinished."""

import sqlite3
import time
from pathlib import Path
from typing import NamedTuple

from ...answers.collecting import CollectedArticle
from ..database import transaction
from ..names import file_name
from ..settings import next_change
from ..works.work_store import WorkStore
from .articles import ArticleStore
from .row_adding import RowBatch, RowCounts
from .row_reading import RowGroup
from .summaries import AddSummary

_ARTICLES, _CITANCES = 1_000, 50_000  # in a transaction, about
MAX_ROWS = 60_000  # citances of rows
_SECONDS = 10.0
_FAILURES = 1_000  # of a file that are kept


class FileEnd(NamedTuple):
    """A file that was read to its end.

    Attributes:
        path: of the file.
        digest: of its content, None where it cannot be read beforehand.
        records: how many articles or rows it has.
        problems: what is wrong with it; it is read again when it is given again then.
        is_rows: whether it has rows of a run, and not articles.
    """

    path: Path
    digest: bytes | None
    records: int
    problems: list[str]
    is_rows: bool = False


class Batches:
    """Takes articles, rows and the ends of files, and writes them in their order.

    Args:
        connection: that of the writer.
        summary: counts articles that were written.
        replace: let articles take the place of versions that are in.

    Attributes:
        rows: what became of the rows of groups.
        usable: False once a transaction failed: what waits is lost then.
    """

    def __init__(
        self, connection: sqlite3.Connection, summary: AddSummary, *, replace: bool
    ) -> None:
        self.rows = RowCounts()
        self.usable = True
        self._db = connection
        self._works = WorkStore(connection)
        self._store = ArticleStore(connection, self._works)
        self._summary, self._replace = summary, replace
        self._of_file: set[int] = set()  # the articles of the file that is read
        self._empty()

    def _empty(self) -> None:
        self._waiting: list[tuple[CollectedArticle, bool] | FileEnd] = []
        self._groups: tuple[str, RowBatch] | None = None
        self._citances = 0
        self._began = time.monotonic()

    def add(self, article: CollectedArticle, *, whole: bool = True) -> None:
        """Take an article.

        Args:
            article: the article.
            whole: whether it was read itself, and not from rows.
        """
        if self._groups:
            self.flush()
        self._waiting.append((article, whole))
        self._citances += len(article.citances)
        self._flush_if_due()

    def add_rows(self, group: RowGroup, origin: str) -> None:
        """Take a group of a file of rows.

        Raises:
            InputError: it has a value that cannot be stored.
        """
        if self._groups is None or self._groups[0] != origin:
            self.flush()
            self._groups = origin, RowBatch()
        self._groups[1].add(group)
        if self._groups[1].size >= MAX_ROWS:
            self.flush()

    def end(self, file: FileEnd) -> None:
        """Take the end of a file."""
        self._waiting.append(file)
        self._flush_if_due()

    def flush(self) -> None:
        """Write what waits."""
        if not self.usable or not (self._waiting or self._groups):
            return
        written = []
        try:
            with transaction(self._db):
                before = self.rows.citances
                if self._groups is not None:
                    origin, batch = self._groups
                    batch.write(self._db, self._store, self._works, origin, self.rows)
                is_changed = self.rows.citances > before
                for one in self._waiting:
                    if isinstance(one, FileEnd):
                        is_changed |= self._write_end(one)
                        continue
                    article, whole = one
                    stored = self._store.add(article, replace=self._replace, whole=whole)
                    self._of_file.add(stored.article)
                    written.append((article, stored))
                    is_changed |= stored.state != "double" or bool(stored.gone)
                if is_changed:
                    self._works.settle(next_change(self._db))
        except BaseException:
            self.usable = False
            raise
        self._empty()
        self._summary.count(written)

    def _flush_if_due(self) -> None:
        if (
            len(self._waiting) >= _ARTICLES
            or self._citances >= _CITANCES
            or time.monotonic() - self._began >= _SECONDS
        ):
            self.flush()

    def _write_end(self, end: FileEnd) -> bool:
        """Write that a file was read; return whether articles of what it was before were removed.

        These are articles without identifiers, whose new version nothing else tells.
        """
        name, old = file_name(end.path), set[int]()
        if self._replace and not end.is_rows and not end.problems:
            old = set(self._store.from_file(name)) - self._of_file
            for article in sorted(old):
                self._store.remove(article)
        self._of_file = set()
        self._db.execute("DELETE FROM failures WHERE file = ? OR digest = ?", (name, end.digest))
        told = [problem.removeprefix(str(end.path)) for problem in end.problems[:_FAILURES]]
        if (more := len(end.problems) - _FAILURES) > 0:
            told.append(f"... and {more:,} more")
        self._db.executemany(
            "INSERT INTO failures (file, digest, problem) VALUES (?, ?, ?)",
            [(name, end.digest, problem.lstrip(":, ")) for problem in told],
        )
        if end.digest is not None and not told:
            self._db.execute(
                "INSERT OR REPLACE INTO files VALUES (?, ?, ?)", (end.digest, name, end.records)
            )
        return bool(old)
