"""The report: groups of citances, their alignment in a file, and the page of it."""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...errors import InputError, SettingError
from ...inputs.records import Reading
from ...schema import WorkAnswer
from ..batch.outputs.locking import only_writer
from ..batch.pool import process_count
from ..output_files import (
    HTML,
    JSONL,
    check_new_file,
    check_ours,
    check_output,
    is_our_page,
    is_rows_file,
)
from ..report.alignment_page import TITLE
from ..report.phrases import counted
from .aligner import AlignerSetup, LoadedAligner
from .aligning import AlignmentRun, Counts
from .events import Events, Stage
from .group_lines import GroupLine
from .group_storage import StoredGroups, stored_groups, taken_out
from .harvesting import Groups, are_groups, harvest, read_groups, refuse_groups
from .page_writer import write_page
from .ranked_evidence import add_evidence
from .work_filter import WorkFilter

MAX_WORKS = 3_000  # on a page, which browsers open in some seconds
_MAX_NAMED = 20  # failed groups
_PAGE_BYTES = 1_000_000  # of rows that one process has rendered before others have begun


@dataclass(frozen=True)
class AnswerOptions:
    """What is asked for of articles.

    Attributes:
        work_filter: which works.
        reading: how articles are read.
        setup: what aligns, and how.
        evidence: look where works that are among the articles say what they are cited for.
        n_process: how many processes; None for as many as the input is worth, -1 for as many as
            there are processors.
        list_skipped: name the files that are left out for their kind.
        max_works: works on the page, those that most articles cite.

    Raises:
        SettingError: there are to be no works on the page.
    """

    work_filter: WorkFilter = field(default_factory=WorkFilter)
    reading: Reading = field(default_factory=Reading)
    setup: AlignerSetup = field(default_factory=AlignerSetup)
    evidence: bool = False
    n_process: int | None = None
    list_skipped: bool = False
    max_works: int = MAX_WORKS

    def __post_init__(self) -> None:
        if self.max_works < 1:
            raise SettingError(f"max_works is {self.max_works}; give 1 or more")


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
        durations = ", ".join(f"{stage} {seconds:.1f} s" for stage, seconds in self.times.items())
        counts = self.counts
        aligned = (
            f"{counted(counts.aligned, 'group')} of {counted(counts.citances, 'citance')} aligned; "
            if counts.read
            else ""
        )
        return f"{self.source}; {aligned}{self.failed + counts.failed} failed; {durations}"


def write_report(
    inputs: list[Path],
    output: Path,
    options: AnswerOptions,
    *,
    title: str = TITLE,
    fresh: bool = False,
    events: Events | None = None,
) -> ReportSummary:
    """Write the page of what articles say of the works that they cite, and the rows beside it.

    A run that is interrupted goes on when the same is asked for again.

    Args:
        inputs: articles, or files of groups in JSON Lines, aligned or not.
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
    events = events or Events()
    check_new_file(output, HTML, inputs)
    check_ours(output, is_our_page, fresh=fresh)
    rows = output.with_suffix(JSONL)
    with only_writer(output), only_writer(rows):
        return _write_report(inputs, output, rows, options, title, fresh, events)


def _write_report(
    inputs: list[Path],
    output: Path,
    rows: Path,
    options: AnswerOptions,
    title: str,
    fresh: bool,
    events: Events,
) -> ReportSummary:
    setup, loaded = options.setup, None
    if are_groups(inputs):
        _refuse_reading(options)
        groups = read_groups(inputs, options.work_filter, events=events)
    else:
        _check_rows_file(rows, inputs, fresh=fresh)
        loaded = setup.load()
        groups = collect_groups(inputs, loaded, options, events, output.parent)
    check_groups(groups, options.work_filter, events)
    counts, failures = Counts(), list[str]()
    most_cited = _most_cited(groups.groups, options.max_works)
    bound = ""
    if len(most_cited) < len(groups.groups):
        bound = (
            f"The page has the {len(most_cited):,} works that most articles cite, of "
            f"{len(groups.groups):,}; the rows have all, --max-works changes it."
        )
        events.on_note(bound)
    lines: Iterable[bytes] = [group.line for group in groups.groups] if groups.aligned else ()
    if groups.aligned:
        _refuse_settings(setup)
    else:
        if loaded is None:
            _check_rows_file(rows, inputs, fresh=fresh)
            loaded = setup.load()
        with stored_groups(taken_out(groups.groups), rows) as stored:
            counts = _align(stored, loaded, rows, groups, options, fresh, events)
            failures = _failed_groups(counts, stored.names)
        lines = _lines(rows)
    size = sum(map(len, lines)) if isinstance(lines, list) else rows.stat().st_size
    page = write_page(
        lines if not bound else (line for n, line in enumerate(lines) if n in most_cited),
        output,
        title=title,
        introduction=" ".join(filter(None, [f"From {groups.source}.", groups.evidence, bound])),
        method=" with abbreviations that scispaCy found" if setup.abbreviations else "",
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
    inputs: Iterable[Path],
    loaded: LoadedAligner,
    options: AnswerOptions,
    events: Events,
    folder: Path | None = None,
) -> Groups:
    """Return the groups of articles, with evidence if that is asked for.

    Args:
        inputs: the articles.
        loaded: the pipeline.
        options: what is asked for.
        events: are told what happens.
        folder: that of the page, if there will be one.

    Raises:
        InputError: an input does not exist, or is a file of groups.
        SettingError: words of a name fit several works, or the pipeline cannot do it.
    """
    inputs = list(inputs)
    refuse_groups(inputs)
    pipeline, reading = options.setup.pipeline, options.reading
    groups = harvest(
        inputs,
        loaded.nlp,
        reading=reading,
        work_filter=options.work_filter,
        pipeline=pipeline,
        n_process=options.n_process,
        list_skipped=options.list_skipped,
        events=events,
    )
    if options.evidence:
        summary = add_evidence(
            groups, loaded.nlp, reading=reading, pipeline=pipeline, folder=folder, events=events
        )
        groups.evidence = str(summary)
    groups.articles = []  # else the groups would stay in memory after they are stored
    return groups


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
    stored: StoredGroups,
    loaded: LoadedAligner,
    rows: Path,
    groups: Groups,
    options: AnswerOptions,
    fresh: bool,
    events: Events,
) -> Counts:
    with Stage(events, "aligning", "works", stored.size, len(stored.names)) as stage:
        run = AlignmentRun(
            loaded, lambda line: stored.names[line - 1], stage, events, options.n_process
        )
        counts = run.resumably(stored.file, stored.size, rows, fresh=fresh)
    groups.times["alignment"] = stage.seconds
    return counts


def _lines(rows: Path) -> Iterator[bytes]:
    with rows.open("rb") as file:
        yield from file


def _failed_groups(counts: Counts, names: list[str]) -> list[str]:
    """Return the groups that failed and why, in lines for a person."""
    if not counts.failed:
        return []
    lines = [f"  {names[number - 1]}: {error}" for number, error in counts.errors.items()]
    more = len(lines) - _MAX_NAMED
    return [
        f"{counts.failed} of {counts.read} groups failed:",
        *lines[:_MAX_NAMED],
        *([f"  ... and {more} more"] if more > 0 else []),
    ]


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
