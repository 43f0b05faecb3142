"""What a text says for the candidates of its names: species around them, names beside them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .candidates import Candidates, CandidateFinder, Floats, Ints
from .names import words_of
from .species import SpeciesMention
from .table import GeneTable

SPECIES_FEATURES = (
    "share of the text",
    "most of the text",
    "alone in the text",
    "nearest before in the sentence",
    "nearest after in the sentence",
    "nearest before",
    "beside the name",
    "letter of the name",
    "other letter of the name",
    "in the first sentence",
    "human, none in the text",
    "not in the text",
    "logarithm of the share",
    "logarithm of the weight",
    "words of the sentence",
    "logarithm of the distance before",
    *(
        f"{taxon}, {case}"
        for taxon in ("human", "mouse", "zebrafish", "fly", "other", "without a table")
        for case in ("capitals", "capital", "small", "mixed", "share of one capital", "any")
    ),
)
TEXT_FEATURES = (
    "also by its long or short form",
    "not by its long or short form",
    "words of the long form",
    "words of the text",
    "other names of the text",
    "from the long or short form alone",
)
_CASES = ("human", "mouse", "zebrafish", "fly")
_TAXA = (9606, 10090, 7955, 7227)
_PLAIN_SPECIES = 16  # features before those of how names are written
_SENTENCE_END = re.compile(r"[.!?;]\s+(?=[^a-z])|\n")
_BESIDE = re.compile(r"[\s-]*(?:[a-z]+\s)?[\s-]*")
_FIRST = 400  # characters that a first sentence has at most


class Definition(NamedTuple):
    """A short form and its long form: half-open characters of the text."""

    short_start: int
    short_end: int
    long_start: int
    long_end: int


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
    row_of = [rows.get(one.taxon, other) for one in species]
    for row, one in zip(row_of, species, strict=True):
        weights[row] += one.weight
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
    for row, one in zip(row_of, species, strict=True):
        if one.start < first:
            features[:, row, 9] = 1
    capital = np.mean([name.case == 1 for name in names]) if names else 0.0
    groups = [_TAXA.index(t) if t in _TAXA else len(_TAXA) for t in taxa] + [len(_TAXA) + 1]
    bases = _PLAIN_SPECIES + 6 * np.array(groups)
    every = np.arange(other + 1)
    starts = np.array([one.start for one in species])
    borders = np.array(ends)
    for number, ((start, end), name) in enumerate(zip(mentions, names, strict=True)):
        own = features[number]
        own[every, bases + name.case] = 1
        own[every, bases + 4] = capital
        own[every, bases + 5] = 1
        if name.prefix:
            row = rows.get(name.prefix, other)
            own[row, 7] = 1
            own[every != row, 8] = 1
        if not species:
            continue
        place = int(np.searchsorted(starts, end))
        sentence = int(np.searchsorted(borders, start, side="right"))
        begin = ends[sentence - 1] if sentence else 0
        stop = ends[sentence] if sentence < len(ends) else len(text)
        inside = int(np.searchsorted(starts, begin)), int(np.searchsorted(starts, stop))
        if inside[0] < inside[1]:
            in_sentence = np.zeros(other + 1)
            for one in range(*inside):
                in_sentence[row_of[one]] += species[one].weight
            own[:, 14] = in_sentence / in_sentence.sum()
        if place:
            before = species[place - 1]
            row = row_of[place - 1]
            own[row, 5] = 1
            own[row, 15] = -np.log1p(max(start - before.end, 0) / 100)
            if before.start >= begin:
                own[row, 3] = 1
            if before.end > start or _BESIDE.fullmatch(text, before.end, start):
                own[row, 6] = 1
        if place < len(species) and species[place].start < stop:
            own[row_of[place], 4] = 1
    return features


def text_features(
    text: str,
    names: Sequence[Candidates],
    partners: Sequence[tuple[Candidates, ...]],
    long_forms: Sequence[str],
    finder: CandidateFinder,
    table: GeneTable,
) -> list[tuple[Candidates, Floats]]:
    """Return what the rest of a text says for the candidates of each name.

    Candidates of a name's long or short form come to those of the name where it has none itself.

    Args:
        text: of the Doc.
        names: N different ones with their candidates.
        partners: for each name the candidates of its long or short form, where the text has one.
        long_forms: for each name its long form, "" without one.
        finder: of the table.
        table: of genes.

    Returns:
        For each name the candidates, and (C, ``TEXT_FEATURES``) float64 for them.
    """
    widened = [_with_partner(name, partner) for name, partner in zip(names, partners, strict=True)]
    genes = [name.genes for name in widened]
    everything = np.concatenate([np.zeros(0, np.int64), *genes])
    known, place = np.unique(everything, return_inverse=True)
    said = np.zeros(len(table.vocabulary), bool)
    said[table.word_places(list(dict.fromkeys(words_of_text(text))))] = True
    common, whole = finder.overlap(known, said)
    shares = common / np.maximum(whole, 1.0)
    # How much each gene is named by all names, each of which counts once.
    sure = [1.0 / np.maximum(np.exp(name.features[:, 12]), 1.0) for name in widened]
    support = np.bincount(place, np.concatenate([np.zeros(0), *sure]), minlength=len(known))
    results = []
    begin = 0
    for name, own, partner, long_form in zip(widened, sure, partners, long_forms, strict=True):
        places = place[begin : begin + len(name.genes)]
        begin += len(name.genes)
        features = np.zeros((len(name.genes), len(TEXT_FEATURES)))
        of_partner = _all_genes(partner)
        if len(of_partner):
            hit = np.isin(name.genes, of_partner)
            features[:, 0], features[:, 1] = hit, ~hit
        if long_form and len(name.genes):
            words = table.word_places(list(dict.fromkeys(words_of(long_form))))
            mask = np.zeros(len(table.vocabulary), bool)
            mask[words] = True
            features[:, 2] = finder.overlap(name.genes, mask)[0] / max(table.idf[words].sum(), 1.0)
        features[:, 3] = shares[places]
        features[:, 4] = np.minimum(support[places] - own, 1.0)
        features[:, 5] = name.features[:, : 11].sum(1) == 0
        results.append((name, features))
    return results


def words_of_text(text: str) -> list[str]:
    """Return the words of a text as ``words_of`` has those of a name."""
    found: list[str] = []
    for start in range(0, len(text), 150):  # names are looked at up to a length only
        found += words_of(text[start : start + 170])
    return found


def _with_partner(name: Candidates, partner: tuple[Candidates, ...]) -> Candidates:
    """Return a name with the candidates of its long or short form, if it has none by exact name."""
    exact = len(name.genes) and bool((name.kinds <= 3).any())
    if exact or len(partner) != 1 or not (partner[0].kinds <= 3).any():
        return name
    other = partner[0]
    features = np.zeros_like(other.features)
    features[:, 11:] = other.features[:, 11:]
    absent = name.absent.copy()
    absent[[1, 10]] = 0
    return name._replace(
        genes=other.genes, features=features, kinds=other.kinds + 10, absent=absent
    )


def _all_genes(partner: tuple[Candidates, ...]) -> Ints:
    return partner[0].genes if len(partner) == 1 else np.zeros(0, np.int64)
