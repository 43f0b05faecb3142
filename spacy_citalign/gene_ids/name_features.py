"""Features of a name alone, for each of its candidates and for none of them."""

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Bools, Floats, Ints
from ..words.data_files import read_phrases
from .mentions import BORDER_WORDS, NUMBERED, PREFIXED, SHORTENED, SPELLED, TAKEN, TRIMMED, Form
from .names import is_descriptive
from .table import DESIGNATION, FULL_NAME, SYNONYM, GeneTable, checks_of

FEATURES = {kind: tuple(names) for kind, names in read_phrases(__package__, "features.txt").items()}
NAME_FEATURES, ABSENT_FEATURES = FEATURES["names"], FEATURES["absent"]
_DISEASE = re.compile(
    r"(?:\b(?:diseases?|syndromes?|disorders?|ataxia|palsy|diabetes|epilepsy|"
    r"blindness|deafness|hypertension)|[a-z]{2}(?:(?<!apopt)(?<!mit)(?<!mei)osis|itis|a?emia|opathy|"
    r"trophy|plegia|phoria))(?:\s(?:type\s)?\w{1,3})?$",
    re.IGNORECASE,
)
_GENERIC = frozenset(BORDER_WORDS["generic"])
DISEASE_COLUMN = np.array([name == "a disease" for name in ABSENT_FEATURES])
OVERLAP = DESIGNATION + 1
"""The kind of candidates that have words in common with a name only."""


class LookedUp(NamedTuple):
    """A name that was looked up: the form that the table has, if any, and its range of pairs."""

    name: str
    form: Form | None
    place: tuple[int, int]
    is_part: bool


class Pairs(NamedTuple):
    """P candidates of names, those of a name beside each other.

    Attributes:
        owners: (P,) int64 ascending, which name it is of.
        genes: (P,) int64, places in the table.
        kinds: (P,) int64, as those of tables, or ``OVERLAP``.
        checks: (P,) uint8, as those of tables, 0 where the table does not have the pair.
        shares: (P,) float64, of the words in common.
        borrowed: (P,) bool, whether the name is that of another species' gene.
    """

    owners: Ints
    genes: Ints
    kinds: Ints
    checks: NDArray[np.uint8]
    shares: Floats
    borrowed: Bools


def name_features(
    table: GeneTable,
    wanted: Sequence[LookedUp],
    cores: Sequence[str],
    keys: Sequence[str],
    pairs: Pairs,
) -> Floats:
    """Return the features of the candidates of all names: (P, ``NAME_FEATURES``) float64."""
    owner, gene, kind, checks, shares, other = pairs
    features = np.zeros((len(owner), len(NAME_FEATURES)))
    if not len(owner):
        return features
    group = owner * len(table.species) + np.searchsorted(table.species, table.taxa[gene])
    same = np.bincount(group)[group]
    written = [lookup.name if lookup.form is None else lookup.form.written for lookup in wanted]
    alike = checks == checks_of(written)[owner]
    how = np.array([0 if lookup.form is None else lookup.form.how for lookup in wanted])[owner]
    rows = np.arange(len(owner))
    # Databases differ in what they call the full name: kinds are compared within a species.
    best, of_species = np.full(len(wanted), OVERLAP), np.full(int(group.max()) + 1, OVERLAP)
    np.minimum.at(best, owner, kind)
    np.minimum.at(of_species, group, kind)
    has_it = np.bincount(group, ~other, minlength=len(of_species)) > 0
    of_kind = best[owner] < OVERLAP
    features[rows[of_kind], best[owner][of_kind]] = 1
    features[:, 21] = kind > of_species[group]
    features[:, 22] = of_species[group] > best[owner]
    features[:, 4] = alike & (kind <= SYNONYM)
    of_form = (how > 0) & (how <= SHORTENED)
    features[rows[of_form], 4 + how[of_form]] = 1
    features[:, 23] = how == TAKEN
    features[:, 24] = how == NUMBERED
    features[:, 25] = other
    features[:, 26] = other & has_it[group]
    features[:, 10] = kind == OVERLAP
    features[:, 11] = shares
    features[:, 12] = np.log(same)
    features[:, 13] = same == 1
    features[:, 27] = np.array([_is_of_receptor(lookup) for lookup in wanted])[owner]
    of_names = np.array(
        [
            (len(key) <= 2, len(key) == 3, is_descriptive(core), lookup.is_part)
            for core, key, lookup in zip(cores, keys, wanted, strict=True)
        ]
    )[owner]
    features[:, 14:17] = of_names[:, :3]
    features[:, 17] = table.is_rna[gene]
    features[:, 18] = np.log(table.name_counts[gene] + 1.0)
    features[:, 19] = (kind == 0) & (same > 1)
    features[:, 20] = of_names[:, 3]
    return features


def _is_of_receptor(lookup: LookedUp) -> bool:
    """Return whether the form lacks the word receptor: "angiotensin" is not its receptor."""
    form = lookup.form
    return form is not None and "receptor" in lookup.name and "receptor" not in form.written


def is_disease(name: str) -> bool:
    """Return whether a name is that of a disease: "Duchenne muscular dystrophy"."""
    return _DISEASE.search(name) is not None


def absent_features(
    core: str, key: str, kinds: Ints, form: Form | None, relatives: int, members: int
) -> tuple[float, ...]:
    """Return the features of the answer that a name means none of its candidates.

    Args:
        core: the name without words at its borders.
        key: its normal form.
        kinds: (C,) int64, of its candidates.
        form: that the table has of it.
        relatives: genes whose names have all words of the name.
        members: of the first ones of a family by the name, those that the table has.
    """
    descriptive = is_descriptive(core)
    words = core.split()
    best = int(kinds.min()) if len(kinds) else OVERLAP + 1
    return (
        1.0,
        not len(kinds),
        len(key) <= 2,
        len(key) == 3,
        core.endswith("s") and core[-2:-1].isalpha(),
        descriptive,
        descriptive and not any(map(str.isdigit, core)),
        core.islower() and core.isalpha(),
        bool(words) and words[-1].lower() in _GENERIC,
        math.log(len(kinds) + 1.0),
        best == OVERLAP,
        FULL_NAME <= best <= DESIGNATION,
        form is not None and form.how == TRIMMED,
        form is not None and PREFIXED < form.how < SPELLED,
        form is not None and form.how == TAKEN,
        form is not None and form.how == NUMBERED,
        math.log(relatives + 1.0),
        math.log(members + 1.0),
        is_disease(core),
        0.0,
        0.0,
        0.0,
    )
