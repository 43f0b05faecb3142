"""`citalign annotate`: texts in, the same texts with the annotations of a pipeline out."""

from collections import Counter
from pathlib import Path
from typing import Annotated, Literal

import typer

from ..app.batch.outputs.batches import (
    JSONL,
    PARQUET,
    PUBTATOR,
    SPACY,
    OutputFormat,
    errors_path,
)
from ..app.batch.outputs.manifest import manifest_path
from ..app.batch.worker import BATCH_CHARACTERS
from ..app.interrupts import noticed_interrupts
from ..app.output_files import check_output, check_shard_output
from ..app.pipelines import SHIPPED
from ..app.processes import check_n_process, usable_processors
from ..errors import SettingError
from ..inputs.file_types.refusals import counts_of
from ..inputs.records import STDIN, Format, Reading
from ..inputs.sources.chunks_of_input import Chunk, Problem
from ..memory import FREE
from .console import ProgressBar, exit_if, say
from .options import (
    Captions,
    Fresh,
    LinesAsTexts,
    ListSkipped,
    MaxMemory,
    Quiet,
    Tables,
    output_option,
    pipeline_option,
)


def annotate(
    inputs: Annotated[
        list[Path],
        typer.Argument(
            metavar="INPUTS...",
            help="Files, folders and archives of texts, JSON Lines, Parquet, PubMed XML, "
            "PubTator's format and articles: JATS, one or many, GROBID's TEI, S2ORC JSON, arXiv's "
            "HTML; - is standard input.",
        ),
    ],
    output: Annotated[
        Path,
        output_option(
            "What to write: a file that ends in .jsonl, .spacy or .pubtator, or a folder of "
            "tables that ends in .parquet."
        ),
    ],
    pipeline: Annotated[str, pipeline_option("to run")] = SHIPPED,
    n_process: Annotated[
        int | None,
        typer.Option(
            help="Worker processes; -1 is one for each processor, and so is the default unless "
            "the input is small; 1 is the process of the command itself. With Ray: actors."
        ),
    ] = None,
    batch_characters: Annotated[
        int, typer.Option(min=1, help="Characters of text that go through the components together.")
    ] = BATCH_CHARACTERS,
    input_format: Annotated[
        Format,
        typer.Option(
            "--format",
            help="How to read the files: text is a document a file, lines a text a line, jsonl an "
            'object with "text" a line; auto goes by the content, and by names that end in .txt, '
            ".jsonl, .parquet or .pubtator.",
        ),
    ] = Format.auto,
    lines: LinesAsTexts = False,
    text_key: Annotated[
        str, typer.Option(help="Key of the text in JSON lines, column in Parquet.")
    ] = "text",
    id_key: Annotated[str, typer.Option(help="The same of the id.")] = "id",
    captions: Captions = False,
    tables: Tables = False,
    list_skipped: ListSkipped = False,
    tokens: Annotated[
        bool, typer.Option("--tokens", help="Write words, tags, columns, phrases, sentences.")
    ] = False,
    text: Annotated[bool, typer.Option(help="Write the texts to JSON and Parquet.")] = True,
    docs: Annotated[
        bool, typer.Option("--docs", help="Write each Doc to Parquet, as bytes of a DocBin.")
    ] = False,
    engine: Annotated[
        Literal["local", "ray"],
        typer.Option(help="This machine's processes, or a Ray cluster (for .parquet)."),
    ] = "local",
    address: Annotated[
        str | None,
        typer.Option(help="Address of a Ray cluster that runs; one is started without it."),
    ] = None,
    shard: Annotated[
        str | None,
        typer.Option(
            metavar="I/N",
            help="Only this part of the input, such as 2/16, the second of sixteen; the outputs "
            "of all shards, one after the other, are the output of the whole.",
        ),
    ] = None,
    fresh: Fresh = False,
    max_memory: MaxMemory = FREE,
    quiet: Quiet = False,
) -> None:
    """Annotate texts, one or millions.

    Every record of the input is a row of the output, in the same order. A record that fails keeps
    its place as a row with "error" (for .spacy and .pubtator: in OUTPUT.errors.jsonl), is reported
    with file and line, as long as these are few, and does not stop the others. A run that is
    interrupted goes on when the same command is given again: no record is twice there or left out.
    (A .spacy or .pubtator file is begun anew.)

    The exit status is 0 if all went well, 1 if records failed, 2 if the run could not go on.
    """
    from ..app.batch.job import WHOLE, Job, Shard, find_sources
    from ..app.batch.run import run_job

    left_out: Counter[str] = Counter()

    def count_left_out(chunk: Chunk) -> None:
        left_out[chunk.left_out] += 1
        if list_skipped and isinstance(chunk.where, Problem):
            say(f"{chunk.name} {chunk.where.reason}")

    form = OutputFormat(output.suffix, tokens, text, docs)
    on_ray = engine == "ray"
    _check_options(form, output, n_process, on_ray, address)
    check_output(output, [path for path in inputs if path != STDIN], folder=form.suffix == PARQUET)
    reading = Reading(input_format, lines, text_key, id_key, captions, tables)
    own = (output, errors_path(output), manifest_path(output))
    job = Job(
        shard=WHOLE if shard is None else Shard.parse(shard),  # before any input is read
        sources=find_sources(inputs, reading, leave_out=own, on_left_out=count_left_out, tell=say),
        output=output,
        form=form,
        pipeline=pipeline,
        n_process=usable_processors() if n_process == -1 else n_process,
        batch_characters=batch_characters,
        fresh=fresh,
        on_ray=on_ray,
        address=address,
        on_left_out=count_left_out,
    )
    if shard is not None:
        if on_ray:
            raise SettingError("--engine ray gives out the whole input itself; leave out --shard")
        if job.size is None:
            raise SettingError(
                "--shard cuts an input by its bytes, and standard input and pipes have no end "
                "beforehand; give files"
            )
        check_shard_output(output, inputs)
    with (
        noticed_interrupts() as check_interrupt,
        ProgressBar(job.share, quiet=quiet, check_interrupt=check_interrupt) as progress,
    ):
        totals = run_job(job, progress)
    if not quiet:
        done = f"{totals.read - totals.failed} annotated, {totals.failed} failed"
        skipped = f"; files left out: {counts_of(left_out)}" if left_out else ""
        say(f"{totals.read} records read, {done}{skipped} -> {output}")
        if totals.failed and form.suffix in (SPACY, PUBTATOR):
            say(f"the failed records are in {errors_path(output)}")
    exit_if(totals.failed)


def _check_options(
    form: OutputFormat, output: Path, n_process: int | None, on_ray: bool, address: str | None
) -> None:
    """See that the options go together.

    Raises:
        SettingError: they do not.
    """
    if output.suffix not in (JSONL, SPACY, PARQUET, PUBTATOR):
        raise SettingError(
            f"the output {output} must end in {JSONL}, {SPACY}, {PARQUET} or {PUBTATOR}"
        )
    check_n_process(n_process)
    if form.docs and form.suffix != PARQUET:
        raise SettingError(f"--docs is for an output that ends in {PARQUET}, not for {output}")
    if form.suffix == PUBTATOR and not form.text:
        raise SettingError(f"{PUBTATOR} holds texts; leave out --no-text, or choose another output")
    if on_ray and form.suffix != PARQUET:
        raise SettingError(f"--engine ray writes {PARQUET}, not {output}; choose another output")
    if address is not None and not on_ray:
        raise SettingError("--address is that of a Ray cluster; give --engine ray with it")
