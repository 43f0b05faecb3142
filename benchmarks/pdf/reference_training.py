"""Train the reader of references on texts whose parts are told."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from spacy_citalign.chain.crfsuite import train_crf
from spacy_citalign.chain.features import Padded, describe_words
from spacy_citalign.chain.weights import check_frequent, index_corpus, prune, side_by_side
from spacy_citalign.citations.references.features import GROUPS, WordFeaturizer, add_context
from spacy_citalign.citations.references.reader import LABELS, FieldModel
from spacy_citalign.errors import InputError
from spacy_citalign.words.arrays import Ints
from spacy_citalign.words.settings import check_share, check_whole
from spacy_citalign.words.tokens import Tokens, split_fine

from .reference_styles import Piece

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of training.

    Attributes:
        cutoff: how many tokens must have a feature for it to be used.
        algorithm, crf: what sklearn-crfsuite trains with.
        prune: share of the smallest weights to drop.
    """

    cutoff: int = 3
    algorithm: str = "ap"
    crf: Mapping[str, object] = field(default_factory=lambda: {"max_iterations": 8})
    prune: float = 0.6

    def __post_init__(self) -> None:
        """Check the settings.

        Raises:
            SettingError: a setting is unknown or out of range.
        """
        check_share(self.prune)
        check_whole("cutoff", self.cutoff, 1)


def labels_of(references: Sequence[Sequence[Piece]], tokens: Tokens) -> Ints:
    """Return the label of each token: that of the piece that it begins in: (N,) int64."""
    numbers = {label: number for number, label in enumerate(LABELS)}
    labels = np.zeros(len(tokens.words), np.int64)
    ends = np.cumsum(tokens.lengths)
    for pieces, first, last in zip(references, ends - tokens.lengths, ends, strict=True):
        bounds = np.cumsum([len(text) for text, _ in pieces])
        of_pieces = np.array([numbers[part] for _, part in pieces], np.int64)
        at = np.searchsorted(bounds, tokens.starts[first:last], side="right")
        labels[first:last] = of_pieces[at]
    return labels


def train(references: Sequence[Sequence[Piece]], settings: TrainingSettings) -> FieldModel:
    """Train a model; equal references in equal order and equal settings give equal weights.

    Args:
        references: each as pieces of text with the part that each is, one of ``LABELS``.
        settings: of training.

    Raises:
        InputError: there is no word.
        SettingError: the algorithm is unknown, or no feature is as frequent as ``cutoff`` asks for.
    """
    references = [pieces for pieces in references if any(text.strip() for text, _ in pieces)]
    if not references:
        raise InputError("there is no reference to train on; give some")
    texts = ["".join(text for text, _ in pieces) for pieces in references]
    tokens = split_fine(texts)
    padded = Padded.of(tokens.lengths)
    described, ids, hashes = describe_words(WordFeaturizer(), tokens.words, padded)
    add_context(hashes, tokens, padded)
    indexed = index_corpus(hashes, padded, GROUPS, ids, described, cutoff=settings.cutoff)
    check_frequent(settings.cutoff, indexed)
    logger.info("training on %d references of %d tokens", len(texts), len(tokens.words))
    crf = train_crf(
        *indexed.rows,
        labels_of(references, tokens),
        tokens.lengths,
        label_count=len(LABELS),
        algorithm=settings.algorithm,
        settings=settings.crf,
    )
    weights = side_by_side(indexed, [crf], [len(LABELS)])
    model = FieldModel(
        prune(weights, [len(LABELS)], settings.prune), crf.transitions.astype(np.float32)
    )
    # What is used is what is stored, so that a fitted and a loaded model agree.
    return FieldModel.from_bytes(model.to_bytes())
