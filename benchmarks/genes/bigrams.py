"""Tag bigrams: how well each is predicted, and what a neighbour's tag tells about a tag.

Hsu CN, Chang YM, Kuo CJ, Lin YS, Huang HS, Chung IF (2008) Integrating high dimensional
bi-directional parsing models for gene mention tagging. Bioinformatics 24(13):i286-i294, section 3.3
and Table 5.

The paper's D^F and D^B, written out, are both the mutual information of the two tags of a bigram.
Over one set of bigrams they are equal, whatever the corpus. They differ only because a forward
model sees a bigram at the head of a sentence that a backward one does not see, and the other way
round at its tail, so ``Edges`` says what stands there. The paper does not say what it took; on its
corpus D^B > D^F where the edges have a tag of their own, and D^F > D^B where they read O.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from spacy_citalign.chain.labels import BIO, OUTSIDE
from spacy_citalign.errors import InputError, SettingError

from ..bootstrap import resampled_sums
from .significance import DRAWS

BIGRAMS = tuple(first + second for first in BIO for second in BIO)
EDGE = len(BIO)  # stands for the head and the tail of a sentence
_SIZE = len(BIO) + 1

Attached = Literal["none", "head", "tail"]
"""Where an O is attached to every sentence: at its head for forward models, at its tail for
backward ones, or nowhere."""
Edges = Literal["own", "outside", "none"]
"""What stands beside the first and the last tag: a tag of its own, an O, or nothing, in which case
their bigrams with it are not counted."""
TagArrays = Sequence[NDArray[np.int64]]


class BigramTable(NamedTuple):
    """Predicted against gold tag bigrams, in the order of ``BIGRAMS``.

    Attributes:
        counts: (9, 9) int64; row: gold bigram, column: predicted one at the same place.
        recall: (9,) float64, 0 to 1; nan where gold has no such bigram.
        precision: (9,) float64; nan where none is predicted.
        f: (9,) float64; nan where there is neither.
    """

    counts: NDArray[np.int64]
    recall: NDArray[np.float64]
    precision: NDArray[np.float64]
    f: NDArray[np.float64]


class Gains(NamedTuple):
    """Information gains in nats of (..., 4, 4) counts: (...) float64; nan without bigrams.

    Attributes:
        forward: D^F, of a tag when the previous one becomes known.
        backward: D^B, of a tag when the next one becomes known.
    """

    forward: NDArray[np.float64]
    backward: NDArray[np.float64]


class GainBootstrap(NamedTuple):
    """Information gains over draws of sentences.

    Attributes:
        forward, backward: means of D^F and D^B in nats.
        difference_sd: standard deviation of D^B - D^F over the draws, in nats.
        backward_share: share of the draws in which D^B > D^F, 0 to 1.
    """

    forward: float
    backward: float
    difference_sd: float
    backward_share: float


def confusion(gold: TagArrays, predicted: TagArrays, *, attached: Attached) -> BigramTable:
    """Count predicted against gold bigrams, sentence by sentence, and rate each (Table 5).

    Args:
        gold, predicted: BIO tag numbers of each sentence, (T,) int64 with the same T in both.
        attached: where the O is attached.

    Raises:
        InputError: sentences differ in number or length, or a tag is unknown.
        SettingError: ``attached`` is unknown.
    """
    _check_choice("attached", attached, get_args(Attached))
    lengths = [[len(tags) for tags in side] for side in (gold, predicted)]
    if lengths[0] != lengths[1]:
        raise InputError(
            f"{len(gold)} gold and {len(predicted)} predicted sentences, with {sum(lengths[0])} "
            f"and {sum(lengths[1])} tags, do not match one by one; tag the same tokens in one order"
        )
    rows, columns = (_codes(side, attached) for side in (gold, predicted))
    size = len(BIGRAMS)
    counts = np.bincount(rows * size + columns, minlength=size**2).reshape(size, size)
    hits, wanted, given = np.diag(counts), counts.sum(axis=1), counts.sum(axis=0)
    with np.errstate(invalid="ignore"):  # 0 / 0 is nan, as promised
        return BigramTable(counts, hits / wanted, hits / given, 2 * hits / (wanted + given))


def bigram_counts(sentences: TagArrays) -> NDArray[np.int64]:
    """Count the bigrams of each sentence: (S, 4, 4) int64, by first and by second tag.

    The fourth "tag" is ``EDGE``: a sentence of T > 0 tags has T - 1 bigrams of tags, one of its
    head, (EDGE, tag), and one of its tail, (tag, EDGE).

    Raises:
        InputError: a tag is unknown.
    """
    pairs, numbers = _pairs(sentences)
    codes = (numbers * _SIZE + pairs[:, 0]) * _SIZE + pairs[:, 1]
    counted = np.bincount(codes, minlength=len(sentences) * _SIZE**2)
    return counted.reshape(len(sentences), _SIZE, _SIZE)


def information_gains(counts: NDArray[np.int64], *, edges: Edges = "own") -> Gains:
    """Return D^F and D^B of section 3.3 from counts of bigrams.

    Args:
        counts: (..., 4, 4), added up over the sentences of ``bigram_counts``.
        edges: what the heads count as in D^F and the tails in D^B; with "none", D^F is D^B.

    Raises:
        InputError: the tables have another shape.
        SettingError: ``edges`` is unknown.
    """
    _check_choice("edges", edges, get_args(Edges))
    _check_tables(counts)
    if edges == "none":
        gain = _gain(counts[..., :EDGE, :EDGE])
        return Gains(gain, gain)
    # D^F is of the tags that have a previous one, the edge among these; D^B is its mirror image.
    sides = [counts[..., :EDGE], counts[..., :EDGE, :].swapaxes(-1, -2)]
    if edges == "outside":
        sides = [_edge_as_outside(side) for side in sides]
    return Gains(*map(_gain, sides))


def bootstrap_gains(
    counts: NDArray[np.int64],
    *,
    edges: Edges = "own",
    size: int = 5000,
    draws: int = DRAWS,
    seed: int = 0,
) -> GainBootstrap:
    """Draw ``size`` sentences with replacement, ``draws`` times, and compare D^F with D^B.

    Args:
        counts: (S, 4, 4) int64 of ``bigram_counts``.
        edges: as for ``information_gains``.
        size, draws, seed: as for ``bootstrap.draw_weights``.

    Raises:
        InputError: there is no sentence, or the tables have another shape.
        SettingError: a setting is unknown or out of range.
    """
    _check_tables(counts)
    flat = counts.reshape(len(counts), _SIZE**2)
    sums = resampled_sums(flat, draws, size=size, drawing="units", seed=seed)
    gains = information_gains(sums.reshape(-1, _SIZE, _SIZE), edges=edges)
    difference = gains.backward - gains.forward
    return GainBootstrap(
        float(gains.forward.mean()),
        float(gains.backward.mean()),
        float(difference.std()),
        float(np.mean(difference > 0)),
    )


def _gain(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return sum_x p(x) sum_y p(y|x) log(p(y|x) / p(y)) of (..., x, y) counts, in nats."""
    given = counts.sum(axis=-1, keepdims=True)  # of x
    prior = counts.sum(axis=-2, keepdims=True)  # of y
    total = given.sum(axis=-2, keepdims=True)
    # p(y|x) / p(y) = n(x,y) n / (n(x) n(y)); what never occurs adds 0.
    ratio = np.divide(counts * total, given * prior, out=np.ones(counts.shape), where=counts > 0)
    with np.errstate(invalid="ignore"):
        return np.sum(counts * np.log(ratio), axis=(-2, -1)) / total[..., 0, 0]


def _edge_as_outside(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Add the row of the edge to that of O."""
    merged = counts[..., :EDGE, :].copy()
    merged[..., OUTSIDE, :] += counts[..., EDGE, :]
    return merged


def _codes(sentences: TagArrays, attached: Attached) -> NDArray[np.int64]:
    """Return the places in ``BIGRAMS`` of the bigrams of all sentences, one after the other."""
    pairs, _ = _pairs(sentences)
    head, tail = (pairs == EDGE).T
    kept = np.ones(len(pairs), dtype=bool)
    if attached != "head":
        kept &= ~head
    if attached != "tail":
        kept &= ~tail
    first, second = np.where(pairs == EDGE, OUTSIDE, pairs)[kept].T
    return first * len(BIO) + second


def _pairs(sentences: TagArrays) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return all (N, 2) neighbouring tags, edges included, and the (N,) numbers of the sentences.

    An empty sentence has none.
    """
    if any(np.ndim(tags) != 1 for tags in sentences):
        raise InputError("the tags of a sentence are no one-dimensional array; give a list of them")
    edge = np.array([EDGE])
    stream = np.concatenate([edge, *(part for tags in sentences for part in (tags, edge))])
    _check_tags(stream, len(sentences))
    pairs = np.stack([stream[:-1], stream[1:]], axis=1)
    numbers = np.cumsum(stream == EDGE)[:-1] - 1
    kept = (pairs != EDGE).any(axis=1)
    return pairs[kept], numbers[kept]


def _check_tags(stream: NDArray[np.int64], sentences: int) -> None:
    known = range(len(BIO))
    found = np.unique(stream) if np.issubdtype(stream.dtype, np.integer) else None
    edges = np.count_nonzero(stream == EDGE)
    if found is None or not set(found.tolist()) <= {*known, EDGE} or edges != sentences + 1:
        seen = stream.dtype if found is None else found.tolist()
        raise InputError(
            f"the tags hold other numbers than {list(known)}, for {', '.join(BIO)} ({seen}); "
            "make them with tags_from_spans"
        )


def _check_tables(counts: NDArray[np.int64]) -> None:
    if counts.shape[-2:] != (_SIZE, _SIZE):
        raise InputError(
            f"counts has shape {counts.shape}; give tables of {_SIZE} x {_SIZE} as bigram_counts "
            "returns them"
        )


def _check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise SettingError(f"{name} is {value!r}; choose from {', '.join(choices)}")
