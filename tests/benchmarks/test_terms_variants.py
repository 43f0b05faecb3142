"""Terms by joint frequency of their variants."""

from math import log2

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tagged_sentences import any_words, marked, read

from benchmarks.terms.variants import find_variants
from spacy_citalign.terms.c_value import c_values, count_nested, find_candidates, mark_terms
from spacy_citalign.terms.noun_phrases import TermFilter
from spacy_citalign.terms.texts import TaggedSentence


def forms(*sentences, rules=None):
    """The canonical forms of one document's candidates, sorted."""
    found = find_variants([[read(sentence) for sentence in sentences]], rules)
    return sorted(" ".join(form) for form in found.forms)


def test_variants_of_one_term_count_together():
    sentences = [
        read("Parse-tree/NN searches/NNS"),
        read("parse/NN tree/NN search/NN"),
        read("search/NN of/IN parse/NN trees/NNS"),
    ]
    candidates = find_variants([sentences])
    row = candidates.forms.index(("parse", "tree", "search"))
    assert count_nested(candidates).frequency[row] == 3
    assert c_values(candidates)["parse", "tree", "search"] == pytest.approx(3 * log2(3))
    # As strings they are three terms.
    strings = find_candidates([sentences], TermFilter("prepositions"))
    assert max(c_values(strings).values()) < 3


def test_of_turns_a_term_round_and_other_prepositions_part_it():
    assert forms("search/NN of/IN deep/JJ trees/NNS") == ["deep tree", "deep tree search"]
    assert forms("search/NN in/IN deep/JJ trees/NNS") == ["deep tree"]


def test_coordinated_adjectives_share_their_noun():
    sentence = "deep/JJ and/CC shallow/JJ tree/NN search/NN"
    assert forms(sentence) == [
        "deep tree search",
        "shallow tree",
        "shallow tree search",
        "tree search",
    ]
    assert "deep search" in forms("deep/JJ ,/, wide/JJ ,/, or/CC fast/JJ search/NN")
    assert "wide search" in forms("deep/JJ ,/, wide/JJ ,/, or/CC fast/JJ search/NN")
    assert forms("trees/NNS and/CC deep/JJ search/NN") == ["deep search"]
    assert forms("deep/JJ and/CC shallow/JJ") == []
    assert forms("deep/JJ and/CC trees/NNS") == []
    assert forms(sentence, rules=TermFilter("nouns")) == ["tree search"]


def test_an_elliptic_variant_holds_no_other_term():
    documents = [[read("deep/JJ and/CC shallow/JJ search/NN")]]
    candidates = find_variants(documents)
    assert candidates.elliptic.tolist() == [False, True]
    counts = count_nested(candidates)
    assert counts.frequency.tolist() == [1, 1]
    assert counts.nested.tolist() == [0, 0]
    assert marked(documents, mark_terms(candidates, c_values(candidates))) == [
        ["deep and shallow search"]
    ]


def test_coordination_stays_in_its_sentence():
    assert forms("it/PRP is/VBZ deep/JJ", "and/CC shallow/JJ search/NN") == ["shallow search"]


DEFINED = "fast/JJ tree/NN search/NN (/-LRB- FTS/NN )/-RRB-"


def test_acronyms_count_with_their_long_forms():
    documents = [[read(DEFINED), read("FTS/NN finds/VBZ nests/NNS")]]
    candidates = find_variants(documents)
    values = c_values(candidates)
    assert values["fast", "tree", "search"] == pytest.approx(log2(3) * 3)
    assert marked(documents, mark_terms(candidates, values)) == [["fast tree search", "FTS", "FTS"]]


def test_acronyms_are_read_as_their_long_forms_inside_of_terms():
    assert "fast tree search system" in forms(DEFINED, "FTS/NN systems/NNS")
    assert "fast tree search" in forms(DEFINED, "many/JJ FTSs/NNS")


def test_acronyms_without_a_definition_are_candidates_of_one_word():
    assert forms("FTS/NN finds/VBZ nests/NNS") == ["fts"]
    assert c_values(find_variants([[read("FTS/NN finds/VBZ")]])) == {("fts",): 0.0}


def test_the_long_form_is_the_shortest_that_fits():
    found = forms("big/JJ slow/JJ tree/NN shaking/NN (/-LRB- STS/NN )/-RRB- ,/, STS/NN")
    assert "slow tree shaking" in found
    assert "big slow tree shaking" in found
    assert "sts" not in found
    # The last letter is not in the last word.
    assert "ts" in forms("tree/NN shaking/NN cat/NN (/-LRB- TS/NN )/-RRB-")
    assert "xyz" in forms("tree/NN shaking/NN (/-LRB- XYZ/NN )/-RRB-")


def test_a_definition_holds_elsewhere_if_all_agree():
    plain = [read("FTS/NN")]
    other = [read("flat/JJ tile/NN sorting/NN (/-LRB- FTS/NN )/-RRB-")]
    agreed = find_variants([[read(DEFINED)], plain])
    assert ("fts",) not in agreed.forms
    candidates = find_variants([[read(DEFINED)], other, plain])
    assert {("fts",), ("fast", "tree", "search"), ("flat", "tile", "sorting")} <= set(
        candidates.forms
    )


def test_variants_as_single_words_where_wanted():
    rules = TermFilter("prepositions", shortest=1)
    assert forms("trees/NNS of/IN nests/NNS", rules=rules) == ["nest", "nest tree", "tree"]


@given(any_words, st.sampled_from(["nouns", "adjectives", "prepositions"]), st.integers(1, 3))
@example([[TaggedSentence(["tree", "and", "tree", "tree"], ["JJ", *["NN"] * 3])]], "adjectives", 1)
def test_any_text_has_variants_that_can_be_valued_and_marked(documents, pattern, shortest):
    candidates = find_variants(documents, TermFilter(pattern, shortest=shortest))
    spans = [tuple(span) for span in candidates.spans.tolist()]
    assert len(set(spans)) == len(spans)
    assert len(set(candidates.forms)) == len(candidates.forms)
    assert set(candidates.terms.tolist()) == set(range(len(candidates.forms)))
    values = c_values(candidates, smoothing=1)
    assert all(value >= 0 for value in values.values())
    for spans in mark_terms(candidates, values):
        places = [place for a, b in spans for place in range(a, b)]
        assert places == sorted(set(places))


@pytest.mark.parametrize("documents", [[], [[]], [[TaggedSentence([], [])]]])
def test_no_text_no_variants(documents):
    candidates = find_variants(documents)
    assert candidates.forms == []
    assert candidates.spans.shape == (0, 2)
    assert mark_terms(candidates, c_values(candidates)) == [[] for _ in documents]
