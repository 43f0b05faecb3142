"""The stages of a report: citances, alignment, page; how long they take, and what fails."""

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacy_citalign import __version__
from spacy_citalign.cli.align_run import Counts, align_file
from spacy_citalign.cli.console import Problems, Progress
from spacy_citalign.cli.harvesting import (
    JSONL,
    Wanted,
    file_size,
    harvest_articles,
    json_lines,
    read_rows,
    total_size,
)
from spacy_citalign.corpora.article_files import article_files
from spacy_citalign.errors import InputError
from spacy_citalign.report.phrases import counted, work_name
from spacy_citalign.runs.messages import say
from spacy_citalign.runs.outputs.files import replacing

if TYPE_CHECKING:
    from spacy.language import Language

    from spacy_citalign.components.citance_aligner import CitanceAligner

_MOST = 20  # failed groups that are named


class Report:
    """A report in the making: its stages, how long they took, what failed."""

    def __init__(self, output: Path, quiet: bool):
        self._output = output
        self._quiet = quiet
        self._problems: Problems | None = None
        self._files = 0
        self._counts = Counts()
        self._failed_groups: list[str] = []
        self._said = ""
        self._times: dict[str, float] = {}

    @property
    def failed(self) -> int:
        """How many files and groups failed."""
        return self._counts.failed + (self._problems.count if self._problems else 0)

    @property
    def aligned(self) -> int:
        """How many groups were aligned."""
        return self._counts.aligned

    @property
    def rows_file(self) -> Path:
        """The file beside the page that the aligned groups are written to."""
        return self._output.with_suffix(JSONL)

    @contextmanager
    def _timed(self, name: str) -> Iterator[None]:
        """Time a stage."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self._times[name] = time.perf_counter() - start

    @contextmanager
    def _stage(self, name: str, total: int, unit: str) -> Iterator[Progress]:
        """Time a stage and show its progress."""
        with self._timed(name):
            progress = Progress(total, quiet=self._quiet, unit=unit)
            try:
                yield progress
            finally:
                progress.close()

    def read_groups(self, files: list[Path], wanted: Wanted) -> list[dict[str, Any]]:
        """Read files of groups; a line that is no group is a problem."""
        self._files = len(files)
        rows = []
        with self._stage("reading", sum(map(file_size, files)), "groups") as progress:
            self._problems = Problems(progress)
            for path in files:
                for size, row in read_rows(path):
                    if isinstance(row, InputError):
                        self._problems.add(path, row)
                    elif wanted.wants(row):
                        rows.append(row)
                    progress.advance(size, len(rows))
        self._said = f"{counted(len(files), 'file')} of {counted(len(rows), 'group')}"
        return rows

    def harvest(
        self,
        inputs: list[Path],
        nlp: "Language",
        wanted: Wanted,
        *,
        captions: bool = False,
        tables: bool = False,
    ) -> list[dict[str, Any]]:
        """Collect the citances of articles."""
        files = article_files(inputs)
        self._files = len(files)
        with self._stage("citances", total_size(files), "articles") as progress:
            self._problems = Problems(progress)
            found = harvest_articles(
                files, nlp, self._problems, progress, captions=captions, tables=tables
            )
            rows = list(found.rows(min_citances=wanted.min_citances, cited=wanted.names))
        citations = counted(found.citations, "citation")
        self._said = f"{counted(len(files), 'article')} with {citations}"
        return rows

    def align(
        self,
        nlp: "Language",
        aligner: "CitanceAligner",
        groups: list[dict[str, Any]],
        *,
        fresh: bool,
    ) -> Iterator[dict[str, Any]]:
        """Align the groups into the file beside the page; the rows of those that were aligned.

        The rows are read from the file when they are wanted.
        """
        # The groups get a file of their own, for align_file to know when it goes on.
        given = self.rows_file.with_name(f".{self.rows_file.name}.groups")
        names = [work_name(group["cited"]) for group in groups]
        try:
            with replacing(given) as part, part.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(json_lines(groups))
            with self._stage("alignment", file_size(given), "groups") as progress:
                self._counts = align_file(
                    nlp,
                    aligner,
                    given,
                    self.rows_file,
                    fresh=fresh,
                    progress=progress,
                    called=lambda line: names[line - 1],
                )
        finally:
            given.unlink(missing_ok=True)
        if self._counts.failed:
            self._failed_groups = [
                f"{name}: {row['error']}"
                for name, row in zip(names, self._rows(), strict=True)
                if "error" in row
            ]
        return (row for row in self._rows() if "error" not in row)

    def _rows(self) -> Iterator[dict[str, Any]]:
        with self.rows_file.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)

    def page(self, rows: Iterable[Mapping[str, Any]], title: str, how: str = "") -> None:
        """Write the page; ``how`` says at its foot, after a blank, how the groups were aligned."""
        from spacy_citalign.report.alignment_page import write_alignment_page

        with (
            self._timed("page"),
            replacing(self._output) as part,
            part.open("w", encoding="utf-8", newline="\n") as handle,
        ):
            write_alignment_page(
                rows,
                handle,
                title=title,
                introduction=f"From {self._said}.",
                note=f"Made by spacy-citalign {__version__}{how}.",
                problems=self.problems(),
            )

    def problems(self) -> list[str]:
        """What failed, in lines for a person."""
        lines = self._problems.summary(self._files) if self._problems else []
        if self._failed_groups:
            lines.append(f"{len(self._failed_groups)} of {self._counts.read} groups failed:")
            lines += [f"  {line}" for line in self._failed_groups[:_MOST]]
            more = len(self._failed_groups) - _MOST
            lines += [f"  ... and {more} more"] if more > 0 else []
        return lines

    def said(self) -> str:
        """What was done, and how long it took."""
        times = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in self._times.items())
        groups = counted(self._counts.aligned, "group")
        done = f"{groups} of {counted(self._counts.citances, 'citance')} aligned; "
        return f"{self._said}; {done if self._counts.read else ''}{self.failed} failed; {times}"

    def summary(self) -> None:
        """Say what was done, and list what failed."""
        if not self._quiet:
            say(f"{self.said()} -> {self._output}")
            for line in self.problems():
                say(line)
