"""Unsigned numbers by the rank of their bytes, which pack better beside those of the same rank."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def planes_of(array: NDArray) -> NDArray[np.uint8]:
    """Return the bytes of unsigned numbers by their rank, the ranks that are used: (B, N) uint8."""
    little = np.ascontiguousarray(array.astype(array.dtype.newbyteorder("<")))
    planes = little.view(np.uint8).reshape(len(array), array.dtype.itemsize).T
    used = 1 + max((rank for rank, plane in enumerate(planes) if plane.any()), default=0)
    return np.ascontiguousarray(planes[:used])


def joined_planes(planes: NDArray, kind: Any) -> NDArray:
    """Return the numbers whose bytes ``planes_of`` took apart.

    Raises:
        ValueError: these are no such bytes.
    """
    size = np.dtype(kind).itemsize
    if planes.dtype != np.uint8 or planes.ndim != 2 or not 1 <= len(planes) <= size:
        raise ValueError(f"bytes of shape {planes.shape} and type {planes.dtype}")
    whole = np.zeros((planes.shape[1], size), np.uint8)
    whole[:, : len(planes)] = planes.T
    return whole.view(np.dtype(kind).newbyteorder("<")).ravel().astype(kind)
