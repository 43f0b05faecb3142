"""Alignment of groups in batches, in their order; a bad group costs itself.

A group is a small Doc, and each component has a cost of its own a call; so many groups go through
the pipeline together. Batches are cut by the lines alone: the same groups are together in this
process and in others.
"""

import uuid
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from ...corpora.io import bounded_lines
from ...errors import InputError, described, one_line
from ...row_files import iter_groups, json_line
from ...schema import CitanceGroup
from ..batch.attempts import Attempts
from ..pipelines import raise_failure
from .aligner import LoadedAligner
from .group_docs import group_answer, group_doc
from .worker_tasks import Task, task_results

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, cast

from ..batch.pool import is_forking
from ..pipelines import ReloadedPipeline
from .aligner import AlignerSetup

if TYPE_CHECKING:
    from ...components.citances.component import CitanceAligner

INPUT = "input"  # stands for the file in errors; who reads them knows it
MAX_GROUPS = 64  # of a batch
MAX_BYTES = 60_000  # of the lines of a batch, unless it has one line only
# What neither the aligner nor the row reads, by factory; columns are read by chunkers of columns.
_UNREAD = {"suffix_lemmatizer", "column_tagger", "sentence_aligner", "evidence_ranker"}
_OURS = "spacy_citalign."
_WAITING = 4  # results of a worker: batches are of all sizes, most often the largest first
_KILLED = (
    "the process that aligned it died twice, for want of memory or in a component; it is left out"
)


class GroupResult(NamedTuple):
    """The row of a group.

    Attributes:
        line: the number of its line, from 1.
        row: what is written; of a group that failed ``{"line", "error"}``.
        error: why it failed, "" where it did not.
        aligned, empty: how many citances were aligned, and left out.
        messages: what a person has to know.
        size: bytes of the line, and of blank ones before it.
    """

    line: int
    row: bytes
    error: str
    aligned: int
    empty: int
    messages: list[str]
    size: int = 0


class CountedLines:
    """Lines of an open file that are counted as they are read, however long they are.

    Args:
        file: is read from where it stands.

    Attributes:
        number: that of the last line that was read.
        size: how many bytes.
        leave_out: is asked, by its number, whether a line that was read is left out.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._lines = bounded_lines(file)
        self.number = 0
        self.size = 0
        self.leave_out: Callable[[int, bytes], bool] | None = None

    def __iter__(self) -> Iterator[bytes]:
        for line in self._lines:
            self.number += 1
            self.size += len(line)
            if self.leave_out is None or not self.leave_out(self.number, line):
                yield line


class Line(NamedTuple):
    """A line that is not blank.

    Attributes:
        number: from 1.
        text: what it holds.
        size: bytes of it, and of lines before it that are blank or were skipped.
    """

    number: int
    text: bytes
    size: int


class _Ready(NamedTuple):
    """A group of a batch, and its Doc before it is annotated."""

    line: Line
    group: CitanceGroup
    doc: "Doc"


def line_batches(lines: CountedLines) -> Iterator[list[Line]]:
    """Yield the lines that are not blank, in batches of ``MAX_GROUPS`` or ``MAX_BYTES``."""
    batch: list[Line] = []
    held = size = 0
    for text in lines:
        if not text.strip():
            continue
        if batch and (len(batch) >= MAX_GROUPS or held + len(text) > MAX_BYTES):
            yield batch
            batch, held = [], 0
        batch.append(Line(lines.number, text, lines.size - size))
        held += len(text)
        size = lines.size
    if batch:
        yield batch


def align_lines(
    loaded: LoadedAligner, lines: CountedLines, notes: Path | None = None
) -> Generator[GroupResult, None, None]:
    """Yield the result of each line that is not blank, in order. Lines are read ahead.

    Args:
        loaded: the pipeline and its aligner.
        lines: of JSON, a group a line.
        notes: the folder of the notes on batches that are being aligned, which tell the next run
            that this one was killed; None for none.
    """
    start = uuid.uuid4().hex
    with only_aligning(loaded.nlp):
        for batch in line_batches(lines):
            attempts = notes and Attempts(notes, batch_name(batch), start)
            results = align_batch(loaded, batch)
            if attempts:
                attempts.close()
            yield from results


def skip_groups(lines: CountedLines, count: int) -> None:
    """Read so many groups, and what is blank before them."""
    for _ in islice(iter_groups(lines, INPUT, first=lines.number + 1), count):
        pass


def failed_group(line: int, error: str, size: int = 0) -> GroupResult:
    """Return the result of a group that has no alignment."""
    row = json_line({"line": line, "error": error}).encode("utf-8", "replace")
    return GroupResult(line, row, error, 0, 0, [error], size)


def batch_name(batch: list[Line]) -> str:
    """Return what tells a batch from others, and can name a file."""
    return f"line-{batch[0].number}"


@contextmanager
def only_aligning(nlp: "Language") -> Iterator[None]:
    """Have a pipeline raise what goes wrong, and do nothing that no row of a group shows."""
    nlp.set_error_handler(raise_failure)
    with nlp.select_pipes(disable=unread_components(nlp)):
        yield


def unread_components(nlp: "Language") -> list[str]:
    """Return the names of components that change no row of a group.

    Components of others may read anything: with such a one there is none.
    """
    metas = {name: nlp.get_pipe_meta(name).factory for name in nlp.pipe_names}
    parts = dict(nlp.pipeline)
    if not all(type(part).__module__.startswith(_OURS) for part in parts.values()):
        return []
    chunkers = [parts[name] for name, factory in metas.items() if factory == "base_phrase_chunker"]
    read = {"column_tagger"} if any(map(_reads_columns, chunkers)) else set()
    return [name for name, factory in metas.items() if factory in _UNREAD - read]


def _reads_columns(chunker: Any) -> bool:
    return not chunker.fitted or bool(chunker.fitted_model().columns)


def align_batch(loaded: LoadedAligner, batch: list[Line]) -> list[GroupResult]:
    """Return the results of some lines, none of those that turn out to be blank.

    Where the pipeline fails on them together, each is done alone.

    Args:
        loaded: the pipeline, within ``only_aligning``, and its aligner.
        batch: the lines.
    """
    read = [one for line in batch for one in _read(loaded, line)]
    docs = iter(_annotated_together(loaded.nlp, [x.doc for x in read if isinstance(x, _Ready)]))
    return [_result(loaded, x, next(docs)) if isinstance(x, _Ready) else x for x in read]


def _read(loaded: LoadedAligner, line: Line) -> Iterator[_Ready | GroupResult]:
    """Yield the group of a line with its Doc, or why it has none; nothing of a blank line."""
    for group in iter_groups([line.text], INPUT, first=line.number):
        try:
            if isinstance(group, InputError):
                error = one_line(group).removeprefix(f"{INPUT}, line {line.number}: ")
                yield failed_group(line.number, error, line.size)
            else:
                yield _Ready(line, group, group_doc(loaded.nlp, loaded.aligner, group))
        except Exception as error:  # a tokenizer may raise anything; that costs its group only
            yield failed_group(line.number, described(error), line.size)


def _annotated_together(nlp: "Language", docs: "list[Doc]") -> "Sequence[Doc | None]":
    """Return annotated Docs in their order; all None where that fails, or one is lost."""
    if len(docs) > 1:
        # Whose fault it is shows when each is done alone.
        with suppress(Exception):
            pairs = list(nlp.pipe(zip(docs, range(len(docs)), strict=True), as_tuples=True))
            # A component that makes Docs of its own may lose their numbers, or their order.
            if [number for _, number in pairs] == list(range(len(docs))):
                return [doc for doc, _ in pairs]
    return [None] * len(docs)


def _result(loaded: LoadedAligner, ready: _Ready, doc: "Doc | None") -> GroupResult:
    line, group, _ = ready
    # A component may raise anything; here that costs its group only.
    try:
        if doc is None:
            doc = loaded.nlp(group_doc(loaded.nlp, loaded.aligner, group))
        row = json_line(group_answer(doc, loaded.aligner, group)).encode()
    except Exception as error:
        return failed_group(line.number, described(error), line.size)
    empty = [citance.id for citance in group.citances if not citance.text]
    messages = [f"{why}; left out" for why in group.unread.values()]
    messages += [f"citance {name!r} is empty and was left out" for name in empty]
    aligned = len(group.citances) - len(empty)
    return GroupResult(line.number, row, "", aligned, len(empty), messages, line.size)


def _aligning(
    setup: AlignerSetup, inherited: LoadedAligner | None
) -> Callable[[list[Line], Attempts], list[GroupResult]]:
    """Return what aligns batches in a worker process."""
    loaded = inherited or setup.load()
    pipeline = ReloadedPipeline(lambda: setup.load().nlp, loaded.nlp)

    def align(lines: list[Line], attempts: Attempts) -> list[GroupResult]:
        pipeline.reload_if_grown()
        aligner = cast("CitanceAligner", pipeline.nlp.get_pipe(loaded.aligner.name))
        ready = loaded._replace(nlp=pipeline.nlp, aligner=aligner)
        with only_aligning(ready.nlp):
            if not attempts.one_by_one:
                return align_batch(ready, lines)
            results = []  # it has killed processes: each group by itself, with a note before it
            for line in lines:
                if line.number in attempts.fatal:
                    results.append(failed_group(line.number, _KILLED, line.size))
                else:
                    attempts.at(line.number)
                    results += align_batch(ready, [line])
            return results

    return align


def align_lines_in_processes(
    loaded: LoadedAligner, lines: CountedLines, count: int
) -> Generator[GroupResult, None, None]:
    """Yield the result of each line that is not blank, in order, as ``align_lines`` does.

    A group that kills its process twice is one that failed. Lines are read ahead.

    Args:
        loaded: the pipeline and its aligner.
        lines: of JSON, a group a line.
        count: how many processes.

    Raises:
        CitalignError: processes die again and again.
    """
    if is_forking():
        loaded.aligner.warm_up()
    tasks = (
        Task(batch_name(batch), f"line {batch[0].number}", batch) for batch in line_batches(lines)
    )
    make = partial(_aligning, loaded.setup)
    with closing(task_results(make, tasks, count, loaded, waiting=_WAITING)) as batches:
        yield from chain.from_iterable(batches)
