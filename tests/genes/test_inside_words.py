"""Names at the beginning of longer words: genotypes and alleles, not other genes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.genes.inside_words import with_heads
from spacy_citalign.genes.mentions import GeneMention


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


WORDS = st.sampled_from(["Zork2", "Zork", "null", "tm1", "/", "+", " ", "6", "hop", "\u0394", "Ab"])


@given(st.lists(WORDS, max_size=30), st.integers(0, 20), st.integers(1, 12))
def test_mentions_never_overlap_and_lie_in_the_text(parts, start, size):
    text = "".join(parts)
    mentions = [GeneMention(start, start + size, 0.9, 1)] if start + size <= len(text) else []
    ends = 0
    for one in with_heads(text, mentions, 0.8):
        assert ends <= one.start_char < one.end_char <= len(text)
        ends = one.end_char
