"""Species that a text speaks of, by a table of words, and what they say for its mentions.

``species.tsv`` beside this file is the table; a user may give another, or one that comes to it.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..errors import InputError
from ..words.arrays import Floats, Ints
from .candidates import Candidates
from .name_features import FEATURES
from .names import has_boundary, lower_words, places_of

_START = re.compile(r"(?<![^\W_])[^\W_]+")
_COLUMNS = 4
_MAX_TAXON = 2**31  # no taxon of NCBI is near it
_SHOWN = 60


class SpeciesMention(NamedTuple):
    """Words that speak of a species.

    Attributes:
        start, end: half-open characters.
        taxon: of NCBI Taxonomy.
        weight: how sure it is, above 0 to 1.
    """

    start: int
    end: int
    taxon: int
    weight: float


class _Form(NamedTuple):
    text: str
    is_exact: bool
    taxon: int
    weight: float


class SpeciesWords:
    """Words for species, by which texts are searched.

    Attributes:
        names: by taxon, a name to be shown.
    """

    def __init__(self, rows: Iterable[tuple[int, str, float, Iterable[str]]]):
        """Take rows of a table: taxon, name, weight, words."""
        self.names: dict[int, str] = {}
        self._forms: dict[str, list[_Form]] = {}
        for taxon, name, weight, words in rows:
            self.names.setdefault(taxon, name)
            for text in words:
                first = _START.match(text)
                if first is not None:
                    form = _Form(text, text != text.lower(), taxon, weight)
                    self._forms.setdefault(first[0].lower(), []).append(form)
        for forms in self._forms.values():
            forms.sort(key=lambda form: (-len(form.text), form))

    def find(self, text: str) -> list[SpeciesMention]:
        """Return the mentions of species in a text, ascending, none within another.

        >>> words = species_words()
        >>> [words.names[one.taxon] for one in words.find("In HeLa cells, not in mice")]
        ['human', 'mouse']
        """
        mentions: list[SpeciesMention] = []
        end = 0
        forms = self._forms
        lower, words = lower_words(text)
        if len(lower) != len(text):  # a letter that is two in small letters
            lower = "".join(letter.lower()[0] for letter in text)
        firsts = [(at, word) for word in words & forms.keys() for at in places_of(word, lower)]
        for start, word in sorted(firsts):
            if start < end:
                continue
            for form in forms[word]:
                stop = start + len(form.text)
                part = text[start:stop]
                same = part == form.text if form.is_exact else part.lower() == form.text
                if same and has_boundary(text, stop):
                    if form.taxon:
                        mentions.append(SpeciesMention(start, stop, form.taxon, form.weight))
                    end = stop
                    break
        return mentions


@cache
def species_words(more: Path | None = None) -> SpeciesWords:
    """Return the words of the package's table, after those of a file of the same form.

    Raises:
        InputError: the file cannot be read, or a row is none.
    """
    table = resources.files(__package__) / "species.tsv"
    rows = [] if more is None else list(_rows(_text_of(more), str(more)))
    return SpeciesWords([*rows, *_rows(table.read_text("utf-8"), table.name)])


def _text_of(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"the words for species {file} cannot be read ({error}); give a text file in UTF-8"
        ) from error


def _rows(table: str, name: str) -> Iterable[tuple[int, str, float, list[str]]]:
    for number, line in enumerate(table.split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            taxon, species, weight, words = line.rstrip("\r").split("\t")
            known = int(taxon), species, float(weight), words.split("|")
            if not (0 <= known[0] < _MAX_TAXON and 0 < known[2] <= 1):
                raise ValueError
        except ValueError:
            raise InputError(
                f"{name}, line {number}: {line[:_SHOWN]!r} is no row of {_COLUMNS} columns; write "
                "taxon, name, a weight above 0 to 1, and words joined by |, with tabs between them"
            ) from None
        yield known


SPECIES_FEATURES = FEATURES["species"]  # those of kinds of species are of species without a table
_TAXA = (9606, 10090, 7955, 7227)
_PLAIN_SPECIES = 16  # features before those of how names are written
_KIND, _KINDS = 52, 4  # where features of kinds of species begin, and how many kinds there are
_RAT = frozenset([10116])
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
    row_of = [rows.get(mention.taxon, other) for mention in species]
    weights = np.bincount(row_of, [mention.weight for mention in species], minlength=other + 1)
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
    features[each[:, None], every, bases + np.array([name.case for name in names])[:, None]] = 1
    features[:, every, bases + 4] = capital
    features[:, every, bases + 5] = 1
    for number, name in enumerate(names):
        if name.prefix:
            row = rows.get(name.prefix, other)
            features[number, row, 7] = 1
            features[number, every != row, 8] = 1
    if species:
        kinds = np.array([_kind(mention.taxon) for mention in species])
        without = [one.weight * (row == other) for row, one in zip(row_of, species, strict=True)]
        of_kinds = np.bincount(kinds, without, minlength=_KINDS)
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
    kinds = (_RAT, _VERTEBRATES, _MICROBES)
    return next((kind for kind, taxa in enumerate(kinds) if taxon in taxa), len(kinds))
