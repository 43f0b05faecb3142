"""Sets of mentions out of several models (Hsu et al. 2008, section 2.3), and their confidence.

``strategies`` gives them names; ``calibration`` makes confidences of posteriors under the models'
mean potentials (models of the same text agree more than independent ones would).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.inference import viterbi
from ..chain.joint import JointModel
from ..chain.lattice import Lattice
from ..chain.nbest import NBest, n_best
from ..chain.spans import TokenSpans, spans_from_tags, spans_from_triples


class Solutions(NamedTuple):
    """The spans that a strategy chose, and those that it passed over.

    Attributes:
        chosen: the spans of the mentions.
        others: spans in the solutions that were not chosen (``n_best`` only).
    """

    chosen: TokenSpans
    others: TokenSpans | None = None


def decode_sum(joint: JointModel, lattice: Lattice) -> Solutions:
    """Take the best path of the joint model."""
    tags = joint.tags(viterbi(lattice).labels)
    return Solutions(spans_from_tags(tags, lattice.lengths - joint.delay))


def decode_sets(best_spans: Sequence[TokenSpans], *, union: bool) -> Solutions:
    """Take the mentions that any (``union``) or every model's best path has."""
    sets = [set(spans.triples()) for spans in best_spans]
    kept = set.union(*sets) if union else set.intersection(*sets)
    return Solutions(spans_from_triples(sorted(kept)))


def decode_n_best(
    models: Sequence[JointModel], lattices: Sequence[Lattice], n: int, *, keep_others: bool
) -> Solutions:
    """Take the common solution of all n-best lists with the least summed score.

    The score of a solution is its negative log-potential, as Mallet's (section 2.3). Where the
    lists share none, the last model's best solution is taken (section 3.4).
    """
    lengths = lattices[-1].lengths - models[-1].delay
    lists = [n_best(lattice, n) for lattice in lattices]
    solutions = [
        _mask(model.tags(paths.labels), lengths) for model, paths in zip(models, lists, strict=True)
    ]
    last = solutions[-1]
    total = lists[-1].scores.copy()
    partners = []
    for tags, paths in zip(solutions[:-1], lists[:-1], strict=True):
        same = np.all(last[:, :, None] == tags[:, None], axis=-1)
        scores = np.where(same, paths.scores[:, None, :], -np.inf)
        partners.append(np.where(same.any(axis=2), scores.argmax(axis=2), -1))
        total = total + scores.max(axis=2)
    common = np.isfinite(total).any(axis=1)
    best = np.where(common, np.argmax(total, axis=1), 0)
    rows = np.arange(len(last))
    chosen = spans_from_tags(last[rows, best], lengths)
    if not keep_others:
        return Solutions(chosen)
    taken = [*(np.where(common, p[rows, best], -1) for p in partners), best]
    others = {
        span
        for tags, paths, skip in zip(solutions, lists, taken, strict=True)
        for span in listed_spans(tags, paths, lengths, skip)
    }
    return Solutions(chosen, spans_from_triples(sorted(others)))


def _mask(tags: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Set tags beyond a sequence's end to one value, so that solutions compare equal."""
    return np.where(np.arange(tags.shape[-1]) < lengths[:, None, None], tags, -1)


def listed_spans(
    tags: NDArray[np.int64],
    paths: NBest,
    lengths: NDArray[np.int64],
    skip: NDArray[np.int64] | None = None,
) -> set[tuple[int, int, int]]:
    """Return (row, start, end) of the mentions in a model's n-best solutions.

    Args:
        tags: (B, n, T), the solutions.
        paths: the n best paths that they were read from.
        lengths: (B,), tokens of each sentence.
        skip: (B,), a solution of each sentence to leave out, -1 for none.
    """
    kept = np.isfinite(paths.scores)
    if skip is not None:
        kept &= np.arange(tags.shape[1]) != skip[:, None]
    row, rank = np.nonzero(kept)
    spans = spans_from_tags(tags[row, rank], lengths[row])
    return set(spans._replace(rows=row[spans.rows]).triples())
