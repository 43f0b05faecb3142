"""Training and ranking: invented articles, sums by hand, files, bad input."""

import numpy as np
import pytest
from cited_articles import articles, group
from damaged import ModelFile
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_citalign.errors import InputError, ModelFileError, SettingError
from spacy_citalign.evidence.features import FEATURES, ArticleSentence, CitedGroup, pair_features
from spacy_citalign.evidence.matching import count_frequencies
from spacy_citalign.evidence.model import EvidenceModel, RankCalibration, log_softmax
from spacy_citalign.evidence.ranker import EvidenceRanker
from spacy_citalign.evidence.scoring import score_rankings
from spacy_citalign.evidence.training import TrainingSettings, train

GROUPS = [group(record) for record in articles()]
FREQUENCIES = count_frequencies(one.text for own in GROUPS for one in own.sentences)
SETTINGS = TrainingSettings(l2=1.0, folds=3)


@pytest.fixture(scope="module")
def model():
    return train(GROUPS, SETTINGS, frequencies=FREQUENCIES)


def ranked(model, citances, sentences, **choices):
    found = EvidenceRanker(model).evidence(citances, sentences, **choices)
    return [list(one.places) for one in found]


def test_what_a_citance_repeats_is_ranked_first(model):
    for own in GROUPS:
        found = ranked(model, own.citances, own.sentences, threshold=0.0)
        assert [best[0].sentence for best in found] == [votes[0] for votes in own.votes]


def test_sentences_come_by_probability_up_to_the_limit(model):
    found = ranked(model, GROUPS[0].citances, GROUPS[0].sentences, limit=3, threshold=0.0)
    for evidence in found:
        probabilities = [one.probability for one in evidence]
        assert len(evidence) == 3
        assert probabilities == sorted(probabilities, reverse=True)
        assert all(0 <= probability <= 1 for probability in probabilities)


def test_nothing_is_found_below_the_threshold(model):
    assert ranked(model, ["zzz"], GROUPS[0].sentences, threshold=1.0) == [[]]


def test_no_citances_and_no_sentences(model):
    assert ranked(model, [], GROUPS[0].sentences) == []
    assert ranked(model, ["Frogs sleep."], []) == [[]]


def test_matches_are_words_of_both(model):
    citance, sentence = "Newts slept, as Marsh (2009) saw.", ArticleSentence("The newt sleeps.")
    (evidence,) = ranked(model, [citance], [sentence], threshold=0.0)
    assert [(citance[a:b], sentence.text[c:d]) for (a, b), (c, d) in evidence[0].matches] == [
        ("Newts", "newt")
    ]


def test_an_article_of_one_sentence_and_one_without_words(model):
    sentences = [ArticleSentence("Frogs."), ArticleSentence("..."), ArticleSentence("")]
    for part in (sentences, sentences[:1], sentences[1:]):
        for found in model.looked_up(["Frogs sleep.", ""], part):
            assert np.exp(found.logarithms).sum() == pytest.approx(1)
            assert np.isfinite(found.probabilities).all()


@given(
    citances=st.lists(st.text(max_size=40), min_size=1, max_size=4),
    sentences=st.lists(st.text(max_size=40), min_size=1, max_size=6),
)
@settings(max_examples=60, deadline=None)
def test_features_of_any_text_are_finite(citances, sentences):
    article = [ArticleSentence(text, text[:3]) for text in sentences]
    rows = list(pair_features(citances, article, FREQUENCIES))
    assert len(rows) == len(citances)
    for found in rows:
        assert found.pairs.shape == (len(sentences), FEATURES)
        assert np.isfinite(found.pairs).all()
        assert np.isfinite(found.support).all()
        assert 0 <= found.covered < 1.001
        assert 0 <= found.coverage < 1.001


def test_probabilities_are_calibrated_where_right_and_wrong_ones_are_seen(model):
    untold = RankCalibration(1.0, 0.0)
    assert model.calibration != untold
    only = [CitedGroup(own.citances[:1], own.sentences[:1], ((0,),)) for own in GROUPS]
    assert train(only, SETTINGS, frequencies=FREQUENCIES).calibration == untold


def test_equal_training_gives_equal_bytes_and_files_keep_the_ranking(model):
    again = train(GROUPS, SETTINGS, frequencies=FREQUENCIES)
    data = model.to_bytes()
    assert again.to_bytes() == data
    read = EvidenceModel.from_bytes(data)
    own = GROUPS[1]
    asked = own.citances, own.sentences
    assert ranked(read, *asked) == ranked(model, *asked)


def test_a_damaged_file_is_refused(model):
    data = model.to_bytes()
    for damaged in (data[:-1], data[:20], b"", data[:200] + b"x" + data[201:]):
        with pytest.raises(ModelFileError):
            EvidenceModel.from_bytes(damaged)


def test_weights_of_another_length_are_refused(model):
    short = EvidenceModel(model.weights[:-1], model.calibration, model.frequencies)
    with pytest.raises(ModelFileError, match="weights of shape"):
        EvidenceModel.from_bytes(short.to_bytes())


def test_votes_count_as_often_as_they_were_given():
    own = GROUPS[0]
    split = own._replace(votes=((0, 1, 1, 1),) * 4)
    found = train([split, split], TrainingSettings(l2=0.1, folds=2), frequencies=FREQUENCIES)
    for one in found.looked_up(own.citances, own.sentences):
        assert np.argmax(one.logarithms) == 1


def test_articles_without_choices_are_refused():
    silent = GROUPS[0]._replace(votes=((),) * 4)
    with pytest.raises(InputError, match="1 of 2 articles"):
        train([silent, GROUPS[1]], frequencies=FREQUENCIES)


@pytest.mark.parametrize("settings", [{"l2": 0}, {"folds": 1}, {"l2": float("nan")}])
def test_wrong_settings_are_refused(settings):
    with pytest.raises(SettingError):
        TrainingSettings(**settings)


@pytest.mark.parametrize("choices", [{"limit": 0}, {"threshold": 2}, {"threshold": "much"}])
def test_wrong_choices_are_refused(model, choices):
    with pytest.raises(SettingError):
        ranked(model, ["Frogs."], [ArticleSentence("Frogs.")], **choices)


def test_the_softmax_of_large_scores():
    assert np.exp(log_softmax(np.array([1e4, 1e4]))) == pytest.approx([0.5, 0.5])


def test_calibration_is_the_logistic_function_of_the_logarithm():
    assert RankCalibration(1.0, 0.0)(np.log([0.5, 0.25]), 0.4) == pytest.approx([1 / 3, 0.2])


def test_calibration_by_hand_with_size_and_what_is_covered():
    by_size = RankCalibration(1.0, 0.0, size=1.0)
    assert by_size(np.log([0.5, 0.5]), 0.4) == pytest.approx([1 / 201] * 2)  # odds .5 * 2 / 200
    covered = RankCalibration(1.0, 0.0, covered=1.0)
    assert covered(np.log([0.5, 0.5]), 0.47) == pytest.approx([0.2] * 2)  # odds .5 * (.47 + .03)
    both = RankCalibration(1.0, 0.0, covered_by_size=1.0)
    logarithm = np.log(0.5) + np.log(0.01) * np.log(0.5)
    assert both(np.log([0.5, 0.5]), 0.47) == pytest.approx([1 / (1 + np.exp(-logarithm))] * 2)


def test_a_calibration_of_two_numbers_is_read_as_before():
    written = EvidenceModel(np.zeros(FEATURES), RankCalibration(1.0, 0.5), FREQUENCIES)
    file = ModelFile.of(written, "evidence", 1)
    read = EvidenceModel.from_bytes(file.changed({"calibration": [1.0, 0.5]}))
    assert read.calibration == RankCalibration(1.0, 0.5)


def test_scores_by_hand():
    score = score_rankings([([2, 0, 1], {1, 5}), ([0], {0}), ([3], set()), ([4, 5], {6})])
    assert score.citances == 3
    assert (score.p1, score.any3, score.any5) == pytest.approx((1 / 3, 2 / 3, 2 / 3))
    assert score.mrr == pytest.approx((1 / 3 + 1) / 3)
    assert score.f2 == pytest.approx(2 * 1 / (5 + 4))
    assert score_rankings([]).citances == 0


def test_a_group_is_of_equal_lengths():
    own = GROUPS[0]
    with pytest.raises(ValueError, match="zip"):
        train([CitedGroup(own.citances, own.sentences, own.votes[:1])] * 2, frequencies=FREQUENCIES)


def test_blocks_of_citances_change_nothing(monkeypatch):
    own = GROUPS[0]
    whole = list(pair_features(own.citances, own.sentences, FREQUENCIES))
    monkeypatch.setattr("spacy_citalign.evidence.features.BLOCK", 1)
    for block, one in zip(
        pair_features(own.citances, own.sentences, FREQUENCIES), whole, strict=True
    ):
        assert block[0] == pytest.approx(one[0], abs=1e-5)
        assert block[1] == pytest.approx(one[1])
        assert block.support == pytest.approx(one.support, abs=1e-6)
