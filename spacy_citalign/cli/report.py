"""`citalign report`: articles in, a page for people and a file for machines out."""

import shutil
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..app.batch.messages import say
from ..app.batch.pipelines import SHIPPED
from ..app.report.alignment_page import TITLE
from ..app.report.answer_text import answer_text
from ..errors import InputError, SettingError
from ..inputs.records import Format, Reading
from ..memory import FREE, limit_memory
from .align import load_aligner
from .console import SOME_FAILED, clear_errors
from .groups import GroupFilter, refuse_groups
from .options import (
    AlignerPipeline,
    ArticleFormat,
    ArticleFormatOption,
    Captions,
    Cited,
    Fresh,
    ListSkipped,
    MaxMemory,
    MinArticles,
    MinCitances,
    Quiet,
    SentenceBefore,
    Tables,
    least_before,
)
from .outputs import (
    HTML,
    JSONL,
    check_new_file,
    check_ours,
    check_output,
    is_our_page,
    is_rows_file,
)
from .processes import NProcess, check_n_process
from .report_stages import (
    Groups,
    align_groups,
    as_aligned,
    collect_groups,
    read_groups,
    stored_groups,
    summary,
    write_page,
)

if TYPE_CHECKING:
    from spacy.language import Language

    from ..components.citances.component import CitanceAligner


@clear_errors
def report(
    inputs: Annotated[
        list[Path],
        typer.Argument(
            metavar="ARTICLES_OR_GROUPS...",
            help="Files and folders of articles, as `citalign citances` reads them; or .jsonl "
            "files of groups, aligned or not.",
        ),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Page to write, .html.", show_default=True)
    ] = Path("report.html"),
    pipeline: AlignerPipeline = SHIPPED,
    title: Annotated[str, typer.Option(help="Title of the page.")] = TITLE,
    threshold: Annotated[
        float | None,
        typer.Option(help="Least mean similarity of a class, 0.05 to 1; the page can move it."),
    ] = None,
    captions: Captions = False,
    sentence_before: SentenceBefore = False,
    tables: Tables = False,
    input_format: ArticleFormatOption = ArticleFormat.auto,
    list_skipped: ListSkipped = False,
    abbreviations: Annotated[
        bool,
        typer.Option(
            "--abbreviations", help="Use abbreviations that scispaCy finds explained in citances."
        ),
    ] = False,
    evidence: Annotated[
        bool,
        typer.Option(
            "--evidence",
            help="Look where the works say it whose articles are among those given.",
        ),
    ] = False,
    min_citances: MinCitances = 2,
    min_articles: MinArticles = 1,
    cited: Cited = None,
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

    A file or group that fails is reported, here and on the page, and does not stop the others. The
    exit status is 0 if all went well, 1 if something failed, 2 if the run could not go on.
    """
    limit_memory(max_memory)
    check_new_file(output, HTML, inputs)
    check_ours(output, is_our_page, fresh=fresh)
    check_n_process(n_process)
    load = partial(_load, pipeline, threshold, abbreviations)
    rows_file = output.with_suffix(JSONL)
    group_filter = GroupFilter.of_options(min_citances, cited, min_articles)
    ready = None
    if all(path.suffix == JSONL for path in inputs):
        if captions or tables or evidence or sentence_before:
            raise SettingError(
                "--captions, --tables, --sentence-before and --evidence are for articles; "
                "leave them out"
            )
        groups = read_groups(inputs, group_filter, quiet=quiet)
    else:
        refuse_groups(inputs)
        _check_rows_file(rows_file, inputs, fresh=fresh)
        ready = load()
        groups = collect_groups(
            inputs,
            ready[0],
            group_filter,
            reading=Reading(
                Format(input_format.value),
                captions=captions,
                tables=tables,
                sentence_before=least_before(sentence_before),
            ),
            list_skipped=list_skipped,
            evidence=evidence,
            pipeline=pipeline,
            n_process=n_process,
            quiet=quiet,
        )
    _check_groups(groups, group_filter, quiet=quiet)
    if all(map(_is_aligned, groups.rows)):
        if threshold is not None or abbreviations:
            raise SettingError(
                "the groups are aligned already, so --threshold and --abbreviations change "
                "nothing; give the groups as they were before, or leave the options out: the page "
                "can move the threshold"
            )
        alignment = as_aligned(groups.rows)
    else:
        if ready is None:
            _check_rows_file(rows_file, inputs, fresh=fresh)
            ready = load()
        with stored_groups(groups.rows, rows_file) as stored:
            alignment = align_groups(
                *ready,
                stored,
                rows_file,
                fresh=fresh,
                load=load,
                n_process=n_process,
                quiet=quiet,
            )
    method = " with abbreviations that scispaCy found" if abbreviations else ""
    seconds = write_page(output, groups, alignment, title, method=method)
    if open_page:
        typer.launch(output.resolve().as_uri())
    if not quiet:
        typer.echo(answer_text(alignment.rows, width=shutil.get_terminal_size().columns))
        say(f"{summary(groups, alignment, seconds)} -> {output}")
        if groups.evidence:
            say(groups.evidence)
        for line in groups.problems + alignment.problems:
            say(line)
    if groups.failed or alignment.counts.failed:
        raise typer.Exit(SOME_FAILED)


def _check_rows_file(path: Path, inputs: list[Path], *, fresh: bool) -> None:
    """See that the aligned groups can be written.

    Raises:
        SettingError: they cannot.
    """
    try:
        check_output(path, inputs)
        check_ours(path, is_rows_file, fresh=fresh)
    except SettingError as error:
        raise SettingError(
            f"the aligned groups are written beside the page, and {error} for the page"
        ) from error


def _load(
    pipeline: str, threshold: float | None, abbreviations: bool
) -> "tuple[Language, CitanceAligner]":
    """Return the pipeline and its aligner with the settings that were given.

    Raises:
        NotFittedError: the aligner is not trained.
        SettingError: the pipeline does not load or cannot align so.
    """
    nlp, aligner = load_aligner(pipeline, threshold=threshold)
    if abbreviations:
        from ..components.abbreviations import add_abbreviation_detector

        add_abbreviation_detector(nlp, before=aligner.name)
    return nlp, aligner


def _check_groups(groups: Groups, group_filter: GroupFilter, *, quiet: bool) -> None:
    """Say which of the works asked for are not there.

    Raises:
        InputError: there is no group.
    """
    for name in groups.missing:
        say(f"no work {name!r}{group_filter.least} was found")
    if groups.rows:
        return
    for line in groups.problems if not quiet else ():
        say(line)
    asked = " of those asked for" if group_filter.cited else ""
    raise InputError(
        f"there is no work{group_filter.least}{asked} to show; give more articles, or lower "
        "--min-citances"
    )


def _is_aligned(row: dict[str, Any]) -> bool:
    """Return whether a group can be shown as it is."""
    return "expected_ama" in row and all(isinstance(citance, dict) for citance in row["citances"])
