"""Parts of words as features: n-grams of characters, prefixes, suffixes, vectorised."""

from collections.abc import Mapping, Sequence

import numpy as np

from .arrays import Bools, Ints
from .hashing import Hashes, PartHasher, Strings, combine, salt

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
