"""Hashes of strings: pinned values, independence of the batch, parts, odd characters."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.words.hashing import (
    PartHasher,
    Strings,
    combine,
    hash_strings,
    mix,
    salt,
)

# Lone surrogates are text too: JSON with half an escape pair decodes to them.
ANY_TEXT = st.text(st.characters(), max_size=12)
ODD = [
    "",
    "\x00",
    "\x00\x00",
    "e\u0301",
    "\u00e9",
    "\U0001f9ec",
    "\ud800",
    "\udc00\ud800",
    "\u200d",
]

# Saved models rely on these: a changed value makes every one of them useless.
PINNED = {
    "": 0x0000000000000000,
    "p53": 0x5DBBCEB5BBF3FE54,
    "GnRH": 0xF056C3ED98F294CE,
    "gene": 0x1F25CCE8B4B69674,
    "\u03b2": 0xB927EF661D5A173E,
    "\U0001f9ec": 0x98721438A627F29D,
    "\ud800": 0x6F2788FE085B1FA7,
}
PINNED_SALT = 0x5A70F1775D6DC2BE
PINNED_MIX = {0: 0x0, 1: 0x5692161D100B05E5, 2**64 - 1: 0xB4D055FCF2CBBD7B}
PINNED_COMBINE = {
    (0, 0): 0x0,
    (1, 2): 0xA16B0FC1B8004911,
    (2, 1): 0x5D1C22F432A512FA,
    (2**64 - 1, 2**63): 0x21A1BA58870B3A93,
}


def numbers(*values):
    return np.array(values, dtype=np.uint64)


@pytest.mark.parametrize("text", PINNED, ids=ascii)
def test_hash_strings_keeps_its_pinned_values(text):
    assert int(hash_strings([text])[0]) == PINNED[text]


def test_mix_combine_and_salt_keep_their_pinned_values():
    assert {int(k): int(mix(numbers(k))[0]) for k in PINNED_MIX} == PINNED_MIX
    assert {
        (a, b): int(combine(numbers(a), numbers(b))[0]) for a, b in PINNED_COMBINE
    } == PINNED_COMBINE
    assert int(salt("word")) == PINNED_SALT


@given(st.lists(ANY_TEXT, max_size=8))
def test_hash_strings_of_a_batch_is_that_of_each_alone(texts):
    together = hash_strings(texts)
    assert together.dtype == np.uint64
    assert together.shape == (len(texts),)
    assert together.tolist() == [int(hash_strings([text])[0]) for text in texts]


@given(st.lists(ANY_TEXT, max_size=20, unique=True))
def test_hash_strings_tells_different_texts_apart(texts):
    assert len(set(hash_strings(texts).tolist())) == len(texts)


def test_hash_strings_tells_odd_texts_apart():
    assert len(set(hash_strings(ODD).tolist())) == len(ODD)


def test_hash_strings_tells_orders_and_repetitions_apart():
    texts = ["ab", "ba", "aab", "abb", "aabb", "abab", "a", "aa", "aaa"]
    assert len(set(hash_strings(texts).tolist())) == len(texts)


@given(st.lists(ANY_TEXT, min_size=1, max_size=5), st.data())
def test_hasher_of_a_part_is_the_hash_of_the_substring(texts, data):
    number = data.draw(st.integers(0, len(texts) - 1))
    start = data.draw(st.integers(0, len(texts[number])))
    end = data.draw(st.integers(start, len(texts[number])))
    strings = Strings(texts)
    offset = strings.starts[number]
    part = strings.hasher()(np.array([offset + start]), np.array([offset + end]))
    assert part.tolist() == hash_strings([texts[number][start:end]]).tolist()


def test_hash_strings_is_the_same_beyond_the_powers_that_are_kept():
    # 70,000 code points before the last word are more than the table of powers holds.
    assert hash_strings(["x" * 70_000, "gene"])[1] == hash_strings(["gene"])[0]
    long = "gene " * 15_000
    assert hash_strings([long])[0] == hash_strings(["a", long])[1]
    assert hash_strings([long])[0] != hash_strings([long[:-1]])[0]


def test_strings_of_nothing_hash_to_nothing():
    for empty in ([], ()):
        strings = Strings(empty)
        assert len(strings) == 0
        assert strings.lengths.shape == strings.hasher()(strings.starts, strings.ends).shape == (0,)


@pytest.mark.parametrize("text", ODD, ids=ascii)
def test_strings_count_code_points(text):
    strings = Strings([text, "ab", text])
    assert strings.lengths.tolist() == [len(text), 2, len(text)]
    assert strings.starts.tolist() == [0, len(text), len(text) + 2]


def test_part_hasher_reads_classes_as_well_as_code_points():
    classes = np.array([1, 3, 3, 1, 3, 3], dtype=np.uint8)
    halves = PartHasher(classes)(np.array([0, 3]), np.array([3, 6]))
    assert halves[0] == halves[1]
    assert halves[0] == PartHasher(classes[:3].astype(np.uint32))(np.array([0]), np.array([3]))[0]


@given(st.lists(st.integers(0, 2**64 - 1), min_size=2, max_size=30, unique=True))
def test_mix_is_one_to_one_and_leaves_its_argument_alone(values):
    given_values = numbers(*values)
    mixed = mix(given_values)
    assert len(set(mixed.tolist())) == len(values)
    assert given_values.tolist() == values


def test_combine_tells_order_apart_and_broadcasts():
    first, second = numbers(3, 5), numbers(7)
    assert combine(first, second).shape == (2,)
    assert combine(first[:1], second)[0] != combine(second, first[:1])[0]
    assert combine(first, second)[1] == combine(numbers(5), numbers(7))[0]
    assert combine(numbers(1, 2, 3)[:, None], numbers(4, 5)).shape == (3, 2)
