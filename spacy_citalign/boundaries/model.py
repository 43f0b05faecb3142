"""A trained boundary model, its file, and the detector that weighs gaps between units by it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.batches import text_batches
from ..chain.features import GramGroup
from ..chain.storage import StoredModel
from ..chain.weights import BAG_STARTS, SparseWeights, prune, read_weights, weight_arrays
from ..words.arrays import Bools, Ints
from ..words.hashing import Hashes, HashTable
from .chunks import NO_CHUNK, PADDING, ChunkTable, Spell
from .features import PLACES, UNIT_COLUMNS, pair_keys, place_keys
from .layout import EMPTY_LINE, SPACE, bracket_depth, goes_on, split_texts, unit_gaps
from .settings import check_threshold

_DEEPEST = 2
SINCE = (1, 2, 3, 4, 5, 7, 10, 15, 25)


@dataclass(frozen=True)
class Gaps:
    """The U units of N chunks, and the M gaps before some of them.

    Attributes:
        rows: (U,) int64, numbers of the units in the table.
        chunks: (U,) int64, the chunk that each unit is of, from 0 to N - 1.
        firsts: (B,) int64, the first unit of each block.
        candidates: (M,) int64, the units at which a sentence may begin; firsts of blocks, where one
            does, are not among them.
        near: (M, places) int64, table numbers of the units around each gap, ``PADDING`` for those
            of other blocks.
        columns: name to (M,) uint64: ``gap`` is what stands there, ``depth`` the brackets around
            it, ``since`` how many units lie between it and the mark before the unit on its left (or
            the block's begin), ``block`` whether the block ends in a mark.
    """

    rows: Ints
    chunks: Ints
    firsts: Ints
    candidates: Ints
    near: Ints
    columns: dict[str, Hashes]

    @classmethod
    def of(cls, ids: Ints, breaks: Ints, table: ChunkTable) -> "Gaps":
        """Look at chunks, at least one, given by number and the line breaks before each.

        ``breaks`` are (N,) int64, as in ``layout.Layout``.
        """
        counts = table.chunks["count"][ids]
        chunks = np.repeat(np.arange(len(ids)), counts)
        rows = np.arange(len(chunks)) - (np.cumsum(counts) - counts)[chunks]
        rows += table.chunks["first"][ids][chunks]
        gaps = unit_gaps(breaks, table.chunks["size"][ids], counts)
        firsts = np.flatnonzero(gaps == EMPTY_LINE)
        possible = (gaps != SPACE) | table.units["opening"][rows]
        possible[1:] |= table.units["closing"][rows[:-1]]
        possible[firsts] = False
        candidates = np.flatnonzero(possible)
        block = np.searchsorted(firsts, candidates, side="right") - 1
        ends = np.append(firsts[1:], len(rows))
        near = candidates[:, None] + np.array(PLACES)
        inside = (near >= firsts[block, None]) & (near < ends[block, None])
        near = np.where(inside, rows[np.clip(near, 0, len(rows) - 1)], PADDING)
        final = table.units["final"][rows]
        columns = {
            "gap": gaps[candidates],
            "depth": bracket_depth(table.units["step"][rows], firsts)[candidates].clip(0, _DEEPEST),
            "since": np.searchsorted(
                SINCE, candidates - _marked_before(final, firsts)[candidates - 1]
            ),
            "block": final[ends - 1][block],
        }
        columns = {name: values.astype(np.uint64) for name, values in columns.items()}
        return cls(rows, chunks, firsts, candidates, near, columns)

    def pairs(self, table: ChunkTable) -> Hashes:
        """Hash the features that pair units, or units and gaps: (M, PAIR_COUNT) uint64."""
        units = {
            (name, offset): table.units[name][self.near[:, PLACES.index(offset)]]
            for name, offset in UNIT_COLUMNS
        }
        return pair_keys(self.columns, units)


def _marked_before(final: Bools, firsts: Ints) -> Ints:
    """Return the unit after the last mark before each unit, or its block's first: (U,) int64."""
    begins = np.zeros(len(final), dtype=np.int64)
    begins[1:] = np.where(final[:-1], np.arange(1, len(final)), 0)
    begins[firsts] = firsts
    return np.maximum.accumulate(begins)


@dataclass(frozen=True)
class BoundaryModel(StoredModel, kind="sentence boundaries", version=1, what="the boundary model"):
    """A trained boundary model.

    Weights are in nats of log-odds that a sentence begins.

    Attributes:
        alone: of the features of single units.
        pairs: of those that pair units, or units and gaps.
        bias: the log-odds where no feature is known.
    """

    alone: SparseWeights
    pairs: SparseWeights
    bias: float

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        return {"bias": self.bias}, weight_arrays([self.alone, self.pairs])

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "BoundaryModel":
        alone, pairs = read_weights(arrays, [GramGroup(BAG_STARTS, ())], 1)
        model = cls(alone, pairs, float(meta["bias"]))
        if not np.isfinite(model.bias):
            raise ValueError(f"bias is {model.bias}")
        return model

    def pruned(self, share: float) -> "BoundaryModel":
        """Drop the ``share`` (0 to below 1) of the weights that are smallest in magnitude.

        Raises:
            SettingError: ``share`` is out of range.
        """
        alone, pairs = prune([self.alone, self.pairs], [1], share)
        return BoundaryModel(alone, pairs, self.bias)


def weight_sums(weights: SparseWeights) -> Callable[[Hashes], NDArray[np.float32]]:
    """Return what sums the weights of known keys: (..., F) uint64 to (...) float32."""
    table = HashTable(weights.features.keys[weights.rows])
    values = np.append(weights.values, np.float32(0))  # the last is for unknown features
    return lambda keys: values[table.rows(keys)].sum(axis=-1)


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
        self._pairs, alone = weight_sums(model.pairs), weight_sums(model.alone)
        self._table = ChunkTable(lambda bags: alone(place_keys(bags[:, None])))

    def __reduce__(self) -> tuple[type, tuple[BoundaryModel, float]]:
        # A copy makes its look-up tables anew.
        return type(self), (self.model, self.threshold)

    def __call__(self, texts: Sequence[str]) -> list[Ints]:
        """Return where sentences begin in each text, ascending character offsets.

        The first is that of the text's first character that is not white space.
        """
        starts: list[Ints] = []
        for part in text_batches(list(map(len, texts)), _CHARACTERS_AT_A_TIME):
            layout = split_texts(texts[part])
            with self._table.lock:
                in_chunks = self._starts(self._table.of_strings(layout.chunks), layout.breaks)
            offsets = layout.starts[in_chunks.chunks] + in_chunks.offsets
            ends = np.cumsum(layout.lengths)[:-1]
            starts += np.split(offsets, np.searchsorted(in_chunks.chunks, ends))
        return starts

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
            scores = self._pairs(gaps.pairs(table))
            for column in range(len(PLACES)):
                scores += table.units["precomputed"][gaps.near[:, column], column]
            forbidden = goes_on(gaps.near, table.units["roles"], table.units["case"])
            begins[gaps.candidates] = (scores > self._least) & ~forbidden
        beginning = np.flatnonzero(begins)
        return Starts(gaps.chunks[beginning], table.units["offset"][gaps.rows[beginning]])
