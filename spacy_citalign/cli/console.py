"""Messages on standard error, progress bars, interrupts and exit statuses of the commands."""

import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import Any, ParamSpec, TypeVar

import typer

from ..app.batch.messages import say
from ..errors import CitalignError, described, one_line, printable
from ..memory import same_limit

P = ParamSpec("P")
R = TypeVar("R")

SOME_FAILED = 1
NOTHING_DONE = 2
_SECONDS_A_LINE = 10  # of progress where there is no terminal
_tracebacks = False
_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def clear_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Let a command end with one line and status 2, not with a traceback, where it cannot go on.

    SIGTERM and SIGHUP end it like Ctrl-C, so that it leaves no half file and says what is kept.
    The traceback is printed before the line if ``show_tracebacks`` said so.
    """

    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            with ended_like_interrupted(), same_limit():
                return command(*args, **kwargs)
        except BrokenPipeError:
            raise  # the reader of our output left; typer ends quietly
        except (typer.Exit, typer.Abort):
            raise  # these are said by typer
        except Exception as error:
            if _tracebacks:
                traceback.print_exc()
            say(f"error: {_said_of(error)}")
        raise typer.Exit(NOTHING_DONE)

    return guarded


def _said_of(error: Exception) -> str:
    """Return what is said of an error that ends a command."""
    match error:
        case CitalignError():
            return one_line(error)
        case OSError():
            name = "" if error.filename is None else f"{error.filename}: "
            return f"{name}{error.strerror or one_line(error)}"
        case MemoryError():
            return "the memory is used up; split the input, or use fewer processes"
        case _:  # an error of ours
            return (
                f"{described(error).rstrip('.')}, in {_place(error)}. This should not happen; "
                "please report it with what `citalign --debug` and the command print"
            )


def show_tracebacks(wanted: bool) -> None:
    """Let errors that end a command be told with their tracebacks, or not."""
    global _tracebacks
    _tracebacks = wanted


def _place(error: BaseException) -> str:
    """Return file and line that an error comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else "no file"


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


@contextmanager
def noticed_interrupts() -> Iterator[Callable[[], None]]:
    """Yield a function that raises KeyboardInterrupt where one came in the block and was lost.

    Compiled code may take Ctrl-C for an error of its own: numpy turns one that comes while it
    compares types into a TypeError. Whoever catches errors calls the function before going on.
    SIGTERM and SIGHUP are noticed as well where they end a command like Ctrl-C.
    """
    interrupted = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        interrupted = True
        raise KeyboardInterrupt

    def check() -> None:
        if interrupted:
            raise KeyboardInterrupt

    usual = {signal.SIGINT: signal.default_int_handler} | dict.fromkeys(_ENDING, _interrupt)
    in_main = threading.current_thread() is threading.main_thread()
    watched = [number for number in usual if in_main and signal.getsignal(number) is usual[number]]
    for number in watched:
        signal.signal(number, interrupt)
    try:
        yield check
    finally:
        for number in watched:
            signal.signal(number, usual[number])


@contextmanager
def ended_like_interrupted() -> Iterator[None]:
    """Let what ends a process end the block like Ctrl-C: schedulers, containers, a closed terminal.

    A signal that is ignored, as nohup has it, stays ignored.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in _ENDING}
    taken = [number for number in _ENDING if before[number] is not signal.SIG_IGN]
    for number in taken:
        signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, before[number])


class Progress:
    """A bar over the bytes read, with the count of records; lines of text in a file or a pipe.

    Args:
        total: bytes that there are to read; None where it is not known.
        quiet: show no bar, no lines and no notes.
        unit: what the records are called.
        doing: what is done with them, at the begin of the bar and of the lines.
        of: how many records there are, where that is known.
        check_interrupt: is called at each step.

    Attributes:
        seconds: how long it was open, once it is closed.
    """

    def __init__(
        self,
        total: int | None,
        *,
        quiet: bool,
        unit: str = "records",
        doing: str = "",
        of: int | None = None,
        check_interrupt: Callable[[], None] = lambda: None,
    ) -> None:
        self.seconds = 0.0
        self._start = time.perf_counter()
        self._bar: Any = None
        self._quiet, self._unit, self._doing = quiet, unit, doing
        self._of = "" if of is None else f" of {of:,}"
        self._next_line = self._start + _SECONDS_A_LINE
        self._check_interrupt = check_interrupt
        if not quiet and sys.stderr.isatty():
            from tqdm import tqdm

            self._bar = tqdm(
                total=total, unit="B", unit_scale=True, file=sys.stderr, desc=doing or None
            )

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *exception: object) -> None:
        """Leave the bar as it stands."""
        self.seconds = time.perf_counter() - self._start
        if self._bar is not None:
            self._bar.close()

    def advance(self, size: int, records: int) -> None:
        """Move on by ``size`` bytes to ``records`` records."""
        self._check_interrupt()
        if self._bar is not None:
            self._bar.set_postfix_str(f"{records:,}{self._of} {self._unit}", refresh=False)
            self._bar.update(size)
        elif not self._quiet and (now := time.perf_counter()) >= self._next_line:
            say(f"{self._doing or 'done'}: {records:,}{self._of} {self._unit}")
            self._next_line = now + _SECONDS_A_LINE

    def say(self, message: str) -> None:
        """Print a line on standard error, above the bar."""
        if self._bar is None:
            say(message)
        else:
            self._bar.write(printable(message), file=sys.stderr)

    def note(self, message: str) -> None:
        """Print a line that is no error, which those do not get who want errors only."""
        if not self._quiet:
            self.say(message)


class Problems:
    """Problems of single files, said as they happen and listed again at the end.

    >>> from spacy_citalign.errors import InputError
    >>> problems = Problems(Progress(None, quiet=True))
    >>> problems.add("a.xml", "is no article")
    >>> problems.add("b.txt", InputError("b.txt is not UTF-8"))
    >>> for line in problems.summary(files=12):
    ...     print(line)
    2 problems in 2 of 12 files:
      a.xml: is no article
      b.txt is not UTF-8
    """

    def __init__(self, progress: Progress, *, most_lines: int = 20) -> None:
        self.count = 0
        self._progress, self._most_lines = progress, most_lines
        self._lines: list[str] = []
        self._files: set[str] = set()

    @property
    def files(self) -> int:
        """Return how many files have problems."""
        return len(self._files)

    def add(self, file: str | Path, problem: str | BaseException) -> None:
        """Say what is wrong with a file; its name is put before a message that lacks it."""
        name = str(file)
        message = problem if isinstance(problem, str) else described(problem)
        has_name = message.startswith((f"{name} ", f"{name}:", f"{name},"))
        line = message if has_name else f"{name}: {message}"
        self._progress.say(line)
        self.count += 1
        self._files.add(name)
        if len(self._lines) < self._most_lines:
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
