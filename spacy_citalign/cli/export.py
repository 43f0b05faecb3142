"""`citalign export`: rows of the other commands in, tables, bibliographies or annotations out."""

from pathlib import Path
from typing import Annotated

import typer

from ..app.answers.problems import Problems
from ..app.batch.messages import say
from ..app.output_files import check_output
from ..app.report.phrases import counted
from ..errors import SettingError
from .console import ProgressBar, exit_if, hold
from .export_files import GROUPS, TEXTS, WRITERS, Written, kind_of_rows
from .options import Quiet


def export(
    rows: Annotated[
        list[Path],
        typer.Argument(
            metavar="ROWS...",
            help="Files that `citalign align`, `report`, `citances` or `annotate` wrote, .jsonl; "
            "or a folder of tables that `annotate` wrote, .parquet.",
        ),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            help="File to write: .csv, .bib, .jsonld, .json, .jsonl, .pubtator or .zip.",
        ),
    ],
    quiet: Quiet = False,
) -> None:
    """Write results in formats of other programs; the suffix of the output says which.

    Of groups of citances: .csv is a table of the citances, and beside it NAME.statements.csv is one
    of the statements, NAME.evidence.csv one of where cited articles say it, where that was looked
    for, NAME.directions.csv one of what some say the reverse of, where there is such; .bib is a
    bibliography of cited works and citing articles in BibTeX, .json the same in CSL-JSON; .jsonld
    has citances and aligned words as W3C Web Annotations, with properties of CiTO. Of the texts of
    `citalign annotate`: .json is BioC JSON, .jsonl has tasks for Prodigy, .pubtator is PubTator's
    format, .zip has the files of brat.

    A line that is no such row is reported, and does not stop the others. The exit status is 0 if
    all went well, 1 if rows failed, 2 if nothing could be written.
    """
    check_output(output, rows)
    hold(output)
    for path in rows:
        if not path.exists():
            raise SettingError(f"{path} does not exist")
    kind = kind_of_rows(rows[0])
    writer = WRITERS.get((kind, output.suffix))
    if writer is None:
        suffixes = ", ".join(suffix for of, suffix in WRITERS if of == kind)
        other = TEXTS if kind == GROUPS else GROUPS
        hint = f"; that is for {other}" if (other, output.suffix) in WRITERS else ""
        raise SettingError(
            f"the output {output} must end in {suffixes}, as {rows[0]} has {kind}{hint}"
        )
    with ProgressBar(None, quiet=quiet, unit="rows") as progress:
        problems = Problems(lambda problem: progress.say(problem.message))
        written: Written = writer(rows, output, problems)
    if not quiet:
        say(f"{written.counts} of {counted(written.rows, 'row')} -> {written.files}")
        for line in problems.summary(len(rows)):
            say(line)
    exit_if(problems.count)
