"""What each family of evidence on pairs of units is worth, by cross-validation.

The columns of a family are 0 in training and in test. The rest stays as it is: units are cut with
all that is known of words, and clusters of opposites and of other numbers never meet.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from spacy_citalign.citances.knowledge.resources import Resources
from spacy_citalign.citances.scoring import score_groups
from spacy_citalign.citances.units.pair_features import PairFeatures, UnitPairs

from ..recording import Table
from .crossvalidation import held_out, kinds_of, words_of
from .data import Case
from .systems import SCORES, score_cells

# The first column of each family, in the order of the evidence; a family ends where another begins.
FIRST = {
    "words": "same",
    "spelling": "edit similarity",
    "numbers": "other number",
    "vectors": "cosine",
    "thesaurus": "thesaurus same",
    "abbreviations": "same abbreviation",
    "genes, terms, tags": "both genes",
    "counts, context": "least citances",
}


def families() -> dict[str, slice]:
    """The columns of each family.

    >>> families()["numbers"]
    slice(16, 19, None)
    """
    names = PairFeatures.names()
    ends = [*(names.index(name) for name in FIRST.values()), len(names)]
    return {name: slice(*part) for name, part in zip(FIRST, pairwise(ends), strict=True)}


@contextmanager
def without(columns: slice) -> Iterator[None]:
    """Set columns of all evidence to 0."""
    whole = PairFeatures.features

    def features(pair_features: PairFeatures, pairs: UnitPairs) -> NDArray[np.float32]:
        rows = whole(pair_features, pairs)
        rows[:, columns] = 0
        return rows

    with patch.object(PairFeatures, "features", features):
        yield


def ablation(cases: Sequence[Case], known: Resources) -> list[Table]:
    """Score the whole, and it without each family."""
    rows: dict[str, list[list[str]]] = {}
    base: dict[str, float] = {}
    for name, columns in {"all": slice(0, 0), **families()}.items():
        with without(columns):
            held = held_out(cases, known)
        for title, part in kinds_of(held):
            words = words_of(part)
            f = score_groups(words).f
            change = f - base.setdefault(title, f)
            label = name if name == "all" else f"without {name}"
            cells = [label, *score_cells(words), f"{change:+.3f}"]
            rows.setdefault(title, []).append(cells)
        print(f"{name}: done", flush=True)
    columns_ = ["evidence", *SCORES, "change of F"]
    return [Table(title, columns_, own) for title, own in rows.items()]
