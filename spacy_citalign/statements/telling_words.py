"""The words of a citing sentence that tell what it speaks of, and how rare they are.

Rare words tell more than common ones (``common_stems.tsv``), words out of the scope of the mark
less than those in it.
"""

import hashlib
import math
from collections.abc import Collection
from functools import cache

from ..words.data_files import word_lists
from ..words.function_words import content_stems
from ..words.keeping import kept
from .sentences import CitingSentence

_OUT_OF_SCOPE = 0.3  # weight of a word beside one in scope
_MOST_KNOWN = 100_000  # stems of which the share is kept at hand


def telling_words(sentence: CitingSentence, untold: Collection[str]) -> dict[str, float]:
    """Return the weights of the telling words of a sentence, sorted by their stems.

    Args:
        sentence: the sentence.
        untold: stems of words that tell nothing.
    """
    inside = {*content_stems(sentence.claim())}
    stems = {*content_stems(sentence._replace(scope=()).claim())} if sentence.scope else inside
    return {
        stem: 1.0 if stem in inside else _OUT_OF_SCOPE
        for stem in sorted(stems)
        if not stem.isdigit() and stem not in untold
    }


@kept(_MOST_KNOWN)
def commonness(stem: str) -> float:
    """Return in which share of sentences of scientific text a stem stands."""
    return _common_stems().get(stem_hash(stem), _rarest())


def rarity(stem: str) -> float:
    """Return how rare a stem is, 1 where it is in no list."""
    return math.log(commonness(stem)) / math.log(_rarest())


@cache
def _common_stems() -> dict[str, float]:
    """Return in which share of sentences a stem stands, by its hash."""
    lists = word_lists(__package__, "common_stems.tsv")
    return {stem: math.exp(-float(name)) for name, stems in lists.items() for stem in stems}


@cache
def _rarest() -> float:
    return min(_common_stems().values())


def stem_hash(stem: str) -> str:
    """Return what stands for a stem in ``common_stems.tsv``, which has no words of its texts.

    >>> stem_hash("frog")
    '7cc68e522a35e6a8'
    """
    return hashlib.blake2b(stem.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
