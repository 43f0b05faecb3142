"""Groups of citances, harvested from articles or read from files."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import InputError, SettingError, one_line
from ...inputs.article_files import ArticleFile, article_files
from ...inputs.content_types import (
    begins_full_texts,
    begins_groups,
    read_begin,
    unpacked_begin,
)
from ...inputs.records import STDIN, Reading
from ...inputs.refusals import counts_of
from ...row_files import iter_groups
from ...schema import CitanceGroup
from ..batch.interrupts import noticed_interrupts
from ..batch.pipelines import SHIPPED
from ..batch.pool import process_count
from ..report.phrases import counted
from .batches import CountedLines
from .collecting import CitanceCollector, Collected, CollectedArticle
from .events import Events, Stage
from .group_lines import GroupLine, group_line, is_aligned
from .problems import Problems
from .subjects import subject_stems, with_subjects
from .work_filter import WorkFilter

if TYPE_CHECKING:
    from spacy.language import Language

    from .article_workers import FileResult

JSONL = ".jsonl"
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
    *,
    reading: Reading,
    work_filter: WorkFilter | None = None,
    pipeline: str = SHIPPED,
    n_process: int | None = 1,
    list_skipped: bool = False,
    events: Events | None = None,
) -> Harvest:
    """Return the groups of the citances of articles, the works that most articles cite first.

    Args:
        articles: files, folders and archives; what cannot be read is a problem, and left out.
        nlp: finds the sentences.
        reading: how the articles are read.
        work_filter: the works that are asked for; None for all.
        pipeline: the name of ``nlp``, for processes that load it.
        n_process: how many processes; None for as many as the articles are worth, -1 for as many
            as there are processors.
        list_skipped: name the files that are left out for their kind.
        events: are told what happens.

    Raises:
        InputError: an input does not exist, or has no file.
        CitalignError: the pipeline finds no sentences in any text.
        SettingError: words of a name fit several works.
    """
    from .other_references import OtherReferences

    files = article_files(list(articles))
    events, work_filter = events or Events(), work_filter or WorkFilter()
    collector, problems = CitanceCollector(), Problems(events.on_problem)
    left_out: Counter[str] = Counter()
    with (
        Stage(events, "reading articles", "articles", _total_size(files)) as stage,
        noticed_interrupts() as check_interrupt,
        closing(_results(files, nlp, reading, pipeline, n_process, check_interrupt)) as results,
    ):
        for file, found in zip(files, results, strict=True):
            for article, problem, skipped in found:
                if article is not None:
                    collector.add(article)
                elif problem is not None:
                    problems.add(file.path, problem)
                elif skipped is not None:
                    left_out[skipped[0]] += 1
                    if list_skipped:
                        events.on_message(skipped[1])
            stage.advance(file_size(file.path), collector.articles)
        check_interrupt()
        collected = collector.collected(work_filter.is_large)
        settled = work_filter.settled(collected.groups)
        groups, missing = settled.choose(collected.groups)
        subjects = subject_stems(collected.groups)
        others = OtherReferences(collected, subjects)
        groups = [with_subjects(others.with_fits(group), subjects) for group in groups]
    for double, kept in collector.doubles:
        events.on_note(f"{_as_double(double, kept)}, left out")
    if collected.unresolved:
        marks = counted(collected.unresolved, "mark")
        events.on_note(f"{marks} of citation without a reference in the article's list, left out")
    if collected.kept_apart:
        references = counted(collected.kept_apart, "reference")
        events.on_note(
            f"{references} with an identifier of a work of another title or DOI, kept apart from it"
        )
    for line in collected.unread_lines():
        events.on_note(line)
    if collected.worded:
        events.on_note(f"{counted(collected.worded, 'reference')} {_WORDED}")
    citations = counted(collected.citations, "citation")
    source = f"{_articles(collector, problems.count)} with {citations}"
    if settled != work_filter and (left := _of_one_article(collected.groups)):
        events.on_note(left)
        source += f"; {left}"
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
        account=_account(collector, left_out, problems.count),
    )


def read_groups(
    files: Sequence[Path], work_filter: WorkFilter, *, events: Events | None = None
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
    events = events or Events()
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
    if not all(path.suffix == JSONL for path in paths):
        return False
    return not any(begins_full_texts(_begin_of(path)) for path in paths)


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
    try:
        with path.open("rb") as file:
            return unpacked_begin(read_begin(file))
    except (OSError, InputError):
        return b""


def file_size(path: Path) -> int:
    """Return the bytes of a file, 0 where it cannot be looked at."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _results(
    files: Sequence[ArticleFile],
    nlp: "Language",
    reading: Reading,
    pipeline: str,
    n_process: int | None,
    check_interrupt: Callable[[], None],
) -> "Generator[Iterable[FileResult], None, None]":
    """Yield the results of each file, from this process or from others."""
    from ...components.articles.docs import SentenceFinder
    from .article_workers import file_results, results_in_processes

    finder = SentenceFinder(nlp)
    count = process_count(n_process, _total_size(files), least=_MIN_BYTES)
    if count > 1 and all(file.path != STDIN for file in files):
        yield from results_in_processes(files, nlp, pipeline, reading, count)
        return
    for file in files:
        yield file_results(
            file, finder, reading, max_length=nlp.max_length, check_interrupt=check_interrupt
        )


def _total_size(files: Sequence[ArticleFile]) -> int:
    return sum(file_size(file.path) for file in files)


def _as_double(double: str, kept: str) -> str:
    if double == kept:
        return f"{double} has an article that is in it once more"
    return f"{double} is the same article as {kept}"


def _articles(collector: CitanceCollector, failed: int) -> str:
    """Return how many articles there are, failed ones too, as ``_account`` counts them."""
    articles = counted(collector.articles + failed, "article")
    return f"{articles}, {failed} failed," if failed else articles


def _of_one_article(groups: Sequence[GroupLine]) -> str:
    """Return how many works are left out for being cited by one article; "" where none is."""
    several = sum(group.articles > 1 for group in groups)
    if several in (0, len(groups)):
        return ""
    works = f"{counted(len(groups), 'work')}, {several:,} of two articles and more"
    return f"{works} (--min-articles 1 shows all)"


def _account(collector: CitanceCollector, left_out: Counter[str], failed: int) -> str:
    parts = [counted(collector.articles + failed, "article"), f"{failed} failed"]
    if left_out:
        parts.append(f"{counts_of(left_out)} left out")
    if doubles := len(collector.doubles):
        parts.append(f"{doubles} given twice")
    return ", ".join(parts)


def _omissions(
    collector: CitanceCollector, left_out: Counter[str], collected: Collected
) -> list[str]:
    lines = [f"files left out: {counts_of(left_out)}"] if left_out else []
    if doubles := collector.doubles:
        lines.append(f"articles given twice: {len(doubles)}")
        lines += [f"  {_as_double(double, kept)}" for double, kept in doubles]
    if unresolved := collected.unresolved:
        lines.append(f"citations without a reference in the article's list: {unresolved:,}")
    if kept_apart := collected.kept_apart:
        lines.append(f"references with an identifier of another work: {kept_apart:,}")
    if worded := collected.worded:
        lines.append(f"references {_WORDED}: {worded:,}")
    return lines + collected.unread_lines()
