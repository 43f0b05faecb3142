"""Lists that training terms teach, kept as hashes, and the features they give.

The seeds of Chang & Wu (2009), section 2.3: words that terms end with (in place of, or beside, the
last words of the ACM classification), terms themselves (MTSeed), their tag patterns
(SeedSynPattern), the tags around final words (SyntaxCon), frequent and rare words (HF, SW), and
classes of words in terms (for SeedConcept). Ours: how often a word stood in a term.

A document must not meet its own terms while training, for no new document does: its lists come from
the other parts of the corpus (jackknife). Without that they are worse than nothing.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.features import PAD
from ..chain.label_statistics import LabelStatistics, LabelTable, learn
from ..words.arrays import Bools, Ints, named_arrays, read_named
from ..words.hashing import Hashes, combine, mix
from .feature_levels import CLASS_FEATURES

_COMMON_SHARE = 0.05
_RARE = 5
_FINAL = 2  # share class of words that end a term more than one time in ten
_CONCEPTS = CLASS_FEATURES[-1]


class LearnedLists(NamedTuple):
    """Lists as they are saved.

    Attributes:
        rates: stems, by how often they stood in a term; ``phrases`` are the stems of whole terms.
        finals: stems, by how often a term ended with them.
        frames: tags around a word, by how often a term ended there; ``phrases`` are the tag
            patterns of terms.
        frequencies: stems; ``bins`` are 1 for one document, 2 for fewer than 5, 3 for more, 4 for
            the twentieth of all stems that stand in most.
        concepts: classes of words, by how often their words stood in a term.
    """

    rates: LabelStatistics
    finals: LabelStatistics
    frames: LabelStatistics
    frequencies: LabelStatistics
    concepts: LabelStatistics

    def arrays(self) -> dict[str, NDArray]:
        """Return named arrays for ``storage.pack``."""
        return named_arrays("learned/", self)

    @classmethod
    def read(cls, arrays: Mapping[str, NDArray]) -> "LearnedLists":
        """Take the lists out of ``arrays``.

        Raises:
            KeyError, ValueError: one is missing, or they contradict each other.
        """
        return cls(
            *(read_named(LabelStatistics, f"learned/{name}/", arrays) for name in cls._fields)
        )


class TermWords(NamedTuple):
    """The N words of a corpus and where their terms are.

    Attributes:
        features: their padded features "stem" and "tag", and the classes of words if there are any.
        real: (N,) int64, places of the words in padded features.
        documents: (N,) int64, the document of each.
        inside, last: (N,) bool, whether each stands in a term, and whether it ends one.
        starts: (M,) int64, the word that each term begins with.
        terms, patterns: (M,) uint64, keys of the stems and tags of each term.
    """

    features: Mapping[str, Hashes]
    real: Ints
    documents: Ints
    inside: Bools
    last: Bools
    starts: Ints
    terms: Hashes
    patterns: Hashes

    def learn(self, chosen: Bools) -> LearnedLists:
        """Count over the chosen words, (N,) bool."""
        features = {name: values[self.real][chosen] for name, values in self.features.items()}
        inside, last = self.inside[chosen], self.last[chosen]
        terms, patterns = (keys[chosen[self.starts]] for keys in (self.terms, self.patterns))
        none = np.zeros(0, dtype=np.uint64)
        classes = features.get(_CONCEPTS)
        return LearnedLists(
            learn(features["stem"], inside, terms),
            learn(features["stem"], last, none),
            learn(frames(self.features["tag"])[self.real][chosen], last, patterns),
            _frequencies(features["stem"], self.documents[chosen]),
            LabelStatistics.empty() if classes is None else learn(classes, inside, none),
        )


def frames(tags: Hashes) -> Hashes:
    """Hash the tags around each place, from two before to one after: padded (N,) to (N,)."""
    padded = np.concatenate([[PAD, PAD], tags, [PAD]])
    size = len(tags)
    key = padded[:size]
    for shift in range(1, 4):
        key = combine(key, padded[shift : shift + size])
    return key


def _frequencies(stems: Hashes, documents: Ints) -> LabelStatistics:
    """Count the documents of each stem, and put it into a bin."""
    words, number = np.unique(stems, return_inverse=True)
    pairs = np.unique(np.stack([number, documents], axis=1), axis=0)
    count = np.bincount(pairs[:, 0], minlength=len(words))
    bins = 1 + (count > 1) + (count >= _RARE)
    common = np.argsort(-count, kind="stable")[: int(len(words) * _COMMON_SHARE)]
    bins[common] = 4
    return LabelStatistics(words, bins.astype(np.uint8), np.zeros(0, dtype=np.uint64))


class LearnedTables:
    """The lists, ready for look-up."""

    def __init__(self, lists: LearnedLists):
        tables = map(LabelTable, lists)
        self._rates, self._finals, self._frames, self._frequencies, self._concepts = tables

    def word_features(self, features: Mapping[str, Hashes]) -> dict[str, Hashes]:
        """Return features of words by their stems and classes; of padding they mean nothing."""
        stems = features["stem"]
        # Without classes of words there are no concepts, and nothing is known of any.
        concepts = features.get(_CONCEPTS, np.zeros_like(stems))
        return {
            "rate": self._rates.rates(stems),
            "final": combine(self._finals.rates(stems), features["listed final"]),
            "frequency": self._frequencies.rates(stems),
            "seed class": self._concepts.rates(concepts),
        }

    def context_features(self, features: Mapping[str, Hashes]) -> dict[str, Hashes]:
        """Return padded features by the stems and tags around each word: (N,) each."""
        stems, tags = features["stem"], features["tag"]
        final = self._finals.shares(stems) >= _FINAL
        frame = np.where(final, self._frames.rates(frames(tags)), mix(np.zeros(1, np.uint64)))
        return {
            "seed": self._rates.phrases(stems),
            "pattern": self._frames.phrases(tags),
            "frame": np.where(stems == PAD, PAD, frame),
        }
