"""Batches of like length: every sequence once, none padded much."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.batches import cells, length_batches


@given(st.lists(st.integers(1, 300), max_size=60), st.sampled_from([1, 50, 400, 8192]))
def test_length_batches_hold_every_sequence_once_and_of_like_length(lengths, tokens):
    sizes = np.array(lengths, dtype=np.int64)
    batches = [batch.tolist() for batch in length_batches(sizes, tokens)]
    assert sorted(number for batch in batches for number in batch) == list(range(len(lengths)))
    for batch in batches:
        shortest, longest = min(sizes[batch]), max(sizes[batch])
        assert len(batch) == 1 or len(batch) * longest <= tokens
        assert longest <= max(shortest * 1.5, shortest + 8)
    ordered = [int(sizes[number]) for batch in batches for number in batch]
    assert ordered == sorted(ordered)


def test_length_batches_put_equal_lengths_together():
    assert [batch.tolist() for batch in length_batches(np.array([5, 13, 5, 5]), 100)] == [
        [0, 2, 3, 1]
    ]
    assert [batch.tolist() for batch in length_batches(np.array([5, 14, 5, 5]), 100)] == [
        [0, 2, 3],
        [1],
    ]


def test_length_batches_of_nothing_are_none():
    assert list(length_batches(np.array([], dtype=np.int64))) == []


@given(st.lists(st.integers(1, 9), min_size=1, max_size=6))
def test_cells_number_the_tokens_and_repeat_the_last(lengths):
    sizes = np.array(lengths)
    firsts = np.cumsum(sizes) - sizes
    numbers = cells(firsts, sizes)
    assert numbers.shape == (len(lengths), max(lengths))
    for row, (first, size) in enumerate(zip(firsts, sizes, strict=True)):
        assert numbers[row, :size].tolist() == list(range(first, first + size))
        assert set(numbers[row, size:].tolist()) <= {first + size - 1}


@pytest.mark.parametrize("tokens", [1, 7])
def test_length_batches_give_a_sequence_that_is_too_long_a_batch_of_its_own(tokens):
    batches = list(length_batches(np.array([50, 60, 60]), tokens))
    assert [batch.tolist() for batch in batches] == [[0], [1], [2]]
