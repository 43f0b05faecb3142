"""The outermost of spans that overlap."""

from bisect import bisect_left
from collections.abc import Iterable

Span = tuple[int, int]


def outermost(spans: Iterable[Span]) -> tuple[tuple[Span, ...], int]:
    """Return the spans that remain where spans overlap, ascending, and how many others there are.

    The longest remains, of equally long ones the first: of nested ones the outermost. A span that
    is given several times is one. Spans are half-open and not empty.

    >>> outermost([(0, 5), (3, 9), (4, 6), (9, 12), (9, 12)])
    (((3, 9), (9, 12)), 2)
    """
    distinct = set(spans)
    kept: list[Span] = []
    for span in sorted(distinct, key=lambda span: (span[0] - span[1], span)):
        index = bisect_left(kept, span)
        before_ends = index == 0 or kept[index - 1][1] <= span[0]
        if before_ends and (index == len(kept) or span[1] <= kept[index][0]):
            kept.insert(index, span)
    return tuple(kept), len(distinct) - len(kept)
