"""Classes of ambiguity: which tags a word takes, against counts in plain Python."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.words.hashing import hash_strings
from spacy_citalign.words.label_lexicon import (
    MAX_LABELS,
    UNKNOWN,
    LabelClasses,
    LabelLexicon,
    jackknifed,
    learn,
)


def learned(tokens):
    """A lexicon of (word, tag number) pairs."""
    words, tags = zip(*tokens, strict=True) if tokens else ((), ())
    return learn(hash_strings(words), np.array(tags, dtype=np.int64))


def classes(tokens, words):
    """The classes of words by a lexicon of (word, tag number) pairs, as plain numbers."""
    return LabelClasses(learned(tokens))(hash_strings(words)).tolist()


def meaning(counts: Counter):
    """What the class of a word says: its tags, the first of them, two truths; None of no tag."""
    total = counts.total()
    if not total:
        return None
    taken = frozenset(tag for tag, count in counts.items() if 20 * count >= total)
    best = min(counts, key=lambda tag: (-counts[tag], tag))
    return taken, best, 10 * counts[best] > 9 * total, total < 3


def agree(numbers, meanings):
    """Whether numbers are equal exactly where meanings are, and UNKNOWN exactly for None."""
    pairs = set(zip(numbers, meanings, strict=True))
    return (
        len(pairs) == len({number for number, _ in pairs}) == len({said for _, said in pairs})
    ) and all((number == UNKNOWN) == (said is None) for number, said in pairs)


NOUN, VERB, OTHER = 4, 9, 63


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ({NOUN: 5}, {NOUN: 50}, True),  # how often does not matter
        ({NOUN: 5}, {VERB: 5}, False),
        ({NOUN: 5}, {NOUN: 2}, False),  # but rare words are apart
        ({NOUN: 1}, {NOUN: 2}, True),
        ({NOUN: 3, VERB: 2}, {NOUN: 6, VERB: 3}, True),
        ({NOUN: 3, VERB: 2}, {NOUN: 2, VERB: 3}, False),  # another is first
        ({NOUN: 3, VERB: 2}, {NOUN: 3, OTHER: 2}, False),
        ({NOUN: 2, VERB: 2}, {NOUN: 3, VERB: 2}, True),  # of equals the lower number is first
        ({NOUN: 19, VERB: 1}, {NOUN: 20}, False),  # 1 of 20 is taken
        ({NOUN: 20, VERB: 1}, {NOUN: 20}, True),  # 1 of 21 is not
        ({NOUN: 10, VERB: 1}, {NOUN: 7, VERB: 1}, False),  # sure or not
        ({NOUN: 17, VERB: 3}, {NOUN: 7, VERB: 1}, True),
        ({NOUN: 19, VERB: 1}, {NOUN: 38, VERB: 2}, True),
    ],
)
def test_class_is_equal_where_tags_and_the_first_of_them_are(one, other, equal):
    tokens = [("one", tag) for tag, count in one.items() for _ in range(count)]
    tokens += [("other", tag) for tag, count in other.items() for _ in range(count)]
    first, second = classes(tokens, ["one", "other"])
    assert (first == second) == equal
    assert (meaning(Counter(one)) == meaning(Counter(other))) == equal


_TOKEN = st.tuples(st.sampled_from("abcdef"), st.sampled_from([0, 1, 2, MAX_LABELS - 1]))


@given(st.lists(_TOKEN, max_size=80))
def test_classes_are_those_of_plain_counts(tokens):
    words = list("abcdefg")
    counts = {word: Counter(tag for own, tag in tokens if own == word) for word in words}
    assert agree(classes(tokens, words), [meaning(counts[word]) for word in words])


@given(st.lists(_TOKEN, max_size=40), st.integers(0, 99))
def test_lexicon_does_not_mind_the_order_of_tokens(tokens, seed):
    shuffled = list(tokens)
    np.random.default_rng(seed).shuffle(shuffled)
    shuffled = [(word, int(tag)) for word, tag in shuffled]
    for one, two in zip(learned(tokens), learned(shuffled), strict=True):
        assert np.array_equal(one, two)


def test_lexicon_is_sorted_and_keeps_each_class_once():
    lexicon = learned([("a", 1), ("b", 1), ("c", 2), ("d", 2), ("d", 3)])
    assert len(lexicon.words) == len(lexicon.numbers) == 4
    assert len(lexicon.kinds) == len(set(lexicon.kinds.tolist())) == 3
    assert np.all(lexicon.words[1:] > lexicon.words[:-1])
    assert (lexicon.words.dtype, lexicon.kinds.dtype) == (np.uint64, np.uint64)
    assert lexicon.numbers.dtype == np.uint16


def test_new_words_are_unknown():
    assert classes([("Cell", 1)], ["cell", "Cells", ""]) == [UNKNOWN] * 3  # case counts
    assert classes([], ["Cell"]) == [UNKNOWN]
    assert classes([("Cell", 1)], []) == []
    for one, two in zip(LabelLexicon.empty(), learned([]), strict=True):
        assert np.array_equal(one, two)
        assert one.dtype == two.dtype


# --- the jackknife ---------------------------------------------------------------------------

_IN_FOLDS = st.lists(st.tuples(_TOKEN, st.integers(0, 3)), max_size=60)


@given(_IN_FOLDS)
def test_jackknife_takes_classes_from_the_other_folds(tokens):
    words = [word for (word, _), _ in tokens]
    tags = np.array([tag for (_, tag), _ in tokens], dtype=np.int64)
    folds = np.array([fold for _, fold in tokens], dtype=np.int64)
    found = jackknifed(hash_strings(words), tags, folds).tolist()
    for (word, _), fold, number in zip(
        (token for token, _ in tokens), folds.tolist(), found, strict=True
    ):
        others = [token for token, other in tokens if other != fold]
        assert number == classes(others, [word])[0]
        assert (number == UNKNOWN) == (word not in {own for own, _ in others})


def test_word_of_one_fold_is_unknown_there():
    words = hash_strings(["here", "both", "both", "there"])
    found = jackknifed(words, np.array([1, 1, 2, 2]), np.array([0, 0, 1, 1]))
    assert (found == UNKNOWN).tolist() == [True, False, False, True]
    assert found[1] != found[2]  # each has the tag that the other fold gives


def test_jackknife_of_one_fold_knows_nothing():
    assert (
        jackknifed(hash_strings(["a", "a"]), np.array([1, 1]), np.array([5, 5])).tolist()
        == [UNKNOWN] * 2
    )
