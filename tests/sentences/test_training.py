"""Training of sentence aligners, and what stands in their files."""

from dataclasses import replace

import numpy as np
import pytest
from damaged import ModelFile

from spacy_citalign.chain import storage
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.sentences import training
from spacy_citalign.sentences.features import (
    candidate_features,
    context_features,
    feature_counts,
    local_features,
)
from spacy_citalign.sentences.model import SentenceAligner, SentenceModel
from spacy_citalign.sentences.perturbation import Perturbation
from spacy_citalign.sentences.terms import Normalizer
from spacy_citalign.sentences.training import TextPair, TrainingSettings, train
from spacy_citalign.words.hit_counts import count_hits
from tests.sentences.sentence_models import PAIRS, QUICK, pair, trained


def test_equal_pairs_give_equal_bytes():
    assert train(PAIRS, QUICK).to_bytes() == trained().to_bytes()


def test_models_survive_their_files():
    data = trained().to_bytes()
    again = SentenceModel.from_bytes(data)
    assert again.to_bytes() == data
    one = PAIRS[0]
    links, same = (SentenceAligner(m)(one.first, one.second) for m in (trained(), again))
    assert [part.tobytes() for part in links] == [part.tobytes() for part in same]


def test_probabilities_are_calibrated():
    """Of links with about the same probability, that share is right, in pairs not trained on."""
    model = train(PAIRS, replace(QUICK, perturbations=4))
    found, right = [], []
    for number in range(200, 230):
        one = pair(number)
        normalizer = Normalizer(model.language, spelling=model.spelling)
        candidates = candidate_features(one.first, one.second, normalizer, model.candidates)
        gold = set(map(tuple, one.links.tolist()))
        found += model.probabilities(candidates).tolist()
        cells = zip(candidates.pairs.rows.tolist(), candidates.pairs.columns.tolist(), strict=True)
        right += [cell in gold for cell in cells]
    bins = np.digitize(found, np.linspace(0, 1, 11))
    errors = [
        abs(np.mean(np.array(found)[bins == b]) - np.mean(np.array(right)[bins == b]))
        * np.mean(bins == b)
        for b in np.unique(bins)
    ]
    assert sum(errors) < 0.03


def test_versions_are_learned_without_copies():
    alone = train(PAIRS, replace(QUICK, perturbations=0))
    assert alone.rounds is alone.versions
    assert [one.weights.tobytes() for one in trained().versions] == [
        one.weights.tobytes() for one in alone.rounds
    ]
    assert trained().rounds[0].weights.tobytes() != trained().versions[0].weights.tobytes()


def test_the_calibration_of_the_paper_is_learned_too():
    sigmoid, threshold = trained().calibration
    assert sigmoid.intercept < 0 < sigmoid.slope
    assert 0 < threshold < 1


def f_of(model, pairs):
    """F over several pairs of texts."""
    found, gold = set(), set()
    for number, one in enumerate(pairs):
        links = SentenceAligner(model)(one.first, one.second)
        found |= set(zip([number] * len(links.first), links.first, links.second, strict=True))
        gold |= {(number, *link) for link in one.links.tolist()}
    return count_hits([(gold, found)]).f


def test_later_rounds_tell_from_neighbours_what_words_do_not():
    """Most words are left out of the second texts, the order is not."""
    thin = Perturbation(words=1.0, sentences=0.2, merges=0.0, moved=0.0, cut=0.0)
    learned, held_out = ([pair(seed, 20, thin) for seed in range(at, at + 15)] for at in (0, 50))
    settings = replace(QUICK, perturbations=0)
    one, three = (train(learned, replace(settings, rounds=rounds)) for rounds in (1, 3))
    assert (len(one.rounds), len(three.rounds)) == (1, 3)
    assert f_of(three, held_out) > f_of(one, held_out) + 0.02


@pytest.fixture
def fits(monkeypatch):
    """What the regressions of a training are fitted to: examples, and which of them."""
    calls = []
    fitted = training.fit_round

    def seen(examples, features, places, c):
        calls.append((examples, list(places)))
        return fitted(examples, features, places, c)

    monkeypatch.setattr(training, "fit_round", seen)
    return calls


def test_rounds_read_what_was_judged_without_the_example(fits):
    train(PAIRS[:6], replace(QUICK, rounds=2, folds=3, perturbations=0))
    everything = list(range(6))
    held_out = [[2, 3, 4, 5], [0, 1, 4, 5], [0, 1, 2, 3]]
    assert [places for _, places in fits] == [everything, *held_out, everything]


def test_a_pair_counts_as_much_as_its_copies(fits):
    train(PAIRS[:2], replace(QUICK, rounds=1, perturbations=3))
    assert [one.weight for one in fits[0][0]] == [3.0, 1.0, 1.0, 1.0] * 2
    assert [one.weight for one in fits[1][0]] == [3.0, 3.0]  # of versions


def test_what_passages_leave_open_calibrates_nothing(monkeypatch):
    sizes = []
    fit = training.fit_sigmoid
    monkeypatch.setattr(
        training, "fit_sigmoid", lambda *given: sizes.append(len(given[0])) or fit(*given)
    )
    text = [["ask", "elm"], ["moth", "of"], ["frog", "hop"], ["toad", "in"]]
    passages = [(np.array([0, 1]), np.array([0, 1]))]
    train([TextPair(text, text, None, passages)] * 2, replace(QUICK, rounds=1))
    assert sizes == [2 * (16 - 4 + 2)]  # of the four cells inside two are reciprocal best hits


def test_passages_train_on_reciprocal_best_hits():
    def as_passages(one):
        half = len(one.first) // 2, len(one.second) // 2
        parts = [(range(half[0]), range(half[1]))]
        parts.append((range(half[0], len(one.first)), range(half[1], len(one.second))))
        return one._replace(links=None, passages=[tuple(map(np.array, p)) for p in parts])

    straight = [one for one in PAIRS if np.all(np.diff(one.links[:, 1]) >= 0)]
    model = train([as_passages(one) for one in straight], QUICK)
    assert model.calibration.sigmoid.slope > 0
    one = straight[0]
    links = SentenceAligner(model)(one.first, one.second)
    found = set(zip(links.first.tolist(), links.second.tolist(), strict=True))
    gold = set(map(tuple, one.links.tolist()))
    assert len(found & gold) > 0.8 * len(gold)


def test_features_are_as_many_as_the_model_says():
    candidates = candidate_features(PAIRS[0].first, PAIRS[0].second, Normalizer(), 20)
    local = local_features(candidates)
    context = context_features(candidates, np.full(len(candidates.pairs), 0.5))
    assert (local.shape[1], context.shape[1]) == feature_counts(len(candidates.similarities))
    assert np.isfinite(local).all()
    assert np.isfinite(context).all()


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("language", "xx", "xx"),
        ("spelling", "yes", "spelling is 'yes'; give true or false"),
        ("vectors", 1, "vectors is 1"),
        ("vectors", True, "the pipeline has no vectors"),
        ("candidates", 0, "candidates is 0; give a whole number from 1 on"),
        ("rounds", 0, "rounds is 0"),
        ("folds", 1, "folds is 1; give a whole number from 2 on"),
        ("perturbations", -1, "perturbations is -1"),
        ("seed", 1.5, r"seed is 1\.5"),
        ("c", 0.0, r"c is 0\.0; give a number above 0"),
    ],
)
def test_settings_out_of_range_are_refused(name, value, message):
    with pytest.raises(SettingError, match=message):
        train(PAIRS, replace(QUICK, **{name: value}))


def no_links(one):
    return one._replace(links=np.zeros((0, 2), dtype=np.int64))


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([], "0 of 0 pairs of texts have sentences on both sides"),
        (PAIRS[:1], "1 of 1 pairs of texts"),
        ([PAIRS[0], TextPair([], [["a"]], None)], "1 of 2 pairs of texts"),
        ([no_links(one) for one in PAIRS[:3]], "0 of .* pairs of sentences match"),
    ],
    ids=["none", "one", "empty", "unlinked"],
)
def test_what_cannot_be_learned_from_is_told(pairs, message):
    with pytest.raises(InputError, match=message):
        train(pairs, QUICK)


# --- files ------------------------------------------------------------------------------------


def test_files_with_wrong_parts_are_refused():
    file = ModelFile.of(trained(), "sentences", 1)
    file.check_needs(["rounds/local"])
    wrong = {
        "versions/local": [np.zeros(3)],
        "rounds/local": [np.full(13, np.nan)],
        "rounds/context": [np.zeros((2, 4))],
        "calibration": [
            [1.0],
            [1.0, 2.0],
            [1.0, 2.0, 3.0],
            [1.0, 2.0, 0.3, 0.4],
            [1.0, 10**400, 0.3],
            [1.0, float("inf"), 0.3],
        ],
        "candidates": ["many", 0],
        "language": ["xx", 5],
        "spelling": ["yes"],
        "vectors": ["yes", True],
    }
    file.check_refused({name: value} for name, values in wrong.items() for value in values)


def test_files_hold_no_word_of_the_texts():
    data = trained().to_bytes()
    meta, arrays = storage.unpack(data, "sentences", 1)
    content = data + repr(meta).encode() + b"".join(one.tobytes() for one in arrays.values())
    words = {word for one in PAIRS for sentence in one.first for word in sentence}
    assert len(words) > 50
    assert not [word for word in words if word.encode() in content]


def test_default_settings_are_in_range():
    TrainingSettings()
