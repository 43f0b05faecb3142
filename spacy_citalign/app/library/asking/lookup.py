"""What a library finds: works by any of their names, works and sentences by words."""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterable
from itertools import takewhile

from ....citations.works.work_names import normal_name, work_names
from ...answers.cited_sources import named_identifier
from ..names import name_hash, shared_names
from ..works.work_store import WorkStore

_BY_KEY = """
SELECT id FROM works WHERE key = ? ORDER BY articles DESC, citances DESC, first LIMIT ?
"""
_BY_NAME = """
SELECT w.id FROM
    (SELECT DISTINCT u.work FROM unit_names n JOIN units u ON u.id = n.unit WHERE n.name = ?) m
    JOIN works w ON w.id = m.work
ORDER BY w.articles DESC, w.citances DESC, w.first LIMIT ?
"""
_BY_WORDS = """
SELECT w.id FROM
    (SELECT DISTINCT u.work FROM
        (SELECT rowid FROM unit_words WHERE unit_words MATCH ? LIMIT ?) f
        JOIN units u ON u.id = f.rowid) m
    JOIN works w ON w.id = m.work
ORDER BY w.articles DESC, w.citances DESC, w.first LIMIT ?
"""
_SENTENCES = """
SELECT rowid FROM (SELECT rowid, rank FROM sentence_words WHERE sentence_words MATCH ? LIMIT ?)
ORDER BY rank, rowid LIMIT ? OFFSET ?
"""
_CITED = """
SELECT u.work FROM sentences s
CROSS JOIN refs r ON r.id >= s.article << 20 AND r.id < (s.article + 1) << 20
CROSS JOIN citances c ON c.reference = r.id AND c.sentence = s.id
CROSS JOIN records k ON k.id = r.record CROSS JOIN units u ON u.id = k.unit
WHERE s.id = ? ORDER BY r.id
"""
_CITING = """
SELECT DISTINCT c.sentence FROM units u
JOIN records k ON k.unit = u.id JOIN refs r ON r.record = k.id JOIN citances c ON c.reference = r.id
WHERE u.work = ? ORDER BY r.id >> 20, c.sentence LIMIT ? OFFSET ?
"""
_MOST_RANKED = 50_000  # names, or sentences, that have the words
_MOST_WORDS = 32
_SPELLED = re.compile(r"(doi|pmid|pubmed|pmcid|arxiv)[\s:]{1,9}(\S.*)", re.IGNORECASE | re.DOTALL)
_PHRASE = re.compile(r'"([^"]{1,400})"|([^\s"]+)')
_ARXIV_DOI = "10.48550/arxiv."


_BESIDE = (
    "SELECT id, key FROM works WHERE key < ? ORDER BY key DESC LIMIT ?",
    "SELECT id, key FROM works WHERE key >= ? ORDER BY key LIMIT ?",
)
_MOST_LEFT_OUT = 8  # words of a name, one after the other
_KINDS = ("doi:", "pmid:", "pmcid:", "arxiv:")


def named_works(connection: sqlite3.Connection, name: str, limit: int = 20) -> list[int]:
    """Return the works of a key, an old one, too, or an identifier in any spelling; most have one.

    Args:
        connection: reads the library.
        name: "https://doi.org/10.5555/x", "PMID 123", "arXiv:2304.01234", or a key.
        limit: so many at most, those that most articles cite.
    """
    return _identified(connection, name, limit) or _works_called(
        connection, f"name:{normal_name(name)}", limit
    )


def find_works(connection: sqlite3.Connection, text: str, limit: int = 20) -> list[int]:
    """Return the works that a text names, those that most articles cite first.

    Args:
        connection: reads the library.
        text: an identifier in any spelling or a key, else words of author, year and title; where
            no work has them all, words that begin so.
        limit: so many at most.
    """
    return _identified(connection, text, limit) or works_with_words(connection, text, limit)


def works_with_words(
    connection: sqlite3.Connection, text: str, limit: int = 20, *, begins: bool = False
) -> list[int]:
    """Return the works with all words of a text, else those that have words that begin so.

    Args:
        connection: reads the library.
        text: the words.
        limit: so many works at most.
        begins: return all whose words begin so at once.
    """
    words = normal_name(text).split()[:_MOST_WORDS]
    for behind in ("", "*")[begins:] if words else ():
        query = " ".join(f'"{word}"{behind}' for word in words)
        rows = connection.execute(_BY_WORDS, (query, _MOST_RANKED, limit))
        if found := [row[0] for row in rows]:
            return found
    return []


def find_sentences(
    connection: sqlite3.Connection, words: str, limit: int = 20, start: int = 0
) -> list[int]:
    """Return the sentences that have all of some words, the best fitting first.

    Args:
        connection: reads the library.
        words: of whatever form; those in double quotes stand together.
        limit: so many at most.
        start: so many are left out.
    """
    matches = ("".join(match.groups("")) for match in _PHRASE.finditer(words))
    parts = [part for part in matches if normal_name(part)][:_MOST_WORDS]
    if not parts:
        return []
    query = " ".join(f'"{part}"' for part in parts)
    return [row[0] for row in connection.execute(_SENTENCES, (query, _MOST_RANKED, limit, start))]


def sentences_of_work(
    connection: sqlite3.Connection, work: int, limit: int = 20, start: int = 0
) -> list[int]:
    """Return the sentences that cite a work, in the order of the articles."""
    return [row[0] for row in connection.execute(_CITING, (work, limit, start))]


def cited_in(connection: sqlite3.Connection, sentence: int) -> list[int]:
    """Return the works that a sentence cites."""
    return list(dict.fromkeys(row[0] for row in connection.execute(_CITED, (sentence,))))


def works_of_sentences(
    connection: sqlite3.Connection, sentences: Iterable[int], limit: int = 20
) -> list[tuple[int, int]]:
    """Return the works that most of some sentences cite, and how many of them do."""
    counts: Counter[int] = Counter()
    for sentence in sentences:
        counts.update(cited_in(connection, sentence))
    return counts.most_common(limit)


def _identified(connection: sqlite3.Connection, name: str, limit: int) -> list[int]:
    """Return the works of a key or an identifier."""
    name = name.strip()
    if found := [row[0] for row in connection.execute(_BY_KEY, (name, limit))]:
        return found
    for known in _identifiers(name):
        if works := _works_called(connection, known, limit):
            return _owners(connection, works, known)
    return []


def _identifiers(name: str) -> list[str]:
    """Return how a library calls the work of an identifier, [] of what is none."""
    if spelled := _SPELLED.fullmatch(name):
        kind = "pmid" if spelled[1].lower() == "pubmed" else spelled[1].lower()
        name = f"{kind}:{spelled[2].strip()}"
    known = named_identifier(name)
    if "arxiv" in known:
        return [f"arxiv:{known['arxiv']}", f"doi:{_ARXIV_DOI}{known['arxiv']}"]
    return shared_names(work_names(known)) if known else []


def _works_called(connection: sqlite3.Connection, name: str, limit: int) -> list[int]:
    return [row[0] for row in connection.execute(_BY_NAME, (name_hash(name), limit))]


def _owners(connection: sqlite3.Connection, works: list[int], known: str) -> list[int]:
    """Return the works whose own an identifier is, all where it is nobody's."""
    if len(works) == 1:
        return works
    store = WorkStore(connection)
    own = [work for work in works if known in shared_names(work_names(store.describe(work)[1]))]
    return own or works


def near_works(connection: sqlite3.Connection, name: str, limit: int = 5) -> list[int]:
    """Return works whose keys begin most alike, else those that have most words of a name.

    Args:
        connection: reads the library.
        name: a key or identifier, or words of author, year and title.
        limit: so many at most.
    """
    key = name.strip().lower()
    if key.startswith("10."):
        key = f"doi:{key}"
    if key.startswith(_KINDS):
        return _alike(connection, key, limit)
    words = normal_name(name).split()[:_MOST_LEFT_OUT]
    for place in range(len(words)) if len(words) > 1 else ():
        fewer = words[:place] + words[place + 1 :]
        if found := find_works(connection, " ".join(fewer), limit):
            return found
    return []


def _alike(connection: sqlite3.Connection, key: str, limit: int) -> list[int]:
    """Return the works beside a key in the order of keys, as far as the begin says something."""
    least = max(key.find("/") + 1, key.find(":") + 3)
    found = [row for query in _BESIDE for row in connection.execute(query, (key, limit))]
    alike = [(_shared(key, row["key"].lower()), row["id"]) for row in found]
    alike.sort(key=lambda one: -one[0])
    return [work for length, work in alike[:limit] if length >= least]


def _shared(one: str, other: str) -> int:
    """Return with how many of the same letters two keys begin.

    >>> _shared("doi:10.5555/frogs", "doi:10.5555/fish")
    13
    """
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
