"""Word lists that a user brings, as hashes of stems.

The lists of Chang & Wu (2009), section 2.1 and 2.3, each optional:

* ``final_words``: a list of terms, such as the ACM classification; the last word of every entry is
  a word that terms end with (ACMCSSAff);
* ``units``: units of measure (SUMO's, MeasureConcept);
* ``academic``: an academic word list (AWL), whose words are not rare;
* ``vocabulary``: the words of a dictionary (WordNet); others are out of vocabulary;
* ``communication``: verbs and nouns of communication (SUMO's, IsCV);
* ``transitions``: transitional words and phrases (TransW).

Absent here are the paper's implicit subject descriptors, a list that ACM does not publish with the
classification, and the synonyms of final words.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from ..chain.label_statistics import LONGEST_PHRASE, phrase_keys
from ..errors import SettingError
from ..words.arrays import Bools
from ..words.hashing import Hashes, HashTable, hash_strings
from ..words.stem import porter_stem
from .texts import CONNECTORS

LEXICONS = ("final_words", "units", "academic", "vocabulary", "communication", "transitions")
WORD_LEXICONS = LEXICONS[:-2]  # what a word of them is, it is anywhere
# Each is a token of its own in what the extractor reads.
_CONNECTOR = re.compile(f"[{re.escape(''.join(sorted(CONNECTORS)))}]")


class Lexicons(NamedTuple):
    """Lists as they are saved: each ascending (P,) uint64, hashes of entries, empty if not given.

    Entries are the last words of ``final_words``, and sequences of up to 8 stems of the others.
    """

    final_words: Hashes
    units: Hashes
    academic: Hashes
    vocabulary: Hashes
    communication: Hashes
    transitions: Hashes

    @classmethod
    def of(cls, given: Mapping[str, Iterable[str]] | None = None) -> "Lexicons":
        """Compile lists of entries, words parted by blanks, hyphens and slashes.

        Raises:
            SettingError: a name is none of ``LEXICONS``.
        """
        given = given or {}
        unknown = sorted(set(given) - set(LEXICONS))
        if unknown:
            raise SettingError(
                f"lexicons has {', '.join(unknown)}; choose from {', '.join(LEXICONS)}"
            )
        return cls(*(_compile(name, given.get(name, ())) for name in LEXICONS))


def _compile(name: str, entries: Iterable[str]) -> Hashes:
    keys = set()
    for entry in dict.fromkeys(entries):
        words = _CONNECTOR.sub(r" \g<0> ", entry).split()
        words = words[-1:] if name == "final_words" else words
        if 0 < len(words) <= LONGEST_PHRASE:
            stems = hash_strings([porter_stem(word) for word in words])
            keys.add(int(phrase_keys(stems)[-1][0]))
    return np.array(sorted(keys), dtype=np.uint64)


class LexiconTables:
    """The lists, ready for look-up."""

    def __init__(self, lexicons: Lexicons):
        self.lexicons = lexicons
        self._tables = {
            name: HashTable(keys) for name, keys in lexicons._asdict().items() if len(keys)
        }

    def words(self, name: str, stems: Hashes) -> Bools:
        """Tell which stems are an entry of one word: (N,) uint64 to (N,) bool."""
        table = self._tables.get(name)
        if table is None:
            return np.zeros(len(stems), dtype=bool)
        return table.contains(phrase_keys(stems)[0])

    def ends(self, name: str, stems: Hashes) -> Bools:
        """Tell at which words an entry of one or more words ends: (N,) uint64 to (N,) bool."""
        is_end = np.zeros(len(stems), dtype=bool)
        table = self._tables.get(name)
        if table is not None:
            for size, keys in enumerate(phrase_keys(stems), start=1):
                is_end[np.flatnonzero(table.contains(keys)) + size - 1] = True
        return is_end
