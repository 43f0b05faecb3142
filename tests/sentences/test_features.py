"""Features of cells, on a matrix small enough to work them out by hand."""

import math

import numpy as np
import pytest

from spacy_citalign.sentences.features import (
    CandidateFeatures,
    CandidatePairs,
    context_features,
    local_features,
)

LOCAL = [
    *(f"{name} {what}" for name in ("overlap", "tfidf") for what in ("value", "row", "column")),
    "lengths",
    "equal",
    "tfidf squared",
]
CONTEXT = [
    "log odds",
    "probability",
    "ahead in its row",
    "ahead in its column",
    "after it",
    "before it",
    "after and before",
    "next",
    "last",
    "beside",
    "above or below",
    "on the chain",
    "on the chain, in order",
    "outside",
    "outside, in order",
    "away",
    "away, in order",
    "both first",
    "both last",
    "order",
    "equal",
    "overlap",
    "tfidf",
    "beside, on the chain",
    "probability, on the chain",
    "tfidf with neighbours",
]
# A text of four sentences and one of three, and where they are alike.
ROWS, COLUMNS = np.array([0, 0, 1, 2, 3]), np.array([0, 1, 1, 2, 0])
OVERLAP = np.array([0.9, 0.2, 0.7, 0.6, 0.1])
TFIDF = np.array([0.8, 0.1, 0.5, 0.4, 0.3])
PROBABILITIES = np.array([0.9, 0.05, 0.6, 0.4, 0.5])
EVIDENCE = CandidateFeatures(
    CandidatePairs(ROWS, COLUMNS, (4, 3)),
    {"overlap": OVERLAP, "tfidf": TFIDF},
    (np.array([4, 9, 0, 2]), np.array([4, 3, 2])),
    np.array([True, False, False, False, False]),
)
# The chain is (0, 0), (1, 1), (2, 2), and these are all the sure cells that are best in their row
# and in their column; (3, 0) is not the best of its column. The share is smoothed by one and two.
ORDER = (3 + 1) / (3 + 2)


@pytest.fixture(scope="module")
def local():
    return dict(zip(LOCAL, local_features(EVIDENCE).T.tolist(), strict=True))


@pytest.fixture(scope="module")
def context():
    return dict(zip(CONTEXT, context_features(EVIDENCE, PROBABILITIES).T.tolist(), strict=True))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("overlap value", OVERLAP.tolist()),
        ("overlap row", [0.9 - 0.2, 0.2 - 0.9, 0.7, 0.6, 0.1]),
        ("overlap column", [0.9 - 0.1, 0.2 - 0.7, 0.7 - 0.2, 0.6, 0.1 - 0.9]),
        ("tfidf row", [0.8 - 0.1, 0.1 - 0.8, 0.5, 0.4, 0.3]),
        ("tfidf column", [0.8 - 0.3, 0.1 - 0.5, 0.5 - 0.1, 0.4, 0.3 - 0.8]),
        (
            "lengths",
            [
                0.0,
                math.log(5 / 4),
                math.log(10 / 4),
                math.log(3 / 1),
                math.log(5 / 3),
            ],
        ),
        ("equal", [1, 0, 0, 0, 0]),
        ("tfidf squared", [0.8**2, 0.1**2, 0.5**2, 0.4**2, 0.3**2]),
    ],
)
def test_features_of_a_cell_by_itself(local, name, expected):
    assert local[name] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("probability", PROBABILITIES.tolist()),
        ("ahead in its row", [0.9 - 0.05, 0.05 - 0.9, 0.6, 0.4, 0.5]),
        ("ahead in its column", [0.9 - 0.5, 0.05 - 0.6, 0.6 - 0.05, 0.4, 0.5 - 0.9]),
        # Of one or two sentences further in both texts: (1, 1) and (2, 2) after (0, 0).
        ("after it", [0.6, 0.4, 0.4, 0, 0]),
        ("before it", [0, 0, 0.9, 0.9, 0]),
        ("after and before", [0, 0, 0.4 * 0.9, 0, 0]),
        ("next", [0.6, 0, 0.4, 0, 0]),
        ("last", [0, 0, 0.9, 0.6, 0]),
        ("beside", [0.05, 0.9, 0, 0, 0]),
        ("above or below", [0, 0.6, 0.05, 0, 0]),
        ("on the chain", [1, 0, 1, 1, 0]),
        ("on the chain, in order", [ORDER, 0, ORDER, ORDER, 0]),
        # (0, 1) is a column from (0, 0), the chain's cell of its row; the chain's gap after (2, 2)
        # begins with column 2, two from (3, 0).
        ("outside", [0, math.log(2), 0, 0, math.log(3)]),
        # As a line the chain goes on from (2, 2) to the corner beyond (4, 3): through 2.5 at 3.
        ("away", [0, 1 / 3, 0, 0, 2.5 / 3]),
        ("away, in order", [0, ORDER / 3, 0, 0, ORDER * 2.5 / 3]),
        ("both first", [1, 0, 0, 0, 0]),
        ("both last", [0, 0, 0, 0, 0]),
        ("order", [ORDER] * 5),
        ("equal", [1, 0, 0, 0, 0]),
        ("overlap", OVERLAP.tolist()),
        ("tfidf", TFIDF.tolist()),
        ("beside, on the chain", [0.05, 0, 0, 0, 0]),
        ("probability, on the chain", [0.9, 0, 0.6, 0.4, 0]),
        ("tfidf with neighbours", [0.8 * 0.6, 0.1 * 0.4, 0.5 * 0.9, 0.4 * 0.9, 0]),
    ],
)
def test_features_of_a_cell_among_others(context, name, expected):
    assert context[name] == pytest.approx(expected)


def test_log_odds_stay_finite(context):
    assert context["log odds"][0] == pytest.approx(math.log(0.9001 / 0.1001))
    sure = context_features(EVIDENCE, np.array([1.0, 0.0, 1.0, 0.0, 1.0]))
    assert np.isfinite(sure).all()


def test_the_last_sentences_of_both_texts_are_told():
    cells = CandidatePairs(np.array([0, 1]), np.array([1, 1]), (2, 2))
    own = {name: np.array([0.5, 0.5]) for name in ("overlap", "tfidf")}
    candidates = CandidateFeatures(cells, own, (np.ones(2), np.ones(2)), np.zeros(2, dtype=bool))
    found = dict(zip(CONTEXT, context_features(candidates, np.full(2, 0.5)).T, strict=True))
    assert found["both last"].tolist() == [0, 1]


def test_without_cells_there_are_no_features():
    nothing = np.zeros(0, dtype=np.int64)
    own = {"overlap": np.zeros(0), "tfidf": np.zeros(0)}
    candidates = CandidateFeatures(
        CandidatePairs(nothing, nothing, (2, 3)),
        own,
        (np.ones(2), np.ones(3)),
        np.zeros(0, dtype=bool),
    )
    assert local_features(candidates).shape == (0, len(LOCAL))
    assert context_features(candidates, np.zeros(0)).shape == (0, len(CONTEXT))
