"""Weights as arrays by groups of features: numbered for training, laid out, pruned, stored."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import SettingError
from ..words.arrays import Bools, Ints, check_hashes, sums_before
from ..words.hashing import Hashes
from ..words.settings import check_share
from .crfsuite import CRFWeights
from .features import GramGroup, Padded, WordFeatures, gram_keys

BAG_STARTS = (0,)


class GroupIndex(NamedTuple):
    """The features of one group that a model knows.

    Attributes:
        starts: where, relative to the token that reads it, a gram may begin.
        keys: (R,) uint64 ascending, one a distinct gram or bag feature.
    """

    starts: tuple[int, ...]
    keys: Hashes


class Indexed(NamedTuple):
    """A corpus as attribute numbers.

    Attribute numbers run over all (group, key, start) triples in order.

    Attributes:
        indptr: (N + 1,) int64, where the attributes of each of the N tokens begin.
        attributes: int32, the attribute numbers of all tokens, without those under the cut-off.
        groups: the keys by group, the bag last.
        grams: for each group, (R,) int64: which of its grams each key is of; 0 for the bag.
        offsets: (G + 1,) int64, the first attribute number of each group.
    """

    indptr: Ints
    attributes: NDArray[np.int32]
    groups: list[GroupIndex]
    grams: list[Ints]
    offsets: Ints

    @property
    def rows(self) -> tuple[Ints, NDArray[np.int32]]:
        """``indptr`` and ``attributes``, the attributes of each token as trainers take them."""
        return self.indptr, self.attributes


def index_corpus(
    features: Mapping[str, Hashes],
    padded: Padded,
    groups: Sequence[GramGroup],
    word_ids: Ints,
    words: WordFeatures,
    *,
    cutoff: int,
) -> Indexed:
    """Number every (gram, start) pair and bag feature that ``cutoff`` tokens or more have.

    ``features`` are padded; ``word_ids`` are the rows of ``words`` for the real tokens only.
    """
    tokens = padded.tokens
    parts = [_gram_pairs(features, padded, group) for group in groups]
    parts.append(_bag_pairs(word_ids, words))
    owners, numbers, indices, grams, offsets = [], [], [], [], [0]
    for starts, keys, gram, owner, raw in parts:
        width = len(starts)
        frequent = np.bincount(raw, minlength=len(keys) * width) >= cutoff
        known = frequent.reshape(-1, width).any(axis=1)
        rows = np.cumsum(known) - 1
        keep = frequent[raw]
        owners.append(owner[keep])
        numbers.append(offsets[-1] + rows[raw[keep] // width] * width + raw[keep] % width)
        indices.append(GroupIndex(starts, keys[known]))
        grams.append(gram[known])
        offsets.append(offsets[-1] + int(known.sum()) * width)
    owner = np.concatenate(owners)
    order = np.argsort(owner, kind="stable")
    counts = np.bincount(owner, minlength=len(tokens))
    return Indexed(
        indptr=sums_before(counts),
        attributes=np.concatenate(numbers)[order].astype(np.int32),
        groups=indices,
        grams=grams,
        offsets=np.array(offsets),
    )


def check_frequent(cutoff: int, *corpora: Indexed) -> None:
    """Raise SettingError where no feature of any corpus is as frequent as ``cutoff`` asks for."""
    if not any(len(indexed.attributes) for indexed in corpora):
        raise SettingError(f"cutoff is {cutoff}, but no feature is that frequent; lower it")


class _Pairs(NamedTuple):
    starts: tuple[int, ...]
    keys: Hashes
    grams: Ints
    owners: Ints
    raw: Ints


def _gram_pairs(features: Mapping[str, Hashes], padded: Padded, group: GramGroup) -> _Pairs:
    """List (token, key x start) for every gram that a token reads."""
    keys, first, inverse = np.unique(
        gram_keys(features, group.grams), return_index=True, return_inverse=True
    )
    inverse = inverse.reshape(padded.size, len(group.grams))
    width = len(group.starts)
    raw = np.stack(
        [inverse[padded.tokens + start] * width + i for i, start in enumerate(group.starts)]
    )
    owner = np.broadcast_to(np.arange(len(padded.tokens))[:, None], raw.shape)
    return _Pairs(group.starts, keys, first % len(group.grams), owner.ravel(), raw.ravel())


def _bag_pairs(word_ids: Ints, words: WordFeatures) -> _Pairs:
    """List (token, key) for every feature that a token's word has of itself."""
    keys, inverse = np.unique(words.bag, return_inverse=True)
    sizes = words.bag_sizes[word_ids]
    firsts = (np.cumsum(words.bag_sizes) - words.bag_sizes)[word_ids]
    within = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    owner = np.repeat(np.arange(len(word_ids)), sizes)
    raw = inverse[np.repeat(firsts, sizes) + within]
    return _Pairs(BAG_STARTS, keys, np.zeros(len(keys), np.int64), owner, raw)


def select(indexed: Indexed, keep: Sequence[Bools]) -> Indexed:
    """Leave out all attributes of some grams, or of some of their starts; numbers stay as they are.

    ``keep`` has, for each group, (grams, starts) truth values.
    """
    kept_attributes = np.concatenate(
        [kept[gram].ravel() for kept, gram in zip(keep, indexed.grams, strict=True)]
    )[indexed.attributes]
    before = sums_before(kept_attributes)
    return indexed._replace(
        indptr=before[indexed.indptr], attributes=indexed.attributes[kept_attributes]
    )


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
