"""Counts of n-grams: by hand, by direct counting of strings, merging, pruning, storage."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain import storage
from spacy_citalign.errors import SettingError
from spacy_citalign.terms.cohesion import NgramTable
from spacy_citalign.terms.ngrams import (
    LONGEST,
    CorpusCounts,
    NgramCounts,
    tag_windows,
    word_windows,
)
from spacy_citalign.terms.texts import TaggedSentence

SENTENCES = [
    TaggedSentence(["Neural", "speech", "models"], ["JJ", "NN", "NNS"]),
    TaggedSentence(
        ["we", "train", "neural", "speech", "models"], ["PRP", "VBP", "JJ", "NN", "NNS"]
    ),
    TaggedSentence(["speech"], ["NN"]),
    TaggedSentence(["neural", "word", "models"], ["JJ", "NN", "NNS"]),
]
WORDS = ["a", "b", "c", "A"]
corpora = st.lists(
    st.lists(st.sampled_from(WORDS), max_size=11).map(lambda w: TaggedSentence(w, ["T"] * len(w))),
    max_size=6,
)


def word_count(ngrams: NgramCounts, text: str) -> int:
    words = text.split()
    windows = word_windows(words, np.array([len(words)]))
    return int(NgramTable(ngrams).of(windows.keys(len(words), np.array([0])))[0])


def count_strings(sentences):
    """Count n-grams as tuples of strings, the slow way."""
    return Counter(
        tuple(word.lower() for word in sentence.words[start:end])
        for sentence in sentences
        for start in range(len(sentence.words))
        for end in range(start + 1, min(start + LONGEST, len(sentence.words)) + 1)
    )


def same(left: CorpusCounts, right: CorpusCounts) -> bool:
    a, b = left.arrays(), right.arrays()
    return a.keys() == b.keys() and all(np.array_equal(a[name], b[name]) for name in a)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("speech", 3),
        ("neural", 3),
        ("NEURAL", 3),
        ("we", 1),
        ("neural speech", 2),
        ("speech models", 2),
        ("neural speech models", 2),
        ("neural models", 0),  # never side by side
        ("models we", 0),  # not in one sentence
        ("we train neural speech models", 1),
        ("train we", 0),
        ("absent", 0),
    ],
)
def test_words_are_counted_lower_cased_within_sentences(text, count):
    assert word_count(CorpusCounts.learn(SENTENCES).words, text) == count


def test_tags_are_counted_as_they_stand():
    tags = NgramTable(CorpusCounts.learn(SENTENCES).tags)
    windows = tag_windows(["JJ", "NN", "NNS"], np.array([3]))
    assert [int(tags.of(windows.keys(n, np.array([0])))[0]) for n in (1, 2, 3)] == [3, 3, 3]
    small = tag_windows(["jj"], np.array([1]))
    assert tags.of(small.keys(1, np.array([0]))).tolist() == [0]


def test_totals_count_the_ngrams_of_each_length():
    # Sentences of 3, 5, 1 and 3 words.
    words = CorpusCounts.learn(SENTENCES).words
    assert words.totals.tolist() == [3 + 5 + 1 + 3, 2 + 4 + 2, 1 + 3 + 1, 2, 1, 0, 0, 0]
    # neural speech models we train word; ns, sm, wt, tn, nw, wm; nsm, wtn, tns, nwm; ...
    assert words.distinct.tolist() == [6, 6, 4, 2, 1, 0, 0, 0]


def test_runs_of_more_than_eight_words_are_not_counted():
    sentence = TaggedSentence(list("abcdefghij"), ["X"] * 10)
    words = CorpusCounts.learn([sentence]).words
    assert words.totals.tolist() == [10, 9, 8, 7, 6, 5, 4, 3]
    assert len(words.keys) == sum(words.totals)


@given(corpora)
def test_counts_are_those_of_strings(sentences):
    counts = CorpusCounts.learn(sentences)
    expected = count_strings(sentences)
    assert len(counts.words.keys) == len(expected)
    assert {g: word_count(counts.words, " ".join(g)) for g in expected} == dict(expected)


@given(corpora, corpora)
def test_merging_is_learning_at_once_in_any_order(first, second):
    apart = [CorpusCounts.learn(part) for part in (first, second)]
    once = CorpusCounts.learn(first + second)
    assert same(apart[0].merged(apart[1]), once)
    assert same(apart[1].merged(apart[0]), once)
    assert same(CorpusCounts.learn(reversed(first + second)), once)


def test_blocks_are_joined(monkeypatch):
    once = CorpusCounts.learn(SENTENCES)
    monkeypatch.setattr("spacy_citalign.terms.ngrams.BLOCK", 1)
    assert same(CorpusCounts.learn(SENTENCES), once)


def test_pruning_forgets_rare_phrases_but_no_word_and_no_total():
    counts = CorpusCounts.learn(SENTENCES)
    pruned = counts.pruned(2)
    assert word_count(pruned.words, "we") == 1
    assert word_count(pruned.words, "we train") == 0
    assert word_count(pruned.words, "neural speech models") == 2
    assert pruned.words.distinct.tolist() == [6, 2, 1, 0, 0, 0, 0, 0]
    assert pruned.words.totals.tolist() == counts.words.totals.tolist()
    assert same(counts.pruned(1), counts)
    with pytest.raises(SettingError, match="min_count is 0"):
        counts.pruned(0)


@given(corpora, st.integers(1, 4))
def test_pruning_keeps_exactly_the_frequent(sentences, least):
    found = CorpusCounts.learn(sentences).pruned(least).words
    counts = count_strings(sentences)
    kept = {gram: n for gram, n in counts.items() if n >= least or len(gram) == 1}
    assert len(found.keys) == len(kept)
    assert all(word_count(found, " ".join(gram)) == n for gram, n in kept.items())


def test_arrays_go_through_storage():
    counts = CorpusCounts.learn(SENTENCES)
    data = storage.pack("counts", 1, {}, {**counts.arrays(), "other": np.zeros(3)})
    assert same(CorpusCounts.read(storage.unpack(data, "counts", 1)[1]), counts)


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("words/keys", np.zeros(2, np.int64)),
        ("words/counts", np.zeros(2, np.uint32)),
        ("words/distinct", np.ones(8, np.int64)),
        ("words/totals", np.ones(3, np.int64)),
        ("words/totals", -np.ones(8, np.int64)),
    ],
)
def test_damaged_arrays_are_refused(name, array):
    arrays = CorpusCounts.learn(SENTENCES).arrays()
    with pytest.raises(ValueError, match="n-gram counts have"):
        CorpusCounts.read({**arrays, name: array})


def test_missing_arrays_are_refused():
    arrays = CorpusCounts.learn(SENTENCES).arrays()
    del arrays["tags/counts"]
    with pytest.raises(KeyError):
        CorpusCounts.read(arrays)


def test_an_empty_corpus_has_no_counts():
    for sentences in ([], [TaggedSentence([], [])]):
        counts = CorpusCounts.learn(sentences)
        assert counts.words.totals.tolist() == [0] * 8
        assert word_count(counts.pruned(2).words, "speech") == 0


def test_counts_do_not_overflow():
    counts = NgramCounts(
        np.array([7], np.uint64),
        np.array([2**32 - 1], np.uint32),
        np.array([1, 0, 0, 0, 0, 0, 0, 0]),
        np.full(8, 2**32),
    )
    assert NgramCounts.merge([counts, counts]).counts.tolist() == [2**32 - 1]
