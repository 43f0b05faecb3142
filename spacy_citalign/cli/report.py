"""`citalign report`: articles in, a page for people and a file for machines out."""

from pathlib import Path
from typing import Annotated

import typer

from ..app.answers.aligner import AlignerSetup
from ..app.answers.answer_options import MAX_WORKS, AnswerOptions
from ..app.answers.reporting import write_report
from ..app.answers.work_filter import WorkFilter
from ..app.pipelines import SHIPPED
from ..app.processes import check_n_process
from ..app.report.alignment_page import TITLE
from ..app.report.answer_text import answer_text
from ..memory import FREE
from .console import exit_if, say, shown_events, terminal_width
from .options import (
    Abbreviations,
    AlignerPipeline,
    ArticleFormat,
    Captions,
    Cited,
    Fresh,
    Kinds,
    ListSkipped,
    MaxMemory,
    MinArticlesOfReport,
    MinCitances,
    MinDiffers,
    NProcess,
    Quiet,
    SentenceBefore,
    Tables,
    article_reading,
    output_option,
)


def report(
    inputs: Annotated[
        list[Path],
        typer.Argument(
            metavar="ARTICLES_OR_GROUPS...",
            help="Files and folders of articles, as `citalign citances` reads them; or .jsonl "
            "files of groups, aligned or not; or a library of `citalign library add`.",
        ),
    ],
    output: Annotated[Path, output_option("Page to write, .html.")] = Path("report.html"),
    pipeline: AlignerPipeline = SHIPPED,
    title: Annotated[str, typer.Option(help="Title of the page.")] = TITLE,
    threshold: Annotated[
        float | None,
        typer.Option(help="Least mean similarity of a class, 0.05 to 1; the page can move it."),
    ] = None,
    min_differs: MinDiffers = None,
    captions: Captions = False,
    sentence_before: SentenceBefore = False,
    tables: Tables = False,
    input_format: ArticleFormat = "auto",
    list_skipped: ListSkipped = False,
    abbreviations: Abbreviations = False,
    evidence: Annotated[
        bool,
        typer.Option(
            "--evidence", help="Look where the works say it whose articles are among those given."
        ),
    ] = False,
    min_citances: MinCitances = 2,
    min_articles: MinArticlesOfReport = None,
    max_works: Annotated[
        int, typer.Option(min=1, help="Works on the page, those that most articles cite.")
    ] = MAX_WORKS,
    cited: Cited = None,
    kind: Kinds = None,
    open_page: Annotated[
        bool, typer.Option("--open", help="Show the page in the browser at the end.")
    ] = False,
    n_process: NProcess = None,
    fresh: Fresh = False,
    max_memory: MaxMemory = FREE,
    quiet: Quiet = False,
) -> None:
    """Show what the sentences that cite the same work have in common, from articles to a page.

    Citing sentences are collected and grouped (`citalign citances`), their words aligned
    (`citalign align`), and all of it written to a page that needs nothing but a browser. The
    aligned groups stand beside it, in a file of the same name that ends in .jsonl. The works that
    most articles cite are printed, with the statement that most of them share. A run that is
    interrupted goes on when the same command is given again.

    With --evidence, works that are among the articles (by DOI, PMID, PMCID or arXiv id, else by
    first author, year and title) are shown with the sentences of theirs that each citing sentence
    likely speaks of, as `citalign evidence` finds them. In the rows, citances have them as
    "evidence", and "cited" has the "article".

    Of a library the rows are those of its articles; answers that it keeps are not made again, and
    new ones are kept.

    A file or group that fails is reported, here and on the page, and does not stop the others. The
    exit status is 0 if all went well, 1 if something failed, 2 if the run could not go on.
    """
    check_n_process(n_process)
    options = AnswerOptions(
        WorkFilter.of(min_citances, cited, min_articles, [one.value for one in kind or ()]),
        article_reading(input_format, captions, sentence_before, tables),
        AlignerSetup(
            pipeline, threshold=threshold, abbreviations=abbreviations, min_differs=min_differs
        ),
        evidence,
        n_process,
        list_skipped,
        max_works,
    )
    with shown_events(quiet=quiet) as events:
        summary = write_report(inputs, output, options, title=title, fresh=fresh, events=events)
    if open_page:
        typer.launch(output.resolve().as_uri())
    if not quiet:
        typer.echo(answer_text(summary.largest, width=terminal_width(least=0)))
        say(f"{summary} -> {output}", *filter(None, [summary.evidence]), *summary.problems)
    exit_if(summary.failed or summary.counts.failed)
