"""The propositional term generation algorithm: move the borders of terms to where words cohere.

Chang & Wu (2009), section 2.5 and figure 3. A term t of k words, found by a CRF, is sought anew in
a frame of three words to each side. Choices where the pseudo-code leaves them:

- The right end moves by a = 0, 1, 2 words; each run that is a local maximum joins the set CT.
- "If t not in CT" the left end moves by 0, 1, 2: read as "no run was found on the right"
  (``left="if_none"``), or as written, the term itself was not (``left="if_not_itself"``).
- CT may hold several runs: the one of the highest association is the term, of equals the one
  found first. With CT empty the CRF's term stays.
- The frame ends with the sentence, and before another CRF term: none is entered or swallowed.
  Terms are taken in order, so words between two terms go to the first that takes them.
- Runs of more than 8 words are not measured: such a term stays, and no term grows beyond.
- Figure 3 slides windows over the frame rather than moving one end. ``search="frame"`` takes all
  windows that overlap the term, ``"marginal"`` those that hold its first or its last three words
  ("the three marginal words of a term are the natural components of the window"; all of a
  shorter term). A one-word window counts only if it is the term: any would win. With one-sided
  sets a window must be a local maximum to the right or to the left.

Modified CamLocalMax (section 2.4): runs of words that hold together better than those around them.
M is a run of n words, x any run of n - 1 words in it (the set Omega_{n-1}), y any run of n + 1
words around it (Omega_{n+1}). Text and pseudo-code leave choices:

- n > 2: M is a term if cam(M) >= cam(x) for all x and cam(M) > cam(y) for all y.
- n = 2: as printed, x does not count: a word alone would win always (its NE is 1).
- n = 1: in the text, a single-word term and its neighbour become a bigram if the bigram's cam is
  above the mean of the bigram terms of the training data. The pseudo-code reads
  cam(bi-gram) <= cam(M), which holds nearly always. We follow the text; of both neighbours
  the one with the higher cam, whatever the sets are else.
- The sets: by their definition both runs x and both runs y count (``reading="both"``); the calls
  in section 2.5 pass one x and one y, at the side where the term grows (``"one-sided"``).
- A y outside the frame in which the term is sought, and a run that no window measures (NaN), is
  in no set. With no y left the condition on y holds.
- What never occurs in the background (cam = 0) is no local maximum, even where nothing around it
  occurs either.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np

from ..errors import InputError, SettingError
from ..words.arrays import Ints
from .cohesion import Matrix
from .ngrams import LONGEST
from .span_cohesion import touched
from .texts import ConnectedWords, Span

Reading = Literal["one-sided", "both"]
Side = Literal["left", "right"]
REACH = 3
_STEPS = 3  # a = 0, 1, 2
_SIDES: tuple[Side, Side] = ("right", "left")
Search = Literal["ends", "marginal", "frame"]
Left = Literal["if_none", "if_not_itself"]


def is_local_maximum(
    cam: float, smaller: Iterable[float], larger: Iterable[float], *, size: int, bigram_mean: float
) -> bool:
    """Tell whether a run of words M is a term.

    Of a single word, False says that a bigram takes its place: the best of ``larger``.

    Args:
        cam: of M.
        smaller, larger: cam of each run in Omega_{n-1} and Omega_{n+1}.
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


def subgroups(span: Span, reading: Reading, side: Side) -> list[Span]:
    """Return Omega_{n-1}: the runs that are one word shorter, without their word at ``side``.

    Raises:
        SettingError: ``reading`` or ``side`` is unknown.
    """
    start, end = span
    right, left = (start, end - 1), (start + 1, end)
    return [run for run in _read(left, right, reading, side) if run[0] < run[1]]


def supergroups(span: Span, frame: Span, reading: Reading, side: Side) -> list[Span]:
    """Return Omega_{n+1}: the runs within ``frame`` with one word more at ``side``.

    Of a single word these are the bigrams with both its neighbours in either reading.

    The left loop of section 2.5 passes x and y the other way round, which is taken as a slip.

    Raises:
        SettingError: ``reading`` or ``side`` is unknown.
    """
    start, end = span
    right, left = (start, end + 1), (start - 1, end)
    runs = _read(left, right, "both" if end - start == 1 else reading, side)
    return [run for run in runs if frame[0] <= run[0] and run[1] <= frame[1]]


def _read(left: Span, right: Span, reading: Reading, side: Side) -> list[Span]:
    if reading == "both":
        return [left, right]
    if reading != "one-sided":
        raise SettingError(f"reading is {reading!r}; give 'one-sided' or 'both'")
    return [left if side == "left" else right]


class Boundaries(NamedTuple):
    """Settings of the search for borders.

    Attributes:
        bigram_mean: mean association of the bigram terms of the training data; NaN keeps single
            words.
        search: the runs that are tried.
        reading: the runs that each is compared with.
        left: when ``search="ends"`` moves the left end.
    """

    bigram_mean: float
    search: Search = "ends"
    reading: Reading = "one-sided"
    left: Left = "if_none"

    def check(self) -> None:
        """Raise SettingError if a setting is unknown."""
        known = {
            "search": ("ends", "marginal", "frame"),
            "reading": ("one-sided", "both"),
            "left": ("if_none", "if_not_itself"),
        }
        for name, values in known.items():
            if getattr(self, name) not in values:
                raise SettingError(f"{name} is {getattr(self, name)!r}; give one of {values}")


def adjust_terms(terms: Sequence[Span], cam: Matrix, lengths: Ints, how: Boundaries) -> list[Span]:
    """Return the terms with their borders moved, as many and in the same order.

    Args:
        terms: half-open spans of words, ascending. One that overlaps another stays.
        cam: (8, N) float64, the combined association of all windows (not its logarithm).
        lengths: (C,) int64, words of each sentence.
        how: settings.

    Raises:
        InputError: a term is empty, out of order or runs over the end of its sentence; ``cam``
            belongs to another text.
        SettingError: a setting is unknown.
    """
    how.check()
    if cam.shape != (LONGEST, lengths.sum()):
        raise InputError(
            f"cam has shape {cam.shape}, but the sentences have {lengths.sum()} words; give the "
            f"association of windows of 1 to {LONGEST} words at each word"
        )
    ends = np.cumsum(lengths)
    limits = [*(start for start, _ in terms[1:]), cam.shape[1]][: len(terms)]
    adjusted: list[Span] = []
    free = 0  # words before are taken
    for term, limit in zip(terms, limits, strict=True):
        start, end = term
        sentence = int(np.searchsorted(ends, start, side="right"))
        if not 0 <= start < end or sentence == len(ends) or end > ends[sentence] or limit < start:
            raise InputError(
                f"the term {term} is empty, out of order or not within a sentence; give ascending "
                f"spans within sentences that end at {ends.tolist()}"
            )
        stop = int(ends[sentence])
        frame = (max(start - REACH, stop - int(lengths[sentence]), free), min(end + REACH, stop))
        frame = (frame[0], min(frame[1], limit))
        if frame[0] <= start and end <= frame[1] and end - start <= LONGEST:
            adjusted.append(_adjust(term, frame, cam, how))
        else:
            adjusted.append(term)
        free = max(free, end, adjusted[-1][1])
    return adjusted


def adjust_token_terms(
    terms: Sequence[Span], words: ConnectedWords, cam: Matrix, how: Boundaries
) -> list[Span]:
    """Do the same for spans of tokens, by the (8, N) association of the connected words they touch.

    A term that begins or ends within a connected word is sought as if it held all of it; where
    nothing changes, the span of tokens stays what it was.
    """
    starts_and_ends = np.array(list(terms), dtype=np.int64).reshape(-1, 2).T
    covers = list(
        zip(*(bounds.tolist() for bounds in touched(words, *starts_and_ends)), strict=True)
    )
    adjusted = adjust_terms(covers, cam, words.lengths, how)
    return [
        term if new == old else (int(words.starts[new[0]]), int(words.starts[new[1]]))
        for term, old, new in zip(terms, covers, adjusted, strict=True)
    ]


def _adjust(term: Span, frame: Span, cam: Matrix, how: Boundaries) -> Span:
    search = _ends if how.search == "ends" else _windows
    best, highest = term, -np.inf
    for run in search(term, frame, cam, how):
        value = _value(cam, run)
        if value > highest:
            best, highest = run, value
    return best


def _ends(term: Span, frame: Span, cam: Matrix, how: Boundaries) -> list[Span]:
    """Return CT by moving the right end, then the left."""
    start, end = term
    right = [(start, end + a) for a in range(_STEPS) if end + a <= frame[1]]
    maxima = [ct for run in right if (ct := _term(run, frame, cam, how, "right"))]
    if (how.left == "if_none" and not maxima) or (how.left != "if_none" and term not in maxima):
        left = [(start - a, end) for a in range(_STEPS) if start - a >= frame[0]]
        maxima += [ct for run in left if (ct := _term(run, frame, cam, how, "left"))]
    return maxima


def _windows(term: Span, frame: Span, cam: Matrix, how: Boundaries) -> Iterator[Span]:
    """Yield CT out of the windows of the frame, that of the term first."""
    start, end = term
    hold = min(REACH, end - start)
    others = (
        (a, b)
        for a in range(frame[0], end)
        for b in range(max(a + 2, start + 1), min(a + LONGEST, frame[1]) + 1)
        if (a, b) != term
    )
    for run in (term, *others):
        first = run[0] <= start and start + hold <= run[1]
        last = run[0] <= end - hold and end <= run[1]
        if how.search == "frame" or first or last:
            either = (_term(run, frame, cam, how, side) for side in _SIDES)
            yield from (ct for ct in either if ct)


def _term(run: Span, frame: Span, cam: Matrix, how: Boundaries, side: Side) -> Span | None:
    """Return the run if it is a local maximum, else the bigram that a single word turns into."""
    larger = supergroups(run, frame, how.reading, side)
    values = [_value(cam, y) for y in larger]
    smaller = (_value(cam, x) for x in subgroups(run, how.reading, side))
    size = run[1] - run[0]
    if is_local_maximum(_value(cam, run), smaller, values, size=size, bigram_mean=how.bigram_mean):
        return run
    return larger[int(np.nanargmax(values))] if size == 1 else None


def _value(cam: Matrix, run: Span) -> float:
    size = run[1] - run[0]
    return float(cam[size - 1, run[0]]) if size <= LONGEST else float("nan")
