"""The propositional term generation algorithm: move the borders of terms to where words cohere.

Chang & Wu (2009), section 2.5 and figure 3. A term t of k words, found by a CRF, is sought anew in
a frame of three words to each side. Choices where the pseudo-code leaves them (others are compared
by ``benchmarks.terms``):

- The right end moves by a = 0, 1, 2 words; each run that is a local maximum joins the set CT. Only
  if no run was found there the left end moves by 0, 1, 2.
- CT may hold several runs: the one of the highest association is the term, of equals the one
  found first. With CT empty the CRF's term stays.
- The frame ends with the sentence, and before another CRF term: none is entered or swallowed.
  Terms are taken in order, so words between two terms go to the first that takes them.
- Runs of more than 8 words are not measured: such a term stays, and no term grows beyond.

Modified CamLocalMax (section 2.4): runs of words that hold together better than those around them.
M is a run of n words, x the run of n - 1 words in it and y that of n + 1 words around it at the
side where the term grows, as the calls in section 2.5 pass them. Choices that are left:

- n > 2: M is a term if cam(M) >= cam(x) for all x and cam(M) > cam(y) for all y.
- n = 2: as printed, x does not count: a word alone would win always (its NE is 1).
- n = 1: in the text, a single-word term and its neighbour become a bigram if the bigram's cam is
  above the mean of the bigram terms of the training data. The pseudo-code reads
  cam(bi-gram) <= cam(M), which holds nearly always. We follow the text; of both neighbours
  the one with the higher cam.
- A y outside the frame in which the term is sought, and a run that no window measures (NaN), does
  not count. With no y left the condition on y holds.
- What never occurs in the background (cam = 0) is no local maximum, even where nothing around it
  occurs either.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import numpy as np

from ..words.arrays import Ints
from .cohesion import Matrix
from .ngrams import LONGEST
from .span_cohesion import touched
from .texts import ConnectedWords, Span

Side = Literal["left", "right"]
Find = Callable[[Span, Span, Matrix, float], Iterable[Span]]
"""Gives CT of a term in its frame, by the association of windows and the mean of bigrams."""
REACH = 3
_STEPS = 3  # a = 0, 1, 2


def is_local_maximum(
    cam: float, smaller: Iterable[float], larger: Iterable[float], *, size: int, bigram_mean: float
) -> bool:
    """Tell whether a run of words M is a term.

    Of a single word, False says that a bigram takes its place: the best of ``larger``.

    Args:
        cam: of M.
        smaller, larger: cam of each x and each y.
        size: n, the words of M.
        bigram_mean: mean cam of the bigram terms of the training data; NaN if it has none, then
            single words stay.

    >>> is_local_maximum(0.3, [0.3], [0.2], size=3, bigram_mean=0.1)
    True
    >>> is_local_maximum(0.3, [], [0.2], size=1, bigram_mean=0.1)
    False
    """
    if size == 1:
        return not any(y > bigram_mean for y in larger)
    # A comparison with NaN is False, so that what was not measured refutes nothing.
    refuted = any(cam <= y for y in larger) or (size > 2 and any(cam < x for x in smaller))
    return cam > 0 and not refuted


def local_maximum(
    run: Span,
    smaller: Iterable[Span],
    larger: Iterable[Span],
    frame: Span,
    cam: Matrix,
    bigram_mean: float,
) -> Span | None:
    """Return the run if it is a local maximum, else the bigram that a single word turns into.

    Args:
        run: M.
        smaller, larger: each x and each y; what is empty or leaves the frame does not count.
        frame: of the term.
        cam: (8, N) float64, of all windows.
        bigram_mean: see ``is_local_maximum``.
    """
    size = run[1] - run[0]
    larger = [y for y in larger if frame[0] <= y[0] and y[1] <= frame[1]]
    values = [_value(cam, y) for y in larger]
    parts = [_value(cam, x) for x in smaller if x[0] < x[1]]
    if is_local_maximum(_value(cam, run), parts, values, size=size, bigram_mean=bigram_mean):
        return run
    return larger[int(np.nanargmax(values))] if size == 1 else None


def moved_ends(term: Span, frame: Span, cam: Matrix, bigram_mean: float) -> list[Span]:
    """Return CT by moving the right end, then the left."""
    start, end = term
    moved: dict[Side, list[Span]] = {
        "right": [(start, end + a) for a in range(_STEPS) if end + a <= frame[1]],
        "left": [(start - a, end) for a in range(_STEPS) if start - a >= frame[0]],
    }
    for side, runs in moved.items():
        sets = (neighbours(run, side) for run in runs)
        maxima = (
            local_maximum(run, *own, frame, cam, bigram_mean)
            for run, own in zip(runs, sets, strict=True)
        )
        if found := [run for run in maxima if run]:
            return found
    return []


def neighbours(run: Span, side: Side) -> tuple[list[Span], list[Span]]:
    """Return each x and each y of a run that grows at a side; a single word has two bigrams."""
    start, end = run
    left, right = (start - 1, end), (start, end + 1)
    if end - start == 1:
        return [], [left, right]
    return ([(start + 1, end)], [left]) if side == "left" else ([(start, end - 1)], [right])


def adjust_terms(
    terms: Sequence[Span],
    cam: Matrix,
    lengths: Ints,
    bigram_mean: float,
    find: Find = moved_ends,
) -> list[Span]:
    """Return the terms with their borders moved, as many and in the same order.

    Args:
        terms: half-open spans of words within sentences, ascending; what overlaps another stays.
        cam: (8, N) float64, the combined association of all windows (not its logarithm).
        lengths: (C,) int64, words of each sentence.
        bigram_mean: mean association of the bigram terms of the training data; NaN keeps single
            words.
        find: gives the runs that a term may become.
    """
    ends = np.cumsum(lengths)
    limits = [*(start for start, _ in terms[1:]), cam.shape[1]][: len(terms)]
    adjusted: list[Span] = []
    free = 0  # words before are taken
    for term, limit in zip(terms, limits, strict=True):
        start, end = term
        sentence = int(np.searchsorted(ends, start, side="right"))
        stop = int(ends[sentence])
        first = max(start - REACH, stop - int(lengths[sentence]), free)
        last = min(end + REACH, stop, limit)
        best = term
        if first <= start and end <= last and end - start <= LONGEST:
            runs = find(term, (first, last), cam, bigram_mean)
            best = max(runs, key=lambda run: _value(cam, run), default=term)
        adjusted.append(best)
        free = max(free, end, best[1])
    return adjusted


def adjust_token_terms(
    terms: Sequence[Span],
    words: ConnectedWords,
    cam: Matrix,
    bigram_mean: float,
    find: Find = moved_ends,
) -> list[Span]:
    """Do the same for spans of tokens, by the (8, N) association of the connected words they touch.

    A term that begins or ends within a connected word is sought as if it held all of it; where
    nothing changes, the span of tokens stays what it was.
    """
    bounds = np.array(list(terms), dtype=np.int64).reshape(-1, 2).T
    covers = list(zip(*(side.tolist() for side in touched(words, *bounds)), strict=True))
    adjusted = adjust_terms(covers, cam, words.lengths, bigram_mean, find)
    return [
        term if new == old else (int(words.starts[new[0]]), int(words.starts[new[1]]))
        for term, old, new in zip(terms, covers, adjusted, strict=True)
    ]


def _value(cam: Matrix, run: Span) -> float:
    size = run[1] - run[0]
    return float(cam[size - 1, run[0]]) if size <= LONGEST else float("nan")
