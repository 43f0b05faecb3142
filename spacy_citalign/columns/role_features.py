"""The features by which a CRF tells roles from tags: what is near, and which verbs are far.

Tags and their classes in runs of up to five (the window of the engine). Which of several verbs is
the main one depends on what is further off; so each word also knows how many finite verbs stand
before and after it in its sentence, and how many words that begin a subordinate clause, and commas.
"""

import numpy as np
from numpy.typing import NDArray

from ..chain.features import PAD, Gram, GramGroup, Padded, group_grams, window
from ..chain.vocabulary import WordFeatures, with_padding
from ..words.hashing import Hashes, combine
from .tag_classes import class_of

Ints = NDArray[np.int64]
_LONGEST = 5
_COUNTED = ("verbs", "clauses", "relatives")
GROUPS: list[GramGroup] = group_grams(
    [
        *window("tag", _LONGEST),
        *window("class", _LONGEST),
        *(Gram((name,), (0,)) for name in _COUNTED),
        *(Gram((f"{name}+tag",), (0,)) for name in _COUNTED),
        *(Gram((f"{name}+tag", "tag"), (0,)) for name in _COUNTED),
        *(Gram(("tag", f"{name}+tag"), (-1,)) for name in _COUNTED),
    ]
)
CONTEXTS = ({"class"},)
NO_BAG = with_padding(WordFeatures({}, np.zeros(1, np.int64), np.zeros(0, np.uint64)))
"""The engine's features of single words, of which there are none here."""
_FINITE = frozenset("VBD VBZ VBP MD".split())
_RELATIVE = frozenset("WDT WP WRB".split())
_BASE = 5  # counts are cut off below it


class TagFeaturizer:
    """Features of tagged sentences, for the K tags of a model and unknown ones."""

    def __init__(self, tags: tuple[str, ...]):
        names = [*tags, ""]
        self._class = np.array([class_of(tag) for tag in names])
        self._finite = np.array([tag in _FINITE for tag in names])
        self._relative = np.array([tag in _RELATIVE for tag in names])
        self._clause = self._relative | np.array([tag == "IN" for tag in names])
        self._comma = np.array([tag == "," for tag in names])

    def __call__(self, tags: Ints, lengths: Ints) -> tuple[Padded, dict[str, Hashes]]:
        """Describe sentences, each of one word or more.

        Args:
            tags: (N,) int64 tag numbers, K for unknown ones.
            lengths: (C,) int64.

        Returns:
            the layout and the padded hashes of each feature.
        """
        padded = Padded.of(lengths)
        finite = self._finite[tags]
        before = _counts_before(finite, lengths)
        firsts = np.cumsum(lengths) - lengths
        verbs: Ints = np.add.reduceat(finite.astype(np.int64), firsts)
        after = np.repeat(verbs, lengths) - before - finite
        clauses = _counts_before(self._clause[tags], lengths)
        commas = _counts_before(self._comma[tags], lengths)
        relatives = _counts_before(self._relative[tags], lengths)
        features = {
            "tag": _numbers(tags),
            "class": _numbers(self._class[tags]),
            "verbs": _numbers(before, after),
            "clauses": _numbers(before, clauses, commas),
            "relatives": _numbers(before, after, relatives),
        }
        for name in _COUNTED:
            features[f"{name}+tag"] = combine(features[name], features["tag"])
        return padded, {name: padded.spread(values, PAD) for name, values in features.items()}


def _counts_before(mask: NDArray[np.bool_], lengths: Ints) -> Ints:
    """Count the marked words before each word in its sentence: (N,) bool to (N,) int64."""
    total: Ints = np.cumsum(mask) - mask
    firsts = np.cumsum(lengths) - lengths
    return np.asarray(total - np.repeat(total[firsts], lengths))


def _numbers(first: Ints, *counts: Ints) -> Hashes:
    """Return one number above 0 for each combination; all but a single argument are cut off."""
    if not counts:
        return (first + 1).astype(np.uint64)
    number = np.minimum(first, _BASE - 1)
    for values in counts:
        number = number * _BASE + np.minimum(values, _BASE - 1)
    return (number + 1).astype(np.uint64)
