"""Progress, problems and notes of a run, as its callbacks take them."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ...errors import described
from ..report.phrases import first_lines


class Problem(NamedTuple):
    """What is wrong with a file: the message begins with its name."""

    file: str
    message: str


def ignore(event: object) -> None:
    """Take no notice."""


class Problems:
    """Problems of single files, told as they happen and listed again at the end.

    >>> from spacy_citalign.errors import InputError
    >>> problems = Problems()
    >>> problems.add("a.xml", "is no article")
    >>> problems.add("b.txt", InputError("b.txt is not UTF-8"))
    >>> for line in problems.summary(files=12):
    ...     print(line)
    2 problems in 2 of 12 files:
      a.xml: is no article
      b.txt is not UTF-8
    """

    def __init__(
        self, on_problem: Callable[[Problem], object] = ignore, *, max_lines: int = 20
    ) -> None:
        self.count = 0
        self._on_problem, self._max_lines = on_problem, max_lines
        self._lines: list[str] = []
        self._files: set[str] = set()

    @property
    def files(self) -> int:
        """Return how many files have problems."""
        return len(self._files)

    def add(self, file: str | Path, problem: str | BaseException) -> None:
        """Tell what is wrong with a file; its name is put before a message that lacks it."""
        name = str(file)
        message = problem if isinstance(problem, str) else described(problem)
        has_name = message.startswith((f"{name} ", f"{name}:", f"{name},"))
        line = message if has_name else f"{name}: {message}"
        self._on_problem(Problem(name, line))
        self.count += 1
        self._files.add(name)
        if len(self._lines) < self._max_lines:
            self._lines.append(line)

    def summary(self, files: int) -> list[str]:
        """Return the counts and the first problems, of ``files`` files read; [] without any."""
        if not self.count:
            return []
        problems = "1 problem" if self.count == 1 else f"{self.count} problems"
        listed = first_lines([f"  {line}" for line in self._lines], self._max_lines, self.count)
        return [f"{problems} in {self.files} of {files} files:", *listed]


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


SILENT = Events()


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
