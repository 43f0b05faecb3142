"""Docs with aligned sentences as pairs of texts, and `spacy_citalign.render` of them."""

import numpy as np
import pytest
import spacy
from contract_cases import loaded
from corpus import citance_groups

import spacy_citalign
from spacy_citalign.app.report.doc_rows import text_pairs
from spacy_citalign.app.report.sentence_pairs import SentenceLink
from spacy_citalign.components.sentences.attributes import set_links
from spacy_citalign.components.sentences.words import text_sentences
from spacy_citalign.errors import InputError
from spacy_citalign.sentences.methods import Links

NLP = spacy.blank("en")
NLP.add_pipe("sentencizer")
TEXTS = ("Frogs wake. They hop. ", " In spring frogs wake.\nToads do not.", "Frogs hop.")
LINKS = {(0, 1): [(0, 0, 0.75)], (0, 2): [(1, 0, 0.5)], (1, 2): []}


def doc_of(texts=TEXTS, links=LINKS, labels=None, nlp=NLP):
    doc = nlp(spacy_citalign.join(texts, nlp=nlp, key="texts", labels=labels))
    found = {
        pair: Links(
            np.array([link[0] for link in own], dtype=np.int64),
            np.array([link[1] for link in own], dtype=np.int64),
            np.array([link[2] for link in own], dtype=np.float64),
        )
        for pair, own in links.items()
    }
    set_links(doc, text_sentences(doc), found)
    return doc


# --- pairs of texts --------------------------------------------------------------------------


def test_each_two_texts_are_a_pair_with_their_sentences_and_links():
    pairs = text_pairs(doc_of(labels=["a", "b", "c"]))
    assert [(pair.first.name, pair.second.name) for pair in pairs] == [
        ("a", "b"),
        ("a", "c"),
        ("b", "c"),
    ]
    assert pairs[0].first.sentences == ["Frogs wake.", "They hop."]
    assert pairs[0].second.sentences == ["In spring frogs wake.", "Toads do not."]
    assert [pair.links for pair in pairs] == [
        (SentenceLink(0, 0, 0.75),),
        (SentenceLink(1, 0, 0.5),),
        (),
    ]
    assert {pair.language for pair in pairs} == {"en"}


def test_texts_without_labels_are_numbered_from_1():
    names = [text.name for text in text_pairs(doc_of())[2].texts]
    assert names == ["text 2", "text 3"]


def test_names_can_be_given():
    (pair, *_) = text_pairs(doc_of(), names=["x.txt", "y.txt", "z.txt"])
    assert [text.name for text in pair.texts] == ["x.txt", "y.txt"]


def test_texts_of_joined_docs_make_no_pair_with_each_other():
    two = {(0, 1): [(0, 0, 0.75)]}
    docs = [doc_of(TEXTS[:2], two, labels) for labels in (["a", "b"], ["c", "d"])]
    joined = spacy_citalign.join(docs, nlp=NLP, key="members")
    names = [tuple(text.name for text in pair.texts) for pair in text_pairs(joined)]
    assert names == [("a", "b"), ("c", "d")]
    assert [pair.links for pair in text_pairs(joined)] == [(SentenceLink(0, 0, 0.75),)] * 2
    assert [pair for doc in docs for pair in text_pairs(doc)] == text_pairs(joined)


def test_a_single_text_makes_no_pair():
    assert text_pairs(doc_of(TEXTS[:1], {})) == []


def test_docs_that_were_not_aligned_are_refused():
    with pytest.raises(InputError, match=r"'Frogs hop\.'\.\.\. has no aligned sentences"):
        text_pairs(NLP("Frogs hop."))
    doc = doc_of()
    doc.spans["aligned_sentences"].attrs["links"] = None
    with pytest.raises(InputError, match="has no aligned sentences"):
        text_pairs(doc)


# --- render ----------------------------------------------------------------------------------


def test_aligned_sentences_are_a_fragment_or_a_page():
    doc = doc_of(labels=["a", "b", "c"])
    html = spacy_citalign.render(doc)
    assert "<html" not in html
    assert html.count('<section class="pair"') == 3
    assert "In spring frogs wake." in html
    page = spacy_citalign.render([doc, doc_of(TEXTS[:2], {})], page=True)
    assert page.startswith("<!DOCTYPE html>")
    assert page.count('<section class="pair"') == 4
    assert len(spacy_citalign.render(doc, minify=True)) < len(html)


def test_several_docs_are_several_fragments():
    doc = doc_of()
    both = spacy_citalign.render([doc, doc])
    assert both.count("<script>") == 2 * spacy_citalign.render(doc).count("<script>")


def test_in_a_notebook_it_is_displayed(notebook):
    assert spacy_citalign.render(doc_of(), jupyter=True) is None
    assert 'class="tex2jax_ignore"' in notebook[0]


def test_what_was_not_aligned_is_refused():
    with pytest.raises(InputError, match="no alignment of citances and no aligned sentences"):
        spacy_citalign.render(NLP("Frogs hop."))


@pytest.mark.slow
def test_citances_come_first_and_a_page_holds_one_sort():
    nlp = loaded("citance_aligner")
    texts = [text for text, _ in citance_groups()[0]]
    group = nlp(spacy_citalign.join(texts, nlp=nlp, labels="zork"))
    set_links(group, [], {})
    assert '<article class="work"' in spacy_citalign.render(group)
    mixed = spacy_citalign.render([group, doc_of()])
    assert '<article class="work"' in mixed
    assert '<section class="pair"' in mixed
    with pytest.raises(InputError, match="make a page of each"):
        spacy_citalign.render([group, doc_of()], page=True)


def test_a_pipeline_with_both_aligners_shows_texts_that_have_no_citances():
    doc = doc_of()
    doc.spans["homologs"] = []  # what the citance aligner says of a Doc without citances
    assert '<section class="pair"' in spacy_citalign.render(doc)
