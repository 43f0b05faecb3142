"""Weights of trained models as arrays: laid out by groups of features, pruned, stored, checked."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import check_hashes
from ..words.settings import check_share
from .crfsuite import CRFWeights
from .features import GramGroup
from .indexing import BAG_STARTS, GroupIndex, Indexed

_LARGEST = float(np.finfo(np.float16).max)
_PARTS = ("keys", "starts", "rows", "columns", "values")


class SparseWeights(NamedTuple):
    """The weights of one group of features for D outputs (labels of all models).

    Attributes:
        features: their keys and starts.
        rows: (W,) int32, position of the key.
        columns: (W,) int32, start number * D + output.
        values: (W,) float32.
    """

    features: GroupIndex
    rows: NDArray[np.int32]
    columns: NDArray[np.int32]
    values: NDArray[np.float32]


def side_by_side(
    indexed: Indexed, fitted: Sequence[CRFWeights], sizes: Sequence[int]
) -> tuple[SparseWeights, ...]:
    """Sort the weights of CRFs into the groups, their outputs one after the other.

    ``sizes`` are the numbers of labels of the CRFs.
    """
    outputs = sum(sizes)
    lefts = np.cumsum([0, *sizes])
    attributes = np.concatenate([crf.attributes for crf in fitted])
    labels = np.concatenate([crf.labels + left for crf, left in zip(fitted, lefts, strict=False)])
    values = np.concatenate([crf.values for crf in fitted])
    order = np.lexsort((labels, attributes))
    attributes, labels, values = attributes[order], labels[order], values[order]
    bounds = np.searchsorted(attributes, indexed.offsets)
    weights = []
    for number, index in enumerate(indexed.groups):
        of_group = slice(bounds[number], bounds[number + 1])
        local = attributes[of_group] - indexed.offsets[number]
        width = len(index.starts)
        columns = local % width * outputs + labels[of_group]
        rows = (local // width).astype(np.int32)
        values_of_group = values[of_group].astype(np.float32)
        weights.append(SparseWeights(index, rows, columns.astype(np.int32), values_of_group))
    return tuple(weights)


def prune(
    weights: Sequence[SparseWeights], sizes: Sequence[int], share: float
) -> tuple[SparseWeights, ...]:
    """Drop the ``share`` (0 to below 1) of each model's weights that are smallest in magnitude.

    Each model has a threshold of its own, since the scale of weights differs between optimisers;
    keys left without weights go too. ``sizes`` are the numbers of labels of the models.

    Raises:
        SettingError: ``share`` is out of range.
    """
    check_share(share)
    outputs = sum(sizes)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    parts = [(owner[part.columns % outputs], part) for part in weights]
    magnitudes = [
        np.concatenate([abs(part.values[models == n]) for models, part in parts])
        for n in range(len(sizes))
    ]
    limits = np.array([np.quantile(x, share) if len(x) else 0 for x in magnitudes])
    kept = []
    for models, part in parts:
        keep = abs(part.values) >= limits[models]
        used, rows = np.unique(part.rows[keep], return_inverse=True)
        index = GroupIndex(part.features.starts, part.features.keys[used])
        columns, values = part.columns[keep], part.values[keep]
        kept.append(SparseWeights(index, rows.astype(np.int32), columns, values))
    return tuple(kept)


def weight_arrays(weights: Sequence[SparseWeights]) -> dict[str, NDArray]:
    """Return named arrays for ``storage.pack``; values are kept as float16."""
    arrays: dict[str, NDArray] = {}
    for number, part in enumerate(weights):
        stored: tuple[NDArray, ...] = (
            part.features.keys,
            np.array(part.features.starts, dtype=np.int8),
            np.diff(part.rows, prepend=0).astype(np.int32),
            part.columns.astype(np.uint16),
            part.values.clip(-_LARGEST, _LARGEST).astype(np.float16),
        )
        arrays |= {_name(number, key): x for key, x in zip(_PARTS, stored, strict=True)}
    return arrays


def read_weights(
    arrays: Mapping[str, NDArray], groups: Sequence[GramGroup], outputs: int
) -> tuple[SparseWeights, ...]:
    """Read what ``weight_arrays`` wrote.

    Args:
        arrays: as ``storage.unpack`` returns them.
        groups: those that this release has; the bag comes after them.
        outputs: labels of all models.

    Raises:
        KeyError, ValueError: an array is missing, or they contradict each other.
    """
    starts = [*(group.starts for group in groups), BAG_STARTS]
    weights = []
    for number in range(len(starts)):
        keys, begins, rows, columns, values = (arrays[_name(number, key)] for key in _PARTS)
        index = GroupIndex(tuple(begins.tolist()), keys)
        part = SparseWeights(
            index,
            np.cumsum(rows, dtype=np.int32),
            columns.astype(np.int32),
            values.astype(np.float32),
        )
        _check(part, outputs)
        weights.append(part)
    if [part.features.starts for part in weights] != starts:
        raise ValueError("its groups of features are not those of this release")
    if _name(len(starts), "keys") in arrays:
        raise ValueError("it has more groups of features than this release")
    return tuple(weights)


def _name(number: int, part: str) -> str:
    return f"weights/{number}/{part}"


def _check(part: SparseWeights, outputs: int) -> None:
    """Raise ValueError where the arrays of a group contradict each other."""
    keys = part.features.keys
    width = len(part.features.starts) * outputs
    check_hashes("keys of features", keys)
    if not part.rows.shape == part.columns.shape == part.values.shape == (len(part.rows),):
        raise ValueError("weights have rows, columns and values of different number")
    for numbers, limit in ((part.rows, len(keys)), (part.columns, width)):
        if len(numbers) and not 0 <= numbers.min() <= numbers.max() < limit:
            raise ValueError(f"weights lie outside of 0..{limit}")
    if not np.isfinite(part.values).all():
        raise ValueError("weights are not finite")
