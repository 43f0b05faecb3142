"""Universal tags from Penn tags and words: the usual one of a tag, and exceptions."""

from collections import Counter

import numpy as np
import pytest
from corpus import tagged_sentences
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.tags.universal import UNIVERSAL, UniversalTagger, exception_keys, learn
from spacy_citalign.words.hashing import Strings
from spacy_citalign.words.shape import shapes


def lower(words):
    return shapes(Strings(words)).lower


def universal(tokens, tags, asked):
    """Learn from (word, Penn tag, universal tag), and ask for (word, Penn tag) pairs."""
    tagger = UniversalTagger(learn(tokens, tags))
    words, penn = zip(*asked, strict=True)
    numbers = np.array([tags.index(tag) for tag in penn])
    return [UNIVERSAL[place] for place in tagger(lower(words), numbers).tolist()]


def test_is_as_vbz_is_an_exception():
    # Two different words under VBZ are VERB and one is AUX, however often that one occurs.
    tokens = [("is", "VBZ", "AUX")] * 9 + [("binds", "VBZ", "VERB"), ("grows", "VBZ", "VERB")]
    assert universal(tokens, ["VBZ"], [("is", "VBZ"), ("binds", "VBZ"), ("rests", "VBZ")]) == [
        "AUX",
        "VERB",
        "VERB",
    ]


def test_exception_holds_for_its_tag_only():
    tokens = [("that", "IN", "SCONJ")] * 2 + [("of", "IN", "ADP"), ("in", "IN", "ADP")]
    tokens += [("that", "DT", "DET")]
    asked = [("that", "IN"), ("of", "IN"), ("that", "DT"), ("THAT", "IN"), ("of", "DT")]
    expected = ["SCONJ", "ADP", "DET", "SCONJ", "DET"]
    assert universal(tokens, ["DT", "IN"], asked) == expected


def test_exception_takes_two_occurrences():
    tokens = [("binds", "VBZ", "VERB"), ("grows", "VBZ", "VERB"), ("is", "VBZ", "AUX")]
    assert universal(tokens, ["VBZ"], [("is", "VBZ")]) == ["VERB"]
    assert universal([*tokens, tokens[-1]], ["VBZ"], [("is", "VBZ")]) == ["AUX"]
    assert universal([*tokens, ("Is", "VBZ", "AUX")], ["VBZ"], [("is", "VBZ")]) == ["AUX"]


def test_word_is_what_it_mostly_is():
    tokens = [("like", "IN", "SCONJ")] * 3 + [("like", "IN", "ADP")] * 2
    tokens += [("of", "IN", "ADP"), ("in", "IN", "ADP")]
    assert universal(tokens, ["IN"], [("like", "IN")]) == ["SCONJ"]


@pytest.mark.parametrize("none", ["", "_", "SPACE", "noun", "VBZ"])
def test_tokens_without_a_universal_tag_are_left_out(none):
    tokens = [("a", "DT", none)] * 5 + [("the", "DT", "DET"), ("x", "FW", none)]
    assert universal(tokens, ["DT", "FW"], [("a", "DT"), ("x", "FW")]) == ["DET", ""]
    tags = learn([("x", "FW", none)], ["FW"])
    assert (tags.usual.tolist(), tags.words.tolist(), tags.exceptions.tolist()) == ([0], [], [])


@pytest.mark.parametrize("word", ["ΟΔΟΣ", "İs", "straße", "STRASSE", "ǅ", "\U0001f9ec", "a\u0301"])
def test_exceptions_are_found_again_however_a_word_is_written(word):
    tokens = [(word, "NN", "PROPN")] * 2 + [("cell", "NN", "NOUN"), ("leaf", "NN", "NOUN")]
    assert universal(tokens, ["NN"], [(word, "NN")]) == ["PROPN"]


def test_universal_tags_are_those_of_the_second_version():
    assert UNIVERSAL[0] == ""
    assert len(UNIVERSAL) == len(set(UNIVERSAL)) == 18


def test_map_of_the_invented_sentences():
    tokens = [token for sentence in tagged_sentences() for token in zip(*sentence, strict=True)]
    tags = sorted({tag for _, tag, _ in tokens})
    asked = [(word, tag) for word, tag, _ in tokens]
    expected = [pos for *_, pos in tokens]
    wrong = [
        (word, found, gold)
        for (word, _), found, gold in zip(
            asked, universal(tokens, tags, asked), expected, strict=True
        )
        if found != gold
    ]
    # Those that are an exception once only.
    assert all(sum(token[0] == word for token in tokens) == 1 for word, *_ in wrong)
    assert len(wrong) < 3
    assert universal(tokens, tags, [("divides", "VBZ"), ("Is", "VBZ")]) == ["VERB", "AUX"]


def plain(tokens, asked):
    """The same by counts in plain Python."""
    order = {tag: number for number, tag in enumerate(UNIVERSAL)}

    def first(counts):
        return min(counts, key=lambda tag: (-counts[tag], order[tag]))

    counts = {}
    for word, tag, pos in tokens:
        if pos in UNIVERSAL[1:]:
            counts.setdefault((word.lower(), tag), Counter())[pos] += 1
    usual = {
        tag: first(Counter(first(own) for (_, other), own in counts.items() if other == tag))
        for tag in {tag for _, tag in counts}
    }
    found = []
    for word, tag in asked:
        own = counts.get((word.lower(), tag), Counter())
        found.append(first(own) if own.total() > 1 else usual.get(tag, ""))
    return found


_WORD = st.sampled_from(["a", "b", "B", "cd", "CD", "e"])
_TAG = st.sampled_from(["DT", "IN", "NN"])


@given(
    st.lists(st.tuples(_WORD, _TAG, st.sampled_from(["", "ADP", "DET", "NOUN", "X"])), max_size=40),
    st.lists(st.tuples(_WORD, _TAG), min_size=1, max_size=6),
)
def test_universal_tags_are_those_of_plain_counts(tokens, asked):
    assert universal(tokens, ["DT", "IN", "NN"], asked) == plain(tokens, asked)


@given(st.lists(st.tuples(_WORD, _TAG, st.sampled_from(["ADP", "DET", "NOUN"])), max_size=40))
def test_map_is_sorted_and_does_not_mind_the_order(tokens):
    tags = ["DT", "IN", "NN"]
    one, two = learn(tokens, tags), learn(tokens[::-1], tags)
    assert all(np.array_equal(a, b) and a.dtype == b.dtype for a, b in zip(one, two, strict=True))
    assert np.all(one.words[1:] > one.words[:-1])
    assert len(one.usual) == 3
    assert len(one.exceptions) == len(one.words)
    assert [a.dtype for a in one] == [np.uint8, np.uint64, np.uint8]


def test_keys_of_exceptions_tell_words_and_tags_apart():
    keys = exception_keys(np.repeat(lower(["is", "as"]), 2), np.array([0, 1, 0, 1]))
    assert len(set(keys.tolist())) == 4


def test_nothing_is_asked():
    tagger = UniversalTagger(learn([("is", "VBZ", "AUX")], ["VBZ"]))
    assert tagger(lower([]), np.zeros(0, dtype=np.int64)).tolist() == []
