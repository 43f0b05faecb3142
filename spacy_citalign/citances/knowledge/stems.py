"""Stop words, and the stems by which words of a group, the thesaurus and the vectors are the same.

The paper removes "all stopwords from a predefined list" and does not give it.
"""

import re
from collections.abc import Sequence
from functools import cache

from ...words.data_files import word_list
from ...words.keeping import kept
from ...words.stem import porter_stem

STOP_WORDS = word_list(__package__, "stop_words.txt")

_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")
_GREEK = dict(
    zip(
        map(ord, "\u03b1\u03b2\u03b3\u03b4\u03b5\u03ba\u03bb\u03bc\u03c9"),
        "alpha beta gamma delta epsilon kappa lambda mu omega".split(),
        strict=True,
    )
)


@kept(50_000)
def stem(word: str) -> str:
    """Return the Porter stem in lower case, Greek letters by name, plurals of capitals cut.

    >>> [stem(word) for word in ("RNAs", "IFNβ", "inhibits")]
    ['rna', 'ifnbeta', 'inhibit']
    """
    if word[-1:] == "s" and "A" <= word[-2:-1] <= "Z":  # RNAs
        word = word[:-1]
    word = word.lower()
    return porter_stem(word if word.isascii() else word.translate(_GREEK))


def phrase_stems(phrase: str) -> tuple[str, ...]:
    """Return the stems of the words of a phrase that the aligner would see.

    >>> phrase_stems("play a role in")
    ('plai', 'role')
    """
    return word_stems(_WORD.findall(phrase))


def word_stems(words: Sequence[str]) -> tuple[str, ...]:
    """Return the stems of words without stop words and single digits."""
    return tuple([stem for word in words if (stem := _kept_stem(word))])


@kept(50_000)
def _kept_stem(word: str) -> str:
    """Return the stem of a word, "" of stop words and single digits."""
    left_out = word.lower() in STOP_WORDS or (len(word) == 1 and word.isdigit())
    return "" if left_out else stem(word)


@cache
def generic_words() -> frozenset[str]:
    """Return the words that any citance may have, in lower case, from the file beside this one."""
    return word_list(__package__, "generic_words.txt")
