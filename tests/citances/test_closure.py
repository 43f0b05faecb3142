"""Closure and clustering: one bad link between two classes, then plain-Python greedy as the oracle.

Six words of three citances say two things; all pairs of one thing are similar to .95, and one pair
across (words 0 and 3) to .9.

    word      0 1 | 2 3 | 4 5
    meaning   a b | a b | a b
"""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from spacy_citalign.citances.closure import STEP, average_link, equivalence_closure
from spacy_citalign.errors import SettingError

OWNERS = np.array([0, 0, 1, 1, 2, 2])
MEANINGS = np.array([1, 2, 1, 2, 1, 2])


def with_bad_link():
    similarity = 0.95 * (MEANINGS[:, None] == MEANINGS) * (OWNERS[:, None] != OWNERS)
    similarity[0, 3] = similarity[3, 0] = 0.9
    return similarity


def cluster(rows, owners, **settings):
    return average_link(np.array(rows, dtype=float), np.array(owners), **settings)


# --- one bad link ----------------------------------------------------------------------------


def test_one_bad_link_ruins_the_equivalence_closure():
    links = np.argwhere(np.triu(with_bad_link()) >= 0.5)
    assert equivalence_closure(links, 6).tolist() == [1, 1, 1, 1, 1, 1]


def test_one_bad_link_leaves_average_link_intact():
    # Of the 9 pairs across 3 are within a citance; one of the other 6 is similar.
    merges = average_link(with_bad_link(), OWNERS)
    assert merges.height == pytest.approx([0.95] * 4 + [0.9 / 6])
    assert merges.classes(0.5).tolist() == [1, 2, 1, 2, 1, 2]
    assert merges.classes(0.1).tolist() == [1, 1, 1, 1, 1, 1]


def test_merges_are_numbered_as_by_scipy():
    merges = cluster(
        [[0, 0.2, 0.6, 0], [0.2, 0, 0, 0.9], [0.6, 0, 0, 0.1], [0, 0.9, 0.1, 0]], [0, 1, 2, 3]
    )
    assert merges.first.tolist() == [1, 0, 4]
    assert merges.second.tolist() == [3, 2, 5]
    assert merges.size.tolist() == [2, 2, 4]
    assert merges.height == pytest.approx([0.9, 0.6, (0.2 + 0 + 0 + 0.1) / 4])


# --- the rules, one by one -------------------------------------------------------------------


def test_pairs_within_a_citance_are_no_evidence():
    merges = cluster([[0, 1, 0.4], [1, 0, 0.8], [0.4, 0.8, 0]], [0, 0, 1])
    assert merges.height == pytest.approx([0.8, 0.4])
    assert cluster(np.ones((3, 3)), [0, 0, 0]).height.size == 0


def test_a_threshold_takes_merges_of_its_own_height():
    merges = cluster([[0, 0.9, 0.9], [0.9, 0, 0.9], [0.9, 0.9, 0]], [0, 1, 2], floor=0.9)
    assert merges.height == pytest.approx([0.9, 0.9])
    assert merges.classes(0.9).tolist() == [1, 1, 1]
    assert merges.classes(0.9 + 2 * STEP).tolist() == [0, 0, 0]


def test_merges_stop_at_the_floor():
    rows = [[0, 0.3, 0], [0.3, 0, 0.2], [0, 0.2, 0]]
    assert cluster(rows, [0, 1, 2], floor=0.3).height == pytest.approx([0.3])
    assert cluster(rows, [0, 1, 2], floor=0.1).height == pytest.approx([0.3, (0 + 0.2) / 2])
    assert cluster(rows, [0, 1, 2], floor=0.4).height.size == 0


def test_of_equal_pairs_the_lowest_words_merge_first():
    chain = np.zeros((5, 5))
    for word in range(4):
        chain[word, word + 1] = chain[word + 1, word] = 0.7
    merges = cluster(chain, range(5))
    assert merges.first.tolist()[:2] == [0, 2]
    assert merges.second.tolist()[:2] == [1, 3]


def test_classes_are_numbered_by_their_first_words():
    rows = np.zeros((6, 6))
    rows[5, 1] = rows[1, 5] = 0.5
    rows[2, 4] = rows[4, 2] = 0.9
    assert cluster(rows, range(6)).classes(0.4).tolist() == [0, 1, 2, 0, 2, 1]


@pytest.mark.parametrize("size", [0, 1])
def test_nothing_to_merge(size):
    for similarity in (np.zeros((size, size)), sparse.csr_matrix((size, size))):
        merges = average_link(similarity, np.zeros(size, dtype=np.int64))
        assert merges.first.size == 0
        assert merges.classes(0.5).tolist() == [0] * size


def test_equivalence_closure_numbers_classes_by_their_first_words():
    links = np.array([[5, 4], [4, 5], [3, 1], [1, 6], [2, 2]])
    assert equivalence_closure(links, 8).tolist() == [0, 1, 0, 1, 2, 2, 1, 0]
    assert equivalence_closure(np.empty((0, 2), dtype=np.int64), 3).tolist() == [0, 0, 0]
    assert equivalence_closure(np.empty((0, 2), dtype=np.int64), 0).tolist() == []


# --- bad arguments ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "settings", "message"),
    [
        ([[0, 1, 0], [1, 0, 0]], {}, r"shape \(2, 3\), but owners \(2,\)"),
        ([[0, 1.5], [1.5, 0]], {}, "are from 0.0 to 1.5|are from 1.5 to 1.5"),
        ([[0, -0.5], [-0.5, 0]], {}, "not from 0 to 1"),
        ([[0, np.nan], [np.nan, 0]], {}, "not from 0 to 1"),
        ([[0, 0.5], [0.6, 0]], {}, "not symmetric"),
        ([[0, 1], [1, 0]], {"floor": 0}, "floor is 0"),
        ([[0, 1], [1, 0]], {"floor": 1.1}, "floor is 1.1"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(rows, settings, message):
    with pytest.raises(SettingError, match=message):
        cluster(rows, [0, 1], **settings)


def test_links_and_thresholds_out_of_range_are_refused():
    with pytest.raises(SettingError, match="links name words from -1 to 1"):
        equivalence_closure(np.array([[-1, 1]]), 2)
    with pytest.raises(SettingError, match=r"threshold 0.1 is below the floor 0.2"):
        cluster([[0, 1], [1, 0]], [0, 1], floor=0.2).classes(0.1)
    with pytest.raises(SettingError, match="threshold nan"):
        cluster([[0, 1], [1, 0]], [0, 1]).classes(np.nan)


# --- oracle ----------------------------------------------------------------------------------


def oracle_mean(one, other, weights, owners):
    """Mean weight over pairs of different citances, exact; 0 without any."""
    values = [weights[a][b] for a in one for b in other if owners[a] != owners[b]]
    return Fraction(sum(values), len(values)) if values else Fraction(0)


def oracle_heights(weights, owners, floor):
    """Merge the best two clusters, lists of words, until none is left; yield (height, cluster)."""
    clusters = [[word] for word in range(len(owners))]
    while len(clusters) > 1:
        # max() keeps the first of equals, and clusters stand in the order of their first words.
        options = [(oracle_mean(a, b, weights, owners), a, b) for a, b in combinations(clusters, 2)]
        height, a, b = max(options, key=lambda option: option[0])
        if height < floor:
            return
        clusters = sorted([one for one in clusters if one not in (a, b)] + [sorted(a + b)])
        yield height, frozenset(a + b)


def oracle_classes(made, owners):
    """Number the largest of the clusters made; those of one citance are none."""
    tops = [one for one in made if not any(one < other for other in made)]
    classes = [0] * len(owners)
    for number, top in enumerate(
        sorted((top for top in tops if len({owners[w] for w in top}) > 1), key=min), start=1
    ):
        for word in top:
            classes[word] = number
    return classes


def clusters_of(merges):
    """The words of each merge's cluster."""
    held = [frozenset([word]) for word in range(len(merges.owners))]
    for first, second in zip(merges.first, merges.second, strict=True):
        assert first < second
        held.append(held[first] | held[second])
    return held[len(merges.owners) :]


@st.composite
def problems(draw, levels):
    """Owners and symmetric integer weights of 0 to ``levels``, many of them 0."""
    owners = sorted(draw(st.lists(st.integers(0, 4), min_size=1, max_size=12)))
    size = len(owners)
    weight = st.integers(0, levels) | st.just(0)
    weights = np.zeros((size, size), dtype=np.int64)
    for a, b in combinations(range(size), 2):
        weights[a, b] = weights[b, a] = draw(weight)
    return owners, weights


# Four levels make ties the rule, 2 ** 12 the exception.
@pytest.mark.parametrize("levels", [4, 1 << 12])
@given(data=st.data(), floor=st.sampled_from([Fraction(1, 16), Fraction(1, 2)]))
def test_average_link_agrees_with_the_oracle(levels, data, floor):
    owners, weights = data.draw(problems(levels))
    similarity = weights / levels
    merges = average_link(sparse.csr_matrix(similarity), np.array(owners), floor=float(floor))
    expected = list(oracle_heights(weights.tolist(), owners, floor * levels))
    found = clusters_of(merges)
    assert merges.size.tolist() == [len(one) for one in found]
    assert (np.diff(merges.height) <= 0).all()
    heights = [(float(height / levels), one) for height, one in expected]
    # Merges of one height in different parts may come in any order.
    assert set(zip(merges.height.tolist(), found, strict=True)) == set(heights)
    for threshold in (float(floor), 0.5, 0.75, 1.0):
        made = [one for height, one in heights if height >= threshold]
        assert merges.classes(threshold).tolist() == oracle_classes(made, owners)


@given(st.integers(0, 10**6), st.permutations(range(4)))
def test_order_of_citances_does_not_matter(seed, order):
    rng = np.random.default_rng(seed)
    owners = np.sort(rng.integers(0, 4, 12))
    similarity = np.triu(rng.random((12, 12)) * (rng.random((12, 12)) < 0.5), 1)
    similarity += similarity.T
    moved = np.concatenate([np.flatnonzero(owners == one) for one in order])
    merges = average_link(similarity, owners, floor=0.1)
    again = average_link(
        similarity[np.ix_(moved, moved)], np.array(order)[owners][moved], floor=0.1
    )
    assert again.height.tolist() == merges.height.tolist()
    for threshold in (0.1, 0.3, 0.6):
        classes, permuted = merges.classes(threshold)[moved], again.classes(threshold)
        assert ((classes[:, None] == classes) == (permuted[:, None] == permuted)).all()
        assert ((classes == 0) == (permuted == 0)).all()


@given(st.integers(0, 10**6))
def test_equivalence_closure_is_the_finest_partition_that_keeps_links(seed):
    rng = np.random.default_rng(seed)
    size = int(rng.integers(1, 10))
    links = rng.integers(0, size, (int(rng.integers(0, 8)), 2))
    reach = np.eye(size, dtype=bool)
    reach[links[:, 0], links[:, 1]] = reach[links[:, 1], links[:, 0]] = True
    for _ in range(size):
        reach = reach @ reach
    firsts = [int(row.argmax()) if row.sum() > 1 else -1 for row in reach]
    numbers = {first: n for n, first in enumerate(sorted(set(firsts) - {-1}), start=1)}
    assert equivalence_closure(links, size).tolist() == [numbers.get(one, 0) for one in firsts]
