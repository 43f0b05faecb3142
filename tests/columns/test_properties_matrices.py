"""Decoders of sentences against sentences and words against columns, on hostile numbers."""

from itertools import combinations, pairwise
from math import fsum, inf, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.columns.column_search import SentenceRanges, best_columns, count
from spacy_citalign.columns.profile_hmm import (
    best_slots,
    count_transitions,
    estimate,
    find_slots,
    hmm_finder,
    pssm_finder,
)
from spacy_citalign.columns.tree_alignment import align_flat, align_trees, distance
from spacy_citalign.columns.trees import Node
from spacy_citalign.sentences.features import heaviest_chain
from spacy_citalign.sentences.methods import alignment_path, by_alignment, by_threshold

PROBABILITY = st.sampled_from([0.0, 5e-324, 1e-300, 2.0**-41, 0.25, 0.5, 1 - 2**-53, 1.0])
ODD = st.sampled_from([nan, inf, -inf, -5e-324, 1 + 2**-52, 1e308])
SIDES = st.tuples(st.integers(0, 4), st.integers(0, 4))


@st.composite
def matrices(draw, of=PROBABILITY, sides=SIDES):
    n, m = draw(sides)
    values = draw(st.lists(of, min_size=n * m, max_size=n * m))
    return np.array(values, dtype=float).reshape(n, m)


# --- sentences ---------------------------------------------------------------------------------


def staircases(n, m):
    """All paths from the first cell to the last by steps down or right."""
    for downs in combinations(range(n + m - 2), n - 1):
        i = j = 0
        path = [(0, 0)]
        for step in range(n + m - 2):
            i, j = (i + 1, j) if step in downs else (i, j + 1)
            path.append((i, j))
        yield path


@given(matrices())
def test_no_staircase_is_heavier_whatever_the_probabilities(probabilities):
    path = [tuple(cell) for cell in alignment_path(probabilities).tolist()]
    n, m = probabilities.shape
    if not n or not m:
        assert path == []
        return
    sums = {tuple(one): fsum(probabilities[cell] for cell in one) for one in staircases(n, m)}
    assert sums[tuple(path)] >= max(sums.values()) - 2.0**-36


@given(matrices(), st.sampled_from([0.0, 5e-324, 0.5, 1.0]), st.integers(1, 3))
def test_links_are_of_the_matrix_sorted_and_within_their_limits(probabilities, least, limit):
    for links, added in (
        (by_threshold(probabilities, least, limit=limit, first_sentences=False), 0),
        (by_alignment(probabilities, least=least, limit=limit, added=2, above=least), 2),
    ):
        cells = list(zip(links.first.tolist(), links.second.tolist(), strict=True))
        assert cells == sorted(set(cells))
        assert links.probability.tolist() == [probabilities[cell] for cell in cells]
        assert np.all(links.probability >= least)
        for side in zip(*cells, strict=True) if cells else ():
            assert max(map(side.count, side)) <= limit + added


WEIGHT = st.sampled_from([5e-324, 1e-300, 0.25, 0.5, 1.0, 2.0**40])


@given(st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 3)), WEIGHT, max_size=8))
def test_no_chain_of_cells_is_heavier(cells):
    places = list(cells)
    rows, columns = np.array(places, dtype=np.int64).reshape(-1, 2).T
    chain = heaviest_chain(rows, columns, np.array(list(cells.values()), dtype=float)).tolist()
    steps = [places[place] for place in chain]
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(steps))
    best = max(
        fsum(cells[cell] for cell in some)
        for size in range(len(places) + 1)
        for some in combinations(sorted(places), size)
        if all(a < c and b < d for (a, b), (c, d) in pairwise(some))
    )
    assert fsum(cells[cell] for cell in steps) == pytest.approx(best)


# --- columns -----------------------------------------------------------------------------------

SCORE = st.sampled_from([0.0, 1.0, -1.0, 0.5, 1e-30, -(2.0**20), 2.0**20, -inf])


@given(matrices(of=SCORE, sides=st.tuples(st.integers(1, 2), st.integers(0, 5))), st.data())
def test_no_ascending_columns_have_a_higher_sum(scores, data):
    lengths = np.array(data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=3)))
    total = int(lengths.sum())
    tags = np.array(
        data.draw(st.lists(st.integers(0, len(scores) - 1), min_size=total, max_size=total))
    )
    layout = SentenceRanges.of(lengths)
    found = best_columns(scores.astype(np.float32), tags, layout)
    for first, length in zip(*layout, strict=True):
        own = tags[first : first + length].tolist()
        columns = found[first : first + length].tolist()
        sums = {
            some: sum(scores[tag, column] for tag, column in zip(own, some, strict=True))
            for some in combinations(range(scores.shape[1]), int(length))
        }
        best = max(sums.values(), default=-inf)
        if best == -inf:
            assert columns == [-1] * length
        else:
            assert sums[tuple(columns)] == pytest.approx(best, abs=1e-6)


@given(st.integers(0, 3), st.integers(1, 3), st.lists(st.integers(1, 9), min_size=1, max_size=3))
def test_a_model_of_no_sentences_gives_every_word_a_place(size, kinds, lengths):
    nothing = np.zeros(0, dtype=np.int64)
    moves = count_transitions(nothing, nothing, SentenceRanges.of(nothing), kinds, size)
    hmm = estimate(count(nothing, nothing, kinds, size, 0), moves)
    tags, layout = np.full(sum(lengths), kinds), SentenceRanges.of(np.array(lengths))
    found = best_slots(hmm, tags, layout)
    assert np.all((found >= 0) & (found <= 2 * size))
    for first, length in zip(*layout, strict=True):
        own = found[first : first + length].tolist()
        assert all(a < b or (a == b and a % 2 == 0) for a, b in pairwise(own))


@given(st.integers(0, 4), st.lists(st.integers(1, 6), min_size=1, max_size=3), st.data())
def test_places_ascend_whatever_is_held(size, lengths, data):
    kinds, total = 2, sum(lengths)
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    tags, layout = rng.integers(0, kinds + 1, total), SentenceRanges.of(np.array(lengths))
    held = rng.integers(-1, size, total) if size else np.full(total, -1)
    profile = count(np.zeros(0, np.int64), np.zeros(0, np.int64), kinds, size, 0)
    none = np.zeros(0, dtype=np.int64)
    hmm = estimate(profile, count_transitions(none, none, SentenceRanges.of(none), kinds, size))
    for finder in (pssm_finder(profile.scores()), hmm_finder(hmm)):
        found = find_slots(finder, tags, layout, held)
        for first, length in zip(*layout, strict=True):
            own = found[first : first + length].tolist()
            assert min(own) >= 0 or set(own) == {-1}
            pairs = pairwise(own)
            assert all(a < b or (a == b and (a < 0 or a % 2 == 0)) for a, b in pairs)


# --- trees -------------------------------------------------------------------------------------

LABEL = st.sampled_from(["NP", "VP", "S", "X"])
TAG = st.sampled_from(["NN", "NNS", "VBZ", "DT", "odd", ""])


@st.composite
def trees(draw, depth=3):
    """Draw a tree as nested lists: a tag, or a label with children."""

    def build(level, start):
        if not level or draw(st.booleans()):
            return leaf(draw(TAG), start), start + 1
        children, end = [], start
        for _ in range(draw(st.integers(1, 3))):
            child, end = build(level - 1, end)
            children.append(child)
        head = children[draw(st.integers(0, len(children) - 1))].head
        return phrase(draw(LABEL), tuple(children), head, start, end), end

    return build(depth, 0)[0]


def leaf(tag, place):
    return Node(tag, place, place + 1, place, ())


def phrase(label, children, head, start, end):
    return Node(label, start, end, head, children)


@given(trees(), trees())
def test_words_of_any_trees_are_aligned_once_in_order_and_at_a_distance_of_0_to_1(one, other):
    for align in (align_trees, align_flat):
        pairs = align(one, other)
        assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))
        assert all(0 <= i < one.end and 0 <= j < other.end for i, j in pairs)
        assert 0 <= distance(pairs, one.end, other.end) <= 1
    assert distance(align_trees(one, one), one.end, one.end) == 0
