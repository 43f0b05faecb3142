"""Units of several words: which adjacent words of a citance belong to one term.

The paper aligns word by word and finds its errors in "parts of multi-word units" and "complex
entities": every word of "genotoxic stress" should be aligned with every word of "DNA damage". Here
a logistic regression says for each word whether it continues the unit of the word before it.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..errors import InputError
from ..words.hashing import Hashes
from ..words.table import HashTable
from .adjacency import adjacency_features, adjacent_words, before
from .features import GroupFeatures
from .group import Adjacency
from .weights import looked_up


class UnitModel(NamedTuple):
    """Weights of the logistic regression.

    Attributes:
        weights: by name of a feature, the constant among them.
        keys, key_weights: (V,), learned words on either side of a word boundary.
    """

    weights: Mapping[str, float]
    keys: Hashes
    key_weights: NDArray[np.float32]

    def __call__(self, features: GroupFeatures) -> NDArray[np.float64]:
        """Return the probability that a word continues the unit of the word before: (N,).

        It is 0 for the first word of a citance.
        """
        score = np.zeros(len(features.group.words))
        for name, values in adjacency_features(features):
            score += self.weights.get(name, 0.0) * values
        for keys in adjacent_words(features):
            score += looked_up(self.keys, self.key_weights, keys)
        group = features.group
        first = (group.adjacency == Adjacency.FIRST) | (np.diff(group.owners, prepend=-1) > 0)
        return np.where(first, 0.0, 1 / (1 + np.exp(-score)))


def train_units(
    groups: Sequence[tuple[GroupFeatures, NDArray[np.int64], float]],
    *,
    strength: float = 0.3,
    least_count: int = 3,
) -> UnitModel:
    """Fit the model to gold classes.

    Adjacent words of one class are one unit; pairs of words without a class say nothing.

    Args:
        groups: features, (N,) gold classes with 0 for none, and how much the group counts.
        strength: inverse of the penalty on squared weights, of features scaled to unit variance.
        least_count: words are learned that stand beside so many word boundaries.

    Raises:
        InputError: no two adjacent words have a class, or all pairs are alike.
    """
    from sklearn.linear_model import LogisticRegression

    if not groups:
        raise InputError("there are no groups to learn units from; give groups with gold classes")
    rows, words, answers, importance = [], [], [], []
    names: list[str] = []
    for features, classes, weight in groups:
        columns = dict(adjacency_features(features))
        names = list(columns)
        prior = classes[before(len(classes))]
        chosen = (features.group.adjacency != Adjacency.FIRST) & ((classes > 0) | (prior > 0))
        rows.append(np.column_stack(list(columns.values()))[chosen].astype(np.float64))
        words.append(adjacent_words(features)[:, chosen])
        answers.append((classes == prior)[chosen])
        importance.append(np.full(int(chosen.sum()), weight))
    values, answer = np.concatenate(rows), np.concatenate(answers)
    word_keys = np.concatenate(words, axis=1)
    if answer.all() or not answer.any():
        raise InputError(
            f"{len(answer)} adjacent words with gold classes are all "
            f"{'of one unit' if len(answer) and answer[0] else 'apart'}; give groups that have both"
        )
    spread = values.std(axis=0)
    spread[spread == 0] = 1.0
    distinct, counts = np.unique(word_keys, return_counts=True)
    keys = distinct[counts >= least_count]
    learned = sum(
        (_indicators(keys, side_keys) for side_keys in word_keys),
        start=_nothing(len(answer), len(keys)),
    )
    design = sparse.hstack([sparse.csr_matrix(values / spread), learned]).tocsr()
    model = LogisticRegression(C=strength, max_iter=2000, fit_intercept=False)
    model.fit(design, answer, np.concatenate(importance))
    dense, single = np.split(model.coef_[0], [len(names)])
    return UnitModel(
        dict(zip(names, (dense / spread).tolist(), strict=True)), keys, single.astype(np.float32)
    )


def _nothing(rows: int, columns: int) -> sparse.csr_matrix:
    return sparse.csr_matrix((rows, columns))


def _indicators(keys: Hashes, wanted: Hashes) -> sparse.csr_matrix:
    """Return which key each of R wanted is: (R, V)."""
    rows = HashTable(keys).rows(wanted)
    learned = np.flatnonzero(rows >= 0)
    ones = np.ones(len(learned))
    return sparse.csr_matrix((ones, (learned, rows[learned])), shape=(len(wanted), len(keys)))
