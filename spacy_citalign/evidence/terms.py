"""The terms of texts: stems, pieces of words, pairs of stems, acronyms, numbers, names.

Each kind is hashed, so that a batch of texts becomes arrays of 64-bit numbers. Marks of citation
are no terms: names and years say nothing of what is cited. On CL-SciSumm to blank them alone raises
the first sentence that is right from .193 to .214.
"""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.english import FUNCTION_WORDS
from ..words.hashing import Hashes, hash_strings
from ..words.keeping import kept
from ..words.stem import porter_stem

_YEAR = r"(?:19|20)\d\d[a-z]?"
_AUTHOR = r"[A-Z][\w'\u2019-]{1,40}"
_AND = rf"(?:\s(?:and|&)\s{_AUTHOR}|\set\.?\sal\.?,?)"
_MARKS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b{_AUTHOR}{_AND}?\s?\({_YEAR}\)",
        rf"\([^()]{{0,200}}\b{_YEAR}\b[^()]{{0,200}}\)",
        rf"\[[^\[\]]{{0,200}}\b{_YEAR}\b[^\[\]]{{0,200}}\]",
        r"\[\d{1,4}(?:\s?[,;\u2013-]\s?\d{1,4}){0,30}\]",
        rf"\b{_AUTHOR}{_AND}?\s?,?\s?{_YEAR}\b",
        rf"\b{_AUTHOR}\set\.?\sal\b\.?(?:['\u2019]s)?",
    )
)
GRAM = 4
"""Characters of a piece of a word; blanks around the word are characters of it."""
_WORD = re.compile(r"\w+")
_GREEK = dict(
    zip(
        map(ord, "\u03b1\u03b2\u03b3\u03b4\u03b5\u03ba\u03bb\u03bc\u00b5\u03c4\u03c9"),
        "alpha beta gamma delta epsilon kappa lambda mu mu tau omega".split(),
        strict=True,
    )
)
_BRITISH = tuple(
    (re.compile(pattern), american)
    for pattern, american in (
        ("our(?=s?$|ed$|ing$)", "or"),
        ("[ao]e(?=.)", "e"),
        ("is(?=(?:e[ds]?|ing|ations?)$)", "iz"),
    )
)
_ACRONYM = re.compile(r"\b(?=\w*[A-Z]\w*[A-Z])\w[\w-]+\b")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_SHORT = 5  # letters: "four", "goes" and "rise" stay
_NAME = re.compile(r"(?<=\s)[A-Z][a-z]+\w*")


def without_marks(text: str) -> str:
    """Return a text of the same length with blanks in place of marks of citation.

    >>> without_marks("As Toad (2004) saw, frogs wake [3, 4].")
    'As             saw, frogs wake       .'
    """
    for pattern in _MARKS:
        text = pattern.sub(lambda match: " " * len(match.group()), text)
    return text


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
    return [stem_of(word) for word in _words(text) if word not in FUNCTION_WORDS]


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
    in_order = stems(text)
    return [f"{first} {second}" for first, second in pairwise(in_order)]


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
    return [stem_of(word.lower()) for word in _NAME.findall(text)]


def hashed(texts: Sequence[str], kind: Callable[[str], list[str]]) -> Terms:
    """Return the terms of one kind of some texts."""
    by_text = [kind(text) for text in texts]
    counts = np.fromiter(map(len, by_text), np.int64, len(by_text))
    strings = [term for terms in by_text for term in terms]
    distinct = {string: number for number, string in enumerate(dict.fromkeys(strings))}
    rows = np.fromiter(map(distinct.__getitem__, strings), np.int64, len(strings))
    return Terms(np.repeat(np.arange(len(by_text)), counts), hash_strings([*distinct])[rows])


def word_spans(text: str) -> list[tuple[int, int, str]]:
    """Return first character, end and stem of each word that is no function word.

    >>> word_spans("of frogs")
    [(3, 8, 'frog')]
    """
    return [
        (match.start(), match.end(), stem_of(match.group().lower()))
        for match in _WORD.finditer(text)
        if match.group().lower() not in FUNCTION_WORDS
    ]


def spelled(word: str) -> str:
    """Return a word in small letters as Americans spell it, with names of Greek letters.

    >>> spelled("tumours"), spelled("anaemia"), spelled("sensitised"), spelled("pgc1\u03b1")
    ('tumors', 'anemia', 'sensitized', 'pgc1alpha')
    """
    word = word.translate(_GREEK)
    if len(word) > _SHORT:
        for pattern, american in _BRITISH:
            word = pattern.sub(american, word)
    return word


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


@kept(50_000)
def stem_of(word: str) -> str:
    """Return the stem of a word in small letters, however it is spelled."""
    return porter_stem(spelled(word))


@kept(50_000)
def _grams(word: str) -> tuple[str, ...]:
    padded = f" {word} "
    return tuple(padded[i : i + GRAM] for i in range(max(len(padded) - GRAM + 1, 1)))
