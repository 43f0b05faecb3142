"""Decoding of aligned sets, against all pairs of sets written out as in the paper (Eq. 10)."""

from functools import cache
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.paper import decoding
from spacy_citalign.citances.paper.decoding import decode_sets, expected_agreement

WHOLE = {"min_prob": 0.0, "max_sources": None}


@cache
def subsets(n):
    """All sets of n words, (2 ** n, n) bool; the empty one is first."""
    return (np.arange(2**n)[:, None] >> np.arange(n) & 1).astype(bool)


@cache
def agreements(n):
    """Eq. 6 of all pairs of sets: (2 ** n, 2 ** n), 0 where both are empty."""
    sizes = subsets(n).sum(axis=1)
    shared = subsets(n).astype(float) @ subsets(n).T
    return shared / np.maximum(np.maximum(sizes[:, None], sizes), 1)


def values(p, gap_factor=1.0, match_factor=1.0):
    """The sum of Eq. 10 of every set: (2 ** n,)."""
    sets = subsets(len(p))
    chances = np.where(sets, p, 1 - np.asarray(p)).prod(axis=1)
    worth = match_factor ** sets.sum(axis=1) * (agreements(len(p)) @ chances)
    worth[0] += gap_factor * chances[0]
    return worth


def best_set(p, *, min_prob=0.01, max_sources=8, **factors):
    """The argmax of Eq. 10; of equals the smallest set, then that of the earliest words."""
    able = [k for k in range(len(p)) if p[k] >= min_prob and p[k] > 0]
    words = sorted(sorted(able, key=lambda k: -p[k])[:max_sources])
    worth = values([p[k] for k in words], **factors)
    ties = np.flatnonzero(worth >= worth.max() * (1 - 1e-12))
    sets = [np.array(words, dtype=int)[subsets(len(words))[tie]].tolist() for tie in ties]
    return min(sets, key=lambda words: (len(words), words))


def as_sets(chosen):
    return [np.flatnonzero(row).tolist() for row in chosen]


# Two words, p = .8 and .5. P(m): {} .1, {0} .4, {1} .1, {0, 1} .4. So the sets are worth
#   {}      .1                              to be taken times gamma
#   {0}     .4 * 1 + .4 * 1/2        = .6   times mu
#   {1}     .1 * 1 + .4 * 1/2        = .3   times mu
#   {0, 1}  .4 * 1/2 + .1 * 1/2 + .4 = .65  times mu squared
WORTH = [0.1, 0.6, 0.3, 0.65]


def test_values_by_hand():
    assert values([0.8, 0.5]) == pytest.approx(WORTH)
    assert values([0.8, 0.5], 2.0, 3.0) == pytest.approx([2 * 0.1, 3 * 0.6, 3 * 0.3, 3**2 * 0.65])


@pytest.mark.parametrize(
    ("gap_factor", "match_factor", "expected"),
    [
        (1.0, 1.0, [0, 1]),
        (1.0, 0.93, [0, 1]),  # .93 * .65 = .6045
        (1.0, 0.92, [0]),  # .92 * .65 = .598
        (6.4, 1.0, [0, 1]),
        (6.5, 1.0, []),  # 6.5 * .1 = .65: a tie, the smaller set
        (6.6, 1.0, []),
        (0.0, 1e-9, [0]),  # with gamma = 0 something is always chosen
    ],
)
def test_decode_sets_by_hand(gap_factor, match_factor, expected):
    chosen = decode_sets([[0.8, 0.5]], gap_factor=gap_factor, match_factor=match_factor)
    assert as_sets(chosen) == [expected]


def test_expected_agreement_by_hand():
    sets = [[False, False], [True, False], [False, True], [True, True]]
    assert expected_agreement([[0.8, 0.5]] * 4, sets) == pytest.approx(WORTH, rel=1e-15)


@pytest.mark.parametrize(
    ("posteriors", "expected"),
    [
        ([0.0, 0.0, 0.0], []),
        ([0.0, 1.0, 0.0], [1]),
        ([1.0, 0.0, 1.0], [0, 2]),
        ([0.4, 0.0, 0.0], []),
        ([0.5, 0.0, 0.0], []),  # .5 against .5: the smaller set
        ([0.0, 0.6, 0.0], [1]),
        ([0.5, 0.5, 0.0], [0, 1]),  # {} .25, {0} .25 + .25 / 2, {0, 1} .25 / 2 + .25 / 2 + .25
    ],
)
def test_decode_sets_of_plain_rows(posteriors, expected):
    assert as_sets(decode_sets([posteriors])) == [expected]


FACTORS = [(1, 1), (0, 1), (0.25, 0.6), (2, 0.3), (1, 1.3), (0.5, 3), (0, 2), (30, 1)]


@pytest.mark.parametrize(("gap_factor", "match_factor"), FACTORS)
@pytest.mark.parametrize("power", [1, 3, 8])
def test_decode_sets_is_the_best_of_all_sets(gap_factor, match_factor, power):
    rng = np.random.default_rng(7)
    posteriors = np.vstack(
        [
            rng.random((60, 8)) ** power,
            0.5 + rng.normal(0, 1e-4, (20, 8)),
            rng.choice([0.0, 0.3, 1.0], (20, 8)),
            rng.choice([1e-5, 1 - 1e-5, 0.5], (20, 8)),
            np.tile(rng.random((20, 1)) ** power, 8),
        ]
    )
    factors = {"gap_factor": gap_factor, "match_factor": match_factor}
    for limits in ({}, WHOLE):
        expected = [best_set(row, **factors, **limits) for row in posteriors.tolist()]
        assert as_sets(decode_sets(posteriors, **factors, **limits)) == expected


def rows(elements, *, words=(0, 9), count=(0, 5)):
    """Draw a matrix of posteriors."""
    return st.tuples(st.integers(*count), st.integers(*words)).flatmap(
        lambda shape: st.lists(
            st.lists(elements, min_size=shape[1], max_size=shape[1]),
            min_size=shape[0],
            max_size=shape[0],
        ).map(lambda drawn: np.array(drawn, dtype=float).reshape(shape))
    )


TENTHS = st.integers(0, 10).map(lambda tenths: tenths / 10)  # they tie
PROBABILITIES = st.floats(0, 1)


@given(
    rows(TENTHS),
    st.sampled_from([0, 0.5, 1, 2]),
    st.sampled_from([0.3, 1, 1.5]),
    st.sampled_from([0, 0.01, 0.3, 1]),
    st.sampled_from([None, 1, 3, 8]),
)
def test_decode_sets_is_the_best_of_all_sets_where_they_tie(posteriors, gap, match, floor, most):
    factors = {"gap_factor": gap, "match_factor": match}
    limits = {"min_prob": floor, "max_sources": most}
    expected = [best_set(row, **factors, **limits) for row in posteriors.tolist()]
    assert as_sets(decode_sets(posteriors, **factors, **limits)) == expected


@given(rows(PROBABILITIES, words=(1, 7)), st.data())
def test_expected_agreement_is_that_of_all_true_sets(posteriors, data):
    n = posteriors.shape[1]
    which = [data.draw(st.integers(0, 2**n - 1)) for _ in posteriors]
    expected = [values(row)[k] for row, k in zip(posteriors, which, strict=True)]
    found = expected_agreement(posteriors, subsets(n)[which].reshape(-1, n))
    assert found == pytest.approx(expected, rel=1e-12, abs=n * 1e-12)


@given(rows(PROBABILITIES), st.data())
def test_no_set_is_expected_to_agree_better_than_the_decoded_one(posteriors, data):
    decoded = expected_agreement(posteriors, decode_sets(posteriors, **WHOLE))
    seed = data.draw(st.integers(0, 2**32 - 1))
    others = np.random.default_rng(seed).random((20, *posteriors.shape)) < 0.4
    for other in others:
        assert np.all(expected_agreement(posteriors, other) <= decoded + 1e-10)


def equal_words(n, p, size):
    """Expected agreement of ``size`` of n words of the same posterior: E[|m & c|] is |m| size / n.

    The sum runs over the size of m, a binomial number.
    """
    chances = [comb(n, m) * p**m * (1 - p) ** (n - m) for m in range(n + 1)]
    if size == 0:
        return chances[0]
    return sum(chance * m * size / n / max(m, size) for m, chance in enumerate(chances))


@pytest.mark.parametrize("p", [0.01, 0.5, 0.97, 1.0])
@pytest.mark.parametrize("n", [1, 9, 40, 60])
def test_many_equal_words_have_the_closed_form(n, p):
    sizes = range(n + 1)
    sets = np.arange(n) < np.arange(n + 1)[:, None]
    expected = [equal_words(n, p, size) for size in sizes]
    posteriors = np.full((n + 1, n), p)
    assert expected_agreement(posteriors, sets) == pytest.approx(expected, rel=1e-12)
    # Equal words come in their order; a word that adds 2 ** -40 of the value adds nothing.
    best = min(size for size in sizes if expected[size] >= max(expected) * (1 - 1e-12))
    assert as_sets(decode_sets(posteriors[:1], max_sources=None)) == [list(range(best))]


@given(rows(PROBABILITIES, words=(3, 12), count=(1, 6)), st.sampled_from([1, 30, 1000]))
def test_rows_do_not_touch_each_other(posteriors, cells):
    together = decode_sets(posteriors)
    agreement = expected_agreement(posteriors, together)
    for row in range(len(posteriors)):
        assert np.array_equal(decode_sets(posteriors[row : row + 1])[0], together[row])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decoding, "CELLS", cells)
        assert np.array_equal(decode_sets(posteriors), together)
        assert expected_agreement(posteriors, together) == pytest.approx(agreement, rel=1e-14)


@given(rows(PROBABILITIES), st.integers(1, 5))
def test_padding_changes_nothing_and_is_not_chosen(posteriors, extra):
    padded = np.pad(posteriors, ((0, 0), (0, extra)))
    for match_factor in (1.0, 3.0):
        settings = {"match_factor": match_factor, **WHOLE}
        chosen = decode_sets(padded, **settings)
        assert not chosen[:, posteriors.shape[1] :].any()
        assert np.array_equal(chosen[:, : posteriors.shape[1]], decode_sets(posteriors, **settings))


@given(rows(PROBABILITIES, words=(1, 9)))
def test_a_larger_gap_factor_leaves_more_unaligned(posteriors):
    few, many = (decode_sets(posteriors, gap_factor=gap).any(axis=1) for gap in (4.0, 0.5))
    assert np.all(few <= many)


def test_min_prob_and_max_sources_hold_words_out_of_both_sets():
    posteriors = [[0.02, 0.6, 0.02, 0.5, 0.4]]
    all_words = {"match_factor": 100.0}  # as many as may be
    assert as_sets(decode_sets(posteriors, **all_words)) == [[0, 1, 2, 3, 4]]
    assert as_sets(decode_sets(posteriors, min_prob=0.1, **all_words)) == [[1, 3, 4]]
    assert as_sets(decode_sets(posteriors, min_prob=0.4, **all_words)) == [[1, 3, 4]]
    assert as_sets(decode_sets(posteriors, max_sources=4, **all_words)) == [[0, 1, 3, 4]]
    # P(m is empty) counts the words that are left: 1 - .6 against (1 - .6)(1 - .5)(1 - .4) ...
    assert as_sets(decode_sets(posteriors, max_sources=1, gap_factor=2)) == [[]]  # .8 > .6
    assert as_sets(decode_sets(posteriors, gap_factor=2)) != [[]]


def test_extreme_factors_leave_the_range_of_numbers_in_peace():
    posteriors = np.linspace(0.02, 0.9, 60)[None]
    assert decode_sets(posteriors, match_factor=1e30, max_sources=None).all()
    few = decode_sets(posteriors, match_factor=1e-300, gap_factor=0, max_sources=None)
    assert as_sets(few) == [[59]]
    assert not decode_sets(posteriors, gap_factor=1e300, max_sources=None).any()


def test_rounding_of_posteriors_is_forgiven():
    assert decode_sets([[1 + 1e-12, -1e-12]]).tolist() == [[True, False]]
    assert expected_agreement([[1 + 1e-12, -1e-12]], [[True, False]]).tolist() == [1.0]


@pytest.mark.parametrize("shape", [(0, 4), (3, 0), (0, 0)])
def test_nothing_to_align_with_is_the_empty_set(shape):
    chosen = decode_sets(np.zeros(shape))
    assert chosen.shape == shape
    assert chosen.dtype == bool
    assert expected_agreement(np.zeros(shape), chosen).tolist() == [1.0] * shape[0]


def test_expected_agreement_of_words_that_cannot_align_is_zero():
    assert expected_agreement([[0.0, 1.0], [1e-13, 0.0]], [[True, False]] * 2).tolist() == [0, 0]
