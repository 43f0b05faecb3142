"""Strategies by name, on all nine models trained on the invented corpus."""

from dataclasses import replace

import numpy as np
import pytest
from quick_training import CRFSUITE as QUICK

from spacy_citalign.chain.weights import prune
from spacy_citalign.errors import SettingError
from spacy_citalign.genes import strategies
from spacy_citalign.genes.calibration import MentionCalibration
from spacy_citalign.genes.features import feature_groups
from spacy_citalign.genes.model import MODELS, label_counts, part_of
from spacy_citalign.genes.rows import GeneDictionary
from spacy_citalign.genes.settings import Integration
from spacy_citalign.genes.strategies import HIGHER_ORDERS, STRATEGIES
from spacy_citalign.genes.tagger import GeneTagger
from spacy_citalign.genes.training import train

SETTINGS = replace(
    QUICK,
    features="hsu2008",
    models=tuple(MODELS),
    without_evidence=(),
    crf={"max_iterations": 8},
    by_model={"ctjpgis": {"crf": {"max_iterations": 8}}},
    prune=0.0,
)


@pytest.fixture(scope="module")
def nine(annotated_texts):
    """All models, with the features of the paper, trained on every other text of the corpus.

    Stacking takes a mention by its posterior alone.
    """
    identity = np.eye(4 + len(MODELS))[1]
    calibration = MentionCalibration(tuple(MODELS), identity[:4], identity)
    return replace(train(annotated_texts[::2], SETTINGS), calibration=calibration)


@pytest.fixture(scope="module")
def texts(annotated_texts):
    return [item.text for item in annotated_texts]


def spans(model, texts, **settings):
    """Each text's mentions by a strategy, without a bias."""
    found = GeneTagger(model, Integration(begin_bias=0.0, **settings))(texts)
    return [{(m.start_char, m.end_char) for m in mentions} for mentions in found]


# --- the trained models ------------------------------------------------------------------------


def weights_of(model, name):
    """The starts of all weights of one model, with the number of columns of their grams."""
    place, found = model.outputs_of(name), set()
    groups = feature_groups(model.features)
    for group, part in zip(groups, model.weights, strict=False):
        starts, outputs = np.divmod(part.columns, model.outputs)
        own = (outputs >= place.start) & (outputs < place.stop) & (part.values != 0)
        size = len(group.grams[0].features)  # one length a group, as all reach equally far
        found |= {(group.starts[start], size) for start in starts[own]}
    return found


@pytest.mark.slow
def test_order_3_has_weights_of_nearer_features_only(nine):
    assert {len({len(g.features) for g in group.grams}) for group in feature_groups("hsu2008")} == {
        1
    }
    for name in MODELS:
        found = weights_of(nine, name)
        nearest = {(start, size) for start, size in found if start >= -1 and start + size <= 2}
        assert nearest == {(-1, 1), (0, 1), (1, 1), (-1, 2), (0, 2), (-1, 3)}
        assert (found == nearest) == (MODELS[name].reach == 1)


def test_order_0_has_no_transitions(nine):
    moves = dict(zip(nine.models, nine.transitions, strict=True))
    assert {name for name, matrix in moves.items() if not matrix.any()} == {"order0"}


def test_ctjpgis_comes_near_what_lbfgs_finds(nine, texts):
    # The same model and features; CRFsuite normalises over O I as well.
    one, other = spans(nine, texts, strategy="hmm"), spans(nine, texts, strategy="ctjpgis")
    assert sum(a == b for a, b in zip(one, other, strict=True)) > 0.5 * len(texts)


def test_models_differ_enough_for_these_tests(nine, texts):
    found = {name: spans(nine, texts, strategy=name) for name in MODELS}
    agreed = sum(len(set.intersection(*own)) for own in zip(*found.values(), strict=True))
    every = sum(len(set.union(*own)) for own in zip(*found.values(), strict=True))
    assert 5 < agreed < 0.7 * every


# --- each strategy -----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_tags_a_text_alone_as_in_a_batch(nine, texts, strategy):
    tagger = GeneTagger(nine, Integration(strategy=strategy))
    together = tagger(texts)
    assert any(together)
    for text, mentions in zip(texts[:8], together, strict=False):
        (alone,) = tagger([text])
        assert [m._replace(confidence=0) for m in alone] == [
            m._replace(confidence=0) for m in mentions
        ]
        assert [m.confidence for m in alone] == pytest.approx(
            [m.confidence for m in mentions], abs=1e-6
        )


@pytest.mark.parametrize(
    ("strategy", "models"),
    [("1+2+3", HIGHER_ORDERS), ("0+1+2+3", ("order0", *HIGHER_ORDERS))],
)
def test_strategies_of_orders_are_n_best_over_their_models(nine, texts, strategy, models):
    assert spans(nine, texts, strategy=strategy) == spans(
        nine, texts, strategy="n_best", models=models
    )


def test_n_best_falls_back_to_backward_wherever_it_stands(nine, texts, monkeypatch):
    seen = []

    def recording(models, lattices, n, *, keep_others):
        seen.append(models[-1].windows)
        return original(models, lattices, n, keep_others=keep_others)

    original = strategies.decode_n_best
    monkeypatch.setattr(strategies, "decode_n_best", recording)
    for models in (("backward", "hmm"), ("hmm", "backward"), ("hmm", "forward")):
        spans(nine, texts[:1], strategy="n_best", models=models)
    assert [(w.before, w.after) for w in seen] == [(1, 0), (1, 0), (1, 0)]  # of joint models
    # With lists of one, models seldom agree: then backward's own best is taken.
    first = spans(nine, texts, strategy="n_best", n_best=1, models=("backward", "forward3", "hmm"))
    assert first == spans(nine, texts, strategy="backward")


def test_union_with_linear_chains_adds_what_both_of_them_find(nine, texts):
    found = spans(nine, texts, strategy="1+2+3+lc", repair_brackets=False)
    orders = spans(nine, texts, strategy="1+2+3", repair_brackets=False)
    agreed = spans(
        nine, texts, strategy="intersection", models=("hmm", "ctjpgis"), repair_brackets=False
    )
    for own, first, second in zip(found, orders, agreed, strict=True):
        assert own <= first | second
        for start, end in (first | second) - own:  # gives way to one that it overlaps
            assert any(s < end and start < e for s, e in own)


def test_votes_of_all_are_the_intersection_and_of_one_hold_the_majority(nine, texts):
    free = {"models": ("forward", "backward", "hmm"), "repair_brackets": False}
    every = spans(nine, texts, strategy="votes", min_votes=3, **free)
    assert every == spans(nine, texts, strategy="intersection", **free)
    most = spans(nine, texts, strategy="votes", **free)
    assert most == spans(nine, texts, strategy="votes", min_votes=2, **free)
    assert all(a <= b for a, b in zip(every, most, strict=True))


def test_more_probability_asked_finds_less(nine, texts):
    counts = [
        sum(map(len, spans(nine, texts, strategy="posteriors", min_probability=p)))
        for p in (0.2, 0.5, 0.8, 0.99)
    ]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]


@pytest.mark.slow
def test_a_compiled_dictionary_serves_the_strategies_of_the_paper(nine, texts):
    names = {text[s:e] for text, own in zip(texts, spans(nine, texts), strict=True) for s, e in own}
    known = replace(nine, dictionary=GeneDictionary.from_terms(sorted(names)).hashes)
    for strategy in ("n_best", "1+2+3", "1+2+3+lc"):
        plain, more = spans(nine, texts, strategy=strategy), spans(known, texts, strategy=strategy)
        assert sum(map(len, more)) >= sum(map(len, plain))


# --- votes of every mention --------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["sum", "n_best", "posteriors", "1+2+3"])
@pytest.mark.parametrize("repair", [True, False])
def test_votes_are_of_the_models_that_would_mark_it_alone(nine, texts, strategy, repair):
    settings = Integration(strategy=strategy, begin_bias=0.7, repair_brackets=repair)
    names = settings.names(nine.models)
    alone = [spans(nine, texts, strategy=name, repair_brackets=repair) for name in names]
    voted = 0
    for number, mentions in enumerate(GeneTagger(nine, settings)(texts)):
        for mention in mentions:
            assert mention.votes == sum(mention[:2] in own[number] for own in alone)
            voted += mention.votes == len(names)
    assert voted > 5


def test_votes_of_union_and_intersection(nine, texts):
    models = ("forward2", "order0", "backward3")
    for strategy, least in (("union", 1), ("votes", 2), ("intersection", 3)):
        found = GeneTagger(nine, Integration(strategy=strategy, models=models))(texts)
        assert min(m.votes for mentions in found for m in mentions) == least


# --- models that take no part ------------------------------------------------------------------


@pytest.mark.parametrize("settings", [{"strategy": "hmm"}, {"models": ("backward3", "order0")}])
def test_models_that_take_no_part_change_nothing_and_cost_nothing(nine, texts, settings):
    names = Integration(**settings).names(nine.models)
    small = part_of(nine, names)
    whole, part = (
        GeneTagger(nine, Integration(**settings)),
        GeneTagger(small, Integration(**settings)),
    )
    assert whole(texts) == part(texts)
    labels = sum(len(MODELS[name].windows) for name in names)
    assert whole.scorer.outputs == part.scorer.outputs == small.outputs == labels


def test_a_pruned_ensemble_still_tags(nine, texts):
    pruned = replace(nine, weights=prune(nine.weights, label_counts(nine.models), 0.5))
    assert any(spans(pruned, texts, strategy="1+2+3"))


# --- wrong settings ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calibration", "known"), [(None, "no models"), (("hmm",), "hmm"), (("hmm", "order0"), "hmm, ")]
)
def test_stacking_needs_what_was_learned_of_the_same_models(nine, calibration, known):
    learned = None if calibration is None else nine.calibration._replace(models=calibration)
    settings = Integration(strategy="stacking", models=("forward", "hmm"))
    message = f"of forward, hmm needs .* has it for {known}.*; train with calibrate above 0"
    with pytest.raises(SettingError, match=message):
        GeneTagger(replace(nine, calibration=learned), settings)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"strategy": "vote"}, "'vote'; choose from sum, n_best.*votes, posteriors, stacking, 0"),
        ({"strategy": "1+2+3"}, "needs forward2, backward2, forward3, backward3 too"),
        ({"strategy": "0+1+2+3"}, "needs order0, forward2"),
        ({"strategy": "1+2+3+lc"}, "needs forward2, backward2, forward3, backward3, ctjpgis too"),
        ({"strategy": "forward2"}, "has forward, backward, hmm, but.*'forward2' needs forward2"),
        ({"models": ("order0",)}, "needs order0 too; train with these"),
        ({"strategy": "1+2+3", "models": ("forward",)}, "leave models empty"),
        ({"strategy": "votes", "min_votes": 0}, "min_votes is 0; give 1 to 3"),
        ({"strategy": "votes", "min_votes": 3, "models": ("hmm", "forward")}, "give 1 to 2"),
        ({"strategy": "posteriors", "min_probability": -0.1}, "min_probability is -0.1"),
        ({"strategy": "posteriors", "n_best": 0}, "n_best is 0"),
    ],
)
def test_wrong_settings_say_what_is_right(settings, words):
    with pytest.raises(SettingError, match=words):
        Integration(**settings).names(("forward", "backward", "hmm"))


def test_strategies_that_name_models_take_those():
    assert Integration("1+2+3").names(tuple(MODELS)) == HIGHER_ORDERS
    assert Integration("backward2").names(tuple(MODELS)) == ("backward2",)
    assert Integration("votes").names(("hmm", "forward")) == ("hmm", "forward")
