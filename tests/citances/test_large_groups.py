"""Large groups, aligned by the types of their words: as exactly as small ones."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from spacy_citalign.citances.aligner import align
from spacy_citalign.citances.alignment import Alignment
from spacy_citalign.citances.group import make_group
from spacy_citalign.citances.large_groups import divide
from spacy_citalign.citances.settings import AlignmentSettings
from tests.citances.unit_groups import model_of

CLEAR = model_of({"same words": 36.0}, -18.0)  # units of the same words, and no others
WORDS = ("leaf", "moth", "newt", "Zork2", "Zork3", "rises", "declines")
EXACT = AlignmentSettings()


def in_parts(words):
    return replace(EXACT, exact_words=words)


def groups_of(most):
    return st.lists(st.lists(st.sampled_from(WORDS), max_size=6), min_size=2, max_size=most).map(
        make_group
    )


@pytest.mark.slow
@given(group=groups_of(14), words=st.integers(1, 30), threshold=st.sampled_from((0.05, 0.4, 0.9)))
@hypothesis_settings(deadline=None, max_examples=60)
def test_alignments_in_parts_are_whole(group, words, threshold):
    settings = replace(in_parts(words), threshold=threshold)
    found = align(group, CLEAR, settings)
    size = len(group.words)
    assert np.array_equal(found.owners, group.owners)
    assert len(found.classes) == size
    assert sorted(set(found.classes.tolist()) - {0}) == list(
        range(1, found.classes.max(initial=0) + 1)
    )
    assert np.array_equal(found.merges.classes(found.threshold), found.classes)
    assert (np.diff(found.merges.height) <= 0).all()
    assert (found.merges.first < found.merges.second).all()
    made = np.concatenate([found.merges.first, found.merges.second])
    assert len(set(made.tolist())) == len(made)  # what was merged is no more
    assert (made < size + np.tile(np.arange(len(found.merges.height)), 2)).all()
    for one in found.aligned_classes:
        owners = {int(found.owners[word]) for word in one.words}
        assert len(owners) > 1
        assert 0 < one.confidence <= 1
        assert {group.words[word] for word in one.words} == {group.words[one.words[0]]}
    assert 0 <= found.expected_ama <= 1
    values = found.similarity.toarray()
    assert np.array_equal(values, values.T)
    again = Alignment.from_record(found.to_record())
    assert [one.words for one in again.aligned_classes] == [
        one.words for one in found.aligned_classes
    ]
    repeated = align(group, CLEAR, settings)
    assert repeated.to_record() == found.to_record()


@given(group=groups_of(6))
@hypothesis_settings(deadline=None, max_examples=30)
def test_groups_up_to_the_bound_are_exact(group):
    bound = max(1, len(group.words))
    exact, found = align(group, CLEAR, EXACT), align(group, CLEAR, in_parts(bound))
    assert found.to_record() == exact.to_record()
    assert found.parts is None


@given(group=groups_of(14), words=st.integers(1, 30))
@hypothesis_settings(deadline=None, max_examples=60)
def test_classes_are_those_of_the_exact_alignment(group, words):
    exact, found = align(group, CLEAR, EXACT), align(group, CLEAR, in_parts(words))
    assert found.classes.tolist() == exact.classes.tolist()
    assert found.reasons == exact.reasons


def test_confidence_is_that_of_what_was_compared():
    group = make_group([["leaf", "moth"], ["leaf", "newt"]] * 20)
    found = align(group, CLEAR, in_parts(40))
    exact = align(group, CLEAR, EXACT)
    assert [one.confidence for one in found.aligned_classes] == pytest.approx(
        [one.confidence for one in exact.aligned_classes]
    )


def test_shards_are_of_like_citances_and_small_enough():
    vectors = np.array([[1.0, 0], [0, 1], [0.9, 0.1], [0.1, 0.9]])
    shards = divide(vectors, np.array([3, 3, 3, 3]), 6)
    assert [shard.tolist() for shard in shards] == [[0, 2], [1, 3]]
    assert [shard.tolist() for shard in divide(vectors, np.array([3, 3, 3, 3]), 12)] == [
        [0, 1, 2, 3]
    ]
    nothing = divide(np.zeros((3, 0)), np.array([5, 5, 5]), 1)
    assert [shard.tolist() for shard in nothing] == [[0], [1], [2]]


def test_what_shards_keep_of_similarities_is_little():
    group = make_group([["leaf", "moth"], ["leaf", "newt"]] * 200)
    exact, found = align(group, CLEAR, EXACT), align(group, CLEAR, in_parts(40))
    assert found.classes.tolist() == exact.classes.tolist()
    assert found.similarity.nnz < exact.similarity.nnz / 5
