"""Sets of mentions out of several models (Hsu et al. 2008, section 2.3), and their confidence.

``strategies`` gives them names; ``calibration`` makes confidences of posteriors under the models'
mean potentials (models of the same text agree more than independent ones would).

Beside the paper's: mentions by votes, and by the mean of their exact posteriors. The product of
models (``sum``, ``n_best``) lets one model veto a mention; their mean does not.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ..chain.inference import NBest, n_best, viterbi
from ..chain.joint import JointModel, confidence
from ..chain.labels import TokenSpans, best_disjoint, spans_from_tags, spans_from_triples
from ..chain.lattice import Lattice
from ..words.arrays import Floats, Ints

Triple = tuple[int, int, int]


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


def _mask(tags: Ints, lengths: Ints) -> Ints:
    """Set tags beyond a sequence's end to one value, so that solutions compare equal."""
    return np.where(np.arange(tags.shape[-1]) < lengths[:, None, None], tags, -1)


def listed_spans(
    tags: Ints, paths: NBest, lengths: Ints, skip: Ints | None = None
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


def decode_posteriors(
    models: Sequence[JointModel], lattices: Sequence[Lattice], n: int, min_probability: float
) -> Solutions:
    """Take the disjoint spans whose posteriors exceed ``min_probability`` by the most together.

    The posterior of a span is the mean over models of the probability that exactly it is a mention.
    From .5 on that is simply all above ``min_probability``, since those of overlapping spans add up
    to 1 at most.

    Args:
        models, lattices: of each model.
        n: spans on the n best paths of any model are looked at.
        min_probability: 0 to 1.
    """
    candidates = set()
    for model, lattice in zip(models, lattices, strict=True):
        paths = n_best(lattice, n)
        tags = model.tags(paths.labels)
        candidates |= listed_spans(tags, paths, lattice.lengths - model.delay)
    spans = spans_from_triples(sorted(candidates))
    gains = mean_posteriors(models, lattices, spans) - min_probability
    return Solutions(spans.take(best_disjoint(spans, gains)))


def mean_posteriors(
    models: Sequence[JointModel], lattices: Sequence[Lattice], spans: TokenSpans
) -> Floats:
    """Return the mean over models of p(exactly this mention is there): (S,), 0..1."""
    by_model = [
        confidence(model, lattice, spans) for model, lattice in zip(models, lattices, strict=True)
    ]
    return np.asarray(np.mean(by_model, axis=0))


def decode_votes(
    best_spans: Sequence[TokenSpans],
    models: Sequence[JointModel],
    lattices: Sequence[Lattice],
    min_votes: int,
) -> Solutions:
    """Take the mentions that at least ``min_votes`` models' own best paths have.

    Of overlapping ones that with more votes is taken, then the likelier by the models' mean, then
    the longer. Where ``min_votes`` is a majority none overlap, as a path has one of them only.

    Args:
        best_spans: the mentions on the best path of each model.
        models, lattices: what tells how likely overlapping ones are.
        min_votes: 1 to the number of models.
    """
    votes = Counter(span for spans in best_spans for span in spans.triples())
    kept = sorted(span for span, count in votes.items() if count >= min_votes)
    claims = Counter(cell for span in kept for cell in _cells(span))
    disputed = [span for span in kept if any(claims[cell] > 1 for cell in _cells(span))]
    likely = dict.fromkeys(kept, 0.0)
    if disputed:
        means = mean_posteriors(models, lattices, spans_from_triples(disputed))
        likely |= zip(disputed, means.tolist(), strict=True)
    chosen: list[Triple] = []
    taken: set[tuple[int, int]] = set()
    for span in sorted(kept, key=lambda s: (-votes[s], -likely[s], s[1] - s[2], s)):
        if taken.isdisjoint(_cells(span)):
            taken.update(_cells(span))
            chosen.append(span)
    return Solutions(spans_from_triples(sorted(chosen)))


def _cells(span: Triple) -> list[tuple[int, int]]:
    row, start, end = span
    return [(row, token) for token in range(start, end)]


def count_votes(
    spans: TokenSpans, marked: Sequence[set[Triple]], mend: Callable[[Triple], Iterable[Triple]]
) -> Ints:
    """Count the models that would mark exactly each span on their own: (S,) int64.

    Args:
        spans: what was found, mended.
        marked: the mentions on the best path of each model, not mended; those that are not among
            ``spans`` as they are may be after mending.
        mend: returns what becomes of a span, nothing where it is given up.
    """
    triples = spans.triples()
    wanted = set(triples)
    mended: dict[Triple, set[Triple]] = {}
    votes: Counter[Triple] = Counter()
    for triples_of_model in marked:
        voted = triples_of_model & wanted
        for span in triples_of_model - wanted:
            if span not in mended:
                mended[span] = set(mend(span))
            voted |= mended[span]
        votes.update(voted)
    return np.array([votes[span] for span in triples], dtype=np.int64)
