"""`citalign demo`: the main job on bundled articles, in the terminal and as a page."""

from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from ..app.batch.pipelines import SHIPPED
from ..app.report.alignment_page import TITLE
from ..app.report.answer_text import answer_text
from ..app.report.phrases import counted
from ..errors import SettingError
from .align import load_aligner
from .console import SOME_FAILED, clear_errors
from .groups import GroupFilter
from .options import AlignerPipeline
from .outputs import JSONL, check_output
from .report_stages import (
    align_groups,
    as_aligned,
    collect_groups,
    stored_groups,
    summary,
    write_page,
)

PAGE_NAME = "report.html"
_WORKS, _WIDTH = 5, 100  # of what is shown in the terminal


@clear_errors
def demo(
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Folder for the page; made if it is missing.")
    ] = Path("citalign-demo"),
    pipeline: AlignerPipeline = SHIPPED,
) -> None:
    """Read a few bundled articles, group their citing sentences, align them and make the page.

    One of the works that they cite is among them, so the page shows where it says so.

    The articles are invented. `citalign report` does the same with articles of your own. The exit
    status is 0 if all went well, 1 if something failed, 2 if the run could not go on.
    """
    from ..components.evidence.component import EvidenceRankerPipe

    nlp, aligner = load_aligner(pipeline)
    output.mkdir(parents=True, exist_ok=True)
    page = output / PAGE_NAME
    rows_file = page.with_suffix(JSONL)
    check_output(page, [])
    check_output(rows_file, [])
    with resources.as_file(resources.files("spacy_citalign") / "demo") as articles:
        groups = collect_groups(
            [articles],
            nlp,
            GroupFilter(min_citances=2),
            evidence=any(isinstance(pipe, EvidenceRankerPipe) for _, pipe in nlp.pipeline),
            pipeline=pipeline,
            quiet=True,
        )
    if groups.rows:
        with stored_groups(groups.rows, rows_file) as stored:
            alignment = align_groups(nlp, aligner, stored, rows_file, fresh=True, quiet=True)
    else:
        alignment = as_aligned([])
    rows = list(alignment.rows)
    if not rows:
        raise SettingError(
            f"the pipeline {pipeline!r} aligned nothing in the bundled articles; leave out "
            "--pipeline to use the one that ships"
        )
    seconds = write_page(page, groups, alignment._replace(rows=rows), TITLE)
    typer.echo(answer_text(rows, width=_WIDTH, most=_WORKS))
    if len(rows) > _WORKS:
        typer.echo(f"... and {counted(len(rows) - _WORKS, 'more work')}")
    typer.echo("")
    typer.echo(summary(groups, alignment, seconds))
    typer.echo(f"page: {page}, the same for machines: {rows_file}")
    if groups.failed or alignment.counts.failed:
        raise typer.Exit(SOME_FAILED)
