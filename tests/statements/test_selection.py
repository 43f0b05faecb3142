"""Groups of sentences that say the same, chosen from many."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.statements.conflicts import Conflict, Place
from spacy_citalign.statements.finding import contrary_to, supporting
from spacy_citalign.statements.selection import overlap, select_groups


def alike(size, *groups, least=0.02):
    similarity = np.full((size, size), least)
    for group in groups:
        similarity[np.ix_(group, group)] = 0.8
    return similarity


def select(similarity, articles=None, scores=None, most=3):
    size = len(similarity)
    scores = np.zeros(size) if scores is None else np.array(scores, dtype=float)
    return select_groups(similarity, scores, articles or [None] * size, most)


def test_sentences_that_are_alike_are_a_group_the_larger_one_first():
    groups = select(alike(7, [0, 1, 2], [3, 4, 5, 6]))
    assert [sorted(group) for group in groups] == [[3, 4, 5, 6], [0, 1, 2]]


def test_of_equal_groups_that_with_the_better_sentence_is_first():
    groups = select(alike(4, [0, 1], [2, 3]), scores=[0, 0, 0, 1])
    assert [sorted(group) for group in groups] == [[2, 3], [0, 1]]


def test_sentences_of_one_article_do_not_speak_for_each_other():
    similarity = alike(5, [0, 1, 2], [3, 4])
    assert select(similarity, list("aaabc")) == [[3, 4]]
    assert [sorted(group) for group in select(similarity, ["a"] * 5)] == [[0, 1, 2], [3, 4]]


def test_a_sentence_may_be_in_two_groups():
    similarity = alike(5, [0, 1, 2], [2, 3, 4])
    assert {frozenset(group) for group in select(similarity)} >= {
        frozenset([0, 1, 2]),
        frozenset([2, 3, 4]),
    }


def test_nothing_is_chosen_among_strangers():
    assert select(alike(4)) == []
    assert select(np.zeros((1, 1))) == []
    assert select(np.zeros((0, 0))) == []


def test_the_likest_of_a_group_comes_first():
    similarity = alike(3, [0, 1, 2])
    similarity[1, 2] = similarity[2, 1] = similarity[0, 2] = similarity[2, 0] = 0.9
    assert select(similarity)[0][0] == 2


def test_more_than_a_hundred_sentences():
    similarity = alike(150, range(150))
    (group,) = select(similarity, most=1)
    assert len(group) == 150


@given(st.integers(0, 9), st.data())
def test_groups_are_alike_and_apart(size, data):
    values = data.draw(st.lists(st.floats(0, 1), min_size=size * size, max_size=size * size))
    similarity = np.array(values, dtype=float).reshape(size, size)
    similarity = (similarity + similarity.T) / 2
    articles = [data.draw(st.sampled_from(["a", "b", "c", None])) for _ in range(size)]
    groups = select(similarity, articles)
    several = len({*articles} - {None}) + articles.count(None) > 1
    for group in groups:
        assert len({*group}) == len(group) > 1
        names = [articles[place] for place in group]
        assert not several or len({*names}) > 1 or None in names
        pairs = [
            similarity[one, other]
            for one, other in combinations(group, 2)
            if not several or articles[one] is None or articles[one] != articles[other]
        ]
        assert np.mean(pairs) > 0.1
    for one, other in combinations(groups, 2):
        assert overlap({*one}, {*other}) < 0.5


# --- those that say the reverse


def conflict(first, second, kind="direction"):
    return Conflict(kind, Place(first, 0, 4), Place(second, 0, 4))


def test_one_sentence_against_many_supports_nothing():
    conflicts = [conflict(0, 2), conflict(1, 2), conflict(2, 3)]
    kept = supporting([0, 1, 2, 3], conflicts, rank=lambda place: 0.0)
    assert kept == [0, 1, 3]
    (one,) = contrary_to(kept, [2], conflicts)
    assert (one.kind, one.said.text, one.against.text) == ("direction", 2, 0)


def test_of_two_the_one_that_says_it_better_stays():
    assert supporting([0, 1], [conflict(0, 1)], rank=lambda place: place) == [1]
    assert supporting([0, 1], [conflict(0, 1)], rank=lambda place: -place) == [0]


def test_sentences_outside_are_told_if_they_differ_from_the_first_one():
    conflicts = [conflict(0, 4), conflict(1, 5), conflict(0, 4, "number")]
    found = contrary_to([0, 1], [], conflicts)
    assert [(one.said.text, one.kind) for one in found] == [(4, "direction"), (4, "number")]


@pytest.mark.parametrize("group", [[], [0], [0, 1, 2]])
def test_without_conflicts_all_support(group):
    assert supporting(group, [], rank=lambda place: 0.0) == group
