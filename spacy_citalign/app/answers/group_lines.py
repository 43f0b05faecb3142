"""Groups of citances as lines of a file: their parts are passed on, and not looked into."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO, NamedTuple

from ...answer_rows import whole_characters
from ...row_files import json_line
from ...schema import CitanceGroup, CitedWork
from ..report.phrases import work_name

CITANCE_END = b"}"  # a part of its own


class GroupLine(NamedTuple):
    """A group of citances, as a line of a file.

    Attributes:
        cited: the cited work.
        articles: of how many articles the citances are.
        citances: how many there are.
        parts: of the line.
    """

    cited: CitedWork
    articles: int
    citances: int
    parts: Sequence[bytes]

    @property
    def line(self) -> bytes:
        """Return the line."""
        return b"".join(self.parts)

    def group(self) -> CitanceGroup:
        """Return the group."""
        return CitanceGroup.model_validate_json(self.line)


def group_line(group: CitanceGroup) -> GroupLine:
    """Return a group as a line; one that is aligned is a row, with all that it has.

    Raises:
        InputError: it cannot be written again.
    """
    if not is_aligned(group):
        known = {} if group.subjects is None else {"subjects": group.subjects}
        group = CitanceGroup(cited=group.cited, citances=group.citances, **known)
    line = whole_characters(json_line(group)).encode()
    return GroupLine(group.cited, group.count_articles(), len(group.citances), [line])


def is_aligned(group: CitanceGroup) -> bool:
    """Return whether a group that was read came aligned."""
    return "expected_ama" in (group.model_extra or {})


def line_of_parts(
    cited: Mapping[str, Any], key: str, citances: Iterable[tuple[bytes, bytes]], articles: int
) -> GroupLine:
    """Return the line of a group.

    Args:
        cited: what is known of the cited work.
        key: its name.
        citances: the record of each, without ``article`` and the last brace, and its article's.
        articles: of how many articles they are.
    """
    work = CitedWork(**{**cited, "key": key})
    parts = [b'{"cited": ', json_line(work).rstrip().encode(), b', "citances": [']
    count = 0
    for count, (line, about) in enumerate(citances, start=1):  # noqa: B007
        parts += [line, *([b', "article": ', about] if about else []), CITANCE_END, b", "]
    parts[-1] = b"]}\n"
    return GroupLine(work, articles, count, parts)


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
    """Write the lines of groups, and return what a person calls their works; hold no group."""
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
