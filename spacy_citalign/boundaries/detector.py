"""A detector of sentence starts in texts, by a trained model."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..chain.batches import text_batches
from ..words.arrays import Ints
from ..words.hashing import Hashes
from .chunks import NO_CHUNK, ChunkTable, Spell
from .continuing import goes_on
from .features import PLACES, place_keys
from .gaps import Gaps
from .layout import split_texts
from .model import BoundaryModel, WeightTable
from .settings import check_threshold

_CHARACTERS_AT_A_TIME = 200_000  # bounds the memory of a batch


class Starts(NamedTuple):
    """The starts of S sentences.

    Attributes:
        chunks: (S,) int64 ascending, the chunk, from 0.
        offsets: (S,) int64, the character in it, mostly 0.
    """

    chunks: Ints
    offsets: Ints


class BoundaryDetector:
    """Finds sentence starts; holds the weights and what it knows of chunks seen so far.

    Args:
        model: the weights.
        threshold: the probability, 0 to 1, over which a sentence begins: at 0 wherever one can,
            at 1 nowhere.

    Raises:
        SettingError: the threshold is out of range.
    """

    def __init__(self, model: BoundaryModel, threshold: float = 0.5):
        check_threshold(threshold)
        self.model = model
        self.threshold = threshold
        with np.errstate(divide="ignore"):  # of thresholds that nothing or everything is above
            logit = np.log(np.float64(threshold)) - np.log1p(-np.float64(threshold))
        self._least = np.float32(logit - model.bias)
        self._pairs, alone = WeightTable(model.pairs), WeightTable(model.alone)
        self._table = ChunkTable(lambda bags: alone.sum(place_keys(bags[:, None])))

    def __reduce__(self) -> tuple[type, tuple[BoundaryModel, float]]:
        # A copy makes its look-up tables anew.
        return type(self), (self.model, self.threshold)

    def __call__(self, texts: Sequence[str]) -> list[Ints]:
        """Return where sentences begin in each text, ascending character offsets.

        The first is that of the text's first character that is not white space.
        """
        starts: list[Ints] = []
        for part in text_batches(list(map(len, texts)), _CHARACTERS_AT_A_TIME):
            starts += self._detect(texts[part])
        return starts

    def _detect(self, texts: Sequence[str]) -> list[Ints]:
        layout = split_texts(texts)
        with self._table.lock:
            ids = self._table.of_strings(layout.chunks)
            in_chunks = self._starts(ids, layout.breaks)
        starts = layout.starts[in_chunks.chunks] + in_chunks.offsets
        ends = np.cumsum(layout.lengths)[:-1]
        return np.split(starts, np.searchsorted(in_chunks.chunks, ends))[: len(texts)]

    def detect_keys(
        self, keys: Hashes, spell: Spell, breaks: Ints, texts: Ints
    ) -> tuple[Starts, Ints]:
        """Find sentence starts among chunks that come as hashes, so that few strings are made.

        Args:
            keys: (N,) uint64, hashes of whatever spells the chunks.
            spell: returns the characters of chunks, given by their places from 0.
            breaks: (N,) int64, line breaks before each, as in ``layout.Layout``.
            texts: (N,) int64 ascending, the text that each chunk is of.

        Returns:
            The starts, and the texts that are left out because something spelled is no chunk: it is
            empty or has white space in it.
        """
        with self._table.lock:
            ids = self._table.of_keys(keys, spell)
            odd = np.unique(texts[ids == NO_CHUNK])
            if not len(odd):
                return self._starts(ids, breaks), odd
            kept = np.flatnonzero(~np.isin(texts, odd))
            starts = self._starts(ids[kept], breaks[kept])
        return Starts(kept[starts.chunks], starts.offsets), odd

    def _starts(self, ids: Ints, breaks: Ints) -> Starts:
        """Find the sentence starts among chunks, given by number and the line breaks before."""
        if not len(ids):
            return Starts(ids, ids)
        table = self._table
        gaps = Gaps.of(ids, breaks, table)
        begins = np.zeros(len(gaps.rows), dtype=bool)
        begins[gaps.firsts] = True
        if len(gaps.candidates):
            scores = self._pairs.sum(gaps.pairs(table))
            for column in range(len(PLACES)):
                scores += table.units["precomputed"][gaps.near[:, column], column]
            forbidden = goes_on(gaps.near, table.units["roles"], table.units["case"])
            begins[gaps.candidates] = (scores > self._least) & ~forbidden
        beginning = np.flatnonzero(begins)
        return Starts(gaps.chunks[beginning], table.units["offset"][gaps.rows[beginning]])
