"""How two words compare in spelling: every feature on pairs that can be worked out by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.types import WordTypes
from spacy_citalign.words.stem import porter_stem


def pair(one, other, family):
    """All features of a family for two words, which compare alike in both directions."""
    types = WordTypes([one, other])
    found = {}
    for name, matrix in getattr(types, family)().items():
        row, column = types.rows
        assert matrix[row, column] == matrix[column, row], name
        found[name] = float(matrix[row, column])
    return found


def test_words_are_numbered_by_their_first_occurrence():
    types = WordTypes(["Mup4", "binds", "Mup4", "mup4", "binds"])
    assert types.words == ["Mup4", "binds", "mup4"]
    assert types.rows.tolist() == [0, 1, 0, 2, 1]
    assert types.stems == ["mup4", "bind", "mup4"]
    assert types.stem_numbers.tolist() == [0, 1, 0]
    assert types.number(len).tolist() == [0, 1, 0]


# --- the paper's features --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # phosphorylate and phosphorylation are 13 and 15 letters: "e" becomes "ion".
        (
            "phosphorylate",
            "phosphorylation",
            {
                "same prefix": 1,
                "length difference": 2 / 10,
                "edit similarity": 1 - 3 / 15,
            },
        ),
        # "Zork" is inserted.
        (
            "Mup4",
            "ZorkMup4",
            {
                "same suffix": 1,
                "length difference": 4 / 10,
                "both with capitals": 1,
                "edit similarity": 1 - 4 / 8,
            },
        ),
        ("Mup4", "mup4", {"same prefix": 1, "same suffix": 1, "edit similarity": 1}),
        (
            "Mup4",
            "Mup4",
            {
                "same string": 1,
                "same prefix": 1,
                "same suffix": 1,
                "both with capitals": 1,
                "edit similarity": 1,
            },
        ),
        # Shorter than an affix: prefix and suffix say nothing, not even of equal words.
        ("of", "of", {"same string": 1, "both short": 1, "edit similarity": 1}),
        (
            "leaf",
            "leaves",
            {"same prefix": 1, "length difference": 2 / 10, "edit similarity": 1 - 3 / 6},
        ),
        ("cut", "cell", {"length difference": 1 / 10, "edit similarity": 1 - 3 / 4}),
        ("cut", "gut", {"both short": 1, "edit similarity": 1 - 1 / 3}),
        ("a", "x" * 30, {"length difference": 1}),  # no more than 1
    ],
)
def test_orthographic_features_by_hand(one, other, expected):
    found = pair(one, other, "orthographic")
    assert found == pytest.approx(dict.fromkeys(found, 0) | expected, abs=1e-6)


def test_orthographic_features_are_those_of_the_paper():
    assert list(WordTypes(["a"]).orthographic()) == [
        "same string",
        "same prefix",
        "same suffix",
        "length difference",
        "both short",
        "both with capitals",
        "edit similarity",
    ]


# --- inflection, derivation, subtypes, negation ----------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("cleaves", "cleaved", {"same stem": 1, "shared prefix": 6 / 7, "close spelling": 1}),
        (
            "Cells",
            "cells",
            {"same letters": 1, "same stem": 1, "shared prefix": 1, "close spelling": 1},
        ),
        # Subtypes: same family, another member.
        ("Zork2", "Zork11", {"other member": 1, "shared prefix": 4 / 6}),
        ("Zork2", "zork2b", {"other member": 1, "shared prefix": 5 / 6, "close spelling": 1}),
        (
            "Zork2",
            "zork2",
            {"same letters": 1, "same stem": 1, "shared prefix": 1, "close spelling": 1},
        ),
        ("Zork", "Zork2", {"shared prefix": 4 / 5, "close spelling": 1}),  # a family is no member
        ("Zork2", "Mup2", {}),
        # The letters of a short word with a capital, in their order, from the first letter on.
        ("Mfn", "mitofusin", {"contraction": 1, "shared prefix": 1 / 9}),
        ("Fmn", "mitofusin", {}),
        ("mfn", "mitofusin", {"shared prefix": 1 / 9}),
        ("Mfn", "muffin", {"shared prefix": 1 / 6}),  # not more than twice as long
        # Negation
        ("phosphorylated", "dephosphorylated", {"negated": 1, "close spelling": 1}),
        ("phosphorylation", "unphosphorylated", {"negated": 1}),
        ("upregulated", "downregulates", {"negated": 1}),
        ("upregulated", "regulates", {"negated": 1}),
        # 1 - 3 / 14 in spelling
        ("underexpressed", "overexpressed", {"negated": 1, "close spelling": 1}),
        ("unstable", "stable", {"negated": 1, "close spelling": 1}),
        ("debt", "bt", {}),  # a base has four letters or more
    ],
)
def test_morphological_features_by_hand(one, other, expected):
    found = pair(one, other, "morphological")
    spelled = WordTypes([one, other]).edit_similarity[0, 1]
    assert found["close spelling"] == (spelled >= 0.75)
    assert found == pytest.approx(dict.fromkeys(found, 0) | expected, abs=1e-6)


def test_shared_prefix_counts_twelve_letters_at_most():
    assert pair("a" * 20, "a" * 24, "morphological")["shared prefix"] == pytest.approx(12 / 24)


# --- keys ------------------------------------------------------------------------------------


def test_prefix_keys_are_those_of_three_lower_letters():
    keys = WordTypes(["Zork2", "zorro", "zo", "Mup4"]).prefix_keys
    assert keys[0] == keys[1]
    assert len(set(keys.tolist())) == 3


def test_stem_keys_are_equal_for_equal_stems():
    types = WordTypes(["binds", "Binding", "bound"])
    assert types.stem_keys[0] == types.stem_keys[1] != types.stem_keys[2]


# --- any words -------------------------------------------------------------------------------

WORDS = st.lists(
    st.one_of(
        st.sampled_from(["Mup4", "mup4", "un", "unstable", "İstanbul", "STRASSE", "β-Zork2", "²"]),
        st.text(min_size=1, max_size=14),
    ),
    max_size=6,
)


@given(WORDS)
def test_features_are_symmetric_and_from_0_to_1(words):
    types = WordTypes(words)
    assert [types.words[row] for row in types.rows] == words
    for features in (types.orthographic(), types.morphological()):
        for name, matrix in features.items():
            assert matrix.shape == (len(types.words),) * 2, name
            assert matrix.dtype == np.float32, name
            assert np.array_equal(matrix, matrix.T), name
            assert np.all((matrix >= 0) & (matrix <= 1)), name


@given(WORDS, WORDS)
def test_a_pair_compares_alike_in_any_company(words, more):
    alone, together = WordTypes(words), WordTypes(more + words)
    rows = np.array([together.words.index(word) for word in alone.words], dtype=int)
    for family in ("orthographic", "morphological"):
        among = getattr(together, family)()
        for name, matrix in getattr(alone, family)().items():
            assert np.array_equal(matrix, among[name][np.ix_(rows, rows)]), name


@given(WORDS)
def test_same_stem_is_that_of_the_stemmer(words):
    types = WordTypes(words)
    stems = [porter_stem(word) for word in types.words]
    expected = [[float(one == other) for other in stems] for one in stems]
    assert types.morphological()["same stem"].tolist() == expected


def test_no_words_have_no_features():
    types = WordTypes([])
    assert types.rows.shape == types.prefix_keys.shape == types.stem_keys.shape == (0,)
    for features in (types.orthographic(), types.morphological()):
        assert all(matrix.shape == (0, 0) for matrix in features.values())
