"""Groups of citances, harvested from articles or read from files."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import InputError, SettingError, one_line
from ...inputs.article_files import ArticleFile, article_files
from ...inputs.file_types.by_content import (
    begins_full_texts,
    begins_groups,
    read_begin,
    unpacked_begin,
)
from ...inputs.file_types.refusals import counts_of
from ...inputs.records import STDIN, Reading
from ...row_files import iter_groups
from ...schema import CitanceGroup
from ..interrupts import noticed_interrupts
from ..output_files import JSONL
from ..processes import process_count
from ..report.phrases import counted
from .aligning import KnownRows
from .answer_options import AnswerOptions
from .batches import CountedLines
from .collecting import CitanceCollector, Collected, CollectedArticle, unresolved_line
from .collection_context import subject_stems, with_subjects
from .events import SILENT, Events, Problems, Stage
from .group_lines import GroupLine, group_line, is_aligned
from .work_filter import WorkFilter

if TYPE_CHECKING:
    from spacy.language import Language

    from .article_workers import FileResult

_WORDED = "whose title is not marked up, told from others by all the words"
_MIN_BYTES = 500_000  # of articles that one process has read before others have begun


@dataclass
class Groups:
    """Groups of citances, and what is to be known of them.

    Attributes:
        groups: the groups that were asked for.
        source: what they come from, in words.
        problems: what was wrong with the inputs, in lines for a person.
        failed: how many such problems there are.
        missing: the works that were asked for and are not there.
        omissions: what was left out of the inputs, or not believed, in lines for a person.
        times: seconds by the name of the stage.
        aligned: whether all of them came aligned; their lines are rows then.
        evidence: what was found of works that are among the articles; "" where none was looked for.
    """

    groups: list[GroupLine]
    source: str
    problems: list[str]
    failed: int
    missing: list[str]
    omissions: list[str] = field(default_factory=list)
    times: dict[str, float] = field(default_factory=dict)
    aligned: bool = False
    evidence: str = ""

    def kept_rows(self) -> AbstractContextManager[KnownRows | None]:
        """Return the rows of groups that are there already, None of articles."""
        return nullcontext()


@dataclass
class Harvest(Groups):
    """The groups of the citances of articles.

    Attributes:
        files: those of the articles.
        articles: the articles, each once.
        citations: how many there are, each mark once for each work it cites.
        citances: how many, each sentence once for each work.
        account: what was read, failed and left out, in words.
    """

    files: Sequence[ArticleFile] = ()
    articles: list[CollectedArticle] = field(default_factory=list)
    citations: int = 0
    citances: int = 0
    account: str = ""


def harvest(
    articles: Iterable[Path],
    nlp: "Language",
    options: AnswerOptions,
    events: Events = SILENT,
) -> Harvest:
    """Return the groups of the citances of articles, the works that most articles cite first.

    Args:
        articles: files, folders and archives; what cannot be read is a problem, and left out.
        nlp: finds the sentences; its name, for processes that load it, is in the options.
        options: what is asked for.
        events: are told what happens.

    Raises:
        InputError: an input does not exist, or has no file.
        CitalignError: the pipeline finds no sentences in any text.
        SettingError: words of a name fit several works.
    """
    from .collection_context import OtherReferences

    files = article_files(list(articles))
    pipeline, work_filter = options.setup.pipeline, options.work_filter
    collector, problems = CitanceCollector(), Problems(events.on_problem)
    left_out: Counter[str] = Counter()
    with (
        Stage(events, "reading articles", "articles", total_size(files)) as stage,
        noticed_interrupts() as check_interrupt,
        closing(
            article_results(
                files, nlp, options.reading, pipeline, options.n_process, check_interrupt
            )
        ) as results,
    ):
        for file, found in zip(files, results, strict=True):
            for article, problem, skipped in found:
                if article is not None:
                    collector.add(article)
                elif problem is not None:
                    problems.add(file.path, problem)
                elif skipped is not None:
                    left_out[skipped[0]] += 1
                    if options.list_skipped:
                        events.on_message(skipped[1])
            stage.advance(file_size(file.path), collector.articles)
        check_interrupt()
        collected = collector.collected(work_filter.is_large)
        settled = work_filter.settled(collected.groups)
        groups, missing = settled.choose(collected.groups)
        subjects = subject_stems(collected.groups)
        others = OtherReferences(collected, subjects)
        groups = [with_subjects(others.with_fits(group), subjects) for group in groups]
    read = counted(collector.articles + problems.count, "article")
    failed = f", {problems.count} failed," if problems.count else ""
    source = f"{read}{failed} with {counted(collected.citations, 'citation')}"
    notes = _notes(collector, collected)
    if settled != work_filter and (left := _of_one_article(collected.groups)):
        notes.append(left)
        source += f"; {left}"
    for note in notes:
        events.on_note(note)
    return Harvest(
        groups,
        source,
        problems.summary(len(files)),
        problems.count,
        missing,
        _omissions(collector, left_out, collected),
        {"citances": stage.seconds},
        files=files,
        articles=collected.articles,
        citations=collected.citations,
        citances=collected.citances,
        account=f"{read}, {problems.count} failed{_account(collector, left_out)}",
    )


def read_groups(
    files: Sequence[Path], work_filter: WorkFilter, *, events: Events = SILENT
) -> Groups:
    """Return the groups of files that are asked for; a line that is no group is a problem.

    Args:
        files: of groups, aligned or not, in JSON Lines.
        work_filter: the works that are asked for.
        events: are told what happens.

    Raises:
        SettingError: words of a name fit several works.
        OSError: a file cannot be read.
    """
    groups: list[GroupLine] = []
    aligned = True
    problems = Problems(events.on_problem)
    with Stage(events, "reading groups", "works", sum(map(file_size, files))) as stage:
        for path in files:
            for size, group in group_rows(path):
                try:
                    if isinstance(group, InputError):
                        raise group
                    groups.append(group_line(group))
                    for why in group.unread.values():
                        events.on_message(f"{path}, {group.cited.key}: {why}; left out")
                    aligned &= is_aligned(group)
                except InputError as error:
                    where = "" if isinstance(group, InputError) else f"{path}, {group.key}: "
                    problems.add(path, f"{where}{one_line(error)}")
                stage.advance(size, len(groups))
    groups, missing = work_filter.choose(groups)
    source = f"{counted(len(files), 'file')} of {counted(len(groups), 'group')}"
    times = {"reading": stage.seconds}
    lines = problems.summary(len(files))
    return Groups(groups, source, lines, problems.count, missing, [], times, aligned)


def group_rows(path: Path) -> Generator[tuple[int, CitanceGroup | InputError], None, None]:
    """Yield the groups of a file, with the bytes that were read for each.

    In place of a line that is no group, or one that could not be aligned, there is the error that
    says why.
    """
    size = 0
    with path.open("rb") as file:
        lines = CountedLines(file)
        for group in iter_groups(lines, str(path)):
            yield lines.size - size, group
            size = lines.size


def are_groups(paths: Sequence[Path]) -> bool:
    """Return whether all of some inputs are files of groups by their names, and none has articles.

    What is neither is told, line by line, by who reads groups.
    """
    return all(path.suffix == JSONL for path in paths) and not any(
        begins_full_texts(_begin_of(path)) for path in paths
    )


def refuse_groups(paths: Iterable[Path]) -> None:
    """See that articles are given and no groups.

    Raises:
        SettingError: a file has groups.
    """
    for path in paths:
        if JSONL in path.suffixes and begins_groups(_begin_of(path)):
            raise SettingError(
                f"{path} has groups of citances and is no article; `citalign align` reads it, and "
                f"`citalign report` does, with no other inputs than {JSONL} files"
            )


def _begin_of(path: Path) -> bytes:
    """Return how the content of a file begins, b"" where it cannot be read."""
    with suppress(OSError, InputError), path.open("rb") as file:
        return unpacked_begin(read_begin(file))
    return b""


def file_size(path: Path) -> int:
    """Return the bytes of a file, 0 where it cannot be looked at."""
    with suppress(OSError):
        return path.stat().st_size
    return 0


def article_results(
    files: Sequence[ArticleFile],
    nlp: "Language",
    reading: Reading,
    pipeline: str,
    n_process: int | None,
    check_interrupt: Callable[[], None],
    *,
    with_text: bool = False,
) -> "Generator[Iterable[FileResult], None, None]":
    """Yield the results of each file, from this process or from others.

    Args:
        files: the articles.
        nlp: finds the sentences.
        reading: how the articles are read.
        pipeline: the name of ``nlp``, for processes that load it.
        n_process: how many processes, as of ``AnswerOptions``.
        check_interrupt: is called where a component raised an error.
        with_text: pack the texts of the articles, too.
    """
    from ...components.articles.docs import SentenceFinder
    from .article_workers import file_results, results_in_processes

    SentenceFinder(nlp)  # which needs a component that finds sentences
    count = process_count(n_process, total_size(files), least=_MIN_BYTES)
    if count > 1 and all(file.path != STDIN for file in files):
        yield from results_in_processes(files, nlp, pipeline, reading, count, with_text=with_text)
        return
    for file in files:
        yield file_results(file, nlp, reading, check_interrupt=check_interrupt, with_text=with_text)


def total_size(files: Sequence[ArticleFile]) -> int:
    """Return the bytes of files."""
    return sum(file_size(file.path) for file in files)


def _as_double(double: str, kept: str) -> str:
    if double == kept:
        return f"{double} has an article that is in it once more"
    return f"{double} is the same article as {kept}"


def _of_one_article(groups: Sequence[GroupLine]) -> str:
    """Return how many works are left out for being cited by one article; "" where none is."""
    several = sum(group.articles > 1 for group in groups)
    if several in (0, len(groups)):
        return ""
    works = f"{counted(len(groups), 'work')}, {several:,} of two articles and more"
    return f"{works} (--min-articles 1 shows all)"


def _account(collector: CitanceCollector, left_out: Counter[str]) -> str:
    kinds = f", {counts_of(left_out)} left out" if left_out else ""
    return kinds + (f", {len(collector.doubles)} given twice" if collector.doubles else "")


def _notes(collector: CitanceCollector, collected: Collected) -> list[str]:
    """Return what happened to articles and references, in lines as it is told at once."""
    lines = [f"{_as_double(*pair)}, left out" for pair in collector.doubles]
    if collected.unresolved:
        lines.append(unresolved_line(collected.unresolved))
    if kept_apart := collected.kept_apart:
        what = "with an identifier of a work of another title or DOI, kept apart from it"
        lines.append(f"{counted(kept_apart, 'reference')} {what}")
    lines += collected.unread_lines()
    if collected.worded:
        lines.append(f"{counted(collected.worded, 'reference')} {_WORDED}")
    return lines


def _omissions(
    collector: CitanceCollector, left_out: Counter[str], collected: Collected
) -> list[str]:
    lines = [f"files left out: {counts_of(left_out)}"] if left_out else []
    if doubles := collector.doubles:
        lines.append(f"articles given twice: {len(doubles)}")
        lines += [f"  {_as_double(*pair)}" for pair in doubles]
    counts = {
        "citations without a reference in the article's list": collected.unresolved,
        "references with an identifier of another work": collected.kept_apart,
        f"references {_WORDED}": collected.worded,
    }
    lines += [f"{what}: {count:,}" for what, count in counts.items() if count]
    return lines + collected.unread_lines()
