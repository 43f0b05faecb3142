"""A lock that lets one process write a file, and that ends with the process however it ends.

Where the system has locks of files, the lock goes with the process. On disks of a network that have
none, a file names the process that made it; one whose process is gone is taken over.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import BaseFileLock, FileLock, SoftFileLock, Timeout

from ..atomic import check_own
from ..errors import SettingError

_NO_LOCKS = {errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK}
_SECONDS = 0.2  # within which a lock is asked for anew that was just deleted


def lock_path(output: Path) -> Path:
    """Return where the lock of an output is: in a folder, or beside a file."""
    output = output.resolve()
    if output.is_dir():
        return output / ".lock"
    return output.with_name(f".{output.name}.part.lock")


@contextmanager
def only_writer(output: Path, lock: Path | None = None) -> Iterator[None]:
    """Hold the lock of an output, a file that is deleted afterwards.

    Args:
        output: what errors name.
        lock: the file; None for that of the output.

    Raises:
        SettingError: another process holds it, or it is a link to something else.
        OSError: it cannot be made.
    """
    holder = _held(output, lock or lock_path(output))
    try:
        yield
    finally:
        if os.name != "nt":  # which deletes no file that is open; there it goes with the release
            # Whoever has opened it by now sees that it is gone, and asks for another one.
            Path(holder.lock_file).unlink(missing_ok=True)
        holder.release()


def _held(output: Path, lock: Path) -> BaseFileLock:
    """Return the lock, which is held."""
    busy = f"another process is writing {output}; wait until it has ended, or choose another output"
    lock.parent.stat()  # the lock would make a folder that is not there
    check_own(lock)
    holder: BaseFileLock = FileLock(lock, thread_local=False, fallback_to_soft=False)
    try:
        try:
            holder.acquire(timeout=_SECONDS)
        except OSError as error:  # a timeout is one, too
            if error.errno not in _NO_LOCKS:
                raise
            lock.unlink(missing_ok=True)
            claim = lock.with_name(f"{lock.name}.pid").resolve()
            busy += f". If that process is gone, delete {claim}"
            holder = SoftFileLock(claim, thread_local=False)
            holder.acquire(timeout=_SECONDS)
    except Timeout:
        raise SettingError(busy) from None
    return holder
