"""Other readings of the term generation algorithm than the package's, to be compared with it.

Chang & Wu (2009), sections 2.4 and 2.5, leave choices beside those of ``terms.generation``:

- "If t not in CT" the left end moves: read as "no run was found on the right" (``left="if_none"``),
  or as written, the term itself was not (``left="if_not_itself"``).
- The sets of smaller and larger runs: the calls in section 2.5 pass one x and one y, at the side
  where the term grows (``reading="one-sided"``); by their definition both runs x and both runs y
  count (``"both"``).
- Figure 3 slides windows over the frame rather than moving one end. ``search="frame"`` takes all
  windows that overlap the term, ``"marginal"`` those that hold its first or its last three words
  ("the three marginal words of a term are the natural components of the window"; all of a
  shorter term). A one-word window counts only if it is the term: any would win. With one-sided
  sets a window must be a local maximum to the right or to the left.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from spacy_citalign.terms.cohesion import Matrix
from spacy_citalign.terms.generation import REACH, Side, local_maximum, neighbours
from spacy_citalign.terms.ngrams import LONGEST
from spacy_citalign.terms.texts import Span

Reading = Literal["one-sided", "both"]
Search = Literal["ends", "marginal", "frame"]
Left = Literal["if_none", "if_not_itself"]
_STEPS = 3  # words that an end moves by, 0 among them


class Variant(NamedTuple):
    """A reading; the defaults are those of the package."""

    search: Search = "ends"
    reading: Reading = "one-sided"
    left: Left = "if_none"

    def find(self, term: Span, frame: Span, cam: Matrix, mean: float) -> list[Span]:
        """Return CT of a term in its frame, as ``adjust_terms`` takes it."""
        if self.search != "ends":
            return list(self._in_windows(term, frame, cam, mean))
        start, end = term
        right = [(start, end + a) for a in range(_STEPS) if end + a <= frame[1]]
        maxima = self._maxima(right, "right", frame, cam, mean)
        wanted = not maxima if self.left == "if_none" else term not in maxima
        left = [(start - a, end) for a in range(_STEPS) if start - a >= frame[0]]
        return maxima + (self._maxima(left, "left", frame, cam, mean) if wanted else [])

    def sets(self, run: Span, side: Side) -> tuple[list[Span], list[Span]]:
        """Return the smaller and the larger runs that a run is compared with."""
        if self.reading == "one-sided":
            return neighbours(run, side)
        (left, larger_left), (right, larger_right) = (neighbours(run, s) for s in ("left", "right"))
        return left + right, list(dict.fromkeys(larger_left + larger_right))

    def _maxima(
        self, runs: list[Span], side: Side, frame: Span, cam: Matrix, mean: float
    ) -> list[Span]:
        found = (local_maximum(run, *self.sets(run, side), frame, cam, mean) for run in runs)
        return [run for run in found if run]

    def _in_windows(self, term: Span, frame: Span, cam: Matrix, mean: float) -> Iterator[Span]:
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
            if self.search == "frame" or first or last:
                for side in ("right", "left"):
                    yield from self._maxima([run], side, frame, cam, mean)
