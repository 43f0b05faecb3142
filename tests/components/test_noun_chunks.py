"""Base phrases as ``doc.noun_chunks``, wherever a Doc goes."""

import pickle

import pytest
import spacy
from confection import ConfigValidationError
from spacy.tokens import Doc, DocBin, Span, SpanGroup
from spacy.vocab import Vocab

from spacy_citalign import install_extensions
from spacy_citalign.errors import SettingError

TEXT = "The warm ponds feed frogs . Frogs sleep ."
PHRASES = [(0, 3, "NP"), (3, 4, "VP"), (4, 5, "NP"), (6, 7, "NP"), (7, 8, "VP")]


@pytest.fixture
def nlp():
    nlp = spacy.blank("en")
    nlp.add_pipe("base_phrase_chunker")
    return nlp


def with_phrases(nlp):
    doc = Doc(nlp.vocab, TEXT.split())
    places = [(doc[start].idx, doc[end - 1].idx + len(doc[end - 1])) for start, end, _ in PHRASES]
    labels = [label for *_, label in PHRASES]
    nlp.get_pipe("base_phrase_chunker").set_annotations([doc], [(places, labels)])
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


# --- merged tokens --------------------------------------------------------------------------------


def test_noun_chunks_of_merged_tokens(nlp):
    doc = with_phrases(nlp)
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[1:3])
    assert texts(doc.noun_chunks) == [("The warm ponds", "NP"), ("frogs", "NP"), ("Frogs", "NP")]
    assert [(chunk.start, chunk.end) for chunk in doc.noun_chunks] == [(0, 2), (3, 4), (5, 6)]


def test_phrases_that_share_a_merged_token_are_one(nlp):
    doc = with_phrases(nlp)
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[2:5])
    expected = [("The warm ponds feed frogs", "NP"), ("Frogs", "NP")]
    assert texts(doc.noun_chunks) == expected
    again = next(DocBin(docs=[doc]).get_docs(nlp.vocab))
    assert texts(again.noun_chunks) == expected


def test_noun_chunks_where_tokens_are_merged_in_a_doc_from_bytes(nlp):
    doc = Doc(nlp.vocab).from_bytes(with_phrases(nlp).to_bytes())
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:3])
    assert texts(doc.noun_chunks) == [("The warm ponds", "NP"), ("frogs", "NP"), ("Frogs", "NP")]


@pytest.mark.slow
def test_entities_are_merged_in_the_shipped_pipeline():
    nlp = spacy.load("spacy_citalign", config={"components.gene_mention_tagger.ents": "keep"})
    nlp.add_pipe("merge_entities")
    doc = nlp("A zinc finger protein binds p53 in yeast cells.")
    assert [token.text for token in doc][1] == "zinc finger protein"
    assert texts(doc.noun_chunks) == [
        ("A zinc finger protein", "NP"),
        ("p53", "NP"),
        ("yeast cells", "NP"),
    ]
    assert len(doc.copy().to_json()["spans"]) == len(Doc.from_docs([doc, doc]).spans) > 4
    for again in nlp.pipe([doc.text] * 2, n_process=2):
        assert texts(again.noun_chunks) == texts(doc.noun_chunks)
        assert again._.columns == doc._.columns
        assert again._.gene_mentions == doc._.gene_mentions
        for key, group in doc.spans.items():
            assert texts(again.spans[key]) == texts(group)


# --- a parse --------------------------------------------------------------------------------------


def parsed(vocab, **attrs):
    """A Doc with a parse, by which "ponds" is no noun chunk, and base phrases."""
    words, heads = ["Frogs", "like", "warm", "ponds"], [1, 1, 3, 1]
    tags = {"pos": ["NOUN", "VERB", "ADJ", "NOUN"], "deps": ["nsubj", "ROOT", "amod", "dep"]}
    doc = Doc(vocab, words, heads=heads, **tags)
    spans = [Span(doc, 0, 1, label="NP"), Span(doc, 2, 4, label="NP")]
    doc.spans["base_phrases"] = SpanGroup(doc, name="base_phrases", spans=spans, attrs=attrs)
    return doc


OF_PARSE, OF_PHRASES = [("Frogs", "NP")], [("Frogs", "NP"), ("warm ponds", "NP")]


def test_noun_chunks_of_a_parse_stay(nlp):
    assert texts(parsed(nlp.vocab).noun_chunks) == OF_PARSE


def test_a_setting_puts_base_phrases_in_their_place(nlp):
    assert texts(parsed(nlp.vocab, noun_chunks=True).noun_chunks) == OF_PHRASES
    assert texts(parsed(nlp.vocab, noun_chunks=False).noun_chunks) == OF_PARSE


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"noun_chunks": True, "spans_key": "mine"}, "noun chunks are read from 'base_phrases'"),
        ({"noun_chunks": "yes please"}, "noun_chunks"),
    ],
)
def test_the_setting_is_refused_where_it_does_nothing(settings, message):
    with pytest.raises((SettingError, ConfigValidationError), match=message):
        spacy.blank("en").add_pipe("base_phrase_chunker", config=settings)


def test_the_setting_is_kept_with_the_doc():
    nlp = spacy.load(
        "spacy_citalign",
        enable=["sentence_boundary_detector", "perceptron_tagger", "base_phrase_chunker"],
        config={"components.base_phrase_chunker.noun_chunks": False},
    )
    doc = nlp("Warm ponds feed frogs.")
    for same in (doc, next(DocBin(docs=[doc]).get_docs(nlp.vocab)), doc.copy()):
        assert len(same.spans["base_phrases"]) == 2
        with pytest.raises(ValueError, match="E029"):
            list(same.noun_chunks)


def vocabs():
    """Vocabularies that know noun chunks: spaCy's, one with a chunker, one of a reader of files."""
    plain, bare = spacy.blank("en").vocab, spacy.blank("en").vocab
    install_extensions(bare)
    with_chunker = spacy.blank("en")
    with_chunker.add_pipe("base_phrase_chunker")
    return [plain, with_chunker.vocab, bare]


def test_a_parsed_doc_has_the_same_chunks_under_any_vocabulary(nlp):
    data = DocBin(docs=[parsed(nlp.vocab)])
    for vocab in vocabs():
        (doc,) = data.get_docs(vocab)
        assert texts(doc.noun_chunks) == OF_PARSE


@pytest.mark.parametrize("make", [with_phrases, lambda nlp: parsed(nlp.vocab)])
def test_a_vocabulary_of_no_language_has_the_same_chunks_or_none(nlp, make):
    doc = make(nlp)
    vocab = Vocab()
    with pytest.raises(NotImplementedError):
        list(Doc(vocab).from_bytes(doc.to_bytes()).noun_chunks)
    install_extensions(vocab)
    again = Doc(vocab).from_bytes(doc.to_bytes())
    if doc.has_annotation("DEP"):  # its chunks are a matter of the language
        with pytest.raises(NotImplementedError, match="has a parse, and its language has no noun"):
            list(again.noun_chunks)
    else:
        assert texts(again.noun_chunks) == texts(doc.noun_chunks)


def test_an_empty_doc_has_none(nlp):
    doc = nlp.make_doc("")
    doc.spans["base_phrases"] = []
    assert list(doc.noun_chunks) == []


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
