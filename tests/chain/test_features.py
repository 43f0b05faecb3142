"""Padding, windows of grams, and their keys."""

from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.features import (
    PAD,
    REACH,
    Gram,
    Padded,
    gram_keys,
    group_grams,
    window,
)
from spacy_citalign.words.hashing import hash_strings

LENGTHS = st.lists(st.integers(1, 6), min_size=1, max_size=5)


def column(padded, values):
    return padded.spread(np.array(values, dtype=np.uint64), PAD)


def test_window_lists_the_contextual_predicates_of_the_paper():
    # Hsu et al. (2008), section 2.1: all n-grams in t-2 .. t+2, that is 5 + 4 + 3 + 2 + 1.
    grams = window("word", 5)
    runs = {
        tuple(range(start, start + len(gram.features))) for gram in grams for start in gram.starts
    }
    expected = {tuple(range(a, b + 1)) for a in range(-2, 3) for b in range(a, 3)}
    assert runs == expected
    assert sum(len(gram.starts) for gram in grams) == 5 + 4 + 3 + 2 + 1
    assert {name for gram in grams for name in gram.features} == {"word"}


def test_window_has_no_gram_longer_than_its_room():
    assert [len(gram.features) for gram in window("x", 5, reach=1)] == [1, 2, 3]
    assert window("x", 1, reach=0) == [Gram(("x",), (0,))]


@given(LENGTHS)
def test_padded_lays_sequences_out_with_room_between(lengths):
    padded = Padded.of(lengths)
    assert len(padded.tokens) == sum(lengths)
    kind = np.zeros(padded.size, dtype=int)
    kind[padded.tokens] = 1
    for first, length in zip(padded.firsts, lengths, strict=True):
        around = kind[first - REACH : first + length + REACH]
        assert around.tolist() == [0] * REACH + [1] * length + [0] * REACH


@given(LENGTHS)
def test_padded_spread_puts_values_at_their_tokens(lengths):
    padded = Padded.of(lengths)
    values = np.arange(1, sum(lengths) + 1)
    spread = padded.spread(values, -7)
    assert spread[padded.tokens].tolist() == values.tolist()
    assert (spread == -7).sum() == padded.size - sum(lengths)
    pairs = padded.spread(np.stack([values, values], axis=1), 0)
    assert pairs.shape == (padded.size, 2)


def test_padded_of_nothing_has_no_tokens():
    padded = Padded.of([])
    assert len(padded.tokens) == 0
    assert padded.spread(np.zeros(0, dtype=np.uint64), PAD).tolist() == [int(PAD)] * padded.size


@given(st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=5), min_size=1, max_size=4))
def test_gram_keys_are_equal_exactly_where_the_columns_are(sequences):
    padded = Padded.of([len(sequence) for sequence in sequences])
    flat = [value for sequence in sequences for value in sequence]
    columns = {"a": column(padded, flat), "b": column(padded, [value // 2 for value in flat])}
    grams = [Gram(names, (0,)) for names in (("a",), ("b",), ("a", "a"), ("a", "b"), ("b", "a"))]
    keys = gram_keys(columns, grams)
    assert keys.shape == (padded.size, len(grams))
    # What a gram says, written out: its names and the values it runs over, PAD beyond the end.
    said = {}
    for place in range(padded.size):
        for number, gram in enumerate(grams):
            values = tuple(
                int(columns[name][place + i]) if place + i < padded.size else int(PAD)
                for i, name in enumerate(gram.features)
            )
            said.setdefault(int(keys[place, number]), set()).add((gram.features, values))
    assert all(len(meanings) == 1 for meanings in said.values())
    assert len(said) == len(set.union(*said.values()))


@given(st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=5), min_size=1, max_size=4))
def test_gram_keys_in_reach_of_a_sequence_do_not_depend_on_its_neighbours(sequences):
    grams = window("a", 5)
    padded = Padded.of([len(sequence) for sequence in sequences])
    together = gram_keys({"a": column(padded, list(chain.from_iterable(sequences)))}, grams)
    for first, sequence in zip(padded.firsts, sequences, strict=True):
        one = Padded.of([len(sequence)])
        single = gram_keys({"a": column(one, sequence)}, grams)
        for number, gram in enumerate(grams):
            for t in range(len(sequence)):
                here = [together[first + t + start, number] for start in gram.starts]
                assert here == [single[one.firsts[0] + t + start, number] for start in gram.starts]


def test_gram_keys_do_not_depend_on_the_order_of_the_grams():
    padded = Padded.of([3])
    columns = {"a": column(padded, [4, 5, 6])}
    grams = window("a", 3)
    assert np.array_equal(gram_keys(columns, grams)[:, ::-1], gram_keys(columns, grams[::-1]))


def test_pad_is_no_word_of_its_own():
    assert PAD not in hash_strings(["", " ", "\x00", "O"])


def test_group_grams_collects_by_starts_in_order():
    one, two, three = Gram(("a",), (0, 1)), Gram(("b",), (0,)), Gram(("c",), (0, 1))
    groups = group_grams([one, two, three])
    assert [(group.starts, group.grams) for group in groups] == [
        ((0, 1), (one, three)),
        ((0,), (two,)),
    ]


@pytest.mark.parametrize("reach", [1, 2])
def test_window_grams_stay_within_reach(reach):
    for gram in window("a", 9, reach=reach):
        assert min(gram.starts) == -reach
        assert max(gram.starts) + len(gram.features) - 1 == reach
