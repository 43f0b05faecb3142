"""Near copies: sentences of different articles in nearly the same words, which are one witness.

How much two sentences are alike is the share of the words of the shorter that stand in the other in
the same order, at least two of them in a row. Words are compared by their stems, without marks
of citation and punctuation. Two sentences are copies if they are alike by .57 (``ALIKE``) and the
shorter has eight words: a mark or a word of every few may differ, a clause be cut or another be put
before it, while the same facts in words of one's own, which share names and lists, stay apart.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from rapidfuzz.distance import LCSseq

from ..words.lazy_scipy import sparse
from ..words.stem import porter_stem

ALIKE = 0.57  # 0..1
_RUN = 2  # words in a row
LEAST = 8  # words
_ROWS = 512  # sentences that are compared with all others at a time
_WORD = re.compile(r"[^\W_]+")
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u2010\u2011](?=[^\W\d_])")
Words = list[str]


def copy_groups(
    texts: Sequence[str],
    articles: Sequence[str | None],
    marks: Sequence[Sequence[tuple[int, int]]] | None = None,
) -> tuple[int, ...]:
    """Return for each sentence the number of the first one that it is a near copy of.

    Copies of copies are copies; a sentence that is none has its own number. Sentences of one
    article are not compared; those of unknown articles are, with all.

    Args:
        texts: the S sentences.
        articles: the article of each, None where it is not known.
        marks: the marks of citation of each, half-open characters; None: they are not known.

    >>> said = "Long exposure to noise raises the blood pressure of sleeping frogs"
    >>> copy_groups([f"{said} [3].", "Frogs sleep.", f"Indeed, {said} [17]."], ["A", "B", "C"])
    (0, 1, 0)
    """
    words = [
        copy_words(text, marks[number] if marks is not None else ())
        for number, text in enumerate(texts)
    ]
    first = list(range(len(texts)))
    for one, other in _candidates(words):
        if articles[one] == articles[other] is not None:
            continue
        roots = _root(first, one), _root(first, other)
        if roots[0] != roots[1] and likeness(words[one], words[other]) >= ALIKE:
            first[max(roots)] = min(roots)
    return tuple(_root(first, number) for number in range(len(texts)))


def likeness(one: Words, other: Words) -> float:
    """Return the share of the words of the shorter sentence in runs that both have, in order.

    >>> likeness("a b c d".split(), "x a b y d".split())
    0.5
    """
    # Of several alignments as long one is taken: by the words, not by which sentence comes first.
    one, other = sorted((one, other), key=lambda words: (len(words), words))
    runs = (
        part.src_end - part.src_start for part in LCSseq.opcodes(one, other) if part.tag == "equal"
    )
    return sum(length for length in runs if length >= _RUN) / max(len(one), 1)


def copy_words(text: str, marks: Sequence[tuple[int, int]]) -> Words:
    """Return the words that copies are told by."""
    for start, end in sorted(marks, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return [porter_stem(word) for word in _WORD.findall(_HYPHEN.sub("", text).casefold())]


def _root(first: list[int], number: int) -> int:
    while first[number] != number:
        first[number] = first[first[number]]
        number = first[number]
    return number


def _candidates(words: Sequence[Words]) -> Iterator[tuple[int, int]]:
    """Yield pairs, the first number the smaller, that share as many pairs of words as copies do.

    Runs that cover W words have W / 2 pairs of neighbours at least.
    """
    numbers = np.array([number for number, one in enumerate(words) if len(one) >= LEAST])
    if len(numbers) < 2:
        return
    columns: dict[tuple[str, str], int] = {}
    rows = [
        sorted({columns.setdefault(pair, len(columns)) for pair in pairwise(words[number])})
        for number in numbers
    ]
    bounds = np.cumsum([0, *map(len, rows)])
    pairs = sparse.csr_matrix(
        (np.ones(bounds[-1], np.int32), np.concatenate(rows), bounds),
        shape=(len(numbers), len(columns)),
    )
    lengths = np.array([len(words[number]) for number in numbers])
    for start in range(0, len(numbers), _ROWS):
        shared = (pairs[start : start + _ROWS] @ pairs.T).tocoo()
        one, other = shared.row + start, shared.col
        enough = 2 * shared.data >= ALIKE * np.minimum(lengths[one], lengths[other])
        chosen = np.stack([one, other])[:, enough & (one < other)]
        yield from zip(*numbers[chosen].tolist(), strict=True)
