"""The terms of texts: stems, pieces of words, pairs of stems, acronyms, numbers, names.

Each kind is hashed, so that a batch of texts becomes arrays of 64-bit numbers.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.hashing import Hashes, hash_strings
from ..words.stem import porter_stem
from .stop_words import STOP_WORDS

GRAM = 4
"""Characters of a piece of a word; blanks around the word are characters of it."""
_WORD = re.compile(r"\w+")
_ACRONYM = re.compile(r"\b(?=\w*[A-Z]\w*[A-Z])\w[\w-]+\b")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NAME = re.compile(r"(?<=\s)[A-Z][a-z]+\w*")


class Terms(NamedTuple):
    """Terms of one kind of T texts, repeated ones too.

    Attributes:
        texts: (N,) int64, the text of each, ascending.
        hashes: (N,) uint64.
    """

    texts: NDArray[np.int64]
    hashes: Hashes


def stems(text: str) -> list[str]:
    """Return the Porter stems of the words, without function words.

    >>> stems("The frogs of these 3 ponds were hopping.")
    ['frog', '3', 'pond', 'hop']
    """
    return [_stem(word) for word in _words(text) if word not in STOP_WORDS]


def grams(text: str) -> list[str]:
    """Return the runs of four characters in each word with a blank on both sides.

    >>> grams("A newt")
    [' a ', ' new', 'newt', 'ewt ']
    """
    return [gram for word in _words(text) for gram in _grams(word)]


def stem_pairs(text: str) -> list[str]:
    """Return the pairs of stems that follow each other.

    >>> stem_pairs("green pond frogs")
    ['green pond', 'pond frog']
    """
    found = stems(text)
    return [f"{first} {second}" for first, second in pairwise(found)]


def acronyms(text: str) -> list[str]:
    """Return the words with two capitals or more.

    >>> acronyms("A POS-tagger and mRNA of Frogs")
    ['POS-tagger', 'mRNA']
    """
    return _ACRONYM.findall(text)


def numbers(text: str) -> list[str]:
    """Return the numbers.

    >>> numbers("12 frogs in 3.5 ponds")
    ['12', '3.5']
    """
    return _NUMBER.findall(text)


def names(text: str) -> list[str]:
    """Return the stems of capitalised words that do not begin the text.

    >>> names("Frogs of the Penn Treebank")
    ['penn', 'treebank']
    """
    return [_stem(word.lower()) for word in _NAME.findall(text)]


def hashed(texts: Sequence[str], kind: Callable[[str], list[str]]) -> Terms:
    """Return the terms of one kind of some texts."""
    found = [kind(text) for text in texts]
    counts = np.fromiter(map(len, found), np.int64, len(found))
    strings = [term for terms in found for term in terms]
    distinct = {string: number for number, string in enumerate(dict.fromkeys(strings))}
    rows = np.fromiter(map(distinct.__getitem__, strings), np.int64, len(strings))
    return Terms(np.repeat(np.arange(len(found)), counts), hash_strings([*distinct])[rows])


def word_spans(text: str) -> list[tuple[int, int, str]]:
    """Return first character, end and stem of each word that is no function word.

    >>> word_spans("of frogs")
    [(3, 8, 'frog')]
    """
    return [
        (match.start(), match.end(), _stem(match.group().lower()))
        for match in _WORD.finditer(text)
        if match.group().lower() not in STOP_WORDS
    ]


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


@lru_cache(maxsize=100_000)
def _stem(word: str) -> str:
    return porter_stem(word)


@lru_cache(maxsize=100_000)
def _grams(word: str) -> tuple[str, ...]:
    padded = f" {word} "
    return tuple(padded[i : i + GRAM] for i in range(max(len(padded) - GRAM + 1, 1)))
