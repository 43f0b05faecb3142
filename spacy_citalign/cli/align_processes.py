"""Alignment of groups in several processes: a batch is a task, the results come in order."""

import uuid
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple, cast

from ..app.batch.attempts import Attempts
from ..app.batch.pool import is_forking, run_tasks
from ..app.batch.reloading import ReloadedPipeline
from .align_batches import Line, align_batch, aligning, batch_name, line_batches
from .align_records import CountedLines, GroupResult, failed_group, skip_groups
from .processes import process_count

if TYPE_CHECKING:
    from spacy.language import Language

    from ..components.citances.component import CitanceAligner

    Ready = tuple[Language, CitanceAligner]
    Loader = Callable[[], Ready]

_LEAST_BYTES = 100_000  # of groups that one process has aligned before others have begun
_WAITING = 4  # results of a worker: batches are of all sizes, most often the largest first
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


class _BatchTask(NamedTuple):
    """A batch of lines."""

    lines: list[Line]

    @property
    def name(self) -> str:
        return batch_name(self.lines)

    @property
    def where(self) -> str:
        return f"line {self.lines[0].number}"


@dataclass(frozen=True)
class _Work:
    """What the workers have in common."""

    load: "Loader"
    attempts: Path
    start: str

    def worker(self, ready: "Ready | None" = None) -> "Callable[[_BatchTask], list[GroupResult]]":
        nlp, aligner = ready or self.load()
        pipeline, name = ReloadedPipeline(lambda: self.load()[0], nlp), aligner.name

        def align(task: _BatchTask) -> list[GroupResult]:
            attempts = Attempts(self.attempts, task.name, self.start)
            results = []
            pipeline.reload_if_grown()
            nlp = pipeline.nlp
            aligner = cast("CitanceAligner", nlp.get_pipe(name))
            with aligning(nlp):
                if not attempts.one_by_one:
                    results = align_batch(nlp, aligner, task.lines)
                else:  # it has killed processes: each group by itself, with a note before it
                    for line in task.lines:
                        if line.number in attempts.fatal:
                            results.append(failed_group(line.number, _KILLED, line.size))
                            continue
                        attempts.at(line.number)
                        results += align_batch(nlp, aligner, [line])
            attempts.close()
            return results

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
    if is_forking():
        aligner.warm_up()
    with TemporaryDirectory(prefix="citalign-") as notes:
        work = _Work(processes.load, Path(notes), uuid.uuid4().hex)
        tasks = map(_BatchTask, line_batches(lines))
        batches = run_tasks(work, tasks, processes.count, (nlp, aligner), waiting=_WAITING)
        with closing(batches):
            yield from (result for _, results in batches for result in results)
