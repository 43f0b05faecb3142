"""`citalign align`: groups of citances in, the same groups with the words that mean the same."""

import shutil
import sys
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from ..app.batch.messages import say
from ..app.batch.pipelines import SHIPPED, load_pipeline
from ..app.report.class_table import class_table
from ..errors import InputError, SettingError
from ..inputs.records import Format
from ..inputs.selection import why_not_readable
from ..memory import FREE, limit_memory
from .align_processes import Processes
from .align_run import Counts, align_file, line_namer, opened, write_aligned
from .console import SOME_FAILED, Progress, clear_errors
from .options import AlignerPipeline, Fresh, MaxMemory, Quiet
from .outputs import JSONL, check_new_file
from .processes import NProcess, check_n_process

if TYPE_CHECKING:
    from spacy.language import Language

    from ..components.citances.component import CitanceAligner

FACTORY = "citance_aligner"


class Method(Enum):
    """The methods of the aligner."""

    units = "units"
    schwartz = "schwartz"


_BEGIN = 1024  # bytes by which other kinds of file are told
_NO_GROUPS = (b"<", b"%PDF", b"PK\x03\x04", b"\x1f\x8b")  # XML and HTML, PDF, zip, gzip


@clear_errors
def align(
    groups: Annotated[
        Path,
        typer.Argument(
            metavar="GROUPS",
            help=".jsonl file of citance groups, in UTF-8; - is standard input.",
            allow_dash=True,
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="File to write, .jsonl; without it, tables are printed."
        ),
    ] = None,
    pipeline: AlignerPipeline = SHIPPED,
    threshold: Annotated[
        float | None,
        typer.Option(
            help="Least mean similarity of a class, 0.05 to 1; more aligns less. Default: the "
            "pipeline's."
        ),
    ] = None,
    method: Annotated[
        Method | None,
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
    limit_memory(max_memory)
    _check_files(groups, output)
    check_n_process(n_process)
    if posteriors and output is None:
        raise SettingError("--posteriors are written to a file only; name it with --output")
    load = partial(
        load_aligner, pipeline, threshold=threshold, method=method, keep_posteriors=posteriors
    )
    nlp, aligner = load()
    # Tables that come one after the other show the progress themselves.
    tables_shown = output is None and sys.stdout.isatty()
    size = groups.stat().st_size if groups.is_file() else None
    processes = Processes.for_input(n_process, size, load)
    with Progress(size, quiet=quiet or tables_shown, unit="groups") as progress:
        if output is None:
            counts, name = Counts(), line_namer(groups)
            with opened(groups) as lines:
                write_aligned(nlp, aligner, lines, _print_table, counts, name, progress, processes)
        else:
            counts = align_file(
                nlp,
                aligner,
                groups,
                output,
                fresh=fresh,
                progress=progress,
                processes=processes,
            )
    if not quiet:
        where = "" if output is None else f" -> {output}"
        say(
            f"{counts.read} groups read, {counts.aligned} aligned, {counts.failed} failed; "
            f"{counts.citances} citances aligned, {counts.empty} empty{where}"
        )
    if counts.failed:
        raise typer.Exit(SOME_FAILED)


def _check_files(groups: Path, output: Path | None) -> None:
    """See that the groups can be read and the output be written.

    Raises:
        InputError: the groups cannot be read.
        SettingError: the output cannot be written.
    """
    if output is not None:
        check_new_file(output, JSONL, [groups])
    problem = why_not_readable(groups, Format.jsonl, lines=False)
    if problem is not None:
        raise InputError(f"{groups}: {problem}")
    if groups.is_file():
        with groups.open("rb") as file:
            begin = file.read(_BEGIN).lstrip(b"\xef\xbb\xbf \t\r\n")
        if begin.startswith(_NO_GROUPS):
            raise InputError(
                f"{groups} is no file of groups, which are lines of JSON; make one of articles "
                "with `citalign citances ARTICLES -o groups.jsonl`, or do all of it with `citalign "
                "report ARTICLES`"
            )


def load_aligner(
    pipeline: str,
    *,
    threshold: float | None = None,
    method: Method | None = None,
    keep_posteriors: bool = False,
) -> "tuple[Language, CitanceAligner]":
    """Return a pipeline and its aligner, with the settings that are given.

    Args:
        pipeline: a name or a folder.
        threshold: a probability; None leaves that of the pipeline.
        method: None leaves that of the pipeline.
        keep_posteriors: whether alignments keep their posteriors.

    Raises:
        NotFittedError: the aligner is not trained.
        SettingError: the pipeline does not load or has no aligner, or a setting is out of range
            or does not fit.
    """
    nlp = load_pipeline(pipeline)
    aligner = _find_aligner(nlp, pipeline)
    changes: dict[str, Any] = {"keep_posteriors": keep_posteriors}
    if threshold is not None:
        changes["threshold"] = threshold
    if method is not None:
        changes["method"] = method.value
    aligner.override_settings(**changes)
    if threshold is not None and aligner.settings.method == Method.schwartz.value:
        raise SettingError(
            "the method schwartz has no --threshold; leave it out, or say --method units"
        )
    if keep_posteriors and aligner.settings.method != Method.schwartz.value:
        raise SettingError(
            "--posteriors are those of the method schwartz; leave them out, or add "
            "--method schwartz"
        )
    return nlp, aligner


def _find_aligner(nlp: "Language", pipeline: str) -> "CitanceAligner":
    names = [name for name in nlp.pipe_names if nlp.get_pipe_meta(name).factory == FACTORY]
    if not names:
        raise SettingError(
            f"the pipeline {pipeline!r} has no {FACTORY}, it has: "
            f"{', '.join(nlp.pipe_names) or 'no components'}; name one that has it with "
            f'--pipeline, or add it: nlp.add_pipe("{FACTORY}"), train it and save the pipeline'
        )
    aligner = cast("CitanceAligner", nlp.get_pipe(names[-1]))
    aligner.require_fitted()
    return aligner


def _print_table(row: dict[str, Any]) -> None:
    """Print a group; one that failed is on standard error already."""
    if "error" not in row:
        typer.echo(class_table(row, width=shutil.get_terminal_size().columns) + "\n")
