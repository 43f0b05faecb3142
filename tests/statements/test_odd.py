"""Odd ones out: a sentence that shares nothing with the others is likelier not to belong."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.statements.odd import (
    FEATURES,
    LEAST_OTHERS,
    WEIGHTS,
    WITH_REFERENCES,
    find_odd,
    odd_features,
    odds_with_references,
)
from spacy_citalign.statements.sentences import CitingSentence

TITLE = "Croak1 controls the calls of pond frogs"
FROGS = (
    "Croak1 controls how loudly pond frogs call at night.",
    "The calls of pond frogs depend on Croak1.",
    "Frogs that lack Croak1 hardly call in spring.",
    "In pond frogs, the gene Croak1 makes calls louder.",
    "Croak1 was the first gene known to control calls of frogs.",
    "Loud calls at night need Croak1, as pond frogs show.",
    "Calls of frogs are controlled by Croak1 and its partners.",
    "Croak1 raises the number of calls that pond frogs give.",
)
FOREIGN = "Basalt weathers faster where monsoon rains erode the terraces of volcanic islands."


def cited(texts):
    """Sentences of one article each."""
    return [CitingSentence(text, f"article {number}") for number, text in enumerate(texts)]


def ranked(texts, title=TITLE):
    return [one.place for one in find_odd(cited(texts), title, least=0.0)]


def test_a_foreign_sentence_comes_first_wherever_it_stands():
    for place in (0, 4, len(FROGS)):
        assert ranked([*FROGS[:place], FOREIGN, *FROGS[place:]])[0] == place


def test_a_group_of_one_mind_has_no_odd_one():
    assert find_odd(cited(FROGS), TITLE) == []


def test_a_foreign_sentence_is_told_without_a_title():
    assert ranked([*FROGS, FOREIGN], "")[0] == len(FROGS)


def test_a_word_of_the_title_speaks_for_a_sentence():
    alone = "Basalt weathers faster on islands with pond life."
    one, other = (
        dict(find_odd(cited([*FROGS, alone]), title, least=0.0))[len(FROGS)]
        for title in ("Weathering of basalt on islands", TITLE)
    )
    assert one < other


def test_sentences_of_the_same_article_do_not_speak_for_each_other():
    sentences = [*cited(FROGS), *(CitingSentence(FOREIGN, "geology") for _ in range(3))]
    first = [one.place for one in find_odd(sentences, TITLE, least=0.0)][:3]
    assert first == [8, 9, 10]  # equal ones in their order


def test_nothing_is_told_of_sentences_of_too_few_articles():
    assert find_odd(cited([*FROGS[: LEAST_OTHERS - 1], FOREIGN]), TITLE, least=0.0) == []
    assert len(find_odd(cited([*FROGS[:LEAST_OTHERS], FOREIGN]), TITLE, least=0.0)) == 6
    of_one = [CitingSentence(text, "diary") for text in (*FROGS, FOREIGN)]
    assert find_odd(of_one, TITLE, least=0.0) == []


def test_sentences_of_unknown_articles_count_as_of_one_each():
    sentences = [CitingSentence(text) for text in (*FROGS, FOREIGN)]
    assert find_odd(sentences, TITLE, least=0.0)[0].place == len(FROGS)


def test_nothing_is_told_of_sentences_without_telling_words():
    assert 8 not in ranked([*FROGS, "It was so."])
    assert find_odd([], TITLE) == []


def test_words_that_tell_nothing_of_the_collection_do_not_tie():
    sentence = "Basalt shapes the islands of frogs."
    told, untold = (
        dict(find_odd(cited([*FROGS, sentence]), TITLE, subjects, least=0.0))[len(FROGS)]
        for subjects in ((), ("frog",))
    )
    assert told < untold


def test_another_reference_that_fits_better_speaks_against_a_sentence():
    def probability(better):
        found = find_odd(cited([*FROGS, FOREIGN]), TITLE, (), better, least=0.0)
        return dict(found)[len(FROGS)]

    place = len(FROGS)
    fitting, none, unknown = probability({place: 5.0}), probability({place: 0.0}), probability({})
    assert fitting > unknown > none
    assert unknown == probability(None) == probability({0: 5.0})


def test_odds_grow_with_those_without_references_and_with_the_better_fit():
    assert odds_with_references(-3, 2) > odds_with_references(-4, 2)
    assert odds_with_references(-3, 2) > odds_with_references(-3, 1)


def test_every_feature_has_a_weight():
    assert tuple(WEIGHTS) == FEATURES + WITH_REFERENCES
    places, features = odd_features(cited([*FROGS, FOREIGN]), TITLE)
    assert features.shape == (len(places), len(FEATURES))


WORDS = st.sampled_from("frog toad calls basalt islands Croak1 were of 12 gene".split())
TEXTS = st.lists(st.lists(WORDS, max_size=6).map(" ".join), max_size=12)


@given(TEXTS, st.lists(WORDS, max_size=3).map(" ".join), st.randoms(use_true_random=False))
def test_probabilities_do_not_depend_on_the_order(texts, title, draw: random.Random):
    sentences = cited(texts)
    found = {sentences[one.place]: one.probability for one in find_odd(sentences, title, least=0.0)}
    assert all(0 <= probability <= 1 for probability in found.values())
    draw.shuffle(sentences)
    again = {sentences[one.place]: one.probability for one in find_odd(sentences, title, least=0.0)}
    assert again == pytest.approx(found)


@given(st.lists(WORDS, min_size=1, max_size=8).map(" ".join), st.integers(1, 12))
def test_equal_sentences_have_no_odd_one(text, size):
    assert find_odd(cited([text] * size), "") == []
