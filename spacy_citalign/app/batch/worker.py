"""The work of a process for a run: it loads the pipeline once and annotates split after split."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ...inputs.records import Record
from ...inputs.sources.chunks_of_input import Split
from ..pipelines import ReloadedPipeline, load_pipeline
from .attempts import Attempts
from .outputs.batches import PARQUET, SPACY, OutputFormat, RowBatch, write_batch
from .outputs.parts import PartCounts, write_part
from .stream import Outcome, annotated

if TYPE_CHECKING:
    from spacy.language import Language

BATCH_CHARACTERS = 1 << 18  # as many as the smallest splits have
# They align the sentences of an article that cite the same work, which takes as long as all else;
# `citalign align` does that for the sentences of all articles. The ranker reads cited articles,
# which no text brings.
ALIGNERS = ("citance_aligner", "sentence_aligner", "evidence_ranker")
_MAX_RECORDS = 2_000  # of a batch, where they are short
_KILLED = (
    "the process that annotated it died twice, for want of memory or in a component; it is left out"
)


class Task(NamedTuple):
    """A split to annotate, without its first ``skip`` records; ``name`` is that of its part."""

    name: str
    split: Split
    skip: int = 0

    @property
    def where(self) -> str:
        """Return the source of its first record."""
        return next((record.source for record in self.split.records()), self.name)


@dataclass(frozen=True)
class AnnotationWork:
    """What the workers of a run have in common.

    Attributes:
        pipeline: name or folder of what annotates.
        form: how the results are written.
        folder: the output, where parts are written.
        attempts: the folder of the notes on splits that are being annotated.
        batch_characters: of texts that go through the components together.
        run: identifies the run, in each part.
        start: names this start of it.
        results: names of the results that have a column in a part.
    """

    pipeline: str
    form: OutputFormat
    folder: Path
    attempts: Path
    batch_characters: int = BATCH_CHARACTERS
    run: str = ""
    start: str = ""
    results: tuple[str, ...] = ()

    def load(self) -> "Language":
        """Return the pipeline, without the components whose results have no place in rows."""
        has_docs = self.form.docs or self.form.suffix == SPACY
        return load_pipeline(self.pipeline, exclude=() if has_docs else ALIGNERS)

    def worker(self, nlp: "Language | None" = None) -> "Callable[[Task], Any]":
        """Return what does a task; ``nlp`` is the pipeline, where it is loaded already."""
        return Annotator(self, nlp).do


class Annotator:
    """A pipeline at work.

    Args:
        work: what is to be done.
        nlp: the pipeline, where it is loaded already.
    """

    def __init__(self, work: AnnotationWork, nlp: "Language | None" = None) -> None:
        self._work = work
        self.pipeline = ReloadedPipeline(work.load, nlp)

    def do(self, task: Task) -> "PartCounts | RowBatch":
        """Do a task: write its part and count it, or give its rows, as the form of output has it.

        A part has all records of its split.
        """
        work = self._work
        attempts = Attempts(work.attempts, task.name, work.start)
        outcomes = self._outcomes(task, attempts)
        done: PartCounts | RowBatch
        if work.form.suffix == PARQUET:
            done = write_part(
                work.folder, task.name, outcomes, work.form, run=work.run, results=work.results
            )
        else:
            done = write_batch(outcomes, work.form)
        attempts.close()
        self.pipeline.reload_if_grown()
        return done

    def _outcomes(self, task: Task, attempts: Attempts) -> Iterator[Outcome]:
        records = islice(task.split.records(), task.skip, None)
        if not attempts.one_by_one:
            for batch in batched(records, self._work.batch_characters):
                yield from annotated(self.pipeline.nlp, batch, batch_size=len(batch))
            return
        for number, record in enumerate(records, start=task.skip):
            if number in attempts.fatal:
                yield Outcome(record, None, _KILLED)
                continue
            attempts.at(number)
            yield from annotated(self.pipeline.nlp, [record], batch_size=1)


def batched(records: Iterator[Record], characters: int) -> Iterator[list[Record]]:
    """Yield lists of records with about so many characters in all, or of one that is longer."""
    batch: list[Record] = []
    size = 0
    for record in records:
        length = len(record.text or "")
        if batch and (size + length > characters or len(batch) == _MAX_RECORDS):
            yield batch
            batch, size = [], 0
        batch.append(record)
        size += length
    if batch:
        yield batch
