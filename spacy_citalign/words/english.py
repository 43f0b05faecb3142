"""English words: function words, the stems of others, and words of more or less of something."""

import re
from collections.abc import Iterable

from .data_files import word_list, word_lists
from .stem import porter_stem

_MIN_WORDS, _MIN_SHARE = 40, 0.1
_WORD = re.compile(r"[^\W\d_]+")
_TERM = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
FUNCTION_WORDS = word_list(__package__, "function_words.txt")
# Those of two letters are words of other languages, too.
_OF_ENGLISH = frozenset(word for word in FUNCTION_WORDS if len(word) > 2)


def is_english(texts: Iterable[str]) -> bool:
    """Return whether enough words are English function words; so few that it is not seen pass.

    In English articles a fifth and more are, in German, French and Spanish ones less than .02.

    >>> is_english(["Die Kröten riefen die ganze Nacht lang über dem Teich. "] * 9)
    False
    >>> is_english(["The toads were calling from the pond for most of the night. "] * 9)
    True
    """
    words = [word for text in texts for word in _WORD.findall(text.lower())]
    known = sum(word in _OF_ENGLISH for word in words)
    return len(words) < _MIN_WORDS or known >= _MIN_SHARE * len(words)


def content_stems(text: str) -> list[str]:
    """Return the stems of the words of a text, without function words and single letters.

    >>> content_stems("The frogs were singing")
    ['frog', 'sing']
    """
    words = (word.lower() for word in _TERM.findall(text))
    return [porter_stem(word) for word in words if word not in FUNCTION_WORDS and len(word) > 1]


DIRECTION_LISTS = word_lists(__package__, "directions.tsv")
"""Verbs as they stand in a dictionary, nouns, doers and adjectives, each "up" and "down"."""


def verb_forms(verb: str) -> dict[str, str]:
    """Return the forms of a regular verb, and how they end.

    >>> [*verb_forms("raise")]
    ['raise', 'raises', 'raised', 'raising']
    """
    stem = verb[:-1] if verb.endswith("e") else verb
    third = verb + ("es" if verb.endswith(("s", "sh", "ch")) else "s")
    return {verb: "", third: "s", stem + "ed": "ed", stem + "ing": "ing"}
