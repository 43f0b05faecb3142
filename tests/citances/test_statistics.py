"""Counts and vectors of a tiny corpus: who keeps the same company, what parts words."""

import numpy as np
import pytest
from damaged import ModelFile

from spacy_citalign.citances.knowledge.statistics import (
    KIND,
    VERSION,
    WordStatistics,
    learn_statistics,
)
from spacy_citalign.citances.knowledge.stems import stem
from spacy_citalign.errors import InputError, ModelFileError
from spacy_citalign.words.hashing import hash_strings
from tests.citances.unit_groups import statistics


def keys(*words):
    return hash_strings([stem(word) for word in words])


def cosine(one, other):
    first, second = statistics().vectors.rows(keys(one, other))
    return float(first @ second)


def counted(*texts, **settings):
    return learn_statistics(texts, **{"dimensions": 2, "least_pair": 1, **settings}).background


@pytest.mark.parametrize(
    ("word", "near", "far"),
    [("cat", "dog", "oak"), ("elm", "birch", "hamster"), ("chases", "eats", "drops")],
)
def test_words_that_stand_in_the_same_places_are_nearer(word, near, far):
    assert cosine(word, near) > cosine(word, far) + 0.2


def test_words_are_counted_by_stem_without_stop_words():
    found = counted("The leaf and leaves rot", "roots of leaf rots")
    asked = keys("leaf", "rot", "roots", "the", "wasp")
    assert found.counts(asked).tolist() == [2, 2, 1, 0, 0]


@pytest.mark.parametrize(
    ("text", "together"),
    [
        ("leaf moth", 1),
        ("leaf of the moth", 1),  # stop words are left out
        ("leaf, moth", 1),  # commas do not part words
        ("leaf. moth", 0),
        ("leaf (moth)", 0),
        ("leaf 12 moth", 0),
        ("leaf <dig> moth", 0),
        ("moth leaf", 0),  # in this order
        ("leaf wet moth", 0),  # adjacent ones only
    ],
)
def test_pairs_are_of_words_side_by_side(text, together):
    found = counted(text, "wet leaf", "dry moth", "warm root")
    assert found.pair_counts_of(keys("leaf"), keys("moth")).tolist() == [together]


def test_words_of_different_texts_are_not_together():
    found = counted("wet leaf", "moth dry", "warm root")
    assert found.pair_counts_of(keys("leaf"), keys("moth")).tolist() == [0]


def test_rare_pairs_and_words_are_forgotten():
    texts = ["wet leaf", "wet leaf", "dry moth", "warm root"]
    found = counted(*texts, least_pair=2)
    assert len(found.pair_keys) == 1
    assert len(counted(*texts, words=3).word_keys) == 3


def test_equal_texts_give_equal_bytes():
    texts = ["wet leaf rots", "dry moth eats leaf"] * 3
    one, other = (learn_statistics(iter(texts), dimensions=2) for _ in range(2))
    assert one.to_bytes() == other.to_bytes()


def test_bytes_give_the_same_statistics_back():
    again = WordStatistics.from_bytes(statistics().to_bytes())
    assert again.to_bytes() == statistics().to_bytes()
    assert np.array_equal(again.vectors.rows(keys("cat")), statistics().vectors.rows(keys("cat")))
    assert again.background.total == statistics().background.total


@pytest.mark.parametrize(
    ("texts", "dimensions", "stems"),
    [([], 2, 0), (["the of"], 2, 0), (["wet leaf"], 2, 2), (["wet leaf rots dry"], 3, 4)],
)
def test_too_little_text_is_refused(texts, dimensions, stems):
    words = rf"{stems} distinct stems give no vectors of {dimensions} dimensions; give more text"
    with pytest.raises(InputError, match=words):
        learn_statistics(texts, dimensions=dimensions)


def test_damaged_files_are_refused():
    file = ModelFile.of(statistics(), KIND, VERSION)
    file.check_needs(["total", "words", "counts", "pairs", "pair counts", "vectors"])
    file.check_refused([{"counts": np.zeros(1, np.uint32)}, {"vectors": np.zeros(2, np.uint8)}])
    with pytest.raises(ModelFileError, match="truncated or damaged"):
        WordStatistics.from_bytes(statistics().to_bytes()[:-5])
