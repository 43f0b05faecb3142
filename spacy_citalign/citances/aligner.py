"""Align a group: posteriors of all pairs of citances, units, closure, expected accuracy.

Schwartz, Divoli & Hearst (2007), section 3.2: directional posteriors (eq. 4), the sets of words of
highest expected utility (eq. 8-10), equivalence closure. ``closure="average"`` is ours: units of
words instead of words, clustered by average link.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..errors import InputError
from .alignment import Alignment
from .closure import average_link, equivalence_closure
from .decoding import decode_sets, expected_agreement
from .group import Group
from .model import AlignmentModel
from .nodes import make_nodes, node_members, node_similarity
from .posteriors import directional_posteriors
from .settings import FLOOR, AlignmentSettings

_LEAST = 1e-3  # smaller posteriors are not kept

_DEFAULTS = AlignmentSettings()


def align(
    group: Group, model: AlignmentModel, settings: AlignmentSettings = _DEFAULTS
) -> Alignment:
    """Align the words of a group.

    Memory is some 100 bytes for each pair of words that has a posterior above .001, about 2 % of
    all pairs, and 12 bytes for each pair of units in the largest set of them that hangs together.

    Raises:
        InputError: the group has more words than ``max_words``.
    """
    if len(group.words) > settings.max_words:
        raise InputError(
            f"a group of {group.size} citances has {len(group.words)} words, more than "
            f"{settings.max_words}; split it, or raise max_words if there is memory"
        )
    if np.count_nonzero(group.lengths) < 2:
        return _alone(group, settings)
    features = model.features(group)
    posteriors = directional_posteriors(model.weights, features, least=_LEAST)
    continues = np.zeros(len(group.words), dtype=bool)
    if settings.closure == "average" and model.units is not None:
        continues = model.units(features) >= settings.unit_threshold
    nodes = make_nodes(features, continues)
    member = node_members(nodes)
    if settings.closure == "average" and model.unit_pairs is not None:
        similarity = model.unit_pairs(features, nodes, posteriors)
        belief = member @ similarity @ member.T
    else:
        similarity = node_similarity(posteriors, nodes)
        belief = (posteriors @ member) @ member.T
    merges = None
    if settings.closure == "average":
        merges = average_link(similarity, nodes.owners, floor=FLOOR)
        classes = merges.classes(settings.threshold)[nodes.of_words]
    else:
        classes = equivalence_closure(set_links(posteriors, group, settings), len(group.words))
    return Alignment(
        owners=group.owners,
        size=group.size,
        classes=classes,
        nodes=nodes.of_words,
        similarity=similarity,
        merges=merges,
        threshold=settings.threshold,
        expected_ama=expected_accuracy(belief.tocsr(), classes, group),
        posteriors=posteriors,
    )


def _alone(group: Group, settings: AlignmentSettings) -> Alignment:
    """Return the alignment of a citance that has no other: each word a unit, aligned to nothing."""
    words = len(group.words)
    nothing = sparse.csr_matrix((words, words))
    average = settings.closure == "average"
    return Alignment(
        owners=group.owners,
        size=group.size,
        classes=np.zeros(words, dtype=np.int64),
        nodes=np.arange(words),
        similarity=nothing,
        merges=average_link(nothing, group.owners, floor=FLOOR) if average else None,
        threshold=settings.threshold,
        expected_ama=1.0,
        posteriors=nothing,
    )


def set_links(
    posteriors: sparse.csr_matrix, group: Group, settings: AlignmentSettings
) -> NDArray[np.int64]:
    """Return the links of eq. 8-10, source and target word: (M, 2) int64."""
    links = [np.zeros((0, 2), dtype=np.int64)]
    for start, rows in _blocks(posteriors, group):
        chosen = decode_sets(
            rows,
            gap_factor=settings.gap_factor,
            match_factor=settings.match_factor,
            min_prob=settings.min_prob,
            max_sources=settings.max_sources,
        )
        target, source = np.nonzero(chosen)
        links.append(np.stack([source + start, target], axis=1))
    return np.concatenate(links)


def expected_accuracy(belief: sparse.csr_matrix, classes: NDArray[np.int64], group: Group) -> float:
    """Return the expected alignment metric accuracy (eq. 5 and 6) without gold, in 0..1.

    Args:
        belief: (N, N), how likely a source word (row) is aligned to a target word, as the words of
            eq. 10, independently: the probability of their units, or the posteriors with each
            word's mass put together over the node of its target.
        classes: (N,) int64, the alignment, 0 for none.
        group: the words.
    """
    words, citances = len(classes), np.count_nonzero(group.lengths)
    if citances < 2:
        return 1.0
    total = 0.0
    for start, rows in _blocks(belief, group):
        citance_classes = classes[start : start + rows.shape[1]]
        chosen = (classes[:, None] == citance_classes) & (citance_classes > 0)
        elsewhere = np.ones(words, dtype=bool)
        elsewhere[start : start + rows.shape[1]] = False
        total += float(expected_agreement(rows[elsewhere], chosen[elsewhere]).sum())
    return float(total / (words * (citances - 1)))


def _blocks(
    posteriors: sparse.csr_matrix, group: Group
) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """Yield, for each citance with words, its first word and the (N, n) posteriors of its words."""
    for start, length in zip(group.starts.tolist(), group.lengths.tolist(), strict=True):
        if length:
            rows = posteriors[start : start + length].toarray().T.astype(np.float64)
            yield start, np.minimum(rows, 1.0)
