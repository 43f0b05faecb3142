"""Arrays: their types, checks of what a file of a model holds, several under one name in a file.

Each check raises ValueError where an array is not what it should be.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]


def sums_before(values: NDArray) -> Ints:
    """Return the sum of what stands before each value, and of all: (N,) to (N + 1,) int64.

    >>> sums_before(np.array([2, 3])).tolist()
    [0, 2, 5]
    """
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(values, dtype=np.int64)])


def named_arrays(prefix: str, part: Any) -> dict[str, NDArray]:
    """Return the arrays of a named tuple by name: the prefix and the field.

    Where a field is a named tuple itself, its own fields come after a slash. None has no arrays.
    """
    arrays: dict[str, NDArray] = {}
    for field, value in {} if part is None else part._asdict().items():
        name = prefix + field
        is_array = isinstance(value, np.ndarray)
        arrays |= {name: value} if is_array else named_arrays(f"{name}/", value)
    return arrays


def read_named(kind: Any, prefix: str, arrays: Mapping[str, NDArray]) -> Any:
    """Return a named tuple of arrays that ``named_arrays`` took apart, checked if it has a check.

    Raises:
        KeyError, ValueError: an array is missing, or they contradict each other.
    """
    part = kind(*(arrays[prefix + field] for field in kind._fields))
    if hasattr(part, "check"):
        part.check()
    return part


class Rows:
    """Columns that grow together, by doubling; rows are added, and never changed.

    Attributes:
        columns: the first ``size`` rows of each are in use.
    """

    def __init__(self) -> None:
        self.columns: dict[str, NDArray] = {}
        self.size = 0

    def __getitem__(self, name: str) -> NDArray:
        return self.columns[name]

    def append(self, columns: Mapping[str, NDArray]) -> None:
        """Put rows after the last; each array has as many."""
        size = self.size
        self.size += len(next(iter(columns.values())))
        for name, values in columns.items():
            old = self.columns.get(name, values[:0])
            if self.size > len(old):
                new = np.zeros((2 * self.size, *values.shape[1:]), dtype=values.dtype)
                new[:size] = old[:size]
                self.columns[name] = old = new
            old[size : self.size] = values


def check_hashes(what: str, *columns: NDArray) -> None:
    """Raise ValueError unless all are columns of 64-bit hashes."""
    if any(hashes.dtype != np.uint64 or hashes.ndim != 1 for hashes in columns):
        raise ValueError(f"{what} are not 64-bit hashes")


def check_array(what: str, array: NDArray, shape: tuple[int, ...], dtype: DTypeLike) -> None:
    """Raise ValueError unless an array has a shape and a type, and is finite."""
    if array.shape != shape or array.dtype != dtype:
        raise ValueError(f"{what} have shape {array.shape}, dtype {array.dtype}")
    if not np.isfinite(array).all():
        raise ValueError(f"{what} are not finite")


def check_places(what: str, numbers: NDArray, size: int, limit: int) -> None:
    """Raise ValueError unless these are as many unsigned numbers, all below the limit."""
    if numbers.dtype.kind != "u" or numbers.shape != (size,):
        raise ValueError(f"there are not {size} {what}")
    if len(numbers) and numbers.max() >= limit:
        raise ValueError(f"{what} lie outside of 0..{limit}")
