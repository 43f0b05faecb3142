"""Why two wordings of a class are taken to say the same, in words a reader understands."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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


def class_reasons(evidence: PairFeatures, classes: NDArray[np.int64]) -> list[Reason]:
    """Return the reasons for every two distinct wordings of each class.

    Args:
        evidence: on U units of the group.
        classes: (N,) int64, 0 for none.
    """
    units = evidence.units
    begins = np.full(len(units), -1)
    begins[units.occurrence[::-1]] = units.begins[::-1]
    of_units = classes[begins]
    first, second = np.nonzero(np.triu(of_units[:, None] == of_units, 1) & (of_units > 0))
    if not len(first):
        return []
    return sorted(_reasons(evidence, UnitPairs(first, second), begins))


def _reasons(evidence: PairFeatures, pairs: UnitPairs, begins: NDArray[np.int64]) -> list[Reason]:
    features = evidence.told(pairs)
    units = evidence.units
    concepts = units.table.concepts
    found = []
    for row, (one, other) in enumerate(zip(*(side.tolist() for side in pairs), strict=True)):
        told = []
        if features["same words"][row]:
            told.append("same words")
        if features["same abbreviation"][row]:
            short = concepts[units.concept[one] - 1].short
            told.append(f"abbreviation {' '.join(short).upper()}")
        entries = evidence.thesaurus.common(units.stems[one], units.stems[other])
        told += [f"thesaurus: {entry.label} ({entry.source})" for entry in entries[:2]]
        for name, key, least in (
            ("spelling", "edit similarity", _SPELLED),
            ("vectors", "cosine", _CLOSE),
            ("context", "context", _COMPANY),
        ):
            if features[key][row] >= least:
                told.append(f"{name} {features[key][row]:.2f}")
        first, second = sorted((int(begins[one]), int(begins[other])))
        found.append(Reason(first, second, tuple(told)))
    return found
