"""Emissions against sums over a plain dictionary of weights, features written out as tuples."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.features import PAD, Padded, WordSums, group_grams, with_padding
from spacy_citalign.chain.scorer import Scorer, SparseWeights
from tests.chain.test_indexing import GRAMS, corpora, index, naive_features, numbered_features

OUTPUTS = 3
WORD_COLUMNS = frozenset({"word", "kind"})


def weights_of(indexed, values):
    """Sort (attribute, output) weights into the groups as their numbers say."""
    parts = []
    for number, group in enumerate(indexed.groups):
        width = len(group.starts)
        inside = [
            (attribute - indexed.offsets[number], output, value)
            for (attribute, output), value in sorted(values.items())
            if indexed.offsets[number] <= attribute < indexed.offsets[number + 1]
        ]
        parts.append(
            SparseWeights(
                group,
                np.array([local // width for local, _, _ in inside], dtype=np.int64),
                np.array([local % width * OUTPUTS + out for local, out, _ in inside], dtype=int),
                np.array([value for _, _, value in inside], dtype=np.float32),
            )
        )
    return parts


def emissions(scorer, corpus):
    """Score a corpus as a tagger does: fold the distinct words, then read the context."""
    precomputed = scorer.precompute(with_padding(corpus.features))
    padded = corpus.padded
    words = WordSums(precomputed, padded.spread(corpus.word_ids, 0))
    return scorer.emissions(padded, corpus.columns, words)


@given(corpora(), st.integers(0, 2**32 - 1), st.sampled_from([0.0, 0.4, 1.0]))
def test_scorer_sums_the_weights_of_the_features_of_each_token(corpus, seed, dropped):
    indexed = index(corpus, cutoff=1)
    names = numbered_features(corpus, indexed)
    rng = np.random.default_rng(seed)
    values = {
        (attribute, output): float(rng.integers(-8, 9))  # exact in float32, in any order
        for attribute in names.values()
        for output in range(OUTPUTS)
        if rng.random() >= dropped
    }
    scorer = Scorer(group_grams(GRAMS), weights_of(indexed, values), OUTPUTS, WORD_COLUMNS)
    expected = [
        [
            sum(values.get((names[feature], output), 0.0) for feature in features)
            for output in range(OUTPUTS)
        ]
        for features in naive_features(corpus)
    ]
    found = emissions(scorer, corpus)
    assert found.dtype == np.float32
    assert found.tolist() == expected


@given(corpora(), corpora(), st.integers(0, 2**32 - 1))
def test_scorer_gives_nothing_for_features_it_does_not_know(known, new, seed):
    indexed = index(known, cutoff=1)
    names = numbered_features(known, indexed)
    rng = np.random.default_rng(seed)
    values = {(attribute, 1): float(rng.integers(-8, 9)) for attribute in names.values()}
    scorer = Scorer(group_grams(GRAMS), weights_of(indexed, values), OUTPUTS, WORD_COLUMNS)
    expected = [
        [0.0, sum(values[names[f], 1] for f in features if f in names), 0.0]
        for features in naive_features(new)
    ]
    assert emissions(scorer, new).tolist() == expected


@given(corpora(), st.integers(0, 2**32 - 1))
def test_scorer_scores_a_sequence_bitwise_the_same_alone(corpus, seed):
    indexed = index(corpus, cutoff=1)
    rng = np.random.default_rng(seed)
    values = {
        (attribute, output): float(rng.normal())
        for attribute in set(indexed.attributes.tolist())
        for output in range(OUTPUTS)
    }
    scorer = Scorer(group_grams(GRAMS), weights_of(indexed, values), OUTPUTS, WORD_COLUMNS)
    together = emissions(scorer, corpus)
    left = 0
    for sequence in corpus.sequences:
        single = emissions(scorer, type(corpus).of([sequence]))
        assert np.array_equal(single, together[left : left + len(sequence)])
        left += len(sequence)


@pytest.mark.parametrize("word_features", [frozenset(), frozenset({"word"}), WORD_COLUMNS])
def test_scorer_does_not_mind_which_columns_are_folded(word_features):
    corpus = next_corpus()
    indexed = index(corpus, cutoff=1)
    values = {(n, n % OUTPUTS): float(n % 7 - 3) for n in set(indexed.attributes.tolist())}
    parts = weights_of(indexed, values)
    every = Scorer(group_grams(GRAMS), parts, OUTPUTS, WORD_COLUMNS)
    some = Scorer(group_grams(GRAMS), parts, OUTPUTS, word_features)
    assert emissions(every, corpus).any()
    assert np.array_equal(emissions(some, corpus), emissions(every, corpus))


def next_corpus():
    from tests.chain.test_indexing import Corpus

    return Corpus.of([["ab", "b", "ab"], ["c"], ["ab", "c", "b", "b", "ac"]])


def test_scorer_takes_no_tokens():
    corpus = next_corpus()
    indexed = index(corpus, cutoff=1)
    scorer = Scorer(group_grams(GRAMS), weights_of(indexed, {}), OUTPUTS, WORD_COLUMNS)
    padded = Padded.of([1])
    columns = {name: np.full(padded.size, PAD) for name in corpus.columns}
    precomputed = scorer.precompute(with_padding(corpus.features))
    assert emissions(scorer, corpus).tolist() == [[0.0] * OUTPUTS] * 9
    words = WordSums(precomputed, np.zeros(padded.size, dtype=np.int64))
    assert scorer.emissions(padded, columns, words).shape == (1, OUTPUTS)


def test_scorer_takes_more_tokens_than_it_looks_up_at_a_time(monkeypatch):
    corpus = next_corpus()
    indexed = index(corpus, cutoff=1)
    rng = np.random.default_rng(0)
    values = {
        (attribute, output): float(rng.normal())
        for attribute in set(indexed.attributes.tolist())
        for output in range(OUTPUTS)
    }
    whole = Scorer(group_grams(GRAMS), weights_of(indexed, values), OUTPUTS, WORD_COLUMNS)
    expected = emissions(whole, corpus)
    for size in (1, 2, 5):
        monkeypatch.setattr("spacy_citalign.chain.scorer.TOKENS_AT_A_TIME", size)
        assert np.array_equal(emissions(whole, corpus), expected)


CONTEXTS = ({"word"}, {"kind", "word"}, {"never there"})


@given(st.lists(corpora(), min_size=1, max_size=3), st.sampled_from([0, 2, 1 << 14]))
def test_scorer_gives_the_same_where_sums_of_windows_are_kept(texts, limit):
    whole = type(texts[0]).of([sequence for text in texts for sequence in text.sequences])
    indexed = index(whole, cutoff=1)
    values = {(n, n % OUTPUTS): float(n % 7 - 3) for n in set(indexed.attributes.tolist())}
    parts = weights_of(indexed, values)
    plain = Scorer(group_grams(GRAMS), parts, OUTPUTS, frozenset())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("spacy_citalign.chain.scorer.MAX_WINDOWS", limit)
        patch.setattr("spacy_citalign.chain.scorer.TOKENS_AT_A_TIME", 8)
        keeping = Scorer(group_grams(GRAMS), parts, OUTPUTS, frozenset(), CONTEXTS)
        for text in [*texts, *texts]:
            assert np.array_equal(emissions(keeping, text), emissions(plain, text))


@given(corpora(), st.integers(0, 2**32 - 1))
def test_windows_have_bitwise_the_same_sums_alone(corpus, seed):
    indexed = index(corpus, cutoff=1)
    rng = np.random.default_rng(seed)
    values = {(n, 1): float(rng.normal()) for n in set(indexed.attributes.tolist())}
    parts = weights_of(indexed, values)
    scorer, fresh = (
        Scorer(group_grams(GRAMS), parts, OUTPUTS, WORD_COLUMNS, ({"word"},)) for _ in range(2)
    )
    together = emissions(scorer, corpus)
    alone = [emissions(fresh, type(corpus).of([sequence])) for sequence in corpus.sequences]
    assert np.array_equal(np.concatenate(alone), together)
