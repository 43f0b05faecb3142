"""What the model weighs of a text: names, their candidates, and what it says for these."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from ..words.arrays import Floats, Ints
from .candidates import CandidateFinder, Candidates
from .learned import LEARNED, LEARNED_FEATURES, CandidateRecall, LearnedNames, Texts
from .name_features import DISEASE_COLUMN, FEATURES, OVERLAP, is_disease
from .names import MAX_WRITTEN, words_of
from .species import SpeciesMention, SpeciesWords, species_features, species_words
from .table import GeneTable

TEXT_FEATURES = (*FEATURES["texts"], *LEARNED_FEATURES)
PLACE_FEATURES = FEATURES["places"]
_PATTERNS = (
    r"[\s-]{0,40}(?:gene |protein )?(?:super|sub)?famil(?:y|ies)\b",
    r"[\s-]{0,40}(?:proteins|genes|receptors|isoforms?|isozymes?|isoenzymes?|members?|homologs?|"
    r"homologues?|kinases|channels|subtypes?|factors|enzymes|paralogs?|subunits|chains)\b",
    r"[\s-]{0,40}(?:hetero|holo)?(?:complex(?:es)?|dimers?|heterodimers?|inflammasome|pathways?|axis|"
    r"signall?ing|cascade)\b",
    r"[\s-]{0,40}(?:binding )?(?:domains?|motifs?|box(?:es)?|repeats?|sites?|elements?|like|fold|"
    r"homology|consensus|sequences?|tag|fusion)\b",
    r"[\s-]{0,40}(?:inhibit\w+|antagonists?|agonists?|blockers?|antibod\w+|ligands?|resistance|therapy|"
    r"treatment|stimulat\w+|deficiency|syndrome|disease)\b",
    r"[\s-]{0,40}(?:(?:\([+-]\)?|\+\)?|-\)|positive|negative|expressing)[\s-]{0,40})?"
    r"(?:[a-z]{1,40}\s)?(?:cells?|lymphocytes|neurons|macrophages|mice|lines?)\b",
    r"\s?\(?\+",
)
_AFTER = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _PATTERNS)
_ANY_AFTER = re.compile("|".join(f"(?:{pattern})" for pattern in _PATTERNS), re.IGNORECASE)
_FAMILY_BEFORE = re.compile(r"(?:famil(?:y|ies)|members?|class(?:es)?|group) of (?:the )?$", re.I)
_OF = ("of ", "the ", "OF ", "THE ", "Of ", "The ")
_MAX_AFTER, _MAX_BEFORE = 40, 30  # characters
_FIRST = re.compile(r"[.!?]\s")


class Abbreviation(NamedTuple):
    """A short form and its long form: half-open characters of the text."""

    short_start: int
    short_end: int
    long_start: int
    long_end: int


def text_features(
    text: str,
    names: Sequence[Candidates],
    partners: Sequence[tuple[Candidates, ...]],
    long_forms: Sequence[str],
    finder: CandidateFinder,
    table: GeneTable,
    recall: Callable[[Sequence[Candidates]], tuple[list[Candidates], Floats]],
) -> tuple[list[Candidates], Floats]:
    """Return what the rest of a text says for the candidates of each name.

    Candidates of a name's long or short form come to those of the name where it has none itself.

    Args:
        text: of the Doc.
        names: different ones with their candidates.
        partners: for each name the candidates of its long or short form, where the text has one.
        long_forms: for each name its long form, "" without one.
        finder: of the table.
        table: of genes.
        recall: gives names what was learned of them, as ``CandidateRecall`` does.

    Returns:
        The names with all N candidates, and (N, ``TEXT_FEATURES``) float64 for these in turn.
    """
    widened, learned = recall(
        [_with_partner(name, partner) for name, partner in zip(names, partners, strict=True)]
    )
    everything = np.concatenate([np.zeros(0, np.int64), *(name.genes for name in widened)])
    features = np.zeros((len(everything), len(TEXT_FEATURES)))
    if not len(everything):
        return widened, features
    features[:, len(TEXT_FEATURES) - len(LEARNED_FEATURES) :] = learned
    known, gene_of = np.unique(everything, return_inverse=True)
    in_text = np.zeros(len(table.vocabulary), bool)
    in_text[finder.words.text_places(text)] = True
    common = finder.words.overlap(known, in_text)
    features[:, 3] = (common / np.maximum(table.word_sums[known], 1.0))[gene_of]
    # How much each gene is named by all names, each of which counts once.
    weights = 1.0 / np.exp(np.concatenate([name.features[:, 12] for name in widened]))
    features[:, 4] = np.minimum(np.bincount(gene_of, weights)[gene_of] - weights, 1.0)
    kinds = np.concatenate([name.kinds for name in widened])
    features[:, 5] = (kinds > OVERLAP) & (kinds < LEARNED)
    begin = 0
    for number, (name, partner, long_form) in enumerate(
        zip(widened, partners, long_forms, strict=True)
    ):
        end = begin + len(name.genes)
        if len(partner) == 1 and len(partner[0].genes) and begin < end:
            hit = np.isin(name.genes, partner[0].genes)
            features[begin:end, 0], features[begin:end, 1] = hit, ~hit
        if long_form and is_disease(long_form):
            widened[number] = name._replace(absent=np.where(DISEASE_COLUMN, 1.0, name.absent))
        if long_form and begin < end:
            words = finder.words.word_places({*words_of(long_form)})
            mask = np.zeros(len(table.vocabulary), bool)
            mask[words] = True
            shared = finder.words.overlap(name.genes, mask)
            features[begin:end, 2] = shared / max(table.idf[words].sum(), 1.0)
        begin = end
    return widened, features


def _with_partner(name: Candidates, partner: tuple[Candidates, ...]) -> Candidates:
    """Return a name with the candidates of its long or short form, if it has none by exact name."""
    if len(partner) != 1 or (name.kinds < OVERLAP).any():
        return name
    (other,) = partner
    if not (other.kinds < OVERLAP).any():
        return name
    features = np.zeros_like(other.features)
    features[:, 11:] = other.features[:, 11:]
    absent = name.absent.copy()
    absent[[1, 10]] = 0
    kinds = other.kinds + OVERLAP + 1
    return name._replace(genes=other.genes, features=features, kinds=kinds, absent=absent)


def place_features(
    text: str, spans: Sequence[tuple[int, int]], names: Sequence[Candidates]
) -> Floats:
    """Return what the places of mentions say: (M, ``PLACE_FEATURES``) float64.

    Args:
        text: of the Doc.
        spans: M half-open spans of characters.
        names: the candidates of each; words after its core count as after it.
    """
    features = np.zeros((len(spans), len(PLACE_FEATURES)))
    counts = Counter(name.key for name in names)
    first = _FIRST.search(text)
    first_end = len(text) if first is None else first.start()
    for row, (start, end), name in zip(features, spans, names, strict=True):
        inside = text.find(name.core, start, end)
        begin, stop = (start, end) if inside < 0 else (inside, inside + len(name.core))
        after, before = text[stop : stop + _MAX_AFTER], text[max(begin - _MAX_BEFORE, 0) : begin]
        next_ = after.lstrip("- \t\r\n")[:1]
        if (next_.isalpha() or next_ in ("(", "+")) and _ANY_AFTER.match(after):
            for number, pattern in enumerate(_AFTER):
                row[number] = pattern.match(after) is not None
        row[7] = before[-1:] in ("-", "/") and before[-2:-1].isalnum()
        row[8] = after[:1] in ("-", "/") and after[1:2].isalnum()
        row[9] = before.endswith(_OF) and _FAMILY_BEFORE.search(before) is not None
        row[10] = before[-1:] == "("
        row[11] = np.log(counts[name.key])
        row[12] = start < first_end
    return features


class Slot(NamedTuple):
    """A name at a place: which mention, and which of the text's names."""

    mention: int
    name: int


class TextFeatures(NamedTuple):
    """The features of a text.

    Attributes:
        slots: a place for each gene that is named, ascending by mention.
        names: N different names with their candidates.
        begins: (N + 1,) int64, where the candidates of each name begin in the next.
        texts: (C, ``TEXT_FEATURES``) float64, of the candidates of all names in turn.
        species: (S, T + 1, ``SPECIES_FEATURES``) float64, of the slots.
        places: (S, ``PLACE_FEATURES``) float64, of the slots.
        found: the species that the text speaks of.
    """

    slots: list[Slot]
    names: list[Candidates]
    begins: Ints
    texts: Floats
    species: Floats
    places: Floats
    found: list[SpeciesMention]


class Describer:
    """Makes the features of texts with a table, what was learned, and words for species."""

    def __init__(
        self,
        table: GeneTable,
        learned: LearnedNames,
        words: SpeciesWords | None = None,
        species: int | None = None,
    ):
        self.table = table
        self.taxa = table.species
        self.words = species_words() if words is None else words
        self._species = species
        self._finder = CandidateFinder(table)
        self._recall = CandidateRecall(learned, table)

    def __call__(
        self,
        texts: Sequence[str],
        mentions: Sequence[Sequence[tuple[int, int]]],
        definitions: Sequence[Sequence[Abbreviation]],
        known: Sequence[Texts] | None = None,
    ) -> list[TextFeatures]:
        """Return the features of each text.

        Args:
            texts: any number.
            mentions: half-open characters of each text's mentions, ascending.
            definitions: of abbreviations in each.
            known: what each text itself gave to what was learned; None for new texts.
        """
        known = [{}] * len(texts) if known is None else known
        pairs = [_partners(text, defined) for text, defined in zip(texts, definitions, strict=True)]
        spelled = [
            [text[start : min(end, start + MAX_WRITTEN)] for start, end in spans]
            for text, spans in zip(texts, mentions, strict=True)
        ]
        candidates = self._finder(chain.from_iterable([*spelled, *pairs]))
        return [
            self._described(text, spans, names, partners, candidates, given)
            for text, spans, names, partners, given in zip(
                texts, mentions, spelled, pairs, known, strict=True
            )
        ]

    def _described(
        self,
        text: str,
        spans: Sequence[tuple[int, int]],
        spelled: Sequence[str],
        partners: dict[str, tuple[str, bool]],
        candidates: dict[str, tuple[Candidates, ...]],
        given: Texts,
    ) -> TextFeatures:
        mentioned = self.words.find(text)
        slots: list[Slot] = []
        numbers: dict[tuple[str, int], int] = {}
        names: list[Candidates] = []
        for mention, name in enumerate(spelled):
            for part, candidate in enumerate(candidates[name]):
                number = numbers.setdefault((name, part), len(names))
                if number == len(names):
                    names.append(candidate)
                slots.append(Slot(mention, number))
        by_key = {
            candidates[name][0].key: other for name, other in reversed(partners.items())
        }  # what is defined twice is what was defined first
        of_names = [by_key.get(name.key) for name in names]
        names, of_texts = text_features(
            text,
            names,
            [() if other is None else candidates[other[0]] for other in of_names],
            [other[0] if other is not None and other[1] else "" for other in of_names],
            self._finder,
            self.table,
            lambda widened: self._recall(widened, given),
        )
        begins = np.cumsum([0, *(len(name.genes) for name in names)])
        places = [spans[slot.mention] for slot in slots]
        of_slots = [names[slot.name] for slot in slots]
        species = species_features(
            text,
            places,
            of_slots,
            mentioned if self._species is None else [SpeciesMention(0, 0, self._species, 1.0)],
            self.taxa,
        )
        around = place_features(text, places, of_slots)
        return TextFeatures(slots, names, begins, of_texts, species, around, mentioned)


def _partners(text: str, definitions: Iterable[Abbreviation]) -> dict[str, tuple[str, bool]]:
    """Return by name its long or short form, and whether it is the long."""
    partners: dict[str, tuple[str, bool]] = {}
    for definition in definitions:
        short = text[definition.short_start : definition.short_end][:MAX_WRITTEN]
        long = text[definition.long_start : definition.long_end][:MAX_WRITTEN]
        for name, other, is_long in ((short, long, True), (long, short, False)):
            partners.setdefault(name, (other, is_long))
    return partners
