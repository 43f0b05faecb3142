"""JSON Lines files that grow row by row, and go on where an interrupted run left off.

The rows of ``out.jsonl`` go to ``.out.jsonl.part`` beside it, each of them at once. The fingerprint
of the run stands in ``.out.jsonl.part.json``: whatever changes the rows. A run with the same
fingerprint keeps the whole rows of the part and writes those that follow. At the end the part gets
the name of the output, and nothing else remains.

The fingerprint is on the disk before the first row, and no row of another run is ever left below
it; so a machine that is switched off at any moment costs a few rows and mixes none.
"""

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ....atomic import atomic_write, remove_stale_files, sync_folder
from ....errors import InputError
from ..messages import say
from .fingerprint import differences, json_object, kept_object
from .locking import lock_path, only_writer

Row = dict[str, Any]
_SYNC_SECONDS = 1.0


class ResumableRows:
    """The part of an output: rows of an earlier run and those written since.

    Attributes:
        done: how many rows an earlier run left.
        count: how many there are in all.
    """

    def __init__(self, path: Path, part: Path) -> None:
        self.done = self.count = 0
        self._path, self._part = path, part
        self._synced = time.monotonic()
        # Unbuffered, so that what is written outlives the process, and closing writes nothing.
        self._handle = part.open("ab", buffering=0)
        self._size = 0  # bytes of the whole rows

    def write(self, rows: str, count: int = 1) -> None:
        """Append a row, which ends with a line feed, or ``count`` of them.

        Raises:
            OSError: it cannot be written, for want of space most often; the rows before it stay as
                they are.
        """
        data = memoryview(rows.encode())
        whole = len(data)
        try:
            while data:
                data = data[self._handle.write(data) :]
            if time.monotonic() - self._synced > _SYNC_SECONDS:
                self._sync()
        except OSError as error:
            with suppress(OSError):  # else the next start cuts it off
                self._handle.truncate(self._size)
            raise OSError(error.errno, error.strerror, str(self._path)) from error
        self._size += whole
        self.count += count

    def keep(self, on_kept: Callable[[Row], object]) -> None:
        """Take over the rows of the part up to the first that is not whole, or is refused."""
        done = size = 0
        with self._part.open("rb") as lines:
            for line in lines:
                row = json_object(line) if line.endswith(b"\n") else None
                if row is None:
                    break
                try:
                    on_kept(row)
                except InputError:
                    break
                done += 1
                size += len(line)
        self.done = self.count = done
        self._size = size
        self._handle.truncate(self._size)

    def clear(self) -> None:
        """Begin without a row."""
        self._handle.truncate(0)
        self._sync()

    def close(self) -> None:
        """See that all rows are on the disk."""
        self._sync()
        self._handle.close()

    def abandon(self) -> None:
        """Leave the part as it is; the next start cuts off a row that is not whole."""
        self._handle.close()

    def _sync(self) -> None:
        os.fsync(self._handle.fileno())
        self._synced = time.monotonic()


@contextmanager
def resumable_rows(
    path: Path,
    fingerprint: Mapping[str, Any],
    *,
    fresh: bool = False,
    unit: str = "rows",
    tell: Callable[[str], object] = say,
    on_kept: Callable[[Row], object] = lambda row: None,
) -> Iterator[ResumableRows]:
    """Yield the rows of the output ``path``, which is there when the block ends well.

    After an error, an interrupt included, the rows stay for the next run.

    Args:
        path: the output; one that is there already is replaced at the end.
        fingerprint: JSON values that are equal for two runs only if their rows are.
        fresh: start without the rows of an earlier run.
        unit: what a person calls the rows.
        tell: takes a line for the person.
        on_kept: takes each row of an earlier run, in order; one that it refuses with InputError is
            dropped, with all that follow.

    Raises:
        SettingError: another process writes the same output.
        OSError: the folder cannot be written to.
    """
    target = path.resolve()
    part = target.with_name(f".{target.name}.part")
    sidecar = part.with_name(f"{part.name}.json")
    with only_writer(path, lock_path(path)):
        rows = ResumableRows(path, part)
        try:
            wanted = json.loads(json.dumps(fingerprint))
            kept = kept_object(sidecar)
            if kept == wanted and not fresh:
                rows.keep(on_kept)
            else:
                if part.stat().st_size and not fresh:
                    tell(f"{path}: the {unit} of an earlier run are dropped: {_why(kept, wanted)}")
                rows.clear()
                atomic_write(sidecar, json.dumps(wanted, indent=1).encode(), durable=True)
            yield rows
            rows.close()
            part.replace(target)
        except BaseException:
            rows.abandon()
            if part.exists() and part.stat().st_size:
                if rows.count:
                    tell(f"{rows.count} {unit} are kept; the same command goes on from there")
            else:
                part.unlink(missing_ok=True)
                sidecar.unlink(missing_ok=True)
            raise
        sidecar.unlink(missing_ok=True)
        remove_stale_files(sidecar)  # of a start that was killed at once
        sync_folder(target.parent)


def _why(kept: Row | None, wanted: Row) -> str:
    """Why the rows of an earlier run are none of this one."""
    return "it is not known how they were made" if kept is None else differences(kept, wanted)
