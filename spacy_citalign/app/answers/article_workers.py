"""Reads files of articles and finds their citances: what a process does for `citalign citances`.

A file is a task, and what comes back are plain values, an article each. A file that kills its
process twice is read again article by article, and what kills it then is left out: the article
where it is the pipeline that dies, it and what follows in the file where it is the reader.
"""

import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from ...components.articles.docs import SentenceFinder
from ...components.articles.reading import ReadArticle, read_articles_of
from ...errors import CitalignError, InputError, described, printable
from ...inputs.article_files import ArticleFile
from ...inputs.records import Reading
from ...inputs.refusals import UnreadKindError
from ..batch.attempts import Attempts
from ..batch.pipelines import load_pipeline
from ..batch.pool import run_tasks
from ..batch.reloading import ReloadedPipeline
from .article_citances import collect_article
from .collecting import CollectedArticle

if TYPE_CHECKING:
    from spacy.language import Language

_WAITING = 64  # results of a worker: files are of all sizes
_KILLED = "the process that read it died twice, for want of memory or in a component; left out"
_KILLED_READER = "the process died twice that read it here; what follows in the file is left out"


class FileResult(NamedTuple):
    """What became of an article of a file; one of the attributes is not None.

    Attributes:
        article: its citances.
        problem: why it has none, in words.
        left_out: the kind of content that is not read, and what is said of it.
    """

    article: CollectedArticle | None = None
    problem: str | None = None
    left_out: tuple[str, str] | None = None


class _FileTask(NamedTuple):
    """A file to read."""

    number: int
    file: ArticleFile

    @property
    def name(self) -> str:
        return f"file-{self.number}"

    @property
    def where(self) -> str:
        return printable(self.file.path)


@dataclass(frozen=True)
class _Work:
    """What the workers have in common."""

    pipeline: str
    reading: Reading
    attempts: Path
    start: str

    def worker(self, nlp: "Language | None" = None) -> "Callable[[_FileTask], list[FileResult]]":
        pipeline = ReloadedPipeline(partial(load_pipeline, self.pipeline), nlp)

        def read(task: _FileTask) -> list[FileResult]:
            attempts = Attempts(self.attempts, task.name, self.start)
            pipeline.reload_if_grown()
            results = list(
                file_results(
                    task.file,
                    SentenceFinder(pipeline.nlp),
                    self.reading,
                    max_length=pipeline.nlp.max_length,
                    attempts=attempts,
                )
            )
            attempts.close()
            return results

        return read


def results_in_processes(
    files: Iterable[ArticleFile], nlp: "Language", pipeline: str, reading: Reading, count: int
) -> Iterator[list[FileResult]]:
    """Yield the results of each file, in order, from worker processes.

    Args:
        files: the articles.
        nlp: finds the sentences.
        pipeline: its name or folder, for processes that inherit nothing.
        reading: how the articles are read.
        count: how many processes.

    Raises:
        CitalignError: the pipeline finds no sentences in any text, or processes die again and
            again.
    """
    with TemporaryDirectory(prefix="citalign-") as notes:
        work = _Work(pipeline, reading, Path(notes), uuid.uuid4().hex)
        tasks = (_FileTask(number, file) for number, file in enumerate(files))
        for _, results in run_tasks(work, tasks, count, nlp, waiting=_WAITING):
            yield results


def file_results(
    file: ArticleFile,
    finder: SentenceFinder,
    reading: Reading,
    *,
    max_length: int,
    attempts: Attempts | None = None,
    check_interrupt: Callable[[], None] = lambda: None,
) -> Iterator[FileResult]:
    """Yield what became of each article of a file.

    Args:
        file: an article, or an archive of them.
        finder: finds the sentences.
        reading: how the articles are read.
        max_length: most characters of a text in which citations are looked for.
        attempts: notes on what kills the process.
        check_interrupt: is called where a component raised an error.

    Raises:
        CitalignError: the pipeline finds no sentences in any text.
    """
    articles = read_articles_of(file, reading, max_length=max_length)
    number = 0
    while True:
        # Twice the number is that of reading an article, and one more that of its sentences.
        if _is_fatal(attempts, 2 * number):
            yield FileResult(problem=_KILLED_READER)
            return
        article = next(articles, None)
        if article is None:
            return
        if _is_fatal(attempts, 2 * number + 1):
            name = f"{article.source}: " if isinstance(article, ReadArticle) else ""
            yield FileResult(problem=f"{name}{_KILLED}")
        else:
            yield _result(article, finder, file, reading, check_interrupt)
        number += 1


def _is_fatal(attempts: Attempts | None, step: int) -> bool:
    """Return whether a step kills its process; if it may, note that it comes next."""
    if attempts is None or not attempts.one_by_one:
        return False
    if step in attempts.fatal:
        return True
    attempts.at(step)
    return False


def _result(
    article: ReadArticle | InputError,
    finder: SentenceFinder,
    file: ArticleFile,
    reading: Reading,
    check_interrupt: Callable[[], None],
) -> FileResult:
    """Return what becomes of an article."""
    # A component may raise anything; here that costs its article only.
    try:
        if isinstance(article, InputError):
            raise article
        collected = collect_article(
            article, finder, origin=printable(file.path), before=reading.sentence_before
        )
        return FileResult(article=collected)
    except UnreadKindError as error:
        return FileResult(left_out=(error.what, f"{error.name or file.name} {error}"))
    except InputError as error:
        return FileResult(problem=described(error))
    except CitalignError:  # the pipeline cannot do it, so it can do no other article
        raise
    except Exception as error:
        check_interrupt()
        return FileResult(problem=described(error))
