"""Training of linear-chain CRFs that normalise only over the label sequences that can be.

CRFsuite, which ``crfsuite.train_crf`` calls, normalises over successions that decoding forbids and
adds a weight to each pair of labels. This trainer does neither: it is the model of ``likelihood``,
that of Hsu et al. (2008), by one of three optimisers of the same objective.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from ..errors import InputError, SettingError
from ..words.arrays import Ints
from ..words.settings import check_choice, check_range, finite_number
from .crfsuite import CRFWeights, train_crf
from .indexing import Indexed
from .labels import Windows
from .likelihood import Likelihood, Objective, Point, Structure, Watch
from .scaling import ctjpgis, gis

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
        given = given or {}
        unknown = [name for name in given if name not in cls._fields]
        if unknown:
            raise SettingError(
                f"settings has {', '.join(map(repr, unknown))}; choose from "
                f"{', '.join(cls._fields)}"
            )
        settings: dict[str, object] = {**cls()._asdict(), **given}
        advice = f"give a number above 0, such as {cls().c2}"
        check_range("c2", settings["c2"], 0, above=True, advice=advice)
        numbers = {name: finite_number(value) for name, value in settings.items()}
        iterations = numbers["max_iterations"]
        if not iterations >= 1 or iterations != int(iterations):
            wrong = settings["max_iterations"]
            raise SettingError(f"max_iterations is {wrong!r}; give a whole number from 1 on")
        check_range("tolerance", settings["tolerance"], 0)
        return cls(numbers["c2"], int(iterations), numbers["tolerance"])


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
        optimizer: one of ``OPTIMIZERS``: L-BFGS, or those of ``scaling``.
        settings: fields of ``MaskedSettings``.

    Raises:
        SettingError: the optimizer or a setting is unknown, or a value is out of range.
        InputError: the corpus is empty, its arrays do not fit each other, or its labels are not
            those of the windows.
    """
    check_choice("optimizer", optimizer, OPTIMIZERS)
    MaskedSettings.of(settings)
    structure = Structure.of(windows)
    _check_corpus(indptr, attributes, labels, lengths, structure)
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
    watch: Watch | None = None,
) -> Point:
    """Return the best weights found; ``watch`` is called with (D,) weights after each iteration.

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
    iteration = 0

    def negative(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        nonlocal best, last
        if not np.array_equal(weights, last.weights):
            last = objective.at(weights.copy())
            best = max(best, last, key=lambda point: point.value)
        return -last.value, -last.gradient

    def report(_: NDArray[np.float64]) -> None:
        # Where a search along a line ends is where it has looked last.
        nonlocal iteration
        iteration += 1
        objective.report(iteration, last)

    minimize(
        negative,
        last.weights,
        jac=True,
        method="L-BFGS-B",
        callback=report,
        options={
            "maxiter": max_iterations,
            "maxfun": 100 * max_iterations,
            "maxcor": _MEMORY,
            "ftol": tolerance,
            "gtol": 0.0,
        },
    )
    return best


def _check_corpus(
    indptr: Ints, attributes: NDArray[np.int32], labels: Ints, lengths: Ints, structure: Structure
) -> None:
    """Raise InputError where the arrays are empty, misfit, or hold a forbidden succession."""
    tokens = len(labels)
    if not tokens:
        raise InputError("the corpus has no token; give at least one labelled sequence")
    if not len(lengths) or lengths.min() < 1 or lengths.sum() != tokens:
        raise InputError(
            f"lengths, {len(lengths)} of them, add up to {lengths.sum()} and begin at "
            f"{lengths.min(initial=tokens)}, but there are {tokens} labels; give the tokens of "
            "each sequence, 1 or more"
        )
    if len(indptr) != tokens + 1 or indptr[0] != 0 or indptr[-1] != len(attributes):
        raise InputError(
            f"indptr has {len(indptr)} bounds for {len(attributes)} attributes; {tokens} tokens "
            f"need {tokens + 1}, from 0 to the number of attributes"
        )
    if np.any(np.diff(indptr) < 0) or attributes.min(initial=0) < 0:
        raise InputError("indptr must not fall, and attribute numbers must not be negative")
    size = len(structure.starts)
    if not 0 <= labels.min() <= labels.max() < size:
        raise InputError(
            f"labels run from {labels.min()} to {labels.max()}, but there are {size}, from 0 on; "
            "make them with encode of the same windows"
        )
    lasts = np.cumsum(lengths) - 1
    firsts = lasts - lengths + 1
    barred = structure.weight_numbers[np.roll(labels, 1), labels] < 0
    barred[firsts] = ~structure.starts[labels[firsts]]
    barred[lasts] |= ~structure.stops[labels[lasts]]
    if barred.any():
        token = int(np.argmax(barred))
        raise InputError(
            f"label {labels[token]} of token {token} cannot stand where it does; make labels with "
            "encode of the same windows, one sequence at a time"
        )
