"""The bootstrap: how sure a figure is that is computed from sums over sentences or documents.

Efron B and Tibshirani RJ (1993) An introduction to the bootstrap. Chapman & Hall. As many units
are drawn with replacement as there are, again and again, and the figure is computed of each draw.
Two systems are compared on the same draws. What is drawn are whole units (a sentence, a document,
a group of documents), since mentions or links of one unit are right or wrong together.

Koehn P (2004) Statistical significance tests for machine translation evaluation. EMNLP, 388-395,
describes the paired test.
"""

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from spacy_citalign.errors import InputError, SettingError

Drawing = Literal["counts", "units"]
Statistic = Callable[[NDArray[np.int64]], NDArray[np.float64]]

DRAWS = 2000
LEVEL = 0.95
_CELLS = 2_000_000  # weights held at a time: 16 MB, and as much for a few helpers


class Interval(NamedTuple):
    """The middle share of the draws of a figure, in its unit."""

    low: float
    high: float


class Estimate(NamedTuple):
    """A figure, or a difference of two: its value, the ends of its 95 % interval, p against 0."""

    value: float
    low: float
    high: float
    p: float


def draw_weights(
    units: int,
    draws: int = DRAWS,
    *,
    size: int | None = None,
    drawing: Drawing = "counts",
    seed: int = 0,
) -> Iterator[NDArray[np.int64]]:
    """Yield how often each unit is in each draw: (n, units) int64, n draws at a time.

    Args:
        units: number of units, 1 or more.
        draws: number of draws.
        size: units in a draw; None: as many as there are.
        drawing: "counts" takes how often each unit is drawn from the multinomial distribution, in
            time O(units) a draw; "units" draws one unit after the other, in O(units + size). The
            two are alike in distribution and use the generator differently.
        seed: of numpy's generator; equal seeds give equal draws.

    Raises:
        SettingError: a number is out of range, or the drawing is unknown.
    """
    size = units if size is None else size
    for name, number, least in (("size", size, 1), ("draws", draws, 1), ("seed", seed, 0)):
        if number < least:
            raise SettingError(f"{name} is {number}; the least is {least}")
    if drawing not in get_args(Drawing):
        raise SettingError(f"drawing is {drawing!r}; choose from {', '.join(get_args(Drawing))}")
    generator = np.random.default_rng(seed)
    at_a_time = max(1, _CELLS // max(units, size))
    for first in range(0, draws, at_a_time):
        n = min(at_a_time, draws - first)
        if drawing == "counts":
            yield generator.multinomial(size, np.full(units, 1 / units), size=n)
        else:
            drawn = generator.integers(units, size=(n, size)) + units * np.arange(n)[:, None]
            yield np.bincount(drawn.ravel(), minlength=n * units).reshape(n, units)


def resampled_sums(
    counts: NDArray[np.int64],
    draws: int = DRAWS,
    *,
    size: int | None = None,
    drawing: Drawing = "counts",
    seed: int = 0,
) -> NDArray[np.int64]:
    """Return the sums of the rows of each draw: (draws, C) int64.

    Args:
        counts: (U, C) int64, one row a unit.
        draws, size, drawing, seed: as for ``draw_weights``.

    Raises:
        InputError: there is no row.
        SettingError: a setting is out of range.

    Time O(draws U C); memory does not grow with the draws beside what is returned.
    """
    if counts.ndim != 2 or not len(counts):
        raise InputError(
            f"counts has shape {counts.shape}; give one row of counts for each of 1 or more units"
        )
    floats = counts.astype(np.float64)  # whole numbers far below 2^53: exact
    weights = draw_weights(len(counts), draws, size=size, drawing=drawing, seed=seed)
    return np.concatenate([drawn @ floats for drawn in weights]).astype(np.int64)


def interval(values: NDArray[np.float64], level: float = LEVEL) -> Interval:
    """Return the percentile interval of the values of all draws, (draws,).

    Args:
        values: in any unit.
        level: share of the draws inside, between 0 and 1.

    Raises:
        SettingError: the level is out of range.
    """
    if not 0 < level < 1:
        raise SettingError(f"level is {level}; give a share between 0 and 1, such as 0.95")
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))


def two_sided_p(differences: NDArray[np.float64]) -> float:
    """Return twice the share of the draws on the rarer side of zero, 1 at most.

    The difference that was observed is counted among them, so that p is never 0.
    """
    rarer = min(np.count_nonzero(differences <= 0), np.count_nonzero(differences >= 0))
    return min(1.0, 2 * (rarer + 1) / (len(differences) + 1))


def estimate(
    counts: NDArray[np.int64],
    statistic: Statistic,
    base: NDArray[np.int64] | None = None,
    *,
    draws: int = DRAWS,
    seed: int = 0,
) -> Estimate:
    """Return a figure of a system, or how much higher it is than that of ``base``.

    Args:
        counts: (U, C) int64, one row a unit.
        statistic: from sums of such rows, (..., C), to the figure, (...).
        base: (U, C) int64, another system's counts of the same units; None: its figure is 0.
        draws, seed: as for ``draw_weights``. Equal counts and seeds give equal estimates.

    Raises:
        InputError: there is no row, or the two have other units.
        SettingError: a setting is out of range.
    """
    if base is not None and len(base) != len(counts):
        raise InputError(
            f"the systems have {len(counts)} and {len(base)} units; count both on the same ones"
        )
    value = float(statistic(counts.sum(axis=0)))
    if base is None:
        drawn = statistic(resampled_sums(counts, draws, seed=seed))
    else:
        sums = resampled_sums(np.concatenate([counts, base], axis=1), draws, seed=seed)
        columns = counts.shape[1]
        drawn = statistic(sums[:, :columns]) - statistic(sums[:, columns:])
        value -= float(statistic(base.sum(axis=0)))
    return Estimate(value, *interval(drawn), two_sided_p(drawn))
