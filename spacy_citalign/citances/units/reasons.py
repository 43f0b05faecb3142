"""Reasons for which two wordings of a class are taken to say the same, in words for a reader."""

from typing import NamedTuple

import numpy as np

from ...words.arrays import Ints
from .pair_features import PairFeatures, UnitPairs

_CLOSE, _SPELLED, _COMPANY = 0.4, 0.75, 0.5  # what is worth telling


class Reason(NamedTuple):
    """Two wordings, by the first word of their first occurrences, and the evidence on them.

    Attributes:
        first, second: words of the group, first < second.
        evidence: "same words", "abbreviation HSC", "thesaurus: increase (general_acts.tsv)",
            "spelling .92", "vectors .63", "context .71"; the strongest kinds come first; none where
            only others of the class hold the two together.
    """

    first: int
    second: int
    evidence: tuple[str, ...]


def class_reasons(pair_features: PairFeatures, classes: Ints) -> list[Reason]:
    """Return the reasons for every two distinct wordings of each class.

    Args:
        pair_features: of U units of the group.
        classes: (N,) int64, 0 for none.
    """
    units = pair_features.units
    begins = np.full(len(units), -1)
    begins[units.occurrence[::-1]] = units.begins[::-1]
    of_units = classes[begins]
    pairs = UnitPairs(*np.nonzero(np.triu(of_units[:, None] == of_units, 1) & (of_units > 0)))
    if not len(pairs.first):
        return []
    features, concepts = pair_features.explain(pairs), units.table.concepts
    reasons = []
    for row, (one, other) in enumerate(zip(*(side.tolist() for side in pairs), strict=True)):
        messages = []
        if features["same words"][row]:
            messages.append("same words")
        if features["same abbreviation"][row]:
            short = concepts[units.concept[one] - 1].short
            messages.append(f"abbreviation {' '.join(short).upper()}")
        entries = units.table.thesaurus.common(units.stems[one], units.stems[other])
        messages += [f"thesaurus: {entry.label} ({entry.source})" for entry in entries[:2]]
        for name, key, least in (
            ("spelling", "edit similarity", _SPELLED),
            ("vectors", "cosine", _CLOSE),
            ("context", "context", _COMPANY),
        ):
            if features[key][row] >= least:
                messages.append(f"{name} {features[key][row]:.2f}")
        first, second = sorted((int(begins[one]), int(begins[other])))
        reasons.append(Reason(first, second, tuple(messages)))
    return sorted(reasons)
