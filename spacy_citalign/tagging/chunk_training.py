"""Train the base phrase chunker on sentences with phrases."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.crfsuite import ALGORITHMS, CRFWeights, train_crf
from ..chain.features import PAD, Padded
from ..chain.indexing import Indexed, index_corpus
from ..chain.vocabulary import with_padding
from ..chain.weights import check_share, side_by_side
from ..errors import InputError, SettingError
from .chunk_features import (
    FEATURES,
    PairDescriber,
    add_context,
    describe_tags,
    feature_groups,
    guessed,
    region_column,
    written,
)
from .chunk_labels import ENCODINGS, Chunks, joint_labels, label_count, projection
from .chunk_model import MOST_TYPES, ChunkModel, prune
from .lexicon import TagLexicon, jackknifed, learn

_CHOICES = [own for size in (1, 2) for own in permutations(ENCODINGS, size)]
_UNSEEN = -1e4  # log-potential that no path through a label can make up for
logger = logging.getLogger(__name__)


class PhrasedSentence(NamedTuple):
    """A sentence with its base phrases.

    Attributes:
        words, tags: of equal number; no word is empty.
        phrases: (type, first word, word after the last) of each, none in another.
        document: the number of the document that the sentence is from.
        regions: the region of columns that each word is in, -1 for none; None if there are none.
    """

    words: Sequence[str]
    tags: Sequence[str]
    phrases: Sequence[tuple[str, int, int]]
    document: int
    regions: Sequence[int] | None = None


@dataclass(frozen=True)
class ChunkTrainingSettings:
    """How to train.

    Attributes:
        features: the set of features: ``words``, or ``tags`` for the paper's.
        columns: whether regions of columns are features too.
        encodings: of ``ENCODINGS``; a CRF is trained for each. The paper has ``iob2`` alone.
        cutoff: how many words must have a feature for it to be used.
        folds: parts of the corpus, by document, for the jackknife of the learned lexicon.
        algorithm, crf: what sklearn-crfsuite trains with; ``ap`` is the averaged perceptron of
            the paper.
        prune: share of the smallest weights to drop.
    """

    features: str = "words"
    columns: bool = False
    encodings: tuple[str, ...] = ENCODINGS
    cutoff: int = 2
    folds: int = 10
    algorithm: str = "lbfgs"
    crf: Mapping[str, object] = field(default_factory=lambda: {"c2": 0.4, "max_iterations": 80})
    prune: float = 0.7

    def check(self) -> None:
        """Raise SettingError where a setting is unknown or out of range."""
        check_share(self.prune)
        for name, choices in (("features", FEATURES), ("algorithm", ALGORITHMS)):
            if getattr(self, name) not in choices:
                raise SettingError(
                    f"{name} is {getattr(self, name)!r}; choose from {', '.join(choices)}"
                )
        if not isinstance(self.columns, bool):
            raise SettingError(f"columns is {self.columns!r}; give true or false")
        if not isinstance(self.crf, Mapping):
            raise SettingError(f"crf is {self.crf!r}; give names with values, such as c2 = 0.4")
        if self.encodings not in _CHOICES:
            given = list(self.encodings) if isinstance(self.encodings, tuple) else self.encodings
            raise SettingError(
                f"encodings is {given!r}; give one or both of {', '.join(ENCODINGS)}, in a list"
            )
        for name, least in (("cutoff", 1), ("folds", 2)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise SettingError(f"{name} is {value!r}; give a whole number from {least} on")


def train(sentences: Sequence[PhrasedSentence], settings: ChunkTrainingSettings) -> ChunkModel:
    """Train a model; equal sentences in equal order and equal settings give equal weights.

    Raises:
        InputError: there is no phrase, more types than a model holds, phrases overlap or lie
            beyond their sentence, or columns are wanted but not known.
        SettingError: a setting is unknown or out of range.
    """
    settings.check()
    sentences = [sentence for sentence in sentences if sentence.words]
    types = _types(sentences)
    joint = _labels(sentences, types)
    lengths = np.array([len(sentence.words) for sentence in sentences])
    indexed, lexicon = _indexed(sentences, joint, lengths, len(types), settings)
    if not len(indexed.attributes):
        raise SettingError(
            f"cutoff is {settings.cutoff}, but no feature is that frequent; lower it"
        )
    size = label_count(len(types))
    fitted = []
    for encoding in settings.encodings:
        logger.info("training on %d words, %d types, %s", len(joint), len(types), encoding)
        fitted.append(
            train_crf(
                indexed.indptr,
                indexed.attributes,
                projection(len(types), encoding)[joint],
                lengths,
                label_count=size,
                algorithm=settings.algorithm,
                settings=settings.crf,
            )
        )
    model = ChunkModel(
        types,
        settings.encodings,
        settings.features,
        settings.columns,
        side_by_side(indexed, fitted, [size] * len(fitted)),
        _transitions(fitted, joint, len(types), settings.encodings),
        lexicon,
    )
    # What is used is what is stored, so that a fitted and a loaded model agree.
    return ChunkModel.from_bytes(prune(model, settings.prune).to_bytes())


def _transitions(
    fitted: Sequence[CRFWeights],
    joint: NDArray[np.int64],
    types: int,
    encodings: Sequence[str],
) -> NDArray[np.float32]:
    """Return the transitions of the CRFs: (E, L, L).

    Inside of a type that had one word always is a label that the CRFs have never seen. It has no
    weights, which would make it better than what they hold unlikely.
    """
    moves = np.stack([crf.transitions for crf in fitted]).astype(np.float32)
    for own, encoding in zip(moves, encodings, strict=True):
        seen = np.unique(projection(types, encoding)[joint])
        unseen = np.setdiff1d(np.arange(len(own)), seen)
        own[unseen] = own[:, unseen] = _UNSEEN
    return moves


def _types(sentences: Sequence[PhrasedSentence]) -> tuple[str, ...]:
    """Return the types of the phrases, sorted."""
    types = tuple(sorted({kind for own in sentences for kind, _, _ in own.phrases}))
    if not 0 < len(types) <= MOST_TYPES or not all(types):
        raise InputError(
            f"the {len(sentences)} training sentences have phrases of {len(types)} types "
            f"{', '.join(map(repr, types[:8]))}; give 1 to {MOST_TYPES} types, all with names"
        )
    return types


def _labels(sentences: Sequence[PhrasedSentence], types: Sequence[str]) -> NDArray[np.int64]:
    """Return the joint labels of all words."""
    numbers = {kind: number for number, kind in enumerate(types)}
    rows = []
    before = 0
    for own in sentences:
        end = 0
        for kind, start, stop in sorted(own.phrases, key=lambda phrase: phrase[1:]):
            if not end <= start < stop <= len(own.words):
                raise InputError(
                    f"phrase {(kind, start, stop)} of a sentence of {len(own.words)} words is "
                    "empty, beyond it, or overlaps another; give disjoint phrases"
                )
            rows.append((before + start, before + stop, numbers[kind]))
            end = stop
        before += len(own.words)
    return joint_labels(Chunks(*np.array(rows, dtype=np.int64).reshape(-1, 3).T), before)


def _indexed(
    sentences: Sequence[PhrasedSentence],
    joint: NDArray[np.int64],
    lengths: NDArray[np.int64],
    types: int,
    settings: ChunkTrainingSettings,
) -> tuple[Indexed, TagLexicon]:
    """Number the features of all words, and learn which labels words take."""
    words = [word for own in sentences for word in own.words]
    tags = [tag for own in sentences for tag in own.tags]
    pairs = written(words, tags, settings.features)
    numbers = {pair: number for number, pair in enumerate(dict.fromkeys(pairs), start=1)}
    ids = np.fromiter(map(numbers.__getitem__, pairs), np.int64, len(pairs))
    lexicon = TagLexicon.empty()
    with_words = settings.features == "words"
    describe = PairDescriber(lexicon) if with_words else describe_tags
    described = with_padding(describe(list(numbers)))
    own = {name: values[ids] for name, values in described.columns.items()}
    if with_words:
        labels = projection(types, "iob2")[joint]
        documents = np.repeat([sentence.document for sentence in sentences], lengths)
        classes = jackknifed(own["pair"], labels, documents % settings.folds)
        own["class"] = guessed(classes, own)
        lexicon = learn(own["pair"], labels)
    if settings.columns:
        own["region"] = region_column(_regions(sentences))
    padded = Padded.of(lengths)
    columns = {name: padded.spread(values, PAD) for name, values in own.items()}
    add_context(columns)
    groups = feature_groups(settings.features, settings.columns)
    return (
        index_corpus(columns, padded, groups, ids, described, cutoff=settings.cutoff),
        lexicon,
    )


def _regions(sentences: Sequence[PhrasedSentence]) -> NDArray[np.int64]:
    """Return the regions of all words.

    Raises:
        InputError: a sentence has none, or not as many as words.
    """
    for own in sentences:
        if own.regions is None or len(own.regions) != len(own.words):
            raise InputError(
                f"columns are to be features, but a sentence of {len(own.words)} words has "
                f"regions {own.regions}; give one a word, -1 for none"
            )
    return np.array([region for own in sentences for region in own.regions or ()], dtype=np.int64)
