"""Messages to a person: lines on standard error."""

import typer

from ...errors import printable


def say(message: str) -> None:
    """Print a line on standard error, as one that is no command of the terminal."""
    typer.echo(printable(message), err=True)
