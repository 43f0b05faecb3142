"""Average link over types of words: what average link over the words finds."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from scipy import sparse

from spacy_citalign.citances.closure import STEP, average_link
from spacy_citalign.citances.large_groups import average_link_of_types


@st.composite
def problems(draw):
    """Types of words in citances, distinct similarities of two types each, forbidden ones."""
    count = draw(st.integers(1, 5))
    drawn = draw(
        st.lists(
            st.tuples(st.integers(0, 3), st.integers(0, count - 1)), min_size=1, max_size=14
        ).map(sorted)
    )
    owners = np.array([owner for owner, _ in drawn])
    numbers: dict[int, int] = {}
    types = np.array([numbers.setdefault(number, len(numbers)) for _, number in drawn])
    size = len(numbers)
    pairs = [*combinations(range(size), 2), *((one, one) for one in range(size))]
    values = draw(st.permutations([0.9 - 0.8 * place / len(pairs) for place in range(len(pairs))]))
    similarity = np.zeros((size, size))
    for (one, other), value in zip(pairs, values, strict=True):
        similarity[one, other] = similarity[other, one] = draw(st.sampled_from((0, 1))) * value
    forbidden = np.zeros((size, size), dtype=bool)
    for one, other in combinations(range(size), 2):
        forbidden[one, other] = forbidden[other, one] = draw(st.booleans()) and draw(st.booleans())
    return types, similarity, owners, forbidden


@given(problem=problems(), floor=st.sampled_from((0.05, 0.3, 0.6)))
@hypothesis_settings(deadline=None)
def test_types_are_clustered_as_their_words_are(problem, floor):
    types, similarity, owners, forbidden = problem
    of_words = similarity[types[:, None], types]
    apart = forbidden[types[:, None], types]
    exact = average_link(of_words, owners, floor=floor, forbidden=apart)
    found = average_link_of_types(
        types,
        sparse.csr_matrix(similarity),
        owners,
        floor=floor,
        forbidden=sparse.csr_matrix(forbidden),
    )
    for threshold in (floor, 0.5, 0.7, 0.9):
        if threshold >= floor:
            assert found.classes(threshold).tolist() == exact.classes(threshold).tolist()
    np.testing.assert_allclose(found.height, exact.height, atol=STEP)
    assert (np.diff(found.height) <= 0).all()
    assert (found.first < found.second).all()


def alike(own, other):
    return sparse.csr_matrix(np.array([[own, other], [other, own]]))


NONE = sparse.csr_matrix((2, 2), dtype=bool)


def test_words_less_alike_than_to_others_are_joined_one_by_one():
    # Words of a type are .1 alike, but each is .9 like the word of the other type.
    owners, types = np.array([0, 1, 2]), np.array([0, 1, 1])
    merges = average_link_of_types(types, alike(0.1, 0.9), owners, floor=0.05, forbidden=NONE)
    assert merges.height == pytest.approx([0.9, (0.9 + 0.1) / 2])


def test_too_many_nodes_are_whole_types():
    owners, types = np.array([0, 1, 2]), np.array([0, 1, 1])
    merges = average_link_of_types(
        types, alike(0.1, 0.9), owners, floor=0.05, forbidden=NONE, most_nodes=2
    )
    assert merges.height == pytest.approx([0.9, 0.9])
    assert merges.classes(0.9).tolist() == [1, 1, 1]


def test_types_that_are_never_joined_stay_apart_however_many_nodes():
    owners, types = np.array([0, 1, 2]), np.array([0, 1, 1])
    forbidden = sparse.csr_matrix(np.array([[False, True], [True, False]]))
    merges = average_link_of_types(
        types, alike(0.1, 0.9), owners, floor=0.3, forbidden=forbidden, most_nodes=1
    )
    assert merges.classes(0.3).tolist() == [0, 0, 0]


def test_words_of_one_citance_are_no_class():
    merges = average_link_of_types(
        np.array([0, 0]), sparse.csr_matrix([[0.9]]), np.array([0, 0]), floor=0.3,
        forbidden=sparse.csr_matrix((1, 1), dtype=bool),
    )  # fmt: skip
    assert len(merges.height) == 0


def test_no_words_are_no_merges():
    nothing = np.zeros(0, dtype=np.int64)
    empty = sparse.csr_matrix((0, 0))
    merges = average_link_of_types(nothing, empty, nothing, floor=0.3, forbidden=empty.astype(bool))
    assert merges.classes(0.3).tolist() == []
