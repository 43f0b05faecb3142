"""`citalign demo`: the main job on bundled articles, in the terminal and as a page."""

from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from ..app.answers.aligner import AlignerSetup
from ..app.answers.answer_options import AnswerOptions
from ..app.answers.reporting import write_report
from ..app.answers.work_filter import WorkFilter
from ..app.output_files import check_output
from ..app.pipelines import SHIPPED
from ..app.report.answer_text import answer_text
from ..app.report.phrases import counted
from ..errors import InputError, SettingError
from .console import exit_if, shown_events
from .options import AlignerPipeline, output_option

_WORKS, _WIDTH = 5, 100  # of what is shown in the terminal


def demo(
    output: Annotated[Path, output_option("Folder for the page; made if it is missing.")] = Path(
        "citalign-demo"
    ),
    pipeline: AlignerPipeline = SHIPPED,
) -> None:
    """Read a few bundled articles, group their citing sentences, align them and make the page.

    One of the works that they cite is among them, so the page shows where it says so.

    The articles are invented. `citalign report` does the same with articles of your own. The exit
    status is 0 if all went well, 1 if something failed, 2 if the run could not go on.
    """
    from ..components.evidence import EvidenceRankerPipe

    setup = AlignerSetup(pipeline)
    has_ranker = any(isinstance(pipe, EvidenceRankerPipe) for _, pipe in setup.load().nlp.pipeline)
    output.mkdir(parents=True, exist_ok=True)
    page = output / "report.html"
    check_output(page, [])
    options = AnswerOptions(
        WorkFilter(min_citances=2), setup=setup, evidence=has_ranker, n_process=1
    )
    try:
        articles = resources.files("spacy_citalign") / "demo"
        with resources.as_file(articles) as folder, shown_events(quiet=True) as events:
            summary = write_report([folder], page, options, fresh=True, events=events)
        if not summary.works:
            page.unlink()
            raise InputError("all groups failed")
    except InputError as error:
        raise SettingError(
            f"the pipeline {pipeline!r} aligned nothing in the bundled articles; leave out "
            "--pipeline to use the one that ships"
        ) from error
    typer.echo(answer_text(summary.largest, width=_WIDTH, most=_WORKS))
    if summary.works > _WORKS:
        typer.echo(f"... and {counted(summary.works - _WORKS, 'more work')}")
    typer.echo("")
    typer.echo(str(summary))
    typer.echo(f"page: {page}, the same for machines: {summary.rows}")
    exit_if(summary.failed or summary.counts.failed)
