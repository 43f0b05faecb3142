"""Words described once: whatever is forgotten, answers stay the same."""

from itertools import chain

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.features import (
    PAD,
    PADDING_ID,
    Vocabulary,
    WordFeatures,
    with_bags,
    with_padding,
)
from spacy_citalign.words.hashing import hash_strings

WORDS = st.lists(st.text("abc", min_size=1, max_size=2), min_size=1, max_size=8)


class Counting:
    """Describes words by their hash, length and letters, and counts what it was asked."""

    def __init__(self):
        self.described = []

    def __call__(self, words):
        self.described += words
        columns = {
            "word": hash_strings(words),
            "size": np.array([len(word) for word in words], dtype=np.uint64),
        }
        letters = hash_strings([letter for word in words for letter in word])
        return WordFeatures(columns, np.array([len(word) for word in words]), letters)


def precompute(features):
    """Two numbers a word: how many letters its bag has, and the length it was given."""
    sizes = features.hashes["size"].astype(np.float32)
    sizes[features.hashes["size"] == PAD] = 0
    return np.stack([features.bag_sizes.astype(np.float32), sizes], axis=1)


def precomputed_of(vocabulary, ids):
    rows, numbers = vocabulary.described(ids)[1]
    return rows[numbers].tolist()


def answers(vocabulary, words):
    ids = vocabulary.ids(words)
    return {name: values.tolist() for name, values in vocabulary.described(ids)[0].items()}, (
        precomputed_of(vocabulary, ids)
    )


@given(st.lists(WORDS, min_size=1, max_size=6), st.integers(0, 5))
def test_vocabulary_that_forgets_answers_as_one_that_does_not(batches, limit):
    forgetful, lasting = (
        Vocabulary(Counting(), precompute, limit),
        Vocabulary(Counting(), precompute),
    )
    for words in batches:
        columns, precomputed = answers(forgetful, words)
        assert (columns, precomputed) == answers(lasting, words)
        assert columns["word"] == hash_strings(words).tolist()
        assert precomputed == [[len(word), len(word)] for word in words]


@given(st.lists(WORDS, min_size=1, max_size=6))
def test_vocabulary_describes_each_word_once(batches):
    describe = Counting()
    vocabulary = Vocabulary(describe, precompute)
    for words in batches:
        vocabulary.ids(words)
    assert describe.described == list(dict.fromkeys(chain.from_iterable(batches)))
    assert len(vocabulary) == len(describe.described)


@given(st.lists(WORDS, min_size=1, max_size=9))
def test_vocabulary_holds_no_more_than_its_limit_and_one_batch(batches):
    vocabulary = Vocabulary(Counting(), precompute, limit=3)
    for words in batches:
        vocabulary.ids(words)
        assert len(vocabulary) <= 3 + len(set(words))


def test_vocabulary_forgets_long_words_sooner():
    vocabulary = Vocabulary(Counting(), precompute, 10)
    for letter in "abcd":
        answers(vocabulary, [letter * 200])
        assert len(vocabulary) <= 2
    assert answers(vocabulary, ["a" * 200]) == answers(
        Vocabulary(Counting(), precompute), ["a" * 200]
    )


def test_vocabulary_grows_beyond_its_first_arrays():
    words = [f"w{number}" for number in range(5000)]
    vocabulary = Vocabulary(Counting(), precompute)
    for start in range(0, len(words), 700):
        vocabulary.ids(words[start : start + 700])
    ids = vocabulary.ids(words)
    assert len(set(ids.tolist())) == len(words)
    assert np.array_equal(vocabulary.described(ids)[0]["word"], hash_strings(words))


def test_vocabulary_number_zero_is_padding():
    vocabulary = Vocabulary(Counting(), precompute)
    ids = vocabulary.ids(["a", "b", "a"])
    assert PADDING_ID not in ids
    assert ids[0] == ids[2]
    padding = np.array([PADDING_ID])
    assert {int(v[0]) for v in vocabulary.described(padding)[0].values()} == {int(PAD)}
    assert precomputed_of(vocabulary, padding) == [[0.0, 0.0]]


def test_with_padding_puts_an_empty_word_in_front():
    padded = with_padding(Counting()(["ab", "c"]))
    assert padded.bag_sizes.tolist() == [0, 2, 1]
    assert padded.bag.tolist() == hash_strings(["a", "b", "c"]).tolist()
    assert [int(values[0]) for values in padded.hashes.values()] == [int(PAD)] * 2


def test_keys_of_bags_are_sorted_to_their_words():
    def part(owners, keys):
        return np.array(owners, dtype=np.int64), np.array(keys, dtype=np.uint64)

    bags = with_bags({}, [part([0, 2], [10, 12]), part([], []), part([2, 0], [22, 20])], 4)
    assert bags.bag_sizes.tolist() == [2, 0, 2, 0]
    assert bags.bag.tolist() == [10, 20, 12, 22]
