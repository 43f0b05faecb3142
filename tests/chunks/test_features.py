"""Features of the chunker: what words with tags are, skeletons, regions, and the sets of grams."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.features import PAD, REACH, Padded, with_padding
from spacy_citalign.chunks.features import (
    FEATURES,
    NO_REGION,
    TOKEN_FEATURES,
    PairFeaturizer,
    add_context,
    feature_groups,
    featurize_tags,
    region_hashes,
    written,
)
from spacy_citalign.words.hashing import combine, hash_strings
from spacy_citalign.words.label_lexicon import LabelLexicon, learn

NEW = PairFeaturizer(LabelLexicon.empty())
LIGHT, HEAVY = ["DT", "NN", "JJ", "RB"], ["IN", "VBZ", ",", "CC"]
_TAGS = st.lists(st.sampled_from(LIGHT + HEAVY), min_size=1, max_size=7)


def described(words, tags):
    return NEW(written(words, tags, "words"))


def context(sentences, features="words", regions=None):
    """All columns at the words of sentences of (word, tag) pairs."""
    words, tags = zip(*(pair for own in sentences for pair in own), strict=True)
    pairs = written(words, tags, features)
    described = NEW(pairs) if features == "words" else featurize_tags(pairs)
    padded = Padded.of([len(own) for own in sentences])
    columns = {name: padded.spread(own, PAD) for name, own in described.hashes.items()}
    if regions is not None:
        columns["region"] = padded.spread(region_hashes(np.array(regions)), PAD)
    add_context(columns)
    return {name: own[padded.tokens] for name, own in columns.items()}


# --- words with tags ---------------------------------------------------------------------------


def test_columns_see_of_words_and_tags_what_they_are_named_after():
    words = ["Cut", "cut", "cut", "Zork2", "Mup4"]
    columns = described(words, ["NN", "NN", "VB", "NNP", "NN"]).hashes
    equal = {
        name: [np.flatnonzero(own == value).tolist() for value in own]
        for name, own in columns.items()
    }
    assert equal["word"] == [[0], [1, 2], [1, 2], [3], [4]]
    assert equal["lower"] == [[0, 1, 2], [0, 1, 2], [0, 1, 2], [3], [4]]
    assert equal["tag"] == [[0, 1, 4], [0, 1, 4], [2], [3], [0, 1, 4]]
    assert equal["pair"] == [[0, 1], [0, 1], [2], [3], [4]]
    assert equal["shape"] == [[0], [1, 2], [1, 2], [3, 4], [3, 4]]
    assert set(columns) == TOKEN_FEATURES


@given(st.lists(st.tuples(st.text(min_size=1, max_size=6), st.sampled_from(LIGHT)), max_size=5))
def test_pair_is_described_alike_alone_and_among_others(pairs):
    words = [word for word, _ in pairs]
    tags = [tag for _, tag in pairs]
    together = described(words, tags)
    ends = np.cumsum(together.bag_sizes)
    for number, (word, tag) in enumerate(pairs):
        alone = described([word], [tag])
        assert {name: own[number] for name, own in together.hashes.items()} == {
            name: own[0] for name, own in alone.hashes.items()
        }
        bag = together.bag[ends[number] - together.bag_sizes[number] : ends[number]]
        assert bag.tolist() == alone.bag.tolist()


def test_known_pairs_have_the_class_of_the_lexicon_and_new_ones_look_like_others():
    known = described(["cut", "cells", "mice"], ["VB", "NNS", "NNS"]).hashes["pair"]
    describer = PairFeaturizer(learn(known, np.array([3, 1, 1])))
    words, tags = ["cut", "cells", "mice", "cut", "Frogs", "Toads"], ["VB"] + ["NNS"] * 5
    cut, cells, mice, noun, frogs, toads = describer(written(words, tags, "words")).hashes["class"]
    assert cells == mice
    assert frogs == toads
    assert len({cut, cells, noun, frogs}) == 4


def test_tags_alone_are_described_without_words():
    assert written(["any", "word"], ["DT", "NN"], "tags") == ["DT", "NN"]
    features = featurize_tags(["DT", "NN"])
    assert features.hashes["tag"].tolist() == hash_strings(["DT", "NN"]).tolist()
    assert features.bag_sizes.tolist() == [0, 0]
    assert with_padding(features).hashes["tag"][0] == PAD


# --- the skeleton ------------------------------------------------------------------------------


def skeleton_by_hand(tags):
    """The columns of one sentence, from lists."""
    number = {tag: hash_strings([tag]) for tag in LIGHT + HEAVY}
    lower, pad = hash_strings(["w"]), np.array([PAD])
    found = []
    for place, tag in enumerate(tags):
        after = [number[other] for other in tags[place + 1 :] if other in HEAVY] + [pad, pad]
        before = [number[other] for other in tags[:place] if other in HEAVY]
        last = before[-1] if before else pad
        pairs = {
            "last+next": combine(last, after[0]),
            "next two+tag": combine(combine(after[0], after[1]), number[tag]),
            "last+tag": combine(last, number[tag]),
            "next+lower": combine(after[0], lower),
            "last+lower": combine(last, lower),
        }
        found.append({name: int(value[0]) for name, value in pairs.items()})
    return found


@given(st.lists(_TAGS, min_size=1, max_size=3))
def test_skeleton_is_the_nearest_heavy_tags_of_the_sentence(sentences):
    columns = context([[("w", tag) for tag in tags] for tags in sentences])
    expected = [row for tags in sentences for row in skeleton_by_hand(tags)]
    for name in expected[0]:
        assert columns[name].tolist() == [row[name] for row in expected]


def test_skeleton_tells_what_a_conjunction_begins():
    """Nouns and adjectives between do not matter."""
    clause = [("as", "IN"), ("the", "DT"), ("cell", "NN"), ("grows", "VBZ")]
    longer = [clause[0], ("the", "DT"), ("small", "JJ"), ("cell", "NN"), ("grows", "VBZ")]
    phrase = [("as", "IN"), ("the", "DT"), ("cell", "NN"), (",", ",")]
    one, two, three = (int(context([own])["next+lower"][0]) for own in (clause, longer, phrase))
    assert one == two != three


# --- regions -----------------------------------------------------------------------------------


def test_regions_are_columns_of_their_own_and_with_tags():
    sentence = [("a", "DT"), ("b", "NN"), ("c", "NN"), ("d", "NN")]
    columns = context([sentence], "tags", [NO_REGION, 3, 3, 0])
    none, three, again, zero = columns["region"].tolist()
    assert three == again
    assert len({none, three, zero, int(PAD)}) == 4
    both = columns["region+tag"].tolist()
    assert both[1] == both[2]
    assert len(set(both)) == 3


@pytest.mark.parametrize("features", FEATURES)
def test_columns_add_grams_and_take_none_away(features):
    def grams(columns):
        return {gram for group in feature_groups(features, columns) for gram in group.grams}

    assert grams(False) < grams(True)
    added = {gram.features for gram in grams(True) - grams(False)}
    assert {("region", "region"), ("region+tag", "region+tag")} <= added


# --- the sets ----------------------------------------------------------------------------------


def test_set_of_the_paper_has_runs_of_up_to_four_tags_and_nothing_else():
    grams = [gram for group in feature_groups("tags", False) for gram in group.grams]
    assert {gram.features for gram in grams} == {("tag",) * size for size in (1, 2, 3, 4)}
    # A run of four holds the word itself, and begins two words before it at most.
    assert [gram.starts for gram in grams if len(gram.features) == 4] == [(-2, -1)]


@pytest.mark.parametrize("features", FEATURES)
@pytest.mark.parametrize("columns", [False, True])
def test_no_gram_reads_beyond_the_padding(features, columns):
    for group in feature_groups(features, columns):
        for gram in group.grams:
            assert min(gram.starts) >= -REACH
            assert max(gram.starts) + len(gram.features) - 1 <= REACH
