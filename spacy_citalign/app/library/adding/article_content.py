"""What is written of an article in a library: what is known of it, its works and sentences."""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from ....citations.works.work_names import WorkNames, work_names
from ...answers.collecting import CollectedArticle, CollectedCitance
from ...answers.pdf_doubles import version_keys
from ..names import NUMBER_BITS, name_hash, references_of, shared_names
from ..stored_citances import StoredSentence, about_of, stored_citance, stored_sentence
from ..works.work_store import WorkStore

_INSERT = """
INSERT OR REPLACE INTO articles
    (id, identity, source, about, origin, whole, is_pdf, citations, facts, uncited)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_FACTS = ("unresolved", "left_out", "listed", "unfound")


class CitingSentence(NamedTuple):
    """A sentence to be written.

    Attributes:
        sentence: as its columns have it.
        citances: the number of each cited work in the article, with the marks that cite it.
    """

    sentence: StoredSentence
    citances: Sequence[tuple[int, str]]


class ArticleContent:
    """Writes and removes articles, in the transaction that is open.

    Args:
        connection: that of the writer.
        works: takes their references; ``settle`` it before the transaction ends.
    """

    def __init__(self, connection: sqlite3.Connection, works: WorkStore) -> None:
        self._db = connection
        self._works = works
        self._sections: dict[tuple[str, ...], int] = {}

    def write(
        self,
        number: int | None,
        article: CollectedArticle,
        names: WorkNames,
        *,
        whole: bool = True,
    ) -> int:
        """Write an article; return its number.

        Args:
            number: of one that is in, in whose place it comes; None of a new one.
            article: the article.
            names: its names.
            whole: whether it was read itself, and not from rows.
        """
        facts = {name: value for name in _FACTS if (value := getattr(article, name))}
        cited, uncited = list[tuple[int, int, int, str, str]](), []
        for one in article.references:
            if one.names is None:
                uncited.append([one.key, one.known, one.position, one.label])
            else:
                record = self._works.record(one.key, one.known, one.names)
                key = "" if one.key == one.names.key else one.key
                cited.append((len(cited), record, one.position, one.label, key))
        values = (
            article.identity,
            article.source,
            article.about_line.decode(),
            article.origin,
            whole,
            article.is_pdf,
            article.citations,
            json.dumps(facts),
            zlib.compress(json.dumps(uncited).encode()) if uncited else None,
        )
        number = self.write_article(number, values, names)
        if article.content:
            self._db.execute("INSERT INTO texts VALUES (?, ?)", (number, article.content))
        self.write_references(number, cited)
        same_place = groupby(article.citances, key=lambda one: one.place)
        self.write_sentences(
            number, [_citing_sentence(list(same), article.source) for _, same in same_place]
        )
        return number

    def write_article(self, number: int | None, values: Sequence[Any], names: WorkNames) -> int:
        """Write what is known of an article, in place of what is there.

        Args:
            number: of one that is in, which is emptied; None of a new one.
            values: of the columns after the number.
            names: of the article.
        """
        if number is None:
            number = int(self._db.execute(_INSERT, (None, *values)).lastrowid or 0)
            self._works.changing(number)
        else:
            self.drop(number)
            self._db.execute("DELETE FROM article_names WHERE article = ?", (number,))
            self._db.execute(_INSERT, (number, *values))
            query = "SELECT about FROM doubles WHERE article = ? AND identity != ?"
            for (about,) in self._db.execute(query, (number, values[0])).fetchall():
                self.add_names(number, article_names(work_names(about_of(about))))
        self.add_names(number, [*article_names(names), f"source:{values[1]}", f"file:{values[3]}"])
        return number

    def write_references(
        self, article: int, rows: Iterable[tuple[int, int, int, str, str]]
    ) -> None:
        """Write works of the list of an article.

        Args:
            article: its number.
            rows: number in the article, record, position, label and key of each.
        """
        values = []
        for number, record, *others in rows:
            values.append((article << NUMBER_BITS | number, record, *others))
            self._works.count(record, 1)
        self._db.executemany("INSERT INTO refs VALUES (?, ?, ?, ?, ?)", values)

    def write_sentences(self, article: int, sentences: Iterable[CitingSentence]) -> None:
        """Write citing sentences of an article, in their order."""
        (last,) = self._db.execute("SELECT coalesce(max(id), 0) FROM sentences").fetchone()
        rows, words, citances = [], [], []
        first = article << NUMBER_BITS
        for number, (sentence, own) in enumerate(sentences, start=last + 1):
            start, end, path, kind, text, marks, more = sentence
            section = self._section(path, kind) if path or kind else None
            rows.append((number, article, start, end, section, text, marks, more))
            words.append((number, text))
            citances += [(first | reference, number, marks) for reference, marks in own]
        self._db.executemany("INSERT INTO sentences VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        self._db.executemany("INSERT INTO sentence_words (rowid, text) VALUES (?, ?)", words)
        self.write_citances(citances)

    def write_citances(self, citances: Iterable[tuple[int, int, str]]) -> None:
        """Write which sentences cite which references: their ids, and the marks."""
        self._db.executemany("INSERT OR IGNORE INTO citances VALUES (?, ?, ?)", citances)

    def _section(self, *section: str) -> int:
        """Return the number of a section, by its path and its kind."""
        number = self._sections.get(section)
        if number is None:
            execute = self._db.execute
            execute("INSERT OR IGNORE INTO sections (path, kind) VALUES (?, ?)", section)
            found = execute("SELECT id FROM sections WHERE path = ? AND kind = ?", section)
            number = self._sections[section] = int(found.fetchone()[0])
        return number

    def add_names(self, article: int, names: Iterable[str]) -> None:
        """Let an article be found by names."""
        self._db.executemany(
            "INSERT OR IGNORE INTO article_names VALUES (?, ?)",
            [(name_hash(name), article) for name in names],
        )

    def drop(self, article: int) -> None:
        """Remove the citances, the references and the text of an article."""
        self._works.changing(article)
        own = references_of(article)
        for (record,) in self._db.execute("SELECT record FROM refs WHERE id >= ? AND id < ?", own):
            self._works.count(record, -1)
        self._db.execute("DELETE FROM citances WHERE reference >= ? AND reference < ?", own)
        self._db.execute("DELETE FROM refs WHERE id >= ? AND id < ?", own)
        self._db.execute(
            "INSERT INTO sentence_words (sentence_words, rowid, text) "
            "SELECT 'delete', id, text FROM sentences WHERE article = ?",
            (article,),
        )
        self._db.execute("DELETE FROM sentences WHERE article = ?", (article,))
        self._db.execute("DELETE FROM texts WHERE article = ?", (article,))


def article_names(names: WorkNames) -> list[str]:
    """Return the names by which an article is found, as a work and as a version."""
    return [*shared_names(names), *(f"{kind}:{value}" for kind, value in version_keys(names))]


def _citing_sentence(citances: Sequence[CollectedCitance], source: str) -> CitingSentence:
    """Return a sentence of an article with its citances."""
    records = [(one.reference, json.loads(one.line + b"}")) for one in citances]
    sentence = stored_sentence(records[0][1], source)
    own = [(number, stored_citance(values, sentence, source)) for number, values in records]
    return CitingSentence(sentence, own)
