"""Features as numbers: n-grams of token features, hashed for a whole batch at a time.

A token feature is one 64-bit number a token (its word, stem, shape ...). A gram is a run of them;
it is hashed once where it begins and read by every token that has it in its window, so that "stem
bigram at t-2 .. t+1" costs one hash and one look-up, not four. Sequences lie one after the other
with ``REACH`` padding tokens around each, which stand for what lies outside a sentence and keep
windows from running over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Ints
from ..words.hashing import Hashes, combine, salt

REACH = 2
PAD = salt("outside the sentence")


class Gram(NamedTuple):
    """A run of token features and where, relative to the token that reads it, it may begin."""

    features: tuple[str, ...]
    starts: tuple[int, ...]


def window(feature: str, longest: int, reach: int = REACH) -> list[Gram]:
    """List all n-grams, n up to ``longest``, of one feature from t - reach to t + reach.

    Hsu et al. (2008), section 2.1, has longest 5 and reach 2.

    >>> window("stem", 2, reach=1)[1]
    Gram(features=('stem', 'stem'), starts=(-1, 0))
    """
    return [
        Gram((feature,) * n, tuple(range(-reach, reach - n + 2)))
        for n in range(1, min(longest, 2 * reach + 1) + 1)
    ]


@dataclass(frozen=True)
class Padded:
    """The layout of C sequences in padded arrays of N tokens.

    Attributes:
        firsts: (C,) int64, index of each sequence's first token.
        lengths: (C,) int64, tokens of each sequence, at least 1.
    """

    firsts: Ints
    lengths: Ints

    @classmethod
    def of(cls, lengths: Sequence[int] | Ints) -> "Padded":
        """Lay out sequences of the given lengths."""
        sizes = np.asarray(lengths, dtype=np.int64)
        ends = np.cumsum(sizes + REACH)
        return cls(ends - sizes, sizes)

    @cached_property
    def size(self) -> int:
        """N, padding included."""
        return REACH + int(np.sum(self.lengths + REACH))

    @cached_property
    def tokens(self) -> Ints:
        """Indices of the real tokens, in order: (sum of lengths,) int64."""
        total = int(self.lengths.sum())
        before = np.cumsum(self.lengths) - self.lengths
        return np.arange(total) + np.repeat(self.firsts - before, self.lengths)

    def spread(self, values: NDArray, fill: int | np.uint64) -> NDArray:
        """Put one value a token at the tokens' places, ``fill`` elsewhere: to (N, ...)."""
        out = np.full((self.size, *values.shape[1:]), fill, dtype=values.dtype)
        out[self.tokens] = values
        return out


def gram_keys(features: Mapping[str, Hashes], grams: Sequence[Gram]) -> Hashes:
    """Hash each of G grams at each place where it begins: features of (N,) to (N, G) uint64.

    Grams that begin with the same features share the work; beyond the end stands padding.
    """
    done: dict[tuple[str, ...], Hashes] = {}

    def key(names: tuple[str, ...]) -> Hashes:
        if names not in done:
            values = features[names[-1]]
            if len(names) == 1:
                done[names] = combine(values, salt_of(names[0]))
            else:
                shift = len(names) - 1
                ahead = np.concatenate([values[shift:], np.full(shift, PAD)])
                done[names] = combine(key(names[:-1]), combine(ahead, salt_of(names[-1])))
        return done[names]

    return np.stack([key(gram.features) for gram in grams], axis=1)


_SALTS: dict[str, Hashes] = {}


def salt_of(name: str) -> Hashes:
    """Return the salt of a feature's name, as a (1,) array, computed once."""
    if name not in _SALTS:
        _SALTS[name] = np.array([salt(name)], dtype=np.uint64)
    return _SALTS[name]


class GramGroup(NamedTuple):
    """Grams that may begin at the same places, looked up together."""

    starts: tuple[int, ...]
    grams: tuple[Gram, ...]


def group_grams(grams: Sequence[Gram]) -> list[GramGroup]:
    """Collect grams by their starts, in order of first appearance."""
    by_starts: dict[tuple[int, ...], list[Gram]] = {}
    for gram in grams:
        by_starts.setdefault(gram.starts, []).append(gram)
    return [GramGroup(starts, tuple(members)) for starts, members in by_starts.items()]
