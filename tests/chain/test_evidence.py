"""Learned lists: counts of words, phrases in text, against plain dictionaries."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.features import PAD
from spacy_citalign.chain.label_statistics import (
    LONGEST_PHRASE,
    LabelStatistics,
    LabelTable,
    learn,
    phrase_keys,
)
from spacy_citalign.words.hashing import hash_strings

WORDS = st.lists(st.sampled_from("abcd"), min_size=1, max_size=12)


def phrase_key(words):
    return phrase_keys(hash_strings(words))[-1][0]


def knowing(*phrases):
    """LabelTable of some phrases, each a string of one-letter words."""
    keys = np.array([phrase_key(list(phrase)) for phrase in phrases], dtype=np.uint64)
    none = np.zeros(0, dtype=np.uint64)
    return LabelTable(LabelStatistics(none, none.astype(np.uint8), np.unique(keys)))


def rate_of(count, inside):
    """The column value of a word that stands ``inside`` mentions so many of ``count`` times."""
    lists = learn(hash_strings(["w"] * count), np.arange(count) < inside, hash_strings([]))
    return int(LabelTable(lists).rates(hash_strings(["w"]))[0])


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.booleans()), min_size=1, max_size=60))
def test_rates_depend_on_count_and_share_alone(tokens):
    words = [word for word, _ in tokens]
    inside = np.array([mark for _, mark in tokens])
    evidence = LabelTable(learn(hash_strings(words), inside, hash_strings([])))
    counts = Counter(words)
    marked = Counter(word for word, mark in tokens if mark)
    for word in counts:
        expected = rate_of(counts[word], marked[word])
        assert int(evidence.rates(hash_strings([word]))[0]) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((1, 0), (2, 0)),
        ((3, 0), (9, 0)),
        ((10, 0), (200, 0)),
        ((10, 1), (100, 1)),
        ((10, 10), (100, 95)),
        ((100, 11), (100, 30)),
    ],
)
def test_rates_are_equal_within_a_bin(one, other):
    assert rate_of(*one) == rate_of(*other)


def test_rates_differ_between_bins():
    # Counts from 1, 3 and 10; shares of 0, up to 0.1, 0.3, 0.6, 0.9 and above.
    few = [(1, 0), (1, 1), (2, 1)]
    some = [(4, 0), (4, 1), (4, 2), (4, 3), (4, 4)]
    many = [(20, 0), (20, 1), (20, 4), (20, 10), (20, 15), (20, 20)]
    values = [rate_of(*pair) for pair in few + some + many]
    assert len(set(values)) == len(values)


def test_rates_of_words_never_seen_are_like_no_bin():
    lists = learn(hash_strings(["a"]), np.array([False]), hash_strings([]))
    unseen, seen = LabelTable(lists).rates(hash_strings(["b", "a"]))
    assert unseen != seen
    empty = LabelTable(LabelStatistics.empty()).rates(hash_strings(["a", "b"]))
    assert empty.tolist() == [unseen, unseen]


def naive_longest(phrases, words):
    """For each token the length of the longest phrase over it."""
    longest = [0] * len(words)
    for phrase in phrases:
        for start in range(len(words) - len(phrase) + 1):
            if "".join(words[start : start + len(phrase)]) == phrase:
                for place in range(start, start + len(phrase)):
                    longest[place] = max(longest[place], len(phrase))
    return longest


@given(st.lists(st.text("abcd", min_size=1, max_size=5), max_size=5), WORDS)
def test_phrases_match_where_the_words_stand(phrases, words):
    found = knowing(*phrases).phrases(hash_strings(words)).tolist()
    nothing = int(knowing().phrases(hash_strings(["a"]))[0])
    longest = naive_longest(phrases, words)
    assert [value == nothing for value in found] == [size == 0 for size in longest]
    # One, two, three and more words are told apart, by values that no two of them share.
    kinds = {}
    for value, size in zip(found, longest, strict=True):
        assert kinds.setdefault(value, min(size, 4)) == min(size, 4)


def test_phrases_tell_the_places_apart_and_lengths_up_to_four():
    def marks(phrase):
        return knowing(phrase).phrases(hash_strings(list(phrase))).tolist()

    one, two, three, four = marks("a"), marks("ab"), marks("abc"), marks("abcd")
    assert len({*one, *two, *three, *four}) == 1 + 2 + 3 + 3  # both middles of four are inside
    assert four[1] == four[2]
    five = marks("abcda")
    assert [five[0], five[1], five[4]] == [four[0], four[1], four[3]]


def test_phrases_prefer_the_longest():
    both = knowing("ab", "abc", "b").phrases(hash_strings(list("abcab"))).tolist()
    longest = knowing("abc").phrases(hash_strings(list("abc"))).tolist()
    short = knowing("ab").phrases(hash_strings(list("ab"))).tolist()
    assert both == longest + short


def test_phrases_do_not_reach_over_padding_and_padding_matches_nothing():
    padded = np.array([PAD, PAD, *hash_strings(["a"]), PAD, PAD, *hash_strings(["b"]), PAD, PAD])
    found = knowing("ab", "a").phrases(padded)
    alone = knowing("a").phrases(hash_strings(["a", "z"]))
    assert found[[2, 5]].tolist() == alone.tolist()
    assert len(set(found[[0, 1, 3, 4, 6, 7]].tolist())) == 1


@pytest.mark.parametrize("size", [1, 2, LONGEST_PHRASE, LONGEST_PHRASE + 3])
def test_phrase_key_columns_have_a_key_for_each_run(size):
    words = hash_strings([f"w{i}" for i in range(size)])
    columns = phrase_keys(words)
    assert [len(column) for column in columns] == [
        size - n + 1 for n in range(1, min(size, LONGEST_PHRASE) + 1)
    ]
    keys = np.concatenate(columns).tolist()
    assert len(set(keys)) == len(keys)
    for n, column in enumerate(columns, start=1):
        assert column[-1] == phrase_keys(words[size - n :])[-1][0]


def test_learn_keeps_each_mention_once():
    keys = np.array([phrase_key(["b"]), phrase_key(["a"]), phrase_key(["b"])], dtype=np.uint64)
    lists = learn(hash_strings(["a", "b"]), np.array([True, True]), keys)
    assert lists.phrases.tolist() == sorted(set(keys.tolist()))
    assert len(lists.words) == len(lists.bins) == 2
