"""Spans that overlap: the longest remain."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.corpora.text_spans import outermost


@pytest.mark.parametrize(
    ("spans", "kept", "left_out"),
    [
        ([], (), 0),
        ([(3, 5), (0, 2)], ((0, 2), (3, 5)), 0),
        ([(0, 2), (2, 4)], ((0, 2), (2, 4)), 0),  # they touch: no character is in both
        ([(4, 6), (0, 9), (1, 3)], ((0, 9),), 2),
        ([(0, 4), (3, 8)], ((3, 8),), 1),  # the longer
        ([(0, 4), (3, 7)], ((0, 4),), 1),  # the first
        ([(0, 4), (3, 8), (7, 11)], ((3, 8),), 2),
        ([(0, 4), (3, 7), (6, 10)], ((0, 4), (6, 10)), 1),
        ([(1, 3), (1, 3), (1, 3)], ((1, 3),), 0),  # one span, said three times
    ],
)
def test_outermost_leaves_the_longest_of_overlapping_spans(spans, kept, left_out):
    assert outermost(spans) == (kept, left_out)


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(1, 8)).map(lambda x: (x[0], sum(x)))))
def test_outermost_keeps_spans_that_do_not_overlap_and_one_as_long_for_every_other(spans):
    kept, left_out = outermost(iter(spans))
    assert list(kept) == sorted(set(kept) & set(spans))
    assert left_out == len(set(spans)) - len(kept)
    assert not any(a[0] < b[1] and b[0] < a[1] for a, b in combinations(kept, 2))
    for start, end in set(spans) - set(kept):
        assert any(a < end and start < b and b - a >= end - start for a, b in kept)
