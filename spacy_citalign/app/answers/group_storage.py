"""Groups in a file without a name, while they wait to be aligned."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, NamedTuple

from ..report.phrases import work_name
from .group_lines import GroupLine


class StoredGroups(NamedTuple):
    """Groups that are in a file, and not in memory.

    Attributes:
        file: their lines.
        names: what a person calls the work of each.
        size: bytes of the lines.
    """

    file: BinaryIO
    names: list[str]
    size: int


@contextmanager
def stored_groups(
    groups: Iterable[GroupLine], output: Path | None = None
) -> Iterator[StoredGroups]:
    """Write groups to a file without a name.

    Args:
        groups: the groups.
        output: the file is in its folder, which has room; None for that of temporary files.

    Raises:
        OSError: it cannot be written.
    """
    folder = None if output is None else output.resolve().parent
    with TemporaryFile(dir=folder) as file:
        try:
            names = _write_groups(file, groups)
        except OSError as error:
            with suppress(OSError):  # what is left in the buffer finds the disk full again
                file.close()
            raise OSError(error.errno, error.strerror, str(output or "")) from error
        size = file.tell()
        file.seek(0)
        yield StoredGroups(file, names, size)


def _write_groups(file: BinaryIO, groups: Iterable[GroupLine]) -> list[str]:
    """Write the lines of groups, and return what a person calls their works."""
    names = []
    for group in groups:
        names.append(work_name(group.cited))
        file.writelines(group.parts)
    file.flush()
    return names


def taken_out(groups: list[GroupLine]) -> Iterator[GroupLine]:
    """Yield the groups in order, each taken out of the list, so that it can leave the memory."""
    groups.reverse()
    while groups:
        yield groups.pop()
