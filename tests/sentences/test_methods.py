"""The paper's two methods: by hand, against plain Python, in blocks, and at the edges."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from spacy_citalign.sentences.calibration import GOSPELS, Calibrated
from spacy_citalign.sentences.methods import (
    Links,
    alignment_path,
    by_alignment,
    by_threshold,
    limited,
)
from spacy_citalign.sentences.similarity import cosines, tfidf_vectors

SHAPES = st.tuples(st.integers(0, 5), st.integers(0, 5))
EIGHTHS = st.integers(0, 8).map(lambda number: number / 8)
TIED = SHAPES.flatmap(lambda shape: arrays(np.float64, shape, elements=EIGHTHS))


def pairs(links):
    return list(zip(links.first.tolist(), links.second.tolist(), strict=True))


def best(cells, probabilities, limit):
    """The cells that fewer than ``limit`` others of their row, and of their column, go before."""

    def rank(cell, axis):
        rivals = [other for other in cells if other[axis] == cell[axis]]
        return sorted(rivals, key=lambda one: (-probabilities[one], one)).index(cell)

    return {cell for cell in cells if max(rank(cell, 0), rank(cell, 1)) < limit}


def well_formed(links, probabilities):
    assert isinstance(links, Links)
    assert links.first.dtype == links.second.dtype == np.int64
    assert links.probability.dtype == np.float64
    found = pairs(links)
    assert found == sorted(set(found))
    assert links.probability.tolist() == [probabilities[pair] for pair in found]


# --- method 1 ----------------------------------------------------------------------------------

P = np.array(
    [
        [0.1, 0.9, 0.2],
        [0.3, 0.8, 0.7],
        [0.2, 0.7, 0.3],
    ]
)


@pytest.mark.parametrize(
    ("threshold", "limit", "first_sentences", "expected"),
    [
        (0.7, 9, False, [(0, 1), (1, 1), (1, 2), (2, 1)]),  # 0.7 itself is enough
        (0.7, 2, False, [(0, 1), (1, 1), (1, 2)]),  # (2, 1) is third of its column
        (0.7, 1, False, [(0, 1)]),  # (1, 2) is second of its row: taken or not, (1, 1) goes before
        (0.7, 2, True, [(0, 0), (0, 1), (1, 1), (1, 2)]),
        (0.7, 0, True, [(0, 0)]),  # whatever the limit
        (0.95, 2, False, []),
        (0.95, 2, True, [(0, 0)]),
    ],
)
def test_pairs_by_threshold(threshold, limit, first_sentences, expected):
    found = by_threshold(P, threshold, limit=limit, first_sentences=first_sentences)
    assert pairs(found) == expected
    well_formed(found, P)


def test_the_paper_takes_two_partners_and_the_first_sentences():
    assert pairs(by_threshold(P, 0.7)) == [(0, 0), (0, 1), (1, 1), (1, 2)]


@given(TIED, EIGHTHS, st.integers(0, 3))
def test_pairs_by_threshold_agree_with_plain_python(probabilities, threshold, limit):
    cells = [cell for cell in np.ndindex(probabilities.shape) if probabilities[cell] >= threshold]
    found = by_threshold(probabilities, threshold, limit=limit, first_sentences=False)
    assert set(pairs(found)) == best(cells, probabilities, limit)
    well_formed(found, probabilities)


def test_of_equal_pairs_the_first_are_taken():
    found = by_threshold(np.full((4, 4), 0.5), 0.5, first_sentences=False)
    assert pairs(found) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_limited_marks_cells_in_any_order():
    rows, columns = np.array([1, 0, 0]), np.array([0, 1, 0])
    marks = limited(rows, columns, np.array([0.9, 0.5, 0.6]), 1)
    assert marks.tolist() == [True, False, False]  # (0, 0) goes before (0, 1), and (1, 0) before it


# --- method 2 ----------------------------------------------------------------------------------


def test_pairs_by_alignment_by_hand():
    probabilities = np.array(
        [
            [0.9, 0.001, 0.0, 0.7],
            [0.004, 0.005, 0.0, 0.0],
            [0.0, 0.0, 0.9, 0.8],
        ]
    )
    path = list(map(tuple, alignment_path(probabilities).tolist()))
    assert path == [(0, 0), (1, 0), (1, 1), (1, 2), (2, 2), (2, 3)]
    # Of the path, 0.004 and 0.0 are too low and 0.005 is not; off it, 0.7 exceeds 0.65.
    expected = [(0, 0), (0, 3), (1, 1), (2, 2), (2, 3)]
    assert pairs(by_alignment(probabilities)) == expected
    assert pairs(by_alignment(probabilities, added=0)) == [e for e in expected if e != (0, 3)]
    assert (0, 3) not in pairs(by_alignment(probabilities, above=0.7))
    assert pairs(by_alignment(probabilities, least=0.004)) == sorted([*expected, (1, 0)])


def test_the_limit_does_not_hold_for_what_is_added():
    row = np.array([[0.9, 0.8, 0.7]])
    assert pairs(by_alignment(row)) == [(0, 0), (0, 1)]  # all are on the path
    probabilities = np.array([[0.9, 0.9, 0.9], [0.9, 0.9, 0.9]])
    found = by_alignment(probabilities, limit=1)
    on_path = {(0, 0), (0, 1), (0, 2), (1, 2)}
    assert set(pairs(found)) == {(0, 0), (1, 0), (1, 1)}
    assert set(pairs(found)) - on_path == {(1, 0), (1, 1)}


def test_the_most_probable_are_added_and_of_equals_the_first():
    probabilities = np.zeros((9, 9))
    for i in range(7):
        probabilities[i, i + 2] = 0.9  # the path goes here
        probabilities[i + 2, i] = 0.7
    probabilities[8, 6] = 0.8
    found = pairs(by_alignment(probabilities))
    added = [(8, 6), (2, 0), (3, 1), (4, 2), (5, 3)]
    assert found == sorted([*((i, i + 2) for i in range(7)), *added])


@given(TIED, st.integers(0, 3), EIGHTHS, st.integers(0, 4), EIGHTHS)
def test_pairs_by_alignment_agree_with_plain_python(probabilities, limit, least, added, above):
    path = list(map(tuple, alignment_path(probabilities).tolist()))
    kept = best([cell for cell in path if probabilities[cell] >= least], probabilities, limit)
    others = [
        cell
        for cell in np.ndindex(probabilities.shape)
        if cell not in path and probabilities[cell] > above
    ]
    others.sort(key=lambda cell: (-probabilities[cell], cell))
    found = by_alignment(probabilities, limit=limit, least=least, added=added, above=above)
    assert set(pairs(found)) == kept | set(others[:added])
    well_formed(found, probabilities)


# --- in blocks ---------------------------------------------------------------------------------


class InBlocks:
    """Probabilities, some rows at a time."""

    def __init__(self, values, height):
        self.shape, self._values, self._height = values.shape, values, height

    def blocks(self):
        for start in range(0, len(self._values), self._height):
            yield self._values[start : start + self._height]

    def at(self, rows, columns):
        return self._values[rows, columns]


@given(TIED, st.integers(1, 3), EIGHTHS, st.integers(0, 3), st.integers(0, 4))
def test_blocks_of_rows_give_what_the_matrix_gives(values, height, bound, limit, added):
    blocks = InBlocks(values, height)
    for one, other in (
        (by_threshold(values, bound, limit=limit), by_threshold(blocks, bound, limit=limit)),
        (
            by_alignment(values, limit=limit, least=bound, added=added, above=bound),
            by_alignment(blocks, limit=limit, least=bound, added=added, above=bound),
        ),
    ):
        assert pairs(one) == pairs(other)
        assert one.probability.tolist() == other.probability.tolist()
    assert alignment_path(blocks).tolist() == alignment_path(values).tolist()


@pytest.mark.parametrize("method", [partial(by_threshold, threshold=0.3), by_alignment])
@pytest.mark.parametrize("kept", [1, 10**6])
def test_similarities_that_are_found_anew_give_what_the_matrix_gives(method, kept, monkeypatch):
    monkeypatch.setattr("spacy_citalign.sentences.calibration.MAX_CELLS", kept)
    rng = np.random.default_rng(0)
    first, second = (rng.integers(0, 20, (9, 4)).astype(str).tolist() for _ in "ab")
    vectors = tfidf_vectors(first, second)
    one = method(GOSPELS.sigmoid(cosines(vectors)))
    other = method(Calibrated(vectors, GOSPELS.sigmoid))
    assert pairs(one) == pairs(other)
    assert one.probability.tolist() == other.probability.tolist()


@pytest.mark.parametrize("texts", [([], []), ([["a"]], []), ([], [["a"]]), ([[]], [[]])])
def test_little_text_found_anew_is_defined(texts):
    probabilities = Calibrated(tfidf_vectors(*texts), GOSPELS.sigmoid)
    expected = [(0, 0)] if all(map(len, texts)) else []
    assert pairs(by_threshold(probabilities, 0.3)) == expected
    assert pairs(by_alignment(probabilities)) == []


# --- both --------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(0, 0), (0, 2), (2, 0)])
def test_texts_without_sentences_have_no_links(shape):
    for found in (by_threshold(np.zeros(shape), 0.0), by_alignment(np.zeros(shape))):
        assert pairs(found) == []
        well_formed(found, np.zeros(shape))


def test_one_sentence_each():
    for value in (0.001, 0.9):
        probabilities = np.array([[value]])
        assert pairs(by_threshold(probabilities, 0.25)) == [(0, 0)]
        assert pairs(by_threshold(probabilities, 0.25, first_sentences=False)) == (
            [(0, 0)] if value > 0.25 else []
        )
        assert pairs(by_alignment(probabilities)) == ([(0, 0)] if value > 0.005 else [])


def test_identical_texts_are_aligned_sentence_by_sentence():
    text = [[f"word{i}", f"other{i}", "the"] for i in range(20)]
    probabilities = GOSPELS.sigmoid(cosines(tfidf_vectors(text, text)))
    expected = [(i, i) for i in range(20)]
    assert pairs(by_threshold(probabilities, GOSPELS.threshold)) == expected
    assert pairs(by_alignment(probabilities)) == expected


def test_order_changed_once_is_found_by_the_added_pairs_or_by_the_threshold():
    text = [[f"word{i}", f"other{i}"] for i in range(12)]
    moved = [*text[8:], *text[:8]]
    probabilities = GOSPELS.sigmoid(cosines(tfidf_vectors(text, moved)))
    expected = sorted((i, (i + 4) % 12) for i in range(12))
    assert pairs(by_threshold(probabilities, GOSPELS.threshold, first_sentences=False)) == expected
    assert pairs(by_alignment(probabilities)) == expected
    assert pairs(by_alignment(probabilities, added=0)) == expected[:8]
