"""Progress, problems and notes of a run, as its callbacks take them."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from .problems import Problem, ignore


class Progress(NamedTuple):
    """The progress of a stage.

    Attributes:
        stage: its name, "reading articles".
        done, total: bytes of its input; total is None where that is not known.
        records, of: those that are done, and all of them; None where that is not known.
        unit: what the records are called, "articles".
    """

    stage: str
    done: int
    total: int | None
    records: int
    of: int | None
    unit: str


@dataclass(frozen=True)
class Events:
    """What is called while a run goes on.

    Attributes:
        on_progress: is called at each step.
        on_problem: is called for each file or part of it that cannot be read.
        on_message: takes a line for a person: what was wrong with a group, say.
        on_note: takes a line that is no error.
    """

    on_progress: Callable[[Progress], object] = ignore
    on_problem: Callable[[Problem], object] = ignore
    on_message: Callable[[str], object] = ignore
    on_note: Callable[[str], object] = ignore


class Stage:
    """A stage of a run, which tells its progress.

    Args:
        events: are told.
        name: of the stage.
        unit: what the records are called.
        total: bytes that there are to read; None where it is not known.
        of: how many records there are, where that is known.

    Attributes:
        seconds: how long it was open, once it is closed.
    """

    def __init__(
        self, events: Events, name: str, unit: str, total: int | None, of: int | None = None
    ) -> None:
        self.seconds = 0.0
        self._start = time.perf_counter()
        self._on_progress = events.on_progress
        self._progress = Progress(name, 0, total, 0, of, unit)
        self._on_progress(self._progress)

    def __enter__(self) -> "Stage":
        return self

    def __exit__(self, *exception: object) -> None:
        self.seconds = time.perf_counter() - self._start

    def advance(self, size: int, records: int) -> None:
        """Move on by ``size`` bytes to ``records`` records."""
        self._progress = self._progress._replace(done=self._progress.done + size, records=records)
        self._on_progress(self._progress)
