"""Jobs: the input and the output that a run is asked for, and its progress."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ...errors import InputError, SettingError
from ...inputs.chunks_of_input import Chunk, Source, Unreadable
from ...inputs.find import sources_of
from ...inputs.records import ARTICLES, STDIN, Reading
from .messages import say
from .outputs.batches import OutputFormat, RowBatch
from .outputs.parts import PartCounts
from .pool import usable_processors
from .shards import WHOLE, Shard
from .worker import BATCH_CHARACTERS

_SMALL = 500_000  # bytes of input that one process has done before others have begun
_MAX_NAMED = 100  # failed records that are named


@dataclass(frozen=True)
class Job:
    """What is to be annotated, and how.

    Attributes:
        sources: the input.
        output: the file or folder that is made.
        form: how the results are written.
        pipeline: name or folder of what annotates.
        n_process: worker processes; None takes one for a small input, else one a processor; 1 is
            this process, which a record may kill.
        batch_characters: of texts that go through the components together.
        fresh: whether what an interrupted run left is dropped.
        on_ray: whether a Ray cluster does the work.
        address: of a cluster that runs; None starts one on this machine.
        on_left_out: is told of each member of an archive that is of no kind that is read; on Ray,
            of none.
        shard: the part of the input that is annotated.
    """

    sources: Sequence[Source]
    output: Path
    form: OutputFormat
    pipeline: str
    n_process: int | None = None
    batch_characters: int = BATCH_CHARACTERS
    fresh: bool = False
    on_ray: bool = False
    address: str | None = None
    on_left_out: Callable[[Chunk], object] = lambda chunk: None
    shard: Shard = WHOLE

    @property
    def size(self) -> int | None:
        """Bytes of the input; None where they cannot be told."""
        sizes = [source.size for source in self.sources]
        return None if None in sizes else sum(size for size in sizes if size is not None)

    @property
    def share(self) -> int | None:
        """Bytes of the shard, about; None where they cannot be told."""
        return None if self.size is None else self.size // self.shard.count

    @property
    def processes(self) -> int:
        """Return how many worker processes there are."""
        if self.n_process is not None:
            return self.n_process
        return 1 if self.share is not None and self.share < _SMALL else usable_processors()


class RunProgress(Protocol):
    """Is told how far a run is."""

    def advance(self, size: int, records: int) -> None:
        """``size`` more bytes are done, ``records`` records in all."""

    def say(self, message: str) -> None:
        """Something went wrong."""

    def note(self, message: str) -> None:
        """Something is worth knowing."""


@dataclass
class Totals:
    """Records read so far, how many of them failed, and how many an earlier run had done."""

    read: int = 0
    failed: int = 0
    kept: int = 0

    def add(self, part: PartCounts | RowBatch, progress: RunProgress) -> None:
        """Count the records of a split, and name those that failed."""
        self.read += part.read
        before, self.failed = self.failed, self.failed + part.failed
        for problem in part.problems[: max(0, _MAX_NAMED - before)]:
            progress.say(problem)
        if before < _MAX_NAMED <= self.failed:
            progress.say("more records fail; the output has all of them, with their errors")
        progress.advance(part.size, self.read)

    def keep(self, row: dict[str, Any]) -> None:
        """Count a row that an earlier run wrote."""
        self.read += 1
        self.kept += 1
        self.failed += "error" in row


_SPLITS = 128
_MIN_SPLIT, _USUAL_SPLIT, _MAX_SPLIT = 256 << 10, 256 << 10, 8 << 20


def find_sources(
    paths: Sequence[Path],
    reading: Reading,
    *,
    leave_out: Iterable[Path] = (),
    on_left_out: Callable[[Chunk], object] = lambda chunk: None,
) -> list[Source]:
    """Return the sources of all inputs, in order, as ``sources_of``.

    Args:
        paths: files, folders, archives; ``-`` is standard input.
        reading: how they are read.
        leave_out: files and folders below these that are no input: what the run itself writes.
        on_left_out: is told of each file of a folder that is of no kind that is read.

    Raises:
        InputError: not one of the inputs can be read; each problem is said before.
        SettingError: standard input is given twice; Parquet is given without pyarrow.
    """
    if list(paths).count(STDIN) > 1:
        raise SettingError("standard input (-) can be read once only")
    sources = list(sources_of(paths, reading, leave_out, on_left_out))
    unreadable = [source for source in sources if isinstance(source, Unreadable)]
    if len(unreadable) == len(sources):
        for source in unreadable:
            say(f"{source.name}: {source.problem.reason}")
        raise InputError("no input file can be read")
    return sources


def split_bytes(sources: Iterable[Source]) -> int:
    """Return a size for the splits of a run: 128 of them, of 256 KiB to 8 MiB.

    Those of streams have 256 KiB.
    """
    total = 0
    for source in sources:
        if source.size is None:
            return _USUAL_SPLIT
        total += source.size
    return min(max(total // _SPLITS, _MIN_SPLIT), _MAX_SPLIT)


def may_hold_articles(source: Source) -> bool:
    """Return whether a source may hold articles, which come with their citations."""
    return not ARTICLES.isdisjoint(source.formats())
