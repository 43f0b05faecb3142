"""The gaps between units at which a sentence may begin, and their features."""

from dataclasses import dataclass

import numpy as np

from ..words.arrays import Bools, Ints
from ..words.hashing import Hashes
from .chunks import PADDING, ChunkTable
from .features import PLACES, UNIT_COLUMNS, pair_keys
from .layout import EMPTY_LINE, SPACE, bracket_depth, unit_gaps

_DEEPEST = 2
_SINCE = (1, 2, 3, 4, 5, 7, 10, 15, 25)


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
                _SINCE, candidates - _marked_before(final, firsts)[candidates - 1]
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
