"""Training of linear-chain CRFs that normalise only over the label sequences that can be.

CRFsuite, which ``crfsuite.train_crf`` calls, normalises over successions that decoding forbids and
adds a weight to each pair of labels. This trainer does neither: it is the model of ``likelihood``,
that of Hsu et al. (2008), by one of three optimisers of the same objective.

They are L-BFGS, generalised iterative scaling (GIS), and its componentwise triple jump (CTJPGIS).
GIS: Darroch & Ratcliff (1972), "Generalized iterative scaling for log-linear models", Ann. Math.
Stat. 43. Hsu et al. (2008, section 3.4) trained one of their models with CTJPGIS, "an accelerated
version of GIS" that works "by approximating the Jacobian matrix of GIS mapping" and converges about
as fast as L-BFGS. Its description, Hsu et al. (2007), "Global and componentwise extrapolations for
accelerating training of Bayesian networks and conditional random fields", TR-IIS-07-013, Academia
Sinica, was not at hand: what its name and that sentence say is done here, and the rest, which is
told beside the code, is our own.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import wrightomega

from ..errors import SettingError
from ..words.arrays import Ints
from ..words.settings import check_choice, check_range, finite_number
from .crfsuite import CRFWeights, train_crf
from .labels import Windows
from .likelihood import Likelihood, Objective, Point, Structure, Watch
from .weights import Indexed

_TINY = np.finfo(np.float64).tiny
_SHRINK, _GROW = 8, 2
_MIN_JUMP = 2  # a jump of less than two steps is not worth a pass: GIS has made two


def gis_step(objective: Objective, point: Point) -> NDArray[np.float64]:
    """Return what one step of penalised GIS adds to the weights: (D,) float64.

    With C the greatest number of features that are active in any labelling of any sequence, the
    gain of a step d is at least a sum of one concave function a weight, since exp is convex and the
    active features of a path, over C, are weights of a mean (Jensen). Each is greatest where

        observed = expected * exp(C d) + 2 c2 (weight + d),

    so the penalised likelihood never falls. Without the last term d is log(observed / expected) /
    C, the classical step. With it, omega = expected * exp(C d) * C / (2 c2) solves
    omega + log(omega) = z with z as below: Wright's function. It takes a z of any size, where
    Lambert's W of exp(z) would overflow; d comes from log(omega), free of cancellation.
    """
    size = objective.likelihood.most_active
    ridge = 2 * objective.c2
    constant = np.log(np.maximum(point.counts, _TINY)) + np.log(size / ridge)
    z = constant + (objective.likelihood.observed / ridge - point.weights) * size
    omega = wrightomega(z)
    # For a low z omega underflows, but log(omega) = z - omega does not.
    log_omega = np.where(z > 0, np.log(np.maximum(omega, _TINY)), z - omega)
    return np.asarray((log_omega - constant) / size)


def gis(objective: Objective, *, max_iterations: int, tolerance: float) -> Point:
    """Climb from zero by GIS steps, one pass each; the value never falls.

    It stops where a step gains no more than the share ``tolerance`` of the value's magnitude. C is
    in the thousands for sentences with a hundred features a token, so that steps are small: this is
    here to be compared with, and to be sure of.
    """
    point = objective.at(np.zeros(len(objective.likelihood)))
    for _ in range(max_iterations):
        after = objective.at(point.weights + gis_step(objective, point))
        objective.watch(after)
        point, done = _better(point, after, tolerance)
        if done:
            break
    return point


def jump_factors(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how many times its first step each weight should move, from two GIS steps: (D,).

    If the error of a weight shrinks by the rate g at each step, the steps are a geometric series,
    with g = second / first and the sum first / (1 - g): Aitken's extrapolation. The rates of all
    weights are a diagonal estimate of the Jacobian of GIS.

    Our guards: a rate outside of [0, 1) says nothing. Where it is 1 or more the weight still
    gathers speed and takes the median of the other factors; where it is negative, or the weight
    does not move, one step.

    >>> jump_factors(np.array([4.0, 4.0, 4.0, 4.0]), np.array([2.0, 3.0, 5.0, -1.0])).tolist()
    [2.0, 4.0, 3.0, 1.0]
    """
    rates = np.divide(second, first, out=np.full_like(first, -1.0), where=first != 0)
    estimated = (rates >= 0) & (rates < 1)
    factors = 1 / np.where(estimated, 1 - rates, 1.0)
    usual = float(np.median(factors[estimated])) if estimated.any() else 1.0
    return np.where(rates >= 1, usual, factors)


def ctjpgis(objective: Objective, *, max_iterations: int, tolerance: float) -> Point:
    """Climb from zero by componentwise triple jumps; the value never falls.

    An iteration makes two GIS steps, then jumps from where it began to where each weight's steps
    lead to (``jump_factors``): two passes if the jump is good, since the first GIS step of the next
    iteration needs the pass at the end of this one.

    Our guards: a jump that lands lower than the first GIS step is refused, and tried again with
    factors up to a cap, an eighth of those refused; each jump that is good at once doubles the cap.
    If no jump is good the iteration ends with the second GIS step, which cannot be lower. It stops
    where an iteration with a jump gains no more than ``tolerance`` times the value's magnitude.

    On gene mentions it leads L-BFGS for the first 25 passes, and falls behind near the optimum
    (``python -m benchmarks.genes optimizers``).
    """
    point = objective.at(np.zeros(len(objective.likelihood)))
    cap = np.inf
    for _ in range(max_iterations):
        first = gis_step(objective, point)
        middle = objective.at(point.weights + first)
        second = gis_step(objective, middle)
        factors = jump_factors(first, second)
        capped = np.minimum(factors, cap)
        after = objective.at(point.weights + capped * first)
        if after.value >= middle.value:
            cap *= _GROW
        while after.value < middle.value and cap > _MIN_JUMP:
            # The largest factors belong to few weights, and would take many tries to reach.
            cap = max(min(cap, float(np.quantile(capped, 0.99))) / _SHRINK, _MIN_JUMP)
            capped = np.minimum(factors, cap)
            after = objective.at(point.weights + capped * first)
        jumped = after.value >= middle.value
        if not jumped:
            after = objective.at(middle.weights + second)
        objective.watch(after)
        point, done = _better(point, after, tolerance)
        if done and jumped:
            break
    return point


def _better(point: Point, after: Point, tolerance: float) -> tuple[Point, bool]:
    """Return the higher of two points, and whether the second gains next to nothing."""
    gain = after.value - point.value
    done = gain <= tolerance * max(abs(after.value), 1.0)
    return (after if gain > 0 else point), done


OPTIMIZERS = ("masked_lbfgs", "gis", "ctjpgis")
_MEMORY = 10  # pairs of steps and gradients that L-BFGS keeps, 16 bytes a weight each


class MaskedSettings(NamedTuple):
    """Settings of the training.

    Attributes:
        c2: above 0, the penalty of the squared weights, 1 / (2 sigma^2); 0.05 is Mallet's variance
            of 10. Without one the likelihood of most corpora has no maximum.
        max_iterations: 1 or more. L-BFGS needs about one pass over the corpus for each, GIS one,
            CTJPGIS two.
        tolerance: 0 or more. Training stops where an iteration gains no more than this share of
            the penalised log-likelihood.
    """

    c2: float = 0.05
    max_iterations: int = 100
    tolerance: float = 1e-6

    @classmethod
    def of(cls, given: Mapping[str, object] | None) -> "MaskedSettings":
        """Check settings by name, and fill in the others.

        Raises:
            SettingError: a name is unknown, or a value is out of range.
        """
        settings: dict[str, Any] = {**cls()._asdict(), **(given or {})}
        if unknown := [name for name in settings if name not in cls._fields]:
            raise SettingError(
                f"settings has {', '.join(map(repr, unknown))}; choose from "
                f"{', '.join(cls._fields)}"
            )
        c2, wanted, tolerance = settings.values()
        check_range("c2", c2, 0, above=True, advice=f"give a number above 0, such as {cls().c2}")
        iterations = finite_number(wanted)
        if not iterations >= 1 or iterations != int(iterations):
            raise SettingError(f"max_iterations is {wanted!r}; give a whole number from 1 on")
        check_range("tolerance", tolerance, 0)
        return cls(float(c2), int(iterations), float(tolerance))


def train_masked_crf(
    indptr: Ints,
    attributes: NDArray[np.int32],
    labels: Ints,
    lengths: Ints,
    *,
    windows: Windows,
    optimizer: str = "masked_lbfgs",
    settings: Mapping[str, object] | None = None,
) -> CRFWeights:
    """Train on sequences laid one after the other; equal input gives equal weights.

    Only (attribute, label) pairs that occur in training get a weight, as in Mallet. Windows of one
    tag have a weight a transition; for wider ones the transitions to a window, or from it if they
    look ahead, all have the same one (``likelihood``). Forbidden transitions are 0: decoding masks
    them. All optimisers climb to the same weights, if they are given the iterations.

    Args:
        indptr, attributes: the attribute numbers of each token, as in ``Indexed``.
        labels: (N,) int64, from ``windows.encode``.
        lengths: (C,) int64, tokens of each sequence; they add up to N.
        windows: what the labels are.
        optimizer: one of ``OPTIMIZERS``: L-BFGS, or GIS and its triple jump.
        settings: fields of ``MaskedSettings``.

    Raises:
        SettingError: the optimizer or a setting is unknown, or a value is out of range.
    """
    structure = Structure.of(windows)
    likelihood = Likelihood(indptr, attributes, labels, lengths, structure)
    weights = maximize(likelihood, optimizer=optimizer, settings=settings).weights
    pairs = len(likelihood.attributes)
    transitions = structure.transitions(weights[pairs:])
    return CRFWeights(
        likelihood.attributes,
        likelihood.labels,
        weights[:pairs].copy(),
        np.where(structure.weight_numbers >= 0, transitions, 0.0),
    )


def train_windows(
    indexed: Indexed,
    labels: Ints,
    lengths: Ints,
    windows: Windows,
    algorithm: str,
    settings: Mapping[str, object],
) -> CRFWeights:
    """Train by an algorithm of CRFsuite or one of ``OPTIMIZERS``; all else as those take it."""
    corpus = (*indexed.rows, labels, lengths)
    if algorithm in OPTIMIZERS:
        return train_masked_crf(*corpus, windows=windows, optimizer=algorithm, settings=settings)
    return train_crf(*corpus, label_count=len(windows), algorithm=algorithm, settings=settings)


def maximize(
    likelihood: Likelihood,
    *,
    optimizer: str = "masked_lbfgs",
    settings: Mapping[str, object] | None = None,
    watch: Watch = lambda point: None,
) -> Point:
    """Return the best weights found; ``watch`` is called with them after each iteration.

    Raises:
        SettingError: the optimizer or a setting is unknown, or a value is out of range.
    """
    check_choice("optimizer", optimizer, OPTIMIZERS)
    c2, iterations, tolerance = MaskedSettings.of(settings)
    objective = Objective(likelihood, c2, watch)
    climb = {"masked_lbfgs": _lbfgs, "gis": gis, "ctjpgis": ctjpgis}[optimizer]
    return climb(objective, max_iterations=iterations, tolerance=tolerance)


def _lbfgs(objective: Objective, *, max_iterations: int, tolerance: float) -> Point:
    """Climb from zero with scipy's L-BFGS-B."""
    best = last = objective.at(np.zeros(len(objective.likelihood)))

    def negative(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        nonlocal best, last
        if not np.array_equal(weights, last.weights):
            last = objective.at(weights.copy())
            best = max(best, last, key=lambda point: point.value)
        return -last.value, -last.gradient

    minimize(
        negative,
        last.weights,
        jac=True,
        method="L-BFGS-B",
        # Where a search along a line ends is where it has looked last.
        callback=lambda _: objective.watch(last),
        options={
            "maxiter": max_iterations,
            "maxfun": 100 * max_iterations,
            "maxcor": _MEMORY,
            "ftol": tolerance,
            "gtol": 0.0,
        },
    )
    return best
