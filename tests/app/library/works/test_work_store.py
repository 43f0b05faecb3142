"""Cited works of a library: the same as of all references at once, in whatever order they come."""

import json
import sqlite3
from contextlib import closing, contextmanager
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.app.library.database import transaction
from spacy_citalign.app.library.names import name_hash
from spacy_citalign.app.library.works import clustering, title_order
from spacy_citalign.app.library.works.work_store import WorkStore
from spacy_citalign.app.library.works.work_units import work_references
from spacy_citalign.citations.works.same_works import WorkIndex
from spacy_citalign.citations.works.work_names import work_names

FROGS = {"first_author": "Zork", "year": "2004", "title": "Frogs awake in spring"}
LAKES = {"first_author": "Lake", "year": "1999", "title": "What lakes are for"}


class Shelf:
    """Articles in a library, as references and places of citances.

    An article is a list of (key, known, places); places are numbers of its sentences.
    """

    def __init__(self, connection):
        self.connection = connection
        self.store = WorkStore(connection)
        self.articles = {}
        self.sources = {}
        self.change = 0

    def put(self, changes, sources=None):
        """Replace articles, by their numbers; None takes one away."""
        self.change += 1
        with transaction(self.connection):
            for number, references in changes.items():
                self.store.changing(number)
                self._take(number)
                if references is not None:
                    source = (sources or {}).get(number, f"PMC{number}")
                    self._write(number, references, source)
            return self.store.settle(self.change)

    def _take(self, number):
        first, last = number << 20, (number + 1) << 20
        execute = self.connection.execute
        execute("DELETE FROM citances WHERE reference >= ? AND reference < ?", (first, last))
        for row in execute("SELECT record FROM refs WHERE id >= ? AND id < ?", (first, last)):
            self.store.count(row[0], -1)
        execute("DELETE FROM refs WHERE id >= ? AND id < ?", (first, last))
        execute("DELETE FROM sentences WHERE article = ?", (number,))
        execute("DELETE FROM article_names WHERE article = ?", (number,))
        execute("DELETE FROM articles WHERE id = ?", (number,))
        self.articles.pop(number, None)
        self.sources.pop(number, None)

    def _write(self, number, references, source):
        execute = self.connection.execute
        execute(
            "INSERT INTO articles VALUES (?, ?, ?, '', '', 1, 0, 0, '{}', NULL)",
            (number, f"id {number}", source),
        )
        execute("INSERT INTO article_names VALUES (?, ?)", (name_hash(f"source:{source}"), number))
        sentences = {}
        for place, (key, known, places) in enumerate(references):
            names = work_names(known)
            record = self.store.record(key, known, names)
            reference = number << 20 | place
            own = "" if key == names.key else key
            execute("INSERT INTO refs VALUES (?, ?, 0, '', ?)", (reference, record, own))
            self.store.count(record, 1)
            for start in places:
                if start not in sentences:
                    sentences[start] = execute(
                        'INSERT INTO sentences (article, start, "end", text, marks) '
                        "VALUES (?, ?, ?, ?, '[]')",
                        (number, start, start + 1, f"{source} {start}"),
                    ).lastrowid
                execute(
                    "INSERT OR IGNORE INTO citances VALUES (?, ?, '')",
                    (reference, sentences[start]),
                )
        self.articles[number] = references
        self.sources[number] = source

    def works(self):
        """What the library has of its works, in their order."""
        rows = self.connection.execute("SELECT * FROM works ORDER BY first").fetchall()
        return [(*self.store.describe(row["id"]), row["articles"], row["citances"]) for row in rows]

    def expected(self):
        """What all references at once make, and how many are kept apart."""
        index = WorkIndex()
        for number, references in sorted(self.articles.items()):
            for key, known, places in references:
                own = {**known}  # a reference of its own
                for start in places:
                    index.add(key, own, (self.sources[number], start))
        groups = [
            (
                group.key,
                group.cited,
                len({source for source, _ in group.items}),
                len(set(group.items)),
            )
            for group in index.groups()
        ]
        return groups, index.kept_apart

    def kept_apart(self):
        """How many references have an identifier of a work of another title or DOI."""
        query = "SELECT id, apart FROM works WHERE apart <> '[]'"
        return sum(
            count
            for work, apart in self.connection.execute(query).fetchall()
            for (names, _), count in work_references(self.connection, work)[1].items()
            if not {tuple(one) for one in json.loads(apart)}.isdisjoint(names.identifiers)
        )


@contextmanager
def new_shelf():
    tables = files("spacy_citalign.app.library").joinpath("tables.sql").read_text("utf-8")
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        connection.executescript(tables)
        yield Shelf(connection)


@pytest.fixture
def shelf():
    with new_shelf() as shelf:
        yield shelf


def check(shelf):
    groups, kept_apart = shelf.expected()
    assert [
        (key, json.loads(json.dumps(cited)), *sizes) for key, cited, *sizes in shelf.works()
    ] == [(key, json.loads(json.dumps(cited)), *sizes) for key, cited, *sizes in groups]
    assert shelf.kept_apart() == kept_apart
    units = shelf.connection.execute("SELECT id FROM units").fetchall()
    assert {row[0] for row in units} == {
        row[0] for row in shelf.connection.execute("SELECT DISTINCT unit FROM records")
    }


def test_a_work_that_gets_an_identifier_is_merged(shelf):
    shelf.put({1: [("zork", FROGS, [1])], 2: [("b", {"pmid": "7"}, [1, 2])]})
    assert len(shelf.works()) == 2
    changed = shelf.put({3: [("c", FROGS | {"pmid": "7"}, [5])]})
    ((key, cited, articles, citances),) = shelf.works()
    assert (key, articles, citances) == ("pmid:7", 3, 4)
    assert cited == FROGS | {"pmid": "7"}
    assert len(changed) == 1
    check(shelf)


def test_what_tied_two_works_is_taken_away(shelf):
    shelf.put({1: [("zork", FROGS, [1])], 2: [("b", {"pmid": "7"}, [1, 2])]})
    shelf.put({3: [("c", FROGS | {"pmid": "7"}, [5])]})
    shelf.put({3: None})
    assert [work[0] for work in shelf.works()] == ["zork 2004 frogs awake in spring", "pmid:7"]
    check(shelf)


def test_a_library_from_which_all_is_taken_is_empty(shelf):
    shelf.put({1: [("zork", FROGS, [1])], 2: [("a", FROGS, [1, 2])]})
    shelf.put({1: None, 2: None})
    for table in ("works", "units", "records", "unit_names", "title_order"):
        assert shelf.connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] == 0


def test_equal_records_are_kept_once(shelf):
    shelf.put({1: [("zork", FROGS, [1])], 2: [("a", FROGS, [1, 2]), ("b", LAKES, [2])]})
    counts = [
        shelf.connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        for table in ("records", "units", "refs")
    ]
    assert counts == [2, 2, 3]


def test_two_references_of_an_article_to_a_work_are_one_article(shelf):
    shelf.put({1: [("a", FROGS, [1, 2]), ("b", FROGS | {"pmid": "7"}, [2, 3])]})
    assert [work[2:] for work in shelf.works()] == [(1, 3)]


def test_articles_of_one_source_are_one(shelf):
    sources = {1: "PMC1", 2: "PMC1"}
    shelf.put({1: [("a", FROGS, [1, 2])], 2: [("a", FROGS, [2, 3])]}, sources)
    assert [work[2:] for work in shelf.works()] == [(1, 3)]
    shelf.put({1: None, 2: None, 3: [("a", FROGS, [2])]})
    assert [work[2:] for work in shelf.works()] == [(1, 1)]


def test_a_replaced_article_stands_where_it_stood(shelf):
    shelf.put({1: [("a", FROGS, [1])], 2: [("b", LAKES, [1])]})
    shelf.put({1: [("c", LAKES | {"year": "2000"}, [1]), ("a", FROGS, [2])]})
    assert [work[0][:9] for work in shelf.works()] == ["lake 2000", "zork 2004", "lake 1999"]
    check(shelf)


def test_works_of_one_name_are_numbered_in_order_of_appearance(shelf):
    """An article and the answer to it, and the answer comes first in the end."""
    first, second = ({"text": "Zork 2004", "pmid": pmid} for pmid in ("7", "8"))
    bare = {"first_author": "Zork", "year": "2004"}
    shelf.put({2: [("x", bare, [1])], 3: [("x", bare | {"title": ""}, [2]), ("y", first, [1])]})
    shelf.put({1: [("x (2)", {}, [1]), ("z", second, [1])]})
    check(shelf)


def test_a_work_keeps_its_number_when_others_are_united_with_it(shelf):
    """The one with more references, of equal ones the lower number."""
    shelf.put(
        {1: [("a", FROGS, [1])], 2: [("b", {"pmid": "7"}, [1])], 3: [("b", {"pmid": "7"}, [1])]}
    )
    number = shelf.connection.execute("SELECT id FROM works WHERE key = 'pmid:7'").fetchone()[0]
    assert shelf.put({4: [("c", FROGS | {"pmid": "7"}, [5])]}) == {number}
    (row,) = shelf.connection.execute("SELECT id, changed FROM works").fetchall()
    assert tuple(row) == (number, 2)


def test_what_does_not_change_is_left_alone(shelf, monkeypatch):
    """One more reference, and another variant of a work, put nothing together anew."""
    identified = FROGS | {"doi": "10.5555/zk.1", "pmid": "7"}
    shelf.put({1: [("a", identified, [1])], 2: [("a", FROGS, [1]), ("b", LAKES, [1])]})
    monkeypatch.delattr(clustering.WorkClusters, "__init__")
    changed = shelf.put({3: [("a", identified, [1])], 4: [("c", {"doi": "10.5555/zk.1"}, [1])]})
    assert len(changed) == 1
    assert [work[2:] for work in shelf.works()] == [(4, 4), (1, 1)]
    monkeypatch.undo()
    check(shelf)


def test_counts_that_matter_are_looked_at(shelf):
    """A PMID that two works have is that of the one which most references of it name."""
    frogs, lakes = (work | {"pmid": "7"} for work in (FROGS, LAKES))
    shelf.put({1: [("a", frogs, [1]), ("b", lakes, [2])], 2: [("a", frogs, [1])]})
    assert [work[0] for work in shelf.works()] == ["pmid:7", "lake 1999 what lakes are for"]
    shelf.put({number: [("b", lakes, [1])] for number in (3, 4)})
    assert [work[0] for work in shelf.works()] == ["zork 2004 frogs awake in spring", "pmid:7"]
    check(shelf)


def test_a_name_that_meets_one_work_may_move_another(shelf):
    """Who a reference without a title belongs to, author and year of another reference tell."""
    kelm = {"first_author": "Kelm", "year": "2000"}
    frogs, lakes = FROGS | {"pmid": "7", "doi": "10.5555/a"}, LAKES | {"pmid": "7"}
    shelf.put({1: [("a", frogs, [1]), ("b", lakes, [2]), ("c", kelm | {"pmid": "7"}, [3])]})
    assert [work[2:] for work in shelf.works()] == [(1, 1), (1, 1), (1, 1)]
    shelf.put({2: [("d", kelm | {"doi": "10.5555/a"}, [1])]})
    assert [work[2:] for work in shelf.works()] == [(2, 3), (1, 1)]
    check(shelf)


def test_a_work_is_called_as_most_call_it(shelf):
    lost = FROGS | {"title": "Frogs awake inspring"}
    shelf.put({1: [("a", lost, [1])], 2: [("b", FROGS, [1])]})
    assert [work[0] for work in shelf.works()] == ["zork 2004 frogs awake inspring"]
    shelf.put({3: [("b", FROGS, [1])]})
    assert [work[0] for work in shelf.works()] == ["zork 2004 frogs awake in spring"]
    shelf.put({3: None})
    assert [work[0] for work in shelf.works()] == ["zork 2004 frogs awake inspring"]
    check(shelf)


def test_words_of_works_are_found(shelf):
    shelf.put({1: [("a", FROGS | {"first_author": "van der Zork"}, [1])], 2: [("b", LAKES, [1])]})
    query = "SELECT count(*) FROM unit_words WHERE unit_words MATCH ?"
    find = lambda words: shelf.connection.execute(query, (words,)).fetchone()[0]  # noqa: E731
    assert (find("van der zork 2004"), find("lakes"), find("kelm")) == (1, 1, 0)
    shelf.put({1: None})
    assert (find("van der zork 2004"), find("lakes")) == (0, 1)
    shelf.connection.execute("INSERT INTO unit_words (unit_words) VALUES ('integrity-check')")


WORDS = ["frogs", "awake", "in", "spring", "lakes", "of", "the", "kelm", "zeta"]
LONG = "Frogs awake in spring and sleep"
near_titles = st.one_of(  # a letter is lost, or several
    st.integers(0, len(LONG) - 1).map(lambda place: LONG[:place] + LONG[place + 1 :]),
    st.tuples(st.integers(0, 6), st.integers(24, 30)).map(lambda cut: LONG[cut[0] : cut[1]]),
)
titles = st.one_of(
    near_titles,
    st.sampled_from([LONG, "Frogs", "What lakes are for and why", ""]),
    st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join),
)
works = st.fixed_dictionaries(
    {},
    optional={
        "doi": st.sampled_from(["10.5555/a", "10.5555/A.", "10.5555/ab", "10.5555/c"]),
        "pmid": st.sampled_from(["1", "2", "3"]),
        "pmcid": st.sampled_from(["PMC1", "pmc1"]),
        "first_author": st.sampled_from(["Zork", "van der Zork", "Vander Zork", "Lake", "von Du"]),
        "year": st.sampled_from(["2004", 2004, "1999"]),
        "title": titles,
        "text": st.sampled_from(["Zork 2004", "Frogs (2)", "x"]),
        "source": st.sampled_from(["Frogs", "J Spring"]),
        "authors": st.sampled_from([["Zork", "Lake"], ["Lake"]]),
    },
)
identified = st.fixed_dictionaries(  # several identifiers, some of them wrong
    {"title": st.sampled_from([LONG, "What lakes are for and why", "Kelm", "", ""])},
    optional={
        "doi": st.sampled_from(["10.5555/a", "10.5555/ab", "10.5555/c"]),
        "pmid": st.sampled_from(["1", "2", "3"]),
        "pmcid": st.sampled_from(["PMC1", "PMC2"]),
        "first_author": st.sampled_from(["Zork", "Lake", "Kelm"]),
        "year": st.just("2004"),
    },
)
near = st.fixed_dictionaries(
    {"first_author": st.just("Zork"), "year": st.just("2004"), "title": near_titles},
    optional={"pmid": st.sampled_from(["1", "2"])},
)
keys = st.sampled_from(["a", "a (2)", "zork 2004", "10.5555/a", "x", "lake 1999"])


def changes(works):
    """Batches of articles that come, are replaced, and go."""
    reference = st.tuples(keys, works, st.lists(st.integers(1, 3), min_size=1, max_size=2))
    article = st.lists(reference, max_size=4)
    article = st.one_of(article, article, article, st.none())
    batch = st.dictionaries(st.integers(1, 6), article, min_size=1)
    return st.lists(batch, min_size=1, max_size=6)


sources = st.dictionaries(st.integers(1, 6), st.sampled_from(["S1", "S2"]), max_size=2)


@given(st.one_of(map(changes, (works, identified, near))), sources, st.sampled_from([2, 16]))
def test_any_order_makes_the_works_of_all_at_once(batches, sources, small):
    with new_shelf() as shelf, pytest.MonkeyPatch.context() as patched:
        patched.setattr(title_order, "SMALL", small)
        for batch in batches:
            shelf.put(batch, sources)
            check(shelf)
