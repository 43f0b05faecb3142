"""Types of errors of extracted terms: each by an example, and that they add up with the hits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.terms.errors import ERROR_TYPES, error_types
from spacy_citalign.terms.scoring import imperfect, perfect

SPANS = st.lists(
    st.tuples(st.integers(0, 12), st.integers(1, 6)).map(lambda x: (x[0], sum(x))), max_size=6
)


def types_of(gold, predicted) -> dict[str, int]:
    """The types of errors that occur in one document."""
    rates = error_types({"a": gold}, {"a": predicted}).types
    return {name: rate.number for name, rate in rates.items() if rate.number}


@pytest.mark.parametrize(
    ("prediction", "name"),
    [
        ((10, 14), "MI"),
        ((12, 15), "IM"),
        ((12, 14), "II"),
        ((10, 18), "MO"),
        ((8, 15), "OM"),
        ((12, 18), "IO"),
        ((8, 14), "OI"),
        ((8, 18), "OO"),
    ],
)
def test_letters_say_where_start_and_end_are(prediction, name):
    assert types_of([(10, 15)], [prediction]) == {name: 1}


def test_a_prediction_is_compared_with_the_term_that_it_shares_most_with():
    assert types_of([(0, 4), (5, 7)], [(2, 7)]) == {"IO": 1}  # 2 and 2: the first
    assert types_of([(0, 4), (5, 7)], [(3, 7)]) == {"OM": 1}  # 1 and 2: the second
    assert types_of([(0, 9), (2, 3)], [(2, 4)]) == {"II": 1}  # of nested ones too


def test_neither_right_nor_spurious_predictions_have_a_type():
    found = error_types({"a": [(0, 4), (6, 8), (9, 12)]}, {"a": [(0, 4), (4, 6), (7, 8)]})
    assert {name: rate for name, rate in found.types.items() if rate.number} == {
        "IM": (1, 1.0, 1 / 3)
    }
    assert (found.missed, found.spurious) == (1, 1)


def test_rates_are_shares_of_the_errors_and_of_the_terms():
    gold = {"a": [(0, 4), (6, 9), (20, 25), (30, 31)], "b": [(0, 5)]}
    predicted = {"a": [(0, 3), (6, 8), (19, 26)], "b": [(1, 5), (7, 8)], "c": [(0, 2)]}
    found = error_types(gold, predicted)
    assert tuple(found.types) == ERROR_TYPES
    assert found.types["MI"] == (2, 2 / 4, 2 / 5)
    assert found.types["IM"] == found.types["OO"] == (1, 1 / 4, 1 / 5)
    assert found.types["II"] == (0, 0.0, 0.0)
    assert (found.missed, found.spurious) == (1, 2)


def test_without_errors_all_rates_are_zero():
    for gold, predicted in (({}, {}), ({"a": [(0, 1)]}, {"a": [(0, 1)]}), ({}, {"a": [(0, 1)]})):
        assert set(error_types(gold, predicted).types.values()) == {(0, 0.0, 0.0)}


@given(SPANS, SPANS)
def test_errors_and_hits_add_up(gold, predicted):
    arguments = {"a": gold}, {"a": predicted}
    errors, exact, touching = error_types(*arguments), perfect(*arguments), imperfect(*arguments)
    wrong = sum(rate.number for rate in errors.types.values())
    assert wrong + exact.right + errors.spurious == exact.predicted
    assert wrong + exact.right == touching.right
    assert errors.missed == touching.gold - touching.found
    assert sum(rate.relative for rate in errors.types.values()) == pytest.approx(float(wrong > 0))
