"""The layout of chunks in a text: white space before each, lines, blocks, brackets around.

Blocks are what empty lines divide. An empty line always ends a sentence, so nothing is read across
one; a single line break does not, since text may have lines of fixed width.

Some full stops end no sentence whatever was learned: of ranks of taxa, measures, authors. Gold
texts hardly have them: "pv. tabaci", "cv. Nipponbare", "5 mg. kg-1", "(Lour.) Spreng. is". The
words are in ``continuing.txt``. This is ours, and no part of the model: it forbids starts that the
model would set, so that weights stay what they are.
"""

import re
from collections.abc import Sequence
from enum import IntFlag
from itertools import accumulate, islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Bools, Ints
from ..words.data_files import read_words
from ..words.hashing import Hashes, HashTable, hash_strings

# What stands before a unit. A line break within a block is WRAPPED where the chunk after it would
# have made its line longer than the longest of the block, as in text of fixed width, else SHORT.
NOTHING, SPACE, WRAPPED, SHORT, EMPTY_LINE = range(5)
EMPTY = 2  # line breaks that make an empty line

_WHITE = re.compile(r"(\s+)")
_BREAK = re.compile("\r\n|[\n\r\x85\u2028]")
_PARAGRAPH = "\u2029"


class Layout(NamedTuple):
    """The N chunks of some texts, one after the other.

    Attributes:
        chunks: the characters of each.
        starts: (N,) int64, where each begins in its text.
        breaks: (N,) int64, line breaks before each, ``EMPTY`` at most; ``EMPTY`` before the first
            of each text.
        lengths: (T,) int64, chunks of each text.
    """

    chunks: list[str]
    starts: Ints
    breaks: Ints
    lengths: Ints


def count_breaks(white: str) -> int:
    r"""Count line breaks, ``EMPTY`` at most; a paragraph separator is an empty line.

    >>> count_breaks(" "), count_breaks("\r\n "), count_breaks("\n \n\n")
    (0, 1, 2)
    """
    if white == " ":
        return 0
    if _PARAGRAPH in white:
        return EMPTY
    return sum(1 for _ in islice(_BREAK.finditer(white), EMPTY))


def split_texts(texts: Sequence[str]) -> Layout:
    r"""Cut texts into chunks.

    >>> layout = split_texts(["A  text.\n\nIts end.", " More"])
    >>> layout.chunks, layout.starts.tolist()
    (['A', 'text.', 'Its', 'end.', 'More'], [0, 3, 10, 14, 1])
    >>> layout.breaks.tolist(), layout.lengths.tolist()
    ([2, 0, 2, 0, 2], [4, 1])
    """
    chunks: list[str] = []
    starts: list[int] = []
    breaks: list[int] = []
    lengths = []
    for text in texts:
        parts = _WHITE.split(text)  # chunks and white space in turn; outer chunks may be empty
        offsets = [0, *accumulate(map(len, parts))][:-1:2]
        counts = [EMPTY, *map(count_breaks, parts[1::2])]
        first, last = int(not parts[0]), len(offsets) - int(len(parts) > 1 and not parts[-1])
        chunks += parts[::2][first:last]
        starts += offsets[first:last]
        breaks += counts[first:last]
        lengths.append(max(last - first, 0))
        if first < last:
            breaks[-lengths[-1]] = EMPTY
    numbers = (np.array(column, dtype=np.int64) for column in (starts, breaks, lengths))
    return Layout(chunks, *numbers)


def unit_gaps(breaks: Ints, sizes: Ints, counts: Ints) -> NDArray[np.uint8]:
    """Return what stands before each unit, (U,) uint8: EMPTY_LINE before the first of a block.

    Args:
        breaks: (N,) line breaks before each chunk, ``EMPTY`` before the first.
        sizes: (N,) characters of each chunk; a line is as long as its chunks with a blank between.
        counts: (N,) units of each chunk.
    """
    kinds = np.array([SPACE, SHORT, EMPTY_LINE], dtype=np.uint8)[breaks]
    heads = np.flatnonzero(breaks)
    if (breaks[heads] < EMPTY).any():
        firsts = np.flatnonzero(breaks[heads] >= EMPTY)
        lengths = np.add.reduceat(sizes + 1, heads) - 1
        longest = np.maximum.reduceat(lengths, firsts)
        longest = np.repeat(longest, np.diff(np.append(firsts, len(heads))))
        line_starts = heads[1:]
        full = lengths[:-1] + 1 + sizes[line_starts] > longest[1:]
        line_starts = line_starts[full & (breaks[line_starts] < EMPTY)]
        kinds[line_starts] = WRAPPED
    gaps = np.full(int(counts.sum()), NOTHING, dtype=np.uint8)
    gaps[np.cumsum(counts) - counts] = kinds
    return gaps


def bracket_depth(steps: NDArray[np.int32], firsts: Ints) -> Ints:
    """Count the brackets around the gap before each unit that pair within its block: (U,) int64.

    Args:
        steps: (U,) brackets that each unit opens less those that it closes.
        firsts: (B,) the first unit of each block.
    """
    after = np.cumsum(steps, dtype=np.int64)
    before = after - steps
    # A running minimum that begins anew in each block: each lies far below the one before.
    far = np.abs(steps).sum(dtype=np.int64) + 1
    block = np.repeat(np.arange(len(firsts)) * far, np.diff(np.append(firsts, len(steps))))
    least_before = np.minimum.accumulate(before - block) + block
    least_after = np.minimum.accumulate((after + block)[::-1])[::-1] - block
    return np.maximum(before - np.maximum(least_before, least_after), 0)


_LISTS = read_words(__package__, "continuing.txt")
_BEFORE_ANY, _BEFORE_SMALL, _MEASURES, _AFTER_MEASURES, _AUTHORS = _LISTS.values()
_MINUS = "-\u2212\u2013"
# Of ``features._case``: one capital; a word of small letters; a number, one with letters after it.
_CAPITAL, _CAPITALS, _SMALL, _NUMBER, _ORDINAL = 1, 3, 5, 6, 7


class Role(IntFlag):
    """What a unit is to the question whether a sentence goes on after it, or with it."""

    before_any = 1
    before_small = 2
    measure = 4
    author = 8
    first_author = 16  # in brackets, as "(L.)", behind which stands the one who moved the taxon
    bracket = 32  # begins with one
    after_measure = 64  # whatever follows it: "kg", "kg-1", "per"


def _table() -> tuple[HashTable, NDArray[np.uint8]]:
    """Return a table of words, and the roles that each may have; the last is of no word."""
    roles: dict[str, int] = {}
    for role, words in (
        (Role.before_any, _BEFORE_ANY),
        (Role.before_small, _BEFORE_SMALL),
        (Role.measure, _MEASURES),
        (Role.author, _AUTHORS),
        (Role.after_measure, [*_AFTER_MEASURES, *(word for word in _MEASURES if len(word) > 1)]),
        (Role.after_measure, [f"{word}{minus}1" for word in _MEASURES for minus in _MINUS]),
    ):
        for word in words:
            roles[word] = roles.get(word, 0) | role
    return HashTable(hash_strings(list(roles))), np.array([*roles.values(), 0], dtype=np.uint8)


_TABLE, _ROLES = _table()


def unit_roles(
    core: Hashes, case: Hashes, *, bracket: Bools, stopped: Bools, enclosed: Bools
) -> NDArray[np.uint8]:
    """Return the roles of S units, (S,) of ``Role``.

    Args:
        core: hashes of their lower-cased words.
        case: their letter case, as ``features.featurize_units`` has it.
        bracket: whether they begin with an opening bracket.
        stopped: whether a full stop is all that follows the word.
        enclosed: whether they are a word with a full stop, in brackets.
    """
    listed = _ROLES[_TABLE.rows(core)]
    small = case == _SMALL
    named = (case > 0) & (case < _SMALL)
    roles = np.where(bracket, Role.bracket, listed & Role.after_measure).astype(np.uint8)
    roles |= np.where(stopped & small, listed & ~np.uint8(Role.author), 0).astype(np.uint8)
    # Of capital letters are some measures, as litres: "2 L. of".
    of_name = listed & np.uint8(Role.author | Role.measure)
    roles |= np.where(stopped & named, of_name, 0).astype(np.uint8)
    is_first = enclosed & named & (listed & Role.author > 0)
    return roles | np.where(is_first, Role.first_author, 0).astype(np.uint8)


def goes_on(near: Ints, roles: NDArray[np.uint8], case: Hashes) -> Bools:
    """Tell at which of M gaps a sentence goes on: (M,) bool.

    Args:
        near: (M, places) unit numbers, as in ``model.Gaps``.
        roles: of each unit.
        case: of each unit.
    """
    on = np.zeros(len(near), dtype=bool)
    left_roles = roles[near[:, 1]]
    asked = np.flatnonzero(left_roles & ~np.uint8(Role.bracket | Role.after_measure))
    before, _, first, second, _ = near[asked].T
    left, right = left_roles[asked], roles[first]

    def has(role: Role) -> Bools:
        return (left & role) > 0

    small = case[first] == _SMALL
    number = (case[first] == _NUMBER) | (case[first] == _ORDINAL)
    is_code = (case[first] == _CAPITALS) & (case[second] == _NUMBER)  # "sp. PCC 6803"
    counted = (case[before] == _NUMBER) | (case[before] == _ORDINAL)
    measured = (right & Role.after_measure > 0) & (case[first] >= _SMALL)
    of_name = (case[first] == 0) | (right & (Role.bracket | Role.author) > 0)
    initial = case[near[asked, 1]] == _CAPITAL  # "L.", which may stand for other things
    on[asked] = (
        has(Role.before_any)
        | (has(Role.before_small) & (small | number | is_code))
        | (has(Role.measure) & counted & measured)
        | (has(Role.author) & (small | (of_name & ~initial) | (right & Role.bracket > 0)))
        | (has(Role.first_author) & (case[before] == _SMALL))
    )
    return on
