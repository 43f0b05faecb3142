"""Problems of single files: told as they happen, and listed at the end."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ...errors import described


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
        lines = [f"{problems} in {self.files} of {files} files:"]
        lines += [f"  {line}" for line in self._lines]
        more = self.count - len(self._lines)
        return [*lines, f"  ... and {more} more"] if more else lines
