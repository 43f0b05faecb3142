"""Aligns a file of citance groups into another; an interrupted run goes on where it stopped."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from spacy_citalign.cli.align_records import Lines, aligned_groups, json_line
from spacy_citalign.cli.console import Progress, noticed_interrupts
from spacy_citalign.errors import InputError
from spacy_citalign.runs.outputs.files import replacing
from spacy_citalign.runs.outputs.fingerprint import file_fingerprint, pipeline_fingerprint, versions
from spacy_citalign.runs.outputs.resume import resuming
from spacy_citalign.runs.records import STDIN

if TYPE_CHECKING:
    from spacy.language import Language

    from spacy_citalign.components.citance_aligner import CitanceAligner


@dataclass
class Counts:
    """What became of the groups, ``read`` of them, and of their citances.

    ``failed`` groups have no alignment; ``citances`` were aligned, ``empty`` ones were left out;
    ``kept`` groups were aligned by an earlier run.
    """

    read: int = 0
    failed: int = 0
    citances: int = 0
    empty: int = 0
    kept: int = 0

    @property
    def aligned(self) -> int:
        """Groups that have an alignment."""
        return self.read - self.failed

    def add(self, row: dict[str, Any]) -> None:
        """Count the row of a group."""
        self.read += 1
        if "error" in row:
            self.failed += 1
            return
        filled = sum(bool(citance["text"]) for citance in row["citances"])
        self.citances += filled
        self.empty += len(row["citances"]) - filled

    def keep(self, row: dict[str, Any]) -> None:
        """Count the row of a group that an earlier run wrote.

        Raises:
            InputError: it is no such row.
        """
        citances = row.get("citances")
        whole = isinstance(citances, list) and all(
            isinstance(one, dict) and "text" in one for one in citances
        )
        if "error" not in row and not whole:
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
    called: Callable[[int], str] | None = None,
) -> Counts:
    """Write the row of each group of a JSON Lines file to ``output``, and count them.

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
        called: what messages call the group of a line, counted from 1; by default file and line.

    Raises:
        SettingError: another process writes ``output``.
        OSError: a file cannot be read or written.
    """
    progress = progress or Progress(None, quiet=True)
    counts = Counts()
    name = input_name(groups)
    if not groups.is_file():
        with opened(groups) as lines, replacing(output) as part, _text_file(part) as sink:
            write = partial(_write, sink.write)
            align_lines(nlp, aligner, lines, name, write, counts, progress, called)
        return counts
    with groups.open("rb") as handle:
        fingerprint = _fingerprint(nlp, aligner, handle)
        with resuming(
            output,
            fingerprint,
            fresh=fresh,
            unit="groups",
            tell=progress.say,
            on_kept=counts.keep,
        ) as rows:
            if counts.kept:
                progress.note(f"{output}: {counts.kept} groups are aligned already; going on")
            write = partial(_write, rows.write)
            align_lines(nlp, aligner, Lines(handle), name, write, counts, progress, called)
    return counts


def align_lines(
    nlp: "Language",
    aligner: "CitanceAligner",
    lines: Lines,
    name: str,
    write: Callable[[dict[str, Any]], object],
    counts: Counts,
    progress: Progress,
    called: Callable[[int], str] | None = None,
) -> None:
    """Give the row of each group to ``write`` and count it; ``name`` is that of the input.

    ``called`` is what messages call the group of a line, by default file and line.

    The groups that are counted already, the first ones of the lines, are read and left out.
    """
    done = 0
    called = called or partial(_place, name)
    with noticed_interrupts() as check_interrupt:
        for found in aligned_groups(nlp, aligner, lines, name, skip=counts.read):
            check_interrupt()  # else the group would be one that failed
            for message in found.messages:
                progress.say(f"{called(found.line)}: {message}")
            write(found.row)
            counts.add(found.row)
            progress.advance(lines.size - done, counts.read)
            done = lines.size


@contextmanager
def opened(groups: Path) -> Iterator[Lines]:
    """The lines of a file, or of standard input."""
    if groups == STDIN:
        yield Lines(sys.stdin.buffer)
        return
    with groups.open("rb") as handle:
        yield Lines(handle)


def input_name(groups: Path) -> str:
    """What messages call the input."""
    return "stdin" if groups == STDIN else str(groups)


def _place(name: str, line: int) -> str:
    return f"{name}:{line}"


def _write(write: Callable[[str], object], row: dict[str, Any]) -> None:
    write(json_line(row))


def _text_file(path: Path) -> TextIO:
    return path.open("w", encoding="utf-8", newline="\n")


def _fingerprint(nlp: "Language", aligner: "CitanceAligner", groups: BinaryIO) -> dict[str, Any]:
    """All that the rows depend on."""
    settings = {
        "name": aligner.name,
        "spans_key": aligner.spans_key,
        "content_words": aligner.content_words,
        "posteriors": aligner.keep_posteriors,
        **asdict(aligner.settings),
    }
    return {
        "command": "align",
        "settings": settings,
        "input": file_fingerprint(groups),
        "versions": versions(),
        "pipeline": pipeline_fingerprint(nlp),
    }
