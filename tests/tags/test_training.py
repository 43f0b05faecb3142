"""Training of the tagger: the jackknife, what CRFsuite is given, equal bytes, unfit input."""

from dataclasses import replace

import numpy as np
import pytest
import stopped_training
from corpus import tagged_sentences
from stopped_training import without_crfsuite

from spacy_citalign.chain.scorer import Scorer
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.tags import training
from spacy_citalign.tags.features import WordFeaturizer, guessed
from spacy_citalign.tags.model import Tagger
from spacy_citalign.tags.training import TaggedSentence, train
from spacy_citalign.tags.universal import UNIVERSAL
from spacy_citalign.words.hashing import hash_strings
from spacy_citalign.words.label_lexicon import MAX_LABELS, LabelClasses
from tests.tags.test_model import QUICK, gold, small_model, small_tagger, tag


def sentence(text, document=0, **changes):
    """A sentence from "word/TAG/POS ...", with a blank after every word."""
    words, tags, pos = zip(*(token.split("/") for token in text.split()), strict=True)
    return TaggedSentence(words, [True] * len(words), tags, pos, document)._replace(**changes)


ONE = sentence("The/DT/DET cell/NN/NOUN")


def features_of(sentences, settings=QUICK):
    return stopped_training.features_of(training, sentences, settings)


def given_to_crfsuite(sentences, settings=QUICK):
    (call,), model = stopped_training.given_to_crfsuite(training, sentences, settings)
    return call, model


# --- the jackknife ---------------------------------------------------------------------------


def unknown(columns, padded):
    """Of each token, whether its class is what an unknown word looks like."""
    own = {name: values[padded.tokens] for name, values in columns.items()}
    nothing = np.zeros(len(padded.tokens), dtype=np.uint64)
    return (own["class"] == guessed(nothing, own)).tolist()


def test_word_of_one_document_only_is_unknown_there():
    sentences = [
        sentence("Zork2/NNP/PROPN binds/VBZ/VERB Zork2/NNP/PROPN", 0),
        sentence("Zork2/NNP/PROPN binds/VBZ/VERB", 0),  # the same document
        sentence("Mup4/NNP/PROPN binds/VBZ/VERB", 1),
    ]
    columns, padded = features_of(sentences)
    assert unknown(columns, padded) == [True, False, True, True, False, True, False]


@pytest.mark.parametrize("folds", [2, 3, 10])
def test_jackknife_takes_the_classes_of_a_document_from_the_other_folds(folds):
    sentences = gold()
    columns, padded = features_of(sentences, replace(QUICK, folds=folds))
    tags = sorted({tag for own in sentences for tag in own.tags})
    expected = []
    for own in sentences:
        others = [o for o in sentences if o.document % folds != own.document % folds]
        words = hash_strings([word for other in others for word in other.words])
        numbers = np.array([tags.index(tag) for other in others for tag in other.tags])
        describe = WordFeaturizer(training.learn(words, numbers))
        expected += [int(describe([word]).hashes["class"][0]) for word in own.words]
    assert columns["class"][padded.tokens].tolist() == expected
    assert 0.2 < np.mean(unknown(columns, padded)) < 0.9


def test_model_knows_the_words_of_all_documents():
    model = small_model()
    words = sorted({word for words, *_ in tagged_sentences() for word in words})
    assert np.all(LabelClasses(model.lexicon)(hash_strings(words)) != 0)
    assert len(model.lexicon.words) == len(words)


def test_training_and_tagging_see_the_same_of_the_same_words(monkeypatch):
    sentences = gold()
    trained, padded = features_of(sentences)
    seen = []
    original = Scorer.emissions

    def recording(self, padded, columns, precomputed):
        seen.append(dict(columns))
        return original(self, padded, columns, precomputed)

    monkeypatch.setattr(Scorer, "emissions", recording)
    words = [word for own in sentences for word in own.words]
    spaces = np.array([space for own in sentences for space in own.spaces])
    small_tagger()(words, spaces, padded.lengths)
    (tagged,) = seen
    assert tagged.keys() == trained.keys()
    for name, values in tagged.items():
        if "class" not in name:  # known words, and jackknifed ones
            assert np.array_equal(values, trained[name]), name
        inside = np.zeros(padded.size, dtype=bool)
        inside[padded.tokens] = True
        if name != "around":  # which reads its neighbours
            assert set(values[~inside].tolist()) == set(trained[name][~inside].tolist())


# --- what a model is made of -----------------------------------------------------------------


def test_crfsuite_is_given_the_tags_sentence_by_sentence():
    settings = replace(QUICK, algorithm="lbfgs", crf={"c2": 0.5})
    call, model = given_to_crfsuite(gold(), settings)
    indptr, attributes, labels, lengths, label_count, algorithm, crf = call
    assert [model.tags[label] for label in labels] == [
        tag for _, tags, _ in tagged_sentences() for tag in tags
    ]
    assert lengths.tolist() == [len(words) for words, *_ in tagged_sentences()]
    assert (label_count, algorithm, crf) == (len(model.tags), "lbfgs", {"c2": 0.5})
    assert model.tags == tuple(sorted(set(model.tags)))
    assert len(indptr) == len(labels) + 1
    assert np.all(np.diff(indptr) > 10)
    assert len(attributes) == indptr[-1]


def test_cutoff_leaves_out_rare_features():
    (_, every, *_), _ = given_to_crfsuite(gold())
    (_, some, *_), _ = given_to_crfsuite(gold(), replace(QUICK, cutoff=2))
    assert len(some) < len(every)
    assert min(np.unique(some, return_counts=True)[1]) == 2
    assert min(np.unique(every, return_counts=True)[1]) == 1


def test_sentences_without_words_change_nothing():
    empty = TaggedSentence([], [], [], [], 3)
    plain, one = given_to_crfsuite(gold())
    mixed, two = given_to_crfsuite([empty, *gold(), empty])
    assert all(np.array_equal(a, b) for a, b in zip(plain, mixed, strict=True))
    assert one.to_bytes() == two.to_bytes()


def test_transitions_and_universal_tags_come_into_the_model():
    _, model = given_to_crfsuite(gold())
    assert model.transitions.dtype == np.float32
    assert np.all(model.transitions == np.float32(0.3))
    usual = dict(zip(model.tags, (UNIVERSAL[i] for i in model.universal.usual), strict=True))
    assert (usual["VBZ"], usual["DT"], usual["PRP"], usual["."]) == ("VERB", "DET", "PRON", "PUNCT")


def test_universal_tags_may_be_missing():
    sentences = [own._replace(pos=[""] * len(own.words)) for own in gold()]
    _, model = given_to_crfsuite(sentences)
    assert not model.universal.usual.any()
    assert len(model.universal.words) == 0
    ((_, pos),) = tag(Tagger(model), [["cells"]])
    assert pos == [""]


def test_training_returns_what_it_stores():
    for part in small_model().weights:
        assert np.array_equal(part.values, part.values.astype(np.float16).astype(np.float32))


def test_two_trainings_give_equal_bytes():
    assert train(gold(), QUICK).to_bytes() == small_model().to_bytes()


def test_one_tag_is_enough():
    # There is nothing to choose from, so a perceptron learns no weight.
    model = train([ONE._replace(tags=["NN", "NN"])], replace(QUICK, prune=0.5))
    assert tag(Tagger(model), [["The", "leaf"]])[0][0] == ["NN", "NN"]


# --- unfit input -----------------------------------------------------------------------------


@pytest.mark.parametrize("sentences", [[], [TaggedSentence([], [], [], [], 0)]])
def test_training_needs_words(sentences):
    with pytest.raises(InputError, match="have 0 different tags; give sentences with 1 to 64"):
        train(sentences, QUICK)


def test_training_takes_as_many_tags_as_a_model_holds():
    def many(count):
        tags = [f"T{number}" for number in range(count)]
        return TaggedSentence(["a"] * count, [True] * count, tags, [""] * count, 0)

    _, model = given_to_crfsuite([many(MAX_LABELS)])
    assert len(model.tags) == MAX_LABELS
    with pytest.raises(InputError, match="the 1 training sentences have 65 different tags"):
        train([many(MAX_LABELS + 1)], QUICK)


def test_training_refuses_a_cutoff_that_no_feature_reaches():
    with pytest.raises(SettingError, match="cutoff is 1000, but no feature"):
        train([ONE], replace(QUICK, cutoff=1000))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cutoff": 0}, "cutoff is 0; give a whole number from 1 on"),
        ({"folds": 1}, "folds is 1; give a whole number from 2 on"),
        ({"algorithm": "adam"}, "'adam'; choose from"),
        ({"crf": {"c2": {1}}}, "plain JSON values"),
        ({"prune": 1.0}, "1.0; give 0 up to below 1"),
        ({"prune": -0.5}, "-0.5"),
    ],
    ids=str,
)
def test_training_refuses_settings_before_it_trains(monkeypatch, changes, words):
    without_crfsuite(monkeypatch)
    with pytest.raises(SettingError, match=words):
        train([ONE], replace(QUICK, **changes))
