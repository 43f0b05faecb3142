"""Statements: which classes lead them, what supports them, and how many articles say them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.statements.answer import find_answer
from spacy_citalign.statements.clause import SentenceMark
from spacy_citalign.statements.finding import (
    SharedStatement,
    class_similarity,
    find_statements,
    group_sentences,
)
from spacy_citalign.statements.sentences import CitingSentence
from spacy_citalign.statements.shared import ClassSpan, SharedClass, Sharing


def shared(*places, kind="content", rarity=0.7):
    return SharedClass(tuple(ClassSpan(place, 0, 4) for place in places), kind, rarity)


def test_support_is_counted_in_articles_where_they_are_known():
    classes = [shared(0, 1, 2), shared(2, 3)]
    sharing = Sharing(["a", "a", "a", "b"], classes)
    assert sharing.sentences.tolist() == [3, 2]
    assert sharing.support().tolist() == [1, 2]
    assert sharing.articles_of([0, 1, 3]) == 2
    unknown = Sharing(["a", None, "a", "b"], classes)
    assert unknown.support().tolist() == [3, 2]
    assert unknown.articles_of([0, 3]) is None


def alike(size, *groups):
    """Sentences of a group are alike by .8, all others by .02."""
    similarity = np.full((size, size), 0.02)
    for group in groups:
        similarity[np.ix_(group, group)] = 0.8
    return similarity


def test_sentences_that_are_alike_are_a_statement_with_the_classes_of_many_of_them():
    # "song" in all four, "night" in three, "pond" in one of them and elsewhere.
    song, night, pond = shared(0, 1, 2, 3), shared(1, 2, 3), shared(3, 4)
    sharing = Sharing(list("abcdef"), [song, night, pond])
    (statement,) = find_statements(sharing, alike(6, [0, 1, 2, 3]))
    assert statement == SharedStatement((0, 1), (0, 1, 2, 3), 4)


def test_the_most_widely_shared_comes_first_by_articles():
    first, second = shared(0, 1, 2), shared(3, 4)
    groups = alike(5, [0, 1, 2], [3, 4])
    by_sentences = find_statements(Sharing([None] * 5, [first, second]), groups)
    assert [set(one.places) for one in by_sentences] == [{0, 1, 2}, {3, 4}]
    by_articles = find_statements(Sharing(list("aabcd"), [shared(0, 1, 2), second]), groups)
    assert [one.articles for one in by_articles] == [2, 2]
    of_one = find_statements(Sharing(list("aaabc"), [first, second]), groups)
    assert [set(one.places) for one in of_one] == [{3, 4}]
    alone = find_statements(Sharing(["a"] * 5, [first, second]), groups)
    assert [(set(one.places), one.articles) for one in alone] == [({0, 1, 2}, 1), ({3, 4}, 1)]


@pytest.mark.parametrize("kind", ["reporting", "number"])
def test_reporting_words_and_numbers_show_no_statement(kind):
    quiet, telling = shared(0, 1, 2, kind=kind), shared(1, 2)
    groups = alike(3, [0, 1, 2])
    (statement,) = find_statements(Sharing([None] * 3, [quiet, telling]), groups)
    assert statement.classes == (1,)
    assert find_statements(Sharing([None] * 3, [quiet]), groups) == []


def test_a_class_of_few_of_the_sentences_shows_them_if_there_is_no_other():
    few, fewer = shared(0, 1), shared(2, 3, rarity=0.4)
    first, *_ = find_statements(Sharing([None] * 6, [few, fewer]), alike(6, range(6)))
    assert first.classes == (0,)


def test_nothing_is_shared_by_one_sentence():
    for sharing in (Sharing([], []), Sharing(["a"], [shared(0)])):
        assert find_statements(sharing, class_similarity(sharing.present)) == []


def test_without_similarities_sentences_are_alike_by_their_classes():
    similarity = class_similarity(Sharing([None] * 3, [shared(0, 1), shared(0, 1, 2)]).present)
    # log(4/2) for the first class, log(4/3) for the second: both of sentence 0, one of 2.
    rare, common = np.log(4 / 2), np.log(4 / 3)
    assert similarity[0, 1] == pytest.approx(1)
    assert similarity[0, 2] == pytest.approx(common / np.sqrt((rare + common) * common))


def test_a_sentence_joins_a_further_group_that_it_is_as_like():
    similarity = alike(6, [0, 1, 2], [3, 4, 5])
    similarity[2, 3:6] = similarity[3:6, 2] = 0.75
    groups = group_sentences(similarity)
    assert [sorted(group) for group in groups] == [[2, 3, 4, 5], [0, 1, 2]]


def test_sentences_that_are_like_no_other_are_in_no_group():
    assert group_sentences(np.zeros((4, 4))) == []
    assert group_sentences(np.eye(4)) == []
    assert [sorted(g) for g in group_sentences(np.array([[1, 0.2], [0.2, 1]]))] == [[0, 1]]


def test_classes_are_ordered_as_the_first_sentence_has_them():
    texts = ["Frogs sing in ponds.", "At night frogs sing.", "At night frogs sing."]
    sentences = [CitingSentence(text, name) for text, name in zip(texts, "abc", strict=True)]
    late = SharedClass((ClassSpan(1, 3, 8), ClassSpan(2, 3, 8)))
    frog = SharedClass((ClassSpan(0, 0, 5), ClassSpan(1, 9, 14), ClassSpan(2, 9, 14)))
    song = SharedClass((ClassSpan(0, 6, 10), ClassSpan(1, 15, 19), ClassSpan(2, 15, 19)))
    for title, classes in (("Ponds", (2, 1, 0)), ("Night", (0, 2, 1))):
        (statement,) = find_answer(sentences, [late, song, frog], title=title).statements
        assert (statement.places[0] == 0) == (title == "Ponds")
        assert statement.classes == classes  # what it does not have comes last


def test_an_answer_counts_articles_and_names_who_differs():
    sentences = [
        CitingSentence("Frogs sing [1].", "a", (SentenceMark(11, 14, True),)),
        CitingSentence("Frogs sing loudly [1].", "b", (SentenceMark(18, 21, True),)),
        CitingSentence("Contrary to Zork [1], we heard none.", "b", (SentenceMark(17, 20, True),)),
        CitingSentence("", None),
    ]
    song = SharedClass((ClassSpan(0, 6, 10), ClassSpan(1, 6, 10)))
    frog = SharedClass((ClassSpan(0, 0, 5), ClassSpan(1, 0, 5)))
    answer = find_answer(sentences, [song, frog])
    assert answer.articles == 2
    assert answer.class_articles == (2, 2)
    assert answer.statements == (SharedStatement((1, 0), (1, 0), 2),)
    ((place, differs),) = answer.differing
    assert (place, differs.start, differs.end, differs.who) == (2, 0, 11, "author")


@pytest.mark.parametrize("text", ["This sings loudly.", "however, frogs sing", "and sing"])
def test_a_sentence_that_leans_on_another_does_not_stand_for_the_statement(text):
    sentences = [CitingSentence(text, "a"), CitingSentence("Frogs sing at night.", "b")]
    song = SharedClass((ClassSpan(0, 6, 10), ClassSpan(1, 6, 10)))
    (statement,) = find_answer(sentences, [song]).statements
    assert statement.places == (1, 0)


def test_statements_are_led_by_different_sentences():
    texts = ["Frogs sing.", "Frogs sing late.", "Toads croak.", "Toads croak late."]
    sentences = [CitingSentence(text) for text in [*texts, "Frogs sing and toads croak."]]
    song = SharedClass((ClassSpan(0, 6, 10), ClassSpan(1, 6, 10), ClassSpan(4, 6, 10)))
    croak = SharedClass((ClassSpan(2, 6, 11), ClassSpan(3, 6, 11), ClassSpan(4, 21, 26)))
    # The last sentence is the likest one to the others of both groups.
    similarity = np.full((5, 5), 0.02)
    similarity[:2, :2] = similarity[2:4, 2:4] = 0.7
    similarity[4] = similarity[:, 4] = 0.9
    statements = find_answer(sentences, [song, croak], similarity).statements
    leads = [one.places[0] for one in statements]
    assert leads[0] == 4
    assert len({*leads}) == len(leads)


@given(st.data())
def test_statements_stand_on_sentences_of_which_two_have_their_classes(data):
    size = data.draw(st.integers(1, 8))
    places = st.sets(st.integers(0, size - 1), min_size=1)
    rarity = st.floats(0, 1)
    classes = [
        shared(*sorted(data.draw(places)), rarity=data.draw(rarity))
        for _ in range(data.draw(st.integers(0, 6)))
    ]
    known = data.draw(st.booleans())
    articles = [data.draw(st.sampled_from("abc")) if known else None for _ in range(size)]
    sharing = Sharing(articles, classes)
    statements = find_statements(sharing, class_similarity(sharing.present))
    assert len(statements) <= 7
    for one in statements:
        assert len(set(one.places)) == len(one.places) >= 2
        assert (sharing.present[np.ix_(one.places, one.classes)].sum(axis=0) >= 2).all()
        assert (one.articles is None) == (not known)
