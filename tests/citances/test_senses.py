"""The vocabulary of findings, and the words that carry no meaning: what must hold of the lists."""

import pytest

from spacy_citalign.citances import senses
from spacy_citalign.citances.senses import opposite_sense, sense
from spacy_citalign.citances.stop_words import STOP_WORDS
from spacy_citalign.words.stem import porter_stem


def sense_of(word):
    return sense(porter_stem(word))


def opposite_of(word):
    return opposite_sense(porter_stem(word))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("triggers", "induction"),
        ("degraded", "turnover"),
        ("inhibits", "suppression"),
        ("enhances", "upregulated"),
        ("cancer", "tumours"),
        ("mouse", "murine"),
        ("critical", "required"),
    ],
)
def test_words_of_one_sense(one, other):
    assert sense_of(one) == sense_of(other) > 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("enhances", "inhibits"),
        ("phosphorylated", "dephosphorylation"),
        ("stable", "unstable"),
        ("sensitive", "resistance"),
        ("fission", "fusion"),
    ],
)
def test_opposites_are_each_others_opposite(one, other):
    assert sense_of(one) == opposite_of(other) > 0
    assert sense_of(other) == opposite_of(one) > 0
    assert sense_of(one) != sense_of(other)


@pytest.mark.parametrize("word", ["Zork2", "wombat", "", "the", "42"])
def test_other_words_have_no_sense(word):
    assert sense_of(word) == opposite_of(word) == 0


def test_word_of_two_lines_has_the_sense_of_the_first():
    # "regulate ... direct", then "direct directly ! indirect indirectly".
    assert sense_of("direct") == sense_of("regulates")
    assert opposite_of("direct") == 0


def test_senses_without_an_opposite():
    assert sense_of("nucleus") > 0
    assert opposite_of("nucleus") == 0


def sides():
    """The sides of every line."""
    lines = senses._SENSES.replace("\n    ", " ").strip().splitlines()
    return [[side.split() for side in line.split("!")] for line in lines]


def test_a_line_has_one_sense_or_two_opposite_ones():
    assert {len(line) for line in sides()} == {1, 2}
    assert all(side for line in sides() for side in line)


def numbered_sides():
    """The sides of every line by their numbers."""
    return dict(enumerate((side for line in sides() for side in line), start=1))


def test_every_side_of_a_line_is_in_use():
    unused = {
        side[0] for number, side in numbered_sides().items() if number not in map(sense_of, side)
    }
    assert unused == set()


def test_the_two_sides_of_a_line_share_no_stem():
    both = [
        (line[0][0], stem)
        for line in sides()
        if len(line) == 2
        for stem in {porter_stem(word) for word in line[0]}
        if stem in {porter_stem(word) for word in line[1]}
    ]
    assert both == []


def test_opposition_is_mutual_everywhere():
    words = [word for line in sides() for side in line for word in side]
    opposite = {sense_of(word): opposite_of(word) for word in words}
    for own, other in opposite.items():
        assert other == 0 or opposite.get(other, own) == own
        assert own != other


def test_stop_words_are_lower_case_and_mean_nothing():
    assert all(word == word.lower() and word.strip() for word in STOP_WORDS)
    assert {"the", "of", "however", "respectively", "e.g"} <= STOP_WORDS
    assert not {"cell", "increase", "gene", "not-a-word"} & STOP_WORDS
