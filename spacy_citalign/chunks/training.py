"""Train the base phrase chunker on sentences with phrases."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.crfsuite import ALGORITHMS, CRFWeights, train_crf
from ..chain.features import PAD, Padded, describe_words
from ..chain.weights import Indexed, check_frequent, index_corpus, prune, side_by_side
from ..errors import InputError, SettingError
from ..words.arrays import Ints
from ..words.label_lexicon import LabelLexicon, jackknifed, learn
from ..words.settings import check_choice, check_flag, check_mapping, check_share, check_whole
from .features import (
    FEATURES,
    PairFeaturizer,
    add_context,
    feature_groups,
    featurize_tags,
    guessed,
    region_hashes,
    written,
)
from .labels import ENCODINGS, Chunks, joint_labels, label_count, projection
from .model import MAX_TYPES, ChunkModel

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
class TrainingSettings:
    """The settings of training.

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

    def __post_init__(self) -> None:
        """Check the settings.

        Raises:
            SettingError: a setting is unknown or out of range.
        """
        check_share(self.prune)
        check_choice("features", self.features, FEATURES)
        check_choice("algorithm", self.algorithm, ALGORITHMS)
        check_flag("columns", self.columns)
        check_mapping("crf", self.crf, advice="give names with values, such as c2 = 0.4")
        if self.encodings not in _CHOICES:
            given = list(self.encodings) if isinstance(self.encodings, tuple) else self.encodings
            raise SettingError(
                f"encodings is {given!r}; give one or both of {', '.join(ENCODINGS)}, in a list"
            )
        check_whole("cutoff", self.cutoff, 1)
        check_whole("folds", self.folds, 2)


def train(sentences: Sequence[PhrasedSentence], settings: TrainingSettings) -> ChunkModel:
    """Train a model; equal sentences in equal order and equal settings give equal weights.

    Raises:
        InputError: there is no phrase, more types than a model holds, phrases overlap or lie
            beyond their sentence, or columns are wanted but not known.
        SettingError: no feature is as frequent as ``cutoff`` asks for.
    """
    sentences = [sentence for sentence in sentences if sentence.words]
    types = _types(sentences)
    joint = phrase_labels(sentences, types)
    lengths = np.array([len(sentence.words) for sentence in sentences])
    indexed, lexicon = _indexed(sentences, joint, lengths, len(types), settings)
    check_frequent(settings.cutoff, indexed)
    sizes = [label_count(len(types))] * len(settings.encodings)
    fitted = []
    for encoding in settings.encodings:
        logger.info("training on %d words, %d types, %s", len(joint), len(types), encoding)
        fitted.append(
            train_crf(
                *indexed.rows,
                projection(len(types), encoding)[joint],
                lengths,
                label_count=sizes[0],
                algorithm=settings.algorithm,
                settings=settings.crf,
            )
        )
    model = ChunkModel(
        types,
        settings.encodings,
        settings.features,
        settings.columns,
        prune(side_by_side(indexed, fitted, sizes), sizes, settings.prune),
        _transitions(fitted, joint, len(types), settings.encodings),
        lexicon,
    )
    # What is used is what is stored, so that a fitted and a loaded model agree.
    return ChunkModel.from_bytes(model.to_bytes())


def _transitions(
    fitted: Sequence[CRFWeights], joint: Ints, types: int, encodings: Sequence[str]
) -> NDArray[np.float32]:
    """Return the transitions of the CRFs: (E, L, L).

    Inside of a type that had one word always is a label that the CRFs have never seen. It has no
    weights, which would make it better than what they hold unlikely.
    """
    transitions = np.stack([crf.transitions for crf in fitted]).astype(np.float32)
    for of_crf, encoding in zip(transitions, encodings, strict=True):
        seen = np.unique(projection(types, encoding)[joint])
        unseen = np.setdiff1d(np.arange(len(of_crf)), seen)
        of_crf[unseen] = of_crf[:, unseen] = _UNSEEN
    return transitions


def _types(sentences: Sequence[PhrasedSentence]) -> tuple[str, ...]:
    """Return the types of the phrases, sorted."""
    types = tuple(sorted({kind for sentence in sentences for kind, _, _ in sentence.phrases}))
    if not 0 < len(types) <= MAX_TYPES or not all(types):
        raise InputError(
            f"the {len(sentences)} training sentences have phrases of {len(types)} types "
            f"{', '.join(map(repr, types[:8]))}; give 1 to {MAX_TYPES} types, all with names"
        )
    return types


def phrase_labels(sentences: Sequence[PhrasedSentence], types: Sequence[str]) -> Ints:
    """Return the joint labels of all words."""
    numbers = {kind: number for number, kind in enumerate(types)}
    rows = []
    before = 0
    for sentence in sentences:
        end = 0
        for kind, start, stop in sorted(sentence.phrases, key=lambda phrase: phrase[1:]):
            if not end <= start < stop <= len(sentence.words):
                raise InputError(
                    f"phrase {(kind, start, stop)} of a sentence of {len(sentence.words)} words is "
                    "empty, beyond it, or overlaps another; give disjoint phrases"
                )
            rows.append((before + start, before + stop, numbers[kind]))
            end = stop
        before += len(sentence.words)
    return joint_labels(Chunks(*np.array(rows, dtype=np.int64).reshape(-1, 3).T), before)


def _indexed(
    sentences: Sequence[PhrasedSentence],
    joint: Ints,
    lengths: Ints,
    types: int,
    settings: TrainingSettings,
) -> tuple[Indexed, LabelLexicon]:
    """Number the features of all words, and learn which labels words take."""
    words = [word for sentence in sentences for word in sentence.words]
    tags = [tag for sentence in sentences for tag in sentence.tags]
    pairs = written(words, tags, settings.features)
    lexicon = LabelLexicon.empty()
    with_words = settings.features == "words"
    featurize = PairFeaturizer(lexicon) if with_words else featurize_tags
    padded = Padded.of(lengths)
    described, ids, features = describe_words(featurize, pairs, padded)
    if with_words:
        hashes = features["pair"][padded.tokens]
        labels = projection(types, "iob2")[joint]
        documents = np.repeat([sentence.document for sentence in sentences], lengths)
        classes = jackknifed(hashes, labels, documents % settings.folds)
        features["class"] = guessed(padded.spread(classes, PAD), features)
        lexicon = learn(hashes, labels)
    if settings.columns:
        features["region"] = padded.spread(region_hashes(_regions(sentences)), PAD)
    add_context(features)
    groups = feature_groups(settings.features, settings.columns)
    return (
        index_corpus(features, padded, groups, ids, described, cutoff=settings.cutoff),
        lexicon,
    )


def _regions(sentences: Sequence[PhrasedSentence]) -> Ints:
    """Return the regions of all words.

    Raises:
        InputError: a sentence has none, or not as many as words.
    """
    for sentence in sentences:
        if sentence.regions is None or len(sentence.regions) != len(sentence.words):
            raise InputError(
                f"columns are to be features, but a sentence of {len(sentence.words)} words has "
                f"regions {sentence.regions}; give one a word, -1 for none"
            )
    return np.array(
        [region for sentence in sentences for region in sentence.regions or ()], dtype=np.int64
    )
