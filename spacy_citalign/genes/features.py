"""The feature sets of the gene tagger: from fine tokens to token features and grams.

``hsu2008`` has the predicates of the paper's Table 1 with its context n-grams from t-2 to t+2 (Hsu
et al. 2008, section 2.1). ``extended`` adds affixes, how tokens touch, bracket depth, the whole
blank-delimited chunk a token stands in, and what annotated sentences teach of words and phrases.
``+pos`` adds the paper's PartOfSpeech: the tags of the pipeline's tokens; ``+clusters`` classes of
words by their neighbours in unlabelled text; ``+related`` what the annotated sentences of other
corpora teach of words and phrases, as a kind of its own, since guidelines differ.

``Knowledge`` is what a model has beside its weights: learned lists and word classes, as hashes.

Of the predicates of Table 1 Word, StemmedWord and the three morphology types are token features
(their n-grams are features); all others are bag features of the word itself. Punctuation predicates
(Hyphen, OpenParen ...) are what Word is for a token that is one character, so they are not
repeated. MoreDigit is read as five digits or more, since the table has no name for three.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.features import (
    PAD,
    Gram,
    GramGroup,
    Padded,
    WordFeatures,
    group_grams,
    window,
    with_bags,
)
from ..chain.label_statistics import LabelStatistics, LabelTable
from ..errors import SettingError
from ..words.arrays import Ints, named_arrays, read_named
from ..words.clusters import SIZES, ClusterTable, WordClusters
from ..words.hashing import Hashes, PartHasher, Strings, combine, hash_strings
from ..words.shape import (
    LOWER,
    UPPER,
    Owned,
    Shapes,
    affixes,
    character_ngrams,
    owned_marks,
    shapes,
)
from ..words.stem import porter_stem
from ..words.tokens import Tokens

GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma "
    "tau upsilon phi chi psi omega"
).split()
AMINO_ACIDS = {
    "ala": "alanine", "arg": "arginine", "asn": "asparagine", "asp": "aspartate",
    "cys": "cysteine", "gln": "glutamine", "glu": "glutamate", "gly": "glycine",
    "his": "histidine", "ile": "isoleucine", "leu": "leucine", "lys": "lysine",
    "met": "methionine", "phe": "phenylalanine", "pro": "proline", "ser": "serine",
    "thr": "threonine", "trp": "tryptophan", "tyr": "tyrosine", "val": "valine",
}  # fmt: skip
WORD_LISTS = {
    "Greek": [*GREEK, *map(chr, range(0x3B1, 0x3CA))],
    "NucleicAcid": "dna rna cdna mrna trna rrna hnrna snrna mirna sirna ssdna dsdna gdna".split(),
    "Nucleoside": (
        "adenosine guanosine cytidine uridine thymidine deoxyadenosine deoxyguanosine "
        "deoxycytidine inosine adenine guanine cytosine thymine uracil"
    ).split(),
    "Nucleotide": [a + p for a in ("a", "c", "g", "t", "u") for p in ("mp", "dp", "tp")]
    + [f"d{a}tp" for a in "acgt"]
    + ["camp", "cgmp"],
    "AminoAcidLong": [*AMINO_ACIDS.values(), "glutamic", "aspartic"],
    "AminoAcidShort": list(AMINO_ACIDS),
}
_ROMAN = re.compile(r"M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})")
_NUCLEOTIDES = re.compile(r"[ATCGU]{3,}")
_AMINO_ACID_POSITION = re.compile(
    f"(?:{'|'.join(AMINO_ACIDS)}|{'|'.join(AMINO_ACIDS.values())})[0-9]+", re.IGNORECASE
)
_PATTERNS = {
    "Roman": (_ROMAN, frozenset("MDCLXVI")),
    "ATCGUsequence": (_NUCLEOTIDES, frozenset("ATCGU")),
    "AminoAcid+Position": (_AMINO_ACID_POSITION, frozenset("acghilmnpstvACGHILMNPSTV")),
}
_LIST_HASHES = {name: hash_strings(words) for name, words in WORD_LISTS.items()}


def predicates(words: Sequence[str], shapes: Shapes) -> list[Owned]:
    """Return the predicates true of each word, as (numbers of the words, keys) pairs."""
    length = shapes.uppers + shapes.lowers + shapes.digits
    only_digits = shapes.digits == length
    letters = shapes.uppers + shapes.lowers
    masks = {
        "InitCap": shapes.first_class == UPPER,
        "EndCap": shapes.last_class == UPPER,
        "AllCaps": (shapes.uppers == length) & (length > 0),
        "LowerCase": (shapes.lowers == length) & (length > 0),
        "MixCase": (shapes.uppers > 0) & (shapes.lowers > 0) & (shapes.first_class == LOWER)
        | (shapes.uppers > 1) & (shapes.lowers > 0),
        "SingleCap": shapes.uppers == 1,
        "TwoCap": shapes.uppers == 2,
        "ThreeCap": shapes.uppers == 3,
        "MoreCap": shapes.uppers > 3,
        "SingleDigit": only_digits & (length == 1),
        "TwoDigit": only_digits & (length == 2),
        "FourDigit": only_digits & (length == 4),
        "MoreDigit": only_digits & (length > 4),
        "LettersAndDigits": (letters > 0) & (shapes.digits > 0),
        "WordLength:1": length == 1,
        "WordLength:2": length == 2,
        "WordLength:3-5": (length >= 3) & (length <= 5),
        "WordLength:6+": length >= 6,
    }
    masks |= {name: np.isin(shapes.lower, hashes) for name, hashes in _LIST_HASHES.items()}
    for name, (pattern, first) in _PATTERNS.items():
        masks[name] = np.array(
            [word[0] in first and pattern.fullmatch(word) is not None for word in words], dtype=bool
        )
    return owned_marks(masks)


_OPEN, _CLOSE = hash_strings(list("([{")), hash_strings(list(")]}"))

_HSU2008 = [g for name in ("word", "stem", "type1", "type2", "type3") for g in window(name, 5)]
_EXTENDED = [
    *window("word", 3),
    *window("stem", 5),
    *window("type1", 3),
    *window("type2", 5),
    *window("type3", 4),
    *window("rate", 5),
    *window("phrase", 3),
    *window("layout", 3, reach=1),
    Gram(("phrase+stem",), (-1, 0, 1)),
    Gram(("phrase+rate",), (-1, 0, 1)),
    Gram(("layout+type2",), (-1, 0, 1)),
    Gram(("chunk",), (-1, 0, 1)),
    Gram(("chunk shape",), (-1, 0, 1)),
]
BASES = {"hsu2008": _HSU2008, "extended": _EXTENDED}
CLUSTER_FEATURES = tuple(f"cluster {size}" for size in SIZES)
_RELATED = [
    *window("related rate", 5),
    *window("related phrase", 3),
    Gram(("related phrase+stem",), (-1, 0, 1)),
    Gram(("phrase+related phrase",), (-1, 0, 1)),
]
ADDITIONS = {
    "pos": window("pos", 5),
    "clusters": [
        gram
        for feature, longest in zip(CLUSTER_FEATURES, (4, 3, 2), strict=True)
        for gram in window(feature, longest)
    ],
    "related": _RELATED,
}
# Features that annotated sentences teach.
EVIDENCE_FEATURES = frozenset(
    {"rate", "phrase", "phrase+stem", "phrase+rate"}.union(*(gram.features for gram in _RELATED))
)
# Features of few values, whose windows come again and again.
CONTEXTS = (
    {"phrase", "related phrase", "phrase+related phrase"},
    {"layout", "layout+type2"},
    {"type2"},
)
WORD_FEATURES = frozenset(
    {"word", "stem", "type1", "type2", "type3", "lower", "rate", "related rate", *CLUSTER_FEATURES}
)


def feature_groups(name: str) -> list[GramGroup]:
    """Return the grams of a feature set, grouped by starts.

    Raises:
        SettingError: no set has that name.
    """
    base, *additions = str(name).split("+")
    known = base in BASES and len(set(additions)) == len(additions)
    if not known or not ADDITIONS.keys() >= set(additions):
        raise SettingError(
            f"features is {name!r}; choose {' or '.join(BASES)}, to which may be added, each once, "
            f"{', '.join(f'+{addition}' for addition in ADDITIONS)}"
        )
    if "related" in additions and base != "extended":
        raise SettingError(f"features is {name!r}; only 'extended' can have +related")
    chosen = [
        gram for addition in ADDITIONS if addition in additions for gram in ADDITIONS[addition]
    ]
    return group_grams([*BASES[base], *chosen])


def uses(name: str, knowledge: str) -> bool:
    """Tell whether a feature set uses a kind of ``Knowledge``, or ``pos``, part-of-speech tags."""
    base, *additions = name.split("+")
    return base == "extended" if knowledge == "evidence" else knowledge in additions


class KnowledgeTables(NamedTuple):
    """What is known of words beside the words themselves, ready for look-up; see ``Knowledge``."""

    evidence: LabelTable | None = None
    related: LabelTable | None = None
    clusters: ClusterTable | None = None


class WordFeaturizer:
    """Gives features of words by themselves, with what is known of them; picklable."""

    def __init__(self, tables: KnowledgeTables):
        self.tables = tables

    def __call__(self, words: Sequence[str]) -> WordFeatures:
        """Return the features of S distinct words."""
        strings = Strings(words)
        shape = shapes(strings)
        features = {
            "word": strings.hasher()(strings.starts, strings.ends),
            "stem": hash_strings([porter_stem(word) for word in words]),
            "type1": shape.type1,
            "type2": shape.type2,
            "type3": shape.type3,
        }
        bags = [*predicates(words, shape), *character_ngrams(strings)]
        evidence, related, clusters = self.tables
        if evidence is not None:
            features["lower"] = shape.lower
            features["rate"] = evidence.rates(shape.lower)
            bags += affixes(strings, shape.lower_parts)
        if related is not None:
            features["related rate"] = related.rates(shape.lower)
        if clusters is not None:
            features |= zip(CLUSTER_FEATURES, clusters(words), strict=True)
        return with_bags(features, bags, len(words))


def add_context(
    features: dict[str, Hashes],
    padded: Padded,
    tokens: Tokens,
    phrases: Hashes,
    related: Hashes | None = None,
) -> None:
    """Add the features of the extended set that depend on a token's surroundings.

    ``phrases`` and ``related`` are the (N,) padded features of matches with the learned phrases.
    """
    layout, chunk_starts, chunk_ends = _layout(features, padded, tokens)
    real = padded.tokens
    features["layout"] = padded.spread(layout, PAD)
    features["phrase"] = phrases
    features["phrase+stem"] = combine(phrases, features["stem"])
    features["phrase+rate"] = combine(phrases, features["rate"])
    features["layout+type2"] = combine(features["layout"], features["type2"])
    if related is not None:
        features["related phrase"] = related
        features["related phrase+stem"] = combine(related, features["stem"])
        features["phrase+related phrase"] = combine(related, phrases)
    for name, feature in (("chunk", "word"), ("chunk shape", "type2")):
        hasher = PartHasher(features[feature][real])
        features[name] = padded.spread(hasher(chunk_starts, chunk_ends), PAD)


def _layout(
    features: dict[str, Hashes], padded: Padded, tokens: Tokens
) -> tuple[Hashes, Ints, Ints]:
    """Return white space around and bracket depth as a feature, and each token's chunk."""
    size = len(tokens.words)
    firsts = np.cumsum(tokens.lengths) - tokens.lengths
    ends = tokens.starts + np.fromiter(map(len, tokens.words), np.int64, size)
    space_before = np.ones(size + 1, dtype=bool)
    space_before[1:size] = tokens.starts[1:] > ends[:-1]
    space_before[firsts] = True
    word = features["word"][padded.tokens]
    opened, closed = np.isin(word, _OPEN), np.isin(word, _CLOSE)
    level = np.cumsum(opened.astype(np.int64)) - np.cumsum(closed) + closed
    level -= np.repeat(level[firsts] - opened[firsts], tokens.lengths)
    depth = np.clip(level, 0, 2)
    layout = 1 + space_before[:-1] + 2 * space_before[1:] + 4 * depth
    chunk = np.cumsum(space_before[:-1]) - 1
    boundaries = np.flatnonzero(space_before)
    return layout.astype(np.uint64), boundaries[chunk], boundaries[chunk + 1]


_NAMES: dict[str, Any] = {
    "evidence": LabelStatistics,
    "related": LabelStatistics,
    "clusters": WordClusters,
}


class Knowledge(NamedTuple):
    """Learned lists and word classes as they are saved; None is what features do not use.

    Attributes:
        evidence: words and phrases of the training mentions.
        related: the same of other corpora, whose guidelines may differ.
        clusters: classes of words by their neighbours in unlabelled text.
    """

    evidence: LabelStatistics | None = None
    related: LabelStatistics | None = None
    clusters: WordClusters | None = None

    def arrays(self) -> dict[str, NDArray]:
        """Return named arrays for ``storage.pack``."""
        return named_arrays("", self)

    @classmethod
    def read(cls, arrays: Mapping[str, NDArray], features: str) -> "Knowledge":
        """Take out of ``arrays`` what a feature set uses.

        Raises:
            KeyError, ValueError: an array is missing, or they contradict each other.
        """
        parts = {
            name: read_named(kind, f"{name}/", arrays)
            for name, kind in _NAMES.items()
            if uses(features, name)
        }
        return cls(**parts)

    def tables(self) -> KnowledgeTables:
        """Return the look-up tables."""
        return KnowledgeTables(
            None if self.evidence is None else LabelTable(self.evidence),
            None if self.related is None else LabelTable(self.related),
            None if self.clusters is None else ClusterTable(self.clusters),
        )
