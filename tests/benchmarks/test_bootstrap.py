"""The bootstrap: by hand, against all draws where these can be listed, and its random numbers."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import bootstrap
from benchmarks.bootstrap import draw_weights, estimate, interval, resampled_sums, two_sided_p
from spacy_citalign.errors import InputError, SettingError

DRAWINGS = ("counts", "units")
both = pytest.mark.parametrize("drawing", DRAWINGS)


def table(*rows):
    return np.array(rows, dtype=np.int64)


def share(counts):
    """The first column as a share of the second."""
    return counts[..., 0] / np.maximum(counts[..., 1], 1)


def middle(exact):
    """The ends of the 95 % interval of all draws, each as often as it comes."""
    ends = np.quantile(exact, [0.025, 0.975], method="inverted_cdf")
    return pytest.approx(tuple(ends))


# --- draws -----------------------------------------------------------------------------------


@both
def test_draws_are_of_so_many_units(drawing):
    (weights,) = draw_weights(3, 100, size=5, drawing=drawing)
    assert (weights.shape, weights.dtype) == ((100, 3), np.int64)
    assert (weights >= 0).all()
    assert (weights.sum(axis=1) == 5).all()


def test_draws_are_those_of_the_generator():
    """Published intervals rest on these two ways to use it."""
    (weights,) = draw_weights(4, 50, seed=0)
    generator = np.random.default_rng(0)
    assert np.array_equal(weights, generator.multinomial(4, [1 / 4] * 4, size=50))
    (weights,) = draw_weights(4, 50, size=6, drawing="units", seed=3)
    generator = np.random.default_rng(3)
    listed = [np.bincount(drawn, minlength=4) for drawn in generator.integers(4, size=(50, 6))]
    assert np.array_equal(weights, listed)


@both
def test_sums_are_sums_of_so_many_rows(drawing):
    sums = resampled_sums(table([1, 0, 10], [0, 1, 10]), 100, size=5, drawing=drawing)
    assert (sums.shape, sums.dtype) == ((100, 3), np.int64)
    assert (sums[:, :2].sum(axis=1) == 5).all()
    assert (sums[:, 2] == 50).all()
    assert len(np.unique(sums[:, 0])) > 2


@both
def test_sums_follow_the_binomial(drawing):
    """Of two rows, each is drawn half of the time: 0, 1 or 2 of 2 draws with 1/4, 1/2, 1/4."""
    drawn = resampled_sums(table([1], [0]), 40_000, size=2, drawing=drawing)[:, 0]
    assert np.bincount(drawn) / 40_000 == pytest.approx([1 / 4, 1 / 2, 1 / 4], abs=0.01)


@both
def test_sums_do_not_depend_on_the_batches(monkeypatch, drawing):
    counts = table(*product(range(3), repeat=3))
    at_once = resampled_sums(counts, 50, drawing=drawing, seed=3)
    for cells in (100, 1):
        monkeypatch.setattr(bootstrap, "_CELLS", cells)
        assert np.array_equal(resampled_sums(counts, 50, drawing=drawing, seed=3), at_once)


# --- intervals and p -------------------------------------------------------------------------


def test_interval_by_hand():
    # Of 0, 1, ..., 100 the middle 90 of 100 lie between 5 and 95.
    assert interval(np.arange(101.0), 0.9) == pytest.approx((5, 95))


def test_p_by_hand():
    # One draw of nine lies on the other side, and zero lies on both: 2 (2 + 1) / (9 + 1).
    assert two_sided_p(np.array([-1.0, 0, 1, 2, 3, 4, 5, 6, 7])) == 2 * (2 + 1) / (9 + 1)
    assert two_sided_p(np.ones(99)) == 2 * 1 / 100
    assert two_sided_p(np.zeros(9)) == 1


def test_estimate_by_all_draws():
    """Three units, right or wrong: the 27 draws have a share of 0, 1/3, 2/3 or 1."""
    counts = table([1, 1], [0, 1], [0, 1])
    exact = [share(counts[list(draw)].sum(axis=0)) for draw in product(range(3), repeat=3)]
    found = estimate(counts, share, draws=20_000)
    assert found.value == 1 / 3
    assert (found.low, found.high) == middle(exact)
    assert found.p == pytest.approx(2 * np.mean(np.array(exact) <= 0), abs=0.02)


def test_difference_by_all_draws():
    first, second = table([1, 1], [1, 2], [0, 1]), table([0, 1], [1, 2], [1, 2])
    draws = [list(draw) for draw in product(range(3), repeat=3)]
    exact = np.array([share(first[d].sum(axis=0)) - share(second[d].sum(axis=0)) for d in draws])
    found = estimate(first, share, second, draws=20_000)
    assert found.value == pytest.approx(2 / 4 - 2 / 5)
    assert (found.low, found.high) == middle(exact)
    rarer = min(np.mean(exact <= 0), np.mean(exact >= 0))
    assert found.p == pytest.approx(2 * rarer, abs=0.02)


counts_tables = st.lists(
    st.tuples(st.integers(0, 4), st.integers(1, 4)).map(list), min_size=1, max_size=6
).map(lambda rows: table(*rows))


@given(counts_tables)
def test_a_system_is_not_higher_than_itself(counts):
    assert estimate(counts, share, counts, draws=20) == (0, 0, 0, 1)


@given(counts_tables)
def test_a_difference_turned_round(counts):
    others = counts[::-1].copy()
    one = estimate(counts, share, others, draws=30)
    other = estimate(others, share, counts, draws=30)
    assert one.value == -other.value
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    assert one.p == other.p


def test_estimates_are_seeded():
    counts = table([1, 3], [0, 1], [3, 4], [2, 7])
    one, same, other = (estimate(counts, share, draws=50, seed=n) for n in (1, 1, 2))
    assert one == same != other


# --- bad input -------------------------------------------------------------------------------


@pytest.mark.parametrize("counts", [np.zeros((0, 2), dtype=np.int64), np.zeros(3, dtype=np.int64)])
def test_counts_without_units_are_an_error(counts):
    with pytest.raises(InputError, match="1 or more units"):
        resampled_sums(counts)


def test_systems_of_other_units_are_an_error():
    with pytest.raises(InputError, match="2 and 1 units"):
        estimate(table([1, 1], [1, 1]), share, table([1, 1]))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"draws": 0}, "draws is 0"),
        ({"size": 0}, "size is 0"),
        ({"seed": -1}, "seed is -1"),
        ({"drawing": "cards"}, "drawing is 'cards'; choose from counts, units"),
    ],
)
def test_settings_of_draws_are_checked(settings, message):
    with pytest.raises(SettingError, match=message):
        resampled_sums(table([1, 1]), **settings)


@pytest.mark.parametrize("level", [0.0, 1.0])
def test_level_is_checked(level):
    with pytest.raises(SettingError, match=f"level is {level}"):
        interval(np.arange(3.0), level)
