"""Ranking of a document's terms: worked by hand, bad input, and on Docs."""

import time
from math import log2

import pytest
from blank_english import NLP
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc

from spacy_citalign.components.base.names import TERM_LABEL, TERMS, TITLE
from spacy_citalign.components.base.spans import set_character_spans
from spacy_citalign.components.term_texts import get_ranked_propositional_terms as ranked_terms
from spacy_citalign.terms.ranking import Occurrence, RankedTerm, rank_terms


def occurrences(*rated: tuple[str, float]) -> list[Occurrence]:
    return [Occurrence(text, text.split(), rate) for text, rate in rated]


def scores(*rated, **settings) -> dict[str, float]:
    return {term.text: term.score for term in rank_terms(occurrences(*rated), **settings)}


# --- the score, by hand ------------------------------------------------------------------------


def test_score_is_expected_occurrences_by_words():
    ranked = rank_terms(occurrences(("pond", 0.5), ("tree frog", 0.75), ("pond", 1.0)))
    assert ranked == [
        RankedTerm("pond", 1, log2(1 + 1) * (0.5 + 1.0), (0, 2)),
        RankedTerm("tree frog", 2, log2(1 + 2) * 0.75, (1,)),
    ]


def test_nested_occurrences_count_as_far_as_several_terms_hold_them():
    found = scores(
        ("tree", 0.5), ("parse tree", 0.75), ("binary parse tree", 0.5), ("parse tree", 1.0)
    )
    # "tree": 1.75 times in "parse tree", .5 times in "binary parse tree"; both hold it.
    assert found["tree"] == pytest.approx(log2(2) * (0.5 + 2.25 - 2.25 / 2))
    # "parse tree": .5 times in "binary parse tree", which alone holds it.
    assert found["parse tree"] == pytest.approx(log2(3) * (1.75 + 0.5 - 0.5 / 1))
    assert found["binary parse tree"] == pytest.approx(log2(4) * 0.5)


def test_a_term_may_stand_twice_in_one():
    found = scores(("frog", 1.0), ("frog by frog", 0.5), ("frog pond", 0.5))
    assert found["frog"] == pytest.approx(log2(2) * (1.0 + 1.5 - 1.5 / 2))


def test_nested_strings_that_are_no_terms_are_not_ranked():
    assert list(scores(("binary parse tree", 1.0))) == ["binary parse tree"]


def test_equal_scores_are_ranked_by_first_occurrence():
    ranked = rank_terms(occurrences(("pond", 0.5), ("frog", 1.0), ("leaf", 1.0), ("pond", 0.5)))
    assert [(term.rank, term.text) for term in ranked] == [(1, "pond"), (2, "frog"), (3, "leaf")]


# --- what is the same term ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "other", ["Parse trees", "parse-tree", "PARSE TREE", "parse - trees", "parse / tree"]
)
def test_wordings_of_a_term_are_grouped(other):
    (term,) = rank_terms(occurrences(("parse tree", 0.5), (other, 0.25)))
    assert term == RankedTerm("parse tree", 1, log2(3) * 0.75, (0, 1))


@pytest.mark.parametrize("other", ["parsed", "tree parse", "parse tree bank", "C++", "+"])
def test_other_terms_are_not_grouped(other):
    assert len(rank_terms(occurrences(("parse tree", 0.5), ("C", 0.5), (other, 0.25)))) == 3


def test_the_most_frequent_wording_is_shown():
    ranked = rank_terms(occurrences(("Frogs", 1.0), ("frog", 0.1), ("frog", 0.1)))
    assert ranked[0].text == "frog"
    assert rank_terms(occurrences(("Frogs", 0.1), ("frog", 1.0)))[0].text == "Frogs"


def test_acronyms_are_their_long_forms_inside_of_terms_too():
    found = scores(
        ("waking leaf model", 1.0),
        ("WLM", 0.5),
        ("WLMs", 0.25),
        ("WLM reader", 0.5),
        ("fast WLM-reader", 0.25),
        long_forms={"WLM": ["Waking", "leaf", "models"]},
    )
    assert found == pytest.approx(
        {
            "waking leaf model": log2(1 + 3) * (1.75 + 0.75 - 0.75 / 2),
            "WLM reader": log2(1 + 4) * (0.5 + 0.25 - 0.25 / 1),
            "fast WLM-reader": log2(1 + 5) * 0.25,
        }
    )


def test_an_acronym_may_have_an_s_of_its_own():
    assert (
        len(rank_terms(occurrences(("POS", 1.0), ("part", 1.0)), long_forms={"POS": ["part"]})) == 1
    )


# --- titles ------------------------------------------------------------------------------------


def test_terms_of_the_title_occur_once_more():
    rated = (("tree frog", 0.5), ("frog", 0.75), ("tree frogs", 0.25), ("pond", 0.5))
    found = scores(*rated, title="Tree frogs in a pond of trees".split())
    assert found["pond"] == pytest.approx(log2(2) * (0.5 + 0.5))
    assert found["tree frog"] == pytest.approx(log2(3) * (0.5 + 0.25 + 0.5))
    assert found["frog"] == pytest.approx(scores(*rated)["frog"])  # the title's is in a longer one


def test_titles_alone_give_no_terms():
    assert rank_terms([], title=["Tree", "frogs"]) == []


# --- degenerate and bad input ------------------------------------------------------------------


def test_no_terms_and_signs_only():
    assert rank_terms([]) == []
    ranked = rank_terms(occurrences(("-", 1.0), ("+ -", 0.0), ("\u03b2", 0.0), ("\U0001f438", 0.5)))
    assert [term.text for term in ranked] == ["-", "\U0001f438", "+ -", "\u03b2"]


RATED = st.lists(
    st.tuples(
        st.lists(st.sampled_from("frog frogs pond Leaf -".split()), min_size=1, max_size=4),
        st.floats(0, 1),
    ),
    max_size=12,
)


@given(RATED, st.lists(st.sampled_from("frog pond leaf the".split()), max_size=5))
def test_ranking_holds_every_occurrence_once_and_falls(rated, title):
    given_ = [Occurrence(" ".join(words), words, rate) for words, rate in rated]
    ranked = rank_terms(given_, title=title)
    assert sorted(place for term in ranked for place in term.occurrences) == [*range(len(rated))]
    assert [term.rank for term in ranked] == [*range(1, len(ranked) + 1)]
    order = [(-term.score, term.occurrences[0]) for term in ranked]
    assert order == sorted(order)


@given(RATED)
def test_score_agrees_with_its_definition(rated):
    keys = [
        tuple({"frogs": "frog", "Leaf": "leaf"}.get(word, word) for word in words if word != "-")
        or tuple(words)
        for words, _ in rated
    ]
    for term in rank_terms([Occurrence(" ".join(words), words, rate) for words, rate in rated]):
        own = keys[term.occurrences[0]]
        assert term.occurrences == tuple(place for place, key in enumerate(keys) if key == own)
        inside = [
            (key, rate)
            for key, (_, rate) in zip(keys, rated, strict=True)
            for start in range(len(key))
            if len(key) > len(own) and key[start : start + len(own)] == own
        ]
        count = sum(rated[place][1] for place in term.occurrences)
        nested = sum(rate for _, rate in inside)
        shared = nested / len({key for key, _ in inside}) if inside else 0
        assert term.score == pytest.approx(log2(1 + len(own)) * (count + nested - shared))


# --- Docs --------------------------------------------------------------------------------------

TEXT = (
    "Waking leaf models (WLMs) find frogs. A WLM reader has a Frog-pond; "
    "the waking leaf model finds pond frogs."
)
MARKED = ["Waking leaf models", "WLMs", "frogs", "WLM reader", "Frog-pond", "waking leaf model"]


def make_doc(text=TEXT, marked=MARKED, rates=None) -> Doc:
    doc = NLP(text)
    spans, place = [], 0
    for term in marked:
        place = text.index(term, place)
        spans.append((place, place := place + len(term)))
    rates = [0.5] * len(spans) if rates is None else rates
    attrs = {"cohesion": [0.0] * len(spans)}
    set_character_spans(doc, TERMS, spans, TERM_LABEL, {"confidence": rates} | attrs)
    return doc


def test_docs_have_ranked_terms_with_characters():
    doc = make_doc()
    ranked = ranked_terms(doc)
    assert [(row["rank"], row["text"]) for row in ranked] == [
        (1, "Waking leaf models"),
        (2, "WLM reader"),
        (3, "Frog-pond"),
        (4, "frogs"),
    ]
    assert [[doc.text[a:b] for a, b in row["occurrences"]] for row in ranked] == [
        ["Waking leaf models", "WLMs", "waking leaf model"],
        ["WLM reader"],
        ["Frog-pond"],
        ["frogs"],
    ]
    assert [row["score"] for row in ranked] == pytest.approx(
        [log2(1 + 3) * 1.5, log2(1 + 4) * 0.5, log2(1 + 2) * 0.5, log2(1 + 1) * 0.5]
    )


def test_terms_finer_than_tokens_are_cut_from_them():
    doc = Doc(NLP.vocab, ["anti-frogs", "frog"])
    set_character_spans(doc, TERMS, [(5, 10), (11, 15)], TERM_LABEL, {"confidence": [0.5, 1.0]})
    assert [row["occurrences"] for row in ranked_terms(doc)] == [[(5, 10), (11, 15)]]


def test_terms_are_read_in_order_of_the_text():
    doc = NLP("frog pond")
    set_character_spans(doc, TERMS, [(5, 9), (0, 4)], TERM_LABEL, {"confidence": [1.0, 1.0]})
    assert [row["text"] for row in ranked_terms(doc)] == ["frog", "pond"]


@pytest.mark.parametrize("title", ["A WLM-reader", None])
def test_titles_count(title):
    doc = make_doc()
    doc.user_data[TITLE] = title
    score = {row["text"]: row["score"] for row in ranked_terms(doc)}["WLM reader"]
    assert score == pytest.approx(log2(5) * (1.0 if title == "A WLM-reader" else 0.5))


def test_docs_without_terms():
    assert ranked_terms(NLP("A frog.")) is None
    assert ranked_terms(make_doc("A frog.", [])) == []
    assert ranked_terms(make_doc("", [])) == []
    assert [row["rank"] for row in ranked_terms(make_doc("  \n ", ["\n"]))] == [1]


@pytest.mark.parametrize("rate", [2.0, float("nan"), "much"])
def test_confidences_that_are_none_have_no_ranking(rate):
    doc = make_doc()
    doc.spans[TERMS].attrs["confidence"] = [rate] * 6
    assert ranked_terms(doc) is None


@pytest.mark.parametrize(
    "change",
    [
        {"confidence": [0.5] * 5},
        {"cohesion": []},
        {"start_char": [1000] * 6, "end_char": [1010] * 6},
        {"start_char": [-9] * 6, "end_char": [-3] * 6},
        {"start_char": [4] * 6, "end_char": [4] * 6},
        {"end_char": ["far"] * 6},
    ],
    ids=str,
)
def test_groups_changed_by_hand_are_ranked_as_sure_by_their_tokens(change):
    doc, sure = make_doc(), make_doc()
    doc.spans[TERMS].attrs.update(change)
    sure.spans[TERMS].attrs["confidence"] = [1.0] * 6
    assert ranked_terms(doc) == ranked_terms(sure)


@pytest.mark.slow
def test_long_docs_are_ranked_in_seconds():
    size, terms = 50_000, 10_000
    words = [f"{'abcdefghij'[i % 10]}{'klmnopq'[i % 7]}{i * i % 2003}x" for i in range(size)]
    doc = Doc(NLP.vocab, words)
    starts = [doc[5 * i].idx for i in range(terms)]
    ends = [doc[5 * i + i % 4].idx + len(words[5 * i + i % 4]) for i in range(terms)]
    spans = list(zip(starts, ends, strict=True))
    set_character_spans(doc, TERMS, spans, TERM_LABEL, {"confidence": [0.5] * terms})
    before = time.process_time()
    ranked = ranked_terms(doc)
    assert time.process_time() - before < 3  # a third of a second where nothing else runs
    assert sum(len(row["occurrences"]) for row in ranked) == terms
