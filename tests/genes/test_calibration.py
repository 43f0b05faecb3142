"""Confidences learned on texts held out, and stacking: by hand, by brute force, in a tagger."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from quick_training import QUICK

from spacy_citalign.chain.calibration import fit_weights
from spacy_citalign.chain.joint import JointModel, SpanPosteriors, likely_spans, rate_spans
from spacy_citalign.chain.labels import BEGIN, INSIDE, OUTSIDE, Windows, spans_from_triples
from spacy_citalign.errors import InputError
from spacy_citalign.genes import training
from spacy_citalign.genes.calibration import (
    MIN_POSTERIOR,
    MentionCalibration,
    calibrated,
    confidence_features,
    stacked,
    stacking_features,
)
from spacy_citalign.genes.corpus import AnnotatedSentence
from spacy_citalign.genes.held_out import learn_calibration
from spacy_citalign.genes.settings import Integration
from spacy_citalign.genes.tagger import GeneTagger
from spacy_citalign.genes.training import train
from spacy_citalign.words.hashing import digest
from tests.chain.oracles import all_paths, log_sum

FORWARD, BACKWARD, PLAIN = Windows(1, 0), Windows(0, 1), Windows(0, 0)
THREE = ("forward", "backward", "hmm")


def logit(p):
    return math.log(p / (1 - p))


def sigmoid(x):
    return 1 / (1 + math.exp(-x))


# --- posteriors, by brute force ----------------------------------------------------------------


def small(windows, seed, lengths):
    """A joint model with random weights, and its lattice of sentences of these lengths."""
    rng = np.random.default_rng(seed)
    sizes = [len(own) for own in windows]
    joint = JointModel(windows, [rng.normal(0, 1, (size, size)) for size in sizes])
    shape = (len(lengths), max(lengths))
    parts = [rng.normal(0, 2, (*shape, size)) for size in sizes]
    return joint, joint.lattice(parts, np.array(lengths))


def tag_sequences(joint, lattice, row):
    """(tags, probability) of every path of a sentence."""
    every = all_paths(lattice, row)
    total = log_sum([score for _, score in every])
    size = int(lattice.lengths[row]) - joint.delay
    return [(joint.windows.centre[list(p[:size])], math.exp(s - total)) for p, s in every]


def exact(sequences, start, end):
    """The posterior of a span and the mean probability of its tokens to be in a mention."""
    posterior = gene = 0.0
    for tags, p in sequences:
        whole = tags[start] == BEGIN and np.all(tags[start + 1 : end] == INSIDE)
        posterior += p * (whole and not (end < len(tags) and tags[end] == INSIDE))
        gene += p * np.mean(tags[start:end] != OUTSIDE)
    return posterior, gene


CASES = [
    ([PLAIN], [4, 1, 3]),
    ([FORWARD], [3, 2]),
    ([FORWARD, BACKWARD], [3, 1]),
    ([BACKWARD, PLAIN], [2, 3]),
]


@pytest.mark.parametrize(("windows", "lengths"), CASES)
def test_spans_are_rated_as_all_paths_say(windows, lengths):
    joint, lattice = small(windows, 5, lengths)
    triples, expected = [], []
    for row in reversed(range(len(lengths))):
        sequences = tag_sequences(joint, lattice, row)
        for start in range(lengths[row]):
            for end in range(start + 1, lengths[row] + 1):
                triples.append((row, start, end))
                expected.append(exact(sequences, start, end))
    rated = rate_spans(joint, lattice, spans_from_triples(triples))
    assert rated.spans.triples() == triples
    assert rated.posterior == pytest.approx([posterior for posterior, _ in expected])
    assert rated.inside == pytest.approx([gene for _, gene in expected])
    assert np.all(rated.inside >= rated.posterior - 1e-12)
    # The likely ones are found and rated alike.
    likely = likely_spans(joint, lattice, min_probability=0.1)
    known = dict(zip(triples, expected, strict=True))
    wanted = sorted(triple for triple, (posterior, _) in known.items() if posterior > 0.1)
    assert wanted
    assert likely.spans.triples() == wanted
    assert likely.posterior == pytest.approx([known[triple][0] for triple in wanted])
    assert likely.inside == pytest.approx([known[triple][1] for triple in wanted])


def test_spans_of_some_rows_are_rated_as_among_all():
    joint, lattice = small([FORWARD, BACKWARD], 1, [3, 2, 4])
    spans = spans_from_triples([(0, 0, 1), (1, 0, 2), (2, 1, 3)])
    every = rate_spans(joint, lattice, spans)
    some = rate_spans(joint, lattice, spans.take(np.array([2, 1])))
    assert some.posterior == pytest.approx(every.posterior[[2, 1]])
    assert some.inside == pytest.approx(every.inside[[2, 1]])
    assert [len(column) for column in rate_spans(joint, lattice, spans_from_triples([]))[1:]] == [
        0,
        0,
    ]


# --- confidence and stacking, by hand ----------------------------------------------------------


def one(posterior, gene, length):
    return SpanPosteriors(
        spans_from_triples([(0, 1, 1 + length)]), np.array([posterior]), np.array([gene])
    )


def test_confidence_by_hand():
    learned = MentionCalibration((), np.array([0.5, 2.0, -1.0, 3.0]), np.zeros(4))
    # Odds of 4 and 9, two tokens.
    expected = sigmoid(0.5 + 2 * math.log(4) - math.log(9) + 3 * math.log(2))
    assert calibrated(learned, one(0.8, 0.9, 2)) == pytest.approx([expected])


def test_stacking_by_hand():
    learned = MentionCalibration(("hmm", "order0"), np.zeros(4), np.array([0.5, 2, -1, 3, 1, -2]))
    each = [np.array([0.75]), np.array([1 / 3])]
    expected = sigmoid(0.5 + 2 * math.log(4) - math.log(9) + 0 + math.log(3) + 2 * math.log(2))
    assert stacked(learned, one(0.8, 0.9, 1), each) == pytest.approx([expected])


def test_certainty_is_as_good_as_very_near_to_it():
    rated = one(1.0, 0.0, 1)
    assert confidence_features(rated)[0] == pytest.approx([1, logit(0.9999), logit(0.0001), 0])
    assert stacking_features(rated, [np.zeros(1)])[0, 4] == pytest.approx(logit(0.0001))


def test_confidence_does_not_depend_on_the_spans_beside():
    numbers = np.random.default_rng(0)
    posterior, inside = numbers.uniform(0.01, 0.99, size=(2, 101))
    spans = spans_from_triples([(0, i, i + 1 + i % 5) for i in range(101)])
    learned = MentionCalibration(("hmm",), numbers.normal(size=4), numbers.normal(size=5))
    together = SpanPosteriors(spans, posterior, inside)
    for size in (1, 2, 3, 7, 50):
        for i in range(0, 101, size):
            some = np.arange(i, min(i + size, 101))
            alone = SpanPosteriors(spans.take(some), posterior[some], inside[some])
            assert (
                calibrated(learned, alone).tolist() == calibrated(learned, together)[some].tolist()
            )
            beside = stacked(learned, together, [inside])[some].tolist()
            assert stacked(learned, alone, [inside[some]]).tolist() == beside


def test_no_spans_have_no_confidences():
    none = SpanPosteriors(spans_from_triples([]), np.zeros(0), np.zeros(0))
    learned = MentionCalibration(("hmm",), np.ones(4), np.ones(5))
    assert calibrated(learned, none).shape == (0,)
    assert stacked(learned, none, [np.zeros(0)]).shape == (0,)


# --- fitting -----------------------------------------------------------------------------------


def drawn(weights, count=6000):
    rng = np.random.default_rng(8)
    features = np.column_stack([np.ones(count), rng.normal(0, 1, (count, len(weights) - 1))])
    right = rng.random(count) < 1 / (1 + np.exp(-features @ weights))
    return features, right


def test_the_weights_of_a_logistic_relation_are_found():
    weights = np.array([0.4, 1.5, -0.8, 0.0])
    assert fit_weights(*drawn(weights)) == pytest.approx(weights, abs=0.12)


def test_the_scale_of_a_feature_does_not_matter():
    features, right = drawn(np.array([0.4, 1.5, -0.8]))
    weights = fit_weights(features, right)
    scaled = fit_weights(features * [1, 1000, 0.01], right)
    assert scaled == pytest.approx(weights / [1, 1000, 0.01], rel=1e-3)


def test_a_feature_that_is_always_the_same_does_no_harm():
    features, right = drawn(np.array([0.4, 1.5]))
    constant = np.column_stack([features, np.zeros(len(right))])
    assert fit_weights(constant, right)[:2] == pytest.approx(fit_weights(features, right), abs=1e-3)


@pytest.mark.parametrize(
    ("right", "words"),
    [
        ([], "on 0 mentions, 0 of them right"),
        ([True] * 10 + [False] * 9, "on 19 mentions, 10 of them right"),
        ([True] * 50, "on 50 mentions, 50 of them right"),
        ([False] * 50, "0 of them right; hold out more texts, or set calibrate to 0"),
    ],
    ids=["none", "few", "all right", "none right"],
)
def test_too_little_to_learn_from_is_refused(right, words):
    features = np.ones((len(right), 2))
    features[:, 1] = np.arange(len(right))
    with pytest.raises(InputError, match=words):
        fit_weights(features, np.array(right, dtype=bool))
    assert fit_weights(np.ones((20, 2)), np.arange(20) < 10) == pytest.approx([0, 0], abs=1e-6)


# --- in a tagger -------------------------------------------------------------------------------


def identity(size, shift=0.0):
    """Weights that give the posterior back, its logit shifted."""
    weights = np.eye(size)[1]
    weights[0] = shift
    return weights


def with_calibration(model, models=THREE, shift=0.0):
    size = 4 + len(models)
    learned = MentionCalibration(models, identity(4, shift), identity(size, shift))
    return replace(model, calibration=learned)


@pytest.fixture(scope="module")
def texts(annotated_texts):
    return [item.text for item in annotated_texts]


@pytest.fixture(scope="module")
def doubtful(texts):
    """The words backwards, so that models doubt."""
    return [" ".join(reversed(text.split())) for text in texts]


def found(model, texts, **settings):
    """Confidence by text and characters."""
    tagged = GeneTagger(model, Integration(**settings))(texts)
    return {(n, *m[:2]): m.confidence for n, own in enumerate(tagged) for m in own}


@pytest.mark.parametrize("models", [THREE, ("hmm", "forward", "backward")])
def test_a_calibration_of_the_same_models_is_used_in_any_order(gene_model, texts, models):
    raw, told = (
        found(model, texts) for model in (gene_model, with_calibration(gene_model, models, -1.0))
    )
    assert told.keys() == raw.keys()
    shifted = [sigmoid(logit(min(max(p, 1e-4), 1 - 1e-4)) - 1) for p in raw.values()]
    assert list(told.values()) == pytest.approx(shifted)


@pytest.mark.parametrize("models", [("forward",), ("forward", "hmm"), (*THREE, "order0")])
def test_a_calibration_of_other_models_is_not_used(gene_model, texts, models):
    assert found(with_calibration(gene_model, models, -1.0), texts) == found(gene_model, texts)
    if set(models) < set(THREE):
        raw = found(gene_model, texts, models=models)
        told = found(with_calibration(gene_model, models, -1.0), texts, models=models)
        assert told.keys() == raw.keys()
        assert all(told[place] < raw[place] for place in raw)


@pytest.mark.parametrize("shift", [None, 1.0])
def test_confidences_do_not_depend_on_the_bias(gene_model, doubtful, shift):
    model = gene_model if shift is None else with_calibration(gene_model, shift=shift)
    plain, more = found(model, doubtful), found(model, doubtful, begin_bias=4.0)
    assert len(more) > len(plain)
    both = plain.keys() & more.keys()
    assert len(both) > 20
    assert [more[place] for place in both] == pytest.approx([plain[place] for place in both])


def overlaps(places):
    ordered = sorted(places)
    return [(a, b) for a, b in pairwise(ordered) if a[0] == b[0] and b[1] < a[2]]


@pytest.mark.parametrize("least", [0.1, 0.5, 0.9])
def test_stacking_takes_what_exceeds_the_least_probability(gene_model, texts, least):
    model = with_calibration(gene_model)
    chosen = found(model, texts, strategy="stacking", min_probability=least, repair_brackets=False)
    assert chosen
    assert min(chosen.values()) > least
    assert not overlaps(chosen)
    if least >= 0.5:  # of two that overlap, one at most is that likely: nothing is passed over
        tagger = GeneTagger(model, Integration(strategy="stacking"))
        rows, emissions = tagger.read(training.split_fine(texts), None)
        count = 0
        for *_, ensemble in tagger.ensembles(rows, emissions):
            likely = likely_spans(ensemble.unbiased, ensemble.unbiased_lattice, MIN_POSTERIOR)
            count += int(np.sum(likely.posterior > least))
        assert len(chosen) == count


def test_stacking_that_believes_all_still_takes_none_that_overlap(gene_model, doubtful):
    model, asked = with_calibration(gene_model, shift=20.0), {"strategy": "stacking"}
    many = found(model, doubtful, repair_brackets=False, **asked)
    few = found(with_calibration(gene_model), doubtful, repair_brackets=False, **asked)
    assert len(many) > len(few)
    assert not overlaps(many)


# --- learned of texts held out -----------------------------------------------------------------


@pytest.fixture(scope="module")
def doubted(annotated_texts):
    """The corpus, where the mentions of every third text count as wrong."""
    return [
        item._replace(mentions=[]) if number % 3 == 0 else item
        for number, item in enumerate(annotated_texts)
    ]


@pytest.fixture(scope="module")
def learned(gene_model, doubted):
    return learn_calibration(gene_model, doubted, Integration())


def test_learned_confidences_are_about_as_high_as_mentions_are_often_right(
    gene_model, doubted, learned, texts
):
    assert learned.models == THREE
    learned.check(THREE)
    raw, told = (
        found(model, texts) for model in (gene_model, replace(gene_model, calibration=learned))
    )
    gold = {(n, *span) for n, item in enumerate(doubted) for span in item.mentions}
    right = np.array([place in gold for place in told])
    assert np.mean(list(told.values())) == pytest.approx(right.mean(), abs=0.02)
    assert np.mean(list(raw.values())) > right.mean() + 0.1


def test_alternatives_count_as_right(gene_model, annotated_texts, doubted, learned):
    known = [
        doubt._replace(alternatives=item.mentions)
        for doubt, item in zip(doubted, annotated_texts, strict=True)
    ]
    # One stays wrong, or there would be nothing to learn.
    wrong = next(n for n, item in enumerate(annotated_texts) if item.mentions)
    known[wrong] = known[wrong]._replace(mentions=[], alternatives=[])
    kinder = learn_calibration(gene_model, known, Integration())
    sure = one(0.9, 0.95, 1)
    assert calibrated(kinder, sure)[0] > calibrated(learned, sure)[0] + 0.1


def test_stacking_learns_as_sum_does(gene_model, doubted, learned):
    again = learn_calibration(gene_model, doubted, Integration(strategy="stacking"))
    for part, other in zip(again[1:], learned[1:], strict=True):
        assert np.array_equal(part, other)


def test_a_calibration_is_of_the_models_that_take_part(gene_model, doubted):
    learned = learn_calibration(gene_model, doubted, Integration(models=("hmm", "forward")))
    assert learned.models == ("hmm", "forward")
    assert learned.stacking.shape == (4 + 2,)


def test_texts_without_a_word_change_nothing(gene_model, doubted, learned):
    empty = AnnotatedSentence(" \n", [])
    again = learn_calibration(gene_model, [empty, *doubted[:9], empty, *doubted[9:]], Integration())
    for part, other in zip(again[1:], learned[1:], strict=True):
        assert part == pytest.approx(other, abs=1e-6)


@pytest.mark.parametrize("nothing", [[], [AnnotatedSentence("", []), AnnotatedSentence("  ", [])]])
def test_nothing_held_out_is_said(gene_model, nothing):
    # A small share of a small corpus may hold out no text.
    with pytest.raises(InputError, match=f"none of the {len(nothing)} texts held out has a word"):
        learn_calibration(gene_model, nothing, Integration())


def test_too_few_mentions_held_out_is_said(gene_model, annotated_texts):
    with pytest.raises(InputError, match=r"cannot be calibrated on \d+ mentions"):
        learn_calibration(gene_model, annotated_texts[:4], Integration())


# --- in training -------------------------------------------------------------------------------


def test_the_calibration_is_of_a_model_that_has_not_seen_its_texts(
    monkeypatch, gene_model, annotated_texts
):
    seen, asked = [], []
    constant = with_calibration(gene_model).calibration

    def no_training(texts, *_):
        seen.append(list(texts))
        return gene_model

    def no_learning(model, texts, integration):
        asked.append((list(texts), integration))
        return constant

    monkeypatch.setattr(training, "fit_models", no_training)
    monkeypatch.setattr(training, "learn_calibration", no_learning)
    settings = replace(QUICK, calibrate=0.4)
    model = train(annotated_texts, settings, integration=Integration("votes"))
    held = [item for item in annotated_texts if digest(item.text) % 1000 < 400]
    assert 0.2 < len(held) / len(annotated_texts) < 0.6
    assert asked == [(held, Integration("votes"))]
    assert seen == [annotated_texts, [item for item in annotated_texts if item not in held]]
    assert model.calibration.models == constant.models
    assert model.weights[0].values.tolist() == gene_model.weights[0].values.tolist()


def test_two_trainings_that_calibrate_give_equal_bytes(annotated_texts):
    settings = replace(
        QUICK,
        features="hsu2008",
        models=("hmm",),
        without_evidence=(),
        algorithm="masked_lbfgs",  # in this process, which saves time
        crf={"max_iterations": 6},
        calibrate=0.7,
    )
    eager = Integration(begin_bias=4.0)  # finds enough, and some that is wrong
    model = train(annotated_texts, settings, integration=eager)
    assert model.calibration.models == ("hmm",)
    again = train(annotated_texts, settings, integration=eager)
    assert model.to_bytes() == again.to_bytes()
    blind = train(annotated_texts, replace(settings, calibrate=0.0))
    assert blind.calibration is None
    assert replace(model, calibration=None).to_bytes() == blind.to_bytes()
