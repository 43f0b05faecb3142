"""Weights taken over from CRFsuite, against CRFsuite's own tagging and probabilities."""

import json
import subprocess
import sys
from functools import cache
from itertools import chain

import numpy as np
import pytest
from crf_training import training_in_processes
from lattice_passes import log_partition, token_marginals

from spacy_citalign.chain.crfsuite import train_crf
from spacy_citalign.chain.inference import viterbi
from spacy_citalign.chain.lattice import make_lattice
from spacy_citalign.errors import CitalignError, SettingError

LABELS = 3
ATTRIBUTES = 12
SETTINGS = {
    "lbfgs": {"c2": 0.1, "max_iterations": 30, "all_possible_transitions": True},
    "l2sgd": {"c2": 0.1, "max_iterations": 50, "all_possible_transitions": True},
    "ap": {"max_iterations": 8},
}

# CRFsuite as its users call it, in a process of its own with C's generator seeded.
DIRECT = """
import ctypes, json, sys
import sklearn_crfsuite
ctypes.CDLL(None).srand(1)
job = json.load(sys.stdin)
names = [[[str(a) for a in token] for token in sequence] for sequence in job["sequences"]]
model = sklearn_crfsuite.CRF(algorithm=job["algorithm"], **job["settings"])
model.fit(names, [[str(y) for y in labels] for labels in job["labels"]])
tagger = model.tagger_
out = {"tags": [], "probabilities": [], "marginals": []}
for sequence in names:
    tagger.set([{a: 1.0 for a in token} for token in sequence])
    tags = tagger.tag()
    out["tags"].append([int(y) for y in tags])
    out["probabilities"].append(tagger.probability(tags))
    out["marginals"].append(
        [[tagger.marginal(y, t) for y in sorted(tagger.labels())] for t in range(len(sequence))]
    )
json.dump(out, sys.stdout)
"""


def toy_corpus(seed=5, sequences=30):
    """Short sequences of attribute numbers; a label is the first's, or that of the token before."""
    rng = np.random.default_rng(seed)
    tokens, labels = [], []
    for _ in range(sequences):
        size = int(rng.integers(1, 7))
        own = [sorted(set(rng.integers(0, ATTRIBUTES, 3).tolist())) for _ in range(size)]
        mine, before = [], 0
        for attributes in own:
            before = before if rng.random() < 0.3 else attributes[0] % LABELS
            mine.append(before)
        tokens.append(own)
        labels.append(mine)
    return tokens, labels


TOKENS, TAGS = toy_corpus()


def fit(algorithm, settings=None, *, tags=TAGS, label_count=LABELS):
    flat = [attributes for sequence in TOKENS for attributes in sequence]
    return train_crf(
        np.cumsum([0, *map(len, flat)]),
        np.array(list(chain.from_iterable(flat)), dtype=np.int32),
        np.array(list(chain.from_iterable(tags))),
        np.array([len(sequence) for sequence in TOKENS]),
        label_count=label_count,
        algorithm=algorithm,
        settings=SETTINGS[algorithm] if settings is None else settings,
    )


def lattice_of(weights):
    """All sequences as one lattice: emissions are sums of weights, label by label."""
    lengths = np.array([len(sequence) for sequence in TOKENS])
    emissions = np.zeros((len(TOKENS), lengths.max(), LABELS))
    table = np.zeros((ATTRIBUTES, LABELS))
    table[weights.attributes, weights.labels] = weights.values
    for row, sequence in enumerate(TOKENS):
        for t, attributes in enumerate(sequence):
            emissions[row, t] = sum(table[a] for a in attributes)
    return make_lattice(emissions, weights.transitions, lengths=lengths)


@cache
def fitted(algorithm):
    """Ours, trained once an algorithm, in a process as users have it."""
    with training_in_processes():
        return fit(algorithm)


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["lbfgs", "l2sgd"])
def test_transferred_weights_tag_and_score_as_crfsuite_does(algorithm):
    job = {"sequences": TOKENS, "labels": TAGS}
    job |= {"algorithm": algorithm, "settings": SETTINGS[algorithm]}
    run = subprocess.run(
        [sys.executable, "-c", DIRECT], input=json.dumps(job), capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    direct = json.loads(run.stdout)
    lattice = lattice_of(fitted(algorithm))
    best, shares = viterbi(lattice), token_marginals(lattice)
    logs = best.scores - log_partition(lattice)
    lengths = lattice.lengths
    assert [p[:n].tolist() for p, n in zip(best.labels, lengths, strict=True)] == direct["tags"]
    assert len({tag for tags in direct["tags"] for tag in tags}) == LABELS
    # CRFsuite prints six decimals of a weight, so its own are known to 5e-7 each.
    assert np.exp(logs) == pytest.approx(np.array(direct["probabilities"]), rel=1e-4)
    for row, (length, expected) in enumerate(zip(lengths, direct["marginals"], strict=True)):
        assert shares[row, :length] == pytest.approx(np.array(expected), rel=1e-4, abs=1e-6)


@pytest.mark.parametrize("algorithm", ["l2sgd", pytest.param("ap", marks=pytest.mark.slow)])
def test_two_fits_that_shuffle_give_identical_weights(algorithm):
    again = fit(algorithm)  # in this process, which has taken random numbers before
    for one, two in zip(fitted(algorithm), again, strict=True):
        assert np.array_equal(one, two)


def test_weights_have_known_numbers_and_are_not_all_zero():
    for weights in map(fit, SETTINGS):
        assert weights.transitions.shape == (LABELS, LABELS)
        assert np.any(weights.transitions)
        assert np.abs(weights.values).max() > 0.01
        assert 0 <= weights.attributes.min() <= weights.attributes.max() < ATTRIBUTES
        assert 0 <= weights.labels.min() <= weights.labels.max() < LABELS
        pairs = set(zip(weights.attributes.tolist(), weights.labels.tolist(), strict=True))
        assert len(pairs) == len(weights.values)


def test_labels_that_do_not_occur_get_no_weights():
    # Label 1 of four never occurs, nor does the last.
    tags = [[2 if tag == 1 else tag for tag in own] for own in TAGS]
    weights = fit("lbfgs", {"max_iterations": 5}, tags=tags, label_count=4)
    assert set(weights.labels.tolist()) == {0, 2}
    assert weights.transitions.shape == (4, 4)
    assert not weights.transitions[[1, 3]].any()
    assert not weights.transitions[:, [1, 3]].any()


@pytest.mark.slow
def test_failing_training_raises_with_the_words_of_the_process():
    failing = pytest.raises(CitalignError, match="ended with status 1")
    with training_in_processes(), failing as caught:
        fit("lbfgs", {"no_such_setting": 3})
    assert "unexpected keyword argument 'no_such_setting'" in str(caught.value)


def test_unknown_algorithm_is_refused_with_the_choices():
    with pytest.raises(SettingError, match=r"'adam'; choose from lbfgs, l2sgd, ap, pa, arow"):
        fit("adam", {})


def test_settings_that_cannot_be_handed_over_are_refused():
    with pytest.raises(CitalignError, match="c2"):
        fit("lbfgs", {"c2": np.zeros(2)})
