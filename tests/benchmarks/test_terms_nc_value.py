"""NC-value by hand, and where it is C-value."""

import pytest
from hypothesis import given
from tagged_sentences import few_words, nouns, read

from benchmarks.terms.nc_value import context_weights, nc_values
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.terms.c_value import c_values, find_candidates


def test_nc_value_by_hand():
    documents = [
        [
            read("we/PRP climb/VBP oak/NN trees/NNS"),
            read("we/PRP climb/VBP oak/NN trees/NNS fast/RB"),
            read("they/PRP climb/VBP stone/NN walls/NNS"),
            read("they/PRP paint/VBP garden/NN gates/NNS"),
        ]
    ]
    candidates = find_candidates(documents)
    values = c_values(candidates)
    assert values == {
        ("oak", "trees"): 2,
        ("stone", "walls"): 1,
        ("garden", "gates"): 1,
    }
    # Two of the three are the top: "oak trees", and "garden gates" by the alphabet.
    weights = context_weights(documents, candidates, values, top=0.6)
    assert weights == {"climb": 1 / 2, "paint": 1 / 2}
    assert nc_values(documents, candidates, values, top=0.6) == {
        ("oak", "trees"): pytest.approx(0.8 * 2 + 0.2 * 2 * (1 / 2)),
        ("stone", "walls"): pytest.approx(0.8 * 1 + 0.2 * 1 * (1 / 2)),
        ("garden", "gates"): pytest.approx(0.8 * 1 + 0.2 * 1 * (1 / 2)),
    }


def test_context_stays_in_the_sentence_and_in_its_window():
    documents = [[nouns("wood"), read("tall/JJ ,/, oak/NN trees/NNS grow/VBP"), nouns("wood")]]
    candidates = find_candidates(documents)
    values = c_values(candidates)
    assert context_weights(documents, candidates, values) == {"grow": 1}
    assert context_weights(documents, candidates, values, window=2) == {"tall": 1, "grow": 1}


def test_a_word_beside_one_term_twice_is_one_term_for_its_weight():
    documents = [[read("grow/VBP oak/NN trees/NNS grow/VBP")]]
    candidates = find_candidates(documents)
    values = c_values(candidates)
    assert context_weights(documents, candidates, values) == {"grow": 1}
    # f_a(b) counts both.
    assert nc_values(documents, candidates, values)["oak", "trees"] == pytest.approx(0.8 + 0.2 * 2)


@given(few_words)
def test_without_context_nc_value_is_c_value(documents):
    candidates = find_candidates(documents)
    values = c_values(candidates)
    assert nc_values(documents, candidates, values, context_share=0) == pytest.approx(values)


@pytest.mark.parametrize("documents", [[], [[]], [[nouns("")]], [[nouns("tree")]], [[], []]])
def test_no_candidates_no_values(documents):
    assert nc_values(documents, find_candidates(documents), {}) == {}


def test_context_is_looked_up_in_the_same_documents():
    candidates = find_candidates([[nouns("oak tree")]])
    with pytest.raises(InputError, match="give the documents that they are from"):
        nc_values([[nouns("oak")]], candidates, {})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"top": 0}, "top is 0"),
        ({"top": 1.5}, "top is 1.5"),
        ({"window": 0}, "window is 0"),
        ({"context_share": 2}, "context_share is 2"),
    ],
)
def test_settings_of_nc_value_are_checked(settings, message):
    documents = [[nouns("oak tree")]]
    with pytest.raises(SettingError, match=message):
        nc_values(documents, find_candidates(documents), {}, **settings)
