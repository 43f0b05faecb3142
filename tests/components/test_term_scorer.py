"""Scores of terms: by hand, against brute force, and as the scorer gives them."""

from itertools import combinations, permutations

import pytest
from blank_english import NLP
from hypothesis import given
from hypothesis import strategies as st
from spacy.training import Example
from spacy.util import registry

from spacy_citalign.components.base.spans import set_character_spans
from spacy_citalign.components.terms import make_term_scorer
from spacy_citalign.terms.scoring import (
    imperfect,
    one_to_one,
    perfect,
)

SPANS = st.lists(
    st.tuples(st.integers(0, 12), st.integers(1, 6)).map(lambda x: (x[0], sum(x))), max_size=6
)


# --- hits ------------------------------------------------------------------------------------

# "large vocabulary continuous speech recognition", the paper's example, is words 0 to 5.
EXAMPLE = (0, 5)


@pytest.mark.parametrize(
    ("predicted", "is_perfect", "is_imperfect"),
    [
        ([(0, 5)], True, True),
        ([(1, 5)], False, True),
        ([(0, 4)], False, True),
        ([(4, 9)], False, True),
        ([(0, 9)], False, True),
        ([(5, 9)], False, False),
        ([], False, False),
    ],
)
def test_a_term_is_hit_perfectly_or_by_at_least_one_word(predicted, is_perfect, is_imperfect):
    arguments = {"a": [EXAMPLE]}, {"a": predicted}
    assert perfect(*arguments).recall == float(is_perfect)
    assert imperfect(*arguments).recall == float(is_imperfect)
    assert one_to_one(*arguments).recall == float(is_imperfect)


def test_hits_of_two_documents_counted_by_hand():
    gold = {"a": [(0, 2), (4, 6), (8, 11)], "b": [(0, 1), (3, 4)], "c": [(0, 1)]}
    predicted = {
        "a": [(0, 2), (5, 9), (10, 11), (20, 22)],  # right; over two terms; a part; nothing
        "b": [(3, 4), (3, 4), (0, 1)],  # as sets
        "d": [(0, 1)],
    }
    exact = perfect(gold, predicted)
    assert exact[:4] == (3, 6, 3, 7)
    assert (exact.precision, exact.recall) == (3 / 7, 3 / 6)
    assert exact.f == pytest.approx(2 * 3 / (6 + 7))
    touching = imperfect(gold, predicted)
    assert touching[:4] == (5, 6, 5, 7)
    assert (touching.precision, touching.recall) == (5 / 7, 5 / 6)
    assert touching.f == pytest.approx(2 * (5 / 7) * (5 / 6) / (5 / 7 + 5 / 6))
    # (0, 2) with itself, (4, 6) with (5, 9), (8, 11) with (10, 11), both of b
    assert one_to_one(gold, predicted)[:4] == (5, 6, 5, 7)


def test_imperfect_hits_are_not_one_to_one():
    gold = {"a": [(0, 2), (4, 6), (8, 9)]}
    sentence = {"a": [(0, 9)]}
    assert imperfect(gold, sentence)[:4] == (3, 3, 1, 1)
    assert one_to_one(gold, sentence)[:4] == (1, 3, 1, 1)
    assert imperfect(sentence, gold)[:4] == (1, 1, 3, 3)
    assert one_to_one(sentence, gold)[:4] == (1, 1, 1, 3)


def test_pairs_are_as_many_as_there_can_be_where_predictions_nest():
    gold = {"a": [(0, 3), (4, 7)]}
    assert one_to_one(gold, {"a": [(0, 7), (1, 2)]})[:4] == (2, 2, 2, 2)


@pytest.mark.parametrize("score", [perfect, imperfect, one_to_one])
def test_ratios_are_zero_where_nothing_is_to_divide_by(score):
    assert score({}, {}) == (0, 0, 0, 0, 0.0, 0.0, 0.0)
    assert score({"a": [(0, 1)]}, {}) == (0, 1, 0, 0, 0.0, 0.0, 0.0)
    assert score({"a": []}, {"b": [(0, 1)]}) == (0, 0, 0, 1, 0.0, 0.0, 0.0)


def overlap(one, other) -> bool:
    return bool(set(range(*one)) & set(range(*other)))


@given(SPANS, SPANS)
def test_hits_are_those_of_brute_force(gold, predicted):
    terms, found = set(gold), set(predicted)
    hits = imperfect({"a": gold}, {"a": predicted})
    assert hits.found == sum(any(overlap(a, b) for b in found) for a in terms)
    assert hits.right == sum(any(overlap(a, b) for a in terms) for b in found)
    assert (hits.gold, hits.predicted) == (len(terms), len(found))
    assert perfect({"a": gold}, {"a": predicted}).found == len(terms & found)


@given(SPANS.map(lambda spans: spans[:4]), SPANS.map(lambda spans: spans[:4]))
def test_pairs_are_as_many_as_any_pairing_has(gold, predicted):
    few, many = sorted((list(set(gold)), list(set(predicted))), key=len)
    most = max(
        sum(overlap(one, other) for one, other in zip(few, chosen, strict=True))
        for chosen in permutations(many, len(few))
    )
    assert one_to_one({"a": gold}, {"a": predicted}).found == most


@given(SPANS, SPANS)
def test_perfect_hits_are_fewer_than_one_to_one_ones_and_these_than_imperfect_ones(gold, predicted):
    arguments = {"a": gold}, {"a": predicted}
    scores = perfect(*arguments), one_to_one(*arguments), imperfect(*arguments)
    for less, more in combinations(scores, 2):
        assert less.found <= more.found
        assert less.right <= more.right
        assert less.f <= more.f + 1e-12


@given(SPANS, SPANS, st.lists(st.integers(1, 5), min_size=18, max_size=18))
def test_the_unit_does_not_matter(gold, predicted, lengths):
    """Words, or the characters of words of these lengths with a blank after each."""
    starts = [0]
    for length in lengths:
        starts.append(starts[-1] + length + 1)
    characters = [
        {"a": [(starts[first], starts[last] - 1) for first, last in spans]}
        for spans in (gold, predicted)
    ]
    words = {"a": gold}, {"a": predicted}
    for score in (perfect, imperfect, one_to_one):
        assert score(*words) == score(*characters)


# --- the scorer ------------------------------------------------------------------------------

TEXT = "The tree frog hops by hop tables."
KEYS = [
    *(f"propositional_terms{kind}_{letter}" for kind in ("", "_imperfect") for letter in "prf"),
    "propositional_terms_one_to_one_f",
]


def example(gold, predicted, key="propositional_terms") -> Example:
    docs = NLP.make_doc(TEXT), NLP.make_doc(TEXT)
    for doc, spans in zip(docs, (predicted, gold), strict=True):
        if spans is not None:
            set_character_spans(doc, key, spans, "TERM")
    return Example(*docs)


def test_scorer_counts_exact_characters_of_all_examples_with_gold():
    examples = [
        example([(4, 13), (22, 32)], [(4, 12), (22, 32), (14, 18)]),  # (4, 12) ends inside a word
        example([(9, 13)], [(3, 4)]),  # a blank is no term
        example(None, [(0, 3)]),
        example([], None),
    ]
    values = make_term_scorer()(examples)
    assert [key for key in values if not key.startswith("spans_")] == KEYS
    assert [values[key] for key in KEYS] == pytest.approx(
        [1 / 3, 1 / 3, 1 / 3, 2 / 3, 2 / 3, 2 / 3, 2 / 3]
    )


def test_scorer_gives_none_without_gold():
    for examples in ([], [example(None, [(0, 3)])]):
        assert {make_term_scorer()(examples)[key] for key in KEYS} == {None}


def test_scorer_is_in_the_registry_and_reads_another_group():
    scorer = registry.resolve({"x": {"@scorers": "citalign.TermScorer.v1", "spans_key": "sc"}})["x"]
    assert scorer([example([(0, 3)], [(0, 3)], key="sc")])["propositional_terms_f"] == 1.0
    assert scorer([example([(0, 3)], [(0, 3)])])["propositional_terms_f"] is None
