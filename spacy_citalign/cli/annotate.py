"""`citalign annotate`: texts in, the same texts with what the pipeline found out."""

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from spacy_citalign.cli.console import SOME_FAILED, Progress, clear_errors, noticed_interrupts
from spacy_citalign.errors import SettingError
from spacy_citalign.runs.messages import say
from spacy_citalign.runs.outputs.files import check_output
from spacy_citalign.runs.outputs.single_files import (
    PARQUET,
    SPACY,
    OutputForm,
    check_suffix,
    errors_path,
)
from spacy_citalign.runs.pipelines import SHIPPED
from spacy_citalign.runs.records import STDIN, Format, Reading
from spacy_citalign.runs.worker import BATCH_CHARACTERS


class Engine(Enum):
    """What does the work."""

    local = "local"
    ray = "ray"


@clear_errors
def annotate(
    inputs: Annotated[
        list[Path],
        typer.Argument(
            metavar="INPUTS...",
            help="Files, folders and archives of texts, JSON Lines, Parquet, JATS or PubMed XML; - "
            "is standard input.",
            allow_dash=True,
        ),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            help="What to write: a file that ends in .jsonl or .spacy, or a folder of tables that "
            "ends in .parquet.",
        ),
    ],
    pipeline: Annotated[str, typer.Option(help="Pipeline to run: a name or a folder.")] = SHIPPED,
    n_process: Annotated[
        int | None,
        typer.Option(
            help="Worker processes; -1 is one for each processor, and so is the default unless "
            "the input is small; 1 is the process of the command itself. With Ray: actors.",
            show_default=False,
        ),
    ] = None,
    batch_characters: Annotated[
        int,
        typer.Option(min=1, help="Characters of text that go through the components together."),
    ] = BATCH_CHARACTERS,
    input_format: Annotated[
        Format,
        typer.Option(
            "--format",
            help="How to read the files: text is a document a file, lines a text a line, jsonl an "
            'object with "text" a line; auto goes by the name.',
        ),
    ] = Format.auto,
    lines: Annotated[bool, typer.Option("--lines", help="Read .txt files a text a line.")] = False,
    text_key: Annotated[
        str, typer.Option(help="Key of the text in JSON lines, column in Parquet.")
    ] = "text",
    id_key: Annotated[str, typer.Option(help="The same of the id.")] = "id",
    captions: Annotated[
        bool, typer.Option("--captions", help="Read the captions of JATS articles, too.")
    ] = False,
    tables: Annotated[
        bool, typer.Option("--tables", help="Read the tables of JATS articles, too.")
    ] = False,
    tokens: Annotated[
        bool, typer.Option("--tokens", help="Write words, tags, columns, phrases, sentences.")
    ] = False,
    text: Annotated[
        bool, typer.Option("--text/--no-text", help="Write the texts to JSON and Parquet.")
    ] = True,
    docs: Annotated[
        bool, typer.Option("--docs", help="Write each Doc to Parquet, as bytes of a DocBin.")
    ] = False,
    engine: Annotated[
        Engine, typer.Option(help="This machine's processes, or a Ray cluster (for .parquet).")
    ] = Engine.local,
    address: Annotated[
        str | None,
        typer.Option(help="Address of a Ray cluster that runs; one is started without it."),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Start anew where an earlier run was interrupted.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="No progress bar and no summary, errors only.")
    ] = False,
) -> None:
    """Annotate texts, one or millions.

    Every record of the input is a row of the output, in the same order. A record that fails keeps
    its place as a row with "error" (for .spacy: in OUTPUT.errors.jsonl), is reported with file and
    line, as long as these are few, and does not stop the others. A run that is interrupted goes on
    when the same command is given again: no record is twice there or left out. (A .spacy file is
    begun anew.)

    The exit status is 0 if all went well, 1 if records failed, 2 if the run could not go on.
    """
    from spacy_citalign.runs.annotate_run import Run
    from spacy_citalign.runs.inputs import find_sources
    from spacy_citalign.runs.orders import Order
    from spacy_citalign.runs.pool import usable_processors

    form = OutputForm(output.suffix, tokens, text, docs)
    _check_options(form, output, n_process, engine, address)
    check_output(output, [path for path in inputs if path != STDIN], folder=form.suffix == PARQUET)
    reading = Reading(input_format, lines, text_key, id_key, captions, tables)
    order = Order(
        sources=find_sources(inputs, reading, leave_out=(output, errors_path(output))),
        output=output,
        form=form,
        pipeline=pipeline,
        n_process=usable_processors() if n_process == -1 else n_process,
        batch_characters=batch_characters,
        fresh=fresh,
        on_ray=engine is Engine.ray,
        address=address,
    )
    with noticed_interrupts() as check_interrupt:
        progress = Progress(order.size, quiet=quiet, check_interrupt=check_interrupt)
        try:
            totals = Run(order, progress).carry_out()
        finally:
            progress.close()
    if not quiet:
        done = f"{totals.read - totals.failed} annotated, {totals.failed} failed -> {output}"
        say(f"{totals.read} records read, {done}")
        if totals.failed and form.suffix == SPACY:
            say(f"the failed records are in {errors_path(output)}")
    if totals.failed:
        raise typer.Exit(SOME_FAILED)


def _check_options(
    form: OutputForm, output: Path, n_process: int | None, engine: Engine, address: str | None
) -> None:
    """Raises SettingError where options do not go together."""
    check_suffix(output)
    if n_process is not None and (n_process == 0 or n_process < -1):
        raise SettingError(f"--n-process is {n_process}; give 1 or more, or -1 for all processors")
    if form.docs and form.suffix != PARQUET:
        raise SettingError(f"--docs is for an output that ends in {PARQUET}, not for {output}")
    if engine is Engine.ray and form.suffix != PARQUET:
        raise SettingError(f"--engine ray writes {PARQUET}, not {output}; choose another output")
    if address is not None and engine is not Engine.ray:
        raise SettingError("--address is that of a Ray cluster; give --engine ray with it")
