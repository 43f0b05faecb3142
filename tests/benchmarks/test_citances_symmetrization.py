"""Joining two directional alignments, against the conditions of Och & Ney (2003) word for word."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.citances.symmetrization import (
    METHODS,
    alignment_matrix,
    intersection,
    refined,
    symmetrize,
    union,
)
from spacy_citalign.errors import SettingError


def links(picture):
    """A matrix drawn with # and ., a source word a line."""
    return np.array([[mark == "#" for mark in line] for line in picture.split()])


def test_alignment_matrix_links_words_to_their_labels():
    # Word 0 to target 2, word 1 to none, words 2 and 3 to target 0.
    found = alignment_matrix(np.array([3, 0, 1, 1]), 3)
    assert found.dtype == bool
    assert np.array_equal(found, links("..# ... #.. #.."))


def test_alignment_matrix_of_nothing():
    assert alignment_matrix(np.array([], dtype=np.int64), 3).shape == (0, 3)
    assert alignment_matrix(np.array([0, 0]), 0).shape == (2, 0)


@pytest.mark.parametrize("wrong", [-1, 4])
def test_alignment_matrix_refuses_labels_out_of_range(wrong):
    with pytest.raises(SettingError, match=f"labels hold {wrong}; give 0 to 3"):
        alignment_matrix(np.array([0, wrong]), 3)


# "damage to the DNA" / "DNA damage": both directions link damage and DNA; forward links "the" to
# DNA as well, backward nothing else.
FORWARD = links(".# .. #. #.")
BACKWARD = links(".# .. .. #.")


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("union", ".# .. #. #."),
        ("intersection", ".# .. .. #."),
        ("refined", ".# .. #. #."),  # "the" lies next to DNA in the column of DNA
    ],
)
def test_symmetrize_by_method(method, expected):
    assert np.array_equal(symmetrize(FORWARD, BACKWARD, method), links(expected))


@pytest.mark.parametrize(
    ("forward", "backward", "expected"),
    [
        # Of words without a link any link joins, however far from others.
        ("#... .... ...#", "#... .... ....", "#... .... ...#"),
        # A word with a link takes no link that has no neighbour.
        ("#... .... #...", "#... .... ....", "#... .... ...."),
        # It takes a run of neighbours, link by link; here the last is tried first.
        (".... #... #... #...", ".... .... .... #...", ".... #... #... #..."),
        # A corner: (0, 1) is beside (0, 0) in its row, then (1, 0), in its column, may not join.
        ("#. #.", "## ..", "## .."),
        # (1, 1) is beside (0, 1) in its column, but that has (0, 0) in its row.
        (".#. .#. ...", "##. ... ...", "##. ... ..."),
        # Both at once, as in a filled square, do not join either.
        ("#.. #.. ..#", "#.. ... .##", "#.. #.. .##"),
    ],
)
def test_refined_by_hand(forward, backward, expected):
    assert np.array_equal(refined(links(forward), links(backward)), links(expected))


def both_ways(matrix, i, j):
    """Whether a link has horizontal and vertical neighbours."""
    wide = np.pad(matrix, 1)
    i, j = i + 1, j + 1
    return (wide[i - 1, j] or wide[i + 1, j]) and (wide[i, j - 1] or wide[i, j + 1])


def may_join(matrix, i, j):
    """The conditions of the paper, on the whole matrix."""
    if not matrix[i].any() and not matrix[:, j].any():
        return True
    grown = matrix.copy()
    grown[i, j] = True
    wide = np.pad(matrix, 1)
    beside = [wide[i, j + 1], wide[i + 2, j + 1], wide[i + 1, j], wide[i + 1, j + 2]]
    return any(beside) and not any(both_ways(grown, *link) for link in np.argwhere(grown))


@st.composite
def pairs(draw):
    """Two many-to-one alignments of up to 6 by 6 words that often agree."""
    sources, targets = draw(st.integers(0, 6)), draw(st.integers(0, 6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    forward = alignment_matrix(rng.integers(0, targets + 1, sources), targets)
    back = rng.integers(0, sources + 1, targets)
    for target in range(targets):
        linked = np.flatnonzero(forward[:, target])
        if len(linked) and rng.random() < 0.6:
            back[target] = 1 + rng.choice(linked)
    return forward, alignment_matrix(back, sources).T


@given(pairs())
def test_refined_keeps_the_conditions_of_the_paper(pair):
    forward, backward = pair
    expected = forward & backward
    waiting = np.argwhere(forward ^ backward).tolist()
    grew = True
    while grew:
        grew = False
        for i, j in waiting:
            if not expected[i, j] and may_join(expected, i, j):
                expected[i, j] = grew = True
    assert np.array_equal(refined(forward, backward), expected)


@given(pairs())
def test_refined_lies_between_intersection_and_union_and_links_every_word_it_can(pair):
    found = refined(*pair)
    assert np.all(intersection(*pair) <= found)
    assert np.all(found <= union(*pair))
    assert not any(both_ways(found, i, j) for i, j in np.argwhere(found))
    for i, j in np.argwhere(union(*pair)):
        assert found[i].any() or found[:, j].any()


@given(pairs(), st.sampled_from(["union", "intersection", "refined"]))
def test_symmetrize_takes_the_directions_in_any_order_and_leaves_them_as_they_are(pair, method):
    forward, backward = (direction.copy() for direction in pair)
    found = symmetrize(forward, backward, method)
    assert np.array_equal(found, symmetrize(backward, forward, method))
    assert np.array_equal(forward, pair[0])
    assert np.array_equal(backward, pair[1])


@given(pairs(), st.sampled_from(["union", "intersection", "refined"]))
def test_symmetrize_of_directions_that_agree_is_either(pair, method):
    both = intersection(*pair)
    assert np.array_equal(symmetrize(both, both, method), both)


def test_symmetrize_refuses_other_methods_and_shapes():
    with pytest.raises(SettingError, match="method is 'grow'; choose from union, intersection"):
        symmetrize(FORWARD, BACKWARD, "grow")
    with pytest.raises(SettingError, match=r"forward is \(4, 2\) but backward \(2, 4\)"):
        symmetrize(FORWARD, BACKWARD.T, "union")


LABELS = st.integers(1, 4).flatmap(
    lambda size: st.tuples(
        st.lists(st.integers(0, size), min_size=1, max_size=4), st.just(size), st.integers(0, 2**16)
    )
)


@given(LABELS)
def test_alignments_of_swapped_texts_are_mirrored_but_for_the_order_of_growth(drawn):
    labels, size, bits = drawn
    forward = alignment_matrix(np.array(labels), size)
    backward = np.zeros_like(forward)
    for j in range(size):  # one link a target word at most
        backward[(bits >> (4 * j)) % len(labels), j] = bool((bits >> j) & 1)
    for method in METHODS:
        found = symmetrize(forward, backward, method)
        assert np.all(found <= (forward | backward))
        assert np.all(found >= (forward & backward))
        if method != "refined":
            assert np.array_equal(symmetrize(backward.T, forward.T, method), found.T)
