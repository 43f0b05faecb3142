"""The work of a process for a run: it loads the pipeline once and annotates split after split."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ...inputs.chunks_of_input import Split
from ...inputs.records import Record
from .attempts import Attempts
from .outputs.batches import PARQUET, OutputFormat, RowBatch, write_batch
from .outputs.parts import PartCounts, write_part
from .pipelines import load_pipeline
from .reloading import ReloadedPipeline
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
        """Return the pipeline, without the components whose results have no place in rows.

        Raises:
            SettingError: it does not load.
        """
        return load_pipeline(self.pipeline, exclude=() if self.form.has_docs else ALIGNERS)

    def worker(self, nlp: "Language | None" = None) -> "Callable[[Task], Any]":
        """Return what does a task; ``nlp`` is the pipeline, where it is loaded already."""
        return Annotator(self, nlp).do


class Annotator:
    """A pipeline at work.

    Args:
        work: what is to be done.
        nlp: the pipeline, where it is loaded already.

    Raises:
        SettingError: the pipeline does not load.
    """

    def __init__(self, work: AnnotationWork, nlp: "Language | None" = None) -> None:
        self._work = work
        self._pipeline = ReloadedPipeline(work.load, nlp)

    def do(self, task: Task) -> Any:
        """Do a task: the counts of a part where the work is to write parts, else its rows."""
        if self._work.form.suffix == PARQUET:
            return self.annotate_part(task.name, task.split)
        return self.annotate_rows(task.name, task.split, task.skip)

    def annotate_part(self, name: str, split: Split) -> PartCounts:
        """Write the part of that name: the rows of a split."""
        work = self._work
        attempts = self._attempts(name)
        outcomes = self._outcomes(split, 0, attempts)
        counts = write_part(
            work.folder, name, outcomes, work.form, run=work.run, results=work.results
        )
        self._finish(attempts)
        return counts

    def annotate_rows(self, name: str, split: Split, skip: int = 0) -> RowBatch:
        """Return the rows of a split without its first ``skip`` records."""
        attempts = self._attempts(name)
        batch = write_batch(self._outcomes(split, skip, attempts), self._work.form)
        self._finish(attempts)
        return batch

    def _attempts(self, name: str) -> Attempts:
        return Attempts(self._work.attempts, name, self._work.start)

    def _outcomes(self, split: Split, skip: int, attempts: Attempts) -> Iterator[Outcome]:
        records = islice(split.records(), skip, None)
        if attempts.one_by_one:
            yield from self._one_by_one(records, skip, attempts)
            return
        for batch in batched(records, self._work.batch_characters):
            yield from annotated(self._pipeline.nlp, batch, batch_size=len(batch))

    def _one_by_one(
        self, records: Iterator[Record], skip: int, attempts: Attempts
    ) -> Iterator[Outcome]:
        for number, record in enumerate(records, start=skip):
            if number in attempts.fatal:
                yield Outcome(record, None, _KILLED)
                continue
            attempts.at(number)
            yield from annotated(self._pipeline.nlp, [record], batch_size=1)

    def _finish(self, attempts: Attempts) -> None:
        attempts.close()
        self._pipeline.reload_if_grown()


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
