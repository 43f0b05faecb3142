"""What the sentence aligner is given of a Doc: texts, their sentences, the words of these."""

import numpy as np
import pytest
import spacy
from blank_english import NLP
from spacy.tokens import Doc, Span
from spacy.vectors import Vectors

from spacy_citalign.components.base.spans import set_character_spans
from spacy_citalign.components.joining import join
from spacy_citalign.components.sentences.component import SentenceAlignerSettings
from spacy_citalign.components.sentences.words import (
    plain_name,
    sentence_vectors,
    text_sentences,
)
from spacy_citalign.errors import SettingError

ABBREVIATIONS = ("._.", "abbreviations", None, None)


def texts_of(*members, nlp=NLP):
    return text_sentences(join(members, nlp=nlp, key="texts"))


def sentences(text):
    return [" ".join(words) for words in text.words]


# --- sentences -------------------------------------------------------------------------------


def test_a_doc_without_texts_has_none():
    assert text_sentences(NLP("Frogs hop.")) == []
    assert text_sentences(Doc(NLP.vocab)) == []


def test_texts_are_those_of_the_span_group():
    doc = NLP("Frogs hop. Toads sleep.")
    doc.spans["mine"] = [Span(doc, 3, 6, label="toads"), Span(doc, 0, 3)]
    toads, frogs = text_sentences(doc, "mine")
    assert (toads.label, toads.start, sentences(toads)) == ("toads", 11, ["Toads sleep ."])
    assert (frogs.label, frogs.start, frogs.spans) == ("", 0, [(0, 10)])


def test_without_boundaries_texts_are_cut_at_full_stops_and_line_breaks():
    frogs, toads = texts_of("Frogs hop. Frogs eat e.g. flies\nFrogs sleep!", "Toads dig. They rest")
    assert sentences(frogs) == ["Frogs hop .", "Frogs eat e.g. flies", "Frogs sleep !"]
    assert sentences(toads) == ["Toads dig .", "They rest"]


def test_boundaries_that_are_set_are_kept():
    doc = join(["Frogs hop. Frogs eat.", "Toads dig. They rest"], nlp=NLP, key="texts")
    for token in doc:
        token.is_sent_start = token.text in ("Frogs", "dig")
    frogs, toads = text_sentences(doc)
    assert sentences(frogs) == ["Frogs hop .", "Frogs eat ."]
    assert sentences(toads) == ["Toads", "dig . They rest"]


def test_a_text_of_one_sentence_that_says_so_is_not_cut():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer", config={"punct_chars": ["!"]})
    (text,) = text_sentences(nlp(join(["Frogs hop. Frogs eat."], nlp=nlp, key="texts")))
    assert len(text.spans) == 1


def test_boundaries_of_one_text_are_not_those_of_another():
    doc = join(["Frogs hop. Frogs eat.", "Toads dig. They rest"], nlp=NLP, key="texts")
    for token in doc.spans["texts"][0]:
        token.is_sent_start = token.i == 0
    frogs, toads = text_sentences(doc)
    assert (len(frogs.spans), len(toads.spans)) == (1, 2)


def test_sentences_are_cut_where_their_text_ends():
    doc = NLP("Frogs hop in May. Toads sleep.")
    doc.spans["texts"] = [Span(doc, 1, 6), Span(doc, 6, 7)]
    one, other = text_sentences(doc)
    assert sentences(one) == ["hop in May .", "Toads"]
    assert sentences(other) == ["sleep"]


def test_white_space_is_no_word_and_no_sentence():
    text, blank = texts_of(" \n Frogs  hop.\n\n\n They sleep. \n", "  \n")
    assert sentences(text) == ["Frogs hop .", "They sleep ."]
    assert text.spans == [(3, 14), (18, 29)]
    assert blank.spans == blank.words == []


def test_empty_spans_are_texts_without_sentences():
    doc = NLP("Frogs hop.")
    doc.spans["texts"] = [Span(doc, 1, 1), Span(doc, 0, 3)]
    assert [len(text.spans) for text in text_sentences(doc)] == [0, 1]


# --- forms of words --------------------------------------------------------------------------


def abbreviated(as_spans=False):
    """Return a Doc in whose first text an abbreviation is explained, as scispaCy leaves it."""
    first = "Wet moss rot (WMR) kills moss. WMR spreads."
    doc = join([first, "The WMR of trees. WMRs and wmr."], nlp=NLP, key="texts")
    shorts = [token.i for token in doc if token.text == "WMR"][:2]
    found = [
        {"short_start": at, "short_end": at + 1, "long_start": 0, "long_end": 3, "long_text": "x"}
        for at in reversed(shorts)
    ]
    if as_spans:
        if not Span.has_extension("long_form"):
            Span.set_extension("long_form", default=None)
        found = [doc[at : at + 1] for at in shorts]
        for short in found:
            short._.long_form = doc[0:3]
    doc.user_data[ABBREVIATIONS] = found
    return doc


@pytest.mark.parametrize("as_spans", [False, True])
def test_long_forms_stand_for_short_ones_in_all_texts(as_spans):
    doc = abbreviated(as_spans)
    first, second = text_sentences(doc, normalize=["abbreviations"])
    assert sentences(first) == [
        "Wet moss rot ( Wet moss rot ) kills moss .",
        "Wet moss rot spreads .",
    ]
    assert sentences(second) == ["The Wet moss rot of trees .", "WMRs and wmr ."]
    assert first.spans == text_sentences(doc)[0].spans
    assert "WMR" in sentences(text_sentences(doc)[1])[0]


def test_short_forms_have_the_long_form_found_there_else_the_first():
    doc = Doc(NLP.vocab, words="old king OK says odd knot OK or OK".split())
    doc.spans["texts"] = [Span(doc, 0, len(doc))]
    doc.user_data[ABBREVIATIONS] = [
        {"short_start": at, "short_end": at + 1, "long_start": start, "long_end": end}
        for at, start, end in [(6, 4, 6), (2, 0, 2)]
    ]
    (text,) = text_sentences(doc, normalize=["abbreviations"])
    assert sentences(text) == ["old king old king says odd knot odd knot or old king"]


def test_gene_mentions_give_one_more_word():
    doc = join(["We saw TNF-alpha.", "Is TNFα (p-53) or p53 here?"], nlp=NLP, key="texts")
    genes = ["TNF-alpha", "TNFα", "p-53", "p53"]
    starts = [doc.text.index(gene) for gene in genes]
    spans = [(start, start + len(gene)) for start, gene in zip(starts, genes, strict=True)]
    set_character_spans(doc, "gene_mentions", spans, "GENE")
    first, second = text_sentences(doc, normalize=["genes"])
    assert "tnfalpha" in first.words[0]
    assert [word for word in second.words[0] if word in ("tnfalpha", "p53")] == [
        "tnfalpha",
        "p53",  # of p-53
        "p53",  # the word itself, to which nothing is added
    ]
    assert not {"tnfalpha"} & set(text_sentences(doc)[0].words[0])


def test_normalizations_go_together_and_without_findings():
    doc = abbreviated()
    assert text_sentences(join(["Frogs hop."], nlp=NLP, key="texts"), normalize=["genes"])
    start = doc.text.rindex("WMR of")
    set_character_spans(doc, "gene_mentions", [(start, start + 3)], "GENE")
    second = text_sentences(doc, normalize=["abbreviations", "genes"])[1]
    assert sentences(second)[0] == "The Wet moss rot of trees ."
    set_character_spans(doc, "gene_mentions", [(start - 4, start + 3)], "GENE")
    second = text_sentences(doc, normalize=["abbreviations", "genes"])[1]
    assert sentences(second)[0] == "The Wet moss rot thewmr of trees ."


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("p-53", "p53"),
        ("TNF-α", "tnfalpha"),
        ("Tnf Alpha", "tnfalpha"),
        ("ΔNp63", "deltanp63"),
        ("IL-2Rβ", "il2rbeta"),
        ("λ1", "lambda1"),
        ("PPARγ2", "ppargamma2"),
        ("µ-opioid", "muopioid"),
        ("άς", "alphasigma"),
        ("Mup4 kinase", "mup4kinase"),
        ("Rb⁺", "rb"),
        ("é", "e"),
        ("--", ""),
    ],
)
def test_plain_names(name, plain):
    assert plain_name(name) == plain


@pytest.mark.parametrize("names", ["genes", ["gene"], None, [3], {"genes"}])
def test_unknown_normalizations_are_refused(names):
    with pytest.raises(SettingError, match=r"normalize is .*'abbreviations', 'genes'"):
        SentenceAlignerSettings(normalize=names)


# --- vectors ---------------------------------------------------------------------------------


def test_vectors_of_sentences_are_the_means_of_their_words():
    nlp = spacy.blank("en")
    table = np.array([[1, 0], [0, 1], [2, 2]], dtype=np.float32)
    nlp.vocab.vectors = Vectors(data=table, keys=["frogs", "hop", "Toads"])
    rows = [["Frogs", "hop", "high"], ["Toads"], ["nowhere"], []]
    found = sentence_vectors(nlp.vocab, rows)
    assert found.dtype == np.float32
    assert found.tolist() == [[0.5, 0.5], [2, 2], [0, 0], [0, 0]]
    assert sentence_vectors(NLP.vocab, rows).shape == (4, 0)
