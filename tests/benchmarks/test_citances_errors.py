"""Kinds of errors of an alignment: what two words show, and what their units show, by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

from benchmarks.citances.errors import KINDS, errors_of, form, singulars


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("oak1", "oak2b", "subtype"),
        ("oak", "oak7", "subtype"),
        ("alpha", "beta", "subtype"),
        ("200a", "200c", "subtype"),
        ("planted", "unplanted", "opposite"),
        ("increases", "decreases", "opposite"),  # of the thesaurus
        ("leafs", "leaf", "number"),
        ("berries", "berry", "number"),
        ("crisis", "crises", "number"),
        ("planting", "planted", "derivation"),
        ("chestnut", "chestnuts'", "derivation"),
        ("oak", "elm", None),
    ],
)
def test_form_of_two_words(one, other, kind):
    assert form(one, other) == kind
    assert form(other, one) == kind
    assert kind is None or kind in KINDS


def test_short_words_have_no_singular():
    assert singulars("as") == set()
    assert singulars("oaks") == {"oak"}


def case(citances, classes):
    """A group of words with gold classes, a list of words and one of classes a citance."""
    return SimpleNamespace(
        words=tuple(word for words in citances for word in words),
        owners=np.repeat(np.arange(len(citances)), list(map(len, citances))),
        classes=np.array([number for own in classes for number in own]),
    )


def found(citances, gold, given):
    group = case(citances, gold)
    given = np.array([number for own in given for number in own])
    return [tuple(error) for error in errors_of(group, given)]


def test_an_alignment_without_errors():
    assert found([["oak"], ["oak"]], [[1], [1]], [[7], [7]]) == []


def test_pairs_of_one_citance_are_no_errors():
    assert found([["oak", "elm"]], [[1, 1]], [[0, 0]]) == []


@pytest.mark.parametrize(
    ("citances", "gold", "given", "expected"),
    [
        # A missed and a wrong pair of words that nothing joins.
        ([["oak"], ["elm"]], [[1], [1]], [[0], [0]], (0, 1, True, "other")),
        ([["oak"], ["elm"]], [[0], [0]], [[1], [1]], (0, 1, False, "other")),
        ([["oak"], ["oak"]], [[0], [0]], [[1], [1]], (0, 1, False, "same word")),
        ([["Oak"], ["oaks"]], [[1], [1]], [[0], [0]], (0, 1, True, "number")),
        ([["suppress"], ["inhibit"]], [[1], [1]], [[0], [0]], (0, 1, True, "thesaurus")),
        # "old oak" is a unit of gold: "oak" alone is another size.
        ([["old", "elm"], ["oak"]], [[1, 1], [0]], [[0, 1], [1]], (1, 2, False, "part of a unit")),
    ],
)
def test_kinds_of_pairs(citances, gold, given, expected):
    assert expected in found(citances, gold, given)


def test_units_of_several_words_that_share_one_are_complex():
    citances = [["elm", "tree"], ["elm", "bark"]]
    errors = found(citances, [[1, 1], [2, 2]], [[1, 1], [1, 1]])
    assert {kind for *_, kind in errors} == {"complex entity"}
    assert len(errors) == 4
