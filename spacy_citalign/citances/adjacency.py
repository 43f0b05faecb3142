"""Features of two adjacent words that tell whether both are parts of one unit."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..words.hashing import Hashes, combine, salt
from .features import GroupFeatures
from .group import Adjacency

_FIRST, _SECOND = (np.array([salt(f"{side} of a joint")]) for side in ("first", "second"))
_NOUN, _VERB, _ADJECTIVE, _ADVERB, _NUMBER = range(1, 6)  # word classes of GroupFeatures


def adjacency_features(features: GroupFeatures) -> Iterator[tuple[str, NDArray]]:
    """Yield the features of each word and the word before it: each (N,), bool or numbers.

    Those of a citance's first word compare it with another citance and mean nothing.
    """
    group, types = features.group, features.types
    adjacency = group.adjacency
    yield "constant", np.ones(len(adjacency))
    for kind in (Adjacency.GLUED, Adjacency.NEXT, Adjacency.SKIPPED):
        yield f"joint {kind.name.lower()}", adjacency == kind
    near = (adjacency == Adjacency.GLUED) | (adjacency == Adjacency.NEXT)
    prior = before(len(adjacency))

    second = features.word_classes
    first = second[prior]
    yield "noun noun", (first == _NOUN) & (second == _NOUN)
    yield "noun noun, near", (first == _NOUN) & (second == _NOUN) & (adjacency == Adjacency.NEXT)
    yield "adjective noun", (first == _ADJECTIVE) & (second == _NOUN)
    yield (
        "adjective noun, near",
        (first == _ADJECTIVE) & (second == _NOUN) & (adjacency == Adjacency.NEXT),
    )
    for number, name in (
        (_NOUN, "noun"),
        (_VERB, "verb"),
        (_ADJECTIVE, "adjective"),
        (_NUMBER, "number"),
    ):
        yield f"{name} first", first == number
        yield f"{name} second", second == number
    yield "an adverb", (second == _ADVERB) | (first == _ADVERB)
    plural = np.array([tag in ("NNS", "NNPS") for tag in group.tags], dtype=bool)
    yield "plural first", plural[prior]
    yield "plural second", plural
    digit = np.array([any(c.isdigit() for c in word) for word in group.words], dtype=bool)
    short = np.array([len(word) < 3 for word in group.words], dtype=bool)
    yield "digit second", digit
    # "miR-200", and what follows it: "miR-200 family".
    coded = digit & ~digit[prior] & (adjacency == Adjacency.GLUED)
    yield "letters and digits, glued", coded
    yield "after glued digits", coded[prior] & (adjacency == Adjacency.NEXT)
    yield "short first", short[prior]
    yield "short second, glued", short & (adjacency == Adjacency.GLUED)

    for name, mention in (("gene", group.genes), ("term", group.terms)):
        yield f"one {name}", (mention > 0) & (mention == mention[prior])
        yield f"one of two in a {name}", (mention > 0) != (mention[prior] > 0)
    concepts = features.concepts
    yield "one concept", ((concepts > 0) & (concepts == concepts[prior])).any(axis=1)
    yield "a border of a concept", ((concepts > 0) & (concepts != concepts[prior])).any(axis=1)

    # A pair of words that comes back in other citances, next to the words alone.
    stems = types.stem_numbers[types.rows]
    pairs = np.where(adjacency == Adjacency.FIRST, -1, stems[prior] * (len(stems) + 1) + stems)
    together = _citances(pairs, group.owners)
    alone = _citances(stems, group.owners)
    yield "recurs", (together > 1) & near
    yield "log recurrence", np.log(np.maximum(together, 1)) * near
    yield "share of the rarer", together / np.minimum(alone, alone[prior])
    yield "share of both", 2 * together / (alone + alone[prior])
    yield "first recurs", alone[prior] > 1
    yield "second recurs", alone > 1

    if (background := features.resources.background) is not None:
        keys = types.stem_keys[types.rows]
        counts = background.counts(keys) + 1
        pair_counts = background.pair_counts_of(keys[prior], keys) * near
        expected = counts * counts[prior] / background.total
        mutual = np.log((pair_counts + 0.1) / expected) * near
        yield "mutual information", mutual / 5
        yield "mutual information, seen", mutual * pair_counts / (pair_counts + 5) / 5
        yield "seen together", pair_counts > 0
        yield "log seen", np.log1p(pair_counts) / 5
        yield "given the first", pair_counts / counts[prior]
        yield "given the second", pair_counts / counts
        yield "log count first", np.log(counts[prior]) / 10
        yield "log count second", np.log(counts) / 10


def adjacent_words(features: GroupFeatures) -> Hashes:
    """Return the words before and after each word boundary as keys, apart from each other: (2, N).

    They are (0, N) without the family "words".
    """
    keys = features.types.stem_keys[features.types.rows]
    if "words" not in features.families:
        return np.zeros((0, len(keys)), dtype=np.uint64)
    return np.stack([combine(_FIRST, keys[before(len(keys))]), combine(_SECOND, keys)])


def before(count: int) -> NDArray[np.int64]:
    """Return the place of the word before each of N, the first standing for itself: (N,) int64."""
    return np.maximum(np.arange(count) - 1, 0)


def _citances(keys: NDArray[np.int64], owners: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return in how many citances the key of each word occurs: (N,), at least 1."""
    distinct, rows = np.unique(keys, return_inverse=True)
    word_and_citance = np.unique(np.stack([rows, owners]), axis=1)
    return np.bincount(word_and_citance[0], minlength=len(distinct))[rows]
