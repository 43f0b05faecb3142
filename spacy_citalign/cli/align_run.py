"""Alignment of a file of citance groups into another, which goes on after an interruption."""

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from ..app.batch.attempts import noted_attempts
from ..app.batch.outputs.fingerprint import file_fingerprint, pipeline_fingerprint, versions
from ..app.batch.outputs.resume import resumable_rows
from ..atomic import atomic_text
from ..errors import InputError
from ..inputs.records import STDIN
from .align_batches import align_lines
from .align_processes import Processes, align_lines_in_processes
from .align_records import CountedLines, json_line
from .console import Progress, noticed_interrupts

if TYPE_CHECKING:
    from spacy.language import Language

    from ..components.citances.component import CitanceAligner

Row = dict[str, Any]


@dataclass
class Counts:
    """The numbers of groups and citances.

    Attributes:
        read: groups, aligned or not.
        errors: what was wrong with those that have no alignment, by their number from 1.
        citances: those aligned.
        empty: citances that were left out.
        kept: groups that an earlier run aligned.
    """

    read: int = 0
    errors: dict[int, str] = field(default_factory=dict)
    citances: int = 0
    empty: int = 0
    kept: int = 0

    @property
    def failed(self) -> int:
        """Return how many groups have no alignment."""
        return len(self.errors)

    @property
    def aligned(self) -> int:
        """Return how many groups have an alignment."""
        return self.read - self.failed

    def add(self, row: Row) -> None:
        """Count the row of a group."""
        self.read += 1
        if "error" in row:
            self.errors[self.read] = str(row["error"])
            return
        filled = sum(bool(citance["text"]) for citance in row["citances"])
        self.citances += filled
        self.empty += len(row["citances"]) - filled

    def keep(self, row: Row) -> None:
        """Count the row of a group that an earlier run wrote.

        Raises:
            InputError: it is no such row.
        """
        citances = row.get("citances")
        has_texts = isinstance(citances, list) and all(
            isinstance(citance, dict) and "text" in citance for citance in citances
        )
        if "error" not in row and not has_texts:
            raise InputError("the row has neither citances with texts nor an error; start anew")
        self.add(row)
        self.kept += 1


def align_file(
    nlp: "Language",
    aligner: "CitanceAligner",
    groups: Path,
    output: Path,
    *,
    fresh: bool = False,
    progress: Progress | None = None,
    processes: Processes | None = None,
) -> Counts:
    """Write the row of each group of a JSON Lines file, and count them.

    Where an earlier run of the same pipeline, settings and input was interrupted, its rows are
    kept and the groups after them are aligned. Standard input and pipes are always read from their
    beginning.

    Args:
        nlp: a pipeline with ``aligner``, whose settings may differ from those it was loaded with.
        aligner: the component whose alignments are written.
        groups: the input; ``-`` is standard input.
        output: the file to write; it appears under its name when it is whole.
        fresh: start anew all the same.
        progress: shows how far it is, and takes the messages; by default they go to standard error.
        processes: those that align; by default this one.

    Raises:
        SettingError: another process writes ``output``.
        OSError: a file cannot be read or written.
    """
    progress = progress or Progress(None, quiet=True)
    name = line_namer(groups)
    if groups.is_file():
        with groups.open("rb") as file:
            return align_resumably(
                nlp,
                aligner,
                file,
                output,
                name,
                fresh=fresh,
                progress=progress,
                processes=processes,
            )
    counts = Counts()
    with opened(groups) as lines, atomic_text(output) as file:
        write = _line_writer(file.write)
        write_aligned(nlp, aligner, lines, write, counts, name, progress, processes)
    return counts


def align_resumably(
    nlp: "Language",
    aligner: "CitanceAligner",
    groups: BinaryIO,
    output: Path,
    name: Callable[[int], str],
    *,
    fresh: bool,
    progress: Progress,
    processes: Processes | None = None,
) -> Counts:
    """Do the work of `align_file` for an open file, which is read twice.

    ``name`` gives what messages call the group of a line, counted from 1.
    """
    counts = Counts()
    fingerprint = _fingerprint(nlp, aligner, groups)
    whole = output.resolve()
    notes = whole.with_name(f".{whole.name}.tries")
    with (
        resumable_rows(
            output, fingerprint, fresh=fresh, unit="groups", tell=progress.say, on_kept=counts.keep
        ) as rows,
        noted_attempts(notes, fresh=fresh) as killed,
    ):
        if counts.kept:
            progress.note(f"{output}: {counts.kept} groups are aligned already; going on")
        lines = CountedLines(groups)
        write = _line_writer(rows.write)
        write_aligned(
            nlp,
            aligner,
            lines,
            write,
            counts,
            name,
            progress,
            processes,
            notes=notes,
            killed=killed,
        )
    return counts


def write_aligned(
    nlp: "Language",
    aligner: "CitanceAligner",
    lines: CountedLines,
    write: Callable[[Row], object],
    counts: Counts,
    name: Callable[[int], str],
    progress: Progress,
    processes: Processes | None = None,
    *,
    notes: Path | None = None,
    killed: bool = False,
) -> None:
    """Align the groups of lines, but the first ones, which are counted already.

    ``write`` takes each row, ``name`` gives what messages call the group of a line. ``notes`` is
    the folder of notes by which the next run learns that this one was ``killed``.
    """
    skip = counts.read
    # A group may have killed this process before; then another one is put at risk.
    if processes is None or (processes.count == 1 and not killed):
        results = align_lines(nlp, aligner, lines, skip=skip, notes=notes)
    else:
        results = align_lines_in_processes(nlp, aligner, lines, processes, skip=skip)
    with noticed_interrupts() as check_interrupt, closing(results):
        for result in results:
            check_interrupt()  # else the group would be one that failed
            for message in result.messages:
                progress.say(f"{name(result.line)}: {message}")
            write(result.row)
            counts.add(result.row)
            progress.advance(result.size, counts.read)


@contextmanager
def opened(groups: Path) -> Iterator[CountedLines]:
    """Yield the lines of a file, or of standard input.

    Raises:
        InputError: standard input is closed.
    """
    if groups == STDIN:
        if sys.stdin is None:
            raise InputError("stdin is closed; give it something to read, or name a file")
        yield CountedLines(sys.stdin.buffer)
        return
    with groups.open("rb") as file:
        yield CountedLines(file)


def line_namer(groups: Path) -> Callable[[int], str]:
    """Return what gives the name of a line in messages: file and number."""
    file = "stdin" if groups == STDIN else str(groups)
    return lambda line: f"{file}:{line}"


def _line_writer(write: Callable[[str], object]) -> Callable[[Row], object]:
    return lambda row: write(json_line(row))


def _fingerprint(nlp: "Language", aligner: "CitanceAligner", groups: BinaryIO) -> Row:
    """Return all that the rows depend on."""
    from ..citances.settings import AlignmentSettings

    names = [field.name for field in fields(AlignmentSettings)]
    settings = {
        "name": aligner.name,
        "spans_key": aligner.settings.spans_key,
        "content_words": aligner.settings.content_words,
        "posteriors": aligner.settings.keep_posteriors,
        **{name: getattr(aligner.settings, name) for name in names},
    }
    return {
        "command": "align",
        "settings": settings,
        "input": file_fingerprint(groups),
        "versions": versions(),
        "pipeline": pipeline_fingerprint(nlp),
    }
