"""The command line: `citalign ...`, and the same as `python -m spacy citalign ...`.

This file and those of the commands import spaCy inside functions only, so that `citalign --help`
answers at once; a command that is asked for is imported alone. One file a command. Several of them
share their options (`options.py`), messages and exit statuses (`console.py`); `text_inputs.py`
reads the texts of `sentences.py` and `evidence.py`.
"""

import atexit
import gc
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer

from .. import __version__
from .console import clear_errors, show_tracebacks

__all__ = ["app", "main"]

if TYPE_CHECKING:
    app: typer.Typer

# Each has a module with a function of its name; that of the library has commands of its own.
_COMMANDS = (
    "align",
    "annotate",
    "ask",
    "check",
    "citances",
    "columns",
    "config",
    "convert",
    "demo",
    "evaluate",
    "evidence",
    "export",
    "gene_ids",
    "report",
    "sentences",
    "serve",
    "verify",
    "library",
)


def main() -> None:
    """Run the command line; the console script `citalign`."""
    atexit.register(gc.freeze)  # what a pipeline holds is not looked through once more at the end
    asked = "".join(sys.argv[1:2]).replace("-", "_")
    _command_line([asked] if asked in _COMMANDS else _COMMANDS)(prog_name="citalign")


def _command_line(names: Iterable[str]) -> typer.Typer:
    """Return the command line with some commands."""
    commands = typer.Typer(
        name="citalign",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    commands.callback()(_options)
    for name in names:
        module = import_module(f"{__name__}.{name}")
        if name == "library":
            commands.add_typer(module.library_app)
        else:
            commands.command()(clear_errors(getattr(module, name)))
    return commands


def _print_version(show: bool) -> None:
    if show:
        typer.echo(__version__)
        raise typer.Exit


def _options(
    show_version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
    debug: Annotated[
        bool,
        typer.Option(
            "--debug", help="Show the traceback of an error that ends a command, for a report."
        ),
    ] = False,
) -> None:
    """Read scientific text with spaCy: genes, terms, phrases; citances and texts aligned."""
    show_tracebacks(debug)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> typer.Typer:
        """Return the command line with all commands when it is asked for."""
        if name != "app":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = commands = _command_line(_COMMANDS)
        return commands
