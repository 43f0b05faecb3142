"""Which reference a sentence fits: by its title, and by what other articles cite it for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.statements.references import (
    FIT_FEATURES,
    FIT_WEIGHTS,
    CitedWords,
    better_references,
    sentence_vector,
)
from spacy_citalign.statements.sentences import CitingSentence

TOADS = "Toads of the desert dig burrows before the rain."


def vector(text):
    return sentence_vector(CitingSentence(text))


def cited(title, *texts):
    """A work with sentences of one article each."""
    return CitedWords(title, [(f"article {n}", vector(text)) for n, text in enumerate(texts)])


def better(text, own, *others, article="mine"):
    found = better_references(vector(text), article, own, dict(enumerate(others)))
    return [one.number for one in found]


def test_every_feature_has_a_weight():
    assert tuple(FIT_WEIGHTS) == FIT_FEATURES


def test_a_title_that_covers_the_sentence_fits_better_the_best_first():
    own = cited("Calls of pond frogs")
    assert better(TOADS, own, cited("Newts"), cited("Burrows of desert toads")) == [1]
    assert better(TOADS, own, cited("Rain"), cited("Burrows of desert toads")) == [1, 0]


def test_none_fits_better_than_the_work_that_it_speaks_of():
    assert better(TOADS, cited("Burrows of desert toads"), cited("Calls of frogs")) == []
    assert better(TOADS, cited("Burrows of desert toads")) == []


def test_what_others_cite_a_work_for_counts_as_its_title_does():
    own = cited("Frogs", "Frogs call at night.", "The calls of frogs are loud.")
    other = cited("A study", "Toads dig burrows before the rain.", "Desert toads dig.")
    assert better(TOADS, own, other) == [0]
    assert better("Frogs call loudly at night.", own, other) == []


def test_other_sentences_of_the_article_do_not_count():
    own = cited("A study", "Desert toads dig burrows before rain.")
    other = cited("Toads of the desert")
    assert better(TOADS, own, other) == []
    assert better(TOADS, own, other, article="article 0") == [0]


def test_words_that_tell_nothing_do_not_tie():
    sentence = CitingSentence("Toads dig burrows.")
    words = sentence_vector(sentence, {"toad"})
    work = CitedWords("Toads", (), {"toad"})
    assert work.fit_features(words, "mine") == {"title alone": 0.0, "alone": 1.0}


def test_a_vector_has_length_one_or_nothing():
    assert sum(value**2 for value in vector(TOADS).values()) == pytest.approx(1)
    assert vector("It was so.") == {}
    assert cited("", "It was so.").fit_features({}, "mine") == {"title": 0.0, "others": 0.0}


WORDS = st.lists(st.sampled_from("frog toad calls rain desert of 12 gene".split()), max_size=6)
TEXTS = WORDS.map(" ".join)


@given(TEXTS, TEXTS, st.lists(TEXTS, max_size=4), st.lists(TEXTS, max_size=3))
def test_all_named_fit_better_and_no_other_does(text, title, others, citing):
    own, works = cited(title, *citing), dict(enumerate(cited(one, *citing[:1]) for one in others))
    found = better_references(vector(text), "mine", own, works)
    gains = [one.better for one in found]
    assert gains == sorted(gains, reverse=True)
    assert all(gain > 0 for gain in gains)
    least = own.fit(vector(text), "mine")
    named = {one.number for one in found}
    assert all(works[n].fit(vector(text), "mine") <= least for n in works if n not in named)


@given(st.lists(TEXTS, max_size=4), TEXTS)
def test_leaving_out_an_article_is_as_if_it_were_not_there(texts, text):
    whole, rest = cited("Frogs", *texts), cited("Frogs", *texts[:-1])
    name = f"article {len(texts) - 1}"
    kept = rest.fit_features(vector(text), "mine")
    assert whole.fit_features(vector(text), name) == pytest.approx(kept, abs=1e-5)
