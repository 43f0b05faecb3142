"""Articles into a library: each once, in transactions, so that a run that is killed goes on.

A file is known by its content, and is not read again. What is written of it ends with the row that
says so, in one transaction with its last article.
"""

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ....errors import InputError, described
from ....inputs.article_files import ArticleFile, article_files
from ....inputs.records import Format, Reading
from ...answers.collecting import CollectedArticle
from ...answers.events import Events, Problems, Stage
from ...answers.harvesting import article_results, file_size, total_size
from ...batch.outputs.batches import PARQUET
from ...batch.outputs.manifest import MANIFEST
from ...interrupts import noticed_interrupts
from ...pipelines import SHIPPED, load_pipeline
from ..asking.groups import renew_subjects
from ..database import is_part, transaction, writing
from ..names import file_digest, file_name
from ..settings import settled_reading, sizes
from .batches import Batches, FileEnd
from .row_reading import has_rows, read_rows
from .summaries import AddSummary

if TYPE_CHECKING:
    from spacy.language import Language

    from ...answers.article_workers import FileResult


def add(
    library: Path,
    inputs: Iterable[Path],
    *,
    reading: Reading | None = None,
    texts: bool | None = None,
    pipeline: str = SHIPPED,
    nlp: "Language | None" = None,
    n_process: int | None = None,
    replace: bool = False,
    list_skipped: bool = False,
    events: Events | None = None,
) -> AddSummary:
    """Add articles, and rows of runs, to a library, which is made where there is none.

    Args:
        library: its file.
        inputs: files, folders and archives of articles; files of groups of citances, or of
            annotated articles, in JSON Lines or Parquet. None bring an old library up to date.
        reading: how articles are read; captions, tables and sentences before are those of the first
            articles that were added. None reads as these were.
        texts: keep the texts of articles, in which evidence is looked for; None does as before,
            and keeps them in a new library.
        pipeline: finds the sentences.
        nlp: the same, where it is loaded.
        n_process: how many processes, as of ``harvest``.
        replace: let articles take the place of versions that are in, whichever is better.
        list_skipped: name the files that are left out for their kind.
        events: are told what happens.

    Raises:
        InputError: an input does not exist, or the library is none.
        SettingError: the library cannot be written, or was read otherwise.
    """
    inputs, events = list(inputs), events or Events()
    if not inputs and not library.exists():
        raise InputError(f"there is no library {library}; give articles to make it")
    files = [
        one
        for one in (article_files(inputs) if inputs else ())
        # What a run has noted beside its tables is no article.
        if not (one.path.parent.suffix == PARQUET and one.path.name == MANIFEST)
        and not is_part(one.path, library)
    ]
    began = time.perf_counter()
    summary, problems = AddSummary(library), Problems(events.on_problem)
    with writing(library) as connection:
        reading, texts = settled_reading(connection, reading, texts)
        batches = Batches(connection, summary, replace=replace)
        query = "SELECT coalesce(max(id), 0) FROM articles"
        summary.last_before = connection.execute(query).fetchone()[0]
        unknown = _unknown(connection, files, reading, again=replace)
        summary.known = len(files) - len(unknown)
        with noticed_interrupts() as check_interrupt:
            run = _Run(batches, summary, problems, events, list_skipped)
            if articles := [one for one in unknown if not one.is_rows]:
                nlp = nlp or load_pipeline(pipeline)
                found = [one.file for one in articles]
                results = article_results(
                    found, nlp, reading, pipeline, n_process, check_interrupt, with_text=texts
                )
                with closing(results):
                    run.add_articles(articles, results)
            if rows := [one for one in unknown if one.is_rows]:
                run.add_rows(rows)
            check_interrupt()
        if summary.new or summary.better or summary.grown:
            with transaction(connection):
                renew_subjects(connection)
        summary.articles, summary.works = sizes(connection)
    for line in summary.notes():
        events.on_note(line)
    summary.problems, summary.failed = problems.summary(len(unknown)), problems.count
    summary.seconds = time.perf_counter() - began
    return summary


class _NewFile(NamedTuple):
    """A file that is not in.

    Attributes:
        file: the file.
        digest: of its content, None of what cannot be read beforehand.
        is_rows: whether it has rows of a run, and not articles.
    """

    file: ArticleFile
    digest: bytes | None
    is_rows: bool


def _unknown(
    connection: sqlite3.Connection,
    files: Sequence[ArticleFile],
    reading: Reading,
    *,
    again: bool,
) -> list[_NewFile]:
    """Return the files that are not in, each content once."""
    known, unknown = set[bytes](), []
    query = "SELECT articles FROM files WHERE digest = ?"
    for file in files:
        digest = file_digest(file.path, reading)
        if digest is not None:
            row = None if again else connection.execute(query, (digest,)).fetchone()
            # What is of no kind that is read counts where it is not named.
            is_in = digest in known or (row and (row[0] > 0 or not file.named))
            known.add(digest)
            if is_in:
                continue
        is_rows = reading.format is Format.auto and has_rows(file.path)
        unknown.append(_NewFile(file, digest, is_rows))
    return unknown


@dataclass(frozen=True)
class _Run:
    """What reads files and writes what they have."""

    batches: Batches
    summary: AddSummary
    problems: Problems
    events: Events
    list_skipped: bool

    def add_articles(
        self, files: Sequence[_NewFile], results: Iterable[Iterable["FileResult"]]
    ) -> None:
        """Write what is read of files."""
        size, done = total_size([one.file for one in files]), 0
        with Stage(self.events, "adding articles", "articles", size) as stage, self._kept():
            for (file, digest, _), found in zip(files, results, strict=True):
                failures: list[str] = []
                articles = sum(self._has_article(result, file, failures) for result in found)
                self.batches.end(FileEnd(file.path, digest, articles, failures))
                done += articles
                stage.advance(file_size(file.path), done)

    def _has_article(self, result: "FileResult", file: ArticleFile, failures: list[str]) -> bool:
        article, problem, left_out = result
        if left_out is not None:
            self.summary.left_out[left_out[0]] += 1
            if self.list_skipped:
                self.events.on_message(left_out[1])
        if article is not None:
            try:
                check_characters(article)
            except InputError as error:
                article, problem = None, str(error)
        if problem is not None:
            self.problems.add(file.path, problem)
            failures.append(problem)
        if article is None:
            return False
        self.batches.add(article._replace(origin=file_name(file.path)))
        return True

    def add_rows(self, files: Sequence[_NewFile]) -> None:
        """Write the rows of files."""
        size, done = total_size([one.file for one in files]), 0
        with Stage(self.events, "adding rows", "rows", size) as stage, self._kept():
            for file, digest, _ in files:
                name, rows, failures = file_name(file.path), 0, list[str]()
                try:
                    for line in read_rows(file.path):
                        try:
                            match line.content:
                                case InputError():
                                    raise line.content
                                case CollectedArticle() as article:
                                    self.batches.add(article._replace(origin=name), whole=False)
                                case group:
                                    self.batches.add_rows(group, name)
                        except InputError as error:
                            failures.append(str(error))
                            self.problems.add(file.path, error)
                        rows += 1
                        done += 1
                        stage.advance(line.size, done)
                except (InputError, OSError) as error:
                    failures.append(described(error))
                    self.problems.add(file.path, error)
                self.batches.end(FileEnd(file.path, digest, rows, failures, is_rows=True))

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """Write what waits at the end of a block, also where Ctrl-C ends it."""
        try:
            yield
        except KeyboardInterrupt:
            self.batches.flush()
            raise
        self.batches.flush()
        self.summary.count_rows(self.batches.rows)


def check_characters(article: CollectedArticle) -> None:
    """See that all that is said of an article can be stored.

    Raises:
        InputError: something has half a character.
    """
    values = [article.source, [one[:2] + one[3:] for one in article.references]]
    try:
        json.dumps(values, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise InputError(
            f"{article.source} has half a character, {error.object[error.start]!a}, in what is "
            "said of it or of a work; write the whole character or leave it out"
        ) from error
