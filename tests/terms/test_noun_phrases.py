"""Noun phrases and candidate spans from tags, by hand and beside a slow reading of the patterns."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.terms.noun_phrases import (
    TermFilter,
    candidate_spans,
    noun_phrase_chains,
    noun_phrases,
)

TAGS = ("NN", "NNS", "NNP", "JJ", "VBN", "CD", "RB", "IN", "DT", "HYPH", "VBZ", "CC", ",")
sentences = st.lists(
    st.lists(st.sampled_from(TAGS), min_size=1, max_size=9), min_size=0, max_size=4
)


def read(tagged):
    """Words and tags of "the/DT tree/NN"."""
    pairs = [token.rsplit("/", 1) for token in tagged.split()]
    return [word for word, _ in pairs], [tag for _, tag in pairs]


def texts(tagged, find):
    words, tags = read(tagged)
    return [" ".join(words[a:b]) for a, b in find(tags, np.array([len(tags)]))]


def flat(document):
    return [tag for sentence in document for tag in sentence], np.array(
        [len(sentence) for sentence in document], dtype=np.int64
    )


@pytest.mark.parametrize(
    ("tagged", "expected"),
    [
        ("the/DT deep/JJ tree/NN grows/VBZ", ["deep tree"]),
        ("all/PDT the/DT nested/VBN trees/NNS", ["nested trees"]),
        ("it/PRP finds/VBZ two/CD hundred/CD trees/NNS", ["two hundred trees"]),
        ("a/DT very/RB deep/JJ tree/NN", ["deep tree"]),
        ("a/DT new/JJ very/RB deep/JJ tree/NN", ["new very deep tree"]),
        ("a/DT new/JJ almost/RB tree/NN", ["tree"]),
        ("its/PRP$ roots/NNS and/CC leaves/NNS", ["roots", "leaves"]),
        ("the/DT tree/NN 's/POS root/NN", ["tree", "root"]),
        ("trees/NNS deep/JJ as/IN wells/NNS", ["trees", "wells"]),
        ("rule/NN -/HYPH based/VBN tree/NN search/NN", ["rule - based tree search"]),
        ("state/NN -/HYPH of/IN -/HYPH the/DT -/HYPH art/NN", ["state - of - the - art"]),
        ("the/DT tree/NN -/HYPH", ["tree"]),
        ("tree/NN -/HYPH wise/RB", ["tree"]),
        ("deep/JJ", []),
        ("1999/CD", []),
        ("is/VBZ running/VBG", []),
    ],
)
def test_base_noun_phrases(tagged, expected):
    assert texts(tagged, noun_phrases) == expected


@pytest.mark.parametrize(
    ("tagged", "expected"),
    [
        ("the/DT size/NN of/IN the/DT deep/JJ tree/NN", ["size of the deep tree"]),
        ("size/NN of/IN trees/NNS in/IN woods/NNS", ["size of trees", "woods"]),
        ("the/DT tree/NN the/DT fox/NN saw/VBD", ["tree the fox"]),
        ("the/DT day/NN the/DT fox/NN in/IN woods/NNS", ["day the fox in woods"]),
        ("of/IN trees/NNS", ["trees"]),
        ("trees/NNS of/IN", ["trees"]),
        ("trees/NNS of/IN ,/, foxes/NNS", ["trees", "foxes"]),
        ("trees/NNS ,/, foxes/NNS", ["trees", "foxes"]),
        ("of/IN", []),
    ],
)
def test_chains_have_at_most_one_preposition(tagged, expected):
    assert texts(tagged, noun_phrase_chains) == expected


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (TermFilter("nouns"), ["tree search"]),
        (
            TermFilter("adjectives"),
            ["fast tree", "fast tree search", "tree search", "big woods"],
        ),
        (
            TermFilter("prepositions", shortest=3),
            [
                "fast tree search",
                "fast tree search in big woods",
                "tree search in big woods",
                "search in big woods",
            ],
        ),
        (TermFilter("nouns", shortest=1, longest=1), ["tree", "search", "woods"]),
    ],
)
def test_filters_of_c_value(rules, expected):
    tagged = "fast/JJ tree/NN search/NN in/IN big/JJ woods/NNS"
    assert texts(tagged, lambda *text: candidate_spans(*text, rules).tolist()) == expected


def test_participles_are_adjectives_if_wanted():
    tagged = "nested/VBN trees/NNS"
    assert texts(tagged, candidate_spans) == []
    assert texts(tagged, lambda *text: candidate_spans(*text, TermFilter(participles=True))) == [
        "nested trees"
    ]


def test_a_preposition_counts_only_after_a_noun_and_once():
    rules = TermFilter("prepositions")
    assert texts("deep/JJ in/IN woods/NNS", lambda *text: candidate_spans(*text, rules)) == []
    tagged = "size/NN of/IN trees/NNS of/IN woods/NNS"
    assert texts(tagged, lambda *text: candidate_spans(*text, rules)) == [
        "size of trees",
        "trees of woods",
    ]


def test_no_span_crosses_the_end_of_a_sentence():
    tags, lengths = ["NN", "NN", "IN", "NN"], np.array([1, 2, 1])
    assert noun_phrases(tags, lengths) == [(0, 1), (1, 2), (3, 4)]
    assert noun_phrase_chains(tags, lengths) == [(0, 1), (1, 2), (3, 4)]
    assert candidate_spans(tags, lengths, TermFilter("prepositions")).tolist() == []


@pytest.mark.parametrize("lengths", [[], [0], [0, 0]])
def test_no_words_no_spans(lengths):
    lengths = np.array(lengths, dtype=np.int64)
    assert noun_phrases([], lengths) == []
    assert noun_phrase_chains([], lengths) == []
    assert candidate_spans([], lengths).shape == (0, 2)


# The patterns of Frantzi, Ananiadou & Mima as they are printed, on one letter a tag.
PRINTED = {
    "nouns": "N+N",
    "adjectives": "[AN]+N",
    "prepositions": "(?:[AN]+|(?:[AN]*(?:NP)?)[AN]*)N",
}


@given(
    sentences,
    st.sampled_from(sorted(PRINTED)),
    st.booleans(),
    st.integers(1, 3),
    st.integers(0, 6),
)
def test_candidates_are_all_strings_that_the_printed_pattern_matches(
    document, pattern, participles, shortest, more
):
    rules = TermFilter(pattern, participles, shortest, shortest + more)
    letters = {"NN": "N", "NNS": "N", "NNP": "N", "JJ": "A", "IN": "P"}
    if participles:
        letters["VBN"] = "A"
    expected, start = [], 0
    for sentence in document:
        code = "".join(letters.get(tag, "-") for tag in sentence)
        for first in range(len(code)):
            for end in range(first + rules.shortest, min(len(code), first + rules.longest) + 1):
                single = pattern != "prepositions" and end == first + 1 and code[first] == "N"
                if single or re.fullmatch(PRINTED[pattern], code[first:end]):
                    expected.append([start + first, start + end])
        start += len(sentence)
    assert candidate_spans(*flat(document), rules).tolist() == expected


@given(sentences)
def test_chains_hold_the_phrases_and_end_where_phrases_end(document):
    tags, lengths = flat(document)
    phrases = noun_phrases(tags, lengths)
    chains = noun_phrase_chains(tags, lengths)
    assert {end for _, end in chains} <= {end for _, end in phrases}
    assert [sum(a <= x < y <= b for a, b in chains) for x, y in phrases] == [1] * len(phrases)
    for a, b in chains:
        inner = [
            tag for i, tag in enumerate(tags[a:b], a) if not any(x <= i < y for x, y in phrases)
        ]
        assert set(inner) <= {"DT", "IN"}
        assert inner.count("IN") <= 1


@given(sentences)
def test_phrases_end_in_nouns_and_are_disjoint(document):
    tags, lengths = flat(document)
    phrases = noun_phrases(tags, lengths)
    places = [place for a, b in phrases for place in range(a, b)]
    assert places == sorted(set(places))
    assert all(tags[b - 1] in ("NN", "NNS", "NNP") for _, b in phrases)
    assert not any(tags[a] in ("DT", "RB") and tags[a + 1] != "HYPH" for a, _ in phrases)


def test_long_runs_of_anything_take_linear_time():
    # A search that tries again at every word of a run would need minutes.
    for tag in ("NN", "JJ", "CD", "RB", "HYPH", "IN", "DT"):
        phrases = noun_phrases([tag] * 50_000, np.array([50_000]))
        assert phrases == ([(0, 50_000)] if tag == "NN" else [])
