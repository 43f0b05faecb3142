"""Whether an article is of biology or medicine, where annotators choose other sentences."""

import re
from collections.abc import Iterable

from ..words.data_files import word_list

_WORDS = word_list(__package__, "life_science.txt")
_WORD = re.compile(r"[^\W\d_]+")
# Shares of words: articles of computational linguistics have up to .005, of ten of biology and
# medicine nine have .015 and more.
_NONE, _ALL = 0.005, 0.02


def life_science(texts: Iterable[str]) -> float:
    """Return how far texts are of biology or medicine, by their words: 0 to 1.

    >>> life_science(["Mice without the receptor had more insulin in the blood."])
    1.0
    >>> life_science(["The parser finds clauses by a grammar."])
    0.0
    """
    words = known = 0
    for text in texts:
        found = _WORD.findall(text.lower())
        words += len(found)
        known += sum(word in _WORDS for word in found)
    share = known / max(words, 1)
    return min(max(share - _NONE, 0.0) / (_ALL - _NONE), 1.0)
