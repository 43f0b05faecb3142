"""Invented pairs of texts with gold links, and small models of sentences trained on them."""

from functools import cache

import numpy as np

from spacy_citalign.sentences.perturbation import Perturbation, perturbed
from spacy_citalign.sentences.training import TextPair, TrainingSettings, train

QUICK = TrainingSettings(perturbations=1, folds=2)
CLOSE = Perturbation(0.4, 0.2, 0.1, 0.3, cut=0.0)
SYLLABLES = ("ba", "ki", "lo", "mun", "ra", "sek", "ti", "vo")


def sentence(random, words=8):
    """A sentence of invented words, some of which are frequent."""
    ranks = np.minimum(random.geometric(0.02, size=words), 500)
    return [SYLLABLES[n % 8] + SYLLABLES[n // 8 % 8] + SYLLABLES[n // 64] for n in ranks.tolist()]


def pair(seed, sentences=12, strength=CLOSE):
    """A text of invented sentences and a copy of it."""
    random = np.random.default_rng(seed)
    text = [sentence(random) for _ in range(sentences)]
    links = {(number, number) for number in range(sentences)}
    first, second, kept = perturbed(text, text, links, strength, random)
    return TextPair(first, second, np.array(sorted(kept), dtype=np.int64).reshape(-1, 2))


PAIRS = [pair(seed) for seed in range(12)]


@cache
def trained(settings=QUICK):
    """A model of the invented pairs."""
    return train(PAIRS, settings)
