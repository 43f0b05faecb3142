"""What is particular to the component base_phrase_chunker, and what it reads and is trained on."""

from importlib import resources

import pytest
import spacy
from blank_english import NLP as BLANK
from corpus import phrased_sentences
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.training import Example
from spacy.util import registry
from thinc.api import Config

from spacy_citalign.components.base.doc_columns import DocColumns, set_columns
from spacy_citalign.components.chunk_training import phrased_sentences as read_examples
from spacy_citalign.errors import CitalignWarning, InputError, SettingError

SETTINGS = {
    "algorithm": "ap",
    "crf": {"max_iterations": 5},
    "encodings": ["iob2"],
    "cutoff": 1,
    "folds": 5,
    "prune": 0.0,
}
GOLD = phrased_sentences()


def set_regions(doc, regions):
    set_columns(doc, DocColumns(regions, regions, {}), [(0, len(doc), True)])


@Language.component("halves")
def halves(doc):
    """Put each token into one of two regions, as a column tagger would."""
    set_regions(doc, [int(2 * token.i >= len(doc)) for token in doc])
    return doc


@Language.component("all_nouns")
def all_nouns(doc):
    for token in doc:
        token.tag_ = "NN"
    return doc


def phrased(words, tags, phrases, **annotations):
    """A Doc with gold phrases, by their tokens."""
    doc = Doc(BLANK.vocab, words=words, tags=tags, **annotations)
    doc.spans["base_phrases"] = [Span(doc, start, end, label=kind) for kind, start, end in phrases]
    return doc


def example(reference):
    """An Example whose predicted Doc has the words alone."""
    words = [token.text for token in reference]
    spaces = [bool(token.whitespace_) for token in reference]
    return Example(Doc(BLANK.vocab, words=words, spaces=spaces), reference)


def examples():
    return [example(phrased(*sentence)) for sentence in GOLD]


def without_change(docs):
    return [doc.copy() for doc in docs]


def read(references, earlier=without_change, **settings):
    return read_examples(
        map(example, references), earlier, **{"tags": "gold", "columns": False, **settings}
    )


def seen(doc):
    return [(span.label_, span.text) for span in doc.spans["base_phrases"]]


def tagged(text_tags, **annotations):
    words, tags = zip(*(token.rsplit("/", 1) for token in text_tags.split()), strict=True)
    return Doc(BLANK.vocab, words=words, tags=tags, **annotations)


@pytest.fixture(scope="module")
def nlp():
    """Return a pipeline of the chunker alone, trained on the invented sentences."""
    nlp = spacy.blank("en")
    nlp.add_pipe("base_phrase_chunker").initialize(examples, nlp=nlp, **SETTINGS)
    return nlp


# --- what it sets ----------------------------------------------------------------------------


def test_phrases_are_set_with_their_types(nlp):
    doc = nlp(tagged("The/DT small/JJ cells/NNS grew/VBD at/IN low/JJ heat/NN ./."))
    assert seen(doc) == [
        ("NP", "The small cells"),
        ("VP", "grew"),
        ("PP", "at"),
        ("NP", "low heat"),
    ]
    group = doc.spans["base_phrases"]
    assert list(group.attrs["start_char"]) == [span.start_char for span in group]
    assert list(group.attrs["end_char"]) == [span.end_char for span in group]


def test_white_space_within_phrases_and_around_them_does_no_harm(nlp):
    words = ["\n", "The", "\t ", "small", "cells", " ", "grew", ".", "\n"]
    tags = ["_SP", "DT", "_SP", "JJ", "NNS", "_SP", "VBD", ".", "_SP"]
    doc = nlp(Doc(BLANK.vocab, words=words, spaces=[False] * 9, tags=tags))
    assert seen(doc) == [("NP", "The\t smallcells"), ("VP", "grew")]


def test_sentences_are_read_one_by_one(nlp):
    """A phrase never runs over the end of a sentence."""
    text = "We/PRP cut/VBD the/DT probe/NN The/DT mice/NNS rest/VBP"
    starts = [True, False, False, False, True, False, False]
    doc = nlp(tagged(text, sent_starts=starts))
    alone = [nlp(tagged(part)) for part in (text[: text.index(" The")], "The/DT mice/NNS rest/VBP")]
    assert seen(doc) == [phrase for part in alone for phrase in seen(part)]


def test_labels_are_the_types(nlp):
    component = nlp.get_pipe("base_phrase_chunker")
    assert component.labels == ("ADJP", "ADVP", "NP", "PP", "SBAR", "VP")
    assert spacy.blank("en").add_pipe("base_phrase_chunker").labels == ()


def test_docs_without_tags_ask_for_a_tagger(nlp):
    with pytest.raises(InputError, match=r"'The cells'.* no part-of-speech tags.*perceptron_tag"):
        nlp("The cells")
    assert seen(nlp("")) == []


# --- columns ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def with_columns():
    """Return a pipeline whose phrases are told by regions alone: all tags are the same."""
    nlp = spacy.blank("en")
    nlp.add_pipe("halves")
    chunker = nlp.add_pipe("base_phrase_chunker")
    sentences = [(["x"] * n, ["NN"] * n, [("NP", 0, n // 2), ("VP", n // 2, n)]) for n in (4, 6, 8)]
    chunker.initialize(
        lambda: [example(phrased(*own)) for own in sentences],
        nlp=nlp,
        **{**SETTINGS, "features": "tags", "columns": True},
    )
    return nlp


def test_columns_of_the_pipeline_are_learned_and_read(with_columns):
    doc = with_columns(Doc(BLANK.vocab, words=list("abcdef"), tags=["NN"] * 6))
    assert seen(doc) == [("NP", "a b c"), ("VP", "d e f")]


def test_doc_without_columns_is_read_all_the_same(with_columns):
    chunker = with_columns.get_pipe("base_phrase_chunker")
    doc = Doc(BLANK.vocab, words=list("abcdef"), tags=["NN"] * 6)
    wrong = doc.copy()
    set_regions(wrong, [1])  # of another Doc
    nowhere = doc.copy()
    set_regions(nowhere, [None] * 6)
    assert seen(chunker(doc)) == seen(chunker(wrong)) == seen(chunker(nowhere))


def test_columns_must_be_there_where_they_are_wanted():
    nlp = spacy.blank("en")
    chunker = nlp.add_pipe("base_phrase_chunker")
    with pytest.raises(InputError, match="has no columns, which are to be features; put column_ta"):
        chunker.initialize(examples, nlp=nlp, **{**SETTINGS, "columns": True})


def test_columns_with_gold_tags_must_be_of_the_gold_words():
    reference = phrased(["do", "n't"], ["VBP", "RB"], [("VP", 0, 2)], spaces=[False, False])
    predicted = halves(Doc(BLANK.vocab, words=["don't"]))
    settings = {"tags": "gold", "columns": True}
    with pytest.raises(InputError, match=r"\"don't\"\.\.\. has other tokens than its reference"):
        read_examples([Example(predicted, reference)], without_change, **settings)


# --- what it is trained on -------------------------------------------------------------------


def test_gold_phrases_are_read_sentence_by_sentence():
    words, tags = ["Mice", "rest", ".", " ", "We", "rest"], ["NNS", "VBP", ".", "_SP", "PRP", "VBP"]
    phrases = [("NP", 0, 1), ("VP", 1, 2), ("NP", 4, 5), ("VP", 5, 6)]
    starts = [True, False, False, False, True, False]
    one, two = read([phrased(words, tags, phrases, sent_starts=starts)])
    assert (one.words, one.tags) == (words[:3], tags[:3])
    assert one.phrases == [("NP", 0, 1), ("VP", 1, 2)]
    assert two.phrases == [("NP", 0, 1), ("VP", 1, 2)]
    assert one.document == two.document


def test_tags_are_those_of_the_reference_or_of_the_pipeline():
    nlp = spacy.blank("en")
    nlp.add_pipe("all_nouns")
    reference = phrased(["Mice", "rest"], ["NNS", "VBP"], [("NP", 0, 1)])
    (gold,) = read([reference], nlp.pipe)
    (own,) = read([reference], nlp.pipe, tags="pipeline")
    assert (gold.tags, own.tags) == (["NNS", "VBP"], ["NN", "NN"])
    assert gold.phrases == own.phrases == [("NP", 0, 1)]


def test_phrases_find_their_place_among_other_tokens():
    reference = phrased(["do", "n't", "rest"], ["VBP", "RB", "VB"], [("VP", 0, 3)])
    reference = phrased(
        ["We", "do", "n't", "rest"],
        ["PRP", "VBP", "RB", "VB"],
        [("NP", 0, 1), ("VP", 1, 4)],
        spaces=[True, False, True, False],
    )
    predicted = Doc(BLANK.vocab, words=["We", "don't", "rest"], tags=["PRP", "VBP", "VB"])
    (own,) = read_examples(
        [Example(predicted, reference)], without_change, tags="pipeline", columns=False
    )
    assert own.words == ["We", "don't", "rest"]
    assert own.phrases == [("NP", 0, 1), ("VP", 1, 3)]


def test_phrases_that_cannot_be_learned_are_counted_and_warned_of():
    words, tags = list("abcdef"), ["NN"] * 6
    starts = [True, False, False, True, False, False]
    phrases = [("NP", 0, 2), ("VP", 1, 3), ("NP", 0, 1), ("NP", 2, 4), ("VP", 4, 6), ("", 3, 4)]
    with pytest.warns(CitalignWarning, match="4 gold phrases overlap others"):
        one, two = read([phrased(words, tags, phrases, sent_starts=starts)])
    assert one.phrases == [("NP", 0, 2)]  # of those that overlap, the first and the longest
    assert two.phrases == [("VP", 1, 3)]


def test_phrases_that_cut_words_are_warned_of():
    reference = phrased(["do", "n't"], ["VBP", "RB"], [("VP", 0, 1)], spaces=[False, False])
    predicted = Doc(BLANK.vocab, words=["don't"], tags=["VBP"])
    with pytest.warns(CitalignWarning, match="1 gold phrases"):
        (own,) = read_examples(
            [Example(predicted, reference)], without_change, tags="pipeline", columns=False
        )
    assert own.phrases == []


@pytest.mark.parametrize("phrase", [("NP", 1, 2), ("NP", 1, 3), ("NP", 2, 3)], ids=str)
def test_phrases_may_begin_inside_of_the_last_word_of_the_pipeline(phrase):
    words, tags = ["gene", "-", "poor"], ["NN", "HYPH", "JJ"]
    reference = phrased(words, tags, [phrase], spaces=[False, False, False])
    predicted = Doc(BLANK.vocab, words=["gene-poor"], spaces=[False], tags=["JJ"])
    with pytest.warns(CitalignWarning, match="1 gold phrases"):
        (own,) = read_examples(
            [Example(predicted, reference)], without_change, tags="pipeline", columns=False
        )
    assert own.phrases == []


def test_sentences_without_a_tree_are_left_out():
    words, starts = ["Mice", "rest", "We", "rest"], [True, False, True, False]
    doc = phrased(words, ["NNS", "VBP", "PRP", "VBP"], [("NP", 2, 3)], sent_starts=starts)
    assert len(read([doc])) == 2
    doc.spans["constituents"] = [Span(doc, 2, 4, label="S"), Span(doc, 2, 3, label="NP")]
    (own,) = read([doc])
    assert own.words == ["We", "rest"]


def test_docs_without_the_group_are_left_out():
    without = Doc(BLANK.vocab, words=["Mice"], tags=["NNS"])
    (own,) = read([without, phrased(["Mice"], ["NNS"], [])])
    assert own.document == 0
    with pytest.raises(InputError, match=r'none of the 2 .* has doc.spans\["base_phrases"\]'):
        read([without, without])


def test_gold_without_tags_asks_for_them():
    with pytest.raises(InputError, match="no part-of-speech tags"):
        read([phrased(["Mice"], None, [("NP", 0, 1)])])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"tags": "silver"}, "tags is 'silver'; choose from gold, pipeline"),
        ({"features": "letters"}, "features is 'letters'"),
        ({"encodings": ["bilou"]}, "encodings is"),
        ({"encodings": 5}, "encodings is 5"),
        ({"prune": 2.0}, "2.0"),
    ],
)
def test_initialize_refuses_unknown_settings(changes, words):
    nlp = spacy.blank("en")
    with pytest.raises(SettingError, match=words):
        nlp.add_pipe("base_phrase_chunker").initialize(examples, nlp=nlp, **{**SETTINGS, **changes})


def test_tagger_of_the_config_runs_before_the_chunker_is_trained():
    """What is frozen is disabled while a pipeline is initialized, so that no one would tag."""
    file = resources.files("spacy_citalign.configs") / "base_phrase_chunker.cfg"
    config = Config().from_str(file.read_text(encoding="utf-8"))
    assert config["nlp"]["pipeline"] == ["perceptron_tagger", "base_phrase_chunker"]
    assert config["training"]["frozen_components"] == []


# --- scoring ---------------------------------------------------------------------------------


def test_scorer_counts_as_conlleval_does():
    gold = phrased(["The", "mice", "rest", "."], None, [("NP", 0, 2), ("VP", 2, 3)])
    predicted = phrased(["The", "mice", "rest", "."], None, [("NP", 0, 2), ("NP", 2, 3)])
    score = registry.get("scorers", "citalign.ChunkScorer.v1")()
    scores = score([Example(predicted, gold)])
    assert scores["base_phrases_p"] == scores["base_phrases_r"] == scores["base_phrases_f"] == 1 / 2
    assert scores["base_phrases_per_type"] == {
        "NP": {"p": 1 / 2, "r": 1.0, "f": 2 / 3},
        "VP": {"p": 0.0, "r": 0.0, "f": 0.0},
    }


def test_scorer_reads_characters_and_leaves_out_docs_without_gold():
    gold = phrased(["do", "n't"], None, [("VP", 0, 2)], spaces=[False, False])
    predicted = phrased(["don't"], None, [("VP", 0, 1)])
    nothing = Example(predicted, Doc(BLANK.vocab, words=["don't"]))
    score = registry.get("scorers", "citalign.ChunkScorer.v1")()
    assert score([Example(predicted, gold), nothing])["base_phrases_f"] == 1.0
    assert set(score([nothing]).values()) == {None}


def test_component_scores_itself(nlp):
    found = [
        Example(nlp(Doc(BLANK.vocab, words=own.reference.text.split(), tags=tags)), own.reference)
        for own, (_, tags, _) in zip(examples(), GOLD, strict=True)
    ]
    assert nlp.get_pipe("base_phrase_chunker").score(found)["base_phrases_f"] > 0.9
