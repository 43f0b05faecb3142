"""The folder that a run writes its parts to, and that it goes on in where it stopped.

    out.parquet/part-00000-000000.parquet   the rows of the first split of the first source
    out.parquet/part-00000-000001.parquet   ...
    out.parquet/_manifest.json              whose rows these are, how many, how long it took

A part is there whole or not at all, so a run goes on by leaving out the splits that have theirs.
All of this is plain files, which works on a disk that the machines of a cluster share; one process
at a time, the one that gives out the work, holds the folder's lock.
"""

import json
import os
import time
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any

from ....atomic import stale_files
from ....errors import CitalignError, SettingError
from ....inputs.parquet import require_pyarrow
from ...locking import only_writer
from .batches import PARQUET
from .manifest import (
    COMPLETE,
    MANIFEST,
    Manifest,
    differences,
    finished,
    lasted,
    read_manifest,
    run_counts,
    start_manifest,
    stopped,
    write_manifest,
)
from .parts import part_names, part_order, part_path, read_footer

_READERS = 8  # threads: a disk of a network answers many questions as fast as one
PAUSE = 1.0  # seconds between two looks for missing parts
_NAMED = 3  # parts in a message


class OutputFolder:
    """A folder whose lock this process holds.

    Attributes:
        path: the folder.
        run: identifies the run; to be handed to ``write_part``.
        done: the names of the parts that are as they were written, and of this run.
        dropped: in words, the parts that are not, "" where there is none.
        size: bytes of input that these are of.
        complete: whether an earlier start has finished the run.
        manifest: what is known of the run.
    """

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self.manifest = manifest
        self.run: str = manifest["run"]
        self._began = time.monotonic()
        self._look()
        self.dropped = ""
        if others := [name for name in part_names(path) if name not in self.done]:
            made_anew = "parts that are not as this run wrote them are made anew"
            self.dropped = f"{path}: {made_anew}: {_listed(others)}"
        self.complete = (manifest["state"], manifest["counts"]) == (COMPLETE, self._counts)

    def _look(self) -> None:
        """Read the footers of the parts that are there, whole and of this run."""
        names = part_names(self.path)
        with ThreadPoolExecutor(_READERS) as pool:
            found = pool.map(read_footer, (part_path(self.path, name) for name in names))
            named = zip(names, found, strict=True)
            parts = {name: part for name, part in named if part and part.run == self.run}
        self.done = frozenset(parts)
        self.size = sum(part.size for part in parts.values())
        failed = sum(part.failed for part in parts.values())
        self._counts = run_counts(sum(part.read for part in parts.values()), failed, len(parts))

    def begin(self, manifest: Manifest) -> None:
        """Say that the run is at work."""
        self._write(manifest | {"counts": self._counts})

    def stop(self) -> None:
        """Say how long the run was at work; the next start goes on."""
        self._write(stopped(self.manifest, self._counts, time.monotonic() - self._began))

    def finish(self, wanted: Collection[str], *, patience: float = 0.0) -> Manifest:
        """Check that the parts of these names are there, and no other; the run is complete.

        Args:
            wanted: the names of all parts of the run.
            patience: seconds to wait for parts of other machines, which a disk of a network may
                show late.

        Raises:
            CitalignError: a part is missing, or there is one too many.
            OSError: the manifest cannot be written.
        """
        until = time.monotonic() + patience
        self._look()
        while (missing := sorted(set(wanted) - self.done)) and time.monotonic() < until:
            time.sleep(min(PAUSE, patience))
            self._write(self.manifest)  # which makes the system look at the folder anew
            self._look()
        if missing:
            raise CitalignError(
                f"{self.path} lacks {_listed(missing)}; the same command goes on from there"
            )
        others = sorted(set(part_names(self.path)) - set(wanted))
        if others:
            raise CitalignError(
                f"{self.path} has parts that are not of this run: {_listed(others)}; delete them, "
                "or start again with --fresh"
            )
        _remove_stale_files(self.path)
        if not self.complete:
            seconds = time.monotonic() - self._began
            self._write(finished(self.manifest, self._counts, seconds))
            self.complete = True
        return self.manifest

    def _write(self, manifest: Manifest) -> None:
        self.manifest = manifest
        write_manifest(self.path / MANIFEST, manifest)


@contextmanager
def open_folder(
    path: Path, fingerprint: Mapping[str, Any], *, fresh: bool = False, engine: str = "local"
) -> Iterator[OutputFolder]:
    """Yield the output folder ``path``, which is made if need be, with the parts of earlier starts.

    Args:
        path: ends in .parquet.
        fingerprint: JSON values that are equal for two runs only if their rows are.
        fresh: drop the parts of an earlier run, whatever it was.
        engine: what does the work, for the manifest.

    Raises:
        SettingError: the folder has the results of another run, or things that are not of ours, or
            another process writes to it; or pyarrow is not installed.
        OSError: the folder cannot be written to.
    """
    require_pyarrow()
    wanted = json.loads(json.dumps(fingerprint))
    if path.exists() and not path.is_dir():
        raise SettingError(
            f"the output {path} is a file, and an output in {PARQUET} is a folder; choose another "
            "name"
        )
    try:
        path.mkdir(exist_ok=True)
    except FileNotFoundError as error:
        raise SettingError(
            f"the folder of the output {path} does not exist; make it first"
        ) from error
    changed = path.stat().st_mtime  # before the lock changes it
    with only_writer(path):
        earlier = _earlier(path, wanted, fresh=fresh)
        if fresh:
            for name in part_names(path):
                part_path(path, name).unlink(missing_ok=True)
        _remove_stale_files(path)
        folder = OutputFolder(path, earlier or start_manifest(wanted, engine=engine))
        if not folder.complete:
            known = earlier and lasted(earlier, changed)
            folder.begin(start_manifest(wanted, engine=engine, earlier=known))
        try:
            yield folder
        finally:
            if not folder.complete:
                with suppress(OSError):  # a full disk, which is not why it ends
                    folder.stop()


def _earlier(path: Path, wanted: Mapping[str, Any], *, fresh: bool) -> Manifest | None:
    """Return the manifest of an earlier start of this run, None where there is none."""
    earlier = read_manifest(path / MANIFEST)
    if earlier is None:
        held = sorted(entry.name for entry in path.iterdir() if not entry.name.startswith("."))
        if held:
            raise SettingError(
                f"the folder {path} is not one that citalign has made, it holds {_listed(held)}; "
                "choose another output"
            )
        return None
    foreign = sorted(
        entry.name
        for entry in path.glob(f"*{PARQUET}")
        if not entry.name.startswith((".", "_")) and part_order(entry.stem) is None
    )
    if foreign:
        raise SettingError(
            f"the folder {path} holds tables that citalign has not made, {_listed(foreign)}; move "
            "them away, for they would be read with it"
        )
    if fresh:
        return None
    if earlier["fingerprint"] != wanted:
        raise SettingError(
            f"the folder {path} has the results of another run: "
            f"{differences(earlier['fingerprint'], wanted)}; start again with --fresh, which drops "
            "them, or choose another output"
        )
    return earlier


def _remove_stale_files(path: Path) -> None:
    """Remove what killed processes left of parts and of the manifest."""
    for hidden, name in stale_files(path):
        stem, suffix = os.path.splitext(name)
        if name == MANIFEST or (suffix == PARQUET and part_order(stem)):
            hidden.unlink(missing_ok=True)


def _listed(names: Collection[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(islice(names, _NAMED)) + (f" and {more} more" if more > 0 else "")
