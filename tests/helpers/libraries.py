"""What tests of libraries share: pipelines without training, and what a library has."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import spacy
from spacy.language import Language

from spacy_citalign.app.answers.work_filter import WorkFilter
from spacy_citalign.app.library.adding.adding import add
from spacy_citalign.app.library.adding.summaries import AddSummary
from spacy_citalign.app.library.asking.groups import LibraryGroups
from spacy_citalign.app.library.database import reading

# Tables that a reader sees; numbers of rows are left out, which depend on the order of adding.
_CITED = """
SELECT a.source, s.start, s.text, w.key FROM citances c
JOIN refs r ON r.id = c.reference JOIN records k ON k.id = r.record JOIN units u ON u.id = k.unit
JOIN works w ON w.id = u.work JOIN sentences s ON s.id = c.sentence JOIN articles a
ON a.id = s.article ORDER BY a.source, s.start, s.text, w.key
"""


def sentencizer() -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    return nlp


def added(library: Path, *inputs: Path, **options) -> AddSummary:
    """Add inputs in this process, with sentences that end at full stops."""
    return add(library, inputs, nlp=sentencizer(), n_process=1, **options)


@contextmanager
def opened(library: Path) -> Iterator:
    with reading(library) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        yield connection


def group_lines(library: Path) -> list[bytes]:
    """The groups of all works, in their order."""
    with opened(library) as connection:
        groups = LibraryGroups(connection, WorkFilter())
        return [groups.group(work).line for work in groups.ids()]


def citances(library: Path) -> list[tuple]:
    """Article, first character, sentence and cited work of each citance."""
    with opened(library) as connection:
        return [tuple(row) for row in connection.execute(_CITED)]


def table(library: Path, query: str) -> list[tuple]:
    with opened(library) as connection:
        return [tuple(row) for row in connection.execute(query)]


def leftovers(library: Path) -> list[tuple]:
    """Rows of tables that belong to nothing any more."""
    queries = [
        "SELECT 'refs', id FROM refs WHERE id >> 20 NOT IN (SELECT id FROM articles)",
        "SELECT 'sentences', id FROM sentences WHERE article NOT IN (SELECT id FROM articles)",
        "SELECT 'citances', sentence FROM citances WHERE reference NOT IN (SELECT id FROM refs)",
        "SELECT 'cited', sentence FROM citances WHERE sentence NOT IN (SELECT id FROM sentences)",
        "SELECT 'names', article FROM article_names WHERE article NOT IN (SELECT id FROM articles)",
        "SELECT 'texts', article FROM texts WHERE article NOT IN (SELECT id FROM articles)",
        "SELECT 'doubles', article FROM doubles WHERE article NOT IN (SELECT id FROM articles)",
        "SELECT 'records', unit FROM records GROUP BY unit "
        "HAVING sum(id IN (SELECT record FROM refs)) = 0",
        "SELECT 'units', id FROM units WHERE id NOT IN (SELECT unit FROM records)",
        "SELECT 'works', id FROM works WHERE id NOT IN (SELECT work FROM units)",
        "SELECT 'words', rowid FROM sentence_words WHERE rowid NOT IN (SELECT id FROM sentences)",
    ]
    return [row for query in queries for row in table(library, query)]
