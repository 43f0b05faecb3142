"""Reads files of articles and finds their citances: what a process does for `citalign citances`.

A file is a task, and what comes back are plain values, an article each. A file that kills its
process twice is read again article by article, and what kills it then is left out: the article
where it is the pipeline that dies, it and what follows in the file where it is the reader.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ...components.articles.docs import SentenceFinder
from ...components.articles.reading import ReadArticle, read_articles_of
from ...errors import CitalignError, InputError, described, printable
from ...inputs.article_files import ArticleFile
from ...inputs.file_types.refusals import UnreadKindError
from ...inputs.records import Reading
from ..batch.attempts import Attempts
from ..pipelines import ReloadedPipeline, load_pipeline
from .article_citances import collect_article
from .collecting import CollectedArticle
from .worker_tasks import Task, task_results

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


def _reading(
    pipeline: str, reading: Reading, with_text: bool, nlp: "Language | None"
) -> Callable[[ArticleFile, Attempts], list[FileResult]]:
    """Return what reads files in a worker process."""
    reloaded = ReloadedPipeline(partial(load_pipeline, pipeline), nlp)

    def read(file: ArticleFile, attempts: Attempts) -> list[FileResult]:
        reloaded.reload_if_grown()
        nlp = reloaded.nlp
        return list(file_results(file, nlp, reading, attempts=attempts, with_text=with_text))

    return read


def results_in_processes(
    files: Iterable[ArticleFile],
    nlp: "Language",
    pipeline: str,
    reading: Reading,
    count: int,
    *,
    with_text: bool = False,
) -> Iterator[list[FileResult]]:
    """Yield the results of each file, in order, from worker processes.

    Args:
        files: the articles.
        nlp: finds the sentences.
        pipeline: its name or folder, for processes that inherit nothing.
        reading: how the articles are read.
        count: how many processes.
        with_text: pack the texts of the articles, too.

    Raises:
        CitalignError: the pipeline finds no sentences in any text, or processes die again and
            again.
    """
    tasks = (
        Task(f"file-{number}", printable(file.path), file) for number, file in enumerate(files)
    )
    make = partial(_reading, pipeline, reading, with_text)
    return task_results(make, tasks, count, nlp, waiting=_WAITING)


def file_results(
    file: ArticleFile,
    nlp: "Language",
    reading: Reading,
    *,
    attempts: Attempts | None = None,
    check_interrupt: Callable[[], None] = lambda: None,
    with_text: bool = False,
) -> Iterator[FileResult]:
    """Yield what became of each article of a file.

    Args:
        file: an article, or an archive of them.
        nlp: finds the sentences.
        reading: how the articles are read.
        attempts: notes on what kills the process.
        check_interrupt: is called where a component raised an error.
        with_text: pack the texts of the articles, too.

    Raises:
        CitalignError: the pipeline finds no sentences in any text.
    """
    finder = SentenceFinder(nlp)
    articles = read_articles_of(file, reading, max_length=nlp.max_length)
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
            yield _result(article, finder, file, reading, check_interrupt, with_text)
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
    with_text: bool,
) -> FileResult:
    """Return what becomes of an article."""
    origin, before = printable(file.path), reading.sentence_before
    # A component may raise anything; here that costs its article only.
    try:
        if isinstance(article, InputError):
            raise article
        return FileResult(collect_article(article, finder, origin, before, with_text=with_text))
    except UnreadKindError as error:
        return FileResult(left_out=(error.what, f"{error.name or file.name} {error}"))
    except InputError as error:
        return FileResult(problem=described(error))
    except CitalignError:  # the pipeline cannot do it, so it can do no other article
        raise
    except Exception as error:
        check_interrupt()
        return FileResult(problem=described(error))
