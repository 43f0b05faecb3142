"""A lock that lets one process write a file, and that ends with the process however it ends.

Where the system has ``flock``, the lock goes with the process. Elsewhere, and on disks of a network
that have no locks, a file names the process that made it; one whose process is gone is taken over.
"""

import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ....errors import SettingError
from ....locks import is_at, keep, release, try_lock

_MOST_DIGITS = 18  # of the number of a process
_claims: set[Path] = set()  # files that name this process, and rightly


def lock_path(output: Path) -> Path:
    """Return where the lock of an output is: in a folder, or beside a file."""
    output = output.resolve()
    if output.is_dir():
        return output / ".lock"
    return output.with_name(f".{output.name}.part.lock")


@contextmanager
def only_writer(output: Path, lock: Path) -> Iterator[None]:
    """Hold ``lock``, a file that is deleted afterwards; ``output`` is what errors name.

    Raises:
        SettingError: another process holds it, OSError where it cannot be made.
    """
    descriptor = _locked(output, lock)
    if descriptor is None:
        lock = lock.with_name(f"{lock.name}.pid").resolve()
        descriptor = _claimed(output, lock)
        _claims.add(lock)
    keep(descriptor)
    try:
        yield
    finally:
        _claims.discard(lock)
        if os.name == "nt":  # which deletes no file that is open
            release(descriptor)
            lock.unlink(missing_ok=True)
        else:
            lock.unlink(missing_ok=True)
            release(descriptor)


def _locked(output: Path, lock: Path) -> int | None:
    """Return the descriptor of ``lock`` under a flock, None where there is no such thing."""
    while True:
        descriptor = os.open(lock, os.O_CREAT | os.O_RDWR, 0o666)
        try:
            locked = try_lock(descriptor)
            if locked and is_at(descriptor, lock):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
        if locked is None:
            lock.unlink(missing_ok=True)
            return None
        if not locked:
            raise SettingError(_busy(output))
        # the process before us has just deleted it


def _claimed(output: Path, lock: Path) -> int:
    """Return the descriptor of a new file that names this process."""
    writer = f"{os.getpid()} {platform.node()}"
    try:
        descriptor = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666)
    except FileExistsError:
        advice = f"{_busy(output)}. If that process is gone, delete {lock}"
        if os.name != "nt" and _lives(lock):
            raise SettingError(advice) from None
        try:
            lock.unlink(missing_ok=True)
            descriptor = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666)
        except (PermissionError, FileExistsError) as error:  # open elsewhere, on Windows; or raced
            raise SettingError(advice) from error
    os.write(descriptor, writer.encode())
    return descriptor


def _lives(lock: Path) -> bool:
    """Return whether the process that a lock file names may still run."""
    number, _, machine = lock.read_text(encoding="utf-8", errors="replace").partition(" ")
    if machine != platform.node() or not number.isdecimal() or len(number) > _MOST_DIGITS:
        return True
    if int(number) == os.getpid():  # in a container each start has the same number
        return lock in _claims
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _busy(output: Path) -> str:
    return f"another process is writing {output}; wait until it has ended, or choose another output"
