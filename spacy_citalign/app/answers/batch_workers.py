"""Alignment of groups in several processes: a batch is a task, the results come in order."""

import uuid
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple, cast

from ..batch.attempts import Attempts
from ..batch.pool import is_forking, run_tasks
from ..batch.reloading import ReloadedPipeline
from .aligner import AlignerSetup, LoadedAligner
from .batches import (
    CountedLines,
    GroupResult,
    Line,
    align_batch,
    batch_name,
    failed_group,
    line_batches,
    only_aligning,
    skip_groups,
)

if TYPE_CHECKING:
    from ...components.citances.component import CitanceAligner

_WAITING = 4  # results of a worker: batches are of all sizes, most often the largest first
_KILLED = (
    "the process that aligned it died twice, for want of memory or in a component; it is left out"
)


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

    setup: AlignerSetup
    attempts: Path
    start: str

    def worker(
        self, loaded: LoadedAligner | None = None
    ) -> Callable[[_BatchTask], list[GroupResult]]:
        loaded = loaded or self.setup.load()
        pipeline = ReloadedPipeline(lambda: self.setup.load().nlp, loaded.nlp)

        def align(task: _BatchTask) -> list[GroupResult]:
            attempts = Attempts(self.attempts, task.name, self.start)
            results = []
            pipeline.reload_if_grown()
            aligner = cast("CitanceAligner", pipeline.nlp.get_pipe(loaded.aligner.name))
            ready = loaded._replace(nlp=pipeline.nlp, aligner=aligner)
            with only_aligning(ready.nlp):
                if not attempts.one_by_one:
                    results = align_batch(ready, task.lines)
                else:  # it has killed processes: each group by itself, with a note before it
                    for line in task.lines:
                        if line.number in attempts.fatal:
                            results.append(failed_group(line.number, _KILLED, line.size))
                            continue
                        attempts.at(line.number)
                        results += align_batch(ready, [line])
            attempts.close()
            return results

        return align


def align_lines_in_processes(
    loaded: LoadedAligner, lines: CountedLines, count: int, *, skip: int = 0
) -> Generator[GroupResult, None, None]:
    """Yield the result of each line that is not blank, in order, as ``align_lines`` does.

    A group that kills its process twice is one that failed. Lines are read ahead.

    Args:
        loaded: the pipeline and its aligner.
        lines: of JSON, a group a line.
        count: how many processes.
        skip: so many groups are read and left out.

    Raises:
        CitalignError: processes die again and again.
    """
    skip_groups(lines, skip)
    if is_forking():
        loaded.aligner.warm_up()
    with TemporaryDirectory(prefix="citalign-") as notes:
        work = _Work(loaded.setup, Path(notes), uuid.uuid4().hex)
        tasks = map(_BatchTask, line_batches(lines))
        batches = run_tasks(work, tasks, count, loaded, waiting=_WAITING)
        with closing(batches):
            yield from (result for _, results in batches for result in results)
