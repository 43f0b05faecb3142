"""Features of pairs of distinct units of a group: do the two say the same?

They are shared words, spelling, numbers, vectors, the thesaurus, defined abbreviations,
genes and tags, how often the units recur, and the company that they keep. A unit is paired with
itself, too: not everything that recurs is one meaning.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import takewhile
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import JaroWinkler, Levenshtein

from ...words.arrays import Bools, Floats32, Ints
from ..knowledge.thesaurus import KINDS, SharedEntries
from .pair_rows import PairRows
from .unit_table import UnitTable, counted_places
from .word_table import TAGS

_LETTERS = 16  # of the beginnings of two units that are compared
_ROWS = 512  # of a matrix of all units that are there together
_EDIT = Levenshtein.normalized_similarity
_NOUN, _NAME = TAGS.index("N"), TAGS.index("P")
_VERBS = [TAGS.index(tag) for tag in "VGE"]
ROWS = 1 << 12  # pairs whose features fit into the cache


class UnitPairs(NamedTuple):
    """P pairs of distinct units, first <= second; each (P,) int64."""

    first: Ints
    second: Ints


def pair_blocks(units: UnitTable, most: int) -> Iterator[UnitPairs]:
    """Yield all pairs that stand in two citances, those of a unit with itself among them.

    Args:
        units: the units.
        most: pairs of a block; all those of one unit are in one.
    """
    size = len(units)
    numbers = np.arange(size)
    # Equal for two units that stand in one and the same citance only, and for a unit with itself.
    only_citance = np.where(units.spread == 1, units.home, -1 - numbers)
    step = max(1, most // max(size, 1))
    for start in range(0, size, step):
        rows = numbers[start : start + step]
        kept = numbers[start:] > rows[:, None]
        kept &= only_citance[start:] != only_citance[rows][:, None]
        kept[rows - start, rows - start] = units.spread[rows] > 1
        first, second = np.nonzero(kept)
        yield UnitPairs(first + start, second + start)


def all_pairs(units: UnitTable) -> UnitPairs:
    """Return the pairs of all blocks."""
    blocks = [UnitPairs(*np.zeros((2, 0), dtype=np.int64)), *pair_blocks(units, len(units) ** 2)]
    return UnitPairs(*map(np.concatenate, zip(*blocks, strict=True)))


_Columns = Callable[["PairFeatures", Ints, Ints, PairRows], Iterator[NDArray]]
_FAMILIES: list[tuple[tuple[str, ...], _Columns]] = []  # in the order of the features


def _family(names: str) -> Callable[[_Columns], _Columns]:
    """Return a decorator of what yields features of pairs: their names, a comma between them."""

    def register(columns: _Columns) -> _Columns:
        _FAMILIES.append((tuple(names.split(", ")), columns))
        return columns

    return register


class PairFeatures:
    """The features of pairs of a table's units, by family.

    Args:
        units: the units.
    """

    def __init__(self, units: UnitTable):
        self.units = units

    def features(self, pairs: UnitPairs) -> Floats32:
        """Return the features of pairs: (P, F), in the order of ``names``."""
        size, names = len(pairs.first), self.names()
        features = np.zeros((size, len(names)), dtype=np.float32)
        if size:
            columns = np.empty((len(names), size), dtype=np.float32)
            for column, (_, values) in zip(columns, self._columns(pairs), strict=True):
                column[:] = values
            for first in range(0, size, ROWS):  # turned a part at a time, which fits the cache
                features[first : first + ROWS] = columns[:, first : first + ROWS].T
        return features

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of the F features."""
        return tuple(name for names, _ in _FAMILIES for name in names)

    def explain(self, pairs: UnitPairs) -> dict[str, NDArray]:
        """Return, by name, the features of pairs that a reader understands: (P,) each."""
        rows = PairRows(*pairs)
        chosen = (PairFeatures._words, PairFeatures._reasons)
        return {
            **dict(self._columns(pairs, chosen)),
            "edit similarity": rows.compared(self.units.surface, _EDIT),
            "cosine": rows.dots(self.units.vectors),
            "context": rows.dots(self.units.contexts),
        }

    def _columns(
        self, pairs: UnitPairs, chosen: Sequence[_Columns] | None = None
    ) -> Iterator[tuple[str, NDArray]]:
        """Yield the features of pairs by name, (P,) each, of all families or of chosen ones."""
        rows = PairRows(*pairs)
        for names, columns in _FAMILIES:
            if chosen is None or columns in chosen:
                yield from zip(names, columns(self, *pairs, rows), strict=True)

    @_family(
        "same, both of one word, both of several, shorter, longer, shared words, contained, "
        "same words, same head, same beginning, head begins"
    )
    def _words(self, first: Ints, second: Ints, rows: PairRows) -> Iterator[NDArray]:
        units = self.units
        yield first == second
        lengths = units.lengths
        yield (lengths[first] == 1) & (lengths[second] == 1)
        yield (lengths[first] > 1) & (lengths[second] > 1)
        yield np.minimum(lengths[first], lengths[second])
        yield np.maximum(lengths[first], lengths[second])
        sizes, heads, begins = self._words_of_units
        shared = rows.dots(units.bags)
        yield shared / (sizes[first] + sizes[second] - shared)
        yield shared / np.minimum(sizes[first], sizes[second])
        yield (shared == sizes[first]) & (shared == sizes[second])
        yield heads[first] == heads[second]
        yield begins[first] == begins[second]
        yield (heads[first] == begins[second]) | (heads[second] == begins[first])

    @cached_property
    def _words_of_units(self) -> tuple[NDArray, Ints, Ints]:
        """How many different words each unit has, its last one and its first one: (U,) each."""
        numbers, stems = self.units.table.numbers, self.units.stems
        sizes = np.asarray(self.units.bags.sum(axis=1)).ravel()
        heads = np.array([numbers[key[-1]] for key in stems])
        return sizes, heads, np.array([numbers[key[0]] for key in stems])

    @_family("edit similarity, jaro winkler, prefix, prefix share, letters")
    def _spelling(self, first: Ints, second: Ints, rows: PairRows) -> Iterator[NDArray]:
        surface = self.units.surface
        yield rows.compared(surface, _EDIT)
        yield rows.compared(surface, JaroWinkler.similarity)
        letters, lengths = self._letters
        ours = letters[first]
        differ = np.ones((len(first), _LETTERS + 1), dtype=bool)  # beyond the last letter, too
        differ[:, :-1] = (ours != letters[second]) | (ours == 0)
        prefix = differ.argmax(axis=1)
        shorter = np.minimum(lengths[first], lengths[second])
        yield prefix
        yield prefix / np.minimum(shorter, _LETTERS)
        yield shorter

    @cached_property
    def _letters(self) -> tuple[NDArray[np.int32], Ints]:
        surface = self.units.surface
        codes = np.zeros((len(surface), _LETTERS), dtype=np.int32)
        for number, text in enumerate(surface):
            part = [ord(letter) for letter in text[:_LETTERS]]
            codes[number, : len(part)] = part
        return codes, np.array([len(text) for text in surface])

    @_family("other number, same number, other member")
    def _numbers(self, first: Ints, second: Ints, _rows: PairRows) -> Iterator[NDArray]:
        digits, family = self.digits, self.family
        has = digits > 0
        other = (has[first] | has[second]) & (digits[first] != digits[second])
        yield other
        yield has[first] & (digits[first] == digits[second])
        yield other & (family[first] == family[second]) & (family[first] > 0)

    @cached_property
    def digits(self) -> Ints:
        """Equal numbers for units with the same digits, 0 for none: (U,)."""
        return _numbered(
            ["".join(c if c.isdigit() else " " for c in " ".join(w)) for w in self.units.written]
        )

    @cached_property
    def family(self) -> Ints:
        """Equal numbers for units whose letters before the first digit are the same: (U,)."""
        return _numbered([_before_digit(text) for text in self.units.surface])

    @_family(
        "cosine, unknown word, least word cosine, most word cosine, best word cosine, "
        f"cosine over nearest, {', '.join(f'thesaurus {kind}' for kind in KINDS)}, "
        "opposite, opposite words"
    )
    def _meaning(self, first: Ints, second: Ints, rows: PairRows) -> Iterator[NDArray]:
        units = self.units
        same = first == second
        close = np.where(same, 1, rows.dots(units.vectors))
        yield close
        known = np.append(np.linalg.norm(units.table.vectors, axis=1) > 0, False)
        yield ~(known[units.words[first, 0]] & known[units.words[second, 0]])
        yield from rows.matched(units.table.own_cosine, units.words, units.table.rarity)
        nearest = self._nearest
        yield close - np.minimum(nearest[first], nearest[second])
        for links in self.thesaurus_links:
            yield np.where(same, 0, rows.values(links))
        yield rows.values(self.opposites)
        yield rows.values(self._opposite_words)

    @cached_property
    def _nearest(self) -> Floats32:
        """The mean cosine of each unit's three nearest: (U,)."""
        vectors = self.units.vectors
        nearest = np.ones(len(vectors), dtype=np.float32)
        for start in range(0, len(vectors) if len(vectors) > 3 else 0, _ROWS):
            near = vectors[start : start + _ROWS] @ vectors.T
            np.fill_diagonal(near[:, start:], 0)
            nearest[start : start + _ROWS] = np.partition(near, -3, axis=1)[:, -3:].mean(axis=1)
        return nearest

    @cached_property
    def _entries(self) -> SharedEntries:
        table = self.units.table
        return SharedEntries(self.units.stems, table.thesaurus, small=table.small)

    @cached_property
    def thesaurus_links(self) -> tuple[Any, ...]:
        """How many entries of each kind two units share, as log(1 + n): (U, U) each."""
        return self._entries.links()

    @cached_property
    def opposites(self) -> Any:
        """Which units are opposites, and never alike: (U, U) bool."""
        return self._entries.opposites()

    @cached_property
    def _opposite_words(self) -> Any:
        """Which units have opposite words: (U, U) bool."""
        units = self.units
        inside = units.words >= 0
        shape, small = (len(units), len(units.table.stems)), units.table.small
        having = counted_places(np.nonzero(inside)[0], units.words[inside], shape, dense=small)
        opposite = having @ units.table.opposite_stems.astype(np.float32) @ having.T > 0
        return opposite if small else opposite.tocsr()

    @_family("same abbreviation, other abbreviation, one abbreviation")
    def _reasons(self, first: Ints, second: Ints, _rows: PairRows) -> Iterator[NDArray]:
        concept = self.units.concept
        one, other = concept[first], concept[second]
        yield (one > 0) & (one == other)
        yield (one > 0) & (other > 0) & (one != other)
        yield (one > 0) != (other > 0)

    @_family(
        f"both genes, one gene, both terms, {', '.join(f'both {letter}' for letter in TAGS)}, "
        "same tag, verb and noun, both verbs, both nouns, both with capitals, one with capitals"
    )
    def _kinds(self, first: Ints, second: Ints, _rows: PairRows) -> Iterator[NDArray]:
        units = self.units
        genes, terms = (units.share(n) for n in (units.table.group.genes, units.table.group.terms))
        yield np.minimum(genes[first], genes[second])
        yield np.abs(genes[first] - genes[second])
        yield np.minimum(terms[first], terms[second])
        tag = units.tag
        one, other = tag[first], tag[second]
        for number in range(len(TAGS)):
            yield (one == number) & (other == number)
        yield one == other
        verb, noun = np.isin(tag, _VERBS), np.isin(tag, (_NOUN, _NAME))
        yield (verb[first] & noun[second]) | (noun[first] & verb[second])
        yield verb[first] & verb[second]
        yield noun[first] & noun[second]
        capital = self._capital
        yield capital[first] & capital[second]
        yield capital[first] != capital[second]

    @cached_property
    def _capital(self) -> Bools:
        """Whether a word of each unit has a capital after its first letter: (U,)."""
        written = self.units.written
        mixed = [any(word[1:] != word[1:].lower() for word in words) for words in written]
        return np.array(mixed, dtype=bool)

    @_family(
        "least citances, most citances, least share, most share, citances of both, both of least, "
        "share of either, context, same words before, same words after, least rarity, "
        "most rarity, commonest word, group size"
    )
    def _company(self, first: Ints, second: Ints, rows: PairRows) -> Iterator[NDArray]:
        units = self.units
        size = units.table.citances
        least = np.minimum(units.spread[first], units.spread[second])
        most = np.maximum(units.spread[first], units.spread[second])
        yield np.minimum(least, 20)
        yield np.minimum(most, 20)
        yield least / size
        yield most / size
        # What says the same is seldom said twice in a sentence, and together often in the group.
        both = rows.dots(units.standing)
        yield np.where(first == second, 0, both)
        yield np.where(first == second, 0, both / np.maximum(least, 1))
        yield (least + most - both) / size
        yield rows.dots(units.contexts)
        yield rows.dots(units.before)
        yield rows.dots(units.after)
        rarity = units.rarity
        yield np.minimum(rarity[first, 0], rarity[second, 0])
        yield np.maximum(rarity[first, 0], rarity[second, 0])
        yield np.minimum(rarity[first, 1], rarity[second, 1])
        yield np.full(len(first), min(size, 30))


def _numbered(texts: list[str]) -> Ints:
    """Number equal texts from 1, those without letters and digits 0."""
    numbers: dict[str, int] = {}
    keys = [" ".join(text.split()) for text in texts]
    return np.array([numbers.setdefault(key, len(numbers) + 1) if key else 0 for key in keys])


def _before_digit(text: str) -> str:
    letters = "".join(takewhile(str.isalpha, text))
    return letters if len(letters) > 1 else ""
