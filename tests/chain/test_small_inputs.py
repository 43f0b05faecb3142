"""What short texts take a way of their own through gives what the way of long ones gives."""

import numpy as np

from spacy_citalign.chunks import model as chunk_model
from spacy_citalign.chunks.labels import ENCODINGS, label_count
from spacy_citalign.columns import column_search
from spacy_citalign.columns.column_search import SentenceRanges

LENGTHS = np.array([7, 1, 4, 12, 2])


def both_ways(monkeypatch, module, name, run):
    results = []
    for limit in (1 << 40, -1):
        monkeypatch.setattr(module, name, limit)
        results.append(run())
    return results


def test_chunks_are_the_same(monkeypatch):
    rng = np.random.default_rng(1)
    size = label_count(3)
    moves = rng.integers(-2, 3, (2, size, size)).astype(np.float32)
    decoder = chunk_model.JointDecoder(3, ENCODINGS, moves)
    emissions = rng.integers(-2, 3, (LENGTHS.sum(), 2 * size)).astype(np.float32)
    few, many = both_ways(
        monkeypatch, chunk_model, "MAX_SMALL", lambda: decoder(emissions, LENGTHS)
    )
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
        "MAX_FEW",
        lambda: column_search.best_columns(scores, tags, ranges),
    )
    assert few.tolist() == many.tolist()
    assert (few >= 0).any()
