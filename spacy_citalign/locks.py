"""Locks on open files that end with the process that holds them, however it ends.

They are those of ``flock``, which the kernel keeps: whoever asks from another container of the
machine is answered rightly, whatever numbers and host names the processes there have. Windows has
none, nor have some disks of a network.
"""

import errno
import importlib
import importlib.util
import os
from pathlib import Path
from types import ModuleType

_fcntl: ModuleType | None = (
    importlib.import_module("fcntl") if importlib.util.find_spec("fcntl") else None
)
_HELD = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES}
_NO_LOCKS = {errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK}
_kept: set[int] = set()  # descriptors whose locks this process holds, or has inherited


def try_lock(descriptor: int) -> bool | None:
    """Lock an open file, without waiting; return whether it is so now, None where no file can be.

    Raises:
        OSError: the system fails at it.
    """
    if _fcntl is None:
        return None
    try:
        _fcntl.flock(descriptor, _fcntl.LOCK_EX | _fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _NO_LOCKS:
            return None
        if error.errno in _HELD:
            return False
        raise
    return True


def keep(descriptor: int) -> None:
    """Note a descriptor that holds a lock, so that forked processes can close it."""
    _kept.add(descriptor)


def release(descriptor: int) -> None:
    """Close a descriptor, and so free its lock."""
    _kept.discard(descriptor)
    os.close(descriptor)


def leave_inherited_locks() -> None:
    """In a process that was forked: let the locks be those of the parent alone.

    Else they would be held as long as this process lives.
    """
    while _kept:
        os.close(_kept.pop())


def remove_unheld(path: Path) -> bool | None:
    """Delete a file whose lock no process holds; return whether, None where nobody can know.

    The lock is taken for it, so nobody else can have just taken it.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    except FileNotFoundError:
        return False
    except OSError:  # of another user
        return None
    try:
        locked = try_lock(descriptor)
        if locked:
            path.unlink(missing_ok=True)
        return locked
    finally:
        os.close(descriptor)


def is_at(descriptor: int, path: Path) -> bool:
    """Return whether an open file is still the one of that name."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
