"""Features of a gap: the two units on each side alone, and a few pairs of them.

Features of a single unit (its word, letter case, marks before and after, form) count at each of
five places around the gap. They are summed once per distinct unit, so the gap itself costs five
additions; the features that pair units or tell how they touch are looked up gap by gap.

Common abbreviations with a full stop have a kind by what follows them (``abbreviations.txt``, a
list written for this package). What each kind means for a boundary is learned. The list lets an
abbreviation that the training texts have seldom or never share in what they teach of its kind.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.features import salt_of
from ..words.arrays import Ints
from ..words.data_files import read_words
from ..words.hashing import (
    Hashes,
    HashTable,
    Strings,
    combine,
    hash_strings,
    kept_hasher,
    part_counter,
)
from ..words.shape import lower_code
from .layout import unit_roles

OTHER, BLANK, BREAK, LOWER, UPPER, DIGIT = range(6)
STOP, END, COMMA, COLON, DASH, OPEN, CLOSE, QUOTE = range(6, 14)
CLASSES = 14

_BREAKS = "\n\r\x85\u2028\u2029"
_MARKS = {
    ",": COMMA,
    **dict.fromkeys(".\u2026", STOP),
    **dict.fromkeys("?!", END),
    **dict.fromkeys(":;", COLON),
    **dict.fromkeys("-\u2013\u2014", DASH),
    **dict.fromkeys("([{", OPEN),
    **dict.fromkeys(")]}", CLOSE),
    **dict.fromkeys("\"'`\u201c\u201d\u2018\u2019\xab\xbb", QUOTE),
}
_TABLED = 0x3000  # characters below are looked up in a table, the few above are taken one by one


def character_class(character: str) -> int:
    """Return the class of one character.

    >>> [character_class(c) for c in "aA1.( "] == [LOWER, UPPER, DIGIT, STOP, OPEN, BLANK]
    True
    """
    if character.isspace():
        return BREAK if character in _BREAKS else BLANK
    if character in _MARKS:
        return _MARKS[character]
    if character.isdigit() or character.isnumeric():
        return DIGIT
    if character.isupper() or character.istitle():
        return UPPER
    return LOWER if character.isalpha() else OTHER


@lru_cache(maxsize=2)
def _table(of: Callable[[str], int]) -> NDArray[np.uint32]:
    return np.array([of(chr(code)) for code in range(_TABLED)], dtype=np.uint32)


def _look_up(codes: NDArray[np.uint32], of: Callable[[str], int]) -> NDArray[np.uint32]:
    values = _table(of)[np.minimum(codes, _TABLED - 1)]
    beyond = np.flatnonzero(codes >= _TABLED)
    if len(beyond):
        unique, inverse = np.unique(codes[beyond], return_inverse=True)
        values[beyond] = np.array([of(chr(code)) for code in unique])[inverse]
    return values


def character_classes(codes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Class characters given as code points: (C,) uint32 to (C,) uint32."""
    return _look_up(codes, character_class)


def lower_codes(codes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Put small letters for capitals, where one character is for one: (C,) uint32 code points."""
    return _look_up(codes, lower_code)


ABBREVIATIONS = read_words(__package__, "abbreviations.txt")
KIND_OF = {word: kind for kind, words in ABBREVIATIONS.items() for word in words}
_TABLE = HashTable(hash_strings(list(KIND_OF)))
# A look-up that finds nothing gives row -1, the last.
_NUMBERS = np.array(
    [*(1 + list(ABBREVIATIONS).index(kind) for kind in KIND_OF.values()), 0], np.uint64
)
PLACES = (-2, -1, 0, 1, 2)  # of units; 0 is the one that may begin a sentence
_SUFFIX = 3
_LONGEST = 6

# Each is made of columns of units at places, and of the gap (None).
_PAIRS: tuple[tuple[tuple[str, int | None], ...], ...] = (
    (("depth", None), ("ending", -1)),
    (("gap", None), ("ending", -1), ("case", 0)),
    (("since", None), ("ending", -1), ("case", 0)),
    (("block", None), ("ending", -1), ("case", 0)),
    (("short", -1), ("ending", -1), ("case", 0)),
    (("ending", -1), ("case", 0), ("case", 1)),
    (("case", -2), ("case", -1), ("ending", -1), ("case", 0), ("case", 1)),
    (("ending", -2), ("form", -1), ("case", 0)),
)
_PAIR_SALTS = [salt_of("+".join(f"{name}{place}" for name, place in pair)) for pair in _PAIRS]
_PLACE_SALTS = np.concatenate([salt_of(f"at {place}") for place in PLACES])
BAG = ("lower", "core", "case", "head", "tail", "shape", "suffix", "form", "suffix+tail")
BAG_SIZE = len(BAG)
PAIR_COUNT = len(_PAIRS)
UNIT_COLUMNS = sorted({(name, at) for pair in _PAIRS for name, at in pair if at is not None})


def abbreviation_kinds(lower: Hashes) -> Hashes:
    """Return the kind of each lower-cased word, 0 if it is in no list: (N,) hashes to uint64."""
    return _NUMBERS[_TABLE.rows(lower)]


class UnitFeatures(NamedTuple):
    """The features of units by themselves.

    Attributes:
        hashes: name to (S,) uint64, of which pairs are made.
        bags: (S, BAG_SIZE) uint64, the features of each unit alone.
        roles: (S,) uint8, of ``layout.Role``; no features.
    """

    hashes: dict[str, Hashes]
    bags: Hashes
    roles: NDArray[np.uint8]


def featurize_units(words: Sequence[str]) -> UnitFeatures:
    """Return the features of S distinct units.

    A unit is read as a head (marks before the first letter or digit), a core and a tail. A number
    after a word's full stop is of the tail: in "shown.12" it is a mark of citation.

    The hashes, (S,) uint64, are ``case`` (a class of letter case), ``ending`` (a class of the
    tail), ``form`` (case, length, whether there is a full stop inside, head, tail), and ``short``
    (the kind of an abbreviation).
    """
    strings = Strings(words)
    codes = strings.codes
    classes = character_classes(codes)
    first, last = _core(strings, classes)
    lower = strings.hasher(lower_codes(codes))
    marks = np.where(classes == DIGIT, ord("0"), codes).astype(np.uint32)
    part = kept_hasher(marks, strings.runs(marks))
    head, tail = part(strings.starts, first), part(last, strings.ends)
    core = lower(first, last)
    suffix = lower(np.maximum(last - _SUFFIX, first), last)
    case = _case(classes, first, last)
    form = combine(case, np.minimum(last - first, _LONGEST).astype(np.uint64))
    form = combine(form, (part_counter(classes == STOP)(first, last) > 0).astype(np.uint64))
    stopped = np.append(classes, 0)[last] == STOP
    short = np.where(stopped & (last < strings.ends), abbreviation_kinds(core), 0)
    hashes = {
        "case": case,
        "ending": _ending(classes, last, strings.ends),
        "form": combine(combine(form, head), tail),
        "short": short.astype(np.uint64),
    }
    alone = {
        **hashes,
        "lower": lower(strings.starts, strings.ends),
        "core": core,
        "head": head,
        "tail": tail,
        "shape": kept_hasher(classes, strings.runs(classes))(strings.starts, strings.ends),
        "suffix": suffix,
        "suffix+tail": combine(suffix, tail),
    }
    bags = [combine(alone[name], salt_of(name)) for name in BAG]
    bracket, size = classes[strings.starts] == OPEN, strings.ends - last
    enclosed = bracket & stopped & (first == strings.starts + 1) & (size == 2)
    enclosed &= classes[strings.ends - 1] == CLOSE
    roles = unit_roles(
        core, case, bracket=bracket, stopped=stopped & (size == 1), enclosed=enclosed
    )
    return UnitFeatures(hashes, np.stack(bags, axis=1), roles)


def _core(strings: Strings, classes: NDArray[np.uint32]) -> tuple[Ints, Ints]:
    """Return where each core begins and ends; both the unit's start where it is all marks."""
    positions = np.arange(len(classes))
    letter = (classes == LOWER) | (classes == UPPER)
    named = letter | (classes == DIGIT)
    first = np.minimum.reduceat(np.where(named, positions, len(classes)), strings.starts)
    first = np.where(first < strings.ends, first, strings.starts)
    last = np.maximum.reduceat(np.where(named, positions + 1, 0), strings.starts)
    last = np.maximum(last, first)
    word = np.maximum.reduceat(np.where(letter, positions + 1, 0), strings.starts)
    after = classes[np.minimum(word, len(classes) - 1)]
    cited = (word > 0) & (word < last) & ((after == STOP) | (after == END))
    return first, np.where(cited, word, last)


def _case(classes: NDArray[np.uint32], first: Ints, last: Ints) -> Hashes:
    """Class cores by letter case: marks only, A, Word, WORD, Word2, word, 12, 12th, p53."""
    upper, lower, digits = (
        part_counter(classes == kind)(first, last) for kind in (UPPER, LOWER, DIGIT)
    )
    initial = classes[np.minimum(first, len(classes) - 1)]
    capital, plain = initial == UPPER, digits == 0
    kinds = [
        first == last,
        plain & (upper == 1) & (lower == 0),
        plain & capital & (upper == 1),
        plain & capital & (lower == 0),
        capital,
        plain & (upper == 0),
        (upper == 0) & (lower == 0),
        initial == DIGIT,
    ]
    return np.select(kinds, range(len(kinds)), len(kinds)).astype(np.uint64)


def _ending(classes: NDArray[np.uint32], last: Ints, ends: Ints) -> Hashes:
    """Class tails by last character, length (0, 1, more), full stops (likewise), other marks."""
    size = np.minimum(ends - last, 2)
    stops = np.minimum(part_counter(classes == STOP)(last, ends), 2)
    marked = part_counter(classes == END)(last, ends) > 0
    kind = classes[ends - 1] + 32 * size + 128 * stops + 512 * marked
    return np.where(size > 0, kind, 0).astype(np.uint64)


def place_keys(bags: Hashes) -> Hashes:
    """Salt features of units by place: (..., 1 or places, BAG_SIZE) to (..., places, BAG_SIZE)."""
    return combine(bags, _PLACE_SALTS[:, None])


def pair_keys(gaps: Mapping[str, Hashes], units: Mapping[tuple[str, int], Hashes]) -> Hashes:
    """Hash the pairs of M gaps: (M, PAIR_COUNT) uint64.

    Args:
        gaps: columns of the gaps, (M,) uint64: ``gap``, ``depth``, ``since``, ``block``.
        units: columns of the units around them, by name and place, as many as ``UNIT_COLUMNS``.
    """
    keys = np.empty((len(gaps["gap"]), PAIR_COUNT), dtype=np.uint64)
    for number, pair in enumerate(_PAIRS):
        value = _PAIR_SALTS[number]
        for name, offset in pair:
            value = combine(value, gaps[name] if offset is None else units[name, offset])
        keys[:, number] = value
    return keys
