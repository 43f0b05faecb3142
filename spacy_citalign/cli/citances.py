"""`citalign citances`: articles in, their citing sentences out, grouped by the work they cite."""

from pathlib import Path
from typing import Annotated

import typer

from ..app.answers.aligner import AlignerSetup
from ..app.answers.answer_options import AnswerOptions
from ..app.answers.group_lines import GroupLine
from ..app.answers.harvesting import harvest, refuse_groups
from ..app.answers.work_filter import WorkFilter
from ..app.output_files import JSONL, write_lines
from ..app.pipelines import SHIPPED, load_pipeline
from ..app.processes import check_n_process
from ..app.report.phrases import counted, work_name
from ..inputs.article_files import article_files
from ..memory import FREE
from .console import exit_if, hold, say, shown_events, terminal_width
from .options import (
    ArticleFormat,
    Captions,
    Cited,
    Kinds,
    ListSkipped,
    MaxMemory,
    MinArticles,
    MinCitances,
    NProcess,
    Quiet,
    SentenceBefore,
    SentencePipeline,
    Tables,
    article_reading,
    output_option,
)

_MAX_WORKS = 30  # works in the table
_COUNT_WIDTH = 9  # of the table's first columns


def citances(
    articles: Annotated[
        list[Path],
        typer.Argument(
            metavar="ARTICLES...",
            help="Files, folders and archives of articles: JATS, GROBID's TEI, S2ORC JSON, "
            "arXiv's HTML, plain text in .txt; - is standard input.",
        ),
    ],
    output: Annotated[
        Path | None, output_option("File to write, .jsonl; without it, the works are listed.")
    ] = None,
    pipeline: SentencePipeline = SHIPPED,
    captions: Captions = False,
    sentence_before: SentenceBefore = False,
    tables: Tables = False,
    input_format: ArticleFormat = "auto",
    list_skipped: ListSkipped = False,
    min_citances: MinCitances = 1,
    min_articles: MinArticles = 1,
    cited: Cited = None,
    kind: Kinds = None,
    n_process: NProcess = None,
    max_memory: MaxMemory = FREE,
    quiet: Quiet = False,
) -> None:
    """Collect the sentences of articles that cite the same work.

    The output has a line for each cited work, the most cited first: {"cited": {"key", "doi",
    "pmid", "pmcid", "arxiv", "first_author", "authors", "initials", "given_names", "year", "title",
    "source"}, "citances": [{"id", "source", "section", "paragraph_kind", "start", "end",
    "article", "prefix", "suffix", "text", "citations"}]}, of all fields those that are known.
    "authors" are surnames. "source" is the citing article, "start" and "end" are characters of its
    text, "prefix" and "suffix" what stands before and behind; running text has no "paragraph_kind";
    "article" has its title, its authors and ids; "citations" are the marks in the text of the
    citance, and "cites" says whether a mark cites this
    work. With --sentence-before citances have as "before" the sentence before that belongs to the
    citation: "start", "end", "text", "probability".
    References of different articles are the same work if they share a DOI, PMID, PMCID or arXiv id,
    else first author, year and title. In plain text, which has no reference list, a number is the
    work's name within that text, and surname and year are its name everywhere.

    `citalign align` reads the file. An article that cannot be read is reported and does not stop
    the others. The exit status is 0 if all went well, 1 if articles failed, 2 if the run could not
    go on.
    """
    hold(output, articles, JSONL)
    refuse_groups(articles)
    check_n_process(n_process)
    work_filter = WorkFilter.of(
        min_citances, cited, min_articles, [one.value for one in kind or ()]
    )
    reading = article_reading(input_format, captions, sentence_before, tables)
    article_files(articles)  # they are there, before the pipeline is loaded
    nlp = load_pipeline(pipeline)
    with shown_events(quiet=quiet) as events:
        options = AnswerOptions(
            work_filter,
            reading,
            AlignerSetup(pipeline),
            n_process=n_process,
            list_skipped=list_skipped,
        )
        groups = harvest(articles, nlp, options, events)
    if output is None:
        typer.echo("\n".join(_table(groups.groups)))
    else:
        write_lines(output, (group.line.decode() for group in groups.groups))
    say(*(f"no work {name!r}{work_filter.at_least} was found" for name in groups.missing))
    if not quiet:
        where = "" if output is None else f" -> {output}"
        citations = counted(groups.citations, "citation")
        say(
            f"{groups.account}; {citations} in {counted(groups.citances, 'citance')}; "
            f"{counted(len(groups.groups), 'work')}{work_filter.at_least}{where}",
            *groups.problems,
        )
    exit_if(groups.failed)


def _table(groups: list[GroupLine]) -> list[str]:
    """Return the most cited works, a line each."""
    if not groups:
        return ["no works"]
    width = terminal_width(least=0)
    lines = [f"{'articles':>{_COUNT_WIDTH}}{'citances':>{_COUNT_WIDTH}}  work"]
    for group in groups[:_MAX_WORKS]:
        columns = "".join(f"{count:>{_COUNT_WIDTH}}" for count in (group.articles, group.citances))
        line = f"{columns}  {work_name(group.cited)}"
        lines.append(line if len(line) <= width else line[: width - 3] + "...")
    if more := len(groups[_MAX_WORKS:]):
        lines.append(f"{'':>{2 * _COUNT_WIDTH}}  ... and {more} more; write all with --output")
    return lines
