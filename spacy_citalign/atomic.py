"""Atomic writes: files that appear under their name only when they are whole.

A file is written under a hidden name of its own beside the one it will have, and then renamed,
which replaces a file of that name. Of two processes that write the same file, also on a disk that
several machines share, the last one wins. A process that is killed in between leaves the hidden
file; ``stale_files`` finds these.
"""

import os
import platform
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

_HIDDEN = re.compile(r"\.(?P<name>.+)\.(?P<machine>\w+)-(?P<process>\d{1,9})-[0-9a-f]{8}\.new")
_MOST_MACHINE = 32  # characters of the machine's name in that of a hidden file
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
    of this machine left of it are removed.

    Raises:
        OSError: the folder cannot be written to, which is known before the block is entered. One of
            the block that names no other file is of writing, and gets the name ``path``.
    """
    target = path.resolve()
    with suppress(OSError):  # which is told where the file itself is made
        for hidden, name in stale_files(target.parent):
            if name == target.name and _is_of_the_dead(hidden):
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
    """Yield the hidden files in a folder, each with the name of the file that it was to become.

    They are of processes that were killed while they wrote, or that write now.
    """
    for entry in os.scandir(folder):
        match = _HIDDEN.fullmatch(entry.name)
        if match is not None and entry.is_file(follow_symlinks=False):
            yield Path(entry.path), match["name"]


def remove_stale_files(path: Path) -> None:
    """Remove the hidden files of processes that were killed while they wrote ``path``."""
    for hidden, name in stale_files(path.parent):
        if name == path.name:
            hidden.unlink(missing_ok=True)


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
    writer = f"{_machine()}-{os.getpid()}-{secrets.token_hex(4)}"
    hidden = target.with_name(f".{target.name}.{writer}.new")
    _open.add(hidden.name)
    try:
        hidden.touch(exist_ok=False)
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


def _machine() -> str:
    return re.sub(r"\W", "_", platform.node())[:_MOST_MACHINE] or "_"


def _is_of_the_dead(hidden: Path) -> bool:
    """Return whether a hidden file is of a process of this machine that is no more."""
    match = _HIDDEN.fullmatch(hidden.name)
    if match is None or match["machine"] != _machine() or hidden.name in _open:
        return False
    if os.name == "nt":  # where to ask for a process is to end it
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
