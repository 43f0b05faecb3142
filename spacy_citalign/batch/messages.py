"""What is said to a person: lines on standard error."""

import typer


def say(message: str) -> None:
    """Print a line on standard error, halves of characters as escapes."""
    typer.echo(message.encode("utf-8", "backslashreplace").decode(), err=True)
