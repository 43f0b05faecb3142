"""Modified CamLocalMax: runs of words that hold together better than those around them.

Chang & Wu (2009), section 2.4. M is a run of n words, x any run of n - 1 words in it (the set
Omega_{n-1}), y any run of n + 1 words around it (Omega_{n+1}). Text and pseudo-code leave choices:

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

from collections.abc import Iterable
from typing import Literal

from ..errors import SettingError
from .texts import Span

Reading = Literal["one-sided", "both"]
Side = Literal["left", "right"]


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
