"""Parts of words: n-grams and affixes of characters."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.words.hashing import Strings
from spacy_citalign.words.shape import affixes, character_ngrams, shapes


def owned(parts, size):
    """For each word the sorted keys of its features."""
    keys = [[] for _ in range(size)]
    for owners, values in parts:
        for owner, key in zip(owners.tolist(), values.tolist(), strict=True):
            keys[owner].append(key)
    return [sorted(own) for own in keys]


def ngrams(word, sizes=(2, 3, 4)):
    return [word[i : i + n] for n in sizes for i in range(len(word) - n + 1)]


def test_character_ngrams_of_p53_are_those_of_the_paper():
    # Table 1: p53 -> {p5, 53}, its 2-grams; they are the words p5 and 53 as wholes.
    strings = Strings(["p53", "p5", "53"])
    two = owned(character_ngrams(strings, sizes=(2,)), 3)
    assert two[0] == sorted(two[1] + two[2])
    assert len(two[0]) == 2


@given(st.lists(st.text(st.characters(), min_size=1, max_size=7), max_size=6))
def test_character_ngrams_are_equal_exactly_where_the_characters_are(words):
    keys = owned(character_ngrams(Strings(words)), len(words))
    meanings = {}
    for own, word in zip(keys, words, strict=True):
        assert len(own) == len(ngrams(word))
        for gram in ngrams(word):
            single = owned(character_ngrams(Strings([gram]), sizes=(len(gram),)), 1)[0]
            assert len(single) == 1
            assert single[0] in own
            assert meanings.setdefault(single[0], gram) == gram


def affix_keys(words):
    strings = Strings(words)
    return owned(affixes(strings, shapes(strings).lower_parts), len(words))


def test_affixes_are_shorter_than_the_word_and_five_at_most():
    counts = list(map(len, affix_keys(["a", "ab", "abc", "abcde", "abcdef", "abcdefghij"])))
    assert counts == [0, 2, 4, 8, 10, 10]


def test_affixes_see_no_case_and_tell_front_from_back():
    upper, lower = affix_keys(["KINase", "kinASE"])
    assert upper == lower
    front, back = affix_keys(["abxxxx", "yyyyab"])
    assert not set(front) & set(back)
    shared = set(affix_keys(["abxxxx"])[0]) & set(affix_keys(["abyyyy"])[0])
    assert len(shared) == 2  # the prefixes a and ab


def test_ngrams_of_lower_case_see_no_case():
    strings = Strings(["KINase", "kinASE"])
    parts = character_ngrams(strings, (3,), shapes(strings).lower_parts)
    upper, lower = owned(parts, 2)
    assert upper == lower
    assert len(upper) == 4


def test_parts_of_no_words_are_none():
    strings = Strings([])
    parts = [*character_ngrams(strings), *affixes(strings, shapes(strings).lower_parts)]
    assert sum(len(owner) + len(keys) for owner, keys in parts) == 0
    assert all(keys.dtype == np.uint64 for _, keys in parts)
