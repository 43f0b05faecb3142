"""Repair of mentions whose brackets do not pair.

Hsu et al. (2008, section 2) apply to all results "a post-processing step that extends tagging
results to fix unpaired parentheses and square brackets (Finkel et al., 2005)".
"""

from collections.abc import Sequence

PAIRS = {")": "(", "]": "[", "}": "{"}
REACH = 5
_OPENING = frozenset(PAIRS.values())


def repair_brackets(words: Sequence[str], start: int, end: int) -> tuple[int, int] | None:
    """Extend the token span ``start``..``end`` (half-open) until its brackets pair.

    An unpaired bracket's partner is sought up to ``REACH`` tokens beyond the span. Where there is
    none, an unpaired bracket at the span's edge is cut off instead; a span left with an unpaired
    bracket is given up, and None is returned.

    >>> repair_brackets(["Bcl", "-", "2", "(", "alpha", ")", "gene"], 0, 5)
    (0, 6)
    """
    for _ in range(2 * REACH):
        opened, closed = _unpaired(words, start, end)
        if opened is None and closed is None:
            return (start, end) if start < end else None
        if opened is not None:
            partner = _find(words, range(end, min(end + REACH, len(words))), words[opened], +1)
            if partner is not None:
                end = partner + 1
            elif opened == end - 1:
                end -= 1
            elif opened == start:
                start += 1
            else:
                return None
        elif closed is not None:
            before = range(start - 1, max(start - REACH, 0) - 1, -1)
            partner = _find(words, before, PAIRS[words[closed]], -1)
            if partner is not None:
                start = partner
            elif closed == start:
                start += 1
            elif closed == end - 1:
                end -= 1
            else:
                return None
    return None


def _unpaired(words: Sequence[str], start: int, end: int) -> tuple[int | None, int | None]:
    """Return the last unpaired opening and the first unpaired closing bracket of a span."""
    stack: list[int] = []
    for i in range(start, end):
        word = words[i]
        if word in _OPENING:
            stack.append(i)
        elif word in PAIRS:
            if not stack or words[stack[-1]] != PAIRS[word]:
                return None, i
            stack.pop()
    return (stack[-1] if stack else None), None


def _find(words: Sequence[str], places: range, opening: str, direction: int) -> int | None:
    """Return where the partner of a bracket stands that opens with ``opening``."""
    closing = next(close for close, open_ in PAIRS.items() if open_ == opening)
    wanted, other = (closing, opening) if direction > 0 else (opening, closing)
    depth = 0
    for i in places:
        if words[i] == wanted:
            if depth == 0:
                return i
            depth -= 1
        elif words[i] == other:
            depth += 1
    return None
