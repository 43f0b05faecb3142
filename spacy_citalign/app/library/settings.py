"""What a library knows of itself: how its articles are read, its changes, how much is in it."""

import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...errors import SettingError
from ...inputs.records import Reading
from .database import transaction

SUBJECTS = "subjects"
_OPTIONS = {"captions": "captions", "tables": "tables", "sentence_before": "sentences before"}


_TABLES = {
    "articles": "SELECT count(*) FROM articles",
    "works": "SELECT count(*) FROM works",
    "sentences": "SELECT count(*) FROM sentences",
    "citances": "SELECT coalesce(sum(citances), 0) FROM works",
    "texts": "SELECT count(*) FROM texts",
    "files": "SELECT count(*) FROM files",
    "failed files": "SELECT count(DISTINCT file) FROM failures",
    "answers": "SELECT count(*) FROM answers",
    "retractions": "SELECT count(*) FROM retractions",
}


def setting(connection: sqlite3.Connection, name: str) -> str | None:
    """Return what is kept under a name, None where nothing is."""
    found = connection.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
    return None if found is None else str(found[0])


def set_setting(connection: sqlite3.Connection, name: str, value: str) -> None:
    """Keep a value under a name."""
    connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))


def kept_subjects(connection: sqlite3.Connection) -> list[str]:
    """Return the stems of words that most works are cited with, as of the last change."""
    return list(json.loads(setting(connection, SUBJECTS) or "[]"))


def changes(connection: sqlite3.Connection) -> int:
    """Return how often the library was changed."""
    return int(setting(connection, "changes") or 0)


def next_change(connection: sqlite3.Connection) -> int:
    """Return the number of the change that the open transaction makes."""
    number = changes(connection) + 1
    set_setting(connection, "changes", str(number))
    return number


def settled_reading(
    connection: sqlite3.Connection, reading: Reading | None, texts: bool | None
) -> tuple[Reading, bool]:
    """Return how articles are read for a library, and whether their texts are kept.

    The first call settles it.

    Args:
        connection: that of the writer.
        reading: what is asked for; what it leaves out is as it was settled.
        texts: likewise; None for as it was settled.

    Raises:
        SettingError: the articles that are in were read otherwise.
    """
    known = setting(connection, "reading")
    reading = reading or Reading()
    if known is None:
        values: dict[str, Any] = {name: getattr(reading, name) for name in _OPTIONS}
        values["texts"] = texts is not False
        with transaction(connection):
            set_setting(connection, "reading", json.dumps(values))
        return reading, values["texts"]
    values = json.loads(known)
    for name in _OPTIONS:
        asked = getattr(reading, name)
        if asked and asked != values[name]:
            option = f"--{name.replace('_', '-')}"
            raise SettingError(
                f"the articles of the library were read without {option}, and all are read alike; "
                "leave it out, or make another library"
            )
    settled = replace(reading, **{name: values[name] for name in _OPTIONS})
    return settled, values["texts"] if texts is None else texts


def sizes(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return how many articles and works a library has."""
    return count(connection, "articles"), count(connection, "works")


def facts(connection: sqlite3.Connection, library: Path) -> list[tuple[str, str]]:
    """Return what is to be known of a library, in lines of a name and a value.

    Args:
        connection: reads it.
        library: its file.
    """
    lines = [(name, f"{count(connection, name):,}") for name in _TABLES]
    lines.append(("changes", f"{changes(connection):,}"))
    known = json.loads(setting(connection, "reading") or "{}")
    read = [f"with {words}" for name, words in _OPTIONS.items() if known.get(name)]
    lines.append(("articles are read", ", ".join(read) or "without captions and tables"))
    return [*lines, ("bytes", f"{library.stat().st_size:,}")]


def count(connection: sqlite3.Connection, name: str) -> int:
    """Return how many there are: "articles", "works", "citances" and so on."""
    return int(connection.execute(_TABLES[name]).fetchone()[0])
