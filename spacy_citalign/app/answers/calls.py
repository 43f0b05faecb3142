"""The main job in one call: articles in, what they say of the works that they cite out."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from ..pipelines import SHIPPED
from ..processes import check_n_process
from ..report.alignment_page import TITLE
from .aligner import AlignerSetup
from .aligning import AlignmentRun, Counts
from .answer_options import (
    MAX_WORKS,
    AnsweredWork,
    AnswerOptions,
    Paths,
    events_of,
    paths_of,
    reading_of,
)
from .batches import CountedLines
from .events import Events, Problem, Progress, Stage
from .group_lines import stored_groups
from .reporting import (
    ReportSummary,
    check_groups,
    collect_groups,
    write_report,
)
from .work_filter import WorkFilter


class Answers:
    """The works that articles cite, each aligned and answered as it is asked for.

    Each loop over it aligns anew; one that is left early leaves no process and no file.

    Attributes:
        works: how many works there are.
        source: what they come from, in words: "201 articles with 14,023 citations".
        evidence: what was found of works that are among the articles; "" where none was looked for.
        problems: what was wrong with articles, in lines for a person; groups that fail are added.
        failed: how many articles and groups failed.
        omissions: what was left out of the inputs, or not believed, in lines for a person.
    """

    def __init__(self, articles: Sequence[Path], options: AnswerOptions, events: Events) -> None:
        self._events, self._n_process = events, options.n_process
        self._loaded = options.setup.load()
        groups = collect_groups(articles, self._loaded, options, events)
        check_groups(groups, options.work_filter, events)
        self.works, self.source = len(groups.groups), groups.source
        self.problems, self.failed = groups.problems, groups.failed
        self.omissions, self.evidence = groups.omissions, groups.evidence
        self._groups = groups.groups
        self._failed: set[int] = set()

    def __len__(self) -> int:
        return self.works

    def __iter__(self) -> Iterator[AnsweredWork]:
        """Yield the works, those that most articles cite first."""
        with (
            stored_groups(self._groups) as (file, names, size),
            Stage(self._events, "aligning", "works", size, self.works) as stage,
        ):
            run = AlignmentRun(
                self._loaded,
                lambda line: names[line - 1],
                stage,
                self._events,
                self._n_process,
            )
            with closing(run.results(CountedLines(file), size, Counts())) as results:
                for result in results:
                    if not result.error:
                        yield AnsweredWork.model_validate_json(result.row)
                    elif result.line not in self._failed:  # an earlier loop may have told it
                        self._failed.add(result.line)
                        self.failed += 1
                        self.problems.append(f"{names[result.line - 1]}: {result.error}")

    def __repr__(self) -> str:
        return f"<{self.works} works of {self.source}, {self.failed} failed>"


def answers(
    articles: Paths,
    *,
    min_articles: int | None = None,
    min_citances: int = 2,
    cited: Iterable[str] = (),
    kinds: Iterable[str] = (),
    evidence: bool = False,
    threshold: float | None = None,
    min_differs: float | None = None,
    abbreviations: bool = False,
    captions: bool = False,
    tables: bool = False,
    sentence_before: bool = False,
    pipeline: str = SHIPPED,
    n_process: int | None = 1,
    on_progress: Callable[[Progress], object] | None = None,
    on_problem: Callable[[Problem], object] | None = None,
) -> Answers:
    """Return what articles say of the works that they cite.

    The articles are read at once, the works aligned as they are asked for.

    Args:
        articles: files, folders and archives of articles, as `citalign report` reads them; one that
            cannot be read is a problem, and left out. Or a library.
        min_articles, min_citances: leave out works that fewer articles, or sentences, cite; of
            articles, None is two where any work has two and none is asked for by ``cited``.
        cited: only these works: DOIs, PMIDs, PMCIDs or keys, or words of author, year and title.
        kinds: only works of these kinds: "finding", "review", "method".
        evidence: look where works that are among the articles say what they are cited for.
        threshold: least mean similarity of a class of words, 0.05 to 1; None: the pipeline's.
        min_differs: least probability of what is told to differ from a work, 0.2 to 1; what is
            below is told to compare; None: the pipeline's.
        abbreviations: use abbreviations that scispaCy finds explained in citing sentences.
        captions, tables: read these parts of articles, too.
        sentence_before: take along the sentence before a citing one where it likely belongs to the
            citation.
        pipeline: one with a ``citance_aligner``: a name or a folder.
        n_process: how many processes; None for as many as the articles are worth, -1 for as many
            as there are processors.
        on_progress: is called at each step, with a ``Progress``.
        on_problem: is called for each file that cannot be read, with a ``Problem``.

    Raises:
        InputError: an input does not exist, or there is no work to show, as where no article can be
            read.
        SettingError: an option is out of range or does not fit, or the pipeline does not load.
        NotFittedError: the aligner is not trained.
    """
    check_n_process(n_process, "n_process")
    options = AnswerOptions(
        WorkFilter.of(min_citances, cited, min_articles, kinds),
        reading_of(captions, tables, sentence_before),
        AlignerSetup(pipeline, threshold, min_differs=min_differs, abbreviations=abbreviations),
        evidence,
        n_process,
    )
    return Answers(paths_of(articles), options, events_of(on_progress, on_problem))


def report(
    articles: Paths,
    output: str | Path = "report.html",
    *,
    title: str = TITLE,
    min_articles: int | None = None,
    min_citances: int = 2,
    cited: Iterable[str] = (),
    kinds: Iterable[str] = (),
    evidence: bool = False,
    threshold: float | None = None,
    min_differs: float | None = None,
    abbreviations: bool = False,
    captions: bool = False,
    tables: bool = False,
    sentence_before: bool = False,
    pipeline: str = SHIPPED,
    n_process: int | None = 1,
    max_works: int = MAX_WORKS,
    fresh: bool = False,
    on_progress: Callable[[Progress], object] | None = None,
    on_problem: Callable[[Problem], object] | None = None,
) -> ReportSummary:
    """Write the page of what articles say of the works that they cite, and the rows beside it.

    It is what `citalign report` does. A run that is interrupted goes on when the same is asked for
    again.

    Args:
        articles: as of ``answers``; or files of groups in JSON Lines, aligned or not.
        output: the page, .html; the rows have its name with .jsonl.
        title: of the page.
        min_articles, min_citances, cited, kinds, evidence, threshold: as of ``answers``.
        min_differs, abbreviations, captions, tables, sentence_before: as of ``answers``.
        pipeline, n_process, on_progress, on_problem: as of ``answers``.
        max_works: works on the page, those that most articles cite; the rows have all.
        fresh: start anew where an earlier run was interrupted, and overwrite files of others.

    Raises:
        InputError: an input does not exist, or there is no work to show.
        SettingError: an output cannot be written, an option is out of range or does not fit, or the
            pipeline does not load.
        NotFittedError: the aligner is not trained.
    """
    check_n_process(n_process, "n_process")
    options = AnswerOptions(
        WorkFilter.of(min_citances, cited, min_articles, kinds),
        reading_of(captions, tables, sentence_before),
        AlignerSetup(pipeline, threshold, min_differs=min_differs, abbreviations=abbreviations),
        evidence,
        n_process,
        max_works=max_works,
    )
    events = events_of(on_progress, on_problem)
    return write_report(
        paths_of(articles), Path(output), options, title=title, fresh=fresh, events=events
    )
