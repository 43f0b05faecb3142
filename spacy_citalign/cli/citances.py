"""`citalign citances`: articles in, their citing sentences out, grouped by the work they cite."""

import shutil
from pathlib import Path
from typing import Annotated, Any

import typer

from spacy_citalign.cli.console import SOME_FAILED, Problems, Progress, clear_errors
from spacy_citalign.cli.harvesting import (
    JSONL,
    Captions,
    Cited,
    MinCitances,
    Tables,
    harvest_articles,
    json_lines,
    refuse_groups,
    total_size,
    wanted_groups,
)
from spacy_citalign.corpora.article_files import article_files
from spacy_citalign.errors import SettingError
from spacy_citalign.report.phrases import counted, work_name
from spacy_citalign.runs.messages import say
from spacy_citalign.runs.outputs.files import check_output, replacing
from spacy_citalign.runs.pipelines import SHIPPED, load_pipeline

_MOST = 30  # works in the table
_COUNT = 9  # columns of the table's first cell


@clear_errors
def citances(
    articles: Annotated[
        list[Path],
        typer.Argument(
            metavar="ARTICLES...",
            help="Files and folders: JATS in .xml or .nxml, plain text in .txt, all with .gz too.",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="File to write, .jsonl; without it, the works are listed."
        ),
    ] = None,
    pipeline: Annotated[
        str, typer.Option(help="Pipeline that finds sentences: a name or a folder.")
    ] = SHIPPED,
    captions: Captions = False,
    tables: Tables = False,
    min_citances: MinCitances = 1,
    cited: Cited = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="No progress bar and no summary, errors only.")
    ] = False,
) -> None:
    """Collect the sentences of articles that cite the same work.

    The output has a line for each cited work, the most cited first: {"cited": {"key", "doi",
    "pmid", "pmcid", "first_author", "year", "title", "source"}, "citances": [{"id", "source",
    "section", "start", "end", "article", "text", "citations"}]}, of all fields those that are
    known. "source" is the citing article, "start" and "end" are characters of its text, "article"
    has its title and ids; "citations" are the marks in the text of the citance, and "cites" says
    whether a mark cites this work. References of different articles are the same work if they share
    a DOI, PMID or PMCID, else first author, year and title. In plain text, which has no reference
    list, a number is the work's name within that text, and surname and year are its name
    everywhere.

    `citalign align` reads the file. An article that cannot be read is reported and does not stop
    the others. The exit status is 0 if all went well, 1 if articles failed, 2 if the run could not
    go on.
    """
    if output is not None:
        if output.suffix != JSONL:
            raise SettingError(f"the output {output} must end in {JSONL}")
        check_output(output, articles)
    refuse_groups(articles)
    wanted = wanted_groups(min_citances, cited)
    files = article_files(articles)
    nlp = load_pipeline(pipeline)
    progress = Progress(total_size(files), quiet=quiet, unit="articles")
    problems = Problems(progress)
    try:
        harvest = harvest_articles(files, nlp, problems, progress, captions=captions, tables=tables)
    finally:
        progress.close()
    rows = list(harvest.rows(min_citances=min_citances, cited=wanted.names))
    if output is None:
        for line in _table(rows):
            typer.echo(line)
    else:
        with replacing(output) as part, part.open("w", encoding="utf-8", newline="\n") as handle:
            handle.writelines(json_lines(rows))
    for name in wanted.missing(row["cited"] for row in rows):
        say(f"no work {name!r}{wanted.least} was found")
    if not quiet:
        where = "" if output is None else f" -> {output}"
        say(
            f"{counted(len(files), 'article')}, {problems.files} failed; "
            f"{counted(harvest.citations, 'citation')} in {counted(harvest.citances, 'citance')}; "
            f"{counted(len(rows), 'work')}{wanted.least}{where}"
        )
        for line in problems.summary(len(files)):
            say(line)
    if problems.count:
        raise typer.Exit(SOME_FAILED)


def _table(rows: list[dict[str, Any]]) -> list[str]:
    """The most cited works, a line each."""
    if not rows:
        return ["no works"]
    width = shutil.get_terminal_size().columns
    lines = [f"{'citances':>{_COUNT}}  work"]
    for row in rows[:_MOST]:
        line = f"{len(row['citances']):>{_COUNT}}  {work_name(row['cited'])}"
        lines.append(line if len(line) <= width else line[: width - 3] + "...")
    if len(rows) > _MOST:
        lines.append(f"{'':>{_COUNT}}  ... and {len(rows) - _MOST} more; write all with --output")
    return lines
