"""Find subject, main verb and final punctuation by tags alone, with a CRF.

Column scores see one tag at a time, so that in realigned sentences the main verb comes now into one
column, now into another: the drift that Roark suspects (section 5: "re-estimation of the PSSM is
likely causing the column assignments to diverge from their original, tree-derived meanings"). He
asks whether "specifically building the MSA to preserve anchor columns would be an important
consideration" and for more than "the simple PSSM in assigning columns": this is ours. The labels of
the CRF say of each word where it lies: before, at or after the subject and the main verb; only
successions that make sense are allowed.

The features are what is near, and which verbs are far: tags and their classes in runs of up to five
(the window of the engine). Which of several verbs is the main one depends on what is further off;
so each word also knows how many finite verbs stand before and after it in its sentence, and how
many words that begin a subordinate clause, and commas.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ..chain.batches import cells, length_batches
from ..chain.crfsuite import train_crf
from ..chain.features import (
    PAD,
    Gram,
    GramGroup,
    Padded,
    WordFeatures,
    WordSums,
    group_grams,
    window,
    with_padding,
)
from ..chain.inference import viterbi
from ..chain.lattice import make_lattice
from ..chain.scorer import Scorer
from ..chain.weights import SparseWeights, check_frequent, index_corpus, prune, side_by_side
from ..words.arrays import Bools, Ints
from ..words.hashing import Hashes, combine
from .roles import FINAL_PUNCTUATION, NONE, Roles, class_of

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
BEFORE, SUBJECT, BETWEEN, ROOT, AFTER, VERBLESS = range(6)
LABELS = 6
_FOLLOWS = {
    BEFORE: [BEFORE, SUBJECT, ROOT],
    SUBJECT: [BETWEEN, ROOT],
    BETWEEN: [BETWEEN, ROOT],
    ROOT: [AFTER],
    AFTER: [AFTER],
    VERBLESS: [VERBLESS],
}
_STARTS = (BEFORE, SUBJECT, ROOT, VERBLESS)
_STOPS = (ROOT, AFTER, VERBLESS)
_NEVER = -np.inf


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
        verbs: Ints = np.add.reduceat(finite.astype(np.int64), np.cumsum(lengths) - lengths)
        after = np.repeat(verbs, lengths) - before - finite
        commas = _counts_before(self._comma[tags], lengths)
        features = {
            "tag": _numbers(tags),
            "class": _numbers(self._class[tags]),
            "verbs": _numbers(before, after),
            "clauses": _numbers(before, _counts_before(self._clause[tags], lengths), commas),
            "relatives": _numbers(before, after, _counts_before(self._relative[tags], lengths)),
        }
        for name in _COUNTED:
            features[f"{name}+tag"] = combine(features[name], features["tag"])
        return padded, {name: padded.spread(values, PAD) for name, values in features.items()}


def _counts_before(mask: Bools, lengths: Ints) -> Ints:
    """Count the marked words before each word in its sentence: (N,) bool to (N,) int64."""
    total: Ints = np.cumsum(mask) - mask
    return np.asarray(total - np.repeat(total[np.cumsum(lengths) - lengths], lengths))


def _numbers(first: Ints, *counts: Ints) -> Hashes:
    """Return one number above 0 for each combination; all but a single argument are cut off."""
    if not counts:
        return (first + 1).astype(np.uint64)
    number = np.minimum(first, _BASE - 1)
    for values in counts:
        number = number * _BASE + np.minimum(values, _BASE - 1)
    return (number + 1).astype(np.uint64)


class RoleTagger:
    """A tagger of roles; holds the weights, ready for look-up.

    Args:
        tags: the K tags of the model.
        weights: one a group of features, then that of the bag, which is empty.
        transitions: (6, 6) float32, nats, from row to column.
    """

    def __init__(
        self,
        tags: tuple[str, ...],
        weights: Sequence[SparseWeights],
        transitions: NDArray[np.float32],
    ):
        self._featurizer = TagFeaturizer(tags)
        self._final = np.array([class_of(tag) == FINAL_PUNCTUATION for tag in [*tags, ""]])
        self._scorer = Scorer(GROUPS, weights, LABELS, frozenset(), CONTEXTS)
        self._transitions = np.full((LABELS, LABELS), _NEVER)
        for label, following in _FOLLOWS.items():
            self._transitions[label, following] = transitions[label, following]
        self._starts = np.where(np.isin(np.arange(LABELS), _STARTS), 0.0, _NEVER)
        self._stops = np.where(np.isin(np.arange(LABELS), _STOPS), 0.0, _NEVER)

    def __call__(self, tags: Ints, lengths: Ints) -> Ints:
        """Return the places of the roles in each sentence, ``NONE`` for none.

        Args:
            tags: (N,) int64 tag numbers, K for unknown ones.
            lengths: (C,) int64, words of each sentence, at least 1; they add up to N.

        Returns:
            (C, 3) int64, a column for each field of ``Roles``.
        """
        if not len(lengths):
            return np.zeros((0, len(Roles._fields)), dtype=np.int64)
        padded, hashes = self._featurizer(tags, lengths)
        nothing = WordSums(
            np.zeros((1, LABELS), dtype=np.float32), np.zeros(padded.size, dtype=np.int64)
        )
        emissions = self._scorer.emissions(padded, hashes, nothing)
        firsts = np.cumsum(lengths) - lengths
        positions = np.full((len(lengths), len(Roles._fields)), NONE, dtype=np.int64)
        positions[:, -1] = np.where(self._final[tags[firsts + lengths - 1]], lengths - 1, NONE)
        for rows in length_batches(lengths):
            lattice = make_lattice(
                emissions[cells(firsts[rows], lengths[rows])],
                self._transitions,
                lengths=lengths[rows],
                starts=self._starts,
                stops=self._stops,
            )
            labels = viterbi(lattice).labels
            labels[np.arange(labels.shape[1]) >= lengths[rows][:, None]] = AFTER
            for role, label in enumerate((SUBJECT, ROOT)):
                has_role = labels == label
                positions[rows, role] = np.where(
                    has_role.any(axis=1), has_role.argmax(axis=1), NONE
                )
        return positions


def train_roles(
    tags: Ints,
    lengths: Ints,
    kinds: tuple[str, ...],
    roles: Sequence[Roles],
    *,
    cutoff: int,
    share: float,
    crf: Mapping[str, object],
) -> tuple[tuple[SparseWeights, ...], NDArray[np.float32]]:
    """Train the CRF by L-BFGS (CRFsuite).

    Args:
        tags, lengths: the C sentences: (N,) tag numbers and (C,) numbers of words.
        kinds: the K tags by number.
        roles: of each sentence.
        cutoff: how many words must have a feature for it to be used.
        share: of the smallest weights, which are dropped, from 0 to below 1.
        crf: settings of ``sklearn_crfsuite.CRF``.

    Returns:
        the weights and the transitions, as ``RoleTagger`` takes them.

    Raises:
        SettingError: no feature is as frequent as ``cutoff`` asks for.
    """
    padded, hashes = TagFeaturizer(kinds)(tags, lengths)
    words = np.ones(len(tags), dtype=np.int64)
    indexed = index_corpus(hashes, padded, GROUPS, words, NO_BAG, cutoff=cutoff)
    check_frequent(cutoff, indexed)
    labels = np.concatenate([_labels(*pair) for pair in zip(roles, lengths.tolist(), strict=True)])
    fitted = train_crf(
        *indexed.rows, labels, lengths, label_count=LABELS, algorithm="lbfgs", settings=crf
    )
    weights = prune(side_by_side(indexed, [fitted], [LABELS]), [LABELS], share)
    return weights, fitted.transitions.astype(np.float32)


def _labels(roles: Roles, size: int) -> Ints:
    """Write roles as labels."""
    if roles.root == NONE:
        return np.full(size, VERBLESS)
    labels = np.full(size, BEFORE)
    if roles.subject != NONE:
        labels[roles.subject] = SUBJECT
        labels[roles.subject + 1 : roles.root] = BETWEEN
    labels[roles.root] = ROOT
    labels[roles.root + 1 :] = AFTER
    return labels
