"""Windows of tags as labels, against their definition over all short tag sequences."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.labels import BIO, OUTSIDE, Windows, bio_can_follow
from spacy_citalign.errors import CitalignError

B, I, O = map(BIO.index, "BIO")  # noqa: E741
SIZES = [(0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (1, 1), (3, 0), (0, 3), (2, 1)]
ORDERS = st.sampled_from(SIZES)


def is_bio(tags) -> bool:
    """No I begins a sequence or follows O."""
    return all(not (tag == I and before == O) for before, tag in pairwise((O, *tags)))


BIO_TAGS = st.lists(st.sampled_from([B, I, O]), min_size=1, max_size=9).filter(is_bio)


def windows_of(tags, before, after):
    """The definition: at each token the tags from ``before`` back to ``after`` ahead."""
    padded = [O] * before + list(tags) + [O] * after
    return [tuple(padded[t : t + before + 1 + after]) for t in range(len(tags))]


def numbered(windows, tags):
    rows = list(map(tuple, windows.tags.tolist()))
    return [rows.index(row) for row in windows_of(tags, windows.before, windows.after)]


@given(ORDERS, BIO_TAGS)
def test_encode_numbers_the_windows_of_the_definition(order, tags):
    windows = Windows(*order)
    assert windows.encode(np.array(tags)).tolist() == numbered(windows, tags)


@given(ORDERS, BIO_TAGS)
def test_centre_of_the_encoded_windows_gives_the_tags_back(order, tags):
    windows = Windows(*order)
    assert windows.centre[windows.encode(np.array(tags))].tolist() == tags


@pytest.mark.parametrize("order", SIZES)
def test_windows_starts_stops_and_successions_are_those_that_occur(order):
    windows = Windows(*order)
    size = len(windows)
    seen, starts, stops = set(), set(), set()
    follows = np.zeros((size, size), dtype=bool)
    for length in range(1, sum(order) + 4):
        for tags in filter(is_bio, product(range(len(BIO)), repeat=length)):
            labels = numbered(windows, tags)
            seen |= set(labels)
            starts.add(labels[0])
            stops.add(labels[-1])
            for one, two in pairwise(labels):
                follows[one, two] = True
    assert seen == set(range(size))
    assert np.flatnonzero(windows.starts).tolist() == sorted(starts)
    assert np.flatnonzero(windows.stops).tolist() == sorted(stops)
    assert np.array_equal(windows.follows, follows)


@pytest.mark.parametrize("order", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_windows_let_through_exactly_the_tag_sequences(order):
    # The label paths that starts, successions and stops allow spell every BIO sequence once.
    windows = Windows(*order)
    for length in range(1, 5):
        spelt = []
        for path in product(range(len(windows)), repeat=length):
            inner = all(windows.follows[a, b] for a, b in pairwise(path))
            if windows.starts[path[0]] and windows.stops[path[-1]] and inner:
                spelt.append(tuple(windows.centre[list(path)].tolist()))
        possible = filter(is_bio, product(range(len(BIO)), repeat=length))
        assert sorted(spelt) == sorted(possible)


def test_windows_count_by_order():
    # Pairs of three tags less (O, I); triples less those with (O, I) in front or behind.
    assert [len(Windows(k, 0)) for k in range(3)] == [3, 3 * 3 - 1, 3 * 3 * 3 - 2 * 3]
    assert [len(Windows(0, k)) for k in range(3)] == [3, 3 * 3 - 1, 3 * 3 * 3 - 2 * 3]


@given(st.integers(0, 3), st.lists(st.sampled_from([B, O]), min_size=1, max_size=9))
def test_reading_backwards_turns_windows_back_into_windows_ahead(order, tags):
    # Of B and O alone, so that the reversed sequence is one too.
    back, ahead = Windows(order, 0), Windows(0, order)
    reversed_rows = ahead.tags[ahead.encode(np.array(tags[::-1]))]
    assert np.array_equal(back.tags[back.encode(np.array(tags))], reversed_rows[::-1, ::-1])


@pytest.mark.parametrize(
    ("order", "inner"),
    [
        *product([(1, 0), (0, 1), (2, 1)], [(0, 0)]),
        *product([(1, 0), (2, 1)], [(1, 0)]),
        *product([(0, 1), (2, 1)], [(0, 1)]),
        ((2, 1), (1, 1)),
    ],
)
def test_project_reads_the_inner_window_off(order, inner):
    wide, narrow = Windows(*order), Windows(*inner)
    for tags in filter(is_bio, product(range(len(BIO)), repeat=4)):
        labels = wide.encode(np.array(tags))
        assert wide.project(narrow)[labels].tolist() == narrow.encode(np.array(tags)).tolist()


def test_bio_bars_inside_after_outside_alone():
    barred = [pair for pair in product(range(len(BIO)), repeat=2) if not bio_can_follow(*pair)]
    assert barred == [(OUTSIDE, I)]


@pytest.mark.parametrize("order", [(1, 0), (0, 1), (1, 1)])
def test_encode_refuses_tags_that_cannot_be(order):
    with pytest.raises(CitalignError):
        Windows(*order).encode(np.array([B, O, I]))
