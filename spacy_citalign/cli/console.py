"""What the commands say on standard error, and the exit status that goes with it."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import typer

from spacy_citalign.errors import CitalignError

P = ParamSpec("P")
R = TypeVar("R")

SOME_FAILED = 1
NOTHING_DONE = 2


def say(message: str) -> None:
    """Print a line on standard error."""
    typer.echo(message, err=True)


def one_line(error: BaseException) -> str:
    """The message of an error on one line; its type where it has no message."""
    return " ".join(str(error).split()) or type(error).__name__


def described(error: BaseException) -> str:
    """Type and message of an error from outside this package; ours speak for themselves."""
    if isinstance(error, CitalignError):
        return one_line(error)
    return f"{type(error).__name__}: {one_line(error)}"


def why_unreadable(error: OSError) -> str:
    """The reason for an OSError without its number and path."""
    return f"cannot be read: {error.strerror or one_line(error)}"


def clear_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Let a command end with one line and status 2, not with a traceback, where it cannot go on."""

    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except BrokenPipeError:
            raise  # the reader of our output left; typer ends quietly
        except CitalignError as error:
            say(f"error: {one_line(error)}")
        except OSError as error:
            name = "" if error.filename is None else f"{error.filename}: "
            say(f"error: {name}{error.strerror or one_line(error)}")
        raise typer.Exit(NOTHING_DONE)

    return guarded


class Progress:
    """A bar over the bytes read, with the count of records; absent when nobody looks at it."""

    def __init__(self, total: int | None, *, quiet: bool) -> None:
        self._bar: Any = None
        if not quiet and sys.stderr.isatty():
            from tqdm import tqdm

            self._bar = tqdm(total=total, unit="B", unit_scale=True, file=sys.stderr)

    def advance(self, size: int, records: int) -> None:
        """Move on by ``size`` bytes to ``records`` records."""
        if self._bar is not None:
            self._bar.set_postfix_str(f"{records} records", refresh=False)
            self._bar.update(size)

    def say(self, message: str) -> None:
        """Print a line on standard error, above the bar."""
        if self._bar is None:
            say(message)
        else:
            self._bar.write(message, file=sys.stderr)

    def close(self) -> None:
        """Leave the bar as it stands."""
        if self._bar is not None:
            self._bar.close()
