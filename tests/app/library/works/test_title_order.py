"""Titles of an author and a year, and which are compared: the same as of all at once."""

import sqlite3
from contextlib import closing
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.app.library.works import title_order
from spacy_citalign.app.library.works.title_order import TitleOrder
from spacy_citalign.citations.works.work_clusters import near_titles

LONG = "frogs awake in spring and sleep"
titles = st.one_of(
    st.integers(0, len(LONG) - 1).map(lambda place: LONG[:place] + LONG[place + 1 :]),
    st.text("ab ", max_size=30).map(lambda text: " ".join((LONG + text).split())),
    st.sampled_from(["lakes", "what lakes are for and why"]),
)


@given(st.lists(titles, max_size=30), st.lists(st.integers(0, 29)), st.sampled_from([1, 3, 32]))
def test_near_titles(listed, removed, small):
    tables = files("spacy_citalign.app.library").joinpath("tables.sql").read_text("utf-8")
    with (
        closing(sqlite3.connect(":memory:", isolation_level=None)) as connection,
        pytest.MonkeyPatch.context() as patched,
    ):
        patched.setattr(title_order, "SMALL", small)
        connection.executescript(tables)
        order, there = TitleOrder(connection), set()
        for title in listed:
            assert (order.add("zork 2004", title) is None) == (title in there)
            there.add(title)
            order.add("lake 2004", title)
        for place in removed:
            if place < len(listed) and listed[place] in there:
                order.remove("zork 2004", listed[place])
                there.remove(listed[place])
        pairs = set(near_titles(there))
        assert pairs == {
            (min(title, other), max(title, other))
            for title in there
            for other in order.near("zork 2004", title)
        }
