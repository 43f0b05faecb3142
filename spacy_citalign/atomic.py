"""Atomic writes: files that appear under their name only when they are whole.

A file is written under a hidden name of its own beside the one it will have, and then renamed,
which replaces a file of that name. Of two processes that write the same file, also on a disk that
several machines share, the last one wins. A process that is killed in between leaves the hidden
file; ``stale_files`` finds these. The writer holds a lock on it, so that others can tell what is
left over from what is written now; where there are no locks, they go by the number of the process.
"""

import errno
import importlib
import importlib.util
import os
import platform
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from stat import S_ISREG
from types import ModuleType
from typing import TextIO

from .errors import SettingError

# Windows has no ``flock``, nor have some disks of a network.
fcntl: ModuleType | None = (
    importlib.import_module("fcntl") if importlib.util.find_spec("fcntl") else None
)
_HELD = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES}
_NO_LOCKS = {errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK}
_locked: set[int] = set()  # descriptors whose locks this process holds

# The file that it will be, who writes it, where known in which run of the system's kernel.
_HIDDEN = re.compile(
    r"\.(?P<name>.+)\.(?P<machine>\w+)-(?:(?P<boot>[0-9a-f]{8})-)?(?P<process>\d{1,9})"
    r"-[0-9a-f]{8}\.new"
)
_LONGEST = ".manifest.json"  # that is put behind the name of an output
_MAX_MACHINE = 32  # characters of the machine's name in that of a hidden file
_open: set[str] = set()  # names of the hidden files that this process writes


def atomic_write(path: Path, data: bytes | memoryview, *, durable: bool = False) -> None:
    """Write ``data`` to a file; a link of that name is replaced.

    Args:
        path: the file.
        data: its content.
        durable: see to it that the file is on the disk before this returns.

    Raises:
        OSError: the file cannot be written; then nothing is left of it.
    """
    with _hidden_file(path, path) as hidden, hidden.open("wb") as handle:
        handle.write(data)
        if durable:
            handle.flush()
            os.fsync(handle.fileno())
    if durable:
        sync_folder(path.parent)


@contextmanager
def atomic_output(path: Path) -> Iterator[Path]:
    """Yield a path to write to, which becomes ``path`` at the end and is deleted on an error.

    Where ``path`` is a link, the file that it leads to is written. Hidden files that dead processes
    of this machine left of it, in whatever container, are removed.

    Raises:
        OSError: the folder cannot be written to, which is known before the block is entered. One of
            the block that names no other file is of writing, and gets the name ``path``.
    """
    target = path.resolve()
    with suppress(OSError):  # which is told where the file itself is made
        for hidden, match in _hidden_files(target.parent):
            of_target = match["name"] == target.name and _is_of_here(match)
            if of_target and remove_unheld(hidden) is None and _is_of_no_process(match):
                hidden.unlink(missing_ok=True)
    with _hidden_file(target, path) as hidden:
        yield hidden


@contextmanager
def atomic_text(path: Path) -> Iterator[TextIO]:
    """Yield a file open for writing text in UTF-8, which is ``path`` at the end.

    Raises:
        OSError: as in ``atomic_output``.
    """
    with atomic_output(path) as hidden, hidden.open("w", encoding="utf-8", newline="\n") as file:
        yield file


def stale_files(folder: Path) -> Iterator[tuple[Path, str]]:
    """Return the hidden files in a folder, each with the name of the file that it was to become.

    They are of processes that were killed while they wrote, or that write now.
    """
    return ((hidden, match["name"]) for hidden, match in _hidden_files(folder))


def _hidden_files(folder: Path) -> Iterator[tuple[Path, re.Match[str]]]:
    for entry in os.scandir(folder):
        match = _HIDDEN.fullmatch(entry.name)
        if match is not None and entry.is_file(follow_symlinks=False):
            yield Path(entry.path), match


def remove_stale_files(path: Path) -> None:
    """Remove the hidden files of ``path`` that no process is known to write."""
    for hidden, name in stale_files(path.parent):
        if name == path.name and remove_unheld(hidden) is None:
            hidden.unlink(missing_ok=True)


def check_can_be_made(path: Path) -> None:
    """See that the hidden files beside ``path`` can be made, whose names are longer than its own.

    Raises:
        SettingError: its name is too long for that.
        OSError: no file can be made there.
    """
    target = path.resolve()
    hidden = _hidden_name(target.with_name(f"{target.name}{_LONGEST}"))
    try:
        os.close(os.open(hidden, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise SettingError(
                f"the name of the output {path} is too long, {len(os.fsencode(target.name))} "
                "bytes, for files of longer names are beside it until it is whole; give it a "
                "shorter one"
            ) from error
        raise OSError(error.errno, error.strerror, str(path)) from error
    hidden.unlink(missing_ok=True)


def own_file(path: str, flags: int) -> int:
    """Open a hidden file beside an output, as the ``opener`` of ``open``.

    Raises:
        SettingError: as ``check_own``.
    """
    check_own(Path(path))
    descriptor = os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)
    try:
        _check_status(path, os.fstat(descriptor))
    except SettingError:
        os.close(descriptor)
        raise
    return descriptor


def check_own(hidden: Path) -> None:
    """See that a hidden file is not there, or is a file by itself, and not another one by a link.

    Raises:
        SettingError: what is there is not ours to write to.
    """
    with suppress(FileNotFoundError):
        _check_status(hidden, os.lstat(hidden))


def _check_status(path: Path | str, status: os.stat_result) -> None:
    if not S_ISREG(status.st_mode) or status.st_nlink > 1:
        raise SettingError(
            f"{path}, where an output is kept until it is whole, is a link, or a second name of "
            "another file, or no file; delete it, or choose another output"
        )


def sync_folder(folder: Path) -> None:
    """See to it that new names in a folder are on the disk, where the system can do that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _hidden_file(target: Path, path: Path) -> Iterator[Path]:
    """Yield a new hidden file beside ``target``, which it becomes; errors name it ``path``."""
    hidden, holder = _hidden_name(target), None
    _open.add(hidden.name)
    try:
        holder = _locked_file(hidden)
        yield hidden
        hidden.replace(target)
    except BaseException as error:  # an interrupt, too
        with suppress(OSError):
            hidden.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno and error.filename in (None, str(hidden)):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
    finally:
        _open.discard(hidden.name)
        if holder is not None:
            _release(holder)


def _hidden_name(target: Path) -> Path:
    """Return a new hidden file beside ``target``."""
    writer = f"{_machine()}-{_boot()}{os.getpid()}-{secrets.token_hex(4)}"
    return target.with_name(f".{target.name}.{writer}.new")


def _locked_file(hidden: Path) -> int | None:
    """Make a new file; return the descriptor that holds its lock, None where there are no locks."""
    while True:
        descriptor = os.open(hidden, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666)
        _locked.add(descriptor)
        try:
            locked = _try_lock(descriptor)
        except BaseException:
            _release(descriptor)
            raise
        if locked and os.fstat(descriptor).st_nlink:
            return descriptor
        _release(descriptor)
        if locked is None:
            return None
        # Somebody took it for one of the dead before it was locked, and deletes it.
        hidden.unlink(missing_ok=True)


def _try_lock(descriptor: int) -> bool | None:
    """Lock an open file, without waiting; return whether it is so now, None where no file can be.

    The kernel keeps these locks: whoever asks from another container of the machine is answered
    rightly, whatever numbers and host names the processes there have.
    """
    if fcntl is None:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _NO_LOCKS:
            return None
        if error.errno in _HELD:
            return False
        raise
    return True


def _release(descriptor: int) -> None:
    """Close a descriptor, and so free its lock."""
    if descriptor in _locked:
        _locked.discard(descriptor)
        os.close(descriptor)


def _close_inherited() -> None:
    """In a process that was forked: let the locks be those of the parent alone.

    Else they would be held as long as this process lives.
    """
    while _locked:
        os.close(_locked.pop())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_inherited)


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
        locked = _try_lock(descriptor)
        if locked:
            path.unlink(missing_ok=True)
        return locked
    finally:
        os.close(descriptor)


def _machine() -> str:
    return re.sub(r"\W", "_", platform.node())[:_MAX_MACHINE] or "_"


@cache
def _boot() -> str:
    """Return what all containers of a machine share until it starts anew; "" if unknown."""
    with suppress(OSError, UnicodeDecodeError):
        text = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii")
        if re.fullmatch(r"[0-9a-f]{8}", text[:8]):
            return f"{text[:8]}-"
    return ""


def _is_of_here(match: re.Match[str]) -> bool:
    """Return whether another writer of this machine made a hidden file, so that locks tell."""
    is_here = match["machine"] == _machine() or (_boot() and f"{match['boot']}-" == _boot())
    return bool(is_here) and match[0] not in _open


def _is_of_no_process(match: re.Match[str]) -> bool:
    """Return whether the process that made a hidden file is no more, where there are no locks."""
    # On Windows to ask for a process is to end it.
    if match["machine"] != _machine() or os.name == "nt":
        return False
    process = int(match["process"])
    if process == os.getpid():  # in a container each start has the same number
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        pass
    return False
