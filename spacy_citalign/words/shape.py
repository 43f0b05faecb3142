"""The form of words: letter case, digits, and the paper's three morphology types, vectorised.

Hsu et al. (2008), "Integrating high dimensional bi-directional parsing models for gene mention
tagging", Bioinformatics 24(13), Table 1: type I puts an asterisk for digits (p53 -> p*), type II
one class sign for a run of equal class (p53 -> a1), type III one for every character
(GnRH -> AaAA).
"""

from typing import NamedTuple

import numpy as np

from .arrays import Ints
from .hashing import Hashes, PartHasher, Strings, kept_hasher, part_counter

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
    digits_joined = np.where(is_digit, _STAR, strings.codes)
    return Shapes(
        lower=lower_parts(*whole),
        type1=kept_hasher(digits_joined, run | ~is_digit)(*whole),
        type2=kept_hasher(classes, run)(*whole),
        type3=strings.hasher(classes)(*whole),
        uppers=part_counter(classes == UPPER)(*whole),
        lowers=part_counter(classes == LOWER)(*whole),
        digits=part_counter(is_digit)(*whole),
        first_class=classes[strings.starts].astype(np.int64),
        last_class=classes[strings.ends - 1].astype(np.int64),
        lower_parts=lower_parts,
    )
