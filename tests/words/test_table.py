"""The hash table against a dict: full runs of slots, equal low bits, key 0, nothing at all."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.words.hashing import HashTable

# Few low bits, so that keys meet in their slots and probing runs around the table's end.
CROWDED = st.builds(lambda high, low: high << 60 | low, st.integers(0, 15), st.integers(0, 3))
AT_THE_END = st.builds(lambda high: high << 32 | 0xFFFFFFFF, st.integers(0, 40))
KEYS = st.one_of(st.integers(0, 2**64 - 1), st.integers(0, 20), CROWDED, AT_THE_END)


def array(values):
    return np.array(values, dtype=np.uint64)


@given(st.lists(KEYS, max_size=120, unique=True), st.lists(KEYS, max_size=60))
def test_table_finds_what_a_dict_finds(keys, others):
    rows = {key: row for row, key in enumerate(keys)}
    table = HashTable(array(keys))
    asked = keys + others
    assert table.rows(array(asked)).tolist() == [rows.get(key, -1) for key in asked]
    assert table.contains(array(asked)).tolist() == [key in rows for key in asked]


@pytest.mark.parametrize("size", [1, 7, 8, 9, 16, 500])
def test_table_finds_all_of_many_keys_of_one_slot(size):
    keys = [number << 40 for number in range(size)]
    table = HashTable(array(keys))
    assert table.rows(array(keys)).tolist() == list(range(size))
    assert table.rows(array([key + 1 for key in keys])).tolist() == [-1] * size


def test_table_of_nothing_contains_nothing():
    table = HashTable(array([]))
    assert table.rows(array([0, 1, 2**64 - 1])).tolist() == [-1, -1, -1]
    assert table.rows(array([])).shape == (0,)


def test_table_tells_key_zero_from_an_empty_slot():
    assert HashTable(array([16, 5])).rows(array([0])).tolist() == [-1]
    assert HashTable(array([16, 0])).rows(array([0, 16, 32])).tolist() == [1, 0, -1]


def test_table_keeps_the_shape_of_what_is_asked():
    table = HashTable(array([3, 4]))
    asked = np.asfortranarray(array([[3, 4, 5], [4, 4, 3]]))
    assert table.rows(asked).tolist() == [[0, 1, -1], [1, 1, 0]]
    assert table.contains(asked[:, 1:]).tolist() == [[True, False], [True, True]]


def test_table_leaves_its_keys_alone():
    keys = array([9, 0, 7])
    HashTable(keys)
    assert keys.tolist() == [9, 0, 7]
