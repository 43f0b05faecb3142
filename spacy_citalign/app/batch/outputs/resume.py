"""JSON Lines files that grow row by row, and go on where an interrupted run left off.

The rows of ``out.jsonl`` go to ``.out.jsonl.part`` beside it, each of them at once. What is noted
of them stands in ``.out.jsonl.part.json``, in lines: the fingerprint of the run, all that changes
the rows; then, for each row, the digest of all up to it, fingerprint included. A run with the same
fingerprint keeps the rows that are as they were noted, and writes those that follow. At the end the
part gets the name of the output, and nothing else remains.

The fingerprint is on the disk before the first row, the digest of a row before the row, and no row
of another run is ever left below them; so a machine that is switched off at any moment costs a few
rows and mixes none, and a row that was changed, moved, doubled or dropped is made again, as are
those that follow it.
"""

import hashlib
import io
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from ....atomic import check_own, own_file, sync_folder
from ....errors import CitalignError, InputError
from .manifest import differences, json_object

Row = dict[str, Any]
_SYNC_SECONDS = 1.0
_DIGEST = 32  # hexadecimal digits


class ResumableRows:
    """The part of an output: rows of an earlier run and those written since.

    Args:
        part: holds the rows.
        notes: holds what is noted of them.

    Attributes:
        done: how many rows an earlier run left.
        count: how many there are in all.
        head: the line of their fingerprint.
    """

    def __init__(self, part: Path, notes: Path) -> None:
        self.done = self.count = 0
        self._name = part
        self._synced = time.monotonic()
        check_own(notes)  # before there is a part
        # Unbuffered, so that what is written outlives the process, and closing writes nothing.
        self._part = io.FileIO(part, "a+", opener=own_file)
        self._notes = io.FileIO(notes, "a+", opener=own_file)
        self._size = 0  # bytes of the whole rows
        with _reading(self._notes) as lines:
            self._begin(lines.readline())

    def _begin(self, head: bytes) -> None:
        self.head = head
        self._digest = hashlib.sha256(head)  # of all whole rows, too

    def write(self, rows: str) -> None:
        """Append a row, or several, each of which ends with a line feed.

        Raises:
            OSError: it cannot be written, for want of space most often; the rows before it stay as
                they are.
        """
        data = rows.encode()
        digests = []
        for row in io.BytesIO(data):
            self._digest.update(row)
            digests.append(_line(self._digest))
        try:
            _write(self._notes, b"".join(digests))
            _write(self._part, data)
            if time.monotonic() - self._synced > _SYNC_SECONDS:
                self._sync()
        except OSError:
            with suppress(OSError):  # else the next start cuts it off
                self._part.truncate(self._size)
            raise
        self._size += len(data)
        self.count += len(digests)

    def keep(self, on_kept: Callable[[Row], object]) -> bool:
        """Take over the rows of the part up to the first that is not as it was, or is refused.

        Returns:
            Whether whole rows that follow these were dropped.
        """
        for line in self._as_noted():
            row = json_object(line)
            try:
                if row is None:
                    break
                on_kept(row)
            except InputError:
                break
            self._digest.update(line)
            self._size += len(line)
            self.count += 1
        self.done = self.count
        with _reading(self._part, self._size) as rest:
            dropped = rest.readline().endswith(b"\n")
        self._part.truncate(self._size)
        self._notes.truncate(len(self.head) + self.count * (_DIGEST + 1))
        return dropped

    def clear(self, fingerprint: Row) -> None:
        """Begin without a row."""
        self._begin(json.dumps(fingerprint).encode() + b"\n")
        self._part.truncate(0)
        self._notes.truncate(0)
        self._sync()
        _write(self._notes, self.head)
        self._sync()

    def close(self) -> None:
        """See that all rows are on the disk, as they were written.

        Raises:
            CitalignError: another program has changed them, or put a file in their place.
        """
        self._sync()
        status = os.fstat(self._part.fileno())
        lines = list(map(len, self._as_noted()))
        is_here = os.path.samestat(os.lstat(self._name), status)
        if not is_here or (sum(lines), self._size) != (self._size, status.st_size):
            self.count = len(lines)
            raise CitalignError(
                f"{self._name} was changed by another program before it was whole; give the "
                "command again, which writes anew what was lost"
            )
        self.abandon()

    def abandon(self) -> None:
        """Leave the part as it is; the next start cuts off a row that is not whole."""
        self._part.close()
        self._notes.close()

    def _as_noted(self) -> Iterator[bytes]:
        """Yield the rows of the part up to the first that is not what was noted of it."""
        digest = hashlib.sha256(self.head)
        with _reading(self._part) as rows, _reading(self._notes, len(self.head)) as notes:
            for row, noted in zip(rows, notes, strict=False):
                digest.update(row)
                if noted != _line(digest):
                    break
                yield row

    def _sync(self) -> None:
        os.fsync(self._notes.fileno())
        os.fsync(self._part.fileno())
        self._synced = time.monotonic()


def _line(digest: Any) -> bytes:
    """Return a digest as it is noted."""
    return digest.hexdigest()[:_DIGEST].encode() + b"\n"


def _write(file: io.FileIO, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


def _reading(file: io.FileIO, start: int = 0) -> BinaryIO:
    """Return an open file as one to read, from a byte on, that can be closed by itself."""
    file.seek(start)
    return open(file.fileno(), "rb", closefd=False)


@contextmanager
def resumable_rows(
    path: Path,
    fingerprint: Mapping[str, Any],
    *,
    fresh: bool = False,
    unit: str = "rows",
    tell: Callable[[str], object] = lambda message: None,
    on_kept: Callable[[Row], object] = lambda row: None,
) -> Iterator[ResumableRows]:
    """Yield the rows of the output ``path``, which is there when the block ends well.

    Who calls it has the lock of the output. After an error, an interrupt included, the rows stay
    for the next run.

    Args:
        path: the output; one that is there already is replaced at the end.
        fingerprint: JSON values that are equal for two runs only if their rows are.
        fresh: start without the rows of an earlier run.
        unit: what a person calls the rows.
        tell: takes a line for the person.
        on_kept: takes each row of an earlier run, in order; one that it refuses with InputError is
            dropped, with all that follow.

    Raises:
        SettingError: what stands where its rows are kept is a link to something else.
        CitalignError: another program has changed the rows before the block ended.
        OSError: the folder cannot be written to.
    """
    target = path.resolve()
    part = target.with_name(f".{target.name}.part")
    notes = part.with_name(f"{part.name}.json")
    rows = ResumableRows(part, notes)
    try:
        wanted = json.loads(json.dumps(fingerprint))
        kept = json_object(rows.head)
        earlier = f"{path}: the {unit} of an earlier run are"
        if kept != wanted or fresh:
            if part.stat().st_size and not fresh:
                unknown = "it is not known how they were made"
                tell(f"{earlier} dropped: {unknown if kept is None else differences(kept, wanted)}")
            rows.clear(wanted)
        elif rows.keep(on_kept):
            tell(
                f"{earlier} not as they were written from number {rows.done + 1} on; these are "
                "made anew"
            )
        yield rows
        rows.close()
        part.replace(target)
    except BaseException as error:
        rows.abandon()
        if part.exists() and part.stat().st_size:
            if rows.count:
                tell(f"{rows.count} {unit} are kept; the same command goes on from there")
        else:
            part.unlink(missing_ok=True)
            notes.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno and error.filename is None:  # of writing
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
    notes.unlink(missing_ok=True)
    sync_folder(target.parent)
