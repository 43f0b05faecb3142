"""The features of the reader of references, from tokens to grams.

Of each token: its word, form and affixes, and those around, with and without the signs between.
What decides among parts that look alike is where a token stands: before or behind the year, in
which sentence, within brackets, quotes or an address, how far from the next number or initials.
How a list writes its references shows in how one begins, in where its year is and in its quotes;
this is read together with all of that, as every style has an order of its own.
"""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...chain.features import (
    PAD,
    Gram,
    GramGroup,
    Padded,
    WordFeatures,
    group_grams,
    window,
    with_bags,
)
from ...words.arrays import Bools, Ints
from ...words.hashing import Hashes, PartHasher, Strings, combine, mix
from ...words.shape import affixes, owned_marks, shapes
from ...words.tokens import Tokens, layout

WORD_FEATURES = frozenset({"word", "lower", "shape", "kind"})
_LONGEST_AFFIX = 4
_GRAMS = [
    *window("word", 1, reach=0),
    *window("lower", 1),
    Gram(("lower", "lower"), (-1, 0)),
    *window("shape", 1, reach=1),
    *window("kind", 3),
    *window("layout", 1, reach=1),
    *(Gram((name,), (-1, 0, 1)) for name in ("inside", "chunk")),
    *(
        Gram((name,), (0,))
        for name in (
            "place+style",
            "place+kind",
            "style+kind",
            "style+sentence",
            "style+inside",
            "sentence+kind",
            "inside+kind",
            "distance+kind",
            "distance+style",
            "distance+sentence",
            "chunk+at",
            "last",
            "next",
            "last+next",
            "last+kind+next",
            "skeleton",
            "skeleton before",
            "skeleton behind",
            "skeleton+style",
        )
    ),
]
GROUPS: list[GramGroup] = group_grams(_GRAMS)

_YEAR = re.compile(r"(?:1[5-9]\d\d|20[0-4]\d)[a-z]?")
_OPENING, _CLOSING = "([{", ")]}"
_QUOTES = frozenset('"\u201c\u201d\u201f\u00ab\u00bb')
_DASHES = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2212")
_SIGN, _DASH, _STOP, _COMMA, _QUOTE, _OPEN, _CLOSE = range(7)
_NUMBER, _YEARS, _CAPITAL, _CAPITALS, _NAME, _SMALL, _WORD, _MIXED = range(10, 18)
_SIGNS = {".": _STOP, ",": _COMMA, ":": 7, ";": 8, "/": 9}
_LINKS = frozenset("http https www doi ftp".split())
_FAR = 6


def kind_of(word: str) -> int:
    """Return what a token is: a number, a year, initials, a name, a word, a sign."""
    if not word.isalnum():
        if word in _DASHES:
            return _DASH
        if word in _QUOTES:
            return _QUOTE
        if word in _OPENING:
            return _OPEN
        return _CLOSE if word in _CLOSING else _SIGNS.get(word, _SIGN)
    if word.isdigit():
        return _YEARS if _YEAR.fullmatch(word) else _NUMBER + 10 * min(len(word), 6)
    if word.isalpha():
        if word.isupper():
            return _CAPITAL if len(word) == 1 else _CAPITALS if len(word) <= 3 else _MIXED + 1
        if word[0].isupper():
            return _NAME
        return _SMALL if len(word) <= 3 else _WORD
    return _YEARS if _YEAR.fullmatch(word) else _MIXED


class WordFeaturizer:
    """The features of words by themselves."""

    def __call__(self, words: Sequence[str]) -> WordFeatures:
        """Return the features of S distinct words."""
        strings = Strings(words)
        shape = shapes(strings)
        kinds = np.fromiter(map(kind_of, words), np.uint64, len(words))
        hashes = {
            "word": strings.hasher()(strings.starts, strings.ends),
            "lower": shape.lower,
            "shape": shape.type2,
            "kind": mix(kinds + np.uint64(1)),
        }
        masks = {f"length {size}": strings.lengths == size for size in range(1, 9)}
        masks["long"] = strings.lengths >= 9
        bags = [*owned_marks(masks), *affixes(strings, shape.lower_parts, _LONGEST_AFFIX)]
        return with_bags(hashes, bags, len(words))


class _Texts:
    """Tokens of texts that lie one after the other, and what is counted along them."""

    def __init__(self, tokens: Tokens, spaces: Bools):
        self.lengths = tokens.lengths
        self.spaces = spaces
        size = len(tokens.words)
        kinds = {word: kind_of(word) for word in dict.fromkeys(tokens.words)}
        self.kinds = np.fromiter(map(kinds.__getitem__, tokens.words), np.int64, size)
        self.places = np.arange(size)
        self.firsts = np.repeat(np.cumsum(self.lengths) - self.lengths, self.lengths)
        self.lasts = np.repeat(np.cumsum(self.lengths) - 1, self.lengths)
        self.texts = np.repeat(np.arange(len(self.lengths)), self.lengths)
        self.is_year = self.kinds == _YEARS
        self.is_number = (self.kinds % 10 == 0) & (self.kinds >= _NUMBER) | self.is_year
        self.is_word = self.kinds >= _NUMBER
        self.is_initial = (self.kinds == _CAPITAL) | (self.kinds == _CAPITALS)
        following = np.append(self.kinds[1:], -1)[:size]
        following[(self.places == self.lasts) | (following >= _NUMBER)] = -1
        self.signed = self.kinds * _NUMBER + following + 1  # with the sign behind

    def before(self, mask: Bools) -> Ints:
        """Return how many marked tokens of its text stand before each token."""
        sums = np.concatenate([[0], np.cumsum(mask)])
        return np.asarray(sums[self.places] - sums[self.firsts])

    def behind(self, mask: Bools) -> Ints:
        """Return how many marked tokens of its text stand behind each token."""
        sums = np.concatenate([[0], np.cumsum(mask)])
        return np.asarray(sums[self.lasts + 1] - sums[self.places + 1])

    def neighbour(self, mask: Bools, step: int) -> Ints:
        """Return the place of the n-th marked token behind, or before (-n), -1 for none."""
        marked = np.flatnonzero(mask)
        if not len(marked):
            return np.full(len(self.places), -1)
        if step > 0:
            at = np.searchsorted(marked, self.places, side="right") + step - 1
        else:
            at = np.searchsorted(marked, self.places, side="left") + step
        place = marked[np.clip(at, 0, len(marked) - 1)]
        inside = (at >= 0) & (at < len(marked)) & (place >= self.firsts) & (place <= self.lasts)
        return np.where(inside, place, -1)


def context_features(tokens: Tokens, lower: Hashes) -> dict[str, Hashes]:
    """Return the features of where each token stands: name to (N,) uint64.

    Args:
        tokens: of texts.
        lower: (N,) the words in lower case, hashed.
    """
    sizes = np.fromiter(map(len, tokens.words), np.int64, len(tokens.words))
    spaces = np.asarray(np.append(tokens.starts[1:], -1) != tokens.starts + sizes)  # behind tokens
    texts = _Texts(tokens, spaces)
    kinds = texts.kinds
    style = _styles(texts)[texts.texts]
    place = _hash((texts.places - texts.firsts) * 10 // np.repeat(texts.lengths, texts.lengths))
    words = [texts.neighbour(texts.is_word, step) for step in (-2, -1, 1, 2)]
    around = [_taken(texts.signed, at, -1) for at in words]
    last, after = (_taken(lower, at, PAD) for at in words[1:3])
    kind = _hash(kinds)
    years = np.minimum(texts.before(texts.is_year), 2) * 3 + np.minimum(
        texts.behind(texts.is_year), 2
    )
    stops = _stops(texts)
    sentence = _hash(np.minimum(texts.before(stops), 6), years)
    inside = _inside(texts, tokens.words)
    sought = (texts.is_number, texts.is_initial, stops)
    distance = _hash(*(_steps(texts, mask) for mask in sought))
    chunk, at = _chunks(texts)
    features = {
        "layout": layout(spaces, texts.lengths),
        "inside": inside,
        "chunk": chunk,
        "chunk+at": combine(chunk, _hash(at)),
        "last": last,
        "next": after,
        "last+next": combine(last, after),
        "last+kind+next": combine(combine(last, after), kind),
        "skeleton": _hash(kinds, *around),
        "skeleton before": _hash(kinds, *around[:2]),
        "skeleton behind": _hash(kinds, *around[2:]),
    }
    pairs = {"place": place, "style": style, "sentence": sentence, "distance": distance}
    pairs |= {"inside": inside, "kind": kind, "skeleton": _hash(kinds, *around[1:3])}
    for gram in _GRAMS:
        first, _, second = gram.features[0].partition("+")
        if first in pairs and second in pairs:
            features[gram.features[0]] = combine(pairs[first], pairs[second])
    return features


def _hash(*columns: Ints) -> Hashes:
    """Hash rows of small numbers, which may be -1: (N,) each to (N,) uint64."""
    hashes = np.zeros(len(columns[0]), dtype=np.uint64)
    for column in columns:
        hashes = combine(hashes, (column + 2).astype(np.uint64))
    return hashes


def _taken(values: NDArray[Any], places: Ints, missing: Any) -> NDArray[Any]:
    return np.where(places < 0, missing, values[places])


def _steps(texts: _Texts, mask: Bools) -> Ints:
    """Return how many words lie between each token and the next marked one, up to ``_FAR``."""
    place = texts.neighbour(mask, 1)
    sums = np.concatenate([[0], np.cumsum(texts.is_word)])
    words = np.minimum(sums[np.maximum(place, 0)] - sums[texts.places], _FAR)
    return np.where(place < 0, _FAR + 1, words)


def _stops(texts: _Texts) -> Bools:
    """Return which tokens are full stops, or the like, that end more than initials."""
    before = np.append(-1, texts.kinds[:-1])[: len(texts.kinds)]
    ends = (texts.kinds == _STOP) & texts.spaces & (before != _CAPITAL) & (before != _CAPITALS)
    return np.asarray(ends)


def _inside(texts: _Texts, words: Sequence[str]) -> Hashes:
    """Say of each token whether it is in brackets, in quotes, and in an address."""
    depth = texts.before(texts.kinds == _OPEN) - texts.before(texts.kinds == _CLOSE)
    quotes = texts.before(texts.kinds == _QUOTE)
    known = {word: word.lower() in _LINKS for word in dict.fromkeys(words)}
    links = np.fromiter(map(known.__getitem__, words), bool, len(words))
    starts, chunk = _chunk_starts(texts)
    address = np.logical_or.reduceat(links, starts)[chunk] if len(starts) else links
    return _hash(np.clip(depth, 0, 1), np.minimum(quotes, 2), address.astype(np.int64))


def _chunk_starts(texts: _Texts) -> tuple[Ints, Ints]:
    """Return where what stands between white space begins, and the number of each token's."""
    begins = np.append(True, texts.spaces[:-1])[: len(texts.places)]
    begins = begins | (texts.places == texts.firsts)
    return np.flatnonzero(begins), np.cumsum(begins) - 1


def _chunks(texts: _Texts) -> tuple[Hashes, Ints]:
    """Return the form of what stands around each token between white space, and its place there."""
    starts, chunk = _chunk_starts(texts)
    ends = np.append(starts[1:], len(texts.places))[: len(starts)]
    hasher = PartHasher((texts.kinds + 1).astype(np.uint32))
    forms = hasher(starts, np.minimum(ends, starts + 12)) if len(starts) else np.zeros(0, np.uint64)
    return forms[chunk], np.minimum(texts.places - starts[chunk], 12)


def _styles(texts: _Texts) -> Hashes:
    """Return how each text is written: its begin, where its year is, whether it has quotes."""
    count = len(texts.lengths)
    begins = np.cumsum(texts.lengths) - texts.lengths
    first = np.full(count, -1)
    years = np.flatnonzero(texts.is_year)[::-1]
    first[texts.texts[years]] = years
    share = np.where(first < 0, -1, (first - begins) * 4 // np.maximum(texts.lengths, 1))
    before = np.where(first > begins, texts.kinds[np.maximum(first - 1, 0)], -1)
    behind = np.where(
        (first >= 0) & (first + 1 < begins + texts.lengths),
        texts.kinds[np.minimum(first + 1, len(texts.kinds) - 1)],
        -1,
    )
    quoted = np.zeros(count, np.int64)
    np.maximum.at(quoted, texts.texts, (texts.kinds == _QUOTE).astype(np.int64))
    start = np.where(np.isin(texts.kinds, (_NAME, _WORD, _SMALL)), _NAME, texts.kinds)
    names = [start[np.minimum(begins + n, begins + texts.lengths - 1)] for n in range(4)]
    return _hash(share, before, behind, quoted, *names)


def add_context(hashes: dict[str, Hashes], tokens: Tokens, padded: Padded) -> None:
    """Add to the (N,) padded features of words those of where the tokens stand."""
    lower = hashes["lower"][padded.tokens]
    for name, values in context_features(tokens, lower).items():
        hashes[name] = padded.spread(values, PAD)
