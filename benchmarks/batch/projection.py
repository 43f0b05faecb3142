"""Time of a run over the whole literature: measured here, simulated beyond two workers.

Measured are, on this machine: how fast a worker annotates and how unequal splits are, how fast
inputs are cut into splits, what Ray takes to give out a split, how long starts and the reading of
footers take. Simulated is a run of 1 to 1,000 workers with these figures: splits are given out one
after the other, each to the first worker that is free, and at the end all footers are read.
"""

import heapq
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ..common import ONE_THREAD, data_folder, markdown_table
from .texts import abstracts, short_texts, write_json_lines

os.environ.update(ONE_THREAD)

from spacy_citalign.app.batch.job import Reading, find_sources, shard_splits
from spacy_citalign.app.batch.outputs.batches import PARQUET, OutputFormat
from spacy_citalign.app.batch.outputs.output_folder import open_folder
from spacy_citalign.app.batch.outputs.parts import part_name
from spacy_citalign.app.batch.ray.run import annotate_on_ray
from spacy_citalign.app.batch.worker import AnnotationWork, Annotator, Task
from spacy_citalign.inputs.formats.jats.reader import read_jats

WORKERS = (1, 2, 10, 100, 1000)
SPLIT = 8 << 20  # bytes of a large run
_TIMED = 1 << 17  # bytes of a split that is timed
_TINY = 300  # splits of almost no work
_LOAD = "from spacy_citalign.app.batch.worker import *; import spacy; spacy.load('spacy_citalign')"


class Measured(NamedTuple):
    """What was measured here.

    Attributes:
        rate: bytes of text that a worker annotates in a second.
        spread: standard deviation of the rate of a split of ``SPLIT`` bytes, as a share.
        start: seconds until a worker has loaded the pipeline.
        cut: bytes of a plain file that are cut into splits in a second.
        hand_out: seconds that Ray takes to give out a split and take its result.
        footers: parts whose footers are read in a second.
    """

    rate: float
    spread: float
    start: float
    cut: float
    hand_out: float
    footers: float


class Corpus(NamedTuple):
    """A corpus: records, and bytes of text of each."""

    name: str
    records: int
    bytes_each: float


def simulated(measured: Measured, total: float, workers: int, *, seed: int = 0) -> float:
    """Seconds of a run over ``total`` bytes.

    A split is there when the file has been cut so far and its predecessors have been given out.
    """
    numbers = random.Random(seed)
    splits = max(1, round(total / SPLIT))
    size = total / splits
    free = [measured.start] * workers
    heapq.heapify(free)
    handed, last = 0.0, 0.0
    for number in range(splits):
        handed = max(handed + measured.hand_out, number * size / measured.cut)
        begin = max(handed, heapq.heappop(free))
        rate = measured.rate * max(0.2, numbers.gauss(1.0, measured.spread))
        heapq.heappush(free, begin + size / rate)
        last = max(last, begin + size / rate)
    return last + splits / measured.footers


def projection(folder: Path) -> None:
    """Print what was measured, and the table of what is simulated."""
    measured = _measured(folder)
    print(
        f"measured: {measured.rate / 1e3:.1f} kB of text a second and worker, splits of "
        f"{SPLIT >> 20} MiB within {measured.spread:.1%} of that; a worker starts in "
        f"{measured.start:.1f} s; {measured.cut / 1e6:,.0f} MB a second are cut into splits; Ray "
        f"takes {1e3 * measured.hand_out:.1f} ms to give out a split; "
        f"{measured.footers:,.0f} footers are read a second\n"
    )
    rows = []
    for corpus in _corpora():
        total = corpus.records * corpus.bytes_each
        alone = simulated(measured, total, 1)
        for workers in WORKERS:
            seconds = simulated(measured, total, workers)
            share = alone / seconds / workers
            name = f"{corpus.name}, {corpus.records:,} records"
            rate = f"{corpus.records / seconds:,.0f}"
            rows.append([name, f"{workers:,}", _time(seconds), rate, f"{share:.0%}"])
    print(markdown_table(["corpus", "workers", "simulated time", "records/s", "efficiency"], rows))


def _measured(folder: Path) -> Measured:
    """Measure, in a minute or two."""
    texts = folder / "projected.jsonl"
    write_json_lines(iter(abstracts()[:800]), texts)
    rates = _rates(folder, texts)
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", _LOAD], check=True)
    loading = time.perf_counter() - start
    write_json_lines(short_texts(1_000_000), texts)
    (source,) = find_sources([texts], Reading())
    start = time.perf_counter()
    size = sum(split.size for split in source.splits(SPLIT))
    cut = size / (time.perf_counter() - start)
    hand_out, footers = _ray_figures(folder, texts)
    texts.unlink()
    spread = statistics.stdev(rates) / statistics.mean(rates) * (_TIMED / SPLIT) ** 0.5
    return Measured(statistics.mean(rates), spread, loading, cut, hand_out, footers)


def _rates(folder: Path, texts: Path) -> list[float]:
    """Bytes of text a second of a worker, for each of some splits; the first one warms up."""
    (source,) = find_sources([texts], Reading())
    work = AnnotationWork(
        "spacy_citalign", OutputFormat(PARQUET), folder, folder / "_tries", run="timed"
    )
    annotator = Annotator(work)
    rates = []
    for split in source.splits(_TIMED):
        start = time.perf_counter()
        annotator.do(Task("part-00000-000000", split))
        size = sum(len((record.text or "").encode()) for record in split.records())
        rates.append(size / (time.perf_counter() - start))
    (folder / "part-00000-000000.parquet").unlink()
    return rates[1:-1]


def _ray_figures(folder: Path, texts: Path) -> tuple[float, float]:
    """Seconds that Ray takes for a split with almost no work; footers that are read a second."""
    write_json_lines(iter(["tiny"] * _TINY), texts)
    sources = find_sources([texts], Reading())
    output = folder / "tiny.parquet"
    shutil.rmtree(output, ignore_errors=True)
    with open_folder(output, {"projection": 1}) as made:
        work = AnnotationWork(
            "blank:en", OutputFormat(PARQUET), output, output / "_tries", run=made.run
        )
        times = []
        tasks = (
            Task(part_name(number, place), split)
            for number, place, split in shard_splits(sources, 1)
        )
        for _ in annotate_on_ray(sources, tasks, work, actors=2):
            times.append(time.perf_counter())
    hand_out = (times[-1] - times[0]) / (len(times) - 1)
    start = time.perf_counter()
    with open_folder(output, {"projection": 1}) as made:
        footers = len(made.done) / (time.perf_counter() - start)
    return hand_out, footers


def _corpora() -> Sequence[Corpus]:
    """PubMed and the open articles of PMC, with the sizes of texts that are at hand."""
    texts = abstracts()
    articles = sorted((data_folder() / "craft" / "nxml").glob("*.nxml.gz"))
    bodies = [len(read_jats(path).text.encode()) for path in articles]
    return (
        Corpus("PubMed", 36_000_000, statistics.mean(len(one.encode()) for one in texts)),
        Corpus("PMC OA", 1_000_000, statistics.mean(bodies)),
    )


def _time(seconds: float) -> str:
    """Minutes, hours or days.

    >>> _time(600.0), _time(9000.0), _time(864000.0)
    ('10 min', '2.5 h', '10.0 days')
    """
    hours = seconds / 3600
    if hours < 2:
        return f"{seconds / 60:.0f} min"
    return f"{hours:.1f} h" if hours < 48 else f"{hours / 24:,.1f} days"
