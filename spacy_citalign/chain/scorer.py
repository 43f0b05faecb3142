"""Emissions from features: every feature of a batch is looked up once, for all models at once.

The models of an ensemble share their features, so their weights stand side by side in one row a
feature. What depends on a single word (its own features, and its unigrams at each distance) is
summed once per distinct word and kept, what depends on features of few values once per distinct
window; only other n-grams are looked up token by token, those of all groups together.

``ContextSums`` remembers sums of weights for what stands around a token. Features that take few
values (whether white space is beside a token, how like a gene its word is) stand in the same few
windows again and again, and most weights of their grams are not zero. So what all grams of some
such features give to a token is summed once for each window.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Ints
from ..words.hashing import Hashes, HashTable, combine, mix
from .features import REACH, Gram, GramGroup, GramHasher, Padded, WordFeatures, WordSums
from .row_sums import RowSums, Sums
from .weights import SparseWeights

MAX_WINDOWS = 1 << 14  # windows; each takes a weight of 4 bytes for every label


def marks(size: int) -> Hashes:
    """Return what the keys of each of so many groups are mixed with: (size,) uint64."""
    return mix(np.arange(1, size + 1, dtype=np.uint64))


def sums_by_start(
    groups: Sequence[GramGroup], weights: Sequence[SparseWeights], outputs: int
) -> RowSums:
    """Return sums that hold, place by place, what a gram gives for each of its starts.

    The starts of all groups come one after the other: (N, sum of starts * outputs).
    """
    bounds = np.cumsum([0, *(len(group.starts) * outputs for group in groups)]).tolist()
    columns = [np.arange(*pair, dtype=np.int32) for pair in pairwise(bounds)]
    return RowSums(weights, columns, bounds[-1], marks(len(groups)))


def sums_by_token(
    groups: Sequence[GramGroup], weights: Sequence[SparseWeights], outputs: int
) -> RowSums:
    """Return sums of what grams give to the tokens that read them: (N + 2 * REACH, outputs).

    The first row is that of the token ``REACH`` before the first place.
    """
    labels = np.arange(outputs, dtype=np.int32)
    columns = [
        ((REACH - np.array(group.starts, dtype=np.int32))[:, None] * outputs + labels).ravel()
        for group in groups
    ]
    return RowSums(weights, columns, outputs, marks(len(groups)))


class Lookup(GramHasher):
    """Looks up some grams.

    Args:
        sums: of the weights of all groups.
        grams: of each group, those to look up.
    """

    def __init__(self, sums: RowSums, grams: Sequence[Sequence[Gram]]):
        of_grams = np.repeat(marks(len(grams)), [len(members) for members in grams])
        super().__init__([gram for members in grams for gram in members], of_grams)
        self._sums = sums

    def sums(self, matrix: Hashes, first: int, last: int) -> Sums:
        """Return the sums of the grams that begin at the places first to last, place by place."""
        return self._sums.grid(self.keys(matrix, first, last))


class ContextSums:
    """What some grams give to a token, by the window that they read.

    It forgets everything when it holds more than ``MAX_WINDOWS``, so memory stays bounded over any
    corpus; results do not depend on what it holds.

    Args:
        sums: of the weights of all groups, by token.
        grams: of each group, those to look up; all have features of the same few.
        outputs: D, labels of all models together.
    """

    def __init__(self, sums: RowSums, grams: Sequence[Sequence[Gram]], outputs: int):
        self._lookup = Lookup(sums, grams)
        places = [
            (start, start + len(gram.features))
            for members in grams
            for gram in members
            for start in gram.starts
        ]
        self._first = min(first for first, _ in places)
        self._size = max(last for _, last in places) - self._first
        nothing = np.zeros(0, dtype=np.uint64), np.zeros((0, outputs), dtype=np.float32)
        self._empty = HashTable(nothing[0]), *nothing
        # Replaced as a whole, so that threads that read it at once see one that fits together.
        self._known = self._empty

    def __call__(self, features: Mapping[str, Hashes], size: int, tokens: Ints) -> Sums:
        """Return what the grams give to tokens: (T, D) float32.

        Args:
            features: name to (N,) padded token feature, N being the size.
            size: of the padded features.
            tokens: (T,) int64, the places of the tokens among them.
        """
        matrix = self._lookup.matrix(features, size)
        keys = self._keys(matrix, size)[tokens + self._first]
        known = self._empty if len(self._known[1]) > MAX_WINDOWS else self._known
        rows = known[0].rows(keys)
        new = np.flatnonzero(rows < 0)
        if len(new):
            _, firsts = np.unique(keys[new], return_index=True)
            new = new[firsts]
            all_keys = np.concatenate([known[1], keys[new]])
            sums = np.concatenate([known[2], self._sums(matrix, tokens[new])])
            self._known = known = HashTable(all_keys), all_keys, sums
            rows = known[0].rows(keys)
        return np.take(known[2], rows, axis=0)

    def _keys(self, matrix: Hashes, size: int) -> Hashes:
        """Return a key of the window from each place on."""
        here = matrix[0, :size]
        for row in matrix[1:, :size]:
            here = combine(here, row)
        keys = here[: size - self._size + 1]
        for shift in range(1, self._size):
            keys = combine(keys, here[shift : shift + len(keys)])
        return keys

    def _sums(self, matrix: Hashes, tokens: Ints) -> Sums:
        """Return what the grams give to (T,) tokens, each with its window alone."""
        at_a_time = max(1, TOKENS_AT_A_TIME // self._size)
        sums = []
        for some in np.split(tokens, range(at_a_time, len(tokens), at_a_time)):
            places = some[:, None] + np.arange(self._first, self._first + self._size)
            windows = np.pad(matrix[:, places.ravel()], ((0, 0), (0, self._lookup.reach)))
            of_places = self._lookup.sums(windows, 0, places.size)
            sums.append(of_places[REACH - self._first : places.size + REACH : self._size])
        return np.concatenate(sums)


TOKENS_AT_A_TIME = 4096  # what is looked up and summed for them fits into the cache
_NO_MARK = np.zeros(1, dtype=np.uint64)


class Scorer:
    """Emissions of all models for batches of padded token features.

    Args:
        groups: the grams, grouped by starts, as at training.
        weights: one a group, then that of the bag.
        outputs: D, labels of all models together.
        word_features: names of the token features that depend on the word alone.
        contexts: sets of names of token features that take few values together; what their grams
            give to a token is kept for each window that they stand in.
    """

    def __init__(
        self,
        groups: Sequence[GramGroup],
        weights: Sequence[SparseWeights],
        outputs: int,
        word_features: frozenset[str],
        contexts: Sequence[Collection[str]] = (),
    ):
        self.outputs = outputs
        self._bag = RowSums(weights[-1:], [np.arange(outputs, dtype=np.int32)], outputs, _NO_MARK)
        left = [list(group.grams) for group in groups]
        alone = _take(left, lambda features: len(features) == 1 and features[0] in word_features)
        used = [number for number, grams in enumerate(alone) if grams]
        of_words = [groups[number] for number in used]
        self._starts = [start for group in of_words for start in group.starts]
        self._alone = Lookup(
            sums_by_start(of_words, [weights[number] for number in used], outputs),
            [alone[number] for number in used],
        )
        used = [number for number, grams in enumerate(left) if grams]
        left = [left[number] for number in used]
        sums = sums_by_token(
            [groups[number] for number in used], [weights[number] for number in used], outputs
        )
        taken = [_take(left, frozenset(names).issuperset) for names in contexts]
        self._contexts = [ContextSums(sums, grams, outputs) for grams in taken if any(grams)]
        self._others = Lookup(sums, left) if any(left) else None

    def precompute(self, words: WordFeatures) -> NDArray[np.float32]:
        """Sum what depends on each word alone: S words to (S, E) float32, E entries."""
        bags = self._bag.bags(words.bag_sizes, words.bag)
        if not self._starts:
            return bags
        size = len(words.bag_sizes)
        matrix = self._alone.matrix(words.hashes, size)
        return np.concatenate([bags, self._alone.sums(matrix, 0, size)], axis=1)

    def emissions(
        self, padded: Padded, features: Mapping[str, Hashes], words: WordSums
    ) -> NDArray[np.float32]:
        """Score every label at every real token: to (tokens, D).

        Args:
            padded: where the sequences lie.
            features: name to (N,) token feature.
            words: what ``precompute`` gave for the word of each of the N tokens.
        """
        size = padded.size
        total = np.empty((size, self.outputs), dtype=np.float32)
        others = None if self._others is None else self._others.matrix(features, size)
        for first in range(0, size, TOKENS_AT_A_TIME):
            last = min(size, first + TOKENS_AT_A_TIME)
            part = total[first:last]
            self._add_words(part, words, first)
            if self._others is not None and others is not None:
                # With what begins around them, so that sums are the same wherever they are cut.
                begin = max(0, first - REACH)
                sums = self._others.sums(others, begin, min(size, last + REACH))
                part += sums[first - begin + REACH :][: len(part)]
        emissions = total[padded.tokens]
        for context in self._contexts:
            emissions += context(features, size, padded.tokens)
        return emissions

    def _add_words(self, total: Sums, words: WordSums, first: int) -> None:
        """Set the sums of tokens, those from the first on, to what words alone give to them."""
        blocks = words.rows.reshape(-1, self.outputs)
        count = 1 + len(self._starts)
        last, size = first + len(total), len(words.ids)
        np.take(blocks, words.ids[first:last] * count, axis=0, out=total, mode="clip")
        for number, start in enumerate(self._starts, start=1):
            begin = max(0, first + start)
            end = max(begin, min(size, last + start))
            given = np.take(blocks, words.ids[begin:end] * count + number, axis=0)
            total[begin - start - first : end - start - first] += given


def _take(
    groups: Sequence[list[Gram]], wanted: Callable[[tuple[str, ...]], bool]
) -> list[list[Gram]]:
    """Take the grams whose features are wanted out of groups, and return those of each."""
    taken = [[gram for gram in grams if wanted(gram.features)] for grams in groups]
    for grams, gone in zip(groups, taken, strict=True):
        grams[:] = [gram for gram in grams if gram not in gone]
    return taken
