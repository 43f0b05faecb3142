"""Training of the chunker: what CRFsuite is given, the jackknife, labels unseen, unfit input."""

from dataclasses import replace

import numpy as np
import pytest
import stopped_training
from stopped_training import without_crfsuite

from spacy_citalign.chunks import training
from spacy_citalign.chunks.features import PairFeaturizer, guessed, written
from spacy_citalign.chunks.labels import chunks_from_labels, projection
from spacy_citalign.chunks.model import MAX_TYPES, JointDecoder
from spacy_citalign.chunks.training import PhrasedSentence, train
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.words.label_lexicon import LabelLexicon
from tests.chunks.test_model import PAPER, QUICK, gold, pairs, small_model


def sentence(text, document=0, **changes):
    """A sentence from "word/TAG/TYPE ...": words of equal type beside each other are one phrase."""
    words, tags, kinds = zip(*(token.split("/") for token in text.split()), strict=True)
    phrases, start = [], 0
    for place, kind in enumerate(kinds):
        if place + 1 == len(kinds) or kinds[place + 1] != kind:
            phrases += [(kind, start, place + 1)] if kind else []
            start = place + 1
    return PhrasedSentence(words, tags, phrases, document)._replace(**changes)


ONE = sentence("The/DT/NP cell/NN/NP rests/VBZ/VP ././")


def features_of(sentences, settings=QUICK):
    """The columns that a training would use, where words are."""
    columns, padded = stopped_training.features_of(training, sentences, settings)
    return {name: own[padded.tokens] for name, own in columns.items()}


def given_to_crfsuite(sentences, settings=QUICK):
    return stopped_training.given_to_crfsuite(training, sentences, settings)


def test_sentence_of_the_tests_is_read():
    assert ONE.phrases == [("NP", 0, 2), ("VP", 2, 3)]


# --- what a model is made of -------------------------------------------------------------------


def test_crfsuite_is_given_the_labels_of_each_encoding():
    settings = replace(QUICK, algorithm="pa", crf={"max_iterations": 3})
    calls, model = given_to_crfsuite([ONE, ONE], settings)
    assert model.types == ("NP", "VP")
    begin, end, inner = 1, 1, 2  # of NP; VP has the two after
    expected = {"iob2": [begin, inner, begin + 2, 0], "ioe2": [inner, end, end + 2, 0]}
    for encoding, call in zip(model.encodings, calls, strict=True):
        indptr, attributes, labels, lengths, label_count, algorithm, crf = call
        assert labels.tolist() == expected[encoding] * 2
        assert lengths.tolist() == [4, 4]
        assert (label_count, algorithm, crf) == (5, "pa", {"max_iterations": 3})
        assert len(indptr) == 9
        assert len(attributes) == indptr[-1]


def test_paper_has_one_encoding_and_only_tags():
    other = ONE._replace(words=["A", "leaf", "falls", "!"], regions=[0, 0, 1, 1])
    ((_, attributes, *_),), model = given_to_crfsuite(
        [ONE._replace(regions=[0, 0, 1, 1]), other], PAPER
    )
    one, two = np.split(attributes, 2)
    assert one.tolist() == two.tolist()
    assert len(model.lexicon.words) == 0


def test_regions_are_features_where_columns_are_asked_for():
    sentences = [ONE._replace(regions=[0, 1, -1, 2])]
    with_columns = features_of(sentences, replace(QUICK, columns=True))
    assert {"region", "region+tag"} <= set(with_columns)
    assert len(set(with_columns["region"].tolist())) == 4
    assert "region" not in features_of(sentences)


@pytest.mark.parametrize("folds", [2, 5])
def test_jackknife_takes_the_classes_of_a_document_from_the_other_folds(folds):
    sentences = gold()
    columns = features_of(sentences, replace(QUICK, folds=folds))
    types = sorted({kind for own in sentences for kind, *_ in own.phrases})
    expected = []
    for own in sentences:
        others = [o for o in sentences if o.document % folds != own.document % folds]
        joint = training.phrase_labels(others, types)
        read = [pair for other in others for pair in pairs(other)]
        new = PairFeaturizer(LabelLexicon.empty())
        described = new(written(*zip(*read, strict=True), "words"))
        lexicon = training.learn(described.hashes["pair"], projection(len(types), "iob2")[joint])
        here = PairFeaturizer(lexicon)(written(own.words, own.tags, "words"))
        expected += here.hashes["class"].tolist()
    assert columns["class"].tolist() == expected
    nothing = guessed(np.zeros(len(columns["class"]), dtype=np.uint64), columns)
    assert 0.2 < np.mean(columns["class"] == nothing) < 0.9


def test_what_training_has_never_seen_is_never_found():
    """PRT had one word always: no evidence against more must not count as evidence for them."""
    _, model = given_to_crfsuite(
        [sentence("He/PRP/NP took/VBD/VP all/DT/NP cells/NNS/NP off/RP/PRT")]
    )
    noun, particle = model.types.index("NP"), model.types.index("PRT")
    decoder = JointDecoder(len(model.types), model.encodings, model.transitions)
    emissions = np.random.default_rng(0).normal(scale=50.0, size=(5000, sum(model.sizes)))
    labels = decoder(emissions.astype(np.float32), np.full(1000, 5))
    starts, ends, types = chunks_from_labels(labels)
    assert np.max((ends - starts)[types == noun]) > 1
    assert np.max((ends - starts)[types == particle]) == 1


@pytest.mark.slow
def test_training_returns_what_it_stores():
    for part in small_model().weights:
        assert np.array_equal(part.values, part.values.astype(np.float16).astype(np.float32))


@pytest.mark.slow
def test_two_trainings_give_equal_bytes():
    assert train(gold(), PAPER).to_bytes() == small_model(paper=True).to_bytes()


def test_sentences_without_words_change_nothing():
    empty = PhrasedSentence([], [], [], 3)
    _, one = given_to_crfsuite(gold())
    _, two = given_to_crfsuite([empty, *gold(), empty])
    assert one.to_bytes() == two.to_bytes()


def test_cutoff_leaves_out_rare_features():
    ((_, every, *_), _), _ = given_to_crfsuite(gold())
    ((_, some, *_), _), _ = given_to_crfsuite(gold(), replace(QUICK, cutoff=2))
    assert min(np.unique(every, return_counts=True)[1]) == 1
    assert min(np.unique(some, return_counts=True)[1]) == 2


# --- unfit input -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentences", "words"),
    [
        ([], "the 0 training sentences have phrases of 0 types"),
        ([PhrasedSentence([], [], [], 0)], "the 0 training sentences have phrases of 0 types"),
        ([ONE._replace(phrases=[])], "the 1 training sentences have phrases of 0 types"),
        ([ONE._replace(phrases=[("", 0, 1)])], "1 types ''; give 1 to 31 types, all with names"),
    ],
)
def test_training_needs_phrases_with_types(sentences, words):
    with pytest.raises(InputError, match=words):
        train(sentences, QUICK)


def test_training_takes_as_many_types_as_a_model_holds():
    def many(count):
        kinds = " ".join(f"w/T/K{number}" for number in range(count))
        return sentence(kinds)

    _, model = given_to_crfsuite([many(MAX_TYPES)])
    assert len(model.types) == MAX_TYPES
    with pytest.raises(InputError, match=f"phrases of {MAX_TYPES + 1} types"):
        train([many(MAX_TYPES + 1)], QUICK)


@pytest.mark.parametrize(
    "phrase", [("NP", 2, 2), ("NP", 3, 5), ("NP", -1, 1), ("NP", 3, 2), ("NP", 1, 3)], ids=str
)
def test_training_refuses_phrases_that_cannot_be(phrase):
    wrong = ONE._replace(phrases=[("VP", 2, 3), phrase])
    with pytest.raises(InputError, match=r"phrase \('.P', .*is empty, beyond it, or overlaps"):
        train([wrong], QUICK)


@pytest.mark.parametrize("regions", [None, [0, 1]])
def test_training_with_columns_needs_a_region_a_word(regions):
    with pytest.raises(InputError, match=r"a sentence of 4 words has regions .*-1 for none"):
        train([ONE._replace(regions=regions)], replace(QUICK, columns=True))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"features": "letters"}, "features is 'letters'; choose from words, tags"),
        ({"encodings": ()}, r"encodings is \[\]; give one or both of iob2, ioe2"),
        ({"encodings": ("iob2", "iob2")}, "give one or both"),
        ({"encodings": ("bilou",)}, r"encodings is \['bilou'\]"),
        ({"encodings": "iob2"}, "encodings is 'iob2'; give one or both of iob2, ioe2, in a list"),
        ({"encodings": 2}, "encodings is 2"),
        ({"columns": "yes"}, "columns is 'yes'; give true or false"),
        ({"cutoff": 0}, "cutoff is 0; give a whole number from 1 on"),
        ({"folds": 1}, "folds is 1; give a whole number from 2 on"),
        ({"crf": False}, "crf is False; give names with values"),
        ({"cutoff": 1000}, "cutoff is 1000, but no feature"),
        ({"algorithm": "adam"}, "'adam'; choose from"),
        ({"crf": {"c2": {1}}}, "plain JSON values"),
        ({"prune": 1.0}, "1.0; give 0 up to below 1"),
    ],
    ids=str,
)
def test_training_refuses_settings_before_it_trains(monkeypatch, changes, words):
    without_crfsuite(monkeypatch)
    with pytest.raises(SettingError, match=words):
        train([ONE], replace(QUICK, **changes))
