"""Worker processes that do tasks, such as to annotate splits, and are replaced where they die.

``nlp.pipe(n_process=...)`` sends each whole Doc back through msgpack, which takes about a
millisecond: longer than our components work on a sentence, so that more processes would be
slower. Here a split goes to a process, which reads it, and its rows come back, or they are written
there and only their number comes back. Files of articles and groups of citances are tasks, too.
"""

import ctypes
import gc
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ...errors import CitalignError, described
from ...memory import share_memory
from .attempts import fatal_records

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

_MAX_DEATHS = 20  # at one split, without a record that is to blame
_MAX_FATAL = 100  # records of a split that kill their process
_PARENT_SECONDS = 5.0
_PR_SET_PDEATHSIG = 1
_INTERRUPTS = {signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)}


class Task(Protocol):
    """What a worker is sent; it can be pickled."""

    @property
    def name(self) -> str:
        """Return what tells it from all others, and can name a file."""

    @property
    def where(self) -> str:
        """Return what messages call its beginning."""


class Work(Protocol):
    """What the workers have in common; it can be pickled."""

    @property
    def attempts(self) -> Path:
        """Return the folder of the notes on tasks that are being done."""

    @property
    def start(self) -> str:
        """Return what names this start of a run."""

    def worker(self, inherited: Any) -> Callable[[Any], Any]:
        """Return what does a task, in a worker; ``inherited`` comes from who forked it, if any."""


def run_tasks(
    work: Work,
    tasks: Iterable[Task],
    count: int,
    inherited: Any = None,
    *,
    waiting: int = 2,
) -> Generator[tuple[str, Any], None, None]:
    """Yield the name and the result of each task, in their order, from ``count`` worker processes.

    A worker that dies is replaced, and its task begun again; see `attempts.py` for what kills every
    process.

    Args:
        work: what the workers do.
        tasks: any number; they are taken as workers become free.
        count: how many workers.
        inherited: the pipeline, for processes that inherit it; the others load it.
        waiting: so many results a worker may wait for their turn.

    Raises:
        CitalignError, OSError: a worker could not go on; or the processes die again and again.
    """
    from multiprocessing.connection import wait

    numbered = enumerate(tasks)
    ready: dict[int, tuple[str, Any]] = {}
    following = 0  # the number of the next result
    workers: list[_Worker] = []
    try:
        while True:
            for worker in workers:
                if worker.task is None and len(ready) < waiting * count:
                    worker.take(next(numbered, None))
            while len(workers) < count and (task := next(numbered, None)) is not None:
                workers.append(_Worker(work, inherited, count))
                workers[-1].take(task)
            busy = {worker.connection: worker for worker in workers if worker.task is not None}
            if not busy and not ready:
                return
            while following in ready:
                yield ready.pop(following)
                following += 1
            for connection in wait(list(busy)) if busy else ():
                result = busy[connection].result()  # type: ignore[index]
                if result is not None:
                    ready[result[0]] = result[1]
    finally:
        for worker in workers:
            worker.stop()


class _Worker:
    """A worker process and what it is at: ``task``, with its number, or None."""

    connection: "Connection[Any, Any]"

    def __init__(self, work: Work, inherited: Any, count: int) -> None:
        self.task: tuple[int, Task] | None = None
        self._work, self._inherited, self._count = work, inherited, count
        self._start()

    def take(self, task: tuple[int, Task] | None) -> None:
        """Begin a task; None is none."""
        self.task = task
        self._deaths = self._fatal = 0
        if task is not None:
            self._send(task[1])

    def result(self) -> tuple[int, tuple[str, Any]] | None:
        """Number, name and result of the task; None where the process died, and begins it again."""
        if self.task is None:
            return None
        number, task = self.task
        try:
            result = self.connection.recv()
        except (EOFError, ConnectionError):
            self._replace(task)
            return None
        if isinstance(result, BaseException):
            raise result
        self.task = None
        return number, (task.name, result)

    def stop(self) -> None:
        """End the process, whatever it is at."""
        self.connection.close()
        self._process.kill()
        self._process.join()

    def _start(self) -> None:
        context = _context()
        self.connection, theirs = context.Pipe()
        # A forked process inherits the pipeline, another one would load what is sent to it. Its
        # parent is this process, and not a server that forks.
        inherited, parent = (self._inherited, os.getpid()) if is_forking() else (None, None)
        arguments = (self._work, inherited, theirs, parent, self._count)
        self._process: BaseProcess = context.Process(target=_serve, args=arguments, daemon=True)
        with _interrupts_held():
            self._process.start()
        theirs.close()

    def _send(self, task: Task) -> None:
        with suppress(ConnectionError):  # its death shows when the result is awaited
            self.connection.send(task)

    def _replace(self, task: Task) -> None:
        """Begin the task again in a new process."""
        self.stop()
        fatal = fatal_records(self._work.attempts, task.name, self._work.start)
        self._deaths = self._deaths + 1 if fatal == self._fatal else 1
        self._fatal = fatal
        if self._deaths >= _MAX_DEATHS or fatal >= _MAX_FATAL:
            died = f"with status {self._process.exitcode}, perhaps for want of memory"
            raise CitalignError(
                f"worker processes die again and again at {task.where} and what follows, {died}; "
                f"{fatal} records there are to blame. Try the pipeline on these alone, or a "
                "smaller --n-process. What is written stays"
            )
        self._start()
        self._send(task)


def is_forking() -> bool:
    """Return whether workers inherit what this process has: on Linux, unless otherwise chosen."""
    return str(_context().get_start_method()) == "fork"


def _context() -> Any:
    """Return the start method: fork on Linux, unless another one was chosen; else the default.

    A forked process shares the models with its parent. Since Python 3.14 fork is no default.
    """
    import multiprocessing

    chosen = multiprocessing.get_start_method(allow_none=True)
    return multiprocessing.get_context("fork" if sys.platform == "linux" and not chosen else None)


def _serve(work: Work, inherited: Any, tasks: "Connection", parent: int | None, count: int) -> None:
    """Do the tasks that come, until the parent ends; what interrupts is the parent's."""
    from threadpoolctl import threadpool_limits

    share_memory(count)
    gc.freeze()  # else looking for garbage would copy every page of what is inherited
    parent = parent or os.getppid()
    for number in _INTERRUPTS:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPTS)
    if sys.platform == "linux":  # which can end this process with its parent
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    threadpool_limits(1)  # as many processes as processors, and none of them wants more
    try:
        do = work.worker(inherited)
        while True:
            while not tasks.poll(_PARENT_SECONDS):
                if os.getppid() != parent:
                    return
            tasks.send(do(tasks.recv()))
    except (EOFError, BrokenPipeError):
        return
    except BaseException as error:
        with suppress(OSError):
            tasks.send(_portable(error))


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let Ctrl-C wait; a process that is begun here has it held until it ignores it."""
    if not hasattr(signal, "pthread_sigmask"):  # not on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _portable(error: BaseException) -> BaseException:
    """Return the error as one that any process can read."""
    if isinstance(error, OSError):
        return OSError(error.errno, error.strerror, error.filename)
    if isinstance(error, CitalignError) and type(error).__module__ == CitalignError.__module__:
        return type(error)(str(error))
    return CitalignError(f"a worker process failed: {described(error)}")
