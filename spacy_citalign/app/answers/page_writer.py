"""The page of aligned groups, written from lines of rows; processes make the works' parts."""

import heapq
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ... import __version__
from ...answer_rows import FailedRow, read_answer_line
from ...atomic import atomic_text
from ...schema import WorkAnswer
from ..batch.pool import run_tasks
from ..report.alignment_page import RenderedWork, render_work, write_alignment_page
from ..report.answer_text import MOST, rank_of

_MAX_BYTES = 400_000  # of the lines of a task, unless it has one line only
_WAITING = 4  # results of a worker

Rendered = RenderedWork | FailedRow | None


class Lines(NamedTuple):
    """Lines of rows that are rendered together; it is a task of a worker.

    Attributes:
        first: the number of the first line, from 1.
        lines: of rows.
    """

    first: int
    lines: list[bytes]

    @property
    def name(self) -> str:
        """Return what tells it from others."""
        return f"line-{self.first}"

    @property
    def where(self) -> str:
        """Return what messages call its beginning."""
        return f"row {self.first}"


@dataclass(frozen=True)
class _Work:
    """What the workers have in common."""

    attempts: Path
    start: str = "page"

    def worker(self, inherited: None = None) -> Callable[[Lines], list[Rendered]]:
        return render_lines


@dataclass
class PageSummary:
    """What was written.

    Attributes:
        works: how many works are on the page.
        largest: those that most articles cite.
        seconds: how long it took.
    """

    works: int
    largest: list[WorkAnswer]
    seconds: float


def write_page(
    lines: Iterable[bytes],
    output: Path,
    *,
    title: str,
    introduction: str = "",
    method: str = "",
    problems: Iterable[str] = (),
    count: int = 1,
) -> PageSummary:
    """Write the page of aligned groups.

    Args:
        lines: rows in JSON; those of groups that failed are left out.
        output: the file.
        title, introduction: plain text at the head of the page.
        method: says at the page's foot, after a blank, how the groups were aligned.
        problems: what the reader must know to have failed, in lines.
        count: how many processes.

    Raises:
        OSError: the page cannot be written.
    """
    start = time.perf_counter()
    largest = _Largest()
    with closing(_rendered(_batches(lines), count)) as rendered, atomic_text(output) as file:
        write_alignment_page(
            largest.watch(rendered),
            file,
            title=title,
            introduction=introduction,
            note=f"Made by spacy-citalign {__version__}{method}.",
            problems=list(problems),
        )
    return PageSummary(largest.works, largest.answers(), time.perf_counter() - start)


def render_lines(task: Lines) -> list[Rendered]:
    """Return the parts of the page for some rows, None for those of groups that failed."""
    return [
        None if line.startswith(b'{"line":') else _render(line, number)
        for number, line in enumerate(task.lines, start=task.first)
    ]


def _render(line: bytes, number: int) -> RenderedWork | FailedRow:
    work = read_answer_line(line, number)
    return work if isinstance(work, FailedRow) else render_work(work)


class _Largest:
    """The lines of the works that most articles cite, as they go by."""

    def __init__(self) -> None:
        self.works = 0
        self._heap: list[tuple[tuple[bool, int, int], int, bytes]] = []

    def watch(
        self, rendered: Iterable[tuple[bytes, Rendered]]
    ) -> Iterator[RenderedWork | FailedRow]:
        """Yield what was rendered, without the groups that failed."""
        for line, work in rendered:
            if work is None:
                continue
            if isinstance(work, RenderedWork):
                self.works += 1
                entry = work.entry
                rank = rank_of(entry.kind, entry.articles, entry.citances)
                push = heapq.heappush if len(self._heap) < MOST else heapq.heappushpop
                push(self._heap, (rank, -self.works, line))
            yield work

    def answers(self) -> list[WorkAnswer]:
        """Return the works, the largest first."""
        works = (read_answer_line(line, 1) for *_, line in sorted(self._heap, reverse=True))
        return [work for work in works if isinstance(work, WorkAnswer)]


def _batches(lines: Iterable[bytes]) -> Iterator[Lines]:
    batch: list[bytes] = []
    number = size = 0
    for number, line in enumerate(lines, start=1):
        if batch and size + len(line) > _MAX_BYTES:
            yield Lines(number - len(batch), batch)
            batch, size = [], 0
        batch.append(line)
        size += len(line)
    if batch:
        yield Lines(number - len(batch) + 1, batch)


def _rendered(
    batches: Iterator[Lines], count: int
) -> Generator[tuple[bytes, Rendered], None, None]:
    """Yield each line with what was made of it, in order."""
    if count == 1:
        for task in batches:
            yield from zip(task.lines, render_lines(task), strict=True)
        return
    waiting: dict[str, list[bytes]] = {}

    def tasks() -> Iterator[Lines]:
        for task in batches:
            waiting[task.name] = task.lines
            yield task

    with (
        TemporaryDirectory(prefix="citalign-") as notes,
        closing(run_tasks(_Work(Path(notes)), tasks(), count, waiting=_WAITING)) as results,
    ):
        for name, parts in results:
            yield from zip(waiting.pop(name), parts, strict=True)
