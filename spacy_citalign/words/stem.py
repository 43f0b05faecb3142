"""Porter stems (Porter 1980, "An algorithm for suffix stripping"), each word stemmed once."""

from functools import lru_cache
from threading import Lock

import Stemmer

_PORTER = Stemmer.Stemmer("porter", 0)
_LOCK = Lock()  # the stemmer keeps the word it works on in itself


@lru_cache(maxsize=100_000)
def porter_stem(word: str) -> str:
    """Return the Porter stem of the lower-cased ``word``; other than a-z it is left as it is.

    >>> porter_stem("Proteins")
    'protein'
    """
    word = word.lower()
    if not (word.isascii() and word.isalpha()):
        return word
    with _LOCK:
        return str(_PORTER.stemWord(word))
