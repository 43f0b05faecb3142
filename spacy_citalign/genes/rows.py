"""The texts of a decoded batch as rows: words and characters of token spans, and their repair.

Mentions whose brackets do not pair are mended: Hsu et al. (2008, section 2) apply to all results "a
post-processing step that extends tagging results to fix unpaired parentheses and square brackets
(Finkel et al., 2005)".
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..chain.spans import TokenSpans, spans_from_triples
from ..words.arrays import Ints
from ..words.tokens import Tokens
from .dictionary import LONGER_THAN, GeneDictionary

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


class Rows(NamedTuple):
    """The C texts of a batch: where each begins among the tokens, how many it has: (C,) int64."""

    tokens: Tokens
    firsts: Ints
    lengths: Ints

    def words(self, row: int, start: int, end: int) -> list[str]:
        """Return the words of a half-open span of tokens, as far as the row has them."""
        first = int(self.firsts[row])
        return self.tokens.words[first + start : first + min(end, int(self.lengths[row]))]

    def characters(self, row: int, start: int, end: int) -> tuple[int, int]:
        """Return the half-open characters of a half-open span of tokens."""
        first = int(self.firsts[row])
        last = first + end - 1
        starts = self.tokens.starts
        return int(starts[first + start]), int(starts[last]) + len(self.tokens.words[last])


def repaired(spans: TokenSpans, rows: Rows) -> TokenSpans:
    """Mend unpaired brackets, looking no further than a few tokens around each span."""
    triples = set()
    for row, start, end in zip(*(numbers.tolist() for numbers in spans), strict=True):
        first = max(0, start - 2 * REACH)
        words = rows.words(row, first, end + 2 * REACH)
        mended = repair_brackets(words, start - first, end - first)
        if mended is not None:
            triples.add((row, first + mended[0], first + mended[1]))
    return spans_from_triples(sorted(triples))


def add_known(
    chosen: TokenSpans, others: TokenSpans, rows: Rows, dictionary: GeneDictionary
) -> TokenSpans:
    """Add the dictionary's terms among the other solutions' mentions, longest first.

    The paper does not say what happens where such a term overlaps a chosen mention; here it is
    left out, since variants of one mention would count as several.
    """
    triples = list(zip(*(numbers.tolist() for numbers in others), strict=True))
    names = [rows.words(*triple) for triple in triples]
    long = [len("".join(words)) > LONGER_THAN for words in names]
    known = dictionary.contains(names) & np.array(long, dtype=bool)
    kept = list(zip(*(numbers.tolist() for numbers in chosen), strict=True))
    taken = {(row, token) for row, start, end in kept for token in range(start, end)}
    for row, start, end in sorted(
        (triples[i] for i in np.flatnonzero(known)), key=lambda t: (t[0], t[1] - t[2], t[1])
    ):
        cells_ = {(row, token) for token in range(start, end)}
        if not cells_ & taken:
            taken |= cells_
            kept.append((row, start, end))
    return spans_from_triples(sorted(kept))
