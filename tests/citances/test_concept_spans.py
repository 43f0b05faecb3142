"""ConceptSpans of words that stand for one concept; abbreviations that a group explains itself."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.concept_spans import (
    LONGEST,
    ConceptSpans,
    adjacent_reach,
    concepts_of_words,
)
from spacy_citalign.citances.group import Adjacency, make_group
from spacy_citalign.citances.initials import find_initialisms

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


# --- initials --------------------------------------------------------------------------------


def spans(citances, **columns):
    """The runs as {name or words: concept number}, the same number for the same concept."""
    group = make_group(citances, **columns)
    found = find_initialisms(group)
    numbers = {}
    return {
        " ".join(group.words[start:end]): numbers.setdefault(key, len(numbers))
        for start, end, key in zip(
            found.starts.tolist(), found.ends.tolist(), found.concepts.tolist(), strict=True
        )
    }


@pytest.mark.parametrize(
    ("abbreviation", "words"),
    [
        ("LMT", "leaf margin transition"),
        ("LMTs", "leaf margin transitions"),  # several of them
        ("miRNA", "mild internal rot new anomaly"),
        ("LM", "Leaf Margin"),
    ],
)
def test_abbreviation_and_its_words_are_one_concept(abbreviation, words):
    assert spans([["the", abbreviation], words.split()]) == {abbreviation: 0, words: 0}


def test_abbreviations_stand_for_six_words_at_most():
    assert len(spans([["ABCDEF"], list("abcdef")])) == 2
    assert spans([["ABCDEFG"], list("abcdefg")]) == {}


@pytest.mark.parametrize(
    "abbreviation",
    [
        "lmt",  # an everyday word
        "Lmt",  # one capital
        "LM2",  # a digit
        "LMX",  # other initials
        "L",
    ],
)
def test_words_that_are_no_initials(abbreviation):
    assert spans([[abbreviation], ["leaf", "margin", "transition"]]) == {}


def test_words_apart_are_not_spelled_out():
    words = ["leaf", "margin"]
    assert spans([["LM"], words], adjacency=[FIRST, FIRST, NEXT]) == {"LM": 0, "leaf margin": 0}
    assert spans([["LM"], words], adjacency=[FIRST, FIRST, SKIPPED]) == {"LM": 0, "leaf margin": 0}
    assert spans([["LM"], words], adjacency=[FIRST, FIRST, BROKEN]) == {}
    assert spans([["LM"], words[:1], words[1:]]) == {}


def test_two_abbreviations_are_two_concepts():
    found = spans([["LM", "and", "RT"], ["leaf", "margin", "root", "tip"]])
    assert found["LM"] == found["leaf margin"] != found["RT"] == found["root tip"]


def test_no_words_no_initialisms():
    assert spans([]) == spans([[]]) == {}


def test_concepts_of_initialisms_do_not_depend_on_the_group():
    one = find_initialisms(make_group([["LM"], ["leaf", "margin"]]))
    other = find_initialisms(make_group([["large", "moth"], ["RT"], ["root", "tip"], ["LM"]]))
    assert set(one.concepts.tolist()) < set(other.concepts.tolist())
