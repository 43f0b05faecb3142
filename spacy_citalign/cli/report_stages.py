"""Stages of a report: groups of citances, their alignment, the page; and the summary of all."""

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from .. import __version__
from ..app.batch.pipelines import SHIPPED
from ..app.report.phrases import counted, work_name
from ..atomic import atomic_text
from ..errors import InputError
from ..inputs.article_files import article_files
from ..inputs.records import Reading
from .align_processes import Processes
from .align_run import Counts, align_resumably
from .console import Problems, Progress
from .groups import GroupFilter, collect_citances, file_size, group_lines, read_rows, total_size
from .report_evidence import add_evidence

if TYPE_CHECKING:
    from spacy.language import Language

    from ..components.citances.component import CitanceAligner
    from .align_processes import Loader

_AS_IT_IS = Reading()
_MOST_NAMED = 20  # failed groups


class Groups(NamedTuple):
    """The groups of citances of a report.

    Attributes:
        rows: a group each.
        source: what they come from, in words.
        problems: what was wrong with the inputs, in lines for a person.
        failed: how many such problems there are.
        times: seconds by the name of the stage.
        missing: the works that were asked for and are not there.
        omissions: what was left out of the inputs, in lines for a person.
        evidence: what was said of the works that are among the articles; "" where none was asked.
    """

    rows: list[dict[str, Any]]
    source: str
    problems: list[str]
    failed: int
    times: dict[str, float]
    missing: list[str]
    omissions: Sequence[str] = ()
    evidence: str = ""


class Alignment(NamedTuple):
    """The aligned groups of a report.

    Attributes:
        rows: a group each, without those that failed.
        counts: of the groups that were aligned for it, none where they came aligned.
        problems: what failed, in lines for a person.
        times: seconds by the name of the stage.
    """

    rows: Iterable[Mapping[str, Any]]
    counts: Counts
    problems: list[str]
    times: dict[str, float]


def read_groups(files: list[Path], group_filter: GroupFilter, *, quiet: bool) -> Groups:
    """Return the groups of files that are asked for; a line that is no group is a problem."""
    rows = []
    with Progress(
        sum(map(file_size, files)), quiet=quiet, unit="works", doing="reading groups"
    ) as progress:
        problems = Problems(progress)
        for path in files:
            for size, row in read_rows(path):
                if isinstance(row, InputError):
                    problems.add(path, row)
                else:
                    rows.append(row)
                progress.advance(size, len(rows))
    rows, missing = group_filter.choose(rows)
    source = f"{counted(len(files), 'file')} of {counted(len(rows), 'group')}"
    times = {"reading": progress.seconds}
    return Groups(rows, source, problems.summary(len(files)), problems.count, times, missing)


def collect_groups(
    inputs: list[Path],
    nlp: "Language",
    group_filter: GroupFilter,
    *,
    reading: Reading = _AS_IT_IS,
    list_skipped: bool = False,
    evidence: bool = False,
    pipeline: str = SHIPPED,
    n_process: int | None = 1,
    quiet: bool,
) -> Groups:
    """Return the groups of the citances of articles that are asked for.

    Args:
        inputs: files and folders of articles; one that cannot be read is a problem.
        nlp: finds the sentences.
        group_filter: which groups are asked for.
        reading: how the articles are read.
        list_skipped: name the files that are left out for their kind.
        evidence: look where works that are among the articles say what they are cited for.
        pipeline: the name of ``nlp``, for processes that load it.
        n_process: how many processes, as the option says it.
        quiet: show no progress.
    """
    files = article_files(inputs)
    with Progress(
        total_size(files), quiet=quiet, unit="articles", doing="reading articles"
    ) as progress:
        problems = Problems(progress)
        collected = collect_citances(
            files,
            nlp,
            problems,
            progress,
            reading=reading,
            pipeline=pipeline,
            n_process=n_process,
            list_skipped=list_skipped,
        )
        citances = collected.citances
        rows, missing = group_filter.choose(citances.rows())
    source = (
        f"{counted(citances.articles, 'article')} with {counted(citances.citations, 'citation')}"
    )
    told = problems.summary(len(files))
    groups = Groups(
        rows,
        source,
        told,
        problems.count,
        {"citances": progress.seconds},
        missing,
        collected.omissions(),
    )
    if not (evidence and rows):
        return groups
    added = add_evidence(
        rows, citances.collected, files, nlp, reading=reading, pipeline=pipeline, quiet=quiet
    )
    return groups._replace(
        rows=added.rows,
        problems=groups.problems + added.problems,
        failed=groups.failed + added.failed,
        times=groups.times | {"evidence": added.seconds},
        evidence=added.said,
    )


class StoredGroups(NamedTuple):
    """Groups that are in a file, and not in memory.

    Attributes:
        file: their lines.
        names: what a person calls the work of each.
        size: bytes of the lines.
    """

    file: BinaryIO
    names: list[str]
    size: int


@contextmanager
def stored_groups(rows: list[dict[str, Any]], output: Path) -> Iterator[StoredGroups]:
    """Write groups to a file without a name beside ``output``, and take them out of the list.

    Raises:
        OSError: it cannot be written.
    """
    with TemporaryFile(dir=output.resolve().parent) as file:
        try:
            names = _write_groups(file, rows)
        except OSError as error:
            with suppress(OSError):  # what is left in the buffer finds the disk full again
                file.close()
            raise OSError(error.errno, error.strerror, str(output)) from error
        size = file.tell()
        file.seek(0)
        yield StoredGroups(file, names, size)


def _write_groups(file: BinaryIO, rows: list[dict[str, Any]]) -> list[str]:
    """Move groups from the list to the file, and return the names of their works."""
    names = []
    rows.reverse()
    while rows:
        row = rows.pop()
        names.append(work_name(row["cited"]))
        file.writelines(line.encode() for line in group_lines([row]))
    file.flush()
    return names


def align_groups(
    nlp: "Language",
    aligner: "CitanceAligner",
    groups: StoredGroups,
    output: Path,
    *,
    fresh: bool,
    load: "Loader | None" = None,
    n_process: int | None = 1,
    quiet: bool,
) -> Alignment:
    """Align groups into a file, from which the rows are read when they are asked for.

    Args:
        nlp: a pipeline with ``aligner``.
        aligner: the component whose alignments are written.
        groups: the groups.
        output: the file; an interrupted run goes on there.
        fresh: start anew all the same.
        load: gives pipeline and aligner to processes that do not inherit them; None is none.
        n_process: how many processes, as the option says it.
        quiet: show no progress.
    """
    names = groups.names
    with Progress(
        groups.size, quiet=quiet, unit="works", doing="aligning", of=len(names)
    ) as progress:
        counts = align_resumably(
            nlp,
            aligner,
            groups.file,
            output,
            lambda line: names[line - 1],
            fresh=fresh,
            progress=progress,
            processes=load and Processes.for_input(n_process, groups.size, load),
        )
    problems = _failed_groups(counts, names)
    return Alignment(_AlignedRows(output), counts, problems, {"alignment": progress.seconds})


def as_aligned(rows: list[dict[str, Any]]) -> Alignment:
    """Return groups that came aligned."""
    return Alignment(rows, Counts(), [], {})


class _AlignedRows:
    """The aligned groups of a file, read each time that they are asked for."""

    def __init__(self, path: Path):
        self._path = path

    def __iter__(self) -> Iterator[dict[str, Any]]:
        with self._path.open(encoding="utf-8") as lines:
            yield from (row for row in map(json.loads, lines) if "error" not in row)


def _failed_groups(counts: Counts, names: list[str]) -> list[str]:
    """Return the groups that failed and why, in lines for a person."""
    if not counts.failed:
        return []
    lines = [f"  {names[number - 1]}: {error}" for number, error in counts.errors.items()]
    more = len(lines) - _MOST_NAMED
    return [
        f"{counts.failed} of {counts.read} groups failed:",
        *lines[:_MOST_NAMED],
        *([f"  ... and {more} more"] if more > 0 else []),
    ]


def write_page(
    output: Path, groups: Groups, alignment: Alignment, title: str, *, method: str = ""
) -> float:
    """Write the page, and return how many seconds that took.

    Args:
        output: the file.
        groups: where the aligned groups come from.
        alignment: the aligned groups.
        title: of the page.
        method: says at the page's foot, after a blank, how the groups were aligned.
    """
    from ..app.report.alignment_page import write_alignment_page

    start = time.perf_counter()
    with atomic_text(output) as file:
        write_alignment_page(
            alignment.rows,
            file,
            title=title,
            introduction=" ".join(filter(None, [f"From {groups.source}.", groups.evidence])),
            note=f"Made by spacy-citalign {__version__}{method}.",
            problems=[*groups.problems, *alignment.problems, *groups.omissions],
        )
    return time.perf_counter() - start


def summary(groups: Groups, alignment: Alignment, page_seconds: float) -> str:
    """Return what was done, and how long it took, in a line for a person.

    Args:
        groups: the groups of the report.
        alignment: the aligned ones.
        page_seconds: how many seconds the page took.
    """
    times = groups.times | alignment.times | {"page": page_seconds}
    durations = ", ".join(f"{stage} {seconds:.1f} s" for stage, seconds in times.items())
    counts = alignment.counts
    aligned = (
        f"{counted(counts.aligned, 'group')} of {counted(counts.citances, 'citance')} aligned; "
        if counts.read
        else ""
    )
    return f"{groups.source}; {aligned}{groups.failed + counts.failed} failed; {durations}"
