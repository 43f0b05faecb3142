"""Spans of words that stand for one concept: how far they reach, which of them counts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.group import Adjacency, make_group
from spacy_citalign.citances.knowledge.lexicon import (
    LONGEST,
    ConceptSpans,
    adjacent_reach,
    concepts_of_words,
)

FIRST, GLUED, NEXT, SKIPPED, BROKEN = Adjacency


# --- how far a run may reach -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("adjacency", "expected"),
    [
        ([FIRST, NEXT, NEXT], [3, 2, 1]),
        ([FIRST, GLUED, SKIPPED], [3, 2, 1]),  # "carcinoma of the breast"
        ([FIRST, BROKEN, NEXT], [1, 2, 1]),
        ([FIRST, NEXT, FIRST], [2, 1, 1]),  # another citance
        ([FIRST] + [NEXT] * 7, [6, 6, 6, 5, 4, 3, 2, 1]),
    ],
)
def test_words_stand_together_up_to_a_border(adjacency, expected):
    words = [["w"] * len(adjacency)]
    assert adjacent_reach(make_group(words, adjacency=adjacency)).tolist() == expected


def test_reach_ends_with_the_citance():
    assert adjacent_reach(make_group([["a", "b"], [], ["c"]])).tolist() == [2, 1, 1]
    assert adjacent_reach(make_group([[], []])).shape == (0,)


@given(st.lists(st.lists(st.sampled_from([GLUED, NEXT, SKIPPED, BROKEN]), max_size=9), max_size=4))
def test_reach_is_that_of_walking_on(citances):
    adjacency = [kind for words in citances for kind in ([FIRST, *words[1:]] if words else [])]
    group = make_group([["w"] * len(words) for words in citances], adjacency=adjacency)
    expected = []
    for start in range(len(adjacency)):
        end = start + 1
        while (
            end < len(adjacency) and adjacency[end] not in (FIRST, BROKEN) and end - start < LONGEST
        ):
            end += 1
        expected.append(end - start)
    assert adjacent_reach(group).tolist() == expected


# --- one concept a word ----------------------------------------------------------------------


def runs(*triples):
    starts, ends, concepts = zip(*triples, strict=True) if triples else ((), (), ())
    return ConceptSpans(
        np.array(starts, dtype=np.int64),
        np.array(ends, dtype=np.int64),
        np.array(concepts, dtype=np.uint64),
    )


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([], [0, 0, 0, 0]),
        ([(1, 3, 7)], [0, 7, 7, 0]),
        ([(0, 1, 5), (0, 2, 6)], [6, 6, 0, 0]),  # the longer one
        ([(0, 2, 5), (1, 4, 6)], [0, 6, 6, 6]),  # which may lie later
        ([(2, 4, 6), (1, 3, 5)], [0, 5, 5, 0]),  # of two equally long ones the earlier
        ([(0, 2, 5), (1, 3, 6), (2, 4, 7)], [5, 5, 7, 7]),
    ],
)
def test_column_takes_longer_runs_first_then_earlier(found, expected):
    column = concepts_of_words(runs(*found), 4)
    assert column.dtype == np.uint64
    assert column.tolist() == expected
