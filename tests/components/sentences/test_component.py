"""The component ``sentence_aligner`` beyond the common contract."""

import json
import logging
from functools import partial
from importlib import resources

import numpy as np
import pytest
import spacy
from contract_cases import loaded, sentence_examples
from corpus import text_pairs
from spacy.tokens import Span
from spacy.training import Example
from spacy.vectors import Vectors

from spacy_citalign.components.base.training import run_earlier
from spacy_citalign.components.joining import join
from spacy_citalign.components.sentences.component import SentenceAlignerPipe
from spacy_citalign.components.sentences.gold import text_pairs as pairs_of
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.sentences import model as sentence_model

FACTORY = "sentence_aligner"
QUICK = {"rounds": 2, "perturbations": 0, "folds": 2}
FIRST, SECOND = (" ".join(text) for text in text_pairs()[0][:2])


@pytest.fixture(scope="module")
def nlp():
    return loaded(FACTORY)


def component(nlp, **settings):
    """Return a component with the trained model and other settings."""
    return SentenceAlignerPipe(nlp, **settings).from_bytes(nlp.get_pipe(FACTORY).to_bytes())


def texts(nlp, *members, key="texts"):
    return join(members, nlp=nlp, key=key)


def found(doc):
    return [(*one["texts"], *one["sentences"]) for one in doc._.sentence_alignment]


def unchanged(doc):
    return doc._.sentence_alignment is None and "aligned_sentences" not in doc.spans


# --- what is set -----------------------------------------------------------------------------


def test_sentences_that_say_the_same_are_linked(nlp):
    doc = nlp(texts(nlp, FIRST, SECOND))
    first = doc._.sentence_alignment[0]
    assert (first["first"]["text"], first["second"]["text"]) == (
        "Frogs wake from their long sleep in early spring.",
        "In early spring the frogs wake from a long sleep.",
    )
    assert 0 < first["probability"] <= 1
    gold = {(0, 1, *link) for link in text_pairs()[0].links}
    assert gold & set(found(doc))
    frogs = doc[0:3]
    assert [span.text for span in frogs._.aligned_sentences] == [first["second"]["text"]]


def test_a_text_is_aligned_to_itself_sentence_by_sentence(nlp):
    doc = nlp(texts(nlp, FIRST, FIRST))
    assert {(0, 1, i, i) for i in range(5)} <= set(found(doc))


def test_all_pairs_of_three_texts_are_aligned(nlp):
    doc = nlp(texts(nlp, FIRST, SECOND, FIRST))
    alone = [nlp(texts(nlp, *two)) for two in ((FIRST, SECOND), (FIRST, FIRST), (SECOND, FIRST))]
    expected = [
        (one, other, i, j)
        for (one, other), pair in zip([(0, 1), (0, 2), (1, 2)], alone, strict=True)
        for _, _, i, j in found(pair)
    ]
    assert found(doc) == expected
    partners = doc[0:3]._.aligned_sentences
    assert len(partners) >= 2
    assert {doc.spans["texts"][2].start <= span.start for span in partners} == {True, False}


def test_sentences_that_are_set_are_kept(nlp):
    doc = texts(nlp, FIRST, SECOND)
    for token in doc:
        token.is_sent_start = token.i in (0, doc.spans["texts"][1].start)
    doc = nlp(doc)
    assert [span.label_ for span in doc.spans["aligned_sentences"]] == ["0", "1"]


def test_links_are_the_same_whatever_order_the_texts_have(nlp):
    there, back = nlp(texts(nlp, FIRST, SECOND)), nlp(texts(nlp, SECOND, FIRST))
    turned = sorted((j, i) for _, _, i, j in found(back))
    assert [(i, j) for _, _, i, j in found(there)] == turned


# --- little or nothing to align --------------------------------------------------------------


def test_docs_without_texts_stay_as_they_are(nlp):
    assert unchanged(nlp("Frogs hop. Toads sleep."))
    assert unchanged(nlp(""))
    assert unchanged(nlp(join([FIRST, SECOND], nlp=nlp)))


def test_one_text_or_none_has_no_links(nlp):
    assert nlp(texts(nlp, FIRST))._.sentence_alignment == []
    doc = nlp.make_doc(FIRST)
    doc.spans["texts"] = []
    assert nlp(doc)._.sentence_alignment == []
    assert doc[0:2]._.aligned_sentences == []


def test_empty_and_blank_texts_have_no_links(nlp):
    doc = texts(nlp, FIRST, " \n ", SECOND, "\t")
    doc.spans["texts"] = [*doc.spans["texts"], Span(doc, 3, 3)]
    doc = nlp(doc)
    assert {(one, other) for one, other, _, _ in found(doc)} == {(0, 2)}
    assert {span.label_ for span in doc.spans["aligned_sentences"]} == {"0", "2"}


@pytest.mark.parametrize("method", ["context", "versions", "alignment", "tfidf"])
@pytest.mark.parametrize("members", [("Frogs hop.", "Frogs hop."), ("!", "?"), ("a", FIRST)])
def test_single_sentences_are_aligned(nlp, method, members):
    doc = component(nlp, method=method)(texts(nlp, *members))
    assert len(doc.spans["aligned_sentences"]) == (6 if FIRST in members else 2)
    assert doc._.sentence_alignment is not None


def test_a_doc_can_be_aligned_anew(nlp):
    doc = nlp(texts(nlp, FIRST, SECOND))
    before = found(doc)
    assert found(nlp(doc)) == before
    doc.spans["texts"] = list(doc.spans["texts"])[:1]
    assert found(nlp(doc)) == []


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (InputError("these texts are too large"), "these texts are too large"),
        (MemoryError(), "there is not enough memory"),
    ],
)
def test_pairs_that_are_too_large_are_logged_and_left(nlp, monkeypatch, caplog, error, message):
    aligned = sentence_model.SentenceAligner.__call__

    def small_only(self, first, second, **settings):
        if len(first) + len(second) > 11:
            raise error
        return aligned(self, first, second, **settings)

    monkeypatch.setattr(sentence_model.SentenceAligner, "__call__", small_only)
    pipe = component(nlp)
    with caplog.at_level(logging.WARNING):
        doc = pipe(texts(nlp, FIRST, SECOND, SECOND))
    assert {(one, other) for one, other, _, _ in found(doc)} == {(0, 1), (0, 2)}
    assert pipe.unaligned == 1
    assert f"texts 1 and 2 of a Doc: {message}" in caplog.text


# --- settings --------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["context", "versions", "alignment", "tfidf"])
def test_methods_thresholds_and_limits_reach_the_library(nlp, method):
    doc = component(nlp, method=method, threshold=0.999999, limit=1)(texts(nlp, FIRST, SECOND))
    few = len(found(doc))
    doc = component(nlp, method=method, threshold=0.0, limit=2)(texts(nlp, FIRST, SECOND))
    assert len(found(doc)) > few


def test_stems_of_another_language_can_be_compared(nlp):
    members = "Alte Häuser und Bäume. Am Meer.", "Altes Haus und Baum. Im Tal."
    german = component(nlp, language="de", threshold=0.0)(texts(nlp, *members))
    plain = component(nlp, language="none", threshold=0.0)(texts(nlp, *members))
    (first, *_), (other, *_) = (doc._.sentence_alignment for doc in (german, plain))
    assert first["probability"] > other["probability"]


def test_another_span_group_can_hold_the_texts(nlp):
    pipe = component(nlp, texts="versions")
    doc = pipe(texts(nlp, FIRST, SECOND, key="versions"))
    assert found(doc) == found(nlp(texts(nlp, FIRST, SECOND)))
    assert unchanged(pipe(texts(nlp, FIRST, SECOND)))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"method": "magic"}, "'magic'"),
        ({"threshold": 1.5}, "1.5"),
        ({"threshold": "high"}, "'high'"),
        ({"threshold": True}, "True"),
        ({"limit": 0}, "0"),
        ({"limit": 1.5}, "1.5"),
        ({"limit": True}, "True"),
        ({"language": "tlh"}, "no stemmer for the language 'tlh'"),
        ({"normalize": ["gene"]}, "normalize is"),
        ({"normalize": "genes"}, "normalize is 'genes'"),
    ],
)
def test_wrong_settings_are_refused(nlp, settings, message):
    with pytest.raises(SettingError, match=message):
        SentenceAlignerPipe(nlp, **settings)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"language": "tlh"}, "tlh"),
        ({"rounds": 0}, "rounds is 0"),
        ({"folds": 1}, "folds is 1"),
        ({"perturbations": -1}, "perturbations is -1"),
        ({"vectors": True}, "vectors"),
        ({"c": 0}, "c is 0"),
    ],
)
def test_wrong_training_settings_are_refused_before_the_corpus_is_read(settings, message):
    def unread():
        raise AssertionError("the examples were read")

    nlp = spacy.blank("en")
    with pytest.raises(SettingError, match=message):
        nlp.add_pipe(FACTORY).initialize(unread, nlp=nlp, **settings)


def test_the_language_is_that_of_the_pipeline_unless_it_is_named():
    def unread():
        raise AssertionError("the examples were read")

    nlp = spacy.blank("xx")
    pipe = nlp.add_pipe(FACTORY)
    with pytest.raises(SettingError, match="'xx'"):
        pipe.initialize(unread, nlp=nlp)
    pipe.initialize(lambda: sentence_examples(nlp), nlp=nlp, language="none", **QUICK)
    assert found(nlp(texts(nlp, FIRST, SECOND)))


# --- what other components found -------------------------------------------------------------


def test_abbreviations_and_genes_make_sentences_alike(nlp):
    doc = texts(nlp, "Wet moss rot (WMR) kills. Tnf-alpha heals.", "WMR kills. TNFα heals.")
    at = [token.i for token in doc if token.text == "WMR"]
    doc.user_data[("._.", "abbreviations", None, None)] = [
        {"short_start": at[0], "short_end": at[0] + 1, "long_start": 0, "long_end": 3}
    ]
    doc.spans["gene_mentions"] = [
        doc.char_span(doc.text.index(gene), doc.text.index(gene) + len(gene))
        for gene in ("Tnf-alpha", "TNFα")
    ]
    seen = []

    class Spy(sentence_model.SentenceAligner):
        def __call__(self, first, second, **settings):
            seen.append((first, second))
            return super().__call__(first, second, **settings)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sentence_model, "SentenceAligner", Spy)
        component(nlp)(doc.copy())
        component(nlp, normalize=[])(doc.copy())
    (with_forms, other), (plain, _) = seen
    assert with_forms[0] == "Wet moss rot ( Wet moss rot ) kills .".split()
    assert "tnfalpha" in with_forms[1]
    assert "tnfalpha" in other[1]
    assert plain[0] == "Wet moss rot ( WMR ) kills .".split()


def test_training_reads_what_earlier_components_found():
    nlp = spacy.blank("en")

    @spacy.Language.component("sentence_test_genes")
    def genes(doc):
        doc.spans["gene_mentions"] = [token_span for token_span in (doc[0:2],) if len(doc) > 1]
        return doc

    nlp.add_pipe("sentence_test_genes")
    nlp.add_pipe(FACTORY)
    examples = sentence_examples(nlp)
    earlier = partial(run_earlier, nlp, FACTORY)
    (first, *_) = pairs_of(examples, earlier, spans_key="texts", normalize=["genes"])
    assert "frogswake" in first.first[0]
    assert all("gene_mentions" not in eg.predicted.spans for eg in examples)


# --- training --------------------------------------------------------------------------------


def bare(example):
    """Return an Example whose Doc to be aligned is nothing but its text."""
    return Example(spacy.blank("en").make_doc(example.reference.text), example.reference)


def test_training_takes_texts_and_sentences_from_the_references(nlp):
    other = spacy.blank("en")
    examples = [bare(example) for example in sentence_examples(other)]
    pipe = other.add_pipe(FACTORY)
    pipe.initialize(lambda: examples, nlp=other, rounds=2, perturbations=1, folds=2)
    assert pipe.to_bytes() == nlp.get_pipe(FACTORY).to_bytes()


def test_examples_without_gold_are_left_out():
    nlp = spacy.blank("en")
    nlp.add_pipe(FACTORY)
    examples = sentence_examples(nlp)
    for example in examples:
        del example.reference.user_data["sentence_links"]
    with pytest.raises(InputError, match=r"none of the 6 training examples has doc.spans"):
        nlp.initialize(lambda: examples)
    with pytest.raises(InputError, match="none of the 0"):
        nlp.get_pipe(FACTORY).initialize(list)


def test_passages_can_be_learned_from():
    nlp = spacy.blank("en")
    pipe = nlp.add_pipe(FACTORY)
    examples = sentence_examples(nlp)
    for example, pair in zip(examples, text_pairs(), strict=True):
        sides = [list(range(len(text))) for text in (pair.first, pair.second)]
        halves = [
            [side[: len(side) // 2] for side in sides],
            [side[len(side) // 2 :] for side in sides],
        ]
        example.reference.user_data["sentence_links"] = [{"texts": [0, 1], "passages": halves}]
    pipe.initialize(lambda: examples, nlp=nlp, **QUICK)
    for example in examples:
        example.predicted = nlp(example.predicted)
    scores = pipe.score(examples)
    assert scores["sentence_links_f"] is None
    assert 0 <= scores["sentence_passages_p"] <= 1


def test_malformed_gold_is_refused():
    nlp = spacy.blank("en")
    pipe = nlp.add_pipe(FACTORY)
    examples = sentence_examples(nlp)
    examples[0].reference.user_data["sentence_links"] = [{"texts": [0, 1], "links": [[0, 99]]}]
    with pytest.raises(InputError, match="names sentence 99 of text 1, which has 6"):
        pipe.initialize(lambda: examples, nlp=nlp)


def test_a_model_with_vectors_needs_some():
    nlp = spacy.blank("en")
    examples = sentence_examples(nlp)
    words = sorted({token.text for eg in examples for token in eg.reference})
    table = np.random.default_rng(0).standard_normal((len(words), 8)).astype(np.float32)
    nlp.vocab.vectors = Vectors(data=table, keys=words)
    pipe = nlp.add_pipe(FACTORY)
    pipe.initialize(lambda: examples, nlp=nlp, vectors=True, **QUICK)
    assert found(nlp(texts(nlp, FIRST, SECOND)))
    other = spacy.blank("en")
    other.add_pipe(FACTORY).from_bytes(pipe.to_bytes())
    with pytest.raises(SettingError, match="vectors"):
        other(texts(other, FIRST, SECOND))
    assert unchanged(other("Frogs hop."))


def test_the_config_trains_on_pairs_of_texts(tmp_path):
    from spacy.cli.train import train as spacy_train

    rows = [
        {"a": pair.first, "b": pair.second, "links": [list(link) for link in pair.links]}
        for pair in text_pairs()
    ]
    data = tmp_path / "pairs.jsonl"
    data.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    given = {f"paths.{part}": str(data) for part in ("train", "dev")}
    with resources.as_file(
        resources.files("spacy_citalign.configs") / "sentence_aligner.cfg"
    ) as config:
        spacy_train(config, tmp_path / "out", overrides=given)
    nlp = spacy.load(tmp_path / "out" / "model-last")
    assert nlp.meta["performance"]["sentence_links_f"] > 0.8
    assert found(nlp(texts(nlp, FIRST, SECOND)))


# --- where links go --------------------------------------------------------------------------
