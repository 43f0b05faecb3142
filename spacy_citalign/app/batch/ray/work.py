"""The work of a Ray cluster's nodes for a run: they cut sources into splits and annotate these.

Splits and results travel pickled, in a column of bytes: they are objects of ours, and come from no
other place than this run. An error travels as a result, too; it ends the run.
"""

import os
import pickle
import platform
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ....errors import CitalignError, SettingError, described, one_line
from ..outputs.manifest import MANIFEST, read_manifest
from ..outputs.parts import PartCounts, part_name
from ..worker import AnnotationWork, Annotator, Task

if TYPE_CHECKING:
    import pyarrow as pa

SOURCE = "source"
TASK = "task"
RESULT = "result"

Row = dict[str, list[bytes]]
Result = tuple[str, PartCounts]


def packed(column: str, value: object) -> Row:
    """Return a row with a value."""
    return {column: [pickle.dumps(value)]}


def unpacked(rows: "pa.Table", column: str) -> list[Any]:
    """Return the values of rows."""
    values = rows.column(column).to_pylist()
    return [pickle.loads(value) for value in values]  # noqa: S301 - made by packed above


class Disk(NamedTuple):
    """What all nodes must see.

    Attributes:
        folder: where names of files begin, unless they are whole paths.
        probes: files of the input.
    """

    folder: str
    probes: tuple[str, ...]

    def enter(self) -> None:
        """Make this process use the folder.

        Raises:
            SettingError: the disk is not seen.
        """
        try:
            os.chdir(self.folder)
        except OSError as error:
            raise SettingError(_unseen("working folder", self.folder)) from error
        for path in self.probes:
            if not os.path.exists(path):
                raise SettingError(_unseen("input", path))


def planned(rows: "pa.Table", disk: Disk, most_bytes: int, done: frozenset[str]) -> Iterator[Row]:
    """Yield a row for each split of the sources, but for those whose part is in ``done``.

    Ray may plan a source again, where a node was lost, and then wants the same rows. So what is
    left out must not depend on which parts there are by now.
    """
    for number, source in unpacked(rows, SOURCE):
        try:
            disk.enter()
            for index, split in enumerate(source.splits(most_bytes)):
                name = part_name(number, index)
                if name not in done:
                    yield packed(TASK, Task(name, split))
        except Exception as error:  # of whatever kind, it ends the run in one line
            yield packed(TASK, _here(error))


class SplitAnnotator:
    """A process of the cluster that annotates splits and writes their parts.

    Args:
        work: what is to be done.
        disk: where the input is.
    """

    def __init__(self, work: AnnotationWork, disk: Disk) -> None:
        from threadpoolctl import threadpool_limits

        threadpool_limits(1)  # as many processes as processors, and none of them wants more
        self._error: Exception | None = None
        try:
            disk.enter()
            _check_output(work)
            self._annotator = Annotator(work)
        except Exception as error:
            self._error = _here(error)

    def __call__(self, rows: "pa.Table") -> Row:
        """Return a row with name and counts of the part, or with the error that ends the run."""
        (task,) = unpacked(rows, TASK)
        error = task if isinstance(task, Exception) else self._error
        if error is not None:
            return packed(RESULT, error)
        try:
            return packed(RESULT, (task.name, self._annotator.do(task)))
        except Exception as problem:
            return packed(RESULT, _here(problem))


def _check_output(work: AnnotationWork) -> None:
    """Raise SettingError where this node does not see the output folder of this run."""
    manifest = read_manifest(work.folder / MANIFEST)
    if manifest is None or manifest["run"] != work.run:
        raise SettingError(_unseen("output folder", work.folder))


def _unseen(what: str, path: object) -> str:
    return f"the {what} {path} is not to be seen there; give one on a disk that all nodes share"


def _here(error: Exception) -> Exception:
    """Return the error with the name of this node, in a form that any process can read."""
    node = f"on the node {platform.node()}"
    if isinstance(error, OSError):
        return OSError(error.errno, f"{error.strerror or one_line(error)} ({node})", error.filename)
    kind = SettingError if isinstance(error, SettingError) else CitalignError
    return kind(f"{node}: {described(error)}")
