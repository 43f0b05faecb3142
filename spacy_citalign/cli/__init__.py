"""The command line: `citalign ...`, and the same as `python -m spacy citalign ...`.

This file and those of the commands import spaCy inside functions only, so that `citalign --help`
answers at once. One file a command. Several of them share their options (`options.py`), messages
and exit statuses (`console.py`), output files (`outputs.py`) and groups of citances (`groups.py`).
`align_records.py`, `align_batches.py` and `align_run.py` do the work of `align.py`,
`report_stages.py` that of `report.py`, `export_files.py` that of `export.py`, and `text_inputs.py`
reads the texts of `sentences.py`.
"""

from typing import Annotated

import typer

from .. import __version__
from . import (
    align,
    annotate,
    check,
    citances,
    columns,
    config,
    convert,
    demo,
    evaluate,
    evidence,
    export,
    gene_ids,
    report,
    sentences,
    verify,
)
from .console import clear_errors, show_tracebacks

__all__ = ["app", "main"]

app = typer.Typer(
    name="citalign",
    help="Read scientific text with spaCy: genes, terms, phrases; citances and texts aligned.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for _command in (
    align.align,
    annotate.annotate,
    check.check,
    citances.citances,
    columns.columns,
    config.config,
    convert.convert,
    demo.demo,
    evaluate.evaluate,
    evidence.evidence,
    export.export,
    gene_ids.gene_ids,
    report.report,
    sentences.sentences,
    verify.verify,
):
    app.command()(clear_errors(_command))


def _print_version(show: bool) -> None:
    if show:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
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


def main() -> None:
    """Run the command line; the console script `citalign`."""
    app(prog_name="citalign")
