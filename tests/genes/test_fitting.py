"""What each CRF of an ensemble is trained with, which features it sees, and how it is cut."""

from dataclasses import replace

import numpy as np
import pytest
from quick_training import CRFSUITE as QUICK

from spacy_citalign.chain import masked_crf
from spacy_citalign.chain.crfsuite import CRFWeights
from spacy_citalign.chain.features import Gram, group_grams
from spacy_citalign.errors import SettingError
from spacy_citalign.genes.features import feature_groups
from spacy_citalign.genes.model import MODELS
from spacy_citalign.genes.training import AnnotatedSentence, Recipe, recipes, seen, train

COMMON = {"c2": 0.05}


# --- recipes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "own", "expected"),
    [
        ("forward", None, Recipe("l2sgd", COMMON)),
        ("forward", {"crf": {"c2": 1.0}}, Recipe("l2sgd", {"c2": 1.0})),
        # The common settings are those of the common algorithm.
        ("forward", {"algorithm": "pa"}, Recipe("pa", {})),
        ("forward", {"algorithm": "l2sgd"}, Recipe("l2sgd", COMMON)),
        ("forward", {"algorithm": "gis", "crf": {"c2": 0.5}}, Recipe("gis", {"c2": 0.5})),
        ("ctjpgis", None, Recipe("ctjpgis", {})),
        ("ctjpgis", {"crf": {"max_iterations": 9}}, Recipe("ctjpgis", {"max_iterations": 9})),
        ("ctjpgis", {"algorithm": "lbfgs"}, Recipe("lbfgs", {})),
    ],
)
def test_recipe_is_the_models_own_before_the_common_one(name, own, expected):
    by_model = {} if own is None else {name: own}
    assert recipes([name], "l2sgd", COMMON, by_model) == {name: expected}


@pytest.mark.parametrize(
    ("models", "by_model", "words"),
    [
        (["hmm"], {"forward": {}}, "by_model has settings of forward.*models to train are hmm"),
        (["hmm"], {"hmm": {"c2": 1}}, "by_model has c2 for hmm; it takes algorithm and crf"),
        (["hmm"], {"hmm": {"algorithm": "adam"}}, "of hmm is 'adam'; choose from.*arow.*ctjpgis"),
        (["hmm"], {"hmm": {"crf": 3}}, "crf of hmm is 3"),
        (["order0"], {"order0": {"algorithm": "gis"}}, "order0 is 'gis', which learns transitions"),
        (["hmm"], {"hmm": {"algorithm": "gis", "crf": {"c1": 1}}}, "crf of hmm, for gis.*'c1'"),
        (["hmm"], {"hmm": {"algorithm": "gis", "crf": {"c2": -1}}}, "c2 is -1"),
    ],
)
def test_recipes_that_cannot_be_are_refused(models, by_model, words):
    with pytest.raises(SettingError, match=words):
        recipes(models, "l2sgd", COMMON, by_model)


# --- features ----------------------------------------------------------------------------------


def test_order_3_sees_grams_that_lie_within_one_token():
    grams = [
        Gram(("word",), (-2, -1, 0, 1, 2)),
        Gram(("word", "word"), (-2, -1, 0, 1)),
        Gram(("word",) * 3, (-2, -1, 0)),
        Gram(("word",) * 4, (-2, -1)),
    ]
    groups = group_grams(grams)
    kept = [own.tolist() for own in seen(groups, 1, evidence=True)]
    assert kept == [
        [[False, True, True, True, False]],
        [[False, True, True, False]],
        [[False, True, False]],
        [[False, False]],
        [[True]],  # of the word itself
    ]
    assert all(own.all() for own in seen(groups, 2, evidence=True))


def test_models_without_evidence_see_no_gram_of_a_learned_list():
    groups = feature_groups("extended")
    kept = seen(groups, 2, evidence=False)
    for group, own in zip(groups, kept, strict=False):
        for gram, places in zip(group.grams, own, strict=True):
            learned = any(name.startswith(("rate", "phrase")) for name in gram.features)
            assert set(places.tolist()) == {not learned}


# --- what trainers are given -------------------------------------------------------------------


@pytest.fixture
def calls(monkeypatch):
    """Records what the two trainers are given in place of training."""
    found = []

    def recorder(name):
        def trainer(indptr, attributes, labels, lengths, **settings):
            found.append((name, indptr, attributes, labels, lengths, settings))
            size = settings.get("label_count") or len(settings["windows"])
            some = np.unique(attributes)[:1].astype(np.int64)
            return CRFWeights(some, some * 0, some + 1.0, np.zeros((size, size)))

        return trainer

    monkeypatch.setattr(masked_crf, "train_crf", recorder("crfsuite"))
    monkeypatch.setattr(masked_crf, "train_masked_crf", recorder("masked"))
    return found


TEXTS = [
    AnnotatedSentence("A Zork-2 b Tvn c", [(2, 8), (11, 14)]),
    AnnotatedSentence("No gene d.", []),
]


def given(calls, *models, **changes):
    train(TEXTS, replace(QUICK, models=models, without_evidence=(), jobs=1, **changes))
    return calls


def test_order_0_is_given_every_token_alone(calls):
    whole, alone = given(calls, "hmm", "order0")
    assert whole[4].tolist() == [7, 4]
    assert alone[4].tolist() == [1] * 11
    assert np.array_equal(whole[3], alone[3])
    assert np.array_equal(whole[2], alone[2])


def test_order_3_is_given_fewer_attributes_of_the_same_numbers(calls):
    wide, narrow = given(calls, "forward2", "forward3", features="hsu2008")
    assert len(wide[1]) == len(narrow[1])
    for t in range(len(wide[1]) - 1):
        own = set(narrow[2][narrow[1][t] : narrow[1][t + 1]].tolist())
        assert own < set(wide[2][wide[1][t] : wide[1][t + 1]].tolist())


def test_algorithms_go_to_their_trainers(calls):
    by_model = {"backward": {"algorithm": "masked_lbfgs", "crf": {"c2": 0.5}}}
    first, second, third = given(calls, "forward", "backward", "ctjpgis", by_model=by_model)
    assert (first[0], first[5]["algorithm"], first[5]["settings"]) == (
        "crfsuite",
        "lbfgs",
        QUICK.crf,
    )
    assert second[0] == third[0] == "masked"
    assert second[5] == {
        "windows": MODELS["backward"].windows,
        "optimizer": "masked_lbfgs",
        "settings": {"c2": 0.5},
    }
    assert (third[5]["optimizer"], third[5]["settings"]) == ("ctjpgis", {})
