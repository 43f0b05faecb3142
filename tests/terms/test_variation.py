"""What variants of words have in common, and which words are acronyms."""

import pytest

from spacy_citalign.terms.ranking import is_acronym, normalized_word, singular


@pytest.mark.parametrize(
    ("plural", "expected"),
    [
        ("trees", "tree"),
        ("classes", "class"),
        ("searches", "search"),
        ("indexes", "index"),
        ("houses", "house"),
        ("entropies", "entropy"),
        ("lies", "lie"),
        ("analyses", "analysis"),
        ("corpora", "corpus"),
        ("matrices", "matrix"),
        ("data", "data"),
        ("people", "people"),
        ("apparatus", "apparatus"),
        ("s", "s"),
    ],
)
def test_singulars(plural, expected):
    assert singular(plural) == expected


@pytest.mark.parametrize(
    ("word", "tag", "expected"),
    [
        ("Parse-Trees", "NNS", ("parse", "tree")),
        ("Analysis", "NN", ("analysis",)),
        ("tumour", "NN", ("tumor",)),
        ("four", "CD", ("four",)),
        ("normalisation", "NN", ("normalization",)),
        ("pre-", "JJ", ("pre",)),
        ("--", ":", ("--",)),
        ("", "NN", ("",)),
    ],
)
def test_normalized_words(word, tag, expected):
    assert normalized_word(word, tag) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("HMM", True),
        ("HMMs", True),
        ("IBM-3", True),
        ("LaTeX", True),
        ("mRNA", True),
        ("Tree", False),
        ("I", False),
        ("UNDERSTANDING", False),
    ],
)
def test_acronyms(word, expected):
    assert is_acronym(word) == expected
