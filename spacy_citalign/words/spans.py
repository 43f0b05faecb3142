"""Half-open spans of characters."""

from collections.abc import Iterable

Span = tuple[int, int]


def touches(spans: Iterable[Span], start: int, end: int) -> bool:
    """Return whether half-open characters touch one of some spans.

    >>> touches([(0, 4), (9, 12)], 3, 5), touches([(0, 4)], 4, 5)
    (True, False)
    """
    return any(first < end and start < last for first, last in spans)
