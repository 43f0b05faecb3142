"""Alignment of files of citance groups, which goes on after an interruption."""

import json
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, fields
from math import inf
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from ...atomic import atomic_text
from ...errors import InputError
from ...inputs.records import STDIN
from ..batch.attempts import noted_attempts
from ..batch.outputs.resume import resumable_rows
from ..interrupts import noticed_interrupts
from ..locking import only_writer
from ..pipelines import file_fingerprint, pipeline_fingerprint, versions
from ..processes import process_count
from .aligner import LoadedAligner
from .batches import CountedLines, GroupResult, align_lines, align_lines_in_processes, skip_groups
from .events import Events, Stage

_MIN_BYTES = 100_000  # of groups that one process has aligned before others have begun
_MAX_FAILED = 100  # groups at the beginning of the input, with none that is aligned


class KnownRows(Protocol):
    """Rows of groups, by the numbers of their lines from 1."""

    def has(self, number: int, line: bytes) -> bool:
        """Return whether the row of a group is known."""

    def row(self, number: int) -> bytes:
        """Return the row of a group that is known."""

    def learn(self, number: int, row: bytes) -> None:
        """Take the row of a group that was not known."""

    def told(self, row: bytes) -> bytes:
        """Return a row with what has been heard since it was made."""


def with_known(
    known: KnownRows, lines: CountedLines, results: Iterable[GroupResult]
) -> Iterator[GroupResult]:
    """Yield the results of all groups in order; those that are known are left out of the lines.

    Args:
        known: rows.
        lines: of all groups, from where they are to be aligned.
        results: of the others, which are aligned as they are asked for.
    """
    numbers: deque[int] = deque()

    def leave_out(number: int, line: bytes) -> bool:
        is_known = bool(line.strip()) and known.has(number, line)
        if is_known:
            numbers.append(number)
        return is_known

    def known_until(end: float) -> Iterator[GroupResult]:
        while numbers and numbers[0] < end:
            number = numbers.popleft()
            row = known.told(known.row(number))
            texts = [bool(citance["text"]) for citance in json.loads(row)["citances"]]
            yield GroupResult(number, row, "", sum(texts), len(texts) - sum(texts), [])

    lines.leave_out = leave_out
    for result in results:
        yield from known_until(result.line)
        if not result.error:
            known.learn(result.line, result.row)
            result = result._replace(row=known.told(result.row))
        yield result
    yield from known_until(inf)


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

    def add(self, error: str, aligned: int = 0, empty: int = 0) -> None:
        """Count a group: why it failed, else how many citances were aligned and left out."""
        self.read += 1
        if error:
            self.errors[self.read] = error
        self.citances += aligned
        self.empty += empty

    def keep(self, row: dict[str, Any]) -> None:
        """Count the row of a group that an earlier run wrote."""
        texts = [bool(citance["text"]) for citance in row.get("citances", ())]
        self.add(row.get("error", ""), sum(texts), len(texts) - sum(texts))
        self.kept += 1


@dataclass(frozen=True)
class AlignmentRun:
    """What is the same for all groups of a run.

    Attributes:
        loaded: the pipeline and its aligner, whose settings may differ from those it was saved
            with.
        name: gives what messages call the group of a line, counted from 1.
        stage: shows how far it is.
        events: take the messages.
        n_process: how many processes; None for as many as the groups are worth.
        known: rows that are there already.
    """

    loaded: LoadedAligner
    name: Callable[[int], str]
    stage: Stage
    events: Events
    n_process: int | None = 1
    known: KnownRows | None = None

    def to_file(self, groups: Path, output: Path, *, fresh: bool = False) -> Counts:
        """Write the row of each group of a JSON Lines file, and count them.

        Where an earlier run of the same pipeline, settings and input was interrupted, its rows are
        kept and the groups after them are aligned. Standard input and pipes are always read from
        their beginning.

        Args:
            groups: the input; ``-`` is standard input.
            output: the file to write; it appears under its name when it is whole.
            fresh: start anew all the same.

        Raises:
            SettingError: another process writes ``output``.
            OSError: a file cannot be read or written.
        """
        with only_writer(output):
            if groups.is_file():
                with groups.open("rb") as file:
                    return self.resumably(file, groups.stat().st_size, output, fresh=fresh)
            counts = Counts()
            with opened(groups) as lines, atomic_text(output) as file:
                for result in self.results(lines, None, counts):
                    file.write(result.row.decode())
            return counts

    def resumably(self, groups: BinaryIO, size: int, output: Path, *, fresh: bool) -> Counts:
        """Do the work of ``to_file`` for an open file of so many bytes, which is read twice.

        Who calls it has the lock of the output.
        """
        counts = Counts()
        whole = output.resolve()
        notes = whole.with_name(f".{whole.name}.tries")
        with (
            resumable_rows(
                output,
                _fingerprint(self.loaded, groups),
                fresh=fresh,
                unit="groups",
                tell=self.events.on_message,
                on_kept=counts.keep,
            ) as rows,
            noted_attempts(notes, fresh=fresh) as killed,
        ):
            if counts.kept:
                self.events.on_note(f"{output}: {counts.kept} groups are aligned already; going on")
            lines = CountedLines(groups)
            for result in self.results(lines, size, counts, notes=notes, killed=killed):
                rows.write(result.row.decode())
        return counts

    def results(
        self,
        lines: CountedLines,
        size: int | None,
        counts: Counts,
        *,
        notes: Path | None = None,
        killed: bool = False,
    ) -> Generator[GroupResult, None, None]:
        """Yield the result of each group of lines, but of the first ones, which are counted.

        Args:
            lines: of JSON, a group a line.
            size: bytes of them, None where that is not known.
            counts: of groups; are counted on.
            notes: the folder of notes by which the next run learns that this one was killed.
            killed: whether an earlier run was.

        Raises:
            InputError: the first ``_MAX_FAILED`` groups have all failed.
        """
        count = process_count(self.n_process, size, least=_MIN_BYTES)
        skip_groups(lines, counts.read)
        # A group may have killed this process before; then another one is put at risk.
        if count == 1 and not killed:
            aligned = align_lines(self.loaded, lines, notes)
        else:
            aligned = align_lines_in_processes(self.loaded, lines, count)
        results = aligned if self.known is None else with_known(self.known, lines, aligned)
        with noticed_interrupts() as check_interrupt, closing(aligned):
            for result in results:
                check_interrupt()  # else the group would be one that failed
                for message in result.messages:
                    self.events.on_message(f"{self.name(result.line)}: {message}")
                yield result
                counts.add(result.error, result.aligned, result.empty)
                self.stage.advance(result.size, counts.read)
                if counts.failed == counts.read >= _MAX_FAILED:
                    raise InputError(
                        f"all of the first {counts.failed} groups failed, the last one as "
                        f"{self.name(result.line)}: {result.error}; give a file of groups, as "
                        "`citalign citances` writes it"
                    )


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


def _fingerprint(loaded: LoadedAligner, groups: BinaryIO) -> dict[str, Any]:
    """Return all that the rows depend on."""
    from ...citances.settings import AlignmentSettings

    aligner = loaded.aligner
    names = [setting.name for setting in fields(AlignmentSettings)]
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
        "pipeline": pipeline_fingerprint(loaded.nlp),
    }
