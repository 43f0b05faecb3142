"""The features of a training corpus as numbers, so that a CRF can be trained on them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import SettingError
from ..words.arrays import Bools, Ints, sums_before
from ..words.hashing import Hashes
from .features import GramGroup, Padded, gram_keys
from .vocabulary import WordFeatures

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
