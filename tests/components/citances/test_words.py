"""Citances of a Doc as groups of words: components/citances.py."""

import numpy as np
import pytest
import spacy
from blank_english import NLP as BLANK
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, Span

from spacy_citalign.citances.group import Adjacency
from spacy_citalign.components.base.spans import set_character_spans
from spacy_citalign.components.citances.words import citance_words, content_words
from spacy_citalign.components.joining import join
from spacy_citalign.errors import InputError


def one_group(*texts, **settings):
    (found,) = citance_words(join(texts, nlp=BLANK, labels="work"), **settings)
    return found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Loss of Zork2 kills.", ["Loss", "Zork2", "kills"]),
        ("miR-200c and IL-6", ["miR", "200c", "IL"]),  # a single digit is left out
        ("2.5 mg, 1,000 cells", ["2.5", "mg", "1,000", "cells"]),
        ("The of and THIS", []),
        ("", []),
        ("a_b c__d", ["b", "c", "d"]),  # "a" is a stop word
        ("β-actin 😀 naïve e\u0301", ["β", "actin", "naïve", "e"]),
        ("x\r\ny\x00z", ["x", "y", "z"]),
    ],
)
def test_content_words(text, words):
    assert [text[start:end] for start, end in content_words(text, 0, len(text))] == words


def test_content_words_stay_between_the_characters():
    text = "Zork2 binds Mup4"
    assert content_words(text, 2, 14) == [(2, 5), (6, 11), (12, 14)]


def test_words_are_exact_and_belong_to_their_citances():
    doc = join(["Loss of Zork2.", "The end", "Zork2-null frogs"], nlp=BLANK, labels="work")
    (found,) = citance_words(doc)
    assert found.key == "work"
    assert found.citances == [(0, 14), (15, 22), (23, 39)]
    texts = [doc.text[start:end] for start, end in found.words.tolist()]
    assert texts == list(found.group.words) == ["Loss", "Zork2", "end", "Zork2", "null", "frogs"]
    assert found.group.owners.tolist() == [0, 0, 1, 2, 2, 2]
    assert found.group.size == 3


def test_joints_say_what_stands_between():
    group = one_group("heat of salt-stress, cold room", "Zork2").group
    assert group.adjacency.tolist() == [
        Adjacency.FIRST,
        Adjacency.SKIPPED,
        Adjacency.GLUED,
        Adjacency.BROKEN,
        Adjacency.NEXT,
        Adjacency.FIRST,
    ]


def test_tokens_are_words_on_request():
    group = one_group("Loss of  Zork2.", "The end", content=False).group
    assert group.words == ("Loss", "of", "Zork2", ".", "The", "end")


def test_tags_genes_terms_and_abbreviations_are_taken_along():
    doc = join(["Zork2 binds", "ZK binds Zork two"], nlp=BLANK, labels="work")
    for token in doc:
        token.tag_ = "VBZ" if token.text == "binds" else "NN"
    set_character_spans(doc, "gene_mentions", [(0, 5), (12, 14)], "GENE")
    set_character_spans(doc, "propositional_terms", [(6, 11)], "TERM")
    (found,) = citance_words(doc)
    assert found.group.tags == ("NN", "VBZ", "NN", "VBZ", "NN", "NN")
    assert found.group.genes.tolist() == [1, 0, 2, 0, 0, 0]
    assert found.group.terms.tolist() == [0, 1, 0, 0, 0, 0]
    assert not found.group.concepts.any()


@pytest.fixture
def abbreviations():
    """Install the attribute that scispacy's detector writes, where it is not there."""
    had = Doc.has_extension("abbreviations")
    if not had:
        Doc.set_extension("abbreviations", default=[])
    yield
    if not had:
        Doc.remove_extension("abbreviations")


def test_reading_abbreviations_that_are_not_there_leaves_the_doc_as_it_is(abbreviations):
    """spaCy writes an extension's mutable default into the Doc as soon as it is looked at."""
    nlp = spacy.blank("en")
    doc = join(["Zork2 wakes frogs."], nlp=nlp)
    before = doc.to_bytes()
    citance_words(doc)
    assert doc.to_bytes() == before


def test_an_abbreviation_and_its_long_form_are_one_concept(abbreviations):
    doc = join(["Zork kinase two (ZK2) binds", "ZK2 binds"], nlp=BLANK, labels="work")
    places = {"short_start": 4, "short_end": 5, "long_start": 0, "long_end": 3}
    doc._.abbreviations = [{"long_text": "Zork kinase two", "short_text": "ZK2", **places}]
    (found,) = citance_words(doc)
    named = found.group.concepts[:, 0] > 0
    assert [w for w, own in zip(found.group.words, named, strict=True) if own] == [
        *("Zork", "kinase", "two", "ZK2"),
    ]
    assert len(np.unique(found.group.concepts[named])) == 1
    assert (("ZK2",), ("Zork", "kinase", "two")) in found.group.definitions


def test_definitions_of_the_citances_are_taken_along():
    group = one_group("Zork binding units (ZBU) wake frogs", "ZBU wakes").group
    assert group.definitions == ((("ZBU",), ("Zork", "binding", "units")),)


def test_noun_phrases_are_taken_along():
    doc = join(["red frogs wake", "frogs"], nlp=BLANK, labels="work")
    set_character_spans(doc, "base_phrases", [(0, 9), (10, 14), (15, 20)], ["NP", "VP", "NP"])
    assert citance_words(doc)[0].group.phrases.tolist() == [1, 1, 0, 2]


def test_citation_markers_are_no_words():
    group = one_group(
        "Qurpix et al. (2001) wake frogs.",
        "Frogs wake (Qurpix and Zandt, 2001; see Figure 2).",
        "The Qurpix method of Zandt wakes frogs, in 2001 frogs.",
    ).group
    assert group.words == (
        *("wake", "frogs", "Frogs", "wake", "see"),
        *("method", "wakes", "frogs", "2001", "frogs"),
    )
    assert group.adjacency[6] == Adjacency.BROKEN  # no unit goes over a marker


def test_numbers_that_cite_are_no_words():
    group = one_group(
        "Frogs wake [12], as others [3, 14-16].", "In 12 ponds x[12] (15) wake."
    ).group
    assert group.words == ("Frogs", "wake", "others", "12", "ponds", "x", "12", "15", "wake")


def test_groups_are_by_label_in_order_of_appearance():
    doc = join(["Zork2 binds", "Mup4 cuts", "Zork2 cuts"], nlp=BLANK, labels=["b", "a", "b"])
    assert [(one.key, one.citances) for one in citance_words(doc)] == [
        ("b", [(0, 11), (22, 32)]),
        ("a", [(12, 21)]),
    ]


def test_exact_characters_of_citances_count():
    doc = BLANK.make_doc("Zork2-null frogs")
    set_character_spans(doc, "citances", [(6, 16)], "work")
    (found,) = citance_words(doc)
    assert found.group.words == ("null", "frogs")


def test_docs_without_citances():
    doc = BLANK.make_doc("Zork2 binds")
    with pytest.raises(InputError, match="no span group 'citances'"):
        citance_words(doc)
    doc.spans["citances"] = []
    assert citance_words(doc) == []
    doc.spans["mine"] = [Span(doc, 0, 2, label="work")]
    assert citance_words(doc, spans_key="mine")[0].group.size == 1


@given(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=4), st.booleans())
def test_any_text_gives_words_within_its_citances(texts, content):
    try:
        doc = join(texts, nlp=BLANK, labels="work")
    except InputError:  # half a character
        return
    (found,) = citance_words(doc, content=content)
    for (start, end), owner in zip(found.words.tolist(), found.group.owners.tolist(), strict=True):
        assert found.citances[owner][0] <= start < end <= found.citances[owner][1]
    assert (
        found.group.adjacency[found.group.starts[found.group.lengths > 0]] == Adjacency.FIRST
    ).all()


@pytest.mark.parametrize("source", ["ents", "ner"])
def test_genes_and_terms_are_those_of_others_if_asked_for(source):
    doc = join(["Zork2 wakes red frogs", "red frogs sleep"], nlp=BLANK, labels="work")
    found = [Span(doc, 0, 1, label="PROTEIN"), Span(doc, 2, 4, label="ANIMAL")]
    if source == "ents":
        doc.ents = found
    else:
        doc.spans[source] = found
    plain = citance_words(doc)[0].group
    group = citance_words(doc, genes_from=source, terms_from=source)[0].group
    assert not plain.genes.any()
    assert not plain.terms.any()
    assert (group.genes > 0).tolist() == [True, False, True, True, False, False, False]
    assert group.terms.tolist() == group.genes.tolist()
