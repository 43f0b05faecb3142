"""The file of a library, open to be read as long as it is asked for something."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar

from .database import reading, told

Opened = TypeVar("Opened", bound="LibraryFile")


class LibraryFile:
    """A library that is opened when it is asked for something first.

    Args:
        path: its file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._opened = ExitStack()
        self._connection: sqlite3.Connection | None = None

    def __enter__(self: Opened) -> Opened:
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the file."""
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.path}>"

    def close(self) -> None:
        """Close the file; it is opened again when it is asked for something."""
        self._connection = None
        self._opened.close()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection that sees one state of the library."""
        if self._connection is None:
            self._connection = self._opened.enter_context(reading(self.path))
        connection = self._connection
        with told(self.path):
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
