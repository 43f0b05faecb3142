"""The rule by which genes of tmVar are scored."""

import pytest

from benchmarks.genes.tmvar import Found, counts, percent


def found(start, end, *ids):
    return Found(start, end, frozenset(ids))


GOLD = [[found(0, 5, "1"), found(10, 15, "2", "3"), found(20, 25)]]


@pytest.mark.parametrize(
    ("marked", "with_ids", "expected"),
    [
        ([found(1, 4, "1")], False, (1, 0, 1)),  # each end within one character
        ([found(2, 5, "1")], False, (0, 1, 2)),
        ([found(0, 5, "9")], False, (1, 0, 1)),
        ([found(0, 5, "9")], True, (0, 1, 2)),
        ([found(10, 15, "3", "9")], True, (1, 0, 1)),  # the sets meet
        ([found(0, 5, "1"), found(1, 5, "1")], False, (1, 1, 1)),  # each finds one
        ([found(20, 25, "4")], True, (0, 0, 2)),  # no id in gold: passed over
        ([], True, (0, 0, 2)),
    ],
)
def test_mentions_are_counted_by_the_rule(marked, with_ids, expected):
    assert counts(GOLD, [marked], with_ids=with_ids) == expected


def test_ratios_are_percent():
    assert percent(3, 1, 2) == ["75.0", "60.0", "66.7"]
    assert percent(0, 0, 0) == ["0.0", "0.0", "0.0"]
