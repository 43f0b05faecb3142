"""Annotates corpora into a file, or into a folder of parts, and goes on where a run stopped."""

import hashlib
import json
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from typing import Any

from ...atomic import remove_stale_files
from ...components.result_names import result_names
from .attempts import noted_attempts
from .job import Job, RunProgress, Totals, may_hold_articles, split_bytes
from .outputs.batches import JSONL, PARQUET, errors_path, open_output
from .outputs.fingerprint import LAYOUT, file_fingerprint, pipeline_fingerprint, versions
from .outputs.locking import only_writer
from .outputs.manifest import (
    Manifest,
    RunCounts,
    finished,
    manifest_path,
    read_manifest,
    run_id,
    start_manifest,
    write_manifest,
)
from .outputs.output_folder import open_folder
from .outputs.parts import part_name
from .outputs.resume import resumable_rows
from .pool import run_tasks
from .shards import WHOLE, shard_splits
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
        self._most_bytes = split_bytes(job.sources)
        work = AnnotationWork(job.pipeline, job.form, *_paths(job), job.batch_characters)
        self._nlp = work.load()
        results = result_names(self._nlp, articles=any(map(may_hold_articles, job.sources)))
        self._fingerprint = self._what_matters(results)
        self._work = replace(
            work, run=run_id(self._fingerprint), start=uuid.uuid4().hex, results=results
        )

    def write_folder(self) -> None:
        """Write the parts that are not there yet."""
        job, totals = self._job, self.totals
        engine = "ray" if job.on_ray else "local"
        with open_folder(job.output, self._fingerprint, fresh=job.fresh, engine=engine) as folder:
            counts = folder.manifest["counts"]
            totals.read = totals.kept = counts["read"]
            totals.failed = counts["failed"]
            if folder.dropped:
                self._progress.say(folder.dropped)
            self.say_kept(complete=folder.complete)
            if folder.complete:
                return
            self._progress.advance(folder.size, totals.read)
            with self._attempts() as killed, self._message_at_the_end():
                for name, part in self._parts(folder.done, killed=killed):
                    self._part_names.add(name)
                    totals.add(part, self._progress)
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
            self._attempts() as killed,
        ):
            self.say_kept()
            for _, batch in self._results(self._tasks(skip=rows.done), killed=killed):
                rows.write(batch.rows, batch.read)
                totals.add(batch, self._progress)

    def write_file(self) -> None:
        """Write a file that cannot go on where it stopped."""
        output = self._job.output
        with only_writer(output):
            for path in (output, errors_path(output)):
                remove_stale_files(path.resolve())
            with self._manifest(), open_output(output) as write, self._attempts() as killed:
                for _, batch in self._results(self._tasks(), killed=killed):
                    write(batch)
                    self.totals.add(batch, self._progress)

    def is_complete(self) -> bool:
        """Return whether an output of one file is there, as an earlier run has left it."""
        output, totals = self._job.output, self.totals
        manifest = read_manifest(manifest_path(output))
        if manifest is None or self._job.fresh or manifest["run"] != self._work.run:
            return False
        if not output.is_file() or not _is_of(manifest, output):
            return False
        totals.read = totals.kept = manifest["counts"]["read"]
        totals.failed = manifest["counts"]["failed"]
        return True

    def say_kept(self, *, complete: bool = False) -> None:
        """Say what an earlier run has done."""
        if self.totals.kept:
            done = f"{self.totals.kept} records are annotated already"
            then = "that is all" if complete else "going on"
            self._progress.note(f"{self._job.output}: {done}; {then}")

    def _parts(self, done: frozenset[str], *, killed: bool) -> Iterator[tuple[str, Any]]:
        """Write the parts that are not among ``done``, and yield their names and counts."""
        job = self._job
        if not job.on_ray:
            return self._results(self._tasks(done), killed=killed)
        from .ray.run import annotate_on_ray

        self._part_names |= done
        return annotate_on_ray(
            job.sources,
            self._work,
            most_bytes=self._most_bytes,
            done=done,
            address=job.address,
            actors=job.n_process,
        )

    def _results(self, tasks: Iterator[Task], *, killed: bool) -> Iterator[tuple[str, Any]]:
        """Return the name and the result of each task, in their order."""
        job = self._job
        # A record may have killed this process before; then another one is put at risk.
        if job.n_process != 1 or killed:
            return run_tasks(self._work, tasks, job.processes, self._nlp)
        annotator = Annotator(self._work, self._nlp)
        del self._nlp  # it is the annotator's now, which lets it go when it has grown
        return ((task.name, annotator.do(task)) for task in tasks)

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

    def _attempts(self) -> AbstractContextManager[bool]:
        """Give whether an earlier run was killed, and leave no notes unless this one is."""
        return noted_attempts(self._work.attempts, fresh=self._job.fresh)

    @contextmanager
    def _message_at_the_end(self) -> Iterator[None]:
        """Say, where the block ends with an error, what is kept."""
        try:
            yield
        except BaseException:
            kept = f"{self.totals.read} records are kept; the same command goes on from there"
            self._progress.say(kept)
            raise

    @contextmanager
    def _manifest(self) -> Iterator[None]:
        """Write a manifest beside an output of one file, where the block ends well."""
        began = time.monotonic()
        manifest = start_manifest(self._fingerprint, engine="local")
        yield
        counts = RunCounts(self.totals.read, self.totals.failed)
        manifest = finished(manifest, counts, time.monotonic() - began)
        manifest |= _file_entries(self._job.output)
        write_manifest(manifest_path(self._job.output), manifest)

    def _what_matters(self, results: Sequence[str]) -> dict[str, Any]:
        """Return all that the rows depend on."""
        job = self._job
        identities = [source.identity() for source in job.sources]
        shard = {} if job.shard == WHOLE else {"shard": str(job.shard)}
        return {
            "command": "annotate",
            "layout": LAYOUT,
            "settings": {
                **job.form._asdict(),
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


def _paths(job: Job) -> tuple[Path, Path]:
    """Return the output, and the folder of the notes on attempts at its splits."""
    output = job.output.resolve()
    if job.form.suffix == PARQUET:
        return output, output / "_tries"
    return output, output.with_name(f".{output.name}.tries")


def _file_entries(output: Path) -> Manifest:
    """Return what a manifest says of the file beside it."""
    with output.open("rb") as file:
        return {"output": file_fingerprint(file)}


def _is_of(manifest: Manifest, output: Path) -> bool:
    """Return whether a manifest is that of the file as it is."""
    return {"output": manifest.get("output")} == _file_entries(output)
