"""Train the part-of-speech tagger on annotated sentences."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ..chain.crfsuite import train_crf
from ..chain.features import PAD, Padded, describe_words
from ..chain.weights import check_frequent, index_corpus, prune, side_by_side
from ..errors import InputError
from ..words.label_lexicon import MAX_LABELS, LabelLexicon, jackknifed, learn
from ..words.settings import check_share, check_whole
from ..words.tokens import layout
from . import universal
from .features import GROUPS, WordFeaturizer, add_context, guessed
from .model import TagModel

logger = logging.getLogger(__name__)


class TaggedSentence(NamedTuple):
    """A sentence with a Penn tag for each word.

    Attributes:
        words, tags: of equal number; no word is empty.
        spaces: whether white space follows each word.
        pos: universal tags, "" where there is none.
        document: the number of the document that the sentence is from.
    """

    words: Sequence[str]
    spaces: Sequence[bool]
    tags: Sequence[str]
    pos: Sequence[str]
    document: int


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of training.

    Attributes:
        cutoff: how many tokens must have a feature for it to be used.
        folds: parts of the corpus, by document, for the jackknife of the learned lexicon.
        algorithm, crf: what sklearn-crfsuite trains with; ``ap`` is the averaged perceptron of
            Collins (2002), which Roark's tagger uses.
        prune: share of the smallest weights to drop.
    """

    cutoff: int = 2
    folds: int = 10
    algorithm: str = "ap"
    crf: Mapping[str, object] = field(default_factory=lambda: {"max_iterations": 10})
    prune: float = 0.5

    def __post_init__(self) -> None:
        """Check the settings.

        Raises:
            SettingError: a setting is unknown or out of range.
        """
        check_share(self.prune)
        check_whole("cutoff", self.cutoff, 1)
        check_whole("folds", self.folds, 2)


def train(sentences: Sequence[TaggedSentence], settings: TrainingSettings) -> TagModel:
    """Train a model; equal sentences in equal order and equal settings give equal weights.

    Raises:
        InputError: there is no word, or more tags than a model holds.
        SettingError: the algorithm is unknown, or no feature is as frequent as ``cutoff`` asks for.
    """
    sentences = [sentence for sentence in sentences if sentence.words]
    words = [word for sentence in sentences for word in sentence.words]
    given_tags = [tag for sentence in sentences for tag in sentence.tags]
    pos = [tag for sentence in sentences for tag in sentence.pos]
    tags = tuple(sorted(set(given_tags)))
    if not 0 < len(tags) <= MAX_LABELS:
        raise InputError(
            f"the {len(sentences)} training sentences have {len(tags)} different tags; "
            f"give sentences with 1 to {MAX_LABELS} in token.tag_"
        )
    numbers = {tag: number for number, tag in enumerate(tags)}
    labels = np.fromiter(map(numbers.__getitem__, given_tags), np.int64, len(given_tags))
    lengths = np.array([len(sentence.words) for sentence in sentences])
    documents = np.repeat([sentence.document for sentence in sentences], lengths)

    padded = Padded.of(lengths)
    described, ids, features = describe_words(WordFeaturizer(LabelLexicon.empty()), words, padded)
    hashes = features["word"][padded.tokens]
    classes = jackknifed(hashes, labels, documents % settings.folds)
    features["class"] = guessed(padded.spread(classes, PAD), features)
    spaces = np.array([space for sentence in sentences for space in sentence.spaces], dtype=bool)
    features["layout"] = padded.spread(layout(spaces, lengths), PAD)
    add_context(features)
    indexed = index_corpus(features, padded, GROUPS, ids, described, cutoff=settings.cutoff)
    check_frequent(settings.cutoff, indexed)
    logger.info("training on %d tokens with %d tags", len(words), len(tags))
    crf = train_crf(
        *indexed.rows,
        labels,
        lengths,
        label_count=len(tags),
        algorithm=settings.algorithm,
        settings=settings.crf,
    )
    model = TagModel(
        tags,
        prune(side_by_side(indexed, [crf], [len(tags)]), [len(tags)], settings.prune),
        crf.transitions.astype(np.float32),
        learn(hashes, labels),
        universal.learn(zip(words, given_tags, pos, strict=True), tags),
    )
    # What is used is what is stored, so that a fitted and a loaded model agree.
    return TagModel.from_bytes(model.to_bytes())
