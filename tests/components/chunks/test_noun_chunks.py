"""Base phrases as ``doc.noun_chunks``, wherever a Doc goes."""

import pickle

import pytest
import spacy
from spacy.tokens import Doc, DocBin, Span

from spacy_citalign import install_extensions

TEXT = "The warm ponds feed frogs . Frogs sleep ."
PHRASES = [(0, 3, "NP"), (3, 4, "VP"), (4, 5, "NP"), (6, 7, "NP"), (7, 8, "VP")]


@pytest.fixture
def nlp():
    nlp = spacy.blank("en")
    nlp.add_pipe("base_phrase_chunker")
    return nlp


def with_phrases(nlp):
    doc = Doc(nlp.vocab, TEXT.split())
    doc.spans["base_phrases"] = [Span(doc, *place, label=label) for *place, label in PHRASES]
    return doc


def texts(chunks):
    return [(chunk.text, chunk.label_) for chunk in chunks]


def test_noun_phrases_are_noun_chunks(nlp):
    doc = with_phrases(nlp)
    expected = [("The warm ponds", "NP"), ("frogs", "NP"), ("Frogs", "NP")]
    assert texts(doc.noun_chunks) == expected
    assert texts(doc[4:8].noun_chunks) == expected[1:]
    assert texts(doc[1:4].noun_chunks) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda doc: doc.copy(),
        lambda doc: Doc(doc.vocab).from_bytes(doc.to_bytes()),
        lambda doc: Doc.from_docs([doc]),
        lambda doc: pickle.loads(pickle.dumps(doc)),
        lambda doc: next(DocBin(docs=[doc]).get_docs(doc.vocab)),
    ],
    ids=["copy", "bytes", "from_docs", "pickle", "DocBin"],
)
def test_they_go_with_the_doc(nlp, change):
    doc = with_phrases(nlp)
    assert texts(change(doc).noun_chunks) == texts(doc.noun_chunks)


def test_docs_without_base_phrases_have_those_of_their_language(nlp):
    words, heads = ["Frogs", "like", "ponds"], [1, 1, 1]
    tags = {"pos": ["NOUN", "VERB", "NOUN"], "deps": ["nsubj", "ROOT", "dobj"]}
    doc = Doc(nlp.vocab, words, heads=heads, **tags)
    assert texts(doc.noun_chunks) == [("Frogs", "NP"), ("ponds", "NP")]
    with pytest.raises(ValueError, match="E029"):
        list(nlp.make_doc("Frogs sleep.").noun_chunks)


def test_a_language_without_noun_chunks_says_what_to_do():
    nlp = spacy.blank("xx")
    nlp.add_pipe("base_phrase_chunker")
    with pytest.raises(NotImplementedError, match="put base_phrase_chunker into the pipeline"):
        list(nlp.make_doc("Frogs").noun_chunks)
    assert texts(with_phrases(nlp).noun_chunks)[0] == ("The warm ponds", "NP")


def test_a_reader_of_files_asks_for_them(nlp):
    data = DocBin(docs=[with_phrases(nlp)])
    vocab = spacy.blank("en").vocab
    install_extensions(vocab)
    install_extensions(vocab)  # no second time
    (doc,) = data.get_docs(vocab)
    assert len(list(doc.noun_chunks)) == 3


def test_the_shipped_pipeline_in_two_processes():
    nlp = spacy.load(
        "spacy_citalign", exclude=["gene_mention_tagger", "propositional_term_extractor"]
    )
    words = ["The warm ponds feed frogs.", "Frogs sleep."]
    (first, second), alone = nlp.pipe(words, n_process=2), [nlp(text) for text in words]
    assert texts(first.noun_chunks) == texts(alone[0].noun_chunks) != []
    assert texts(second.noun_chunks) == texts(alone[1].noun_chunks)
