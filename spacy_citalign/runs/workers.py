"""Annotates batches of records in this process or in several, with equal output.

``nlp.pipe(n_process=...)`` sends each whole Doc back through msgpack, which takes about a
millisecond: longer than our components work on a sentence, so that more processes would be
slower. Here each process writes what it found itself and sends back the written lines, one
message a batch. A process that dies ends the run with an error instead of stalling it.
"""

import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from spacy_citalign.errors import CitalignError
from spacy_citalign.runs.output import OutputForm, Written, write_batch
from spacy_citalign.runs.pipelines import load_pipeline
from spacy_citalign.runs.records import Record
from spacy_citalign.runs.stream import annotated

if TYPE_CHECKING:
    from spacy.language import Language

# The pipeline of a worker process. A forked worker inherits it, a spawned one loads its own.
_nlp: "Language | None" = None


def written_batches(
    pipeline: str,
    records: Iterable[Record],
    *,
    form: OutputForm,
    n_process: int = 1,
    batch_size: int = 256,
) -> Iterator[Written]:
    """The written form of each batch of records, in their order; n_process -1 is all processors.

    Raises SettingError where the pipeline does not load, CitalignError where a process dies.
    """
    global _nlp
    _nlp = load_pipeline(pipeline)
    try:
        batches = _batched(iter(records), batch_size)
        if n_process == 1:
            yield from (_annotate(batch, form) for batch in batches)
        else:
            yield from _in_processes(pipeline, batches, form, n_process)
    finally:
        _nlp = None


def _annotate(batch: list[Record], form: OutputForm) -> Written:
    """Annotate a batch with the pipeline of this process."""
    if _nlp is None:
        raise CitalignError("this process has no pipeline")
    return write_batch(annotated(_nlp, batch, batch_size=len(batch)), form)


def _in_processes(
    pipeline: str, batches: Iterator[list[Record]], form: OutputForm, n_process: int
) -> Iterator[Written]:
    """Annotate the batches in worker processes, never more than two a process ahead."""
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    count = (os.cpu_count() or 1) if n_process == -1 else n_process
    pool = ProcessPoolExecutor(count, initializer=_start_worker, initargs=(pipeline,))
    waiting: deque[Future[Written]] = deque()
    try:
        for batch in batches:
            waiting.append(pool.submit(_annotate, batch, form))
            if len(waiting) > 2 * count:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as error:
        raise CitalignError(
            "a worker process died, perhaps for want of memory; nothing was written. Try a "
            "smaller --n-process or --batch-size"
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _start_worker(pipeline: str) -> None:
    """Give a worker process its pipeline, and leave the interrupt key to the parent."""
    global _nlp
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if _nlp is None:
        _nlp = load_pipeline(pipeline)


def _batched(records: Iterator[Record], size: int) -> Iterator[list[Record]]:
    """Lists of ``size`` records, the last one shorter."""
    while batch := list(islice(records, size)):
        yield batch
