"""The predicates of Hsu et al. (2008), Table 1, as a table."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.genes.features import WORD_LISTS, predicates
from spacy_citalign.words.hashing import Strings, salt
from spacy_citalign.words.shape import shapes

CASES = "InitCap EndCap AllCaps LowerCase MixCase SingleCap TwoCap ThreeCap MoreCap".split()
DIGITS = "SingleDigit TwoDigit FourDigit MoreDigit LettersAndDigits".split()
LENGTHS = [f"WordLength:{size}" for size in ("1", "2", "3-5", "6+")]
PATTERNS = ["Roman", "ATCGUsequence", "AminoAcid+Position"]
NAMES = [*CASES, *DIGITS, *LENGTHS, *PATTERNS, *WORD_LISTS]

# The examples of Table 1, each with every predicate that is true of it.
TABLE_1 = {
    "proteins": "LowerCase WordLength:6+",
    "protein": "LowerCase WordLength:6+",
    "Kinase": "InitCap SingleCap WordLength:6+",
    "kappaB": "EndCap MixCase SingleCap WordLength:6+",
    "SOX": "InitCap EndCap AllCaps ThreeCap WordLength:3-5",
    "interlukin": "LowerCase WordLength:6+",
    "RalGDS": "InitCap EndCap MixCase MoreCap WordLength:6+",
    "kDa": "MixCase SingleCap WordLength:3-5",
    "IL": "InitCap EndCap AllCaps TwoCap WordLength:2",
    "CSF": "InitCap EndCap AllCaps ThreeCap WordLength:3-5",
    "RESULT": "InitCap EndCap AllCaps MoreCap WordLength:6+",
    "1": "SingleDigit WordLength:1",
    "22": "TwoDigit WordLength:2",
    "1983": "FourDigit WordLength:3-5",
    "513256": "MoreDigit WordLength:6+",
    "Thymine": "InitCap SingleCap WordLength:6+ Nucleoside",
    "ATP": "InitCap EndCap AllCaps ThreeCap WordLength:3-5 Nucleotide",
    "I": "InitCap EndCap AllCaps SingleCap WordLength:1 Roman",
    "II": "InitCap EndCap AllCaps TwoCap WordLength:2 Roman",
    "XI": "InitCap EndCap AllCaps TwoCap WordLength:2 Roman Greek",  # the lists see no case
    "p53": "LettersAndDigits WordLength:3-5",
    "GnRH": "InitCap EndCap MixCase ThreeCap WordLength:3-5",
    "ATCGU": "InitCap EndCap AllCaps MoreCap WordLength:3-5 ATCGUsequence",
    "alpha": "LowerCase WordLength:3-5 Greek",
    "cDNA": "EndCap MixCase ThreeCap WordLength:3-5 NucleicAcid",
    "tyrosine": "LowerCase WordLength:6+ AminoAcidLong",
    "Ser": "InitCap SingleCap WordLength:3-5 AminoAcidShort",
    "Ser150": "InitCap SingleCap LettersAndDigits WordLength:6+ AminoAcid+Position",
}
# What the table leaves open, and what must not match.
MORE = {
    "p": "LowerCase WordLength:1",
    "53": "TwoDigit WordLength:2",
    "123": "WordLength:3-5",
    "12345": "MoreDigit WordLength:3-5",
    "VX": "InitCap EndCap AllCaps TwoCap WordLength:2",
    "xi": "LowerCase WordLength:2 Greek",
    "\u03b2": "LowerCase WordLength:1 Greek",
    "AC": "InitCap EndCap AllCaps TwoCap WordLength:2",
    "acg": "LowerCase WordLength:3-5",
    "GATTACA": "InitCap EndCap AllCaps MoreCap WordLength:6+ ATCGUsequence",
    "MRNA": "InitCap EndCap AllCaps MoreCap WordLength:3-5 NucleicAcid",
    "dATP": "EndCap MixCase ThreeCap WordLength:3-5 Nucleotide",
    "tyrosine15": "LettersAndDigits WordLength:6+ AminoAcid+Position",
    "Series150": "InitCap SingleCap LettersAndDigits WordLength:6+",
    "MCMXCIV": "InitCap EndCap AllCaps MoreCap WordLength:6+ Roman",
    "-": "",
    "(": "",
    "%": "",
    "\U0001f9ec": "",
    "\ud800": "",
    "\x00": "",
}
WORDS = [*TABLE_1, *MORE]
KEYS = {int(salt(name)): name for name in NAMES}


def true_of(words):
    """For each word the set of names of its predicates."""
    found = [set() for _ in words]
    for owners, keys in predicates(words, shapes(Strings(words))):
        for owner, key in zip(owners.tolist(), keys.tolist(), strict=True):
            assert KEYS[key] not in found[owner]
            found[owner].add(KEYS[key])
    return found


@pytest.mark.parametrize(("word", "names"), (TABLE_1 | MORE).items(), ids=map(ascii, WORDS))
def test_predicates_are_those_of_table_1(word, names):
    assert true_of([word]) == [set(names.split())]


def test_predicates_of_a_batch_are_those_of_each_word_alone():
    assert true_of(WORDS) == [set(names.split()) for names in (TABLE_1 | MORE).values()]


@given(st.lists(st.text(st.characters(), min_size=1, max_size=6), max_size=5))
def test_predicates_take_any_words(words):
    assert true_of(words) == [true_of([word])[0] for word in words]


def test_features_of_no_words_are_none():
    parts = predicates([], shapes(Strings([])))
    assert sum(len(owner) + len(keys) for owner, keys in parts) == 0
    assert all(keys.dtype == np.uint64 for _, keys in parts)
