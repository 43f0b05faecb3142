"""The form of words: letter case, digits, n-grams, affixes, the paper's three morphology types.

Hsu et al. (2008), "Integrating high dimensional bi-directional parsing models for gene mention
tagging", Bioinformatics 24(13), Table 1: type I puts an asterisk for digits (p53 -> p*), type II
one class sign for a run of equal class (p53 -> a1), type III one for every character
(GnRH -> AaAA).
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from .arrays import Bools, Ints
from .hashing import Hashes, PartHasher, Strings, combine, kept_hasher, part_counter, salt

OTHER, LOWER, UPPER, DIGIT = range(4)
_STAR = np.uint32(ord("*"))


def _character_class(character: str) -> int:
    if character.isdigit() or character.isnumeric():
        return DIGIT
    if character.isupper() or character.istitle():
        return UPPER
    return LOWER if character.isalpha() else OTHER


def lower_code(character: str) -> int:
    """Return the code point of one character in lower case; its own where that takes several."""
    lowered = character.lower()
    return ord(lowered) if len(lowered) == 1 else ord(character)


class Shapes(NamedTuple):
    """Columns that describe S strings; hashes are (S,) uint64, counts (S,) int64."""

    lower: Hashes
    type1: Hashes
    type2: Hashes
    type3: Hashes
    uppers: Ints
    lowers: Ints
    digits: Ints
    first_class: Ints
    last_class: Ints
    lower_parts: PartHasher


def shapes(strings: Strings) -> Shapes:
    """Describe non-empty strings by their characters' classes."""
    unique, inverse = np.unique(strings.codes, return_inverse=True)
    characters = [chr(code) for code in unique]
    classes = np.array([_character_class(c) for c in characters], dtype=np.uint32)[inverse]
    lower_codes = np.array([lower_code(c) for c in characters], dtype=np.uint32)[inverse]

    run = strings.runs(classes)
    is_digit = classes == DIGIT

    whole = strings.starts, strings.ends
    lower_parts = strings.hasher(lower_codes)
    return Shapes(
        lower=lower_parts(*whole),
        type1=kept_hasher(np.where(is_digit, _STAR, strings.codes), run | ~is_digit)(*whole),
        type2=kept_hasher(classes, run)(*whole),
        type3=strings.hasher(classes)(*whole),
        uppers=part_counter(classes == UPPER)(*whole),
        lowers=part_counter(classes == LOWER)(*whole),
        digits=part_counter(is_digit)(*whole),
        first_class=classes[strings.starts].astype(np.int64),
        last_class=classes[strings.ends - 1].astype(np.int64),
        lower_parts=lower_parts,
    )


Owned = tuple[Ints, Hashes]
"""Keys and the numbers of the words that they belong to, both (P,)."""

_LONGEST = 6


def _salts(name: str) -> dict[int, Hashes]:
    return {size: np.array([salt(name.format(size))]) for size in range(1, _LONGEST + 1)}


_SIZE, _PREFIX, _SUFFIX = map(_salts, ("{}-gram", "prefix {}", "suffix {}"))


def character_ngrams(
    strings: Strings, sizes: Sequence[int] = (2, 3, 4), hasher: PartHasher | None = None
) -> list[Owned]:
    """Return all n-grams of each word's characters (Hsu et al. 2008, Table 1: p53 -> {p5, 53}).

    ``hasher`` reads other codes in place of the words' own, such as those of lower case.
    """
    hasher = strings.hasher() if hasher is None else hasher
    owner = np.repeat(np.arange(len(strings)), strings.lengths)
    position = np.arange(len(strings.codes))
    owned = []
    for size in sizes:
        inside = position + size <= strings.ends[owner]
        starts = position[inside]
        owned.append((owner[inside], combine(_SIZE[size], hasher(starts, starts + size))))
    return owned


def owned_marks(masks: Mapping[str, Bools]) -> list[Owned]:
    """Return the marks that words have: name to (S,) bool."""
    true_of = [(np.flatnonzero(mask), salt(name)) for name, mask in masks.items()]
    return [(owner, np.full(len(owner), key)) for owner, key in true_of]


def affixes(strings: Strings, hasher: PartHasher, longest: int = 5) -> list[Owned]:
    """Return prefixes and suffixes of lower-cased words, up to ``longest`` characters."""
    owned = []
    for size in range(1, longest + 1):
        owner = np.flatnonzero(strings.lengths > size)
        starts, ends = strings.starts[owner], strings.ends[owner]
        owned.append((owner, combine(_PREFIX[size], hasher(starts, starts + size))))
        owned.append((owner, combine(_SUFFIX[size], hasher(ends - size, ends))))
    return owned
