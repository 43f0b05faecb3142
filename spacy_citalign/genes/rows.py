"""The texts of a decoded batch as rows: words and characters of token spans, and their repair.

Mentions whose brackets do not pair are mended: Hsu et al. (2008, section 2) apply to all results "a
post-processing step that extends tagging results to fix unpaired parentheses and square brackets
(Finkel et al., 2005)".

``GeneDictionary`` is the filter of section 2.3, step 3: names of genes as hashes.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ..chain.labels import TokenSpans, spans_from_triples
from ..words.arrays import Bools, Ints
from ..words.hashing import Hashes, HashTable, hash_strings
from ..words.tokens import Tokens, split_fine

LONGER_THAN = 3


def term_form(words: Sequence[str]) -> str:
    """Return what two spellings of a name share: its fine tokens, a blank between.

    Case counts: many symbols are English words otherwise (REST, IMPACT), and a dictionary that
    ignores it costs more precision than it gains recall.

    >>> term_form(["IL", "-", "2"])
    'IL - 2'
    """
    return " ".join(words)


class GeneDictionary:
    """Names longer than three characters (the paper's limit), matched in their own case.

    Attributes:
        hashes: (D,) uint64 ascending.
    """

    def __init__(self, hashes: Hashes):
        self.hashes = hashes
        self._table = HashTable(hashes)

    @classmethod
    def from_terms(cls, terms: Iterable[str]) -> "GeneDictionary":
        """Compile names, such as approved symbols and aliases."""
        long = [term for term in terms if len(term) > LONGER_THAN]
        words, _, lengths = split_fine(long)
        ends = np.cumsum(lengths).tolist()
        forms = {
            term_form(words[end - size : end])
            for end, size in zip(ends, lengths.tolist(), strict=True)
        }
        return cls(np.unique(hash_strings(sorted(forms - {""}))))

    def __len__(self) -> int:
        return len(self.hashes)

    def contains(self, names: Sequence[Sequence[str]]) -> Bools:
        """Tell which names, given as fine tokens, are in the dictionary: (S,) bool."""
        return self._table.contains(hash_strings([term_form(words) for words in names]))


PAIRS = {")": "(", "]": "[", "}": "{"}
REACH = 5
_OPENING = {opens: closes for closes, opens in PAIRS.items()}


def repair_brackets(words: Sequence[str], start: int, end: int) -> tuple[int, int] | None:
    """Extend the token span ``start``..``end`` (half-open) until its brackets pair.

    An unpaired bracket's partner is sought up to ``REACH`` tokens beyond the span. Where there is
    none, an unpaired bracket at the span's edge is cut off instead; a span left with an unpaired
    bracket is given up, and None is returned.

    >>> repair_brackets(["Bcl", "-", "2", "(", "alpha", ")", "gene"], 0, 5)
    (0, 6)
    """
    for _ in range(2 * REACH):
        at = _unpaired(words, start, end)
        if at is None:
            return (start, end) if start < end else None
        if words[at] in PAIRS:  # what opens it is before
            places = range(start - 1, max(start - REACH, 0) - 1, -1)
        else:
            places = range(end, min(end + REACH, len(words)))
        partner = _partner(words, places, words[at])
        if partner is not None:
            start, end = min(start, partner), max(end, partner + 1)
        elif at == end - 1:
            end -= 1
        elif at == start:
            start += 1
        else:
            return None
    return None


def _unpaired(words: Sequence[str], start: int, end: int) -> int | None:
    """Return the first unpaired bracket of a span that closes, else the last one that opens."""
    stack: list[int] = []
    for i in range(start, end):
        word = words[i]
        if word in _OPENING:
            stack.append(i)
        elif word in PAIRS:
            if not stack or words[stack[-1]] != PAIRS[word]:
                return i
            stack.pop()
    return stack[-1] if stack else None


def _partner(words: Sequence[str], places: range, bracket: str) -> int | None:
    """Return where the partner of a bracket stands."""
    wanted = PAIRS.get(bracket) or _OPENING[bracket]
    depth = 0
    for i in places:
        if words[i] == wanted:
            if depth == 0:
                return i
            depth -= 1
        elif words[i] == bracket:
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
    for row, start, end in spans.triples():
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
    triples = others.triples()
    names = [rows.words(*triple) for triple in triples]
    long = [len("".join(words)) > LONGER_THAN for words in names]
    known = dictionary.contains(names) & np.array(long, dtype=bool)
    kept = chosen.triples()
    taken = {(row, token) for row, start, end in kept for token in range(start, end)}
    for row, start, end in sorted(
        (triples[i] for i in np.flatnonzero(known)), key=lambda t: (t[0], t[1] - t[2], t[1])
    ):
        cells_ = {(row, token) for token in range(start, end)}
        if not cells_ & taken:
            taken |= cells_
            kept.append((row, start, end))
    return spans_from_triples(sorted(kept))
