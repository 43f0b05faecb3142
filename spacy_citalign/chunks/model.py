"""A trained base phrase chunker: its weights, what is known of words, and its file.

Chunks are those of the best path over the joint labels of all encodings, exactly. Where a model has
a CRF for either encoding, their log-potentials are added: a logarithmic opinion pool, as Smith,
Cohn & Osborne (2005), "Logarithmic opinion pools for conditional random fields", ACL, make of
several CRFs. A joint label fixes the labels of both, so the sum is again a chain, and Viterbi finds
the chunks that both together hold best. Successions that are no chunks are barred.

Viterbi runs over joint labels group by group (``JointDecoder``). Most successions of joint labels
are barred: inside of a chunk only its own type goes on. So a word costs O(Y^2) additions for Y
types, over the moves from what may end a chunk to what may begin one, and O(Y) for all others; a
lattice that does not know this takes twice the moves, and copies them. This is ours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chain.batches import cells, length_batches, token_batches
from ..chain.features import PAD, Featurize, Padded, Vocabulary
from ..chain.lattice import NEVER
from ..chain.scorer import Scorer
from ..chain.storage import StoredModel
from ..chain.weights import SparseWeights, read_weights, weight_arrays
from ..words.arrays import Ints, check_array, named_arrays, read_named
from ..words.label_lexicon import MAX_LABELS, LabelLexicon
from .features import (
    FEATURES,
    NO_REGION,
    TOKEN_FEATURES,
    PairFeaturizer,
    add_context,
    feature_groups,
    featurize_tags,
    region_hashes,
    written,
)
from .labels import (
    ENCODINGS,
    OUTSIDE,
    Chunks,
    Position,
    chunks_from_labels,
    label_count,
    projection,
)

MAX_TYPES = (MAX_LABELS - 1) // 2  # the lexicon counts labels
_SETTINGS = ("types", "encodings", "features", "columns")


@dataclass(frozen=True)
class ChunkModel(StoredModel, kind="base phrases", version=1, what="the chunker's model"):
    """A trained chunker: a CRF an encoding, over features that they share.

    Attributes:
        types: the Y phrase types by number.
        encodings: the E encodings that have a CRF, of ``ENCODINGS``.
        features: the set of features, of ``FEATURES``.
        columns: whether regions of columns are among them.
        weights: one a group of features, then that of the bag; the L = 1 + 2 Y labels of the
            encodings stand one after the other.
        transitions: (E, L, L) float32, from row to column.
        lexicon: the labels that known words with tags take; of no word for the set ``tags``.
    """

    types: tuple[str, ...]
    encodings: tuple[str, ...]
    features: str
    columns: bool
    weights: tuple[SparseWeights, ...]
    transitions: NDArray[np.float32]
    lexicon: LabelLexicon

    @property
    def sizes(self) -> list[int]:
        """The number of labels of each CRF."""
        return [label_count(len(self.types))] * len(self.encodings)

    def scorer(self) -> Scorer:
        """Return the look-up tables of the weights."""
        groups = feature_groups(self.features, self.columns)
        return Scorer(groups, self.weights, sum(self.sizes), TOKEN_FEATURES)

    def featurizer(self) -> Featurize:
        """Return what makes features of words with their tags."""
        return featurize_tags if self.features == "tags" else PairFeaturizer(self.lexicon)

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        arrays = weight_arrays(self.weights)
        arrays["transitions"] = self.transitions
        arrays |= named_arrays("lexicon/", self.lexicon)
        return {name: getattr(self, name) for name in _SETTINGS}, arrays

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "ChunkModel":
        types, encodings, features, columns = (meta[name] for name in _SETTINGS)
        types, encodings = tuple(types), tuple(encodings)
        _check_settings(types, encodings, features, columns)
        outputs = len(encodings) * label_count(len(types))
        weights = read_weights(arrays, feature_groups(features, columns), outputs)
        lexicon = read_named(LabelLexicon, "lexicon/", arrays)
        transitions, size = arrays["transitions"], label_count(len(types))
        check_array("transitions", transitions, (len(encodings), size, size), np.float32)
        return cls(types, encodings, features, columns, weights, transitions, lexicon)


def _check_settings(types: tuple, encodings: tuple, features: object, columns: object) -> None:
    """Raise ValueError where a setting is none that a model can have."""
    if not all(isinstance(name, str) and name for name in types):
        raise ValueError("its types are not all names")
    if not 0 < len(set(types)) == len(types) <= MAX_TYPES:
        raise ValueError(f"{len(types)} types are none, too many, or not all different")
    if not encodings or len(set(encodings)) < len(encodings) or set(encodings) - set(ENCODINGS):
        raise ValueError(f"its encodings are {encodings}")
    if features not in FEATURES or not isinstance(columns, bool):
        raise ValueError(f"its features are {features!r}, with columns {columns!r}")


Scores = NDArray[np.float32]
_SHORT = 48  # sentences up to so many words are decoded together: there are fewer steps then
MAX_SMALL = 1 << 13  # of so many emissions it costs less to keep where each label was come from
_KNOWN = 50_000  # words with tags; each takes 1.7 kB
_TOKENS = 8192  # what is looked up for so many fits into the cache


class JointDecoder:
    """Finds the best path over joint labels.

    Labels are grouped: the last words of chunks by type, outside, the only words, the first ones,
    those between. What can end before another chunk begins are then the first 2 Y + 1, and what
    can begin after that are the 2 Y + 1 from Y on.

    Args:
        types: Y, how many phrase types there are.
        encodings: those that have a CRF.
        transitions: (E, L, L) float32, of each CRF, from row to column.
    """

    def __init__(self, types: int, encodings: Sequence[str], transitions: Scores):
        of_position = {
            position: 1 + len(Position) * np.arange(types) + position for position in Position
        }
        last, only, first, between = (of_position[position] for position in Position)
        self._labels = np.concatenate([last, [OUTSIDE], only, first, between])
        self._closed = slice(0, 2 * types + 1)
        self._open = slice(types, 3 * types + 1)
        self._inside = slice(2 * types + 1, 4 * types + 1)  # first, between
        self._types = types
        joint = np.zeros((len(self._labels),) * 2, dtype=np.float32)
        self._outputs = []
        for number, encoding in enumerate(encodings):
            labels = projection(types, encoding)[self._labels]
            self._outputs.append(number * label_count(types) + labels)
            joint += transitions[number][np.ix_(labels, labels)]
        self._across = joint[self._closed, self._open]
        inside = joint[self._inside].reshape(2, types, -1)
        numbers = np.arange(types)
        self._to_last = inside[:, numbers, numbers]  # (2, Y)
        self._to_between = inside[:, numbers, 3 * types + 1 + numbers]

    def __call__(self, emissions: Scores, lengths: Ints) -> Ints:
        """Return the best joint label of each word; of equal paths always the same wins.

        Args:
            emissions: (N, E L) float32 of sentences that lie one after the other.
            lengths: (C,) int64, words of each, at least 1.
        """
        outputs, *others = self._outputs
        scores = np.take(emissions, outputs, axis=1)
        for outputs in others:
            scores += np.take(emissions, outputs, axis=1)
        labels = np.zeros(len(scores), dtype=np.int64)
        firsts = np.cumsum(lengths) - lengths
        for batch in length_batches(np.maximum(lengths, _SHORT)):
            batch = batch[np.argsort(-lengths[batch], kind="stable")]
            words = cells(firsts[batch], lengths[batch])
            paths = self._best(scores[words], lengths[batch])
            inside = np.arange(words.shape[1]) < lengths[batch, None]
            labels[words[inside]] = self._labels[paths[inside]]
        return labels

    def _best(self, emissions: Scores, lengths: Ints) -> Ints:
        """Return the best paths over grouped labels: (B, T, K) to (B, T).

        Lengths fall, so that a step is one over the first sentences, those that have a word there.
        """
        batch, size, _ = emissions.shape
        if emissions.size <= MAX_SMALL:
            return self._best_of_few(emissions, lengths)
        scores = np.ascontiguousarray(emissions.transpose(1, 2, 0))  # becomes those of prefixes
        scores[0, : self._types] = scores[0, 3 * self._types + 1 :] = NEVER
        left = np.count_nonzero(np.arange(size)[:, None] < lengths, axis=1).tolist()
        for before, current, some in zip(scores, scores[1:], left[1:], strict=False):
            before, current = before[:, :some], current[:, :some]
            closed = before[self._closed]
            inside = before[self._inside].reshape(2, self._types, some)
            current[self._open] += np.maximum.reduce(closed[:, None] + self._across[..., None])
            current[: self._types] += np.maximum.reduce(inside + self._to_last[..., None])
            current[3 * self._types + 1 :] += np.maximum.reduce(
                inside + self._to_between[..., None]
            )
        rows = np.arange(batch)
        label = np.argmax(scores[lengths - 1, self._closed, rows], axis=1)
        paths = np.zeros((batch, size), dtype=np.int64)
        for t in range(size - 1, -1, -1):
            some = left[t]
            paths[:some, t] = label[:some]
            if t:
                label[:some] = self._origin(scores[t - 1, :, :some], label[:some])
        return paths

    def _best_of_few(self, emissions: Scores, lengths: Ints) -> Ints:
        """Return the same, keeping where each label was come from."""
        batch, size, _ = emissions.shape
        types, numbers, rows = self._types, np.arange(self._types)[:, None], np.arange(batch)
        first, last, between = 2 * types + 1, slice(0, types), slice(3 * types + 1, None)
        scores = np.ascontiguousarray(emissions.transpose(1, 2, 0))  # becomes those of prefixes
        scores[0, last] = scores[0, between] = NEVER
        origins = np.zeros(scores.shape, dtype=np.int64)
        across = self._across[..., None]
        for before, current, origin in zip(scores[:-1], scores[1:], origins[1:], strict=True):
            entering = before[self._closed, None] + across
            current[self._open] += np.maximum.reduce(entering)
            origin[self._open] = entering.argmax(axis=0)
            inside = before[self._inside].reshape(2, types, batch)
            for part, transitions in ((last, self._to_last), (between, self._to_between)):
                staying = inside + transitions[..., None]
                current[part] += np.maximum.reduce(staying)
                origin[part] = first + numbers + types * (staying[1] > staying[0])
        label = np.argmax(scores[lengths - 1, self._closed, rows], axis=1)
        paths = np.zeros((batch, size), dtype=np.int64)
        for t in range(size - 1, -1, -1):
            paths[:, t] = label
            label = np.where(t < lengths, origins[t, label, rows], label)
        return paths

    def _origin(self, before: Scores, label: Ints) -> Ints:
        """Return where one label a sentence was come from: (K, B) scores and (B,) to (B,)."""
        types = self._types
        rows = np.arange(len(label))
        is_last = label < types
        is_between = label > 3 * types
        entered = np.where(is_last | is_between, 0, label - types)
        across = np.argmax(before[self._closed] + self._across[:, entered], axis=0)
        kind = np.where(is_last, label, np.where(is_between, label - 3 * types - 1, 0))
        first, between = 2 * types + 1 + kind, 3 * types + 1 + kind
        transitions = np.where(is_last, self._to_last[:, kind], self._to_between[:, kind])
        goes_on = before[between, rows] + transitions[1] > before[first, rows] + transitions[0]
        within = np.where(goes_on, between, first)
        return np.where(is_last | is_between, within, across)


class Chunker:
    """Chunks sentences; holds the weights, ready for look-up, and what it knows of words seen."""

    def __init__(self, model: ChunkModel):
        self.model = model
        self._scorer = model.scorer()
        self._vocabulary = Vocabulary(model.featurizer(), self._scorer.precompute, _KNOWN)
        self._decoder = JointDecoder(len(model.types), model.encodings, model.transitions)

    def __reduce__(self) -> tuple[type, tuple[ChunkModel]]:
        # A copy makes its look-up tables anew; they are many times the size of the model.
        return type(self), (self.model,)

    def __call__(
        self, words: Sequence[str], tags: Sequence[str], lengths: Ints, regions: Ints | None = None
    ) -> Chunks:
        """Chunk sentences that lie one after the other.

        Args:
            words: all N words, none of them empty; the features ``tags`` do not read them.
            tags: the part of speech of each.
            lengths: (C,) int64, words of each sentence, at least 1; they add up.
            regions: (N,) int64, the regions of columns, -1 where there is none; None stands for
                none anywhere. Read by models with columns only.
        """
        if regions is None:
            regions = np.full(len(words), NO_REGION)
        pairs = written(words, tags, self.model.features)
        labels = np.zeros(len(words), dtype=np.int64)
        for part, sentences in token_batches(lengths, _TOKENS):
            labels[part] = self._label(pairs[part], regions[part], lengths[sentences])
        return chunks_from_labels(labels)

    def _label(self, pairs: Sequence[str], regions: Ints, lengths: Ints) -> Ints:
        padded = Padded.of(lengths)
        hashes, known = self._vocabulary.look_up(pairs, padded)
        if self.model.columns:
            hashes["region"] = padded.spread(region_hashes(regions), PAD)
        add_context(hashes)
        return self._decoder(self._scorer.emissions(padded, hashes, known), lengths)
