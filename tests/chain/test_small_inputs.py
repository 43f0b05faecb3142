"""What short texts take a way of their own through gives what the way of long ones gives."""

import numpy as np
import pytest

from spacy_citalign.chain import inference
from spacy_citalign.chain.lattice import make_lattice
from spacy_citalign.chunks import chunker
from spacy_citalign.chunks.labels import ENCODINGS, label_count
from spacy_citalign.columns import column_search
from spacy_citalign.columns.column_search import SentenceRanges
from spacy_citalign.terms import cohesion
from spacy_citalign.terms.cohesion import NgramTable, count_windows
from spacy_citalign.terms.ngrams import NgramCounts, word_windows

LENGTHS = np.array([7, 1, 4, 12, 2])


def both_ways(monkeypatch, module, name, run):
    results = []
    for limit in (1 << 40, -1):
        monkeypatch.setattr(module, name, limit)
        results.append(run())
    return results


@pytest.mark.parametrize("by_token", [False, True])
def test_paths_are_the_same(monkeypatch, by_token):
    rng = np.random.default_rng(0)
    emissions = rng.integers(-2, 3, (5, 12, 4)).astype(float)  # with equal scores
    moves = rng.integers(-2, 3, (5, 11, 4, 4) if by_token else (4, 4)).astype(float)
    moves[..., 1, 2] = -np.inf
    lattice = make_lattice(emissions, moves, lengths=LENGTHS)
    few, many = both_ways(monkeypatch, inference, "_SMALL", lambda: inference.viterbi(lattice))
    assert few.labels.tolist() == many.labels.tolist()
    assert few.scores.tolist() == many.scores.tolist()


def test_chunks_are_the_same(monkeypatch):
    rng = np.random.default_rng(1)
    size = label_count(3)
    moves = rng.integers(-2, 3, (2, size, size)).astype(np.float32)
    decoder = chunker.JointDecoder(3, ENCODINGS, moves)
    emissions = rng.integers(-2, 3, (LENGTHS.sum(), 2 * size)).astype(np.float32)
    few, many = both_ways(monkeypatch, chunker, "_SMALL", lambda: decoder(emissions, LENGTHS))
    assert few.tolist() == many.tolist()


def test_columns_are_the_same(monkeypatch):
    rng = np.random.default_rng(2)
    scores = rng.integers(-3, 2, (4, 11)).astype(np.float32)  # the longest sentence has no place
    scores[rng.random(scores.shape) < 0.1] = -np.inf
    tags = rng.integers(0, 4, LENGTHS.sum())
    ranges = SentenceRanges.of(LENGTHS)
    few, many = both_ways(
        monkeypatch,
        column_search,
        "_FEW",
        lambda: column_search.best_columns(scores, tags, ranges),
    )
    assert few.tolist() == many.tolist()
    assert (few >= 0).any()


@pytest.mark.parametrize("least", [1, 3])
def test_counts_are_the_same(monkeypatch, least):
    rng = np.random.default_rng(3)
    known = word_windows([f"w{n}" for n in rng.integers(0, 3, 400)], np.full(40, 10))
    table = NgramTable(NgramCounts.of(known).pruned(least))
    windows = word_windows([f"w{n}" for n in rng.integers(0, 4, LENGTHS.sum())], LENGTHS)
    few, many = both_ways(monkeypatch, cohesion, "_FEW", lambda: count_windows(windows, table))
    assert np.array_equal(few.whole, many.whole, equal_nan=True)
    inside = ~np.isnan(few.whole)
    assert np.array_equal(few.rest[inside], many.rest[inside])
    assert few.rest[inside].any()
