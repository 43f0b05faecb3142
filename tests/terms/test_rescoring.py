"""Spans by how often their like were right: what is asked of each, and what is learned of it."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.errors import InputError
from spacy_citalign.terms.batch import Batch, RatedSpans, WordSpans
from spacy_citalign.terms.cohesion import Cohesion
from spacy_citalign.terms.extractor import best_rival, elsewhere, span_features
from spacy_citalign.terms.model import FEATURES, Rescoring
from spacy_citalign.terms.ngrams import CorpusCounts
from spacy_citalign.terms.span_cohesion import Associations
from spacy_citalign.terms.texts import ConnectedWords, TaggedSentence, no_exclusion

# Tokens  0   1   2   3     4     5    |  6   7     |  8   9
#        [wet tide]-[based maps] [move] | [wet tide] | [wet tide], the last a document of its own;
# connected words: wet, tide-based, maps, move; wet, tide; wet, tide.
WORDS = ConnectedWords(
    ["wet", "tide-based", "maps", "move", "wet", "tide", "wet", "tide"],
    ["JJ", "VBN", "NNS", "VBP", "JJ", "NN", "JJ", "NN"],
    np.array([0, 1, 4, 5, 6, 7, 8, 9, 10]),
    np.array([4, 2, 2]),
)
STEMS = np.array([1, 2, 3, 4, 5, 6, 1, 2, 1, 2], dtype=np.uint64)
BACKGROUND = CorpusCounts.learn(
    [TaggedSentence(["wet", "tide", "wet"], ["JJ", "NN", "JJ"]), TaggedSentence(["tide"], ["NN"])]
)
BATCH = Batch(
    np.array([0, 8, 10]),
    np.array([6, 2, 2]),
    WORDS,
    [(0, 2), (4, 5), (6, 8)],
    STEMS,
    np.zeros((10, 3)),
    no_exclusion(10),
)


def rated(*spans):
    """Spans with their posteriors, and p(inside) half of that more than the posterior."""
    starts, ends, posterior = (np.array(column) for column in zip(*spans, strict=True))
    inside = (1 + posterior) / 2
    return RatedSpans(WordSpans(starts, ends), posterior, inside)


SPANS = rated(
    (0, 1, 0.1), (0, 2, 0.4), (1, 5, 0.3), (4, 5, 0.2), (6, 8, 0.7), (7, 8, 0.05), (8, 10, 0.6)
)
ASSOCIATED = Associations(Cohesion(BACKGROUND), WORDS, 0.4)


def feature(name):
    values = span_features(BATCH, SPANS, ASSOCIATED)
    assert values.shape == (len(SPANS.posterior), len(FEATURES))
    assert np.isfinite(values).all()
    return values[:, FEATURES.index(name)].tolist()


def log_odds(p):
    return pytest.approx([math.log(x / (1 - x)) if x else math.log(1e-4 / (1 - 1e-4)) for x in p])


def test_what_the_crf_says():
    assert feature("constant") == [1] * 7
    assert feature("posterior") == log_odds([0.1, 0.4, 0.3, 0.2, 0.7, 0.05, 0.6])
    assert feature("inside") == log_odds([0.55, 0.7, 0.65, 0.6, 0.85, 0.525, 0.8])


def test_the_best_rival_overlaps():
    assert feature("best rival") == log_odds([0.4, 0.3, 0.4, 0.3, 0.05, 0.7, 0])


def test_sizes_count_connected_words():
    assert feature("log tokens") == pytest.approx(np.log([1, 2, 4, 1, 2, 1, 2]))
    assert feature("one word") == [1, 0, 0, 1, 0, 1, 0]
    assert feature("two words") == [0, 1, 1, 0, 1, 0, 1]  # (0, 2) touches "tide-based"
    assert feature("four words or more") == [0] * 7


def test_cohesion_is_that_of_the_words_that_a_span_touches():
    sizes, starts = np.array([(1, 0), (2, 0), (2, 1), (1, 2), (2, 4), (1, 5), (2, 6)]).T
    associated = ASSOCIATED.of_spans(starts, starts + sizes)
    whole = associated.log_association.tolist()
    assert feature("cohesion") == pytest.approx(whole)
    longer = [0, whole[1], whole[2], 0, whole[4], 0, whole[6]]
    assert feature("cohesion of longer") == pytest.approx(longer)
    assert feature("expectation")[4] == associated.log_expectation[4]
    # "wet" twice, "wet tide" once, "tide" twice in the background; the others never.
    assert feature("count") == pytest.approx(np.log1p([2, 0, 0, 0, 1, 2, 1]))


def test_places_in_noun_phrases():
    assert feature("noun phrase") == [0, 1, 0, 1, 1, 0, 0]
    assert feature("begins a noun phrase") == [1, 1, 0, 1, 1, 0, 0]
    assert feature("ends a noun phrase") == [0, 1, 1, 1, 1, 1, 0]


def test_the_same_stems_elsewhere_in_the_document():
    # (0, 2) and (6, 8) are "wet tide"; (8, 10) too, but in another document.
    assert feature("elsewhere") == [0, 0.7, 0, 0, 0.4, 0, 0]


def test_borders_within_connected_words():
    assert feature("splits a word") == [0, 1, 0, 0, 0, 0, 0]


def test_spans_of_more_than_eight_words_are_as_strong_as_their_weakest_eight():
    size = 12
    words = ConnectedWords(["wet", "tide"] * 6, ["JJ", "NN"] * 6, np.arange(13), np.array([12]))
    batch = Batch(
        np.array([0, size]),
        np.array([size]),
        words,
        [],
        np.zeros(size, dtype=np.uint64),
        np.zeros((size, 3)),
        no_exclusion(size),
    )
    associated = Associations(Cohesion(BACKGROUND), words, 0.4)
    values = span_features(batch, rated((0, 10, 0.5), (0, 12, 0.5)), associated)
    cohesion = values[:, FEATURES.index("cohesion")]
    assert cohesion.tolist() == [
        associated.of_spans(np.arange(count), np.arange(count) + 8).log_association.min()
        for count in (3, 5)
    ]
    assert values[:, FEATURES.index("four words or more")].tolist() == [1, 1]


def test_no_spans_have_no_features():
    none = np.zeros(0, dtype=np.int64)
    spans = RatedSpans(WordSpans(none, none), np.zeros(0), np.zeros(0))
    assert span_features(BATCH, spans, ASSOCIATED).shape == (0, len(FEATURES))
    assert span_features(BATCH._replace(phrases=[]), SPANS, ASSOCIATED).shape == (7, len(FEATURES))


# --- against nested loops --------------------------------------------------------------------


@st.composite
def span_sets(draw):
    """Stems of a batch, where its documents begin, and spans with posteriors."""
    sizes = draw(st.lists(st.integers(1, 8), min_size=1, max_size=3))
    total = sum(sizes)
    stems = np.array(
        draw(st.lists(st.integers(0, 2), min_size=total, max_size=total)), dtype=np.uint64
    )
    ends = np.cumsum(sizes)
    inside = [
        (int(start), int(end))
        for first, last in zip(ends - sizes, ends, strict=True)
        for start in range(first, last)
        for end in range(start + 1, last + 1)
    ]
    spans = sorted(draw(st.lists(st.sampled_from(inside), unique=True)))
    steps = st.integers(0, 4)  # so that some are equal
    values = draw(st.lists(steps, min_size=len(spans), max_size=len(spans)))
    return stems, np.append(0, ends), spans, [value / 4 for value in values]


@given(span_sets())
def test_rivals_are_those_of_nested_loops(drawn):
    _, _, spans, values = drawn
    columns = np.array(spans, dtype=np.int64).reshape(-1, 2).T
    expected = [
        max(
            (
                value
                for other, value in zip(spans, values, strict=True)
                if other != span and other[0] < span[1] and span[0] < other[1]
            ),
            default=0.0,
        )
        for span in spans
    ]
    assert best_rival(columns[0], columns[1], np.array(values)).tolist() == expected


@given(span_sets())
def test_spans_elsewhere_are_those_of_nested_loops(drawn):
    stems, bounds, spans, values = drawn
    columns = np.array(spans, dtype=np.int64).reshape(-1, 2).T
    lengths = np.diff(bounds)
    size = len(stems)
    batch = Batch(bounds, lengths, WORDS, [], stems, np.zeros((size, 3)), no_exclusion(size))
    found = elsewhere(
        batch, RatedSpans(WordSpans(columns[0], columns[1]), np.array(values), np.array(values))
    )

    def key(span):
        document = int(np.searchsorted(bounds, span[0], side="right"))
        return document, stems[span[0] : span[1]].tolist()

    expected = [
        max(
            (
                value
                for other, value in zip(spans, values, strict=True)
                if other != span and key(other) == key(span)
            ),
            default=0.0,
        )
        for span in spans
    ]
    assert found.tolist() == expected


# --- weights ---------------------------------------------------------------------------------


def examples(size=400):
    """Spans that are right about as often as their posterior says."""
    rng = np.random.default_rng(3)
    p = rng.uniform(0.02, 0.98, size)
    features = np.zeros((size, len(FEATURES)))
    features[:, 0] = 1
    features[:, 1] = np.log(p / (1 - p))
    return features, rng.random(size) < p, p


def test_learned_probabilities_are_how_often_spans_are_right():
    features, right, p = examples()
    rescoring = Rescoring.fit(features, right)
    assert rescoring.weights.shape == (len(FEATURES),)
    assert rescoring.probabilities(features) == pytest.approx(p, abs=0.15)
    assert rescoring.probabilities(features).mean() == pytest.approx(right.mean(), abs=0.01)
    assert rescoring.weights[2:].tolist() == [0] * (len(FEATURES) - 2)  # never asked


def test_probabilities_are_a_logistic_function():
    weights = np.zeros(len(FEATURES))
    weights[:2] = -1, 2
    features = np.zeros((2, len(FEATURES)))
    features[:, :2] = [[1, 0], [1, 3]]
    expected = [1 / (1 + math.exp(1)), 1 / (1 + math.exp(1 - 6))]
    assert Rescoring(weights).probabilities(features) == pytest.approx(expected)
    assert Rescoring(weights).probabilities(features[:0]).shape == (0,)


@pytest.mark.parametrize(
    "right", [np.ones(60, bool), np.zeros(60, bool), np.arange(10) > 4, np.zeros(0, bool)]
)
def test_too_few_spans_or_all_of_one_kind_teach_nothing(right):
    with pytest.raises(InputError, match=str(len(right))):
        Rescoring.fit(examples(60)[0][: len(right)], right)


def test_weights_come_back_from_their_arrays():
    rescoring = Rescoring(np.arange(len(FEATURES)) / 7)
    assert np.array_equal(
        Rescoring.read({"rescoring/weights": rescoring.weights}).weights, rescoring.weights
    )


@pytest.mark.parametrize(
    "weights",
    [
        None,
        np.zeros(len(FEATURES) - 1),
        np.zeros((len(FEATURES), 1)),
        np.full(len(FEATURES), np.nan),
        np.full(len(FEATURES), "x"),
    ],
)
def test_garbled_weights_are_refused(weights):
    arrays = {} if weights is None else {"rescoring/weights": weights}
    with pytest.raises((KeyError, ValueError, TypeError)):
        Rescoring.read(arrays)


def test_probability_does_not_depend_on_the_spans_beside():
    numbers = np.random.default_rng(0)
    features = numbers.normal(size=(101, len(FEATURES)))
    model = Rescoring(numbers.normal(size=len(FEATURES)))
    together = model.probabilities(features)
    for size in (1, 2, 3, 7, 50):
        alone = [model.probabilities(features[i : i + size].copy()) for i in range(0, 101, size)]
        assert np.concatenate(alone).tolist() == together.tolist()
