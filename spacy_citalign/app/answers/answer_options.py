"""What is asked for of articles: which works, how these are read, and what aligns."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ...citations.scope.extent import LIKELY
from ...errors import SettingError
from ...inputs.records import Reading
from ...schema import WorkAnswer
from .aligner import AlignerSetup
from .events import Events, Problem, Progress, ignore
from .work_filter import WorkFilter

MAX_WORKS = 3_000  # on a page, which browsers open in some seconds
Paths = str | Path | Iterable[str | Path]


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


class AnsweredWork(WorkAnswer):
    """A cited work and what its citances say of it, which a notebook shows."""

    def _repr_html_(self) -> str:
        from ..report.alignment_page import group_html

        return group_html(self)


def paths_of(articles: Paths) -> list[Path]:
    """Return the paths that were given, one or several."""
    listed = [articles] if isinstance(articles, str | Path) else articles
    return [Path(path) for path in listed]


def reading_of(captions: bool, tables: bool, sentence_before: bool) -> Reading:
    """Return how articles are read: which parts of them, and whether with sentences before."""
    before = LIKELY if sentence_before else None
    return Reading(captions=captions, tables=tables, sentence_before=before)


def events_of(
    on_progress: Callable[[Progress], object] | None,
    on_problem: Callable[[Problem], object] | None,
) -> Events:
    """Return what is told of a run, by the callbacks that were given."""
    return Events(on_progress or ignore, on_problem or ignore)
