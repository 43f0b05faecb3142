"""`citalign annotate`: texts in, the same texts with what the pipeline found out."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from spacy_citalign.cli.console import SOME_FAILED, Progress, clear_errors
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.runs.files import check_output
from spacy_citalign.runs.messages import say
from spacy_citalign.runs.output import SPACY, OutputForm, check_suffix, errors_path, open_output
from spacy_citalign.runs.pipelines import SHIPPED
from spacy_citalign.runs.records import STDIN, Format, read_records, why_not_readable
from spacy_citalign.runs.workers import written_batches


@clear_errors
def annotate(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILES...",
            help=".txt or .jsonl files, in UTF-8; - is standard input.",
            allow_dash=True,
        ),
    ],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", help="File to write; its name ends in .jsonl or .spacy."),
    ],
    pipeline: Annotated[str, typer.Option(help="Pipeline to run: a name or a folder.")] = SHIPPED,
    n_process: Annotated[int, typer.Option(help="Processes; -1 is one for each processor.")] = 1,
    batch_size: Annotated[int, typer.Option(min=1, help="Texts in a batch.")] = 256,
    input_format: Annotated[
        Format,
        typer.Option(
            "--format",
            help="How to read the files: text is a document a file, lines a text a line, jsonl an "
            'object with "text" a line; auto goes by the name.',
        ),
    ] = Format.auto,
    lines: Annotated[bool, typer.Option("--lines", help="Read .txt files a text a line.")] = False,
    tokens: Annotated[
        bool,
        typer.Option("--tokens", help="Write words, tags, columns, phrases, sentences to JSON."),
    ] = False,
    text_key: Annotated[str, typer.Option(help="Key of the text in JSON lines.")] = "text",
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="No progress bar and no summary, errors only.")
    ] = False,
) -> None:
    """Annotate texts.

    The output has the records in the order of the input. A record that fails is reported with
    file and line, keeps its place as a row with "error" (for .spacy: in OUTPUT.errors.jsonl), and
    does not stop the others. The exit status is 0 if all went well, 1 if records failed, 2 if
    nothing could be done.
    """
    if n_process == 0 or n_process < -1:
        raise SettingError(f"--n-process is {n_process}; give 1 or more, or -1 for all processors")
    check_suffix(output)
    check_output(output, [path for path in files if path != STDIN])
    _check_inputs(files, input_format, lines=lines)
    form = OutputForm(output.suffix, tokens)
    records = read_records(files, input_format, lines=lines, text_key=text_key)
    batches = written_batches(
        pipeline, records, form=form, n_process=n_process, batch_size=batch_size
    )
    progress = Progress(_total_size(files), quiet=quiet)
    read = failed = 0
    try:
        with open_output(output) as write:
            for written in batches:
                write(written)
                read += written.read
                failed += len(written.problems)
                for problem in written.problems:
                    progress.say(problem)
                progress.advance(written.size, read)
    finally:
        progress.close()
    if not quiet:
        say(f"{read} records read, {read - failed} annotated, {failed} failed -> {output}")
        if failed and output.suffix == SPACY:
            say(f"the failed records are in {errors_path(output)}")
    if failed:
        raise typer.Exit(SOME_FAILED)


def _total_size(files: Sequence[Path]) -> int | None:
    """Bytes of all inputs, None where one of them has no size beforehand."""
    if not all(path.is_file() for path in files if path.exists()) or STDIN in files:
        return None
    return sum(path.stat().st_size for path in files if path.exists())


def _check_inputs(files: Sequence[Path], input_format: Format, *, lines: bool) -> None:
    """Raises InputError where not one of the files can be read."""
    if list(files).count(STDIN) > 1:
        raise SettingError("standard input (-) can be read once only")
    problems = {path: why_not_readable(path, input_format, lines=lines) for path in files}
    if all(problems.values()):
        for path, problem in problems.items():
            say(f"{path}: {problem}")
        raise InputError("no input file can be read")
