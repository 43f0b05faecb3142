"""Small files that are there whole or not at all, also on a disk that several machines share.

A file is written under a hidden name of its own, seen to be on the disk and then given its name,
which replaces one that has it. A process that is killed in between leaves a hidden file;
``left_overs`` finds these.
"""

import os
import platform
import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_SUFFIX = ".new"
_HIDDEN = re.compile(r"\.(?P<name>.+)\.\w+-\d+-[0-9a-f]{8}\.new")


def write_whole(path: Path, data: bytes | memoryview) -> None:
    """Write ``data`` to the file of that name; of two processes that do, the last one wins.

    Raises OSError where it cannot be written; then nothing is left of it.
    """
    machine = re.sub(r"\W", "_", platform.node())[:32] or "_"
    own = f"{machine}-{os.getpid()}-{secrets.token_hex(4)}"
    hidden = path.with_name(f".{path.name}.{own}{_SUFFIX}")
    try:
        with hidden.open("xb") as handle:
            handle.write(data)
            handle.flush()
            os.fsync(handle.fileno())
        hidden.replace(path)
    except BaseException as error:
        with suppress(OSError):
            hidden.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
    sync_folder(path.parent)


def left_overs(folder: Path) -> Iterator[tuple[Path, str]]:
    """The hidden files of processes that ended while they wrote, or write now, and what of."""
    for entry in os.scandir(folder):
        if (found := _HIDDEN.fullmatch(entry.name)) and entry.is_file(follow_symlinks=False):
            yield Path(entry.path), found["name"]


def sync_folder(folder: Path) -> None:
    """See that new names are on the disk, where the system can do that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
