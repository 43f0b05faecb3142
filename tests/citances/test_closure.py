"""Closure and clustering by hand: one bad link between two classes, rules, forbidden pairs.

Six words of three citances say two things; all pairs of one thing are similar to .95, and one pair
across (words 0 and 3) to .9.

    word      0 1 | 2 3 | 4 5
    meaning   a b | a b | a b
"""

import numpy as np
import pytest
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


# --- forbidden pairs -------------------------------------------------------------------------


def forbid(size, *pairs):
    forbidden = np.zeros((size, size), dtype=bool)
    for a, b in pairs:
        forbidden[a, b] = forbidden[b, a] = True
    return forbidden


def test_a_forbidden_pair_keeps_its_whole_clusters_apart():
    # All four are alike; of the clusters {0, 1} and {2, 3} the words 1 and 2 must not meet.
    rows = [[0, 0.9, 0.7, 0.7], [0.9, 0, 0.7, 0.7], [0.7, 0.7, 0, 0.8], [0.7, 0.7, 0.8, 0]]
    merges = cluster(rows, range(4), forbidden=forbid(4, (1, 2)))
    assert merges.height == pytest.approx([0.9, 0.8])
    assert merges.classes(0.05).tolist() == [1, 1, 2, 2]
    assert cluster(rows, range(4)).classes(0.05).tolist() == [1, 1, 1, 1]


def test_a_word_goes_to_the_best_cluster_that_it_may_meet():
    # Word 2 is most like 0, which it must not meet, and then like 1, which goes to 0 first.
    rows = [[0, 0.8, 0.9, 0], [0.8, 0, 0.7, 0], [0.9, 0.7, 0, 0.2], [0, 0, 0.2, 0]]
    merges = cluster(rows, range(4), forbidden=forbid(4, (0, 2)))
    assert merges.height == pytest.approx([0.8, 0.2])
    assert merges.classes(0.1).tolist() == [1, 1, 2, 2]


def test_words_of_one_citance_can_be_forbidden_to_meet():
    rows, owners = [[0, 0, 0.9], [0, 0, 0.8], [0.9, 0.8, 0]], [0, 0, 1]
    assert cluster(rows, owners).classes(0.5).tolist() == [1, 1, 1]
    forbidden = forbid(3, (0, 1))
    for matrix in (forbidden, sparse.csr_matrix(forbidden)):
        assert cluster(rows, owners, forbidden=matrix).classes(0.5).tolist() == [1, 0, 1]


def test_nothing_forbidden_and_forbidden_pairs_that_are_not_alike_change_nothing():
    plain = average_link(with_bad_link(), OWNERS)
    for forbidden in (forbid(6), sparse.csr_matrix((6, 6), dtype=bool), np.eye(6, dtype=bool)):
        merges = average_link(with_bad_link(), OWNERS, forbidden=forbidden)
        for mine, others in zip(merges, plain, strict=True):
            assert np.array_equal(mine, others)
    # A contradiction between the two meanings stops the last merge, which the bad link makes.
    merges = average_link(with_bad_link(), OWNERS, forbidden=forbid(6, (4, 1)))
    assert merges.height.tolist() == plain.height.tolist()[:4]
    assert merges.classes(0.05).tolist() == [1, 2, 1, 2, 1, 2]


def test_thresholds_out_of_range_are_refused():
    with pytest.raises(SettingError, match=r"threshold 0.1 is below the floor 0.2"):
        cluster([[0, 1], [1, 0]], [0, 1], floor=0.2).classes(0.1)
    with pytest.raises(SettingError, match="threshold nan"):
        cluster([[0, 1], [1, 0]], [0, 1]).classes(np.nan)
