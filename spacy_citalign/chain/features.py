"""Features as numbers: n-grams of token features, hashed for a whole batch at a time.

A token feature is one 64-bit number a token (its word, stem, shape ...). A gram is a run of them;
it is hashed once where it begins and read by every token that has it in its window, so that "stem
bigram at t-2 .. t+1" costs one hash and one look-up, not four. Sequences lie one after the other
with ``REACH`` padding tokens around each, which stand for what lies outside a sentence and keep
windows from running over. ``Vocabulary`` stores what depends on a word
alone, computed once per distinct word.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Ints, Rows
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


class GramHasher:
    """Hashes G grams wherever they begin, a length of grams at a time over one matrix.

    A key is that of all features but the last, combined with that of the last. Grams that begin
    with the same features share the work, so that there are some ten operations on arrays, however
    many grams there are.

    Args:
        grams: what to hash.
        marks: (G,) uint64, for each gram what its keys are mixed with by exclusive or.
    """

    def __init__(self, grams: Sequence[Gram], marks: Hashes):
        self._names = list(dict.fromkeys(name for gram in grams for name in gram.features))
        self._salts = np.concatenate([np.zeros((0,), np.uint64), *map(salt_of, self._names)])
        self.reach = max((len(gram.features) for gram in grams), default=1) - 1
        wanted = dict.fromkeys(
            gram.features[:size] for gram in grams for size in range(1, len(gram.features) + 1)
        )
        begun = sorted(wanted, key=len)  # in the order in which they are made
        place = {features: number for number, features in enumerate(begun)}
        self._steps: list[tuple[Ints, Ints]] = []
        for size in range(1, self.reach + 2):
            level = [features for features in begun if len(features) == size]
            before = [place.get(features[:-1], 0) for features in level]
            last = [self._names.index(features[-1]) for features in level]
            self._steps.append((np.array(before, np.int64), np.array(last, np.int64)))
        self._of_grams = np.array([place[gram.features] for gram in grams], dtype=np.int64)
        self._marks = marks

    def matrix(self, features: Mapping[str, Hashes], size: int) -> Hashes:
        """Return what keys are made of: features of (N,) to (P, N + reach) uint64."""
        rows = np.full((len(self._names), size + self.reach), PAD)
        for row, name in zip(rows, self._names, strict=True):
            row[:size] = features[name]
        return combine(rows, self._salts[:, None])

    def keys(self, matrix: Hashes, first: int, last: int) -> Hashes:
        """Return the keys of grams that begin at the places first to last: (last - first, G)."""
        size = last - first
        made = np.empty((sum(len(before) for before, _ in self._steps), size), dtype=np.uint64)
        done = 0
        for shift, (before, names) in enumerate(self._steps):
            ahead = matrix[names, first + shift : last + shift]
            level = made[done : done + len(names)]
            level[:] = combine(made[before], ahead) if shift else ahead
            done += len(names)
        return made[self._of_grams].T ^ self._marks


def gram_keys(features: Mapping[str, Hashes], grams: Sequence[Gram]) -> Hashes:
    """Hash each of G grams at each place where it begins: features of (N,) to (N, G) uint64.

    Beyond the end stands padding.
    """
    size = len(next(iter(features.values())))
    hasher = GramHasher(grams, np.zeros(len(grams), np.uint64))
    return hasher.keys(hasher.matrix(features, size), 0, size)


@cache
def salt_of(name: str) -> Hashes:
    """Return the salt of a feature's name, as a (1,) array, computed once."""
    return np.array([salt(name)], dtype=np.uint64)


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


_CHARACTERS = 24  # of a word, on average, at most
_PRECOMPUTED = "precomputed"

PADDING_ID = 0


class WordFeatures(NamedTuple):
    """Features of S words by themselves, as a word featurizer gives them.

    Attributes:
        hashes: name to (S,) uint64, the token features that windows are made of.
        bag_sizes: (S,) int64, how many further features each word has of itself.
        bag: (sum of bag_sizes,) uint64, those features' keys, word after word.
    """

    hashes: dict[str, Hashes]
    bag_sizes: Ints
    bag: Hashes


class WordSums(NamedTuple):
    """What was computed of the words of N padded tokens, without a copy for each token.

    Attributes:
        rows: (W, E) float32, of each distinct word.
        ids: (N,) int64, the word of each token.
    """

    rows: NDArray[np.float32]
    ids: Ints


Featurize = Callable[[Sequence[str]], WordFeatures]
Precompute = Callable[[WordFeatures], NDArray[np.float32]]


class Vocabulary:
    """Distinct words, their features and whatever is computed from them; number 0 is padding.

    It forgets everything when it holds ``limit`` words, or the characters of so many, and is about
    to read more, so memory stays bounded over any corpus; results do not depend on what it holds.
    Threads take turns by ``lock`` from numbering words to reading what belongs to the numbers.
    """

    def __init__(self, featurize: Featurize, precompute: Precompute, limit: int = 30_000):
        self._featurize = featurize
        self._precompute = precompute
        self._limit = limit
        self.lock = Lock()
        self._clear()

    def _clear(self) -> None:
        self._ids: dict[str, int] = {}
        self._characters = 0
        self._rows = Rows()

    def __len__(self) -> int:
        return len(self._ids)

    def ids(self, words: Sequence[str]) -> Ints:
        """Number the words: S strings to (S,) int64, the new ones featurized and kept.

        Numbers hold until the next call.
        """
        if len(self._ids) > self._limit or self._characters > _CHARACTERS * self._limit:
            self._clear()
        new = [word for word in dict.fromkeys(words) if word not in self._ids]
        if new:
            self._add(new)
        return np.fromiter(map(self._ids.__getitem__, words), np.int64, len(words))

    def _add(self, words: Sequence[str]) -> None:
        features = self._featurize(words)
        if not self._rows.size:
            features = with_padding(features)
        self._rows.append({**features.hashes, _PRECOMPUTED: self._precompute(features)})
        size = self._rows.size
        self._ids.update(zip(words, range(size - len(words), size), strict=True))
        self._characters += sum(map(len, words))

    def look_up(self, words: Sequence[str], padded: Padded) -> tuple[dict[str, Hashes], WordSums]:
        """Return the padded token features of words, and what was computed of each."""
        with self.lock:
            return self.described(padded.spread(self.ids(words), PADDING_ID))

    def described(self, ids: Ints) -> tuple[dict[str, Hashes], WordSums]:
        """Return each token feature at (N,) numbered words, and what was computed of these.

        That stays as it is whatever else is read; it is zeros for padding.
        """
        columns = self._rows.columns.items()
        hashes = {name: values[ids] for name, values in columns if name != _PRECOMPUTED}
        return hashes, WordSums(self._rows[_PRECOMPUTED], ids)


def with_padding(features: WordFeatures) -> WordFeatures:
    """Put the padding word in front: every token feature is PAD and the bag is empty."""
    hashes = {name: np.append(PAD, values) for name, values in features.hashes.items()}
    return WordFeatures(hashes, np.append(0, features.bag_sizes), features.bag)


def describe_words(
    featurize: Featurize, words: Sequence[str], padded: Padded
) -> tuple[WordFeatures, Ints, dict[str, Hashes]]:
    """Describe distinct words once, after the padding word.

    Return also the number of each word, and the padded token features of all.
    """
    numbers = {word: number for number, word in enumerate(dict.fromkeys(words), start=1)}
    ids = np.fromiter(map(numbers.__getitem__, words), np.int64, len(words))
    described, placed = with_padding(featurize(list(numbers))), padded.spread(ids, PADDING_ID)
    return described, ids, {name: values[placed] for name, values in described.hashes.items()}


def with_bags(
    hashes: dict[str, Hashes], bags: Iterable[tuple[Ints, Hashes]], size: int
) -> WordFeatures:
    """Return features of so many words; bags are the words that keys belong to and keys: (P,)."""
    owners, keys = zip(*bags, strict=True)
    owner = np.concatenate(owners)
    order = np.argsort(owner, kind="stable")
    sizes = np.bincount(owner, minlength=size)
    return WordFeatures(hashes, sizes, np.concatenate(keys)[order])
