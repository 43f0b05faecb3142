"""Annotates corpora into a file, or into a folder of parts, and goes on where a run stopped."""

import hashlib
import json
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from .inputs import may_hold_articles, split_bytes
from .journal import clear_journals, has_journals
from .orders import Listener, Order, Totals
from .outputs.fingerprint import pipeline_fingerprint, versions
from .outputs.manifest import (
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
from .outputs.result_names import result_names
from .outputs.resume import resuming
from .outputs.single_files import JSONL, PARQUET, open_output
from .pool import Task, perform, performed
from .worker import Annotator, Work

_PATIENCE = 60.0  # seconds until a disk of a network shows what another machine has written


class Run:
    """An order that is being carried out.

    Args:
        order: what is to be done.
        listener: hears how far it is.

    Raises:
        SettingError: the pipeline does not load.
    """

    def __init__(self, order: Order, listener: Listener) -> None:
        self._order, self._listener = order, listener
        self._totals = Totals()
        self._wanted: set[str] = set()  # the parts of all splits
        self._most_bytes = split_bytes(order.sources)
        work = Work(order.pipeline, order.form, *_places(order), order.batch_characters)
        self._nlp = work.load()
        results = result_names(self._nlp, articles=any(map(may_hold_articles, order.sources)))
        self._fingerprint = self._what_matters(results)
        self._work = replace(
            work, run=run_id(self._fingerprint), start=uuid.uuid4().hex, results=results
        )

    def carry_out(self) -> Totals:
        """Annotate all that is not annotated yet.

        Raises:
            SettingError: the output is that of another run, or something is not installed.
            CitalignError, OSError: the run cannot go on; what is written stays.
        """
        if self._order.form.suffix == PARQUET:
            self._into_folder()
        elif self._is_complete():
            self._say_kept(complete=True)
        elif self._order.form.suffix == JSONL and self._order.size is not None:
            self._into_rows()
        else:
            self._into_file()
        return self._totals

    def _into_folder(self) -> None:
        """Write the parts that are not there yet."""
        order, totals = self._order, self._totals
        engine = "ray" if order.on_ray else "local"
        with open_folder(
            order.output, self._fingerprint, fresh=order.fresh, engine=engine
        ) as folder:
            kept = folder.manifest["counts"]
            totals.read = totals.kept = kept["read"]
            totals.failed = kept["failed"]
            self._say_kept(complete=folder.complete)
            if folder.complete:
                return
            self._listener.advance(folder.size, totals.read)
            with self._journals(), self._said_at_the_end():
                for name, counts in self._parts(folder.done):
                    self._wanted.add(name)
                    totals.add(counts, self._listener)
            folder.finish(self._wanted, patience=_PATIENCE if order.on_ray else 0)

    def _into_rows(self) -> None:
        """Write rows behind those of an interrupted run."""
        order, totals = self._order, self._totals
        with (
            self._manifest(),
            resuming(
                order.output,
                self._fingerprint,
                fresh=order.fresh,
                unit="records",
                tell=self._listener.say,
                on_kept=totals.keep,
            ) as rows,
            self._journals(),
        ):
            self._say_kept()
            for _, written in self._performed(self._tasks(skip=rows.done)):
                rows.write(written.rows, written.read)
                totals.add(written, self._listener)

    def _into_file(self) -> None:
        """Write a file that cannot go on where it stopped."""
        with self._manifest(), open_output(self._order.output) as write, self._journals():
            for _, written in self._performed(self._tasks()):
                write(written)
                self._totals.add(written, self._listener)

    def _parts(self, done: frozenset[str]) -> Iterator[tuple[str, Any]]:
        """Write the parts that are not among ``done``; their names and counts."""
        order = self._order
        if not order.on_ray:
            return self._performed(self._tasks(done))
        from .ray.run import annotate_on_ray

        self._wanted |= done
        return annotate_on_ray(
            order.sources,
            self._work,
            most_bytes=self._most_bytes,
            done=done,
            address=order.address,
            actors=order.n_process,
        )

    def _performed(self, tasks: Iterable[Task]) -> Iterator[tuple[str, Any]]:
        """The name and the result of each task, in their order."""
        order = self._order
        # A record may have killed this process before; then another one is put at risk.
        if order.n_process != 1 or has_journals(self._work.journals):
            return performed(self._work, tasks, order.processes, self._nlp)
        annotator = Annotator(self._work, self._nlp)
        del self._nlp  # it is the annotator's now, which lets it go when it has grown
        return ((task.name, perform(annotator, task)) for task in tasks)

    def _tasks(self, done: frozenset[str] = frozenset(), skip: int = 0) -> Iterator[Task]:
        """The splits of all sources, without the parts that are done or the first records."""
        for number, source in enumerate(self._order.sources):
            for place, split in enumerate(source.splits(self._most_bytes)):
                name = part_name(number, place)
                self._wanted.add(name)
                if name in done:
                    continue
                if skip:
                    held = sum(1 for _ in split.records())
                    if held <= skip:
                        skip -= held
                        self._listener.advance(split.size, self._totals.read)
                        continue
                yield Task(name, split, skip)
                skip = 0

    @contextmanager
    def _journals(self) -> Iterator[None]:
        """Leave no notes on splits behind, unless this process is killed."""
        if self._order.fresh:
            clear_journals(self._work.journals)
        try:
            yield
        finally:
            clear_journals(self._work.journals)

    @contextmanager
    def _said_at_the_end(self) -> Iterator[None]:
        """Say, where the block ends with an error, what is kept."""
        try:
            yield
        except BaseException:
            kept = f"{self._totals.read} records are kept; the same command goes on from there"
            self._listener.say(kept)
            raise

    def _say_kept(self, *, complete: bool = False) -> None:
        if self._totals.kept:
            done = f"{self._totals.kept} records are annotated already"
            then = "that is all" if complete else "going on"
            self._listener.note(f"{self._order.output}: {done}; {then}")

    def _is_complete(self) -> bool:
        """Whether an output of one file is there, as an earlier run has left it."""
        output, totals = self._order.output, self._totals
        manifest = read_manifest(manifest_path(output))
        if manifest is None or self._order.fresh or manifest["run"] != self._work.run:
            return False
        if not output.is_file() or manifest.get("bytes") != output.stat().st_size:
            return False
        totals.read = totals.kept = manifest["counts"]["read"]
        totals.failed = manifest["counts"]["failed"]
        return True

    @contextmanager
    def _manifest(self) -> Iterator[None]:
        """Write a manifest beside an output of one file, where the block ends well."""
        began = time.monotonic()
        manifest = start_manifest(self._fingerprint, engine="local")
        yield
        counts = RunCounts(self._totals.read, self._totals.failed)
        manifest = finished(manifest, counts, time.monotonic() - began)
        manifest["bytes"] = self._order.output.stat().st_size
        write_manifest(manifest_path(self._order.output), manifest)

    def _what_matters(self, results: Sequence[str]) -> dict[str, Any]:
        """All that the rows depend on."""
        order = self._order
        identities = [source.identity() for source in order.sources]
        return {
            "command": "annotate",
            "settings": order.form._asdict() | {"results": results, "split": self._most_bytes},
            "inputs": {
                "sources": len(identities),
                "bytes": order.size,
                "names_sizes_times": hashlib.sha256(json.dumps(identities).encode()).hexdigest(),
                # What cannot be read twice is never the same.
                "standard_input": uuid.uuid4().hex if order.size is None else "",
            },
            "versions": versions(),
            "pipeline": pipeline_fingerprint(self._nlp),
        }


def _places(order: Order) -> tuple[Path, Path]:
    """The output, and the folder of the journals of its splits."""
    output = order.output.resolve()
    if order.form.suffix == PARQUET:
        return output, output / "_tries"
    return output, output.with_name(f".{output.name}.tries")
