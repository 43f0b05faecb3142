"""Numbers of features against features written out as tuples."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.features import PAD, Gram, Padded, WordFeatures, group_grams, with_padding
from spacy_citalign.chain.weights import BAG_STARTS, index_corpus, select
from spacy_citalign.words.hashing import hash_strings

# Of the word alone and of its place, of one column and of several, at several starts.
GRAMS = [
    Gram(("word",), (-1, 0, 1)),
    Gram(("kind",), (-2, -1, 0, 1, 2)),
    Gram(("place",), (-1, 0, 1)),
    Gram(("word", "word"), (-1, 0)),
    Gram(("kind", "place"), (-1, 0)),
    Gram(("kind", "kind", "kind"), (-2, -1, 0)),
]
GROUPS = group_grams(GRAMS)


@dataclass(frozen=True)
class Corpus:
    """Sequences of words, and what the code under test is given of them."""

    sequences: list[list[str]]
    padded: Padded
    word_ids: np.ndarray
    features: WordFeatures
    columns: dict[str, np.ndarray]

    @classmethod
    def of(cls, sequences):
        words = [word for sequence in sequences for word in sequence]
        distinct = list(dict.fromkeys(words))
        letters = [sorted(set(word)) for word in distinct]
        features = WordFeatures(
            {"word": hash_strings(distinct), "kind": hash_strings([kind(w) for w in distinct])},
            np.array([len(own) for own in letters]),
            hash_strings([f"letter {letter}" for own in letters for letter in own]),
        )
        padded = Padded.of([len(sequence) for sequence in sequences])
        ids = np.array([distinct.index(word) + 1 for word in words])
        placed = padded.spread(ids, 0)
        columns = {name: v[placed] for name, v in with_padding(features).hashes.items()}
        places = [place(t) for sequence in sequences for t in range(len(sequence))]
        columns["place"] = padded.spread(hash_strings(places), PAD)
        return cls(sequences, padded, ids, features, columns)


def kind(word):
    return f"{len(word)} letters"


def place(token):
    return "even" if token % 2 == 0 else "odd"


def corpora():
    """Draw a few short sequences of few words."""
    word = st.sampled_from(["a", "b", "ab", "ac", "cb"])
    return st.lists(st.lists(word, min_size=1, max_size=5), min_size=1, max_size=4).map(Corpus.of)


def naive_features(corpus):
    """For each token the set of (names, start, values), or ("bag", letter), from definitions."""
    out = []
    for sequence in corpus.sequences:
        for t, own in enumerate(sequence):
            found = {("bag", letter) for letter in own}
            for gram in GRAMS:
                for start in gram.starts:
                    values = []
                    for i, name in enumerate(gram.features):
                        at = t + start + i
                        if not 0 <= at < len(sequence):
                            values.append(None)
                        else:
                            word = sequence[at]
                            column = {"word": word, "kind": kind(word), "place": place(at)}
                            values.append(column[name])
                    found.add((gram.features, start, tuple(values)))
            out.append(found)
    return out


def index(corpus, cutoff):
    words = with_padding(corpus.features)
    return index_corpus(
        corpus.columns, corpus.padded, GROUPS, corpus.word_ids, words, cutoff=cutoff
    )


def attributes_of(indexed):
    bounds = indexed.indptr.tolist()
    return [indexed.attributes[bounds[t] : bounds[t + 1]].tolist() for t in range(len(bounds) - 1)]


def numbered_features(corpus, indexed):
    """Match features with attribute numbers by what their numbers mean: group, key, start."""
    from spacy_citalign.chain.features import gram_keys

    names = {}
    token = 0
    for first, sequence in zip(corpus.padded.firsts, corpus.sequences, strict=True):
        for t, word in enumerate(sequence):
            here = attributes_of(indexed)[token]
            for feature in naive_features(corpus)[token]:
                if feature[0] == "bag":
                    number, key = len(GROUPS), hash_strings([f"letter {feature[1]}"])[0]
                    place_ = 0
                else:
                    gram = next(g for g in GRAMS if g.features == feature[0])
                    number = next(i for i, g in enumerate(GROUPS) if gram in g.grams)
                    key = gram_keys(corpus.columns, [gram])[first + t + feature[1], 0]
                    place_ = gram.starts.index(feature[1])
                keys = indexed.groups[number].keys
                row = int(np.searchsorted(keys, key))
                if row < len(keys) and keys[row] == key:
                    width = len(indexed.groups[number].starts)
                    attribute = int(indexed.offsets[number]) + row * width + place_
                    if attribute in here:
                        assert names.setdefault(feature, attribute) == attribute
            token += 1
            assert word == sequence[t]
    return names


@given(corpora(), st.integers(1, 3))
def test_index_numbers_the_features_that_enough_tokens_have(corpus, cutoff):
    indexed = index(corpus, cutoff)
    features = naive_features(corpus)
    counts = Counter(feature for own in features for feature in own)
    names = numbered_features(corpus, indexed)
    assert set(names) == {feature for feature, count in counts.items() if count >= cutoff}
    assert len(set(names.values())) == len(names)
    for own, numbers in zip(features, attributes_of(indexed), strict=True):
        assert sorted(numbers) == sorted(names[f] for f in own if counts[f] >= cutoff)


@given(corpora(), st.integers(1, 3))
def test_index_keys_ascend_and_numbers_fit_their_groups(corpus, cutoff):
    indexed = index(corpus, cutoff)
    assert len(indexed.groups) == len(GROUPS) + 1
    assert [group.starts for group in indexed.groups] == [g.starts for g in GROUPS] + [BAG_STARTS]
    sizes = [len(group.keys) * len(group.starts) for group in indexed.groups]
    assert np.diff(indexed.offsets).tolist() == sizes
    assert all(np.all(group.keys[1:] > group.keys[:-1]) for group in indexed.groups)
    assert len(indexed.attributes) == indexed.indptr[-1]
    assert np.all(indexed.attributes < indexed.offsets[-1])


PLACED = [(gram.features, start) for gram in GRAMS for start in gram.starts]


@given(corpora(), st.sets(st.sampled_from(PLACED)), st.booleans())
def test_select_leaves_out_the_attributes_of_the_unwanted_starts_alone(corpus, wanted, with_bag):
    indexed = index(corpus, cutoff=1)
    keep = [
        np.array([[(g.features, start) in wanted for start in group.starts] for g in group.grams])
        for group in GROUPS
    ]
    kept = select(indexed, [*keep, np.array([[with_bag]])])
    names = numbered_features(corpus, indexed)
    for own, numbers in zip(naive_features(corpus), attributes_of(kept), strict=True):
        expected = [names[f] for f in own if (with_bag if f[0] == "bag" else f[:2] in wanted)]
        assert sorted(numbers) == sorted(expected)
    assert kept.groups is indexed.groups


def test_index_with_a_cutoff_that_nothing_meets_is_empty():
    indexed = index(Corpus.of([["a", "b"], ["ab"]]), cutoff=100)
    assert indexed.attributes.tolist() == []
    assert indexed.indptr.tolist() == [0, 0, 0, 0]
    assert indexed.offsets.tolist() == [0] * (len(GROUPS) + 2)
