"""Messages on standard error, progress bars and exit statuses of the commands."""

import shutil
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import typer

from ..app.answers.events import Events, Progress
from ..app.interrupts import ended_like_interrupted
from ..app.locking import only_writer
from ..app.output_files import check_new_file, check_output
from ..errors import CitalignError, described, one_line, printable
from ..inputs.file_types.by_name import check_has_end
from ..memory import limit_memory, same_limit

P = ParamSpec("P")
R = TypeVar("R")

SOME_FAILED = 1
NOTHING_DONE = 2
_SECONDS_A_LINE = 10  # of progress where there is no terminal
_tracebacks = False
_held = ExitStack()  # the locks of the outputs of the command


def say(*messages: str) -> None:
    """Print lines on standard error, as such that are no commands of the terminal."""
    for message in messages:
        typer.echo(printable(message), err=True)


def clear_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Let a command end with one line and status 2, not with a traceback, where it cannot go on.

    SIGTERM and SIGHUP end it like Ctrl-C, so that it leaves no half file and says what is kept.
    The traceback is printed before the line if ``show_tracebacks`` said so. The limit of memory
    that a command was given ends with it.
    """

    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            with ended_like_interrupted(), same_limit(), _held:
                for value in kwargs.values():
                    for path in value if isinstance(value, list) else [value]:
                        if isinstance(path, Path):
                            check_has_end(path)
                if (limit := kwargs.get("max_memory")) is not None:
                    limit_memory(str(limit))
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


def hold(
    path: Path | None, inputs: Sequence[Path], suffix: str = "", *, name: str = "output"
) -> None:
    """See that a file can be written, if there is to be one, and let no other process write it.

    Args:
        path: the file.
        inputs: the files that are read.
        suffix: how its name must end, "" for anyhow.
        name: what messages call the file.

    Raises:
        SettingError: it cannot.
    """
    if path is not None:
        if suffix:
            check_new_file(path, suffix, inputs, name=name)
        else:
            check_output(path, inputs)
        _held.enter_context(only_writer(path))


def terminal_width(width: int | None = None, *, least: int = 20) -> int:
    """Return the width that was asked for, else that of the terminal, at least so much."""
    return width or max(shutil.get_terminal_size().columns, least)


def exit_if(failed: int | bool) -> None:
    """End a command with status 1 where something failed."""
    if failed:
        raise typer.Exit(SOME_FAILED)


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
            last = traceback.extract_tb(error.__traceback__)[-1]
            return (
                f"{described(error).rstrip('.')}, in {Path(last.filename).name}, line "
                f"{last.lineno}. This should not happen; please report it with what `citalign "
                "--debug` and the command print"
            )


def show_tracebacks(wanted: bool) -> None:
    """Let errors that end a command be told with their tracebacks, or not."""
    global _tracebacks
    _tracebacks = wanted


@dataclass(kw_only=True)
class ProgressBar(AbstractContextManager["ProgressBar"]):
    """A bar over the bytes read, with the count of records; lines of text in a file or a pipe.

    Args:
        total: bytes that there are to read; None where it is not known.
        quiet: show no bar, no lines and no notes.
        unit: what the records are called.
        doing: what is done with them, at the begin of the bar and of the lines.
        of: how many records there are, where that is known.
        check_interrupt: is called at each step.
    """

    total: int | None = field(kw_only=False)
    quiet: bool
    unit: str = "records"
    doing: str = ""
    of: int | None = None
    check_interrupt: Callable[[], None] = lambda: None

    def __post_init__(self) -> None:
        self._bar: Any = None
        self._next_line = time.perf_counter() + _SECONDS_A_LINE
        if not self.quiet and sys.stderr.isatty():
            from tqdm import tqdm

            self._bar = tqdm(
                total=self.total,
                unit="B",
                unit_scale=True,
                file=sys.stderr,
                desc=self.doing or None,
            )

    def __exit__(self, *exception: object) -> None:
        """Leave the bar as it stands."""
        if self._bar is not None:
            self._bar.close()

    def advance(self, size: int, records: int) -> None:
        """Move on by ``size`` bytes to ``records`` records."""
        self.check_interrupt()
        count = f"{records:,}{'' if self.of is None else f' of {self.of:,}'} {self.unit}"
        if self._bar is not None:
            self._bar.set_postfix_str(count, refresh=False)
            self._bar.update(size)
        elif not self.quiet and (now := time.perf_counter()) >= self._next_line:
            say(f"{self.doing or 'done'}: {count}")
            self._next_line = now + _SECONDS_A_LINE

    def say(self, message: str) -> None:
        """Print a line on standard error, above the bar."""
        if self._bar is None:
            say(message)
        else:
            self._bar.write(printable(message), file=sys.stderr)

    def note(self, message: str) -> None:
        """Print a line that is no error, which those do not get who want errors only."""
        if not self.quiet:
            self.say(message)


class _StageBar:
    """The bar of the stage that is on."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._bar: ProgressBar | None = None
        self._last: Progress | None = None

    def show(self, progress: Progress) -> None:
        last, self._last = self._last, progress
        if last is None or self._bar is None or progress.stage != last.stage:
            self.close()
            self._bar = ProgressBar(
                progress.total,
                quiet=self._quiet,
                unit=progress.unit,
                doing=progress.stage,
                of=progress.of,
            )
        else:
            self._bar.advance(progress.done - last.done, progress.records)

    def say(self, message: str) -> None:
        (say if self._bar is None else self._bar.say)(message)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.__exit__()


@contextmanager
def shown_events(*, quiet: bool) -> Iterator[Events]:
    """Yield what shows a run on standard error: a bar for each stage, messages above it.

    Args:
        quiet: show no bar and no notes.
    """
    with closing(_StageBar(quiet)) as bar:
        yield Events(
            on_progress=bar.show,
            on_problem=lambda problem: bar.say(problem.message),
            on_message=bar.say,
            on_note=lambda message: None if quiet else bar.say(message),
        )
