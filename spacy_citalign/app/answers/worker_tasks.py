"""Tasks that worker processes do for a command, each with notes on what kills a process."""

import uuid
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from ..batch.attempts import Attempts
from ..batch.pool import run_tasks

Maker = Callable[[Any], Callable[[Any, Attempts], Any]]


class Task(NamedTuple):
    """What a worker is sent.

    Attributes:
        name: what tells it from others, and can name a file.
        where: what messages call its beginning.
        content: what there is to do; it can be pickled.
    """

    name: str
    where: str
    content: Any


@dataclass(frozen=True)
class _Work:
    """What the workers have in common."""

    make: Maker
    attempts: Path
    start: str

    def worker(self, inherited: Any) -> Callable[[Task], Any]:
        do = self.make(inherited)

        def work(task: Task) -> Any:
            attempts = Attempts(self.attempts, task.name, self.start)
            result = do(task.content, attempts)
            attempts.close()
            return result

        return work


def task_results(
    make: Maker, tasks: Iterable[Task], count: int, inherited: Any = None, *, waiting: int
) -> Generator[Any, None, None]:
    """Yield the result of each task, in their order, from worker processes.

    Args:
        make: returns in a worker what does a task, from what the worker inherits; it can be
            pickled.
        tasks: any number; they are taken as workers become free.
        count: how many workers.
        inherited: what forked processes have from this one; others are given None.
        waiting: so many results of a worker may wait for their turn.

    Raises:
        CitalignError: a worker could not go on, or processes die again and again.
    """
    with TemporaryDirectory(prefix="citalign-") as notes:
        work = _Work(make, Path(notes), uuid.uuid4().hex)
        with closing(run_tasks(work, tasks, count, inherited, waiting=waiting)) as results:
            for _, result in results:
                yield result
