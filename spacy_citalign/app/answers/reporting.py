"""The report: groups of citances, their alignment in a file, and the page of it."""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...errors import InputError, SettingError
from ...schema import WorkAnswer
from ..library.database import is_library
from ..locking import only_writer
from ..output_files import (
    HTML,
    JSONL,
    check_new_file,
    check_ours,
    check_output,
    is_our_page,
    is_rows_file,
)
from ..processes import process_count
from ..report.alignment_page import TITLE
from ..report.phrases import counted, first_lines
from .aligner import AlignerSetup, LoadedAligner
from .aligning import AlignmentRun, Counts
from .answer_options import AnswerOptions
from .events import SILENT, Events, Stage
from .group_lines import GroupLine, stored_groups, taken_out
from .harvesting import Groups, are_groups, harvest, read_groups, refuse_groups
from .page_writer import write_page
from .ranked_evidence import add_evidence
from .work_filter import WorkFilter

_MAX_NAMED = 20  # failed groups
_PAGE_BYTES = 1_000_000  # of rows that one process has rendered before others have begun


@dataclass
class ReportSummary:
    """What a report was made of.

    Attributes:
        page, rows: the files that were written; rows is None where they came aligned.
        works: how many works are on the page.
        largest: those that most articles cite.
        source: what they come from, in words.
        evidence: what was found of works that are among the articles; "" where none was looked for.
        counts: of groups and citances.
        failed: how many problems there were with inputs.
        problems: all that failed, in lines for a person.
        times: seconds by the name of the stage.
    """

    page: Path
    rows: Path | None
    works: int
    largest: list[WorkAnswer]
    source: str
    evidence: str
    counts: Counts
    failed: int
    problems: list[str]
    times: dict[str, float]

    def __str__(self) -> str:
        """Say what was done, and how long it took, in a line for a person."""
        counts, parts = self.counts, [self.source]
        if counts.read:
            citances = counted(counts.citances, "citance")
            parts.append(f"{counted(counts.aligned, 'group')} of {citances} aligned")
        parts.append(f"{self.failed + counts.failed} failed")
        times = ", ".join(f"{stage} {seconds:.1f} s" for stage, seconds in self.times.items())
        return "; ".join([*parts, times])


def write_report(
    inputs: list[Path],
    output: Path,
    options: AnswerOptions,
    *,
    title: str = TITLE,
    fresh: bool = False,
    events: Events = SILENT,
) -> ReportSummary:
    """Write the page of what articles say of the works that they cite, and the rows beside it.

    A run that is interrupted goes on when the same is asked for again.

    Args:
        inputs: articles, or files of groups in JSON Lines, aligned or not, or a library.
        output: the page; the rows have its name with .jsonl.
        options: what is asked for.
        title: of the page.
        fresh: start anew where an earlier run was interrupted, and overwrite files of others.
        events: are told what happens.

    Raises:
        InputError: an input does not exist, or there is no work to show.
        SettingError: an output cannot be written, or an option does not fit.
        NotFittedError: the aligner is not trained.
    """
    check_new_file(output, HTML, inputs)
    check_ours(output, is_our_page, fresh=fresh)
    rows = output.with_suffix(JSONL)
    with only_writer(output), only_writer(rows):
        loaded = None
        if not has_library(inputs) and are_groups(inputs):
            _refuse_reading(options)
            groups = read_groups(inputs, options.work_filter, events=events)
        else:
            _check_rows_file(rows, inputs, fresh=fresh)
            loaded = options.setup.load()
            groups = collect_groups(inputs, loaded, options, events, output.parent)
        check_groups(groups, options.work_filter, events)
        most_cited = _most_cited(groups.groups, options.max_works)
        bound = ""
        if len(most_cited) < len(groups.groups):
            bound = (
                f"The page has the {len(most_cited):,} works that most articles cite, of "
                f"{len(groups.groups):,}; the rows have all, --max-works changes it."
            )
            events.on_note(bound)
        counts, failures = Counts(), list[str]()
        lines: Iterable[bytes]
        if groups.aligned:
            _refuse_settings(options.setup)
            lines = [group.line for group in groups.groups]
            size = sum(map(len, lines))
        else:
            if loaded is None:
                _check_rows_file(rows, inputs, fresh=fresh)
                loaded = options.setup.load()
            counts, failures = _align(groups, loaded, rows, options, fresh, events)
            lines, size = _lines(rows), rows.stat().st_size
        page = write_page(
            lines if not bound else (line for n, line in enumerate(lines) if n in most_cited),
            output,
            title=title,
            introduction=" ".join(filter(None, [f"From {groups.source}.", groups.evidence, bound])),
            method=" with abbreviations that scispaCy found" if options.setup.abbreviations else "",
            problems=[*groups.problems, *failures, *groups.omissions],
            count=process_count(options.n_process, size, least=_PAGE_BYTES),
        )
    groups.times["page"] = page.seconds
    return ReportSummary(
        output,
        None if groups.aligned else rows,
        page.works,
        page.largest,
        groups.source,
        groups.evidence,
        counts,
        groups.failed,
        groups.problems + failures,
        groups.times,
    )


def collect_groups(
    inputs: Sequence[Path],
    loaded: LoadedAligner,
    options: AnswerOptions,
    events: Events,
    folder: Path | None = None,
) -> Groups:
    """Return the groups of articles, with evidence if that is asked for.

    Args:
        inputs: the articles, or a library of them.
        loaded: the pipeline.
        options: what is asked for.
        events: are told what happens.
        folder: that of the page, if there will be one.

    Raises:
        InputError: an input does not exist, or is a file of groups.
        SettingError: words of a name fit several works, or the pipeline cannot do it.
    """
    if has_library(inputs):
        from ..library.asking.reports import library_groups

        return library_groups(inputs[0], loaded, options, events, folder)
    refuse_groups(inputs)
    groups = harvest(inputs, loaded.nlp, options, events)
    if options.evidence:
        groups.evidence = str(add_evidence(groups, loaded.nlp, options, folder, events))
    groups.articles = []  # else the groups would stay in memory after they are stored
    return groups


def has_library(inputs: Sequence[Path]) -> bool:
    """Return whether an input is a library.

    Raises:
        SettingError: there are other inputs, too.
    """
    libraries = [path for path in inputs if path.is_file() and is_library(path)]
    if libraries and len(inputs) > 1:
        raise SettingError(
            f"{libraries[0]} is a library, and there are other inputs; add these to it with "
            "`citalign library add`, and give the library alone"
        )
    return bool(libraries)


def check_groups(groups: Groups, work_filter: WorkFilter, events: Events) -> None:
    """Say which of the works asked for are not there.

    Raises:
        InputError: there is no group.
    """
    missing = [f"no work {name!r}{work_filter.at_least} was found" for name in groups.missing]
    if groups.groups:
        for line in missing:
            events.on_message(line)
        return
    for line in groups.problems:
        events.on_note(line)
    if missing:
        raise InputError(f"{', '.join(missing)}; `citalign citances` lists the works")
    asked = " of those asked for" if work_filter.cited else ""
    raise InputError(
        f"there is no work{work_filter.at_least}{asked} to show; give more articles, or lower "
        "--min-citances"
    )


def _most_cited(groups: Sequence[GroupLine], most: int) -> set[int]:
    """Return the numbers, from 0, of the works that most articles cite, so many at most."""
    ranks = ((group.articles, group.citances, -number) for number, group in enumerate(groups))
    return {-number for *_, number in heapq.nlargest(most, ranks)}


def _align(
    groups: Groups,
    loaded: LoadedAligner,
    rows: Path,
    options: AnswerOptions,
    fresh: bool,
    events: Events,
) -> tuple[Counts, list[str]]:
    """Write the row of each group, and return how many there are and which failed."""
    with (
        groups.kept_rows() as known,
        stored_groups(taken_out(groups.groups), rows) as (file, names, size),
        Stage(events, "aligning", "works", size, len(names)) as stage,
    ):
        run = AlignmentRun(
            loaded, lambda line: names[line - 1], stage, events, options.n_process, known
        )
        counts = run.resumably(file, size, rows, fresh=fresh)
    groups.times["alignment"] = stage.seconds
    return counts, _failed_groups(counts, names)


def _lines(rows: Path) -> Iterator[bytes]:
    with rows.open("rb") as file:
        yield from file


def _failed_groups(counts: Counts, names: list[str]) -> list[str]:
    """Return the groups that failed and why, in lines for a person."""
    if not counts.failed:
        return []
    lines = [f"  {names[number - 1]}: {error}" for number, error in counts.errors.items()]
    head = f"{counts.failed} of {counts.read} groups failed:"
    return [head, *first_lines(lines, _MAX_NAMED)]


def _refuse_settings(setup: AlignerSetup) -> None:
    if setup.threshold is not None or setup.min_differs is not None or setup.abbreviations:
        raise SettingError(
            "the groups are aligned already, so --threshold, --min-differs and --abbreviations "
            "change nothing; give the groups as they were before, or leave the options out: the "
            "page can move the threshold"
        )


def _refuse_reading(options: AnswerOptions) -> None:
    reading = options.reading
    if reading.captions or reading.tables or options.evidence or reading.sentence_before:
        raise SettingError(
            "--captions, --tables, --sentence-before and --evidence are for articles; "
            "leave them out"
        )


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
