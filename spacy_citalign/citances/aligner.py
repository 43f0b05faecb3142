"""Align a group by either method, with the accuracy to be expected.

``method="units"`` is ours (``unit_aligner``). ``method="schwartz"`` is Schwartz, Divoli & Hearst
(2007), section 3.2: directional posteriors (eq. 4), the sets of words of highest expected utility
(eq. 8-10), equivalence closure.
"""

from collections import Counter
from typing import cast

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..errors import InputError, SettingError
from ..memory import MEGABYTE, check_memory
from .alignment import Alignment
from .closure import average_link, equivalence_closure
from .decoding import blocks, decode_sets, expected_accuracy
from .group import Group
from .large_groups import align_large
from .model import AlignmentModel, SchwartzModel
from .pair_model import most_compared
from .posteriors import directional_posteriors
from .reasons import class_reasons
from .settings import FLOOR, AlignmentSettings
from .unit_aligner import UnitAligner, pair_bytes
from .word_roles import word_kinds

_MAX_OF_PAPER = 20_000  # words of a group that the method of the paper aligns
_MIN_POSTERIOR = 1e-3  # smaller posteriors are not kept
# Bytes, as they were measured: at all; of two words by the method of the paper; of two words that
# differ; of two units that are compared together; of a word of a group that is aligned in parts.
_FIXED = 60 * MEGABYTE
_A_PAIR_OF_PAPER = 80
_A_DIFFERENT_PAIR = 9
_A_COMPARED_PAIR = 1_700
_A_WORD = 10_000

_DEFAULTS = AlignmentSettings()


def align(
    group: Group, model: AlignmentModel, settings: AlignmentSettings = _DEFAULTS
) -> Alignment:
    """Align the words of a group.

    Memory is some 100 bytes for each pair of words that are alike or have a posterior above .001,
    and 16 bytes for each pair of words in the largest set of them that hangs together. By "units" a
    group of more than ``exact_words`` is aligned by the types of its words (``large_groups``).

    Raises:
        InputError: the group has more words than ``max_words``, or would need more memory than may
            be taken (``memory``).
        SettingError: the model was not trained for the method.
    """
    most = settings.max_words
    if settings.method == "schwartz":
        most = min(most, _MAX_OF_PAPER)
    if len(group.words) > most:
        remedy = "raise max_words if there is memory"
        if most < settings.max_words:
            remedy = 'choose method = "units"'
        raise InputError(
            f"a group of {group.size} citances has {len(group.words)} words, more than "
            f"{most}; split it, or {remedy}"
        )
    check_method(model, settings.method)
    check_memory(
        needed_bytes(group, settings),
        f"a group of {group.size:,} citances with {len(group.words):,} words",
    )
    if np.count_nonzero(group.lengths) < 2:
        return _alone(group, settings)
    if settings.method == "schwartz":
        return _align_schwartz(group, model, settings)
    if len(group.words) > settings.exact_words:
        return _align_types(group, model, settings)
    return _align_units(group, model, settings)


def needed_bytes(group: Group, settings: AlignmentSettings) -> float:
    """Return about how many bytes it takes to align a group, rather too many.

    Measured on groups of citing sentences, of words that are all different, and of words that are
    alike in several ways. Here those are known to be alike that are the same; ``unit_aligner`` and
    ``large_groups`` ask again when they know all pairs, before what is alike is written down.
    """
    words = len(group.words)
    if settings.method == "schwartz":
        return _FIXED + _A_PAIR_OF_PAPER * words**2
    compared = _A_COMPARED_PAIR * min(words**2 / 2, most_compared(words))
    counts = Counter(word.lower() for word in group.words)
    same = sum(count**2 for count in counts.values())
    needed = _FIXED + _A_DIFFERENT_PAIR * len(counts) ** 2
    if words <= settings.exact_words:
        return needed + max(compared, pair_bytes(words, same))
    part = min(words, max(1, settings.exact_words // 2))
    alike = min(part**2, same * part / words)
    return needed + max(compared, pair_bytes(part, alike)) + _A_WORD * words


def check_method(model: AlignmentModel, method: str) -> None:
    """Raise SettingError unless the model was trained for a method."""
    if getattr(model, method) is None:
        raise SettingError(
            f"method is {method!r}, for which this model has not been trained; choose the other "
            "one, or train it (methods in [initialize.components.citance_aligner])"
        )


def _align_units(group: Group, model: AlignmentModel, settings: AlignmentSettings) -> Alignment:
    aligner = cast(UnitAligner, model.units)
    table, similarity, forbidden, pair_features = aligner.similarity(group, model.resources)
    merges = average_link(similarity, group.owners, floor=FLOOR, forbidden=forbidden)
    classes = merges.classes(settings.lowest_merge)
    return Alignment(
        owners=group.owners,
        size=group.size,
        classes=classes,
        nodes=np.arange(len(group.words)),
        similarity=sparse.csr_matrix(similarity),
        merges=merges,
        threshold=settings.lowest_merge,
        expected_ama=expected_accuracy(similarity, classes, group),
        kinds=word_kinds(table),
        rarity=table.rarity[table.stem].astype(np.float64).round(2),
        confidence=model.confidence,
        reasons=tuple(class_reasons(pair_features, classes)),
    )


def _align_types(group: Group, model: AlignmentModel, settings: AlignmentSettings) -> Alignment:
    aligner = cast(UnitAligner, model.units)
    return align_large(
        group,
        *aligner.type_similarity(group, model.resources),
        most=settings.exact_words,
        threshold=settings.lowest_merge,
        confidence=model.confidence,
    )


def _align_schwartz(group: Group, model: AlignmentModel, settings: AlignmentSettings) -> Alignment:
    crf = cast(SchwartzModel, model.schwartz)
    features = crf.features(group, model.resources)
    posteriors = directional_posteriors(crf.weights, features, least=_MIN_POSTERIOR)
    classes = equivalence_closure(set_links(posteriors, group, settings), len(group.words))
    # The two directions, which the paper joins by a union, are joined by their geometric mean: a
    # link counts as far as both find it.
    both = posteriors.multiply(posteriors.T).sqrt().tocsr()
    return Alignment(
        owners=group.owners,
        size=group.size,
        classes=classes,
        nodes=np.arange(len(group.words)),
        similarity=both,
        merges=None,
        threshold=settings.lowest_merge,
        expected_ama=expected_accuracy(posteriors, classes, group),
        posteriors=posteriors,
    )


def _alone(group: Group, settings: AlignmentSettings) -> Alignment:
    """Return the alignment of a citance that has no other: each word a unit, aligned to nothing."""
    words = len(group.words)
    nothing = sparse.csr_matrix((words, words))
    average = settings.method == "units"
    return Alignment(
        owners=group.owners,
        size=group.size,
        classes=np.zeros(words, dtype=np.int64),
        nodes=np.arange(words),
        similarity=nothing,
        merges=average_link(nothing, group.owners, floor=FLOOR) if average else None,
        threshold=settings.lowest_merge,
        expected_ama=1.0,
        posteriors=None if average else nothing,
    )


def set_links(
    posteriors: sparse.csr_matrix, group: Group, settings: AlignmentSettings
) -> NDArray[np.int64]:
    """Return the links of eq. 8-10, source and target word: (M, 2) int64."""
    links = [np.zeros((0, 2), dtype=np.int64)]
    for start, rows in blocks(posteriors, group):
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
