"""Copies of aligned texts with less in common: what they keep, and that their gold is right."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.sentences.perturbation import Perturbation, perturbed

NOTHING = Perturbation(words=0.0, sentences=0.0, merges=0.0, moved=0.0, cut=0.0)


def text(name, sentences):
    """Sentences whose words tell where they stood."""
    return [[f"{name}{number}.{word}" for word in range(3)] for number in range(sentences)]


def numbers(sentence):
    """The numbers of the sentences that a sentence is made of."""
    return {int(word[1:].split(".")[0]) for word in sentence}


def links_between(first, second):
    """The pairs of sentences of two copies that have linked words."""
    return {
        (i, j)
        for i, one in enumerate(first)
        for j, other in enumerate(second)
        if any((a, b) in LINKS for a in numbers(one) for b in numbers(other))
    }


FIRST, SECOND = text("a", 9), text("b", 9)
LINKS = {(number, number) for number in range(9)} | {(2, 3)}


def copy(strength, seed=0):
    return perturbed(FIRST, SECOND, LINKS, strength, np.random.default_rng(seed))


def test_a_copy_of_no_strength_is_the_original():
    first, second, links = copy(NOTHING)
    assert (first, second, set(links)) == (FIRST, SECOND, LINKS)


@given(st.integers(0, 10_000))
def test_links_of_a_copy_are_those_of_its_sentences(seed):
    first, second, links = copy(Perturbation(), seed)
    # A sentence of which a merged part lost all its words is linked by that part still.
    assert links_between(first, second) <= set(links)
    assert len(links) == len(set(links))


@given(st.integers(0, 10_000))
def test_sentences_left_out_merged_and_moved_are_never_torn(seed):
    strength = NOTHING._replace(sentences=0.6, merges=0.9, moved=1.0)
    first, second, links = copy(strength, seed)
    assert 1 <= len(first) <= 9
    assert [word for sentence in first for word in sentence] == sorted(
        word for sentence in first for word in sentence
    )
    for sentence in [*first, *second]:
        own = sorted(numbers(sentence))
        assert len(sentence) == 3 * len(own)
        assert own == list(range(own[0], own[-1] + 1))
    assert set(links) == links_between(first, second)


def test_blocks_are_moved_as_wholes():
    strength = NOTHING._replace(moved=1.0, block=(3, 3))
    orders = {tuple(min(numbers(s)) for s in copy(strength, seed)[1]) for seed in range(40)}
    blocks = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    assert orders == {
        a + b + c for a in blocks for b in blocks for c in blocks if len({a, b, c}) == 3
    }


@given(st.integers(0, 10_000))
def test_pieces_are_neighbours(seed):
    strength = NOTHING._replace(cut=1.0, piece=(2, 4))
    first, second, links = copy(strength, seed)
    for text in (first, second):
        own = [min(numbers(sentence)) for sentence in text]
        assert 2 <= len(own) <= 4
        assert own == list(range(own[0], own[0] + len(own)))
    assert set(links) == links_between(first, second)


def test_some_pieces_are_of_the_same_place_and_some_have_nothing_in_common():
    strength = NOTHING._replace(cut=1.0, piece=(2, 2))
    counts = [len(copy(strength, seed)[2]) for seed in range(60)]
    assert counts.count(0) > 10
    assert sum(count >= 2 for count in counts) > 25


def test_texts_shorter_than_a_piece_stay_whole():
    text = [["a"], ["b"]]
    strength = NOTHING._replace(cut=1.0, piece=(6, 6))
    again = perturbed(text, text, {(0, 0)}, strength, np.random.default_rng(0))
    assert again == (text, text, [(0, 0)])


def test_a_sentence_keeps_a_word():
    strength = NOTHING._replace(words=1.0)
    for seed in range(20):
        assert all(len(sentence) >= 1 for text in copy(strength, seed)[:2] for sentence in text)


def test_empty_texts_stay_empty():
    first, second, links = perturbed([], SECOND, set(), Perturbation(), np.random.default_rng(1))
    assert (first, links, bool(second)) == ([], [], True)
