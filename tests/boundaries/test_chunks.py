"""What is kept of chunks: growing columns, numbered keys, and that nothing depends on it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.boundaries.chunks import NO_CHUNK, PADDING, ChunkTable, KeyIndex, Rows
from spacy_citalign.chain.features import PAD
from spacy_citalign.words.hashing import hash_strings

WORDS = ["Cut", "by", "enzymes.These", "(see", "Fig.", "2A).", "why?not", "..."]


def table(**settings):
    return ChunkTable(lambda bags: bags, **settings)


def test_rows_grow_and_keep_what_they_hold():
    rows = Rows()
    for first in range(0, 100, 7):
        rows.append({"a": np.arange(first, first + 7), "b": np.full((7, 2), first)})
    assert rows.size == 105
    assert rows["a"][:105].tolist() == list(range(105))
    assert rows["b"][7:9].tolist() == [[7, 7], [7, 7]]


@given(st.lists(st.lists(st.integers(0, 2**64 - 1), max_size=9), max_size=9))
def test_keys_are_numbered_in_the_order_in_which_they_come(batches):
    index, seen = KeyIndex(), []
    for batch in batches:
        new = [key for key in dict.fromkeys(batch) if key not in seen]
        index.add(np.array(new, dtype=np.uint64))
        seen += new
        everything = np.array([*seen, 12345], dtype=np.uint64)
        expected = [*range(len(seen)), seen.index(12345) if 12345 in seen else -1]
        assert index.rows(everything).tolist() == expected


def test_chunk_has_the_rows_of_its_units():
    known = table()
    ids = known.of_strings(WORDS)
    assert known.chunks["count"][ids].tolist() == [1, 1, 2, 1, 1, 1, 2, 1]
    assert known.chunks["size"][ids].tolist() == [len(word) for word in WORDS]
    firsts = known.chunks["first"][ids]
    assert known.units["offset"][firsts].tolist() == [0] * len(WORDS)
    assert known.units["offset"][firsts[2] + 1] == len("enzymes.")
    assert known.units["final"][firsts].tolist() == [0, 0, 1, 0, 1, 1, 1, 1]


def test_padding_unit_is_like_no_other():
    known = table()
    known.of_strings(WORDS)
    for name in ("case", "ending", "form", "short"):
        assert known.units[name][PADDING] == PAD
        assert PAD not in known.units[name][1 : known.units.size]


def test_same_chunk_has_the_same_number_by_string_and_by_key():
    known = table()
    keys = hash_strings(WORDS)
    asked = []

    def spell(places):
        asked.extend(places.tolist())
        return [WORDS[place] for place in places]

    ids = known.of_keys(keys, spell)
    assert ids.tolist() == known.of_strings(WORDS).tolist()
    assert sorted(asked) == list(range(len(WORDS)))
    assert known.of_keys(keys[::-1], spell).tolist() == ids[::-1].tolist()
    assert len(asked) == len(WORDS)  # each is spelled once


@pytest.mark.parametrize("string", ["", " ", "two words", "line\nbreak", "\u2009thin", "end "])
def test_what_has_white_space_in_it_is_no_chunk(string):
    strings = ["one", string]
    ids = table().of_keys(hash_strings(strings), lambda places: [strings[i] for i in places])
    assert ids.tolist() == [0, NO_CHUNK]


def test_table_forgets_and_says_the_same():
    small, large = table(limit=20), table()
    for _ in range(3):
        for first in range(len(WORDS)):
            words = WORDS[first:] + WORDS[:first]
            one, other = small.of_strings(words), large.of_strings(words)
            for name in ("precomputed", "ending", "final"):
                rows = small.chunks["first"][one], large.chunks["first"][other]
                assert np.array_equal(small.units[name][rows[0]], large.units[name][rows[1]])
    assert small.units.size < 2 * len(WORDS)


def test_table_forgets_when_it_holds_many_characters():
    known = table(limit=1000)
    for number in range(50):
        known.of_strings([f"{number}" + "x" * 200])
    assert known.units.size <= 1 + 6


def test_table_forgets_what_is_no_chunk_too():
    known = table(limit=1000)
    for number in range(50):
        keys = hash_strings([f"{number}"])
        assert known.of_keys(keys, lambda places: ["x " * 100]).tolist() == [NO_CHUNK]
    assert known._of_keys.size <= 6
