"""Emissions from features: every feature of a batch is looked up once, for all models at once.

The models of an ensemble share their features, so their weights stand side by side in one row a
feature. What depends on a single word (its own features, and its unigrams at each distance) is
summed once per distinct word and kept, what depends on features of few values once per distinct
window; only other n-grams are looked up token by token, those of all groups together.
"""

from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ..words.hashing import Hashes
from .features import REACH, Gram, GramGroup, Padded
from .lookup import ContextSums, Lookup, sums_by_start, sums_by_token
from .row_sums import RowSums, Sums
from .vocabulary import WordFeatures, WordSums
from .weights import SparseWeights

_TOKENS_AT_A_TIME = 4096  # what is looked up and summed for them fits into the cache
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
        for first in range(0, size, _TOKENS_AT_A_TIME):
            last = min(size, first + _TOKENS_AT_A_TIME)
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
