"""Train a boundary model: logistic regression over the gaps at which a sentence may begin."""

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix, hstack

from ..chain.features import Padded
from ..chain.indexing import BAG_STARTS, GroupIndex, Indexed, check_frequent, index_corpus
from ..chain.vocabulary import WordFeatures
from ..chain.weights import SparseWeights
from ..errors import InputError
from ..words.arrays import Bools
from ..words.settings import check_range, check_share, check_whole
from .chunks import PADDING, ChunkTable
from .copies import SegmentedText, restyled
from .features import place_keys
from .gaps import Gaps
from .layout import Layout, split_texts
from .model import BoundaryModel

logger = logging.getLogger(__name__)
_TOLERANCE = 1e-5
_MAX_STEPS = 2000
_NOT_WHITE = re.compile(r"\S")


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of training.

    Attributes:
        cutoff: how many gaps, those of copies too, must have a feature for it to be used.
        strength: inverse of the L2 penalty; more fits the training texts closer.
        copies: how many copies in other layouts are trained on beside each text.
        prune: share of the smallest weights to drop.
        seed: of the copies.
    """

    cutoff: int = 4
    strength: float = 1.0
    copies: int = 1
    prune: float = 0.75
    seed: int = 0

    def __post_init__(self) -> None:
        """Check the settings.

        Raises:
            SettingError: a setting is unknown or out of range.
        """
        check_share(self.prune)
        check_whole("cutoff", self.cutoff, 1)
        check_range("strength", self.strength, 0, above=True)
        check_whole("copies", self.copies, 0)


def train(texts: Sequence[SegmentedText], settings: TrainingSettings) -> BoundaryModel:
    """Train a model; equal texts in equal order and equal settings give equal weights.

    Raises:
        InputError: at no gap, or at every one, a sentence begins.
        SettingError: no feature is as frequent as ``cutoff`` asks for.
    """
    rng = Random(settings.seed)  # noqa: S311 - no secret
    texts = [
        *texts,
        *(restyled(segmented, rng) for _ in range(settings.copies) for segmented in texts),
    ]
    gaps = _see(texts)
    begun = int(gaps.begins.sum())
    if not 0 < begun < len(gaps.begins):
        raise InputError(
            f"of {len(gaps.begins)} gaps of the {len(texts)} training texts at which a sentence "
            f"may begin, {begun} begin one; give texts that have gaps of both kinds"
        )
    indexed = [_number(bag, settings.cutoff) for bag in (gaps.alone, gaps.pairs)]
    check_frequent(settings.cutoff, *indexed)
    logger.info("training on %d gaps", len(gaps.begins))
    model = _fit(indexed, gaps.begins, settings.strength).pruned(settings.prune)
    # What is used is what is stored, so that a fitted and a loaded model agree.
    return BoundaryModel.from_bytes(model.to_bytes())


class _Seen(NamedTuple):
    """The features of M gaps, gap after gap, and at which a sentence begins."""

    alone: WordFeatures
    pairs: WordFeatures
    begins: Bools


def _see(texts: Sequence[SegmentedText]) -> _Seen:
    layout = split_texts([segmented.text for segmented in texts])
    if not layout.chunks:
        none = np.zeros(0, dtype=np.int64)
        empty = WordFeatures({}, none, none.astype(np.uint64))
        return _Seen(empty, empty, none.astype(bool))
    table = ChunkTable(lambda bags: bags)
    gaps = Gaps.of(table.of_strings(layout.chunks), layout.breaks, table)
    bags = place_keys(table.units["precomputed"][gaps.near])  # (M, places, BAG_SIZE)
    inside = gaps.near != PADDING
    alone = WordFeatures({}, inside.sum(axis=1) * bags.shape[-1], bags[inside].ravel())
    keys = gaps.pairs(table)
    pairs = WordFeatures({}, np.full(len(keys), keys.shape[1]), keys.ravel())
    return _Seen(alone, pairs, _begun(texts, layout, gaps, table))


def _number(bag: WordFeatures, cutoff: int) -> Indexed:
    gaps = np.arange(len(bag.bag_sizes))
    return index_corpus({}, Padded.of([len(gaps)]), [], gaps, bag, cutoff=cutoff)


def _begun(texts: Sequence[SegmentedText], layout: Layout, gaps: Gaps, table: ChunkTable) -> Bools:
    """Tell at which gaps a sentence begins: (M,) bool."""
    # Characters of all texts in a row, with one between texts.
    sizes = np.array([len(segmented.text) + 1 for segmented in texts])
    firsts = np.cumsum(sizes) - sizes
    starts = layout.starts + np.repeat(firsts, layout.lengths)
    units = starts[gaps.chunks] + table.units["offset"][gaps.rows]
    gold = [
        first + (match.start() if (match := _NOT_WHITE.search(segmented.text, start)) else start)
        for segmented, first in zip(texts, firsts.tolist(), strict=True)
        for start in segmented.starts
    ]
    return np.isin(units[gaps.candidates], gold)


def _fit(indexed: Sequence[Indexed], begins: Bools, strength: float) -> BoundaryModel:
    from sklearn.linear_model import LogisticRegression

    keys = [bag.groups[0].keys for bag in indexed]
    gaps = [
        csr_matrix(
            (np.ones(len(bag.attributes)), bag.attributes, bag.indptr),
            shape=(len(begins), len(bag_keys)),
        )
        for bag, bag_keys in zip(indexed, keys, strict=True)
    ]
    regression = LogisticRegression(C=strength, tol=_TOLERANCE, max_iter=_MAX_STEPS)
    regression.fit(hstack(gaps, format="csr"), begins)
    values = np.split(regression.coef_[0].astype(np.float32), [len(keys[0])])
    alone, pairs = (
        SparseWeights(
            GroupIndex(BAG_STARTS, k),
            np.arange(len(k), dtype=np.int32),
            np.zeros(len(k), np.int32),
            v,
        )
        for k, v in zip(keys, values, strict=True)
    )
    return BoundaryModel(alone, pairs, float(regression.intercept_[0]))
