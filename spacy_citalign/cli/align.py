"""`citalign align`: groups of citances in, the same groups with the words that mean the same."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from ..app.answers.aligner import AlignerSetup
from ..app.answers.aligning import AlignmentRun, Counts, line_namer, opened
from ..app.answers.events import Stage
from ..app.output_files import JSONL, check_new_file
from ..app.pipelines import SHIPPED
from ..app.processes import check_n_process
from ..app.report.class_table import class_table
from ..errors import InputError, SettingError
from ..inputs.file_types.by_content import begins_full_texts, read_begin
from ..inputs.file_types.by_name import why_not_readable
from ..memory import FREE
from ..schema import WorkAnswer
from .console import exit_if, say, shown_events, terminal_width
from .options import (
    AlignerPipeline,
    Fresh,
    MaxMemory,
    MinDiffers,
    NProcess,
    Quiet,
    output_option,
)

_BEFORE = b"\xef\xbb\xbf \t\r\n"
_NO_GROUPS = (b"<", b"%PDF", b"PK\x03\x04", b"\x1f\x8b")  # XML and HTML, PDF, zip, gzip


def align(
    groups: Annotated[
        Path,
        typer.Argument(
            metavar="GROUPS", help=".jsonl file of citance groups, in UTF-8; - is standard input."
        ),
    ],
    output: Annotated[
        Path | None, output_option("File to write, .jsonl; without it, tables are printed.")
    ] = None,
    pipeline: AlignerPipeline = SHIPPED,
    threshold: Annotated[
        float | None,
        typer.Option(
            help="Least mean similarity of a class, 0.05 to 1; more aligns less. Default: the "
            "pipeline's."
        ),
    ] = None,
    min_differs: MinDiffers = None,
    method: Annotated[
        Literal["units", "schwartz"] | None,
        typer.Option(
            help="units clusters units of words by the evidence on them, schwartz is the paper's "
            "and has no threshold. Default: the pipeline's."
        ),
    ] = None,
    posteriors: Annotated[
        bool, typer.Option("--posteriors", help="Write the probabilities of all links, too.")
    ] = False,
    n_process: NProcess = None,
    fresh: Fresh = False,
    max_memory: MaxMemory = FREE,
    quiet: Quiet = False,
) -> None:
    """Align the citances of each cited work.

    GROUPS has a line for each cited work: {"cited": {"key": ...}, "citances": [{"id", "text",
    "source"}, ...]}.

    The output has the same lines in the same order. A citance gets "words", a list of [start, end]
    in characters of its text, and "classes", a class (a string) or null for each word. The line
    gets "schema", the version of rows, 1, and "classes": [{"class", "kind" (content, reporting,
    number or name), "confidence", "wordings", "members": [{"citance", "place", "start", "end",
    "text", "confidence"}], "genes"}], where "citance" is the id, "place" counts the
    citances from 0, and wordings and genes are distinct texts, the most frequent first; with ids
    of NCBI Gene there is "gene_ids", {"text": "id"};
    "threshold"; "expected_ama", the accuracy that the model expects of itself; and "merges":
    "units" has a number for each word of each citance, and merge m joins the clusters first[m] and
    second[m] of similarity height[m] to the cluster (number of units + m); a cluster within one
    citance is no class. The method schwartz has null as merges and threshold. "posteriors", if
    asked for, are the lists of source words, target words and probabilities, the words counted
    from 0 through all citances.

    A group that fails is reported with file and line, keeps its place as {"line", "error"}, and
    does not stop the others. An empty citance is reported and has no words. The exit status is 0
    if all went well, 1 if groups failed, 2 if the run could not go on.

    Until the output is whole, its rows are in a hidden file beside it. A run that is interrupted
    goes on there when the same command is given again; with another pipeline, other settings or
    another input, and after standard input, it starts anew.
    """
    _check_files(groups, output)
    check_n_process(n_process)
    if posteriors and output is None:
        raise SettingError("--posteriors are written to a file only; name it with --output")
    loaded = AlignerSetup(pipeline, threshold, method, posteriors, min_differs=min_differs).load()
    # Tables that come one after the other show the progress themselves.
    tables_shown = output is None and sys.stdout.isatty()
    size = groups.stat().st_size if groups.is_file() else None
    with (
        shown_events(quiet=quiet or tables_shown) as events,
        Stage(events, "", "groups", size) as stage,
    ):
        run = AlignmentRun(loaded, line_namer(groups), stage, events, n_process)
        if output is None:
            counts = Counts()
            with opened(groups) as lines:
                for result in run.results(lines, size, counts):
                    if not result.error:  # one that failed is on standard error already
                        work = WorkAnswer.model_validate_json(result.row)
                        typer.echo(class_table(work, width=terminal_width(least=0)) + "\n")
        else:
            counts = run.to_file(groups, output, fresh=fresh)
    if not quiet:
        where = "" if output is None else f" -> {output}"
        say(
            f"{counts.read} groups read, {counts.aligned} aligned, {counts.failed} failed; "
            f"{counts.citances} citances aligned, {counts.empty} empty{where}"
        )
    exit_if(counts.failed)


def _check_files(groups: Path, output: Path | None) -> None:
    """See that the groups can be read and the output be written.

    Raises:
        InputError: the groups cannot be read.
        SettingError: the output cannot be written.
    """
    if output is not None:
        check_new_file(output, JSONL, [groups])
    problem = why_not_readable(groups)
    if problem is not None:
        raise InputError(f"{groups}: {problem}")
    if groups.is_file():
        with groups.open("rb") as file:
            begin = read_begin(file)
        if begin.lstrip(_BEFORE).startswith(_NO_GROUPS) or begins_full_texts(begin):
            raise InputError(
                f"{groups} is no file of groups, which are lines of JSON; make one of articles "
                "with `citalign citances ARTICLES -o groups.jsonl`, or do all of it with `citalign "
                "report ARTICLES`"
            )
