"""The keys of all grams at once against those of each."""

import numpy as np
import pytest

from spacy_citalign.chain.features import PAD, Gram, GramHasher, salt_of, window
from spacy_citalign.words.hashing import combine

GRAMS = [
    *window("a", 5),
    *window("b", 1),
    Gram(("a", "b"), (0,)),
    Gram(("b", "a", "a"), (-1,)),
    Gram(("c",), (0,)),
]


def key(features, names):
    """The key of a gram at each place, one feature after the other; beyond the end is padding."""
    first, *others = names
    made = combine(features[first], salt_of(first))
    for shift, name in enumerate(others, start=1):
        ahead = np.append(features[name][shift:], np.full(shift, PAD))
        made = combine(made, combine(ahead, salt_of(name)))
    return made


@pytest.mark.parametrize("size", [5, 9, 40])
@pytest.mark.parametrize("grams", [GRAMS, GRAMS[:1], GRAMS[-1:], GRAMS[::-1]])
def test_keys_are_those_of_each_gram_with_its_mark(size, grams):
    rng = np.random.default_rng(size)
    features = {name: rng.integers(0, 2**63, size).astype(np.uint64) for name in "abcd"}
    marks = rng.integers(0, 2**63, len(grams)).astype(np.uint64)
    hasher = GramHasher(grams, marks)
    matrix = hasher.matrix(features, size)
    expected = np.stack([key(features, gram.features) for gram in grams], axis=1) ^ marks
    assert hasher.keys(matrix, 0, size).tolist() == expected.tolist()
    half = size // 2
    assert hasher.keys(matrix, half, size).tolist() == expected[half:].tolist()
    assert hasher.keys(matrix, 0, half).shape == (half, len(grams))
