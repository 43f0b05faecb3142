"""A matrix of probabilities that need not be in memory: blocks of rows, and single pairs."""

from collections.abc import Iterator
from functools import cached_property
from typing import Protocol

from ..errors import InputError
from ..words.array_types import Floats, Integers
from .calibration import Sigmoid
from .similarity import TextVectors, cosines, cosines_at

_CELLS = 1 << 22  # of a block: 32 MB


class Probabilities(Protocol):
    """Probabilities that the sentences of two texts match.

    Attributes:
        shape: numbers of sentences: n, m.
    """

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns."""
        ...

    def blocks(self) -> Iterator[Floats]:
        """Yield rows from the first to the last, some together: (b, m) float64, 0 to 1."""
        ...

    def at(self, rows: Integers, columns: Integers) -> Floats:
        """Return the probabilities of K pairs of sentences: (K,) float64."""
        ...


class Matrix:
    """Probabilities that are in memory.

    Args:
        values: (n, m) float64, 0 to 1.

    Raises:
        InputError: there are not two dimensions, or a value is no probability.
    """

    def __init__(self, values: Floats):
        if values.ndim != 2:
            raise InputError(
                f"probabilities have shape {values.shape}; give a row for each sentence of the "
                "first text and a column for each of the second"
            )
        if values.size:
            low, high = values.min(), values.max()  # NaN where any is
            if not (low >= 0 and high <= 1):
                raise InputError(
                    f"probabilities are from {low} to {high}; give numbers from 0 to 1"
                )
        self._values = values

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns."""
        return self._values.shape[0], self._values.shape[1]

    def blocks(self) -> Iterator[Floats]:
        """Yield the matrix."""
        if self._values.size:
            yield self._values

    def at(self, rows: Integers, columns: Integers) -> Floats:
        """Return the probabilities of K pairs of sentences: (K,) float64."""
        probabilities: Floats = self._values[rows, columns]
        return probabilities


class Calibrated:
    """Probabilities of similarities, found anew each time they are asked for.

    Takes memory for some four million cells at a time; a matrix of so few is kept.

    Args:
        vectors: of the sentences of two texts.
        sigmoid: from a cosine to a probability.
    """

    def __init__(self, vectors: TextVectors, sigmoid: Sigmoid):
        self.shape = vectors.shape
        self._vectors, self._sigmoid = vectors, sigmoid

    def blocks(self) -> Iterator[Floats]:
        """Yield blocks of rows: (b, m) float64, 0 to 1."""
        n, m = self.shape
        if n * m <= _CELLS:
            yield from self._all
            return
        height = max(1, _CELLS // m)
        for start in range(0, n, height):
            part = self._vectors.first[start : start + height]
            yield self._sigmoid(cosines(TextVectors(part, self._vectors.second)))

    def at(self, rows: Integers, columns: Integers) -> Floats:
        """Return the probabilities of K pairs of sentences: (K,) float64."""
        probabilities: Floats = self._sigmoid(cosines_at(self._vectors, rows, columns))
        return probabilities

    @cached_property
    def _all(self) -> list[Floats]:
        return [self._sigmoid(cosines(self._vectors))] if min(self.shape) else []
