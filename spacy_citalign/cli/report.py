"""`citalign report`: articles in, a page for people and a file for machines out."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from spacy_citalign.cli.align import change_settings, find_aligner
from spacy_citalign.cli.console import SOME_FAILED, clear_errors
from spacy_citalign.cli.harvesting import (
    JSONL,
    Captions,
    Cited,
    MinCitances,
    Tables,
    refuse_groups,
    wanted_groups,
)
from spacy_citalign.cli.report_run import Report
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.report.alignment_page import TITLE
from spacy_citalign.runs.messages import say
from spacy_citalign.runs.outputs.files import check_output
from spacy_citalign.runs.pipelines import SHIPPED, load_pipeline

if TYPE_CHECKING:
    from spacy.language import Language

    from spacy_citalign.components.citance_aligner import CitanceAligner

HTML = ".html"


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
    output: Annotated[Path, typer.Option("--output", "-o", help="Page to write, .html.")],
    pipeline: Annotated[
        str, typer.Option(help="Pipeline with a citance_aligner: a name or a folder.")
    ] = SHIPPED,
    title: Annotated[str, typer.Option(help="Title of the page.")] = TITLE,
    threshold: Annotated[
        float | None,
        typer.Option(help="Least mean similarity of a class, 0.05 to 1; the page can move it."),
    ] = None,
    captions: Captions = False,
    tables: Tables = False,
    abbreviations: Annotated[
        bool,
        typer.Option(
            "--abbreviations", help="Use abbreviations that scispaCy finds explained in citances."
        ),
    ] = False,
    min_citances: MinCitances = 2,
    cited: Cited = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Start anew where an earlier run was interrupted.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="No progress bars and no summary, errors only.")
    ] = False,
) -> None:
    """Show what the sentences that cite the same work have in common, from articles to a page.

    Citing sentences are collected and grouped (`citalign citances`), their words aligned
    (`citalign align`), and all of it written to a page that needs nothing but a browser. The
    aligned groups stand beside it, in a file of the same name that ends in .jsonl. A run that is
    interrupted goes on when the same command is given again.

    A file or group that fails is reported, here and on the page, and does not stop the others. The
    exit status is 0 if all went well, 1 if something failed, 2 if the run could not go on.
    """
    if output.suffix != HTML:
        raise SettingError(f"the output {output} must end in {HTML}")
    check_output(output, inputs)
    wanted = wanted_groups(min_citances, cited)
    made = Report(output, quiet)
    nlp = None
    if all(path.suffix == JSONL for path in inputs):
        if captions or tables:
            raise SettingError("--captions and --tables are for articles; leave them out")
        groups = made.read_groups(inputs, wanted)
    else:
        refuse_groups(inputs)
        _check_rows_file(made.rows_file, inputs)
        nlp, aligner = _ready(pipeline, threshold, abbreviations)
        groups = made.harvest(inputs, nlp, wanted, captions=captions, tables=tables)
    for name in wanted.missing(row["cited"] for row in groups):
        say(f"no work {name!r}{wanted.least} was found")
    if not groups:
        for line in made.problems() if not quiet else ():
            say(line)
        asked = " of those asked for" if wanted.cited else ""
        raise InputError(
            f"there is no work{wanted.least}{asked} to show; give more articles, or lower "
            "--min-citances"
        )
    rows: Iterable[dict[str, Any]] = groups
    if not all(map(_is_aligned, groups)):
        if nlp is None:
            _check_rows_file(made.rows_file, inputs)
            nlp, aligner = _ready(pipeline, threshold, abbreviations)
        rows = made.align(nlp, aligner, groups, fresh=fresh)
    elif threshold is not None or abbreviations:
        raise SettingError(
            "the groups are aligned already, so --threshold and --abbreviations change nothing; "
            "give the groups as they were before, or leave the options out: the page can move the "
            "threshold"
        )
    made.page(rows, title, " with abbreviations that scispaCy found" if abbreviations else "")
    made.summary()
    if made.failed:
        raise typer.Exit(SOME_FAILED)


def _ready(
    pipeline: str, threshold: float | None, abbreviations: bool
) -> "tuple[Language, CitanceAligner]":
    """The pipeline and its aligner with the settings that were given.

    Raises SettingError or NotFittedError where it cannot align so.
    """
    nlp = load_pipeline(pipeline)
    aligner = find_aligner(nlp, pipeline)
    change_settings(aligner, threshold, None)
    if abbreviations:
        from spacy_citalign.components.abbreviations import add_abbreviation_detector

        add_abbreviation_detector(nlp, before=aligner.name)
    return nlp, aligner


def _is_aligned(row: dict[str, Any]) -> bool:
    """Whether a group can be shown as it is."""
    return "expected_ama" in row and all(isinstance(one, dict) for one in row["citances"])


def _check_rows_file(path: Path, inputs: list[Path]) -> None:
    """See that the aligned groups can be written. Raises SettingError where they cannot."""
    try:
        check_output(path, inputs)
    except SettingError as error:
        raise SettingError(
            f"the aligned groups are written beside the page, and {error} for the page"
        ) from error
