"""How the benchmark of citance alignment scores: parts of groups, intervals, families."""

from types import SimpleNamespace

import numpy as np
import pytest

from benchmarks.citances.ablation import FIRST, families, without
from benchmarks.citances.systems import (
    Scored,
    best,
    edit_classes,
    f_interval,
    score_cells,
    scored,
)
from spacy_citalign.citances.units.pair_features import PairFeatures


def words(gold, found, owners):
    return Scored(*map(np.array, (gold, found, owners)))


def case(gold, owners, names=()):
    return SimpleNamespace(classes=np.array(gold), owners=np.array(owners), words=names)


# Two citances of two words; the second word of each has no gold class.
HALF = case([1, 0, 1, 0], [0, 0, 1, 1])


def test_annotated_words_are_those_of_gold_classes():
    everything = np.array([1, 2, 1, 2])
    (whole,) = scored([HALF], [everything])
    (annotated,) = scored([HALF], [everything], annotated=True)
    assert [side.tolist() for side in whole] == [[1, 0, 1, 0], [1, 2, 1, 2], [0, 0, 1, 1]]
    assert [side.tolist() for side in annotated] == [[1, 1], [1, 1], [0, 1]]
    assert score_cells([whole])[:3] == ["0.500", "1.000", "0.667"]
    assert score_cells([annotated])[:3] == ["1.000", "1.000", "1.000"]


def test_best_is_the_first_of_highest_f():
    right, wrong = [np.array([1, 0, 1, 0])], [np.array([0, 1, 0, 1])]
    assert best({"a": wrong, "b": right, "c": right}, [HALF]) == "b"
    both = {"a": [np.array([1, 2, 1, 2])], "b": right}
    assert best(both, [HALF]) == "b"
    assert best(both, [HALF], annotated=True) == "a"


def test_edit_distance_links_by_share_of_letters_and_closes():
    group = case([0] * 4, [0, 1, 2, 3], ("oak", "Oak", "oaks", "elm"))
    assert edit_classes(group, 0.0).tolist() == [1, 1, 0, 0]
    assert edit_classes(group, 0.25).tolist() == [1, 1, 1, 0]


@pytest.mark.parametrize("groups", [1, 12])
def test_intervals_of_what_is_all_right(groups):
    right = words([1, 1, 2, 2], [1, 1, 2, 2], [0, 1, 1, 2])
    low, high = f_interval([right] * groups)
    assert high == 1
    assert low in (0, 1)  # a draw of one citance alone has no pairs


def test_many_groups_are_drawn_and_few_are_drawn_from():
    right = words([1, 1], [1, 1], [0, 1])
    wrong = words([1, 1], [0, 0], [0, 1])
    low, high = f_interval([right, wrong] * 10)
    assert 0.2 < low < 0.5 < high < 0.8
    assert f_interval([wrong] * 2) == (0, 0)


def test_families_are_all_columns_of_the_evidence_once():
    found = families()
    assert list(found) == list(FIRST)
    columns = [column for part in found.values() for column in range(part.start, part.stop)]
    assert columns == list(range(len(PairFeatures.names())))
    assert PairFeatures.names()[found["thesaurus"]][-1] == "opposite words"


def test_evidence_without_a_family_is_zero_there(monkeypatch):
    size = len(PairFeatures.names())
    monkeypatch.setattr(PairFeatures, "features", lambda self, pairs: np.ones((2, size)))
    numbers = families()["numbers"]
    with without(numbers):
        rows = PairFeatures.features(None, None)
    assert (rows[:, numbers] == 0).all()
    assert rows.sum() == 2 * (size - 3)
    assert PairFeatures.features(None, None).all()
