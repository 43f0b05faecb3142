"""Evidence of a text for the species of its mentions: words for species around them."""

import re
from collections.abc import Sequence

import numpy as np

from ..words.arrays import Floats, Ints
from .candidates import Candidates
from .name_features import FEATURES
from .species import SpeciesMention

SPECIES_FEATURES = FEATURES["species"]  # those of kinds of species are of species without a table
_CASES = ("human", "mouse", "zebrafish", "fly")
_TAXA = (9606, 10090, 7955, 7227)
_PLAIN_SPECIES = 16  # features before those of how names are written
_KIND, _KINDS = 52, 4  # where features of kinds of species begin, and how many kinds there are
_RAT = 10116
_VERTEBRATES = frozenset(
    (8022, 8090, 8355, 9031, 9534, 9544, 9598, 9615, 9685, 9796, 9823, 9913, 9940, 9986, 10029)
) | {10036, 10141, 31033}
_MICROBES = frozenset(
    (287, 562, 1280, 1423, 1773, 28901, 10298, 10359, 10376, 10407, 10566, 10632, 11103, 11320)
) | {11676}
_SENTENCE_END = re.compile(r"[.!?;]\s+(?=[^a-z])|\n")
_BESIDE = re.compile(r"[\s-]*(?:[a-z]+\s[\s-]*)?")
_MAX_BESIDE = 30  # characters
_FIRST = 400  # characters that a first sentence has at most


def species_features(
    text: str,
    mentions: Sequence[tuple[int, int]],
    names: Sequence[Candidates],
    species: Sequence[SpeciesMention],
    taxa: Sequence[int],
) -> Floats:
    """Return what speaks for each species at each mention.

    Args:
        text: of the Doc.
        mentions: M half-open spans of characters, ascending.
        names: the candidates of each.
        species: mentions of species, ascending.
        taxa: T species that have a table.

    Returns:
        (M, T + 1, ``SPECIES_FEATURES``) float64; the last row is any species without a table.
    """
    rows = {taxon: number for number, taxon in enumerate(taxa)}
    other = len(taxa)
    features = np.zeros((len(mentions), other + 1, len(SPECIES_FEATURES)))
    weights = np.zeros(other + 1)
    row_of = [rows.get(mention.taxon, other) for mention in species]
    for row, mention in zip(row_of, species, strict=True):
        weights[row] += mention.weight
    total = float(weights.sum())
    if total:
        features[:, :, 0] = weights / total
        features[:, int(np.argmax(weights)), 1] = 1
        features[:, :, 2] = weights == total
        features[:, :, 11] = weights == 0
        features[:, :, 12] = np.log((weights + 0.3) / (total + 0.3))
        features[:, :, 13] = np.log1p(weights)
    elif 9606 in rows:
        features[:, rows[9606], 10] = 1
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    first = min(ends[0] if ends else len(text), _FIRST)
    for row, mention in zip(row_of, species, strict=True):
        if mention.start < first:
            features[:, row, 9] = 1
    if not mentions:
        return features
    capital = np.mean([name.case == 1 for name in names])
    groups = [_TAXA.index(t) if t in _TAXA else len(_TAXA) for t in taxa] + [len(_TAXA) + 1]
    bases = _PLAIN_SPECIES + 6 * np.array(groups)
    every, each = np.arange(other + 1), np.arange(len(mentions))
    cases = np.array([name.case for name in names])
    features[each[:, None], every, bases + cases[:, None]] = 1
    features[:, every, bases + 4] = capital
    features[:, every, bases + 5] = 1
    for number, name in enumerate(names):
        if name.prefix:
            row = rows.get(name.prefix, other)
            features[number, row, 7] = 1
            features[number, every != row, 8] = 1
    if species:
        kinds = np.array([_kind(mention.taxon) for mention in species])
        of_kinds = np.zeros(_KINDS)
        for row, kind, mention in zip(row_of, kinds.tolist(), species, strict=True):
            of_kinds[kind] += mention.weight * (row == other)
        features[:, other, _KIND : _KIND + _KINDS] = of_kinds / max(total, 1e-9)
        features[:, other, _KIND + _KINDS : _KIND + 2 * _KINDS] = np.log1p(of_kinds)
        _near(text, np.array(mentions), species, np.array(row_of), kinds, ends, features)
    return features


def _near(
    text: str,
    mentions: Ints,
    species: Sequence[SpeciesMention],
    rows: Ints,
    kinds: Ints,
    ends: Sequence[int],
    features: Floats,
) -> None:
    """Fill in what the species around mentions say.

    Args:
        text: of the Doc.
        mentions: (M, 2) int64, half-open characters.
        species: S mentions of species, ascending.
        rows: (S,) int64, of their species.
        kinds: (S,) int64, of those without a table.
        ends: where sentences end but the last, ascending.
        features: (M, T + 1, ``SPECIES_FEATURES``) float64, filled in.
    """
    each = np.arange(len(mentions))
    begins = np.array([mention.start for mention in species])
    borders = np.array([0, *ends, len(text) + 1])
    sentence = np.searchsorted(borders, mentions[:, 0], side="right")
    first, last = borders[sentence - 1], borders[np.minimum(sentence, len(borders) - 1)]
    sums = np.zeros((len(species) + 1, features.shape[1]))
    sums[np.arange(len(species)) + 1, rows] = [mention.weight for mention in species]
    sums = np.cumsum(sums, axis=0)
    inside = sums[np.searchsorted(begins, last)] - sums[np.searchsorted(begins, first)]
    features[:, :, 14] = inside / np.maximum(inside.sum(1, keepdims=True), 1e-9)
    following = np.searchsorted(begins, mentions[:, 1])
    has_before = each[following > 0]
    before = following[has_before] - 1
    row = rows[before]
    stops = np.array([mention.end for mention in species])[before]
    gap = mentions[has_before, 0] - stops
    features[has_before, row, 5] = 1
    without = row == features.shape[1] - 1
    features[has_before[without], -1, _KIND + 2 * _KINDS + kinds[before][without]] = 1
    features[has_before, row, 15] = -np.log1p(np.maximum(gap, 0) / 100)
    here = begins[before] >= first[has_before]
    features[has_before[here], row[here], 3] = 1
    for number, row_before, stop, far in zip(
        has_before.tolist(), row.tolist(), stops.tolist(), gap.tolist(), strict=True
    ):
        if far < 0 or (
            far < _MAX_BESIDE and _BESIDE.fullmatch(text, stop, int(mentions[number, 0]))
        ):
            features[number, row_before, 6] = 1
    follows = each[following < len(species)]
    follows = follows[begins[following[follows]] < last[follows]]
    features[follows, rows[following[follows]], 4] = 1


def _kind(taxon: int) -> int:
    """Return the kind of a species without a table: rat, other vertebrate, microbe, other."""
    if taxon == _RAT:
        return 0
    return 1 if taxon in _VERTEBRATES else 2 if taxon in _MICROBES else 3
