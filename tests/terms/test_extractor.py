"""Extraction: boundary methods, batches, degenerate texts."""

import time
from copy import deepcopy
from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_citalign.chain.joint import JointModel
from spacy_citalign.errors import SettingError
from spacy_citalign.terms import extractor as extractor_module
from spacy_citalign.terms.batch import WINDOWS, WordSpans, rated_spans
from spacy_citalign.terms.cohesion import Cohesion
from spacy_citalign.terms.extractor import TermExtractor
from spacy_citalign.terms.generation import adjust_token_terms
from spacy_citalign.terms.settings import METHODS, Extraction
from spacy_citalign.terms.span_cohesion import Associations, mean_bigram_association, touched
from spacy_citalign.terms.texts import connect
from tests.terms.term_models import annotated_texts, tagged, term_model, untagged

TEXTS = [item.text for item in annotated_texts()]
SOME = TEXTS[:10]
DEGENERATE = [
    untagged([]),
    untagged(["sand"]),
    untagged(["."], tag="."),
    untagged(["sand", "reef", "tide"], [1, 1, 1]),
    untagged("WET SAND ON THE DUNES".split()),
    untagged("x = ( y + z ) / 2 ^ n ∑ ∫".split(), tag="SYM"),
    untagged("( ( [ sand ) }".split()),
    untagged("- - / - sand -".split())._replace(spaces=np.zeros(6, dtype=bool)),
    untagged("湿 砂 と 波 。".split(), tag=""),
    untagged(["a" * 5000]),
    untagged(["sand"] * 60),
]


@cache
def extractor(boundaries="rescored", **how):
    return TermExtractor(term_model(), Extraction(boundaries, **how))


def spans(terms):
    return [(term.start, term.end) for term in terms]


def alike(one, two):
    """The same terms, confidences within 1e-6."""
    assert [spans(terms) for terms in one] == [spans(terms) for terms in two]
    for mine, theirs in zip(one, two, strict=True):
        for name in ("confidence", "cohesion"):
            values = [getattr(term, name) for term in mine]
            assert values == pytest.approx([getattr(term, name) for term in theirs], abs=1e-6)


# --- what terms are --------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_terms_are_ascending_disjoint_and_within_sentences(method):
    found = extractor(method)(SOME + DEGENERATE)
    assert sum(map(len, found)) > 50
    for text, terms in zip(SOME + DEGENERATE, found, strict=True):
        ends = np.cumsum(text.lengths)
        free = 0
        for term in terms:
            assert free <= term.start < term.end <= len(text.words)
            assert term.end <= ends[np.searchsorted(ends, term.start, side="right")]
            assert 0 <= term.confidence <= 1
            assert 0 <= term.cohesion < np.inf
            assert isinstance(term.start, int)
            assert isinstance(term.confidence, float)
            free = term.end


@pytest.mark.parametrize("method", METHODS)
def test_cohesion_is_that_of_the_connected_words(method):
    cohesion = Cohesion(term_model().background)
    for text, terms in zip(SOME, extractor(method)(SOME), strict=True):
        words = connect(text)
        associated = Associations(cohesion, words, term_model().alpha)
        for term in terms:
            touching = touched(words, np.array([term.start]), np.array([term.end]))
            value = associated.of_spans(*touching).log_association
            assert term.cohesion == pytest.approx(np.exp(value))


def test_an_unknown_word_has_little_cohesion_and_a_finite_confidence():
    text = tagged("We/PRP propose/VBP a/DT zzyzx/NN parser/NN for/IN moss/NN qoph/NN ./.")
    terms = extractor("crf")([text])[0]
    assert spans(terms)
    known = extractor("crf")(TEXTS)
    most = max(term.cohesion for one in known for term in one if term.end - term.start > 1)
    assert all(0 < term.cohesion < most for term in terms if term.end - term.start > 1)
    assert all(0 < term.confidence < 1 for term in terms)


# --- methods ---------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [None, 0.0, 0.9])
def test_cam_moves_the_borders_of_the_crf(alpha):
    crf, cam = extractor("crf"), extractor("cam", alpha=alpha)
    model = term_model()
    weight = model.alpha if alpha is None else alpha
    mean = mean_bigram_association(model.bigrams, weight)
    moved = 0
    for text, terms, own in zip(TEXTS, crf(TEXTS), cam(TEXTS), strict=True):
        words = connect(text)
        values = Associations(Cohesion(model.background), words, weight).association()
        assert spans(own) == adjust_token_terms(spans(terms), words, values, mean)
        moved += spans(own) != spans(terms)
    assert moved


def test_the_mean_of_bigram_terms_is_by_the_alpha_of_extraction(monkeypatch):
    asked = []

    def mean(_, alpha):
        asked.append(alpha)
        return 0.1

    monkeypatch.setattr(extractor_module, "mean_bigram_association", mean)
    for alpha in (None, 0.9):
        extractor("cam", alpha=alpha)(TEXTS[:1])
    assert asked == [term_model().alpha, 0.9]


def test_without_bigram_terms_cam_keeps_single_words():
    # The mean was 0 then, and every bigram that the background has above it.
    model = replace(term_model(), bigrams=np.zeros((0, 2)))
    crf, cam = (TermExtractor(model, Extraction(name))(TEXTS) for name in ("crf", "cam"))
    single = {
        (number, span)
        for number, terms in enumerate(crf)
        for span in spans(terms)
        if span[1] - span[0] == 1
    }
    assert single
    assert single <= {(n, span) for n, terms in enumerate(cam) for span in spans(terms)}


@pytest.mark.parametrize("method", METHODS)
def test_confidences_are_those_learned_whatever_the_method(method):
    # Of terms of the CRF they were asked for without the other spans that are possible.
    model, crf = term_model(), extractor("crf")
    compared = 0
    for text, terms in zip(TEXTS, extractor(method)(TEXTS), strict=True):
        rated, features = crf.possible(*crf.read([text]))
        probable = model.rescoring.probabilities(features).tolist()
        pairs = zip(*(side.tolist() for side in rated.spans), strict=True)
        expected = dict(zip(pairs, probable, strict=True))
        if set(spans(terms)) <= set(expected):
            confidences = [term.confidence for term in terms]
            assert confidences == pytest.approx([expected[span] for span in spans(terms)])
            compared += 1
    assert compared > 10


def best_set(spans, gains):
    """The highest sum of gains of spans that do not overlap, and these spans: by all choices."""

    def best(chosen, left):
        if not left:
            return sum(gains[span] for span in chosen), chosen
        (start, end), *rest = left
        without = best(chosen, rest)
        if any(start < b and a < end for a, b in chosen):
            return without
        return max(without, best([*chosen, (start, end)], rest), key=lambda item: item[0])

    return best([], spans)


def test_rescored_terms_gain_most_together():
    least = 0.002
    own = extractor(min_probability=least)
    compared = overlapping = 0
    for text in TEXTS[:20]:
        rated, features = own.possible(*own.read([text]))
        values = (term_model().rescoring.probabilities(features) - least).tolist()
        pairs = list(zip(*(side.tolist() for side in rated.spans), strict=True))
        gains = {span: gain for span, gain in zip(pairs, values, strict=True) if gain > 0}
        if len(gains) <= 12:
            gain, expected = best_set(list(gains), gains)
            assert spans(own([text])[0]) == expected
            assert gain > 0
            compared += 1
            overlapping += len(expected) < len(gains)
    assert compared > 5
    assert overlapping > 2


def test_a_higher_min_probability_finds_less_and_surer_terms():
    counts = []
    for least in (0.0, 0.4, 0.9, 0.999):
        terms = [term for own in extractor(min_probability=least)(TEXTS) for term in own]
        assert all(term.confidence > least for term in terms)
        counts.append(len(terms))
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]


@pytest.mark.parametrize("method", ["crf", "cam"])
def test_more_bias_finds_more_without_other_confidences(method):
    counts = []
    for bias in (-30.0, -3.0, 0.0, 3.0, 30.0):
        found = extractor(method, begin_bias=bias)(TEXTS[:6])
        counts.append(sum(map(len, found)))
    assert counts == sorted(counts)
    assert counts[0] == 0 < counts[2] < counts[-1]
    model = replace(term_model(), rescoring=None)
    biased = TermExtractor(model, Extraction(method, begin_bias=3.0))
    batch, _ = biased.read(TEXTS[:1])
    (terms,) = biased(TEXTS[:1])
    columns = np.array(spans(terms)).T
    joint = JointModel([WINDOWS], [model.transitions])
    rated = rated_spans(batch, joint, WordSpans(columns[0], columns[1]))
    assert [term.confidence for term in terms] == pytest.approx(rated.posterior)


# --- batches ---------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_a_document_alone_is_as_in_a_batch(method):
    own = extractor(method)
    together = own(SOME + DEGENERATE)
    alike(together, [own([text])[0] for text in SOME + DEGENERATE])
    alike(together[::-1], own((SOME + DEGENERATE)[::-1]))


@settings(max_examples=10)
@given(st.lists(st.integers(0, len(TEXTS + DEGENERATE) - 1), max_size=9))
def test_any_batch_in_any_order_finds_the_same(numbers):
    every = TEXTS + DEGENERATE
    alone = {number: extractor()([every[number]])[0] for number in set(numbers)}
    found = extractor()([every[number] for number in numbers])
    alike(found, [alone[number] for number in numbers])


def test_what_was_read_before_means_nothing():
    fresh = TermExtractor(term_model(), Extraction("rescored"))
    first = fresh(SOME)
    assert fresh(SOME) == first
    assert TermExtractor(term_model(), Extraction("rescored"))(SOME[::-1]) == first[::-1]


def test_many_words_are_read_in_parts(monkeypatch):
    whole = extractor()(SOME + DEGENERATE)
    for limit in (1, 200):
        monkeypatch.setattr(extractor_module, "WORDS_AT_A_TIME", limit)
        alike(extractor()(SOME + DEGENERATE), whole)


def test_a_copy_extracts_alike():
    own = extractor("cam", alpha=0.3)
    assert deepcopy(own)(SOME) == own(SOME)


def test_titles_keywords_and_phrases_are_features_of_their_own_document():
    text = TEXTS[0]._replace(title=["Moss", "maps"], keywords=[["shore", "corpus"]], phrases=[])

    def read(*texts):
        return extractor().read(texts)[0]

    plain, given = read(TEXTS[0]).emissions, read(text).emissions
    assert not np.array_equal(plain, given)
    assert np.array_equal(read(text, TEXTS[0]).emissions[len(given) :], plain)
    assert read(text).phrases == []


# --- degenerate texts ------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_no_texts_and_texts_without_words_have_no_terms(method):
    assert extractor(method)([]) == []
    assert extractor(method)([untagged([])]) == [[]]
    assert extractor(method)([untagged([]), TEXTS[0], untagged([])])[::2] == [[], []]


@settings(max_examples=30)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("sand - / ( ) , and WS we of 7 parser".split()),
            st.sampled_from("NN JJ IN CC VBD HYPH CD".split()),
            st.booleans(),
        ),
        min_size=1,
        max_size=20,
    ),
    st.integers(1, 20),
    st.sampled_from(METHODS),
)
def test_any_words_tags_and_blanks_have_terms_or_none(tokens, size, method):
    words, tags, spaces = (list(column) for column in zip(*tokens, strict=True))
    lengths = [min(size, len(words) - at) for at in range(0, len(words), size)]
    text = untagged(words, lengths)._replace(tags=tags, spaces=np.array(spaces))
    (terms,) = extractor(method, begin_bias=0.0 if method == "rescored" else 2.0)([text])
    assert all(one.end <= two.start for one, two in pairwise(terms))
    assert all(0 <= term.confidence <= 1 for term in terms)


@pytest.mark.slow
@pytest.mark.parametrize(("method", "size"), [("rescored", 20_000), ("cam", 25)])
def test_long_documents_are_fast(method, size):
    words = [word for text in TEXTS for word in text.words]
    tags = [tag for text in TEXTS for tag in text.tags]
    repeat = 20_000 // len(words) + 1
    text = untagged((words * repeat)[:20_000], [size] * (20_000 // size))
    text = text._replace(tags=(tags * repeat)[:20_000])
    start = time.process_time()
    (terms,) = extractor(method)([text])
    assert time.process_time() - start < 10
    assert len(terms) > 500


# --- settings --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"boundaries": "best"}, "boundaries is 'best'; choose from crf, cam, rescored"),
        ({"begin_bias": float("inf")}, "begin_bias is inf; give a finite number"),
        ({"min_probability": 1.5}, "min_probability is 1.5; give 0 to 1"),
        ({"alpha": 1.5}, "alpha is 1.5; give 0 to 1, or null"),
    ],
)
def test_settings_are_checked(how, message):
    with pytest.raises(SettingError, match=message):
        TermExtractor(term_model(), Extraction(**how))


def test_rescored_needs_a_model_that_learned_it():
    model = replace(term_model(), rescoring=None)
    with pytest.raises(SettingError, match=r"boundaries is 'rescored', .* rescore"):
        TermExtractor(model)
    assert TermExtractor(model, Extraction("cam"))(TEXTS)
