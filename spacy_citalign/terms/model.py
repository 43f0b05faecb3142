"""A trained term model: weights, what is known of words, the background of cohesion; its file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.calibration import fit_weights, sigmoid
from ..chain.labels import BIO
from ..chain.scorer import Scorer
from ..chain.storage import StoredModel
from ..chain.weights import SparseWeights, read_weights, weight_arrays
from ..words.arrays import Bools, Floats, check_array, check_hashes, named_arrays, read_named
from ..words.clusters import WordClusters
from .feature_levels import check_levels, feature_groups
from .features import CONTEXTS, WORD_FEATURES
from .learned import LearnedLists
from .lexicons import Lexicons
from .ngrams import CorpusCounts

FEATURES = (
    "constant",
    "posterior",
    "inside",
    "best rival",
    "log tokens",
    "one word",
    "two words",
    "four words or more",
    "cohesion",
    "cohesion of longer",
    "expectation",
    "noun phrase",
    "begins a noun phrase",
    "ends a noun phrase",
    "count",
    "elsewhere",
    "splits a word",
)
LABELS = len(BIO)


class Rescoring(NamedTuple):
    """The weights of ``span_features`` as they are saved: (F,) float64."""

    weights: Floats

    @classmethod
    def read(cls, arrays: Mapping[str, NDArray]) -> "Rescoring":
        """Take them out of ``arrays``.

        Raises:
            KeyError, ValueError: they are missing, or no such weights.
        """
        weights = arrays["rescoring/weights"]
        check_array("weights of rescoring", weights, (len(FEATURES),), np.float64)
        return cls(weights)

    @classmethod
    def fit(cls, features: Floats, right: Bools) -> "Rescoring":
        """Learn from S spans: (S, F) features, and (S,) whether each is a term.

        Raises:
            InputError: there are too few, or all of one kind.
        """
        return cls(fit_weights(features, right))

    def probabilities(self, features: Floats) -> Floats:
        """Return how likely each span is a term: (S, F) to (S,), 0..1."""
        # Row by row: a product of matrices rounds a row by its place among the others.
        return sigmoid((features * self.weights).sum(axis=1))


@dataclass(frozen=True)
class TermModel(StoredModel, kind="propositional terms", version=1, what="the term model"):
    """The result of training.

    Attributes:
        levels: of features.
        weights: one a group of features, then that of the bag.
        transitions: (3, 3) float64, from row to column of ``chain.labels.BIO``.
        learned: lists by the training terms.
        lexicons: the user's lists.
        classes: classes of words, if the level of that name is used.
        background: n-gram counts that cohesion is computed from.
        bigrams: (K, 2) float64, see ``span_cohesion.bigram_expectations``, of the training terms.
        alpha: weight of words against tags in CAM, 0 to 1.
        rescoring: weights of the boundary method of that name, None if it was not trained.
    """

    levels: tuple[str, ...]
    weights: tuple[SparseWeights, ...]
    transitions: Floats
    learned: LearnedLists
    lexicons: Lexicons
    classes: WordClusters | None
    background: CorpusCounts
    bigrams: Floats
    alpha: float
    rescoring: Rescoring | None = None

    def scorer(self) -> Scorer:
        """Return the look-up tables of the weights."""
        return Scorer(feature_groups(self.levels), self.weights, LABELS, WORD_FEATURES, CONTEXTS)

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        arrays = weight_arrays(self.weights)
        arrays |= {"transitions": self.transitions, "bigrams": self.bigrams}
        arrays |= self.learned.arrays() | self.background.arrays()
        arrays |= named_arrays("lexicons/", self.lexicons) | named_arrays("classes/", self.classes)
        arrays |= named_arrays("rescoring/", self.rescoring)
        meta = {
            "levels": list(self.levels),
            "classes": self.classes is not None,
            "rescoring": self.rescoring is not None,
            "alpha": self.alpha,
        }
        return meta, arrays

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "TermModel":
        levels = check_levels(meta["levels"])
        classes = None
        if meta["classes"] != ("classes" in levels):
            raise ValueError(f"classes is {meta['classes']}, but levels {levels}")
        if meta["classes"]:
            classes = read_named(WordClusters, "classes/", arrays)
        lexicons = read_named(Lexicons, "lexicons/", arrays)
        check_hashes("lexicons", *lexicons)
        transitions = arrays["transitions"]
        check_array("transitions", transitions, (LABELS, LABELS), np.float64)
        alpha, bigrams = float(meta["alpha"]), arrays["bigrams"]
        if not 0 <= alpha <= 1:
            raise ValueError(f"alpha is {alpha}")
        if bigrams.shape != (len(bigrams), 2) or not np.all((bigrams >= 0) & (bigrams < np.inf)):
            raise ValueError(f"bigrams have shape {bigrams.shape} or are no expectations")
        return cls(
            levels,
            read_weights(arrays, feature_groups(levels), LABELS),
            transitions,
            LearnedLists.read(arrays),
            lexicons,
            classes,
            CorpusCounts.read(arrays),
            bigrams.astype(np.float64),
            alpha,
            Rescoring.read(arrays) if meta["rescoring"] else None,
        )
