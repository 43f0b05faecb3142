"""How two words compare in spelling: every feature on pairs that can be worked out by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.paper.crf_features import WordTypes


def pair(one, other):
    """All features of two words, which compare alike in both directions."""
    types = WordTypes([one, other])
    found = {}
    for name, matrix in types.orthographic().items():
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
    found = pair(one, other)
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


# --- keys ------------------------------------------------------------------------------------


def test_prefix_keys_are_those_of_three_lower_letters():
    keys = WordTypes(["Zork2", "zorro", "zo", "Mup4"]).prefix_keys
    assert keys[0] == keys[1]
    assert len(set(keys.tolist())) == 3


def test_stem_numbers_are_equal_for_equal_stems():
    assert WordTypes(["binds", "Binding", "bound"]).stem_numbers.tolist() == [0, 0, 1]


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
    for name, matrix in types.orthographic().items():
        assert matrix.shape == (len(types.words),) * 2, name
        assert matrix.dtype == np.float32, name
        assert np.array_equal(matrix, matrix.T), name
        assert np.all((matrix >= 0) & (matrix <= 1)), name


@given(WORDS, WORDS)
def test_a_pair_compares_alike_in_any_company(words, more):
    alone, together = WordTypes(words), WordTypes(more + words)
    rows = np.array([together.words.index(word) for word in alone.words], dtype=int)
    among = together.orthographic()
    for name, matrix in alone.orthographic().items():
        assert np.array_equal(matrix, among[name][np.ix_(rows, rows)]), name


def test_no_words_have_no_features():
    types = WordTypes([])
    assert types.rows.shape == types.prefix_keys.shape == types.stem_numbers.shape == (0,)
    assert all(matrix.shape == (0, 0) for matrix in types.orthographic().values())
