"""A dictionary of gene names as hashes: the filter of Hsu et al. (2008), section 2.3, step 3."""

from collections.abc import Iterable, Sequence

import numpy as np

from ..words.arrays import Bools
from ..words.hashing import Hashes, hash_strings
from ..words.table import HashTable
from ..words.tokens import split_fine

LONGER_THAN = 3


def term_form(words: Sequence[str]) -> str:
    """Return what two spellings of a name share: its fine tokens, a blank between.

    Case counts: many symbols are English words otherwise (REST, IMPACT), and a dictionary that
    ignores it costs more precision than it gains recall.

    >>> term_form(["IL", "-", "2"])
    'IL - 2'
    """
    return " ".join(words)


class GeneDictionary:
    """Names longer than three characters (the paper's limit), matched in their own case.

    Attributes:
        hashes: (D,) uint64 ascending.
    """

    def __init__(self, hashes: Hashes):
        self.hashes = hashes
        self._table = HashTable(hashes)

    @classmethod
    def from_terms(cls, terms: Iterable[str]) -> "GeneDictionary":
        """Compile names, such as approved symbols and aliases."""
        long = [term for term in terms if len(term) > LONGER_THAN]
        words, _, lengths = split_fine(long)
        ends = np.cumsum(lengths).tolist()
        forms = {
            term_form(words[end - size : end])
            for end, size in zip(ends, lengths.tolist(), strict=True)
        }
        return cls(np.unique(hash_strings(sorted(forms - {""}))))

    def __len__(self) -> int:
        return len(self.hashes)

    def contains(self, names: Sequence[Sequence[str]]) -> Bools:
        """Tell which names, given as fine tokens, are in the dictionary: (S,) bool."""
        return self._table.contains(hash_strings([term_form(words) for words in names]))
