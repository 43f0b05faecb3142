"""`citalign demo`: the main job on bundled articles, in the terminal and as a page."""

from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from spacy_citalign.cli.align import find_aligner
from spacy_citalign.cli.console import SOME_FAILED, clear_errors
from spacy_citalign.cli.harvesting import wanted_groups
from spacy_citalign.cli.report_run import Report
from spacy_citalign.errors import SettingError
from spacy_citalign.report.alignment_page import TITLE
from spacy_citalign.report.class_table import class_table
from spacy_citalign.report.phrases import counted
from spacy_citalign.runs.outputs.files import check_output
from spacy_citalign.runs.pipelines import SHIPPED, load_pipeline

PAGE_NAME = "report.html"
_TABLES, _CLASSES, _WIDTH = 2, 6, 100  # what is shown in the terminal


@clear_errors
def demo(
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Folder for the page; made if it is missing.")
    ] = Path("citalign-demo"),
    pipeline: Annotated[
        str, typer.Option(help="Pipeline with a citance_aligner: a name or a folder.")
    ] = SHIPPED,
) -> None:
    """Read a few bundled articles, group their citing sentences, align them and make the page.

    The articles are invented. `citalign report` does the same with articles of your own. The exit
    status is 0 if all went well, 1 if something failed, 2 if the run could not go on.
    """
    nlp = load_pipeline(pipeline)
    aligner = find_aligner(nlp, pipeline)
    output.mkdir(parents=True, exist_ok=True)
    page = output / PAGE_NAME
    made = Report(page, quiet=True)
    check_output(page, [])
    check_output(made.rows_file, [])
    with resources.as_file(resources.files("spacy_citalign") / "demo") as articles:
        groups = made.harvest([articles], nlp, wanted_groups(2, None))
    rows = list(made.align(nlp, aligner, groups, fresh=True)) if groups else []
    if not rows:
        raise SettingError(
            f"the pipeline {pipeline!r} aligned nothing in the bundled articles; leave out "
            "--pipeline to use the one that ships"
        )
    made.page(rows, TITLE)
    for row in rows[:_TABLES]:
        typer.echo(class_table(row, width=_WIDTH, most=_CLASSES) + "\n")
    if len(rows) > _TABLES:
        typer.echo(f"... and {counted(len(rows) - _TABLES, 'more work')}\n")
    typer.echo(made.said())
    typer.echo(f"page: {page}, the same for machines: {made.rows_file}")
    if made.failed:
        raise typer.Exit(SOME_FAILED)
