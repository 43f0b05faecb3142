"""Alignment of groups in several processes: a line is a task, the results come in order."""

import uuid
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from ..batch.attempts import Attempts
from ..batch.pool import run_tasks
from .align_records import (
    CountedLines,
    GroupResult,
    align_lines,
    failed_group,
    skip_groups,
)
from .processes import process_count

if TYPE_CHECKING:
    from spacy.language import Language

    from ..components.citances.component import CitanceAligner

    Ready = tuple[Language, CitanceAligner]
    Loader = Callable[[], Ready]

_LEAST_BYTES = 100_000  # of groups that one process has aligned before others have begun
_WAITING = 64  # results of a worker: groups are of all sizes, most often the largest first
_KILLED = (
    "the process that aligned it died twice, for want of memory or in a component; it is left out"
)


@dataclass(frozen=True)
class Processes:
    """The processes that align.

    Attributes:
        count: how many; 1 is this one.
        load: gives pipeline and aligner to those that do not inherit them; can be pickled.
    """

    count: int
    load: "Loader"

    @classmethod
    def for_input(cls, n_process: int | None, size: int | None, load: "Loader") -> "Processes":
        """Return as many as the option says, for that many bytes of groups."""
        return cls(process_count(n_process, size, least=_LEAST_BYTES), load)


class _LineTask(NamedTuple):
    """A line of the input, which may be blank."""

    number: int
    line: bytes

    @property
    def name(self) -> str:
        return f"line-{self.number}"

    @property
    def where(self) -> str:
        return f"line {self.number}"


@dataclass(frozen=True)
class _Work:
    """What the workers have in common."""

    load: "Loader"
    attempts: Path
    start: str

    def worker(self, ready: "Ready | None" = None) -> "Callable[[_LineTask], GroupResult | None]":
        nlp, aligner = ready or self.load()

        def align(task: _LineTask) -> GroupResult | None:
            attempts = Attempts(self.attempts, task.name, self.start)
            if attempts.fatal:
                result: GroupResult | None = failed_group(task.number, _KILLED)
            else:
                if attempts.one_by_one:
                    attempts.at(0)
                lines = CountedLines(BytesIO(task.line), first=task.number)
                result = next(align_lines(nlp, aligner, lines), None)
            attempts.close()
            return result

        return align


def align_lines_in_processes(
    nlp: "Language",
    aligner: "CitanceAligner",
    lines: CountedLines,
    processes: Processes,
    *,
    skip: int = 0,
) -> Generator[GroupResult, None, None]:
    """Yield the result of each line that is not blank, in order, as ``align_lines`` does.

    A group that kills its process twice is one that failed. Lines are read ahead.

    Args:
        nlp: a pipeline with ``aligner``.
        aligner: the component whose alignments are taken.
        lines: of JSON, a group a line.
        processes: those that align.
        skip: so many groups are read and left out.

    Raises:
        CitalignError: processes die again and again.
    """
    skip_groups(lines, skip)
    with TemporaryDirectory(prefix="citalign-") as notes:
        work = _Work(processes.load, Path(notes), uuid.uuid4().hex)
        tasks = (_LineTask(lines.number, line) for line in lines)
        results = run_tasks(work, tasks, processes.count, (nlp, aligner), waiting=_WAITING)
        with closing(results):
            yield from (result for _, result in results if result is not None)
