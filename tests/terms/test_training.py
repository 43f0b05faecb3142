"""Training: settings, levels, equal bytes, cross-fitting, and what cannot be trained on."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from spacy_citalign.errors import CitalignWarning, InputError, SettingError
from spacy_citalign.terms import cross_fitting
from spacy_citalign.terms.cohesion import Cohesion
from spacy_citalign.terms.corpus import AnnotatedDocument
from spacy_citalign.terms.extractor import TermExtractor
from spacy_citalign.terms.feature_levels import LEVELS
from spacy_citalign.terms.lexicons import Lexicons
from spacy_citalign.terms.model import Rescoring
from spacy_citalign.terms.settings import Extraction
from spacy_citalign.terms.span_cohesion import bigram_expectations
from spacy_citalign.terms.texts import connect
from spacy_citalign.terms.training import Resources, TrainingSettings, completed, train
from spacy_citalign.words.hashing import digest
from tests.terms.term_models import QUICK, annotated_texts, quick, tagged, term_model, untagged

PLAIN = quick(rescore=0)


@cache
def plain(size):
    """A model of so many of the invented abstracts, which tests share."""
    return train(annotated_texts()[:size], PLAIN)


def exact(model, texts, **how):
    """Terms that are found exactly, found, and given."""
    found = TermExtractor(model, Extraction(**how))([item.text for item in texts])
    pairs = list(zip(texts, found, strict=True))
    hits = sum((term.start, term.end) in set(item.terms) for item, own in pairs for term in own)
    return hits, sum(map(len, found)), sum(len(item.terms) for item in texts)


# --- learning --------------------------------------------------------------------------------


@pytest.mark.parametrize("boundaries", ["crf", "rescored"])
def test_training_learns_its_corpus(boundaries):
    hits, found, given = exact(term_model(), annotated_texts(), boundaries=boundaries)
    assert min(hits / found, hits / given) > 0.95


def test_training_learns_what_it_has_not_seen():
    texts = annotated_texts()
    hits, found, given = exact(plain(20), texts[20:], boundaries="crf")
    assert min(hits / found, hits / given) > 0.7


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_each_level_can_be_left_out(level):
    # Without "classes" the seed concepts of "semantic" were asked for in vain.
    levels = tuple(other for other in LEVELS if other != level)
    texts = annotated_texts()[:10]
    model = train(texts, replace(PLAIN, levels=levels))
    assert model.levels == levels
    hits, found, given = exact(model, texts, boundaries="crf")
    assert min(hits / found, hits / given) > 0.8


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_each_level_can_stand_alone(level):
    model = train(annotated_texts()[:8], replace(PLAIN, levels=(level,)))
    assert model.levels == (level,)
    assert (model.classes is not None) == (level == "classes")
    TermExtractor(model, Extraction("crf"))([item.text for item in annotated_texts()])


def test_the_order_of_levels_means_nothing():
    texts = annotated_texts()[:6]
    model = train(texts, replace(PLAIN, levels=LEVELS[::-1]))
    assert PLAIN.levels == LEVELS
    assert model.to_bytes() == plain(6).to_bytes()


def test_equal_trainings_give_equal_bytes():
    again = train(annotated_texts(), QUICK)
    assert again.to_bytes() == term_model().to_bytes()


def test_documents_without_words_change_nothing():
    texts = annotated_texts()[:6]
    empty = AnnotatedDocument(untagged([]), [])
    assert train([empty, *texts, empty], PLAIN).to_bytes() == plain(6).to_bytes()


def test_the_jackknife_needs_no_more_folds_than_documents():
    model = train(annotated_texts()[:4], replace(PLAIN, folds=50))
    assert exact(model, annotated_texts()[:4], boundaries="crf")[0]


@pytest.mark.parametrize("algorithm", ["masked_lbfgs", "gis", "ctjpgis"])
def test_optimisers_are_chosen_by_name(algorithm):
    settings = replace(PLAIN, algorithm=algorithm, crf={"max_iterations": 5})
    assert train(annotated_texts()[:6], settings).weights


# --- what a model has ------------------------------------------------------------------------


def test_a_model_keeps_the_expectations_of_its_bigram_terms():
    model, texts = term_model(), annotated_texts()
    words = [connect(item.text) for item in texts]
    cohesion = Cohesion(model.background)
    pairs = bigram_expectations(cohesion, words, [item.terms for item in texts])
    assert np.array_equal(model.bigrams, pairs)
    assert len(pairs) > 100


def test_the_background_forgets_rare_ngrams_but_not_words():
    texts = annotated_texts()
    counts = {}
    for least in (1, 3):
        words = train(texts[:6], replace(PLAIN, least=least)).background.words
        counts[least] = list(words.by_length())
    assert len(counts[1][0][0]) == len(counts[3][0][0])
    kept = counts[1][1][1] >= 3
    assert counts[3][1][0].tolist() == counts[1][1][0][kept].tolist()


def test_unlabelled_texts_extend_classes_and_background():
    texts = annotated_texts()
    more = Resources(unlabelled=[item.text for item in texts[6:]])
    alone, both = plain(6), train(texts[:6], PLAIN, more)
    assert len(both.classes.words) > len(alone.classes.words)
    assert both.background.words.totals[0] == sum(len(connect(t.text).words) for t in texts)
    assert len(both.learned.rates.words) == len(alone.learned.rates.words)  # only of gold
    assert np.array_equal(both.learned.rates.phrases, alone.learned.rates.phrases)


def test_lexicons_are_kept_and_used():
    texts = annotated_texts()[:10]
    lists = Lexicons.of({"final_words": ["parser"], "communication": ["propose"]})
    model = train(texts, PLAIN, Resources(lists))
    assert np.array_equal(model.lexicons.final_words, lists.final_words)
    assert not len(model.lexicons.units)
    assert model.to_bytes() != plain(10).to_bytes()
    assert sum(len(part.values) for part in model.weights) != sum(
        len(part.values) for part in plain(10).weights
    )


def test_pruning_drops_weights():
    texts = annotated_texts()[:6]
    sizes = []
    for share in (0.0, 0.5):
        model = train(texts, replace(PLAIN, prune=share))
        sizes.append(sum(len(part.values) for part in model.weights))
    assert sizes[1] == pytest.approx(sizes[0] / 2, rel=0.1)  # equal magnitudes stay together


# --- cross-fitting ---------------------------------------------------------------------------


@pytest.mark.slow
def test_rescoring_is_learned_from_documents_not_seen(monkeypatch):
    fitted = []

    def fit(features, right):
        fitted.append((features, right))
        return Rescoring(np.zeros(features.shape[1]))

    monkeypatch.setattr(cross_fitting.Rescoring, "fit", fit)
    texts = annotated_texts()
    model, trained = train(texts, PLAIN), []

    def train_on(chosen):
        trained.append(chosen)
        return train(chosen, PLAIN)

    learned = cross_fitting.learn_rescoring(model, texts, train_on, 3)
    assert replace(learned, rescoring=None).to_bytes() == model.to_bytes()
    parts = [digest(item.text.string) % 3 for item in texts]
    assert [
        [item for item, part in zip(texts, parts, strict=True) if part != number]
        for number in range(3)
    ] == trained
    # All spans possible for a model are examples, right if they are gold.
    ((features, right),) = fitted
    expected = []
    for number, others in enumerate(trained):
        extractor = TermExtractor(train(others, PLAIN), Extraction("crf"))
        for item, part in zip(texts, parts, strict=True):
            if part == number:
                rated, _ = extractor.possible(*extractor.read([item.text]))
                starts, ends = (side.tolist() for side in rated.spans)
                expected += [pair in item.terms for pair in zip(starts, ends, strict=True)]
    assert right.tolist() == expected
    assert 0 < right.mean() < 1
    assert len(features) == len(right)


def test_without_rescoring_confidences_are_those_of_the_crf():
    model = plain(6)
    assert model.rescoring is None
    extractor = TermExtractor(model, Extraction("crf"))
    (terms,) = extractor([annotated_texts()[0].text])
    rated, _ = extractor.possible(*extractor.read([annotated_texts()[0].text]))
    spans = zip(*(side.tolist() for side in rated.spans), strict=True)
    posterior = dict(zip(spans, rated.posterior.tolist(), strict=True))
    assert [term.confidence for term in terms] == pytest.approx(
        [posterior[term.start, term.end] for term in terms]
    )


def test_alpha_is_chosen_by_cross_validation(monkeypatch):
    tried = []

    def exact_f(_, alpha):
        tried.append(alpha)
        return -abs(alpha - 0.7)

    monkeypatch.setattr(cross_fitting, "exact_f", exact_f)
    model = train(annotated_texts()[:10], quick(alpha=None))
    assert tried == [step / 10 for step in range(11)]
    assert model.alpha == 0.7
    tried.clear()
    assert train(annotated_texts()[:10], quick(alpha=0.2)).alpha == 0.2
    assert not tried


@pytest.mark.slow
def test_alpha_is_the_one_by_which_most_terms_are_found():
    texts = annotated_texts()
    model = train(texts, quick(alpha=None))
    blind, parts = [], [digest(item.text.string) % QUICK.rescore for item in texts]
    for part in range(QUICK.rescore):
        others = [item for item, own in zip(texts, parts, strict=True) if own != part]
        held = [item for item, own in zip(texts, parts, strict=True) if own == part]
        blind.append((train(others, PLAIN), held))
    scores = {}
    for step in range(11):
        rows = [exact(m, held, boundaries="cam", alpha=step / 10) for m, held in blind]
        hits, found, given = (sum(column) for column in zip(*rows, strict=True))
        scores[step / 10] = 2 * hits / (found + given)
    assert len(set(scores.values())) > 1
    assert scores[model.alpha] == max(scores.values())
    assert model.alpha == min(alpha for alpha, f in scores.items() if f == max(scores.values()))


# --- what cannot be trained on ---------------------------------------------------------------


@pytest.mark.parametrize("rescore", [0, 2])
@pytest.mark.parametrize(
    "texts",
    [
        [],
        [AnnotatedDocument(untagged([]), [])],
        [AnnotatedDocument(untagged(["sand"]), [])],
        [AnnotatedDocument(untagged(["sand"]), [(3, 4)])],
    ],
)
def test_without_terms_nothing_is_trained(texts, rescore):
    # Without words, classes of words were complained of.
    with pytest.raises(InputError, match=r"none of the \d documents has a term on its words"):
        train(texts, quick(rescore=rescore))


def test_one_document_can_be_trained_on():
    text = tagged("The/DT wet/JJ sand/NN slides/VBZ ./.")
    model = train([AnnotatedDocument(text, [(1, 3)])], PLAIN)
    assert exact(model, [AnnotatedDocument(text, [(1, 3)])], boundaries="crf") == (1, 1, 1)
    assert not len(model.classes.words)  # too little text for any


def test_one_word_can_be_trained_on():
    text = AnnotatedDocument(untagged(["sand"]), [(0, 1)])
    assert exact(train([text], PLAIN), [text], boundaries="crf") == (1, 1, 1)


@pytest.mark.parametrize("size", [2, 3, 5])
def test_few_documents_can_be_trained_on(size):
    texts = annotated_texts()[:size]
    assert exact(train(texts, PLAIN), texts, boundaries="crf")[0] > 0


def test_documents_of_one_part_cannot_be_cross_fitted():
    with pytest.raises(SettingError, match="rescore is 2, but all 1 documents fall into one part"):
        train(annotated_texts()[:1], QUICK)


def test_terms_of_one_part_cannot_be_cross_fitted():
    texts = annotated_texts()[:6]
    texts = [item if number == 0 else item._replace(terms=[]) for number, item in enumerate(texts)]
    with pytest.raises(InputError, match="all terms of the 6 documents are in one"):
        train(texts, QUICK)


def test_too_few_spans_cannot_be_cross_fitted():
    texts = [AnnotatedDocument(untagged([word]), [(0, 1)]) for word in ("sand", "reef", "tide")]
    with pytest.raises(InputError, match="rescore = 0 trains without confidences"):
        train(texts, QUICK)


def test_lost_terms_are_warned_of():
    texts = annotated_texts()[:3]
    texts[0] = texts[0]._replace(terms=[*texts[0].terms, (1000, 1001)])
    with pytest.warns(CitalignWarning, match=r"1 of \d+ gold terms"):
        train(texts, PLAIN)


def test_a_cutoff_above_all_counts_is_refused():
    with pytest.raises(SettingError, match="cutoff is 100000, but no feature is that frequent"):
        train(annotated_texts()[:3], replace(PLAIN, cutoff=100_000))


@pytest.mark.parametrize(
    ("setting", "value", "message"),
    [
        ("levels", (), "choose one or more"),
        ("levels", ("words", "word"), "choose one or more"),
        ("cutoff", 0, "cutoff is 0; give a whole number from 1 on"),
        ("folds", 1, "folds is 1; give a whole number from 2 on"),
        ("rescore", -1, "rescore is -1; give a whole number from 0 on"),
        ("rescore", 2.5, "rescore is 2.5; give a whole number"),
        ("folds", "2", "folds is '2'; give a whole number"),
        ("levels", "words", "levels is 'words'; give a list"),
        ("levels", 5, "levels is 5; give a list"),
        ("levels", (["words"],), r"levels is \[\['words'\]\]; choose"),
        ("rescore", 1, "rescore is 1, which leaves nothing to learn from"),
        ("least", 0, "least is 0; give a whole number from 1 on"),
        ("algorithm", "magic", "algorithm is 'magic'; choose from lbfgs"),
        ("crf", 3, "crf is 3; give settings by name"),
        ("crf", {"c3": 1}, "c3"),
        ("crf", {"c2": -1}, "c2"),
        ("prune", 1.0, "1.0; give 0 up to below 1"),
        ("alpha", 1.1, "alpha is 1.1; give 0 to 1"),
    ],
)
def test_settings_are_checked(setting, value, message):
    for settings in (TrainingSettings(), QUICK):
        with pytest.raises(SettingError, match=message):
            train(annotated_texts()[:2], replace(settings, **{setting: value}))


def test_alpha_is_not_chosen_without_cross_validation():
    # It was .4 then, without a word.
    with pytest.raises(SettingError, match=r"alpha is null, .* but rescore is 0"):
        train(annotated_texts()[:2], replace(PLAIN, alpha=None))


# --- partial annotation ----------------------------------------------------------------------


def in_part(item):
    """Keep the first term alone."""
    return item._replace(terms=item.terms[:1], partial=True)


def test_documents_with_partial_annotation_are_completed_by_a_model_of_the_others():
    texts = annotated_texts()
    model = plain(20)
    lacking = [in_part(item) for item in texts[20:]]
    done = completed(model, [*texts[:20], *lacking])
    assert done[:20] == texts[:20]
    added = 0
    for gold, item, before in zip(texts[20:], done[20:], lacking, strict=True):
        assert set(before.terms) <= set(item.terms)
        assert item.terms == sorted(item.terms)
        words = [word for start, end in item.terms for word in range(start, end)]
        assert len(words) == len(set(words))
        added += len(set(item.terms) & set(gold.terms)) - 1
    assert added > 0.7 * sum(len(item.terms) - 1 for item in texts[20:])


def test_partial_documents_do_not_teach_that_what_they_lack_is_no_term():
    texts = annotated_texts()
    lacking = [in_part(item) for item in texts[8:]]
    whole = [item._replace(partial=False) for item in lacking]
    counts = [
        exact(train([*texts[:8], *rest], PLAIN), texts, boundaries="crf")[0]
        for rest in (lacking, whole)
    ]
    assert counts[0] > 1.5 * counts[1]


def test_where_all_documents_are_partial_they_are_taken_for_whole():
    texts = [item._replace(partial=True) for item in annotated_texts()[:6]]
    assert not any(item.partial for item in annotated_texts()[:6])
    assert train(texts, PLAIN).to_bytes() == plain(6).to_bytes()


@pytest.mark.slow
def test_rescoring_learns_from_whole_documents_alone(monkeypatch):
    texts = annotated_texts()
    seen = []
    fit = Rescoring.fit
    monkeypatch.setattr(
        Rescoring, "fit", lambda features, right: seen.append(len(right)) or fit(features, right)
    )
    train(texts, QUICK)
    train([*texts[:15], *(in_part(item) for item in texts[15:])], QUICK)
    assert seen[1] < 0.7 * seen[0]
