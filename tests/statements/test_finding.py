"""Statements: which classes lead them, what supports them, and how many articles say them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.statements.answer import CitingSentence, find_answer
from spacy_citalign.statements.clause import Mark
from spacy_citalign.statements.finding import Statement, find_statements, in_order
from spacy_citalign.statements.rows import answer_fields
from spacy_citalign.statements.shared import Member, SharedClass, Sharing


def shared(*places, kind="content", rarity=0.7):
    return SharedClass(tuple(Member(place, 0, 4) for place in places), kind, rarity)


def test_support_is_counted_in_articles_where_they_are_known():
    classes = [shared(0, 1, 2), shared(2, 3)]
    sharing = Sharing(["a", "a", "a", "b"], classes)
    assert sharing.sentences.tolist() == [3, 2]
    assert sharing.support().tolist() == [1, 2]
    assert sharing.articles_of([0, 1, 3]) == 2
    unknown = Sharing(["a", None, "a", "b"], classes)
    assert unknown.support().tolist() == [3, 2]
    assert unknown.articles_of([0, 3]) is None


def test_a_statement_is_led_by_what_most_articles_say_in_telling_words():
    # Six sentences of six articles: "song" in four, "night" in three of these, "method" in all.
    song, night, method = shared(0, 1, 2, 3), shared(1, 2, 3), shared(*range(6), rarity=0.3)
    statements = find_statements(Sharing(list("abcdef"), [song, night, method]))
    assert statements == [Statement((0, 1), (1, 2, 3, 0), 4)]


def test_statements_of_other_sentences_follow():
    song, pond, both = shared(0, 1, 2), shared(3, 4), shared(0, 1)
    statements = find_statements(Sharing([None] * 5, [song, pond, both]))
    assert [one.places for one in statements] == [(0, 1, 2), (3, 4)]
    assert [one.classes for one in statements] == [(0, 2), (1,)]


def test_classes_of_one_article_lead_nothing_where_others_are_of_several():
    repeated, spread = shared(0, 1, 2), shared(3, 4)
    statements = find_statements(Sharing(["a", "a", "a", "b", "c"], [repeated, spread]))
    assert [one.places for one in statements] == [(3, 4)]
    alone = find_statements(Sharing(["a"] * 5, [repeated, spread]))
    assert [(one.places, one.articles) for one in alone] == [((0, 1, 2), 1), ((3, 4), 1)]


@pytest.mark.parametrize("kind", ["reporting", "number"])
def test_reporting_words_and_numbers_lead_nothing_and_go_with_nothing(kind):
    quiet, telling = shared(0, 1, 2, kind=kind), shared(1, 2)
    (statement,) = find_statements(Sharing([None] * 3, [quiet, telling]))
    assert statement.classes == (1,)
    assert find_statements(Sharing([None] * 3, [quiet])) == []


def test_nothing_is_shared_by_one_sentence():
    assert find_statements(Sharing([], [])) == []
    assert find_statements(Sharing(["a"], [shared(0)])) == []


def test_each_statement_shows_a_sentence_of_its_own_where_it_has_one():
    # All classes stand in sentence 0, which is the most central of both statements.
    classes = [shared(0, 1, 2, 3), shared(0, 4, 5)]
    first, second = find_statements(Sharing([None] * 6, classes))
    assert first.places[0] != second.places[0]


def test_classes_are_ordered_as_the_central_sentence_has_them():
    assert in_order(Statement((4, 2, 9), (0,), None), [12, 3, float("inf")]) == (2, 4, 9)


def test_an_answer_counts_articles_and_names_who_differs():
    sentences = [
        CitingSentence("Frogs sing [1].", "a", (Mark(11, 14, True),)),
        CitingSentence("Frogs sing loudly [1].", "b", (Mark(18, 21, True),)),
        CitingSentence("Contrary to Zork [1], we heard none.", "b", (Mark(17, 20, True),)),
        CitingSentence("", None),
    ]
    song = SharedClass((Member(0, 6, 10), Member(1, 6, 10)))
    frog = SharedClass((Member(0, 0, 5), Member(1, 0, 5)))
    answer = find_answer(sentences, [song, frog])
    assert answer.articles == 2
    assert answer.class_articles == (2, 2)
    assert answer.statements == (Statement((1, 0), (0, 1), 2),)
    assert answer.differing == ((2, 0, 11),)


def test_rows_get_plain_values():
    members = [{"place": 0, "start": 6, "end": 10}, {"place": 1, "start": 0, "end": 4}]
    row = {
        "citances": [{"text": "Frogs sing."}, {"text": "Song [1].", "citations": []}],
        "classes": [{"class": "7", "kind": "content", "members": members}],
    }
    fields = answer_fields(row, ["a", "b"])
    assert fields == {
        "articles": 2,
        "classes": [row["classes"][0] | {"articles": 2}],
        "statements": [{"classes": ["7"], "places": [0, 1], "articles": 2}],
        "differing": [],
    }


@given(st.data())
def test_statements_stand_on_sentences_that_have_their_leading_class(data):
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
    statements = find_statements(sharing)
    assert len(statements) <= 5
    for one in statements:
        assert len(set(one.places)) == len(one.places) >= 2
        assert sharing.present[np.array(one.places), one.classes[0]].all()
        assert (one.articles is None) == (not known)
