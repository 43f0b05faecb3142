"""Chunks end at brackets that are open in them: words of other tokenizers mislead the models."""

from collections.abc import Iterator, Sequence

import numpy as np

from .labels import Chunks

_CLOSING = {"(": ")", "[": "]", "{": "}", "-LRB-": "-RRB-", "-LSB-": "-RSB-", "-LCB-": "-RCB-"}
_BRACKETS = {*_CLOSING, *_CLOSING.values()}


def cut_at_brackets(chunks: Chunks, words: Sequence[str]) -> Chunks:
    """Cut chunks at brackets whose partner is not in the same chunk, and leave these out.

    What is left of a chunk keeps its type; parts without a letter or digit are no chunks.

    >>> words = "growth ( Smith of the p21 ( WAF1 ) gene".split()
    >>> chunks = Chunks(np.array([0, 4]), np.array([3, 10]), np.array([0, 0]))
    >>> cut_at_brackets(chunks, words).starts.tolist()
    [0, 2, 4]

    Args:
        chunks: of these words.
        words: all N words.
    """
    at = np.array([i for i, word in enumerate(words) if word in _BRACKETS], dtype=np.int64)
    holding = np.searchsorted(at, chunks.starts) < np.searchsorted(at, chunks.ends)
    if not holding.any():
        return chunks
    rows: list[tuple[int, int, int]] = []
    columns = (column.tolist() for column in (*chunks, holding))
    for start, end, kind, holds in zip(*columns, strict=True):
        parts = _parts(words, start, end) if holds else [(start, end)]
        rows += [(first, last, kind) for first, last in parts]
    return Chunks(*np.array(rows, dtype=np.int64).reshape(-1, 3).T)


def _parts(words: Sequence[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield what is left of a chunk, half-open."""
    cuts = _unpaired(words, start, end)
    for cut in cuts:  # which may have parted others
        yield from _parts(words, start, cut)
        start = cut + 1
    if cuts:
        yield from _parts(words, start, end)
    elif any(character.isalnum() for word in words[start:end] for character in word):
        yield start, end


def _unpaired(words: Sequence[str], start: int, end: int) -> list[int]:
    open_at: list[int] = []
    unpaired = []
    for place in range(start, end):
        if words[place] in _CLOSING:
            open_at.append(place)
        elif words[place] in _BRACKETS:
            if open_at and _CLOSING[words[open_at[-1]]] == words[place]:
                open_at.pop()
            else:
                unpaired.append(place)
    return sorted(unpaired + open_at)
