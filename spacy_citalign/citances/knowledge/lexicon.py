"""A lexicon of terms and the concepts that they name, compiled to hashes, and its spans in a group.

The paper annotates words with MeSH terms and gene identifiers (section 5, "ontological features").
Any list of (term, concept id) will do; no string of it is kept.
"""

import re
from collections.abc import Iterable, Set
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from ...words.arrays import Ints
from ...words.hashing import Hashes, HashTable, combine, hash_strings, salt
from ...words.stem import porter_stem
from ..group import Adjacency, Group

LONGEST = 6  # words of a span
_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")
_CONCEPT, _SYMBOL, _NAME = (np.array([salt(name)]) for name in ("concept", "symbol", "name"))
_SHORTEST = 2  # letters of a term


class ConceptSpans(NamedTuple):
    """R spans of adjacent words, each of one citance.

    Attributes:
        starts, ends: (R,) int64, half-open, in words of the group.
        concepts: (R,) uint64, equal for spans that mean the same; never 0.
    """

    starts: Ints
    ends: Ints
    concepts: Hashes


def adjacent_reach(group: Group) -> Ints:
    """Return how many words from each on stand together, LONGEST at most: (N,) int64.

    Punctuation other than hyphens parts words; left-out words do not ("carcinoma of the breast").
    """
    count = len(group.words)
    apart = np.isin(group.adjacency, (Adjacency.FIRST, Adjacency.BROKEN))
    borders = np.append(np.flatnonzero(apart), count)
    after = borders[np.searchsorted(borders, np.arange(count), side="right")]
    return np.minimum(after - np.arange(count), LONGEST)


def concepts_of_words(spans: ConceptSpans, size: int) -> Hashes:
    """Return the concept of each word: (N,) uint64, 0 for none.

    Of spans that overlap the longest counts, of equally long ones the first.
    """
    concepts = np.zeros(size, dtype=np.uint64)
    has_concept = np.zeros(size, dtype=bool)
    for row in np.lexsort((spans.starts, spans.starts - spans.ends)):
        words = slice(spans.starts[row], spans.ends[row])
        if not has_concept[words].any():
            concepts[words] = spans.concepts[row]
            has_concept[words] = True
    return concepts


class Lexicon:
    """Terms of one or more words, looked up by their stems.

    A term of one word with capitals or digits ("CAT", "p53") is a symbol: it matches words in any
    case, but never one in small letters alone, which would be an everyday word.

    Attributes:
        keys: (T,) uint64, ascending, the terms.
        concepts: (T,) uint32, the concept of each; equal numbers name the same.

    Raises:
        InputError: there is not one concept for each key.
    """

    def __init__(self, keys: Hashes, concepts: NDArray[np.uint32]):
        if len(keys) != len(concepts):
            raise InputError(
                f"{len(keys)} terms do not fit {len(concepts)} concepts; give one for each term"
            )
        self.keys = keys
        self.concepts = concepts
        self._table = HashTable(keys)

    @classmethod
    def compile(
        cls, entries: Iterable[tuple[str, str]], stop_words: Set[str] = frozenset()
    ) -> "Lexicon":
        """Compile (term, concept id) pairs; of several concepts of one term the first counts.

        Terms without letters, of one letter, or of more than six words are left out.
        """
        concept_of: dict[tuple[str, ...], str] = {}
        for term, concept in entries:
            words = [word for word in _WORD.findall(term) if word.lower() not in stop_words]
            form = tuple(map(porter_stem, words))
            letters = "".join(form)
            symbol = len(words) == 1 and _is_symbol(words[0])
            if (
                len(letters) >= _SHORTEST
                and len(form) <= LONGEST
                and any(map(str.isalpha, letters))
            ):
                concept_of.setdefault((("S" if symbol else "N"), *form), concept)
        numbers: dict[str, int] = {}
        rows = [numbers.setdefault(concept, len(numbers)) for concept in concept_of.values()]
        keys = np.zeros(len(concept_of), dtype=np.uint64)
        for row, (kind, *stems) in enumerate(concept_of):
            key, *others = hash_strings(stems)[:, None]
            for other in others:
                key = combine(key, other)
            keys[row] = combine(_SYMBOL if kind == "S" else _NAME, key)[0]
        keys, first = np.unique(keys, return_index=True)
        return cls(keys, np.array(rows, dtype=np.uint32)[first])

    def find(self, group: Group) -> ConceptSpans:
        """Return all runs of words in a group that are terms."""
        starts, ends, concepts = [], [], []
        stems = hash_strings([porter_stem(word) for word in group.words])
        reach = adjacent_reach(group)
        symbol = np.array([_is_symbol(word) for word in group.words], dtype=bool)
        key = stems.copy()
        for size in range(1, LONGEST + 1):
            begins = np.flatnonzero(reach >= size)
            if size > 1:
                key[begins] = combine(key[begins], stems[begins + size - 1])
            salted = [(begins, _NAME)]
            if size == 1:
                salted.append((begins[symbol[begins]], _SYMBOL))
            for candidates, kind in salted:
                rows = self._table.rows(combine(kind, key[candidates]))
                hit = rows >= 0
                starts.append(candidates[hit])
                ends.append(candidates[hit] + size)
                concepts.append(self.concepts[rows[hit]])
        ids = np.concatenate(concepts).astype(np.uint64)
        return ConceptSpans(np.concatenate(starts), np.concatenate(ends), combine(_CONCEPT, ids))


def _is_symbol(word: str) -> bool:
    return any(c.isdigit() for c in word) or word[1:] != word[1:].lower() or word[:1].isupper()
