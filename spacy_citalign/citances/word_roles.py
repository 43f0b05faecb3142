"""Roles of words: what a class of them tells a reader, its kind.

Reporting words ("suggest", "study"), words that any citance may have ("role", "different") and
numbers recur in all citances; classes of them are right and say little. The kind of a class is that
of most of its words.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ..words.data_files import word_list
from .thesaurus import Thesaurus
from .word_table import WordTable

KINDS = ("content", "reporting", "number", "name")
_MIN_SHARE = 0.25  # share of entries
_CONTENT, _REPORTING, _NUMBER, _NAME = range(len(KINDS))


def word_kinds(table: WordTable) -> NDArray[np.int64]:
    """Return the kind of each word, a position in ``KINDS``: (N,) int64.

    A number begins with a digit and has no letters, or is tagged as one; of a reporting word a
    quarter of the thesaurus' entries are of that kind ("show", not "common" or "set", which have
    one among many), or it is one of ``generic_words.txt``; a name is in a gene mention, or is
    tagged as a proper noun.
    """
    thesaurus = table.resources.thesaurus or Thesaurus()
    reporting = [_reporting(thesaurus, part) for part in table.stems]
    group = table.group
    kinds = np.full(len(group.words), _CONTENT, dtype=np.int64)
    kinds[(group.genes > 0) | (np.array(table.tags) == "P")] = _NAME
    kinds[np.array(reporting, dtype=bool)[table.stem]] = _REPORTING
    generic = [word.lower() in generic_words() for word in group.words]
    kinds[np.array(generic, dtype=bool)] = _REPORTING
    digits = [not any(map(str.isalpha, word)) for word in group.words]
    kinds[np.array(digits, dtype=bool) | (np.array(table.tags) == "C")] = _NUMBER
    return kinds


def _reporting(thesaurus: Thesaurus, part: str) -> bool:
    numbers = thesaurus.numbers_of((part,))
    hits = sum(thesaurus.entries[number].kind == "reporting" for number in numbers)
    return len(numbers) > 0 and hits >= _MIN_SHARE * len(numbers)


@cache
def generic_words() -> frozenset[str]:
    """Return the words that any citance may have, in lower case, from the file beside this one."""
    return word_list(__package__, "generic_words.txt")
