"""Groups of citances: collected from articles, read from files, filtered, and as lines of JSON."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..app.batch.pipelines import SHIPPED
from ..app.report.phrases import counted
from ..corpora.citance_groups import iter_groups
from ..corpora.json_lines import json_object
from ..errors import InputError, SettingError
from ..inputs.article_files import ArticleFile
from ..inputs.records import STDIN, Reading
from ..inputs.refusals import counts_of
from .align_records import CountedLines, json_line
from .choosing import bare_name, choose_rows
from .console import Problems, Progress, noticed_interrupts
from .outputs import JSONL
from .processes import process_count

if TYPE_CHECKING:
    from spacy.language import Language

    from ..app.batch.collecting import FileResult
    from ..components.articles.collecting import CitanceCollector

_LEAST_BYTES = 500_000  # of articles that one process has read before others have begun


class GroupFilter(NamedTuple):
    """The groups that are asked for.

    Attributes:
        min_citances: so many citances at least.
        cited: identifiers, keys or words of the names of cited works, () for all works.
        min_articles: citances of so many articles at least.
    """

    min_citances: int
    cited: tuple[str, ...] = ()
    min_articles: int = 1

    @classmethod
    def of_options(
        cls, min_citances: int, cited: list[str] | None, min_articles: int = 1
    ) -> "GroupFilter":
        """Return the filter that the options ask for.

        Raises:
            SettingError: a name is blank.
        """
        names = tuple(name.strip() for name in cited or ())
        if not all(map(bare_name, names)):
            raise SettingError(
                "--cited is blank; give the DOI, PMID, PMCID or key of a work, or words of its "
                "author, year and title"
            )
        return cls(min_citances, names, min_articles)

    def is_large(self, row: Mapping[str, Any]) -> bool:
        """Return whether the group of a row is large enough."""
        return (
            len(row["citances"]) >= self.min_citances
            and count_articles(row["citances"]) >= self.min_articles
        )

    def choose(self, rows: Iterable[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[str]]:
        """Return the rows that are asked for, and what was asked for and is not among them.

        Raises:
            SettingError: words of a name fit several works.
        """
        return choose_rows([row for row in rows if self.is_large(row)], self.cited)

    @property
    def least(self) -> str:
        """Return how large the group of a work must be, as it is said after "work"; "" for any."""
        parts = [
            f"{least} {what} or more"
            for least, what in ((self.min_citances, "citances"), (self.min_articles, "articles"))
            if least > 1
        ]
        return " of " + " of ".join(parts) if parts else ""


def refuse_groups(paths: Iterable[Path]) -> None:
    """See that articles are given and no groups.

    Raises:
        SettingError: a file has groups.
    """
    for path in paths:
        if JSONL in path.suffixes:
            raise SettingError(
                f"{path} has groups of citances and is no article; `citalign align` reads it, and "
                f"`citalign report` does, with no other inputs than {JSONL} files"
            )


def count_articles(citances: Sequence[Mapping[str, Any] | str]) -> int:
    """Return of how many articles citances are; those of unknown ones count one each."""
    from ..citations.articles import citing_article

    names = [None if isinstance(one, str) else citing_article(one) for one in citances]
    return len({name for name in names if name}) + names.count(None)


class Collected(NamedTuple):
    """The citances of articles, and what was left out.

    Attributes:
        citances: by cited work.
        left_out: how many files of which kinds that are not read.
    """

    citances: "CitanceCollector"
    left_out: Counter[str]

    def source(self, failed: int) -> str:
        """Return what was read, failed and left out, in words."""
        articles = self.citances.articles + failed
        parts = [f"{counted(articles, 'article')}", f"{failed} failed"]
        if self.left_out:
            parts.append(f"{counts_of(self.left_out)} left out")
        if doubles := len(self.citances.doubles):
            parts.append(f"{doubles} given twice")
        return ", ".join(parts)

    def omissions(self) -> list[str]:
        """Return what was left out, in lines for a person."""
        lines = [f"files left out: {counts_of(self.left_out)}"] if self.left_out else []
        if doubles := self.citances.doubles:
            lines.append(f"articles given twice: {len(doubles)}")
            lines += [f"  {double} is the same article as {kept}" for double, kept in doubles]
        if lost := self.citances.unresolved:
            lines.append(f"citations without a reference in the article's list: {lost:,}")
        return lines


def collect_citances(
    files: Sequence[ArticleFile],
    nlp: "Language",
    problems: Problems,
    progress: Progress,
    *,
    reading: Reading,
    pipeline: str = SHIPPED,
    n_process: int | None = 1,
    list_skipped: bool = False,
) -> Collected:
    """Return the citances of articles.

    Args:
        files: the articles; one that cannot be read is a problem, and left out.
        nlp: finds the sentences.
        problems: takes what was wrong with single files.
        progress: shows how far it is.
        reading: how the articles are read.
        pipeline: the name of ``nlp``, for processes that load it.
        n_process: how many processes, as the option says it.
        list_skipped: name the files that are left out for their kind.

    Raises:
        CitalignError: the pipeline finds no sentences in any text.
    """
    from ..components.articles.collecting import CitanceCollector

    citances = CitanceCollector()
    left_out: Counter[str] = Counter()
    with (
        noticed_interrupts() as check_interrupt,
        closing(_results(files, nlp, reading, pipeline, n_process, check_interrupt)) as results,
    ):
        for file, found in zip(files, results, strict=True):
            for article, problem, skipped in found:
                if article is not None:
                    citances.add(article)
                elif problem is not None:
                    problems.add(file.path, problem)
                elif skipped is not None:
                    what, message = skipped
                    left_out[what] += 1
                    if list_skipped:
                        progress.say(message)
            progress.advance(file_size(file.path), citances.articles)
        check_interrupt()
    for double, kept in citances.doubles:
        progress.note(f"{double} is the same article as {kept}, left out")
    if citances.unresolved:
        lost = counted(citances.unresolved, "mark")
        progress.note(f"{lost} of citation without a reference in the article's list, left out")
    return Collected(citances, left_out)


def _results(
    files: Sequence[ArticleFile],
    nlp: "Language",
    reading: Reading,
    pipeline: str,
    n_process: int | None,
    check_interrupt: Callable[[], None],
) -> "Generator[Iterable[FileResult], None, None]":
    """Yield the results of each file, from this process or from others."""
    from ..app.batch.collecting import file_results, results_in_processes
    from ..components.articles.docs import SentenceFinder

    finder = SentenceFinder(nlp)
    count = process_count(n_process, total_size(files), least=_LEAST_BYTES)
    if count > 1 and all(file.path != STDIN for file in files):
        yield from results_in_processes(files, nlp, pipeline, reading, count)
        return
    for file in files:
        yield file_results(
            file,
            finder,
            reading,
            max_length=nlp.max_length,
            check_interrupt=check_interrupt,
        )


def file_size(path: Path) -> int:
    """Return the bytes of a file, 0 where it cannot be looked at."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def total_size(files: Sequence[ArticleFile]) -> int:
    """Return the bytes of all files, for a progress bar."""
    return sum(file_size(file.path) for file in files)


def read_rows(path: Path) -> Iterator[tuple[int, dict[str, Any] | InputError]]:
    """Yield the rows of a file of groups, aligned or not, with the bytes that were read for each.

    In place of a line that is no group, or one that could not be aligned, there is the error that
    says why.
    """
    size = 0
    with path.open("rb") as file:
        lines = CountedLines(file)
        for group in iter_groups(lines, str(path)):
            row = _object(lines.last)
            result: dict[str, Any] | InputError
            if not isinstance(group, InputError):
                # The group knows its key where the row has none.
                fields = {field: value for field, value in group.cited.items() if field != "key"}
                result = row | {"cited": {"key": group.key} | fields}
            elif isinstance(row.get("error"), str):
                where = f"{path}, line {lines.number}"
                result = InputError(f"{where}: was not aligned: {row['error']}")
            else:
                result = group
            yield lines.size - size, result
            size = lines.size


def _object(line: bytes) -> dict[str, Any]:
    """Return the object of a line, {} where it is none."""
    try:
        return json_object(line.decode().removeprefix("\ufeff"))
    except (InputError, UnicodeDecodeError):
        return {}


def group_lines(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield groups as lines of JSON, without what an earlier alignment may have added to a row."""
    for row in rows:
        yield json_line({name: row[name] for name in ("cited", "citances")})
