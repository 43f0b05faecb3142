"""Groups of the citances of a library: the lines that ``citalign report`` makes of its articles."""

import json
import sqlite3
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ....citations.works.articles import citing_article
from ....citations.works.work_names import stripped, work_key
from ....statements.sentences import CitingSentence
from ...answers.collecting import Citing, CollectedArticle, CollectedCitance, Reference
from ...answers.collection_context import subject_stems, with_subjects
from ...answers.group_lines import GroupLine, line_of_parts
from ...answers.group_sentences import sentences_of_group
from ...answers.work_filter import WorkFilter
from ..names import number_of, references_of
from ..settings import SUBJECTS, kept_subjects, set_setting
from ..stored_citances import SENTENCE, about_of, citance_line, sentence_of
from ..works.work_store import WorkStore

USUAL = WorkFilter(min_citances=2)  # of reports, by which the subject is told
_DOUBLES = 50  # citances of a sentence whose list has a work more than once
_KEPT = 2_000  # works and articles that are held in memory
_CITANCES = f"""
SELECT r.id AS reference, s.article, s.id AS sentence, {SENTENCE}, c.marks AS own
FROM units u
JOIN records k ON k.unit = u.id
JOIN refs r ON r.record = k.id
JOIN citances c ON c.reference = r.id
JOIN sentences s ON s.id = c.sentence
LEFT JOIN sections n ON n.id = s.section
WHERE u.work = ?
ORDER BY s.article, s.id LIMIT ?
"""  # noqa: S608 - columns
_REFERENCES = """
SELECT r.position, r.label, r.key, k.known
FROM refs r JOIN records k ON k.id = r.record WHERE r.id >= ? AND r.id < ? ORDER BY r.id
"""
_SENTENCES = """
SELECT c.reference, s.start, s."end"
FROM citances c JOIN sentences s ON s.id = c.sentence WHERE c.reference >= ? AND c.reference < ?
"""
_HOMES = """
SELECT r.id, w.key, w.articles, w.citances
FROM refs r JOIN records k ON k.id = r.record JOIN units u ON u.id = k.unit
JOIN works w ON w.id = u.work
WHERE r.id >= ? AND r.id < ?
"""
_ALL = """
SELECT id FROM works WHERE citances >= ? AND articles >= ?
ORDER BY articles DESC, citances DESC, first
"""
_SEVERAL = _ALL.replace("ORDER", "AND (articles > 1 OR citances > 1) ORDER")  # that have an index


class LibraryGroups:
    """The groups of works that are large enough.

    What was read is held: it is of one state of the library, as a connection in a transaction sees.

    Args:
        connection: reads the library.
        work_filter: says how large; its names and kinds are not looked at.
    """

    def __init__(self, connection: sqlite3.Connection, work_filter: WorkFilter = USUAL) -> None:
        self._connection, self._filter = connection, work_filter
        self._store = WorkStore(connection)
        self._large = lru_cache(_KEPT)(self._large_work)
        self._read = lru_cache(_KEPT)(self._read_work)
        self._article = lru_cache(_KEPT)(self._read_article)
        self._homes = lru_cache(_KEPT)(self._read_homes)

    def group(self, work: int) -> GroupLine:
        """Return the group of a work, of whatever size."""
        return self._read(work)[0]

    def size_of(self, key: str) -> tuple[int, int] | None:
        """Return of how many articles and citances the group of a work is, None without one."""
        found = self._large(key)
        return found and found[1:]

    def title_of(self, key: str) -> str:
        """Return the title of the work of a group, "" where it is not known."""
        return stripped(self._store.describe(self._work_of(key))[1].get("title"))

    def sentences_of(self, key: str, most: int) -> list[CitingSentence]:
        """Return the first citances of a group, so many at most."""
        line, _ = self._read_work(self._work_of(key), most)
        return sentences_of_group(line.group(), most)

    def citing_of(self, key: str) -> Citing:
        """Return the article and the citance of each citance of a group."""
        citances = self._read(self._work_of(key))[1]
        return [(self._article(article), citance) for article, citance in citances]

    def home_of(self, article: CollectedArticle, reference: int) -> str | None:
        """Return the key of the work of a reference, None where it has no group."""
        return self._homes(article.identity).get(reference)

    def ids(self, work_filter: WorkFilter | None = None) -> list[int]:
        """Return the works that are large enough, those that most articles cite first.

        Args:
            work_filter: says how large, in place of that of the groups.
        """
        least = _least(work_filter or self._filter)
        rows = self._connection.execute(_SEVERAL if max(least) > 1 else _ALL, least)
        return [row[0] for row in rows]

    def _work_of(self, key: str) -> int:
        found = self._large(key)
        if found is None:
            raise KeyError(key)
        return found[0]

    def _large_work(self, key: str) -> tuple[int, int, int] | None:
        """Return a work with its articles and citances."""
        query = "SELECT id, articles, citances FROM works WHERE key = ?"
        row = self._connection.execute(query, (key,)).fetchone()
        is_large = row is not None and self._filter.is_large(row["citances"], row["articles"])
        return tuple(row) if is_large else None

    def _read_work(
        self, work: int, most: int | None = None
    ) -> tuple[GroupLine, list[tuple[int, CollectedCitance]]]:
        """Return a group, and its citances with the numbers of their articles.

        Of citances so many, and some more, if asked.
        """
        limit = -1 if most is None else most + _DOUBLES
        rows = sorted(
            self._connection.execute(_CITANCES, (work, limit)),
            key=lambda row: (row["article"], row["sentence"], _first(row["own"]), row["reference"]),
        )
        seen: set[tuple[Any, ...]] = set()
        lines, citances, names = [], [], set[str | int]()
        for row in rows:
            source, about, name = self._about(row["article"])
            start, end = row["start"], row["end"]
            place = source or row["article"], start, end, row["text"]
            if place in seen:
                continue
            seen.add(place)
            lines.append((citance_line(sentence_of(row), row["own"], source), about))
            citance = _collected(number_of(row["reference"]), source, start, end)
            citances.append((row["article"], citance))
            names.add(name or row["article"])
        key, cited = self._store.describe(work)
        return line_of_parts(cited, key, lines, len(names)), citances

    def _about(self, article: int) -> tuple[str, bytes, str]:
        """Return the name of an article in its citances, what is said of it, and who it is."""
        query = "SELECT source, about FROM articles WHERE id = ?"
        source, about = self._connection.execute(query, (article,)).fetchone()
        name = citing_article({"source": source, "article": about_of(about)}) or ""
        return source, about.encode(), name

    def _read_article(self, article: int) -> CollectedArticle:
        row = self._connection.execute("SELECT * FROM articles WHERE id = ?", (article,)).fetchone()
        references = [
            _reference(one["key"], json.loads(one["known"]), one["position"], one["label"])
            for one in self._connection.execute(_REFERENCES, references_of(article))
        ]
        if row["uncited"]:
            uncited = json.loads(zlib.decompress(row["uncited"]))
            references += [_reference(key, known, *place) for key, known, *place in uncited]
        citances = [
            _collected(number_of(number), row["source"], start, end)
            for number, start, end in self._connection.execute(_SENTENCES, references_of(article))
        ]
        return CollectedArticle(
            row["origin"],
            row["source"],
            about_of(row["about"]),
            b"",
            row["source"],
            row["identity"],
            references,
            citances,
            row["citations"],
            0,
            is_pdf=bool(row["is_pdf"]),
        )

    def _read_homes(self, identity: str) -> dict[int, str]:
        query = "SELECT id FROM articles WHERE identity = ?"
        article = self._connection.execute(query, (identity,)).fetchone()[0]
        rows = self._connection.execute(_HOMES, references_of(article))
        return {
            number_of(number): key
            for number, key, articles, citances in rows
            if self._filter.is_large(citances, articles)
        }


class WorkLines(Sequence[GroupLine]):
    """The lines of works, read as they are asked for."""

    def __init__(self, groups: LibraryGroups, works: Sequence[int]) -> None:
        self._groups, self._works = groups, works

    def __len__(self) -> int:
        return len(self._works)

    def __getitem__(self, place: Any) -> Any:
        return self._groups.group(self._works[place])


class CompleteGroups:
    """Groups with what a report tells of their collection: its subject, and what sentences fit.

    Args:
        connection: reads the library.
        work_filter: says how large groups are.

    Attributes:
        groups: without what is told of the collection.
        subjects: of the collection.
    """

    def __init__(self, connection: sqlite3.Connection, work_filter: WorkFilter = USUAL) -> None:
        from ...answers.collection_context import OtherReferences

        self.groups = LibraryGroups(connection, work_filter)
        self.subjects = (
            kept_subjects(connection)
            if _least(work_filter) == _least(USUAL)
            else subject_stems(WorkLines(self.groups, self.groups.ids()))
        )
        self._others = OtherReferences(self.groups, self.subjects)

    def line(self, work: int) -> GroupLine:
        """Return the group of a work, as ``citalign report`` has it."""
        return with_subjects(self._others.with_fits(self.groups.group(work)), self.subjects)


def renew_subjects(connection: sqlite3.Connection) -> None:
    """Write the subject of the collection anew, within a transaction."""
    groups = LibraryGroups(connection)
    stems = subject_stems(WorkLines(groups, groups.ids()))
    set_setting(connection, SUBJECTS, json.dumps(stems))


def _least(work_filter: WorkFilter) -> tuple[int, int]:
    return work_filter.min_citances, work_filter.min_articles or 1


def _reference(key: str, known: dict[str, Any], position: int, label: str) -> Reference:
    return Reference(key or work_key(known), known, None, position, label)


def _collected(reference: int, source: str, start: int, end: int) -> CollectedCitance:
    """Return a citance of which nothing but its place is read."""
    return CollectedCitance(reference, (source, start, end, b""), b"")


def _first(marks: str) -> int:
    """Return the number of the first mark of a citance."""
    first = marks.partition(",")[0]
    return int(first) if first.isdigit() else 0
