"""Align a group by either method, with the accuracy to be expected.

``method="units"`` is ours (``unit_aligner``). ``method="schwartz"`` is Schwartz, Divoli & Hearst
(2007), section 3.2: directional posteriors (eq. 4), the sets of words of highest expected utility
(eq. 8-10), equivalence closure.
"""

from collections import Counter
from typing import Any, cast

import numpy as np
from scipy import sparse

from ..errors import InputError, SettingError
from ..memory import MEGABYTE, check_memory
from ..words.arrays import Ints
from .alignment import Alignment
from .closure import Merges, average_link, equivalence_closure
from .group import Group
from .large_groups import align_large
from .model import AlignmentModel, SchwartzModel
from .paper.crf import directional_posteriors
from .paper.decoding import blocks, decode_sets, expected_accuracy
from .settings import FLOOR, AlignmentSettings
from .units.pair_model import most_compared
from .units.reasons import class_reasons
from .units.unit_aligner import UnitAligner, pair_bytes
from .units.word_table import word_kinds

_MAX_OF_PAPER = 20_000  # words of a group that the method of the paper aligns
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
    most, remedy = settings.max_words, "raise max_words if there is memory"
    if settings.method == "schwartz" and most > _MAX_OF_PAPER:
        most, remedy = _MAX_OF_PAPER, 'choose method = "units"'
    if len(group.words) > most:
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
    if len(group.words) <= settings.exact_words:
        return _align_units(group, model, settings)
    types, compared = cast(UnitAligner, model.units).type_similarity(group, model.resources)
    return align_large(
        group,
        types,
        compared,
        most=settings.exact_words,
        threshold=settings.lowest_merge,
        confidence=model.confidence,
    )


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
    return _alignment(
        group,
        settings,
        classes,
        sparse.csr_matrix(similarity),
        merges,
        expected_accuracy(similarity, classes, group),
        kinds=word_kinds(table),
        rarity=table.rarity[table.stem].astype(np.float64).round(2),
        confidence=model.confidence,
        reasons=tuple(class_reasons(pair_features, classes)),
    )


def _align_schwartz(group: Group, model: AlignmentModel, settings: AlignmentSettings) -> Alignment:
    crf = cast(SchwartzModel, model.schwartz)
    features = crf.features(group, model.resources)
    posteriors = directional_posteriors(crf.weights, features)
    classes = equivalence_closure(set_links(posteriors, group, settings), len(group.words))
    # The two directions, which the paper joins by a union, are joined by their geometric mean: a
    # link counts as far as both find it.
    both = posteriors.multiply(posteriors.T).sqrt().tocsr()
    expected = expected_accuracy(posteriors, classes, group)
    return _alignment(group, settings, classes, both, None, expected, posteriors=posteriors)


def _alone(group: Group, settings: AlignmentSettings) -> Alignment:
    """Return the alignment of a citance that has no other: each word a unit, aligned to nothing."""
    words = len(group.words)
    nothing = sparse.csr_matrix((words, words))
    classes = np.zeros(words, dtype=np.int64)
    if settings.method == "schwartz":
        return _alignment(group, settings, classes, nothing, None, 1.0, posteriors=nothing)
    merges = average_link(nothing, group.owners, floor=FLOOR)
    return _alignment(group, settings, classes, nothing, merges, 1.0)


def _alignment(
    group: Group,
    settings: AlignmentSettings,
    classes: Ints,
    similarity: sparse.csr_matrix,
    merges: Merges | None,
    expected_ama: float,
    **known: Any,
) -> Alignment:
    """Return the alignment of a group whose words are nodes of their own."""
    nodes, threshold = np.arange(len(group.words)), settings.lowest_merge
    about = group.owners, group.size, classes, nodes, similarity, merges, threshold, expected_ama
    return Alignment(*about, **known)


def set_links(posteriors: sparse.csr_matrix, group: Group, settings: AlignmentSettings) -> Ints:
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
