"""Annotates corpora into a file, or into a folder of parts, and goes on where a run stopped."""

import hashlib
import json
import time
import uuid
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from operator import attrgetter
from pathlib import Path
from typing import Any

from ...atomic import remove_stale_files
from ...components.results import result_names
from ...inputs.records import ARTICLES
from ..locking import only_writer
from ..pipelines import file_fingerprint, pipeline_fingerprint, versions
from .attempts import noted_attempts
from .job import WHOLE, Job, RunProgress, Totals, shard_splits, split_bytes
from .outputs.batches import JSONL, PARQUET, errors_path, open_output
from .outputs.manifest import (
    LAYOUT,
    finished,
    manifest_path,
    read_manifest,
    run_counts,
    run_id,
    start_manifest,
    write_manifest,
)
from .outputs.output_folder import open_folder
from .outputs.parts import part_name
from .outputs.resume import resumable_rows
from .pool import run_tasks
from .worker import AnnotationWork, Annotator, Task

_PATIENCE = 60.0  # seconds until a disk of a network shows what another machine has written


def run_job(job: Job, progress: RunProgress) -> Totals:
    """Annotate all that is not annotated yet, and count it.

    Args:
        job: what is to be done.
        progress: hears how far it is.

    Raises:
        SettingError: the pipeline does not load, the output is that of another run, another process
            writes it, or something is not installed.
        CitalignError, OSError: the run cannot go on; what is written stays.
    """
    run = _Run(job, progress)
    if job.form.suffix == PARQUET:
        run.write_folder()
    elif run.is_complete():
        run.say_kept(complete=True)
    elif job.form.suffix == JSONL and job.size is not None:
        run.write_rows()
    else:
        run.write_file()
    return run.totals


class _Run:
    """A job at work."""

    def __init__(self, job: Job, progress: RunProgress) -> None:
        self._job, self._progress = job, progress
        self.totals = Totals()
        self._part_names: set[str] = set()  # of all splits
        self._most_bytes = split_bytes(job.size)
        output = job.output.resolve()
        is_folder = job.form.suffix == PARQUET
        tries = output / "_tries" if is_folder else output.with_name(f".{output.name}.tries")
        work = AnnotationWork(job.pipeline, job.form, output, tries, job.batch_characters)
        self._nlp = work.load()
        may_hold_articles = any(not ARTICLES.isdisjoint(one.formats()) for one in job.sources)
        results = result_names(self._nlp, articles=may_hold_articles)
        self._fingerprint = self._what_matters(results)
        self._work = replace(
            work, run=run_id(self._fingerprint), start=uuid.uuid4().hex, results=results
        )

    def write_folder(self) -> None:
        """Write the parts that are not there yet."""
        job, totals = self._job, self.totals
        engine = "ray" if job.on_ray else "local"
        with open_folder(job.output, self._fingerprint, fresh=job.fresh, engine=engine) as folder:
            self._take_over(folder.manifest)
            if folder.dropped:
                self._progress.say(folder.dropped)
            self.say_kept(complete=folder.complete)
            if folder.complete:
                return
            self._progress.advance(folder.size, totals.read)
            try:
                with closing(self._results(self._tasks(folder.done))) as results:
                    for _, part in results:
                        totals.add(part, self._progress)
            except BaseException:
                kept = f"{totals.read} records are kept; the same command goes on from there"
                self._progress.say(kept)
                raise
            folder.finish(self._part_names, patience=_PATIENCE if job.on_ray else 0)

    def write_rows(self) -> None:
        """Write rows behind those of an interrupted run."""
        job, totals = self._job, self.totals
        with (
            only_writer(job.output),
            self._manifest(),
            resumable_rows(
                job.output,
                self._fingerprint,
                fresh=job.fresh,
                unit="records",
                tell=self._progress.say,
                on_kept=totals.keep,
            ) as rows,
            closing(self._results(self._tasks(skip=rows.done))) as results,
        ):
            self.say_kept()
            for _, batch in results:
                rows.write(batch.rows)
                totals.add(batch, self._progress)

    def write_file(self) -> None:
        """Write a file that cannot go on where it stopped."""
        output = self._job.output
        with only_writer(output):
            for path in (output, errors_path(output)):
                remove_stale_files(path.resolve())
            with (
                self._manifest(),
                open_output(output) as write,
                closing(self._results(self._tasks())) as results,
            ):
                for _, batch in results:
                    write(batch)
                    self.totals.add(batch, self._progress)

    def is_complete(self) -> bool:
        """Return whether an output of one file is there, as an earlier run has left it."""
        output = self._job.output
        manifest = read_manifest(manifest_path(output))
        if manifest is None or self._job.fresh or manifest["run"] != self._work.run:
            return False
        if not output.is_file() or manifest.get("output") != _file(output):
            return False
        self._take_over(manifest)
        return True

    def _take_over(self, manifest: dict[str, Any]) -> None:
        """Count what an earlier run has done."""
        self.totals.read = self.totals.kept = manifest["counts"]["read"]
        self.totals.failed = manifest["counts"]["failed"]

    def say_kept(self, *, complete: bool = False) -> None:
        """Say what an earlier run has done."""
        if self.totals.kept:
            done = f"{self.totals.kept} records are annotated already"
            then = "that is all" if complete else "going on"
            self._progress.note(f"{self._job.output}: {done}; {then}")

    def _results(self, tasks: Iterator[Task]) -> Generator[tuple[str, Any], None, None]:
        """Yield the name and the result of each task, in their order, or as Ray gives them.

        No notes on attempts are left, unless this process is killed.
        """
        job = self._job
        with noted_attempts(self._work.attempts, fresh=job.fresh) as killed:
            if job.on_ray:
                from .ray.run import annotate_on_ray

                yield from annotate_on_ray(
                    job.sources, tasks, self._work, address=job.address, actors=job.n_process
                )
            # A record may have killed this process before; then another one is put at risk.
            elif job.n_process != 1 or killed:
                yield from run_tasks(self._work, tasks, job.processes, self._nlp)
            else:
                annotator = Annotator(self._work, self._nlp)
                del self._nlp  # it is the annotator's now, which lets it go when it has grown
                for task in tasks:
                    yield task.name, annotator.do(task)

    def _tasks(self, done: frozenset[str] = frozenset(), skip: int = 0) -> Iterator[Task]:
        """Yield the splits of the input, without parts that are done or the first records."""
        job = self._job
        for number, index, split in shard_splits(job.sources, self._most_bytes, job.shard):
            name = part_name(number, index)
            self._part_names.add(name)
            for chunk in filter(attrgetter("left_out"), split.chunks):
                job.on_left_out(chunk)
            if name in done:
                continue
            if skip:
                held = sum(1 for _ in split.records())
                if held <= skip:
                    skip -= held
                    self._progress.advance(split.size, self.totals.read)
                    continue
            yield Task(name, split, skip)
            skip = 0

    @contextmanager
    def _manifest(self) -> Iterator[None]:
        """Write a manifest beside an output of one file, where the block ends well."""
        began = time.monotonic()
        manifest = start_manifest(self._fingerprint, engine="local")
        yield
        counts = run_counts(self.totals.read, self.totals.failed)
        manifest = finished(manifest, counts, time.monotonic() - began)
        output = self._job.output
        write_manifest(manifest_path(output), manifest | {"output": _file(output)})

    def _what_matters(self, results: Sequence[str]) -> dict[str, Any]:
        """Return all that the rows depend on."""
        job = self._job
        identities = [source.identity() for source in job.sources]
        shard = {} if job.shard == WHOLE else {"shard": str(job.shard)}
        return {
            "command": "annotate",
            "layout": LAYOUT,
            "settings": {
                **asdict(job.form),
                **shard,
                "results": results,
                "split": self._most_bytes,
            },
            "inputs": {
                "sources": len(identities),
                "bytes": job.size,
                "digest": hashlib.sha256(json.dumps(identities).encode()).hexdigest(),
                # What cannot be read twice is never the same.
                "standard_input": uuid.uuid4().hex if job.size is None else "",
            },
            "versions": versions(),
            "pipeline": pipeline_fingerprint(self._nlp),
        }


def _file(output: Path) -> dict[str, Any]:
    """Return what a manifest says of the file beside it."""
    with output.open("rb") as file:
        return file_fingerprint(file)
