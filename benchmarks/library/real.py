"""Real articles: a library reports the rows that a report of the articles has."""

import json
from pathlib import Path

from ..common import data_folder
from ..recording import Table
from .commands import citalign

TITLE = "The rows of a report of articles and of a library of them"


def collections() -> dict[str, Path]:
    """Real collections by name."""
    return {
        "articles_tulsi": data_folder() / "articles_tulsi" / "articles.tar.xz",
        "CRAFT": data_folder() / "craft" / "nxml",
    }


def same_rows(folder: Path) -> Table:
    """Compare the files of rows, byte for byte."""
    rows = []
    for name, articles in collections().items():
        direct, stored = folder / f"{name}.direct.html", folder / f"{name}.library.html"
        library = folder / f"{name}.calg"
        report = citalign("report", articles, "-o", direct, "-q", "--fresh")
        add = citalign("library", "add", library, articles, "-q")
        first = citalign("report", library, "-o", stored, "-q", "--fresh")
        one, other = _rows(direct), _rows(stored)
        again = citalign("report", library, "-o", stored, "-q", "--fresh")
        different = sum(other.get(key) != line for key, line in one.items())
        more = len(other.keys() - one.keys())
        order = list(one) == list(other) and _rows(stored) == other
        rows.append(
            [
                name,
                f"{len(one):,}",
                str(different + more),
                "yes" if order else "no",
                *(f"{run.seconds:.1f}" for run in (report, add, first, again)),
            ]
        )
    return Table(
        TITLE,
        [
            "collection",
            "works",
            "rows that differ",
            "same order",
            "`report ARTICLES` s",
            "`library add` s",
            "`report LIBRARY` s",
            "again s",
        ],
        rows,
    )


def _rows(page: Path) -> dict[str, bytes]:
    """The rows beside a page by the key of their work."""
    lines = page.with_suffix(".jsonl").read_bytes().splitlines()
    return {json.loads(line)["cited"]["key"]: line for line in lines}
