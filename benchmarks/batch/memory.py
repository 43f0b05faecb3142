"""The memory of worker processes over a million short records."""

import os
import time
from pathlib import Path

from ..common import ONE_THREAD, markdown_table
from .texts import short_texts, write_json_lines

os.environ.update(ONE_THREAD)

import spacy

from spacy_citalign.app import pipelines
from spacy_citalign.app.batch.job import Job, find_sources
from spacy_citalign.app.batch.outputs.batches import PARQUET, OutputFormat
from spacy_citalign.app.batch.run import run_job
from spacy_citalign.inputs.records import Reading

PROCESSES = 2
FIRST = 50_000
_GENES = ("sentence_boundary_detector", "perceptron_tagger", "gene_mention_tagger")


class Watch:
    """Notes the largest memory of this process's children as records are done."""

    def __init__(self, step: int) -> None:
        self.peaks: list[tuple[int, int]] = []
        self._step = step
        self._next = 0

    def advance(self, size: int, records: int) -> None:
        """Look, where enough records have been done since the last look."""
        if records >= self._next:
            self.peaks.append((records, max(map(_peak, _children()), default=0)))
            self._next = records + self._step

    def say(self, message: str) -> None:
        """A record failed, which none should."""
        raise SystemExit(message)

    def note(self, message: str) -> None:
        """Nothing is worth knowing here."""


def gene_pipeline(folder: Path) -> Path:
    """The shipped pipeline up to its genes, saved."""
    names = spacy.load("spacy_citalign").pipe_names
    nlp = spacy.load("spacy_citalign", exclude=[name for name in names if name not in _GENES])
    nlp.to_disk(folder / "genes")
    return folder / "genes"


def memory(folder: Path, records: int, *, keep: bool) -> None:
    """Print the peak memory of a worker after 50,000 records and after all."""
    if keep:
        pipelines.MAX_NEW_STRINGS = 1 << 62  # the workers are forks of this process
    texts = folder / "short.jsonl"
    write_json_lines(short_texts(records), texts)
    job = Job(
        sources=find_sources([texts], Reading()),
        output=folder / "short.parquet",
        form=OutputFormat(PARQUET, text=False),
        pipeline=str(gene_pipeline(folder)),
        n_process=PROCESSES,
        fresh=True,
    )
    watch = Watch(FIRST)
    start = time.perf_counter()
    totals = run_job(job, watch)
    seconds = time.perf_counter() - start
    first = next(peak for done, peak in watch.peaks if done >= FIRST)
    rows = [
        [f"{done:,}", f"{peak / 1e6:,.0f}", f"{peak / first:.2f}"] for done, peak in watch.peaks
    ]
    print(markdown_table(["records", "MB, largest so far", "ratio"], rows))
    print(f"{totals.read:,} records, {totals.failed} failed, {totals.read / seconds:,.0f} a second")


def _children() -> list[int]:
    """The processes that this one has begun."""
    own = os.getpid()
    return [
        int(number)
        for number in Path(f"/proc/{own}/task/{own}/children").read_text("ascii").split()
    ]


def _peak(process: int) -> int:
    """The largest resident size of a process in bytes; 0 where it has ended."""
    try:
        lines = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM")), 0)
