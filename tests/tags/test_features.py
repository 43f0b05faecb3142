"""What the tagger reads of words and of their surroundings; which grams it makes is not said."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.features import PAD, REACH, Padded, with_padding
from spacy_citalign.tags.features import (
    GROUPS,
    WORD_FEATURES,
    WordFeaturizer,
    add_context,
    guessed,
)
from spacy_citalign.words.hashing import hash_strings
from spacy_citalign.words.label_lexicon import LabelLexicon, learn
from spacy_citalign.words.tokens import layout

NEW = WordFeaturizer(LabelLexicon.empty())
WORDS = st.lists(
    st.text(st.characters(), min_size=1, max_size=6), min_size=1, max_size=6, unique=True
)
SENTENCES = st.lists(
    st.lists(
        st.tuples(st.sampled_from(["Zork2", "binds", "the", "-", "."]), st.booleans()),
        min_size=1,
        max_size=5,
    ),
    min_size=1,
    max_size=3,
)


def columns_of(words):
    return NEW(words).hashes


def bags(features):
    """The further features of each word, sorted."""
    return [
        sorted(part.tolist()) for part in np.split(features.bag, np.cumsum(features.bag_sizes)[:-1])
    ]


def laid_out(sentences):
    """All columns of sentences of (word, space after) pairs, as the tagger makes them."""
    tokens = [token for sentence in sentences for token in sentence]
    lengths = np.array([len(sentence) for sentence in sentences])
    padded = Padded.of(lengths)
    described = with_padding(NEW([word for word, _ in tokens])).hashes
    columns = {name: padded.spread(values[1:], PAD) for name, values in described.items()}
    spaces = np.array([space for _, space in tokens], dtype=bool)
    columns["layout"] = padded.spread(layout(spaces, lengths), PAD)
    add_context(columns)
    return columns, padded


# --- words -----------------------------------------------------------------------------------


@given(WORDS)
def test_word_is_described_alike_alone_and_among_others(words):
    together = NEW(words)
    assert together.bag_sizes.sum() == len(together.bag)
    for number, (word, bag) in enumerate(zip(words, bags(together), strict=True)):
        alone = NEW([word])
        assert bags(alone) == [bag]
        assert alone.hashes.keys() == together.hashes.keys()
        for name, values in together.hashes.items():
            assert values.dtype == np.uint64
            assert values.shape == (len(words),)
            assert values[number] == alone.hashes[name][0]


@pytest.mark.parametrize(
    "word",
    [
        "\0",
        "\ud800",
        "\u200b",
        "a\u0301",
        "İ",
        "ẞ",
        "ﬁ",
        "𝛼𝛽",
        "\U0010ffff",
        "²",
        "٣",
        "a" * 70_000,
    ],
    ids=lambda word: ascii(word)[:12],
)
def test_odd_words_are_described(word):
    features = NEW([word, "cell"])
    assert bags(features)[1] == bags(NEW(["cell"]))[0]
    assert features.hashes["word"][0] != features.hashes["word"][1]


def test_no_words_are_described():
    features = NEW([])
    assert all(values.shape == (0,) for values in features.hashes.values())
    assert features.bag_sizes.sum() == len(features.bag) == 0


def test_columns_see_of_words_what_they_are_named_after():
    columns = columns_of(["Cells", "cells", "Walls", "ls", "CELLS"])
    equal = {
        name: [[int(i) for i in np.flatnonzero(values == value)] for value in values]
        for name, values in columns.items()
    }
    assert equal["word"] == [[0], [1], [2], [3], [4]]
    assert equal["lower"][0] == [0, 1, 4]
    assert equal["shape"][0] == [0, 2]
    assert equal["runs"][0] == [0, 2]
    assert equal["runs"][1] == [1, 3]
    assert equal["ending3"][0] == [0, 1, 2, 4]
    assert equal["ending2"][0] == [0, 1, 2, 3, 4]


def test_word_shorter_than_an_ending_is_its_own_ending():
    columns = columns_of(["s", "is", "his"])
    assert columns["ending2"][0] == columns["lower"][0]
    assert columns["ending2"][1] == columns["ending2"][2] == columns["lower"][1]
    assert columns["ending3"].tolist() == columns["lower"].tolist()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cells", "Cells"),  # a capital
        ("cell", "cell-"),
        ("p53", "pab"),
        ("DNA", "dna"),
        ("mRNA", "mrna"),
        ("52", "5a"),
        ("binding", "binds"),
        ("unbound", "inbound"),
    ],
)
def test_bags_tell_words_apart(one, other):
    first, second = bags(NEW([one, other]))
    assert first != second


def test_bags_share_what_words_share():
    ing, other, none = (set(bag) for bag in bags(NEW(["binding", "holding", "tests"])))
    assert len(ing & other) > len(ing & none)


# --- classes ---------------------------------------------------------------------------------


def test_known_words_have_the_class_of_the_lexicon_and_new_ones_look_like_others():
    known = ["cells", "walls", "binds"]
    lexicon = learn(hash_strings(known), np.array([1, 1, 2]))
    classes = WordFeaturizer(lexicon)([*known, "Stalls", "Malls", "falls", "runs"]).hashes["class"]
    cells, walls, binds, stalls, malls, falls, runs = classes.tolist()
    assert cells == walls != binds
    assert stalls == malls  # the last three letters, and a capital before small ones
    assert len({cells, binds, stalls, falls, runs}) == 5


@given(WORDS)
def test_without_a_lexicon_words_are_what_they_look_like(words):
    columns = columns_of(words)
    looks = [
        (ending, runs)
        for ending, runs in zip(columns["ending3"].tolist(), columns["runs"].tolist(), strict=True)
    ]
    pairs = set(zip(looks, columns["class"].tolist(), strict=True))
    assert len(pairs) == len(set(looks)) == len({number for _, number in pairs})


def test_guessed_leaves_known_classes_alone():
    columns = columns_of(["cells", "walls"])
    classes = np.array([7, 0], dtype=np.uint64)
    assert guessed(classes, columns)[0] == 7
    assert guessed(classes, columns)[1] == columns["class"][1]
    assert classes.tolist() == [7, 0]


# --- surroundings ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 1 touches on both sides, 2 on the right, 3 on the left, 4 on neither; sentences by |.
        # What lies outside of a sentence counts as white space.
        ("a", [4]),
        ("a ", [4]),
        ("a b ", [4, 4]),
        ("a-b ", [2, 1, 3]),
        ("a -b", [4, 2, 3]),
        ("a|b ", [4, 4]),
        ("a-b|c", [2, 1, 3, 4]),
    ],
)
def test_layout_says_what_a_token_touches(text, expected):
    tokens = [c for c in text if c not in " |"]
    spaces = [text[i + 1 : i + 2] == " " for i, c in enumerate(text) if c not in " |"]
    lengths = [sum(c not in " |" for c in part) for part in text.split("|")]
    found = layout(np.array(spaces), np.array(lengths))
    assert len(tokens) == len(found)
    assert found.tolist() == expected
    assert found.dtype == np.uint64


@given(SENTENCES)
def test_layout_is_white_space_before_and_after(sentences):
    expected = []
    for sentence in sentences:
        for place, (_, space) in enumerate(sentence):
            before = place == 0 or sentence[place - 1][1]
            after = place == len(sentence) - 1 or space
            expected.append(1 + before + 2 * after)
    spaces = np.array([space for sentence in sentences for _, space in sentence])
    lengths = np.array([len(sentence) for sentence in sentences])
    assert layout(spaces, lengths).tolist() == expected


@given(SENTENCES)
def test_every_gram_finds_its_columns_and_stays_in_reach(sentences):
    columns, padded = laid_out(sentences)
    for group in GROUPS:
        for gram in group.grams:
            assert gram.starts == group.starts
            assert all(columns[name].shape == (padded.size,) for name in gram.features)
            assert min(gram.starts) >= -REACH
            assert max(gram.starts) + len(gram.features) - 1 <= REACH
    assert len({group.starts for group in GROUPS}) == len(GROUPS)
    grams = [gram for group in GROUPS for gram in group.grams]
    assert len(grams) == len(set(grams))


def test_columns_of_words_alone_are_described_with_the_word():
    assert columns_of(["cell"]).keys() >= WORD_FEATURES
    columns, _ = laid_out([[("cell", True)]])
    of_place = columns.keys() - columns_of(["cell"]).keys()
    assert "layout" in of_place
    assert not WORD_FEATURES & of_place


@given(SENTENCES)
def test_sentence_has_the_columns_that_it_has_alone(sentences):
    columns, padded = laid_out(sentences)
    for sentence, first in zip(sentences, padded.firsts, strict=True):
        alone, single = laid_out([sentence])
        for name, values in columns.items():
            here = values[first : first + len(sentence)]
            assert np.array_equal(here, alone[name][single.tokens])


def test_around_is_the_neighbours_and_not_the_word():
    def middle(*words):
        columns, padded = laid_out([[(word, True) for word in words]])
        return int(columns["around"][padded.tokens[len(words) // 2]])

    assert middle("the", "cell", "binds") == middle("The", "leaf", "BINDS")
    assert middle("the", "cell", "binds") != middle("binds", "cell", "the")
    assert middle("cell") != middle("the", "cell", "binds")
