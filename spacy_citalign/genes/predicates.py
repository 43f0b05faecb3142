"""The predicates on one token of Hsu et al. (2008), Table 1, for many words at a time.

Word, StemmedWord and the three morphology types are token features (their n-grams are features, see
``features``); all others are bag features of the word itself. Punctuation predicates (Hyphen,
OpenParen ...) are what Word is for a token that is one character, so they are not repeated.
MoreDigit is read as five digits or more, since the table has no name for three.
"""

import re
from collections.abc import Sequence

import numpy as np

from ..words.affixes import Owned, owned_marks
from ..words.hashing import hash_strings
from ..words.shape import LOWER, UPPER, Shapes

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
