"""Terms by the formation of their words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tagged_sentences import any_words, marked, read

from benchmarks.terms.morphology import Formation, formation, morphological_terms
from spacy_citalign.terms.texts import TaggedSentence


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        (Formation.SIMPLE, "tree word model study disease phrase x - -- été"),
        (Formation.CLASS_TWO, "parser Tagger meaning friendship nameless"),
        (Formation.CLASS_ONE, "probabilistic semantics density derivations"),
        (Formation.COMPOUND, "rule-based tree-bank word-by-word density-free"),
        (Formation.PREFIXED, "multimodel micro-array hypertext"),
        (Formation.NEOCLASSICAL, "morphology bilingual Polynomials lymphocyte dermatitis"),
    ],
)
def test_formation_of_words(expected, words):
    for word in words.split():
        assert (word, formation(word)) == (word, expected)


def test_a_compound_is_as_technical_as_its_parts():
    assert formation("morphology-based") == Formation.NEOCLASSICAL


@given(st.text(alphabet="abioéX-s"))
def test_any_word_has_a_formation(word):
    assert formation(word) == formation(word.upper().lower())


def test_words_without_end_have_a_formation():
    assert formation("bio" * 50_000) <= Formation.NEOCLASSICAL
    assert formation("a-" * 50_000) == Formation.COMPOUND


def test_terms_have_a_term_forming_word():
    documents = [
        [read("probabilistic/JJ tree/NN grows/VBZ"), read("a/DT bird/NN nest/NN")],
        [read("the/DT old/JJ morphology/NN of/IN tree/NN parsers/NNS")],
    ]
    assert marked(documents, morphological_terms(documents)) == [
        ["probabilistic tree"],
        ["morphology", "tree parsers"],
    ]
    only_class_one = morphological_terms(documents, multiword=Formation.CLASS_ONE)
    assert marked(documents, only_class_one) == [["probabilistic tree"], ["morphology"]]
    everything = morphological_terms(documents, multiword=Formation.SIMPLE, single=Formation.SIMPLE)
    assert marked(documents, everything) == [
        ["probabilistic tree", "bird nest"],
        ["old morphology", "tree parsers"],
    ]


def test_single_nouns_need_a_formation_of_their_own():
    documents = [[read("the/DT parser/NN reads/VBZ semantics/NN ,/, morphology/NN")]]
    assert marked(documents, morphological_terms(documents)) == [["semantics", "morphology"]]
    strict = morphological_terms(documents, single=Formation.NEOCLASSICAL)
    assert marked(documents, strict) == [["morphology"]]


def test_participles_of_a_term_if_wanted():
    documents = [[read("rule-based/VBN trees/NNS")]]
    assert marked(documents, morphological_terms(documents)) == [[]]
    found = morphological_terms(documents, participles=True)
    assert marked(documents, found) == [["rule-based trees"]]


def test_terms_end_with_their_sentence_and_adjectives_alone_are_none():
    documents = [[read("morphology/NN"), read("parsers/NNS"), read("probabilistic/JJ")], []]
    assert marked(documents, morphological_terms(documents)) == [["morphology"], []]


@given(any_words)
def test_morphological_terms_are_disjoint_and_end_in_nouns(documents):
    for document, spans in zip(documents, morphological_terms(documents), strict=True):
        tags = [tag for sentence in document for tag in sentence.tags]
        places = [place for a, b in spans for place in range(a, b)]
        assert places == sorted(set(places))
        assert all(tags[b - 1] in ("NN", "NNS") for _, b in spans)


@pytest.mark.parametrize("documents", [[], [[]], [[TaggedSentence([], [])], []]])
def test_no_text_no_morphological_terms(documents):
    assert morphological_terms(documents) == [[] for _ in documents]
