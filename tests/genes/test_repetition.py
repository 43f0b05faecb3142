"""One sense a document: names that are sure at one place are marked at all others.

Names at the beginning of longer words: genotypes and alleles, not other genes.
"""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from spacy_citalign.genes.records import GeneMention
from spacy_citalign.genes.repetition import (
    find_places,
    with_heads,
    with_repetitions,
)
from spacy_citalign.words.tokens import split_fine


def marked(text, sure=(), unsure=(), least=0.9):
    """The texts of the mentions; ``sure`` and ``unsure`` are marked where they first stand."""
    mentions = [
        GeneMention(text.index(name), text.index(name) + len(name), confidence, 3)
        for names, confidence in ((sure, 0.95), (unsure, 0.5))
        for name in names
    ]
    found = with_repetitions(text, sorted(mentions), least)
    return [(one.start_char, text[one.start_char : one.end_char]) for one in found]


def test_a_sure_name_is_marked_wherever_it_stands():
    text = "The Zork2 gene. Zork2 rose; no Zork2-null mouse."
    assert marked(text, ["Zork2"]) == [(4, "Zork2"), (16, "Zork2"), (31, "Zork2")]


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("Zork2 binds Zork22, preZork2 and zork2.", "Zork2"),  # other words, other case
        ("p5 binds p5.", "p5"),  # too short
        ("Zork2 alpha binds. Zork2 beta.", "Zork2 alpha"),
    ],
)
def test_what_is_not_the_name_is_not_marked(text, sure):
    assert marked(text, [sure]) == [(0, sure)]


def test_an_unsure_name_is_not_repeated():
    assert marked("Zork2 binds Zork2.", unsure=["Zork2"]) == [(0, "Zork2")]


def test_of_two_names_at_one_place_the_longer_counts():
    text = "Blip and Blip kinase bind. No Blip kinase, no Blip."
    found = marked(text, ["Blip", "Blip kinase"])
    assert found == [(0, "Blip"), (9, "Blip kinase"), (30, "Blip kinase"), (46, "Blip")]


def test_a_mention_that_is_there_stays_as_it_is():
    text = "Blip binds. The Blip kinase too."
    assert marked(text, ["Blip"], unsure=["Blip kinase"]) == [(0, "Blip"), (16, "Blip kinase")]


def test_white_space_is_part_of_the_name():
    assert marked("Zork  2 and Zork 2.", ["Zork  2"]) == [(0, "Zork  2")]


WORDS = st.sampled_from(["Zork", "Zork2", "the", "-", "2", " ", "\n", "(", "Blip"])


@given(st.lists(WORDS, max_size=30), st.data(), st.sampled_from([0.4, 0.6, 0.95]))
def test_mentions_stay_and_others_equal_a_sure_one(parts, data, least):
    text = "".join(parts)
    tokens = split_fine([text])
    bounds = [
        (start, start + len(word)) for start, word in zip(tokens.starts, tokens.words, strict=True)
    ]
    kept, last = [], 0
    for first in range(len(bounds)):
        size = data.draw(st.integers(0, 2))
        if size and first + size <= len(bounds) and bounds[first][0] >= last:
            last = bounds[first + size - 1][1]
            confidence = data.draw(st.sampled_from([0.5, 0.9]))
            kept.append(GeneMention(int(bounds[first][0]), int(last), confidence, 1))
    found = with_repetitions(text, kept, least)
    assert set(kept) <= set(found)
    sure = {text[m.start_char : m.end_char] for m in kept if m.confidence > least}
    ends = 0
    for one in found:
        assert one.start_char >= ends
        ends = one.end_char
        if one not in kept:
            assert text[one.start_char : one.end_char] in sure
            assert (one.confidence, one.votes) == (least, 0)
    # Once all places are marked, there is nothing more to find.
    if least:
        assert with_repetitions(text, found, least) == found


@given(st.text("ab-_ 1(\u00e9", min_size=3, max_size=25), st.data())
def test_places_are_those_between_edges_of_tokens(text, data):
    tokens = split_fine([text])
    edges = [
        (start, start + len(word)) for start, word in zip(tokens.starts, tokens.words, strict=True)
    ]
    assume(edges)
    spans = st.tuples(st.sampled_from(edges), st.sampled_from(edges))
    drawn = data.draw(st.lists(spans, max_size=4))
    names = {text[first[0] : last[1]] for first, last in drawn if first <= last}
    places = [(start, end) for start, _ in edges for _, end in edges if text[start:end] in names]
    assert find_places(text, names) == sorted(places, key=lambda place: (place[0], -place[1]))


def heads(text, *names, confidence=0.95):
    """The marked texts, each with what follows it in its word."""
    mentions = []
    for name in names:
        start = text.index(name)
        mentions.append(GeneMention(start, start + len(name), confidence, 3))
    found = with_heads(text, sorted(mentions), 0.8)
    return [(text[one.start_char : one.end_char], one.start_char) for one in found]


@pytest.mark.parametrize(
    "word",
    [
        "Zork2tm1/+",
        "Zork2tm1Abc",
        "Zork2null",
        "Zork2flox/flox",
        "Zork2hop/hop",
        "Zork2hop/+",
        "Zork2hop/\u2212",
        "Zork2hop/-",
        "Zork2\u0394ex7",
        "Zork2G602D",
        "Zork2KO",
        "Zork2Cre",
    ],
)
def test_the_name_is_found_at_the_beginning_of_a_genotype(word):
    text = f"Zork2 binds. No {word} frogs."
    assert heads(text, "Zork2") == [("Zork2", 0), ("Zork2", 16)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Zork binds. Zork6 too.", "Zork"),  # another gene
        ("Zork2 binds. Zork22 and Zork2A too.", "Zork2"),
        ("Ran binds. Random mice, Ranging.", "Ran"),
        ("Zork binds Zorkin/hop.", "Zork"),
        ("Zork6 binds. No preZork6tm1 frogs.", "Zork6"),
        ("XPC binds. XPCS/wt mice.", "XPC"),  # of XPCS, not of XPC
        ("ab binds. abnull mice.", "ab"),  # too short
        ("Zork binds. Zork5G602D mice.", "Zork"),
        ("Zork2 binds. Zork2R1A too.", "Zork2"),
    ],
)
def test_other_words_are_left_alone(text, name):
    assert heads(text, name) == [(name, 0)]


def test_both_chromosomes_may_be_named():
    text = "Zork2 binds. No Zork2hop/Zork2hop frogs."
    assert [start for _, start in heads(text, "Zork2")] == [0, 16, 25]


def test_an_allele_is_known_by_its_genotype_elsewhere():
    text = "Zork2 binds. Zork2hop/hop frogs; the Zork2hop allele. No Zork3hop, no Zork2hip."
    assert [start for _, start in heads(text, "Zork2")] == [0, 13, 37]


def test_a_mention_of_the_whole_word_gives_way_and_others_stay():
    text = "Zork2 binds. Zork2null frogs; a Zork2null frog kinase."
    mentions = [GeneMention(0, 5, 0.9), GeneMention(13, 22, 0.6), GeneMention(32, 53, 0.7)]
    found = with_heads(text, mentions, 0.8)
    assert found == [mentions[0], GeneMention(13, 18, 0.8), mentions[2]]


def test_a_name_that_is_hardly_one_is_not_looked_for():
    text = "Zork2 binds. Zork2null frogs."
    assert heads(text, "Zork2", confidence=0.4) == [("Zork2", 0)]


HEADS = st.sampled_from(["Zork2", "Zork", "null", "tm1", "/", "+", " ", "6", "hop", "\u0394", "Ab"])


@given(st.lists(HEADS, max_size=30), st.integers(0, 20), st.integers(1, 12))
def test_mentions_never_overlap_and_lie_in_the_text(parts, start, size):
    text = "".join(parts)
    mentions = [GeneMention(start, start + size, 0.9, 1)] if start + size <= len(text) else []
    ends = 0
    for one in with_heads(text, mentions, 0.8):
        assert ends <= one.start_char < one.end_char <= len(text)
        ends = one.end_char
