"""Docs as chunks for the boundary detector, read from token hashes: text is made of new ones only.

A chunk is a run of tokens without white space between them. Words stand in a Doc as hashes, so a
hash of hashes tells chunks apart, and reading no string keeps the component fast.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import IDX, IS_SPACE, ORTH, SPACY
from spacy.tokens import Doc

from ...boundaries.layout import EMPTY, count_breaks
from ...words.hashing import Hashes, PartHasher

if TYPE_CHECKING:
    from ...boundaries.detector import Starts


class DocChunks:
    """The N chunks of some Docs of one vocabulary, whose tokens are counted through all of them.

    Attributes:
        numbers: (N,) int64 ascending, which of the Docs each chunk is of.
        breaks: (N,) int64, line breaks before each, as in ``boundaries.layout.Layout``.
        keys: (N,) uint64, hashes that tell chunks apart, the same in all Docs.
        bounds: (number of Docs + 1,) int64, the first token of each Doc, and their sum.
    """

    def __init__(self, docs: Sequence[Doc]):
        self._strings = docs[0].vocab.strings
        columns = [doc.to_array([ORTH, SPACY, IS_SPACE]).reshape(-1, 3) for doc in docs]
        self._orths, spaced, white = np.ascontiguousarray(np.concatenate(columns).T)
        self.bounds = np.cumsum([0, *map(len, docs)])
        begins = np.ones(len(white), dtype=bool)
        begins[1:] = (white[1:] != white[:-1]) | ((spaced[:-1] > 0) & (white[1:] == 0))
        begins[self.bounds[:-1][np.diff(self.bounds) > 0]] = True
        firsts = np.flatnonzero(begins)
        ends = np.append(firsts[1:], len(white))[: len(firsts)]
        gap = white[firsts] > 0
        self._firsts, self._ends = firsts[~gap], ends[~gap]
        # Where the chunks of each Doc begin among all.
        chunk_bounds = np.searchsorted(self._firsts, self.bounds)
        counts = np.diff(chunk_bounds)
        self._heads = chunk_bounds[:-1][counts > 0]
        self.numbers = np.repeat(np.arange(len(docs)), counts)
        self.keys: Hashes = PartHasher(self._orths)(self._firsts, self._ends)
        self.breaks = np.zeros(len(self._firsts), dtype=np.int64)
        self._count_breaks(firsts[gap], ends[gap], spaced)
        self.breaks[self._heads] = EMPTY

    def _count_breaks(
        self, firsts: NDArray[np.int64], ends: NDArray[np.int64], spaced: NDArray[np.uint64]
    ) -> None:
        """Count the line breaks of white space, given as half-open tokens, for the chunk after."""
        chunks = np.searchsorted(self._firsts, ends)
        known: dict[int, int] = {}
        for chunk, first, end in zip(chunks.tolist(), firsts.tolist(), ends.tolist(), strict=True):
            if chunk == len(self._firsts):
                return
            orth = int(self._orths[first])
            if end > first + 1:
                words = self._words(first, end)
                white = [w + " " * int(s) for w, s in zip(words, spaced[first:end], strict=True)]
                self.breaks[chunk] = count_breaks("".join(white))
            else:
                if orth not in known:
                    known[orth] = count_breaks(self._words(first, end)[0])
                self.breaks[chunk] = known[orth]

    def _words(self, first: int, end: int) -> list[str]:
        return [self._strings[orth] for orth in self._orths[first:end].tolist()]

    def spell(self, chunks: NDArray[np.int64]) -> list[str]:
        """Return the characters of some chunks."""
        firsts = self._firsts[chunks]
        sizes = self._ends[chunks] - firsts
        ends = np.cumsum(sizes)
        tokens = np.arange(int(sizes.sum())) + np.repeat(firsts - ends + sizes, sizes)
        words = [self._strings[orth] for orth in self._orths[tokens].tolist()]
        return ["".join(words[a:b]) for a, b in pairwise([0, *ends.tolist()])]

    def starting_tokens(self, starts: "Starts") -> NDArray[np.int64]:
        """Return the tokens, counted through all Docs, at which sentences begin.

        A start inside of a token is left out; each Doc's first sentence begins at its first token.
        """
        tokens = self._firsts[starts.chunks]
        at_token = np.ones(len(tokens), dtype=bool)
        for number in np.flatnonzero(starts.offsets).tolist():
            chunk, offset = int(starts.chunks[number]), int(starts.offsets[number])
            words = self._words(int(self._firsts[chunk]), int(self._ends[chunk]))
            ends = list(accumulate(map(len, words)))
            at_token[number] = offset in ends
            tokens[number] += ends.index(offset) + 1 if at_token[number] else 0
        at_token[np.isin(starts.chunks, self._heads) & (starts.offsets == 0)] = False
        return np.append(tokens[at_token], self.bounds[:-1][np.diff(self.bounds) > 0])


def tokens_at(doc: Doc, starts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the tokens of a Doc at which sentences begin, its first among them.

    ``starts``, (S,), are characters, the first that of the first character that is not white space.
    One that lies inside of a token counts only if white space alone is before it there.
    """
    begins = doc.to_array(IDX).astype(np.int64)
    tokens = np.searchsorted(begins, starts[1:], side="right") - 1
    inside = starts[1:] - begins[tokens]
    at_token = inside == 0
    for number in np.flatnonzero(inside).tolist():
        at_token[number] = doc[int(tokens[number])].text[: int(inside[number])].isspace()
    return np.append(0, tokens[at_token])
