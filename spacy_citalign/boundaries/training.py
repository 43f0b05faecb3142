"""Train a boundary model: logistic regression over the gaps at which a sentence may begin.

It learns from copies of the texts in other layouts and citation styles, too. Treebanks have a
paragraph on a line and cite in one or two ways; texts of users have lines of fixed width, line
breaks for empty lines, and marks of citation before, after or upon the full stop.
"""

import logging
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix, hstack

from ..chain.features import Padded, WordFeatures
from ..chain.weights import (
    BAG_STARTS,
    GroupIndex,
    Indexed,
    SparseWeights,
    check_frequent,
    index_corpus,
)
from ..errors import InputError
from ..words.arrays import Bools
from ..words.settings import check_range, check_share, check_whole
from .chunks import PADDING, ChunkTable
from .features import ABBREVIATIONS, KIND_OF, place_keys
from .layout import Layout, split_texts
from .model import BoundaryModel, Gaps

_UNIT = re.compile(r"\S+")
_CITED = re.compile(r"\s?\[(\d[\d,\u2013-]*)\]\.(?=\s)")
_STYLES = (".{}", ".[{}]", ". [{}]", ".({})")
_ABBREVIATED = re.compile(r"(?<![^\W_])[^\W\d_](?:[^\W\d_.]|\.(?=[^\W\d_]))*(?=\.)")
_OTHERS = {kind: [w for w in words if w != "al"] for kind, words in ABBREVIATIONS.items()}
_WIDTHS = (50, 110)
_RAGGED = 0.1
_RENAMED = 0.3

_Edit = tuple[int, int, str]
"""Half-open characters and what is put in their place."""


class SegmentedText(NamedTuple):
    """A text and the characters at which its sentences begin, ascending."""

    text: str
    starts: Sequence[int]


def restyled(segmented: SegmentedText, rng: Random) -> SegmentedText:
    """Return a copy with other line breaks, marks of citation, and abbreviations of equal kind.

    In half of the copies lines have a width, in the others they break anywhere; in half of each
    no empty lines are left.
    """
    edits = [*_marks(segmented, rng), *_abbreviations(segmented.text, rng)]
    segmented = _edited(segmented, sorted(edits))
    units = [(match.start(), match.end()) for match in _UNIT.finditer(segmented.text)]
    if not units:
        return segmented
    width = rng.randrange(*_WIDTHS) if rng.random() < 0.5 else None
    empty = "\n" if rng.random() < 0.5 else "\n\n"
    parts = [segmented.text[slice(*units[0])]]
    moved = [0]  # where each unit begins in the copy
    size = line = len(parts[0])
    for (_, before), (start, end) in pairwise(units):
        gap = segmented.text[before:start]
        if "\n" in gap:
            gap = empty
        elif rng.random() < _RAGGED if width is None else line + len(gap) + end - start > width:
            gap = "\n"
        parts += [gap, segmented.text[start:end]]
        moved.append(size + len(gap))
        size += len(gap) + end - start
        line = end - start if "\n" in gap else line + len(gap) + end - start
    begins = [start for start, _ in units]
    numbers = [max(bisect_right(begins, start) - 1, 0) for start in segmented.starts]
    starts = [
        moved[n] + max(at - begins[n], 0) for n, at in zip(numbers, segmented.starts, strict=True)
    ]
    return SegmentedText("".join(parts), starts)


def _marks(segmented: SegmentedText, rng: Random) -> Iterator[_Edit]:
    """Write half of the marks that end a sentence, "as shown [12].", in another style."""
    starts = frozenset(segmented.starts)
    for match in _CITED.finditer(segmented.text):
        following = _UNIT.search(segmented.text, match.end())
        if following is not None and following.start() in starts and rng.random() < 0.5:
            yield *match.span(), rng.choice(_STYLES).format(match[1])


def _abbreviations(text: str, rng: Random) -> Iterator[_Edit]:
    """Write others of their kind for some abbreviations, so that the kind is learned of."""
    for match in _ABBREVIATED.finditer(text):
        word = match[0]
        kind = KIND_OF.get(word.lower())
        if kind is not None and word != "al" and rng.random() < _RENAMED:
            other = rng.choice(_OTHERS[kind])
            yield *match.span(), other.capitalize() if word[0].isupper() else other


def _edited(segmented: SegmentedText, edits: Iterable[_Edit]) -> SegmentedText:
    """Return the text with ascending edits made, its starts moved along."""
    parts: list[str] = []
    ends, shifts = [0], [0]
    for start, end, text in edits:
        parts += [segmented.text[ends[-1] : start], text]
        shifts.append(shifts[-1] + len(text) - (end - start))
        ends.append(end)
    text = "".join([*parts, segmented.text[ends[-1] :]])
    starts = [start + shifts[bisect_right(ends, start) - 1] for start in segmented.starts]
    return SegmentedText(text, starts)


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
    gaps = see(texts)
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


def see(texts: Sequence[SegmentedText]) -> _Seen:
    """Return the gaps of texts at which a sentence may begin."""
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
    gold = [
        first + (match.start() if (match := _NOT_WHITE.search(segmented.text, start)) else start)
        for segmented, first in zip(texts, firsts.tolist(), strict=True)
        for start in segmented.starts
    ]
    return np.isin((starts[gaps.chunks] + table.units["offset"][gaps.rows])[gaps.candidates], gold)


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
