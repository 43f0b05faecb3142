"""Closure and clustering of any words: a greedy in plain Python as the oracle, and properties."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from spacy_citalign.citances.closure import STEP, average_link, equivalence_closure
from tests.citances.test_closure import forbid


def oracle_mean(one, other, weights, owners):
    """Mean weight over pairs of different citances, exact; 0 without any."""
    values = [weights[a][b] for a in one for b in other if owners[a] != owners[b]]
    return Fraction(sum(values), len(values)) if values else Fraction(0)


def oracle_heights(weights, owners, floor, forbidden=()):
    """Merge the best two clusters, lists of words, until none is left; yield (height, cluster)."""
    clusters = [[word] for word in range(len(owners))]
    while True:
        options = [
            (oracle_mean(a, b, weights, owners), a, b)
            for a, b in combinations(clusters, 2)
            if not any({one, other} in forbidden for one in a for other in b)
        ]
        # max() keeps the first of equals, and clusters stand in the order of their first words.
        height, a, b = max(options, key=lambda option: option[0], default=(0, [], []))
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
    """Owners, symmetric integer weights of 0 to ``levels``, many of them 0, and forbidden pairs."""
    owners = sorted(draw(st.lists(st.integers(0, 4), min_size=1, max_size=12)))
    size = len(owners)
    weight = st.integers(0, levels) | st.just(0)
    weights = np.zeros((size, size), dtype=np.int64)
    for a, b in combinations(range(size), 2):
        weights[a, b] = weights[b, a] = draw(weight)
    pair = st.sets(st.integers(0, size - 1), min_size=2, max_size=2)
    forbidden = draw(st.lists(pair, max_size=size)) if size > 1 and draw(st.booleans()) else []
    return owners, weights, forbidden


# Four levels make ties the rule, 2 ** 12 the exception.
@pytest.mark.parametrize("levels", [4, 1 << 12])
@given(data=st.data(), floor=st.sampled_from([Fraction(1, 16), Fraction(1, 2)]))
def test_average_link_agrees_with_the_oracle(levels, data, floor):
    owners, weights, forbidden = data.draw(problems(levels))
    merges = average_link(
        sparse.csr_matrix(weights / levels),
        np.array(owners),
        floor=float(floor),
        forbidden=forbid(len(owners), *forbidden),
    )
    expected = list(oracle_heights(weights.tolist(), owners, floor * levels, forbidden))
    found = clusters_of(merges)
    assert merges.size.tolist() == [len(one) for one in found]
    assert (np.diff(merges.height) <= 0).all()
    heights = [(float(height / levels), one) for height, one in expected]
    # Merges of one height in different parts may come in any order.
    assert set(zip(merges.height.tolist(), found, strict=True)) == set(heights)
    for threshold in (float(floor), 0.5, 0.75, 1.0):
        made = [one for height, one in heights if height >= threshold]
        assert merges.classes(threshold).tolist() == oracle_classes(made, owners)


def random_problem(seed, size, share):
    """Owners, similarities, of which a half are 0, and a share of pairs that are forbidden."""
    rng = np.random.default_rng(seed)
    owners = np.sort(rng.integers(0, 4, size))
    shape = (size, size)
    similarity = np.triu(rng.random(shape) * (rng.random(shape) < 0.5), 1)
    forbidden = np.triu(rng.random(shape) < share, 1)
    return owners, similarity + similarity.T, forbidden | forbidden.T


@given(st.integers(0, 10**6), st.sampled_from([0.02, 0.2, 1.0]))
def test_no_cluster_ever_holds_a_forbidden_pair(seed, share):
    owners, similarity, forbidden = random_problem(seed, 30, share)
    merges = average_link(similarity, owners, floor=0.2, forbidden=forbidden)
    assert (np.diff(merges.height) <= 0).all()
    found = clusters_of(merges)
    for one in found:
        members = sorted(one)
        assert not forbidden[np.ix_(members, members)].any()
    # What is left apart is unlike, or must not meet.
    tops = [sorted(one) for one in found if not any(one < other for other in found)]
    tops += [[word] for word in range(30) if not any(word in top for top in tops)]
    for a, b in combinations(tops, 2):
        apart = owners[a][:, None] != owners[b]
        mean = similarity[np.ix_(a, b)][apart].mean() if apart.any() else 0
        assert mean < 0.2 + STEP or forbidden[np.ix_(a, b)].any()


@given(st.integers(0, 10**6), st.permutations(range(4)), st.sampled_from([0, 0.2]))
def test_order_of_citances_does_not_matter(seed, order, share):
    owners, similarity, forbidden = random_problem(seed, 12, share)
    moved = np.concatenate([np.flatnonzero(owners == one) for one in order])
    merges = average_link(similarity, owners, floor=0.1, forbidden=forbidden)
    again = average_link(
        similarity[np.ix_(moved, moved)],
        np.array(order)[owners][moved],
        floor=0.1,
        forbidden=forbidden[np.ix_(moved, moved)],
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
