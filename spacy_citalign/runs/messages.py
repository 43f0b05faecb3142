"""What is said to a person: lines on standard error, and errors in one line."""

import typer

from spacy_citalign.errors import CitalignError


def say(message: str) -> None:
    """Print a line on standard error, halves of characters as escapes."""
    typer.echo(message.encode("utf-8", "backslashreplace").decode(), err=True)


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
