"""The page of aligned groups, written from lines of rows; processes make the works' parts."""

import heapq
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ... import __version__
from ...answer_rows import FailedRow, read_answer_line
from ...atomic import atomic_text
from ...schema import WorkAnswer
from ..batch.attempts import Attempts
from ..report.alignment_page import RenderedWork, render_work, write_alignment_page
from ..report.answer_text import MOST, rank_of
from .worker_tasks import Task, task_results

_MAX_BYTES = 400_000  # of the lines of a task, unless it has one line only
_WAITING = 4  # results of a worker

Rendered = RenderedWork | FailedRow | None


Lines = tuple[int, list[bytes]]  # the number of the first, from 1, and rows rendered together


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
    problems: Sequence[str] = (),
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
    works = 0
    largest: list[tuple[tuple[bool, int, int], int, bytes]] = []  # a heap

    def watched(
        rendered: Iterable[tuple[bytes, Rendered]],
    ) -> Iterator[RenderedWork | FailedRow]:
        """Yield what was rendered, without the groups that failed."""
        nonlocal works
        for line, work in rendered:
            if isinstance(work, RenderedWork):
                works += 1
                entry = work.entry
                rank = rank_of(entry.kind, entry.articles, entry.citances)
                push = heapq.heappush if len(largest) < MOST else heapq.heappushpop
                push(largest, (rank, -works, line))
            if work is not None:
                yield work

    with closing(_rendered(_batches(lines), count)) as rendered, atomic_text(output) as file:
        write_alignment_page(
            watched(rendered),
            file,
            title=title,
            introduction=introduction,
            note=f"Made by spacy-citalign {__version__}{method}.",
            problems=problems,
        )
    answers = (read_answer_line(line, 1) for *_, line in sorted(largest, reverse=True))
    shown = [answer for answer in answers if isinstance(answer, WorkAnswer)]
    return PageSummary(works, shown, time.perf_counter() - start)


def render_lines(lines: Lines) -> list[Rendered]:
    """Return the parts of the page for some rows, None for those of groups that failed."""
    return [
        None if line.startswith(b'{"line":') else _render(line, number)
        for number, line in enumerate(lines[1], start=lines[0])
    ]


def _render(line: bytes, number: int) -> RenderedWork | FailedRow:
    work = read_answer_line(line, number)
    return work if isinstance(work, FailedRow) else render_work(work)


def _batches(lines: Iterable[bytes]) -> Iterator[Lines]:
    batch: list[bytes] = []
    number = size = 0
    for number, line in enumerate(lines, start=1):
        if batch and size + len(line) > _MAX_BYTES:
            yield number - len(batch), batch
            batch, size = [], 0
        batch.append(line)
        size += len(line)
    if batch:
        yield number - len(batch) + 1, batch


def _rendered(
    batches: Iterator[Lines], count: int
) -> Generator[tuple[bytes, Rendered], None, None]:
    """Yield each line with what was made of it, in order."""
    waiting: deque[list[bytes]] = deque()

    def tasks() -> Iterator[Task]:
        for batch in batches:
            waiting.append(batch[1])
            yield Task(f"line-{batch[0]}", f"row {batch[0]}", batch)

    made: Generator[list[Rendered], None, None]
    if count == 1:
        made = (render_lines(task.content) for task in tasks())
    else:
        made = task_results(_renderer, tasks(), count, waiting=_WAITING)
    with closing(made):
        for parts in made:
            yield from zip(waiting.popleft(), parts, strict=True)


def _renderer(inherited: None) -> Callable[[Lines, Attempts], list[Rendered]]:
    return lambda lines, attempts: render_lines(lines)
