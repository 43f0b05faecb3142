"""The texts of a decoded batch as rows: words and characters of token spans, and their repair."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.spans import TokenSpans, spans_from_triples
from ..words.tokens import Tokens
from .brackets import REACH, repair_brackets
from .dictionary import LONGER_THAN, GeneDictionary


class Rows(NamedTuple):
    """The C texts of a batch: where each begins among the tokens, how many it has: (C,) int64."""

    tokens: Tokens
    firsts: NDArray[np.int64]
    lengths: NDArray[np.int64]

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
