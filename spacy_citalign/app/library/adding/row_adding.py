"""Rows of runs into a library: their citances, put together by the articles that they are of.

An article whose rows come may get more of them later. It gives way to the whole article, and what
comes of one that is in whole is left out.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from ....citations.works.work_names import IDENTIFIERS, work_names
from ....errors import InputError, one_line
from ..names import NUMBER_BITS, references_of, shared_names
from ..stored_citances import StoredSentence, stored_citance, stored_sentence
from ..works.work_store import WorkStore
from .article_content import ArticleContent, CitingSentence
from .articles import ArticleStore
from .row_reading import RowGroup

# Of citances, what was looked at before.
_CHECKED = frozenset(
    "id text source section paragraph_kind start end prefix suffix citations".split()
)
_Key = tuple[int | None, str]  # of a sentence in its article: start and text


@dataclass
class RowCounts:
    """What became of rows.

    Attributes:
        new: numbers of the articles that were not in.
        grown: of those that got more citances.
        whole: of those that are in whole, whose rows were left out.
        citances: how many were added.
    """

    new: set[int] = field(default_factory=set)
    grown: set[int] = field(default_factory=set)
    whole: set[int] = field(default_factory=set)
    citances: int = 0


@dataclass(slots=True)
class _RowArticle:
    """An article, and the sentences of it that rows have, with the marks of each group."""

    identity: str
    source: str
    about: dict[str, Any]
    line: str
    sentences: dict[_Key, tuple[StoredSentence, dict[int, str]]] = field(default_factory=dict)


class RowBatch:
    """Citances of groups that are gathered, to be written together.

    Attributes:
        size: how many there are.
    """

    def __init__(self) -> None:
        self._groups: list[RowGroup] = []
        self._articles: dict[str, _RowArticle] = {}
        self.size = 0

    def add(self, group: RowGroup) -> None:
        """Take the citances of a group.

        Raises:
            InputError: one has a value that cannot be written.
        """
        number = len(self._groups)
        unnamed: Counter[str] = Counter()
        try:
            rows = [self._row(group.key, values, unnamed) for values in group.citances]
        except (ValueError, TypeError, RecursionError) as error:
            raise InputError(f"a citance cannot be stored: {one_line(error)}") from error
        self._groups.append(group._replace(citances=[]))
        for article, values in rows:
            key = values.get("start"), values["text"]
            if key not in article.sentences:
                article.sentences[key] = stored_sentence(values, article.source), {}
            sentence, marks = article.sentences[key]
            marks.setdefault(number, stored_citance(values, sentence, article.source))
        self.size += len(rows)

    def _row(
        self, key: str, values: dict[str, Any], unnamed: Counter[str]
    ) -> tuple[_RowArticle, dict[str, Any]]:
        """Return the article of a citance, and what is known of the citance."""
        about, source = values.pop("article", None) or {}, values.get("source") or ""
        line = json.dumps(about, ensure_ascii=False, allow_nan=False) if about else ""
        identity = _identity(about, line, source)
        if not identity:  # nobody knows the article: it has this sentence alone
            text = f"{key}\0{values['text']}"
            unnamed[text] += 1
            identity = _digest(f"{text}\0{unnamed[text]}")
        article = self._articles.get(identity)
        if article is None:
            article = self._articles[identity] = _RowArticle(identity, source, about, line)
        if values.keys() - _CHECKED:
            json.dumps(values, ensure_ascii=False, allow_nan=False)
        return article, values

    def write(
        self,
        connection: sqlite3.Connection,
        store: ArticleStore,
        works: WorkStore,
        origin: str,
        counts: RowCounts,
    ) -> None:
        """Write what was gathered, in the transaction that is open.

        Args:
            connection: that of the writer.
            store: of its articles.
            works: of their works.
            origin: the file that the rows are from.
            counts: of all rows of the run.
        """
        writer = _RowWriter(connection, store.content, works, self._groups)
        for article in self._articles.values():
            number, is_whole = store.number_of(article.identity, article.source, article.line)
            if number is None:
                number, added = writer.write_new(article, origin)
                counts.new.add(number)
                counts.citances += added
            elif is_whole:
                counts.whole.add(number)
            else:
                added = writer.add_to(number, article)
                if added and number not in counts.new:
                    counts.grown.add(number)
                counts.citances += added
                store.note_origin(number, origin)


class _Inside(NamedTuple):
    """What is in of an article.

    Attributes:
        references: numbers of its works, by their records and own keys.
        sentences: numbers of its sentences.
        cited: numbers of the works that a sentence cites.
    """

    references: dict[tuple[int, str], int]
    sentences: dict[_Key, int]
    cited: dict[int, list[int]]


@dataclass
class _RowWriter:
    """Writes articles of rows.

    Attributes:
        db: connection of the writer.
        content: writes what its articles have.
        works: of their works.
        groups: which the citances of the articles are of.
        records, names: what ``_record`` and ``_shared`` found.
    """

    db: sqlite3.Connection
    content: ArticleContent
    works: WorkStore
    groups: Sequence[RowGroup]
    records: dict[int, tuple[int, str]] = field(default_factory=dict)
    names: dict[tuple[int, str], frozenset[str]] = field(default_factory=dict)

    def write_new(self, article: _RowArticle, origin: str) -> tuple[int, int]:
        """Write an article that is not in; return its number, and how many citances it has."""
        is_pdf = article.source.lower().endswith(".pdf")
        values = (article.identity, article.source, article.line, origin, 0, is_pdf, 0, "{}", None)
        number = self.content.write_article(None, values, work_names(article.about))
        return number, self._write(number, article, _Inside({}, {}, {}))

    def add_to(self, number: int, article: _RowArticle) -> int:
        """Write the citances of an article that are not in; return how many these were."""
        first, behind = references_of(number)
        query = "SELECT record, key, id FROM refs WHERE id >= ? AND id < ?"
        rows = self.db.execute(query, (first, behind))
        references = {(record, key): reference - first for record, key, reference in rows}
        query = "SELECT start, text, id FROM sentences WHERE article = ?"
        sentences = {tuple(key): one for *key, one in self.db.execute(query, (number,))}
        inside = _Inside(references, sentences, {})
        for reference, sentence in self.db.execute(
            "SELECT reference, sentence FROM citances WHERE reference >= ? AND reference < ?",
            (first, behind),
        ):
            inside.cited.setdefault(sentence, []).append(reference - first)
        self.works.changing(number)
        return self._write(number, article, inside)

    def _write(self, number: int, article: _RowArticle, inside: _Inside) -> int:
        references, sentences, more = [], [], []
        names = {place: known for known, place in inside.references.items()}
        for key in sorted(article.sentences, key=lambda one: (one[0] is None, one[0] or 0)):
            sentence = inside.sentences.get(key)
            stored, groups = article.sentences[key]
            citances = []
            for group, marks in groups.items():
                known = self._record(group)
                if sentence is not None and any(
                    known == names[place]
                    or not self._shared(known).isdisjoint(self._shared(names[place]))
                    for place in inside.cited.get(sentence, ())
                ):
                    continue
                place = inside.references.get(known)
                if place is None:
                    place = inside.references[known] = len(inside.references)
                    references.append((place, known[0], 0, "", known[1]))
                citances.append((place, marks))
            if sentence is None:
                sentences.append(CitingSentence(stored, citances))
            else:
                first = number << NUMBER_BITS
                more += [(first | place, sentence, marks) for place, marks in citances]
        added = sum(len(one.citances) for one in sentences) + len(more)
        self.content.write_references(number, references)
        self.content.write_sentences(number, sentences)
        self.content.write_citances(more)
        self.db.execute(
            "UPDATE articles SET citations = citations + ? WHERE id = ?", (added, number)
        )
        return added

    def _record(self, group: int) -> tuple[int, str]:
        """Return the record of the work of a group, and what it is called if not by its name."""
        found = self.records.get(group)
        if found is None:
            key, known, _ = self.groups[group]
            names = work_names(known)
            own = "" if key == names.key else key
            found = self.records[group] = self.works.record(key, known, names), own
        return found

    def _shared(self, known: tuple[int, str]) -> frozenset[str]:
        """Return what records of one work share: identifiers and names, else what it is called."""
        found = self.names.get(known)
        if found is None:
            query = "SELECT known FROM records WHERE id = ?"
            (line,) = self.db.execute(query, known[:1]).fetchone()
            names = shared_names(work_names(json.loads(line))) or [f"key:{known[1]}"]
            found = self.names[known] = frozenset(names)
        return found


def _identity(about: dict[str, Any], line: str, source: str) -> str:
    """Return what rows of an article share, as its versions do; "" where nobody knows it."""
    for kind in IDENTIFIERS:
        if value := about.get(kind):
            return f"{kind}:{value}"
    return _digest(f"{source}\0{line}") if source or line else ""


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
