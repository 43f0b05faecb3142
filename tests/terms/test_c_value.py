"""C-value by hand, and its counts beside a slow definition."""

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tagged_sentences import few_words, marked, nouns, read

from spacy_citalign.terms.c_value import c_values, count_nested, find_candidates, mark_terms
from spacy_citalign.terms.noun_phrases import TermFilter
from spacy_citalign.terms.texts import TaggedSentence

SINGLES = TermFilter(shortest=1)


def counts_of(candidates, term):
    row = candidates.forms.index(tuple(term.split()))
    return tuple(int(part[row]) for part in count_nested(candidates))


def marked_by(documents, candidates, values):
    return marked(documents, mark_terms(candidates, values))


def test_the_published_table_with_other_words():
    # Frantzi, Ananiadou & Mima (2000), the example of section 2.3: 984 occurrences of a string of
    # three words, 26 of them in 5 longer candidates, the first of which holds the second.
    def wood(modifiers, times):
        tags = ["JJ"] * len(modifiers.split()) + ["JJ", "NN", "NN"]
        return [TaggedSentence([*modifiers.split(), "old", "oak", "wood"], tags)] * times

    document = [
        *wood("dark wet", 5),
        *wood("wet", 11 - 5),
        *wood("burnt", 7),
        *wood("young", 5),
        *wood("round", 3),
        *wood("", 984 - 26),
    ]
    values = c_values(find_candidates([document]))
    assert values["dark", "wet", "old", "oak", "wood"] == pytest.approx(log2(5) * 5)
    assert values["wet", "old", "oak", "wood"] == pytest.approx(log2(4) * (11 - 5 / 1))
    assert values["burnt", "old", "oak", "wood"] == pytest.approx(log2(4) * 7)
    assert values["old", "oak", "wood"] == pytest.approx(log2(3) * (984 - 26 / 5))
    assert values["old", "oak", "wood"] == pytest.approx(1551.361, abs=1e-3)


def test_counts_by_hand():
    candidates = find_candidates(
        [[nouns("oak tree root"), nouns("oak tree")], [nouns("Oak tree root system")]]
    )
    # f, t, c: "oak tree" is nested twice of three times, in "oak tree root" and "... root system".
    assert counts_of(candidates, "oak tree") == (3, 2, 2)
    assert counts_of(candidates, "oak tree root") == (2, 1, 1)
    # "tree root" stands in both of these and in "tree root system".
    assert counts_of(candidates, "tree root") == (2, 2, 3)
    assert counts_of(candidates, "oak tree root system") == (1, 0, 0)
    values = c_values(candidates)
    assert values["oak", "tree"] == log2(2) * (3 - 2 / 2)
    assert values["tree", "root"] == pytest.approx(log2(2) * (2 - 2 / 3))


def test_a_string_always_nested_in_one_term_is_worth_nothing():
    values = c_values(find_candidates([[nouns("oak tree root")] * 4]))
    assert values["oak", "tree"] == values["tree", "root"] == 0
    assert values["oak", "tree", "root"] == pytest.approx(log2(3) * 4)


def test_a_string_twice_in_its_container_is_nested_twice():
    candidates = find_candidates([[nouns("oak tree oak tree")]])
    assert counts_of(candidates, "oak tree") == (2, 2, 3)


def test_an_occurrence_in_two_overlapping_terms_is_nested_once():
    rules = TermFilter("prepositions", shortest=2)
    candidates = find_candidates([[read("size/NN of/IN big/JJ tree/NN of/IN wood/NN")]], rules)
    assert counts_of(candidates, "big tree") == (1, 1, 2)


def test_single_words_count_only_with_smoothing():
    documents = [[nouns("tree"), nouns("tree"), nouns("oak tree")]]
    candidates = find_candidates(documents, SINGLES)
    assert c_values(candidates)[("tree",)] == 0
    values = c_values(candidates, smoothing=1)
    assert values[("tree",)] == log2(2) * (3 - 1)
    assert values["oak", "tree"] == pytest.approx(log2(3) * 1)
    assert c_values(candidates, smoothing=0.01)[("tree",)] == pytest.approx(log2(1.01) * 2)


def test_marks_are_the_longest_terms_of_each_document():
    documents = [
        [nouns("oak tree root"), read("we/PRP see/VBP Oak/NN tree/NN")],
        [],
        [nouns("tree root")],
    ]
    candidates = find_candidates(documents)
    values = c_values(candidates)
    assert marked_by(documents, candidates, values) == [
        ["oak tree root", "Oak tree"],
        [],
        ["tree root"],
    ]
    assert mark_terms(candidates, values) == [[(0, 3), (5, 7)], [], [(0, 2)]]


def test_marks_in_other_documents_than_the_counted():
    values = c_values(find_candidates([[nouns("oak tree")]]))
    others = [[nouns("old oak tree"), nouns("pine tree")]]
    assert marked_by(others, find_candidates(others), values) == [["oak tree"]]


def test_of_overlapping_terms_of_one_length_the_left_one_is_marked():
    documents = [[nouns("oak tree root")]]
    values = {("oak", "tree"): 1.0, ("tree", "root"): 9.0}
    assert marked_by(documents, find_candidates(documents), values) == [["oak tree"]]


@pytest.mark.parametrize("documents", [[], [[]], [[nouns("")]], [[nouns("tree")]], [[], []]])
def test_no_candidates_no_terms(documents):
    candidates = find_candidates(documents)
    assert c_values(candidates) == {}
    assert mark_terms(candidates, {}) == [[] for _ in documents]


filters = st.builds(
    TermFilter,
    st.sampled_from(["nouns", "adjectives", "prepositions"]),
    shortest=st.integers(1, 2),
    longest=st.integers(2, 6),
)


@given(few_words, filters)
def test_counts_are_those_of_the_definition(documents, rules):
    candidates = find_candidates(documents, rules)
    spans, terms = candidates.spans.tolist(), candidates.terms.tolist()
    counts = count_nested(candidates)
    for row in range(len(candidates.forms)):
        mine = [span for span, term in zip(spans, terms, strict=True) if term == row]
        holders = [
            (inner, outer)
            for a, b in mine
            for (x, y), outer in zip(spans, terms, strict=True)
            if x <= a and b <= y and y - x > b - a
            for inner in [(a, b)]
        ]
        assert counts.frequency[row] == len(mine)
        assert counts.nested[row] == len({inner for inner, _ in holders})
        assert counts.containers[row] == len({outer for _, outer in holders})


@given(few_words, filters)
def test_forms_are_the_lower_cased_words_of_the_spans(documents, rules):
    candidates = find_candidates(documents, rules)
    row = [word.lower() for document in documents for s in document for word in s.words]
    assert len(set(candidates.forms)) == len(candidates.forms)
    for (a, b), term in zip(candidates.spans.tolist(), candidates.terms.tolist(), strict=True):
        assert candidates.forms[term] == tuple(row[a:b])


@given(few_words, filters, st.sampled_from([0.0, 1.0]))
def test_values_are_never_negative_and_marks_never_overlap(documents, rules, smoothing):
    candidates = find_candidates(documents, rules)
    values = c_values(candidates, smoothing=smoothing)
    assert all(value >= 0 for value in values.values())
    for document, spans in zip(documents, mark_terms(candidates, values), strict=True):
        places = [place for a, b in spans for place in range(a, b)]
        assert places == sorted(set(places))
        assert all(0 <= place < sum(len(s.words) for s in document) for place in places)
