"""The component ``column_tagger`` beyond the common contract."""

import logging

import numpy as np
import pytest
import spacy
from contract_cases import loaded, tree_examples, with_tree_tags
from corpus import parsed_sentences, tagged_sentences
from spacy.tokens import Doc, Span
from spacy.training import Example

from spacy_citalign.components.articles.slicing import DocSlicer
from spacy_citalign.components.base.doc_columns import (
    ALIGNED,
    UNALIGNED,
    DocColumns,
    set_columns,
    stored_columns,
)
from spacy_citalign.components.column_training import doc_trees
from spacy_citalign.components.column_training import parsed_sentences as trees_of
from spacy_citalign.components.columns import ColumnTaggerPipe, score_columns
from spacy_citalign.components.joining import join
from spacy_citalign.errors import CitalignWarning, InputError, SettingError

FACTORY = "column_tagger"
SENTENCE = "The enzyme binds two small sites ."


@pytest.fixture(scope="module")
def nlp():
    return loaded(FACTORY)


def component(nlp, **settings):
    """Return a component with the trained model and other settings."""
    return ColumnTaggerPipe(nlp, **settings).from_bytes(nlp.get_pipe(FACTORY).to_bytes())


def columns_of(doc):
    return [column for column in doc._.columns if column is not None]


# --- what is set -----------------------------------------------------------------------------


def test_columns_ascend_and_regions_follow_from_them(nlp):
    doc = nlp(with_tree_tags(nlp, SENTENCE))
    assert columns_of(doc) == sorted(set(columns_of(doc)))
    assert [token._.column for token in doc] == doc._.columns
    anchors = list(stored_columns(doc).anchors)
    assert len(anchors) == 5
    for token in doc:
        below = sum(anchor < token._.column for anchor in anchors)
        assert token._.column_region == 2 * below + (token._.column in anchors)


def test_main_verbs_and_full_stops_share_their_columns(nlp):
    docs = [nlp(with_tree_tags(nlp, " ".join(words))) for words, *_ in parsed_sentences()[:2]]
    assert [docs[0][2].text, docs[1][1].text] == ["binds", "grew"]
    assert docs[0][2]._.column == docs[1][1]._.column
    assert docs[0][-1]._.column == docs[1][-1]._.column
    names = {name for doc in docs for name in stored_columns(doc).anchors.values()}
    assert {"root", "final"} <= names


def test_white_space_has_no_column_and_sentences_begin_anew(nlp):
    doc = with_tree_tags(nlp, f"{SENTENCE}  \n {SENTENCE}")
    for token in doc:
        token.is_sent_start = token.i in (0, 8)
    doc = nlp(doc)
    halves = doc._.columns[:7], doc._.columns[-7:]
    assert halves[0] == halves[1]
    assert [token._.column for token in doc if token.is_space] == [None]
    assert [(span.text, span.label_) for span in doc.spans["columns"]] == [(SENTENCE, ALIGNED)] * 2


@pytest.mark.parametrize("anchors", [1, 5, 10_000])
def test_regions_are_as_many_as_the_anchors_allow(nlp, anchors):
    doc = component(nlp, anchors=anchors)(with_tree_tags(nlp, SENTENCE))
    known = min(anchors, component(nlp).size)
    assert len(stored_columns(doc).anchors) == known
    assert all(0 <= token._.column_region <= 2 * known for token in doc)


def test_without_anchors_each_column_is_a_region(nlp):
    doc = component(nlp, anchors=None)(with_tree_tags(nlp, SENTENCE))
    assert [token._.column_region for token in doc] == doc._.columns
    assert stored_columns(doc).anchors == {}


def test_sentences_longer_than_the_columns_are_none_labelled_counted_and_logged(nlp, caplog):
    tagger = component(nlp)
    doc = with_tree_tags(nlp, f"{SENTENCE} {'sites ' * (tagger.size + 1)}")
    for token in doc:
        token.is_sent_start = token.i in (0, 7)
    with caplog.at_level(logging.INFO):
        doc = tagger(doc)
    assert None not in doc._.columns[:7]
    assert set(doc._.columns[7:]) == {None} == {token._.column_region for token in doc[7:]}
    assert [span.label_ for span in doc.spans["columns"]] == [ALIGNED, UNALIGNED]
    assert tagger.unaligned == 1
    assert "no columns for 1 sentence" in caplog.text


def test_docs_without_tags_are_refused(nlp):
    with pytest.raises(InputError, match=r"which the column tagger reads; put perceptron_tagger"):
        nlp("No tag is here.")


# --- attributes ------------------------------------------------------------------------------


def test_attributes_are_none_before_tagging_and_where_lists_do_not_fit(nlp):
    doc = with_tree_tags(nlp, SENTENCE)
    assert doc._.columns is None
    assert doc[0]._.column is None
    assert doc[0]._.column_region is None
    doc = nlp(doc)
    doc.spans["columns"].attrs["columns"][0].pop()
    assert doc._.columns == [None] * len(doc)
    assert doc[0]._.column is None
    assert doc[0]._.column_region is not None
    doc.spans["columns"].attrs["regions"].pop()
    assert doc[0]._.column_region is None


@pytest.mark.parametrize("offsets", ["kept", "of an earlier version", "changed by hand"])
def test_words_merged_over_the_end_of_a_sentence_have_the_column_of_the_first(nlp, offsets):
    doc = two_sentences(nlp)
    columns = doc._.columns
    if offsets != "kept":
        for name in ("start_char", "end_char"):
            doc.spans["columns"].attrs[name] = [None, "x"]
    if offsets == "of an earlier version":
        del doc.spans["columns"].attrs["start_char"]
    assert [token._.column for token in doc] == doc._.columns == columns
    if offsets == "kept":
        with doc.retokenize() as retokenizer:
            retokenizer.merge(doc[6:9])
        assert doc._.columns == columns[:7] + columns[9:]
        assert [token._.column for token in doc] == doc._.columns
        assert [span.text for span in doc.spans["columns"]][1].endswith("at low heat .")


def two_sentences(nlp):
    doc = with_tree_tags(nlp, f"{SENTENCE} We grew yeast cells at low heat .")
    for token in doc:
        token.is_sent_start = token.i in (0, 7)
    return nlp(doc)


def test_columns_go_with_sentences_that_are_cut_out_and_joined(nlp):
    doc = two_sentences(nlp)
    part = DocSlicer(doc).part(7, 15)
    assert part._.columns == doc._.columns[7:]
    assert [token._.column_region for token in part] == [t._.column_region for t in doc[7:]]
    joined = join([part, doc], nlp=nlp)
    assert joined._.columns == [*part._.columns, None, *doc._.columns]
    assert stored_columns(joined).anchors == stored_columns(doc).anchors
    assert DocSlicer(doc).part(8, 15)._.columns == [None] * 7  # half a sentence


def test_columns_can_be_set_by_hand():
    doc = Doc(spacy.blank("en").vocab, words=["Frogs", "hop"])
    set_columns(doc, DocColumns([3, 8], [0, 1], {8: "root"}), [(0, 2, True)])
    assert (doc._.columns, doc[1]._.column, doc[1]._.column_region) == ([3, 8], 8, 1)


# --- training --------------------------------------------------------------------------------


def test_trees_come_back_from_docs():
    nlp = spacy.blank("en")
    for example, (_, tags, constituents) in zip(
        tree_examples(nlp), parsed_sentences(), strict=True
    ):
        ((_, tree),) = doc_trees(example.reference)
        assert tree.tags == tags
        plain = [(label.partition("-")[0], start, end) for label, start, end in constituents]
        assert [tuple(bracket) for bracket in tree.constituents] == plain


def test_trees_are_of_their_sentences_whatever_white_space():
    nlp = spacy.blank("en")
    words = ["\n", "Frogs", "hop", " ", "Toads", "sleep"]
    doc = Doc(nlp.vocab, words=words, tags=["_SP", "NNS", "VBP", "_SP", "NNS", "VBP"])
    for token in doc:
        token.is_sent_start = token.i in (0, 4)
    brackets = [("S", 1, 3), ("NP", 1, 2), ("VP", 2, 3), ("S", 4, 6), ("VP", 5, 6), ("X", 3, 4)]
    doc.spans["constituents"] = [Span(doc, a, b, label=label) for label, a, b in brackets]
    (_, first), (places, second) = doc_trees(doc)
    assert [tuple(one) for one in first.constituents] == [
        ("S", 0, 2),
        ("NP", 0, 1),
        ("VP", 1, 2),
    ]
    assert [tuple(one) for one in second.constituents] == [("S", 0, 2), ("VP", 1, 2)]
    assert places.tolist() == [4, 5]


def test_training_without_trees_says_what_is_needed():
    nlp = spacy.blank("en")
    nlp.add_pipe(FACTORY)
    words, tags, _ = tagged_sentences()[0]
    doc = Doc(nlp.vocab, words=words, tags=tags)
    with pytest.raises(InputError, match=r"none of the 1 training examples has a sentence with a"):
        nlp.initialize(lambda: [Example(doc.copy(), doc)])


def test_sentences_without_trees_are_counted(nlp):
    examples = tree_examples(nlp)
    del examples[0].reference.spans["constituents"]
    with pytest.warns(CitalignWarning, match="1 sentences have no tree"):
        assert len(trees_of(examples)) == len(examples) - 1


def test_crossing_constituents_are_refused(nlp):
    doc = Doc(nlp.vocab, words=["a", "b", "c"], tags=["DT", "NN", "NN"])
    doc.spans["constituents"] = [Span(doc, 0, 2, label="NP"), Span(doc, 1, 3, label="NP")]
    other = spacy.blank("en")
    tagger = other.add_pipe(FACTORY)
    with pytest.raises(InputError, match="crosses another"):
        tagger.initialize(lambda: [Example(doc.copy(), doc)])


@pytest.mark.parametrize("anchors", [0, -1, 2.5, True, "5"])
def test_wrong_anchors_are_refused(nlp, anchors):
    with pytest.raises(SettingError, match="anchors is"):
        ColumnTaggerPipe(nlp, anchors=anchors)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"alignment": "bushes"}, "alignment is 'bushes'; choose from tree, flat"),
        ({"anchoring": "ropes"}, "anchoring is 'ropes'; choose from none, trees, roles"),
        ({"profile": "lstm"}, "profile is 'lstm'; choose from pssm, hmm"),
        ({"seeds": 0}, "seeds is 0"),
        ({"iterations": 1.5}, "iterations is 1.5"),
        ({"least": 1.0}, "least is 1.0; give a share"),
        ({"prune": -1}, "-1"),
    ],
)
def test_wrong_settings_are_refused_before_the_corpus_is_read(settings, message):
    def unread():
        raise AssertionError("the examples were read")

    with pytest.raises(SettingError, match=message):
        spacy.blank("en").add_pipe(FACTORY).initialize(unread, **settings)


# --- scores ----------------------------------------------------------------------------------


def scored(nlp, columns, gold=None):
    """Score sentences of two words, "frogs hop", with columns by hand."""
    examples = []
    for number, own in enumerate(columns):
        reference = Doc(nlp.vocab, words=["Frogs", "hop"], tags=["NNS", "VBP"])
        predicted = reference.copy()
        brackets = [("S", 0, 2), ("NP", 0, 1), ("VP", 1, 2)]
        reference.spans["constituents"] = [Span(reference, a, b, label=x) for x, a, b in brackets]
        set_columns(predicted, DocColumns(own, own, {}), [(0, 2, True)])
        if gold is not None:
            set_columns(reference, DocColumns(gold[number], [0, 0], {}), [(0, 2, True)])
        examples.append(Example(predicted, reference))
    return score_columns(examples)


def test_purity_is_the_share_of_a_role_in_its_best_column(nlp):
    scores = scored(nlp, [[1, 5], [1, 6], [2, 5], [None, 5]])
    assert scores["columns_subject_purity"] == 2 / 4
    assert scores["columns_root_purity"] == 3 / 4
    assert scores["columns_final_purity"] is None
    assert scores["columns_agreement"] is None


def test_agreement_counts_words_with_gold_columns(nlp):
    scores = scored(nlp, [[1, 5], [1, 6]], gold=[[1, 5], [None, 5]])
    assert scores["columns_agreement"] == 2 / 3
    assert scores["columns_region_agreement"] == 0.0


def test_scores_are_none_without_gold_or_prediction(nlp):
    doc = Doc(nlp.vocab, words=["Frogs"], tags=["NNS"])
    for examples in ([], [Example(doc.copy(), doc)]):
        assert set(score_columns(examples).values()) == {None}


def test_component_scores_agreement_with_the_columns_of_gold_tags(nlp):
    examples = tree_examples(nlp)
    for example in examples:
        example.predicted = nlp(example.reference.copy())
    tagger = nlp.get_pipe(FACTORY)
    assert tagger.score(examples)["columns_agreement"] == 1.0
    assert all("columns" not in example.reference.spans for example in examples)
    first = examples[0]
    gold = np.array(first.predicted._.columns)
    for token in first.predicted:
        token.tag_ = "NN"
    first.predicted = nlp(first.predicted)
    changed = np.count_nonzero(np.array(first.predicted._.columns) != gold)
    total = sum(len(example.reference) for example in examples)
    assert tagger.score(examples)["columns_agreement"] == 1 - changed / total
    assert changed > 0
