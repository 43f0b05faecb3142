"""Jobs: the input and the output that a run is asked for, and its progress."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ...errors import InputError, SettingError
from ...inputs.records import STDIN, Reading
from ...inputs.sources.chunks_of_input import Chunk, Source, Split, Unreadable
from ...inputs.sources.find import sources_of
from ..processes import process_count
from .outputs.batches import OutputFormat, RowBatch
from .outputs.parts import PartCounts
from .worker import BATCH_CHARACTERS

_MAX = 1_000_000


@dataclass(frozen=True)
class Shard:
    """One of ``count`` shards; ``number`` is from 1."""

    number: int
    count: int

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    @classmethod
    def parse(cls, text: str) -> "Shard":
        """Return the shard that is written as "i/n".

        >>> Shard.parse("2/16")
        Shard(number=2, count=16)

        Raises:
            SettingError: it is written otherwise, or is none of 1/n to n/n.
        """
        match = re.fullmatch(r"([0-9]{1,7})/([0-9]{1,7})", text.strip())
        if match is None:
            raise SettingError(
                f"--shard is {text!r}; give number and count, such as 2/16, the second of sixteen"
            )
        shard = cls(int(match[1]), int(match[2]))
        if not 1 <= shard.number <= shard.count <= _MAX:
            count = min(max(shard.count, 1), _MAX)
            raise SettingError(
                f"--shard is {text.strip()}; shards are counted from 1: give 1/{count} to "
                f"{count}/{count}, of {_MAX:,} shards at most"
            )
        return shard

    def of(self, position: int, total: int) -> int:
        """Return the number of the shard that has what begins at a byte, counted from 0.

        Args:
            position: the byte.
            total: bytes of all; where there are none, the first shard has all.
        """
        return min(position * self.count // max(total, 1), self.count - 1) + 1


WHOLE = Shard(1, 1)


def shard_splits(
    sources: Sequence[Source], most_bytes: int, shard: Shard = WHOLE
) -> Iterator[tuple[int, int, Split]]:
    """Yield the splits of a shard, each with the numbers of its source and of it in the source.

    The splits are those of a run without shards. Sizes of packed sources are guesses: their splits
    keep within the bytes that the source was taken for.

    Args:
        sources: all of the input; with shards their sizes are known.
        most_bytes: the size of a split.
        shard: which of them.
    """
    total = sum(source.size or 0 for source in sources)
    start = 0
    for number, source in enumerate(sources):
        end = start + (source.size or 0)
        position = start
        if shard.of(start, total) <= shard.number <= shard.of(max(start, end - 1), total):
            for index, split in enumerate(source.splits(most_bytes)):
                if (begins_in := shard.of(position, total)) > shard.number:
                    break
                if begins_in == shard.number:
                    yield number, index, split
                position = max(start, min(position + split.size, end - 1))
        start = end


SMALL = 500_000  # bytes of input that one process has done before others have begun
_MAX_NAMED = 100  # failed records that are named
_SPLITS = 128
MIN_SPLIT, MAX_SPLIT = 256 << 10, 8 << 20


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
        on_left_out: is told of each member of an archive that is of no kind that is read.
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
        return None if None in sizes else sum(size or 0 for size in sizes)

    @property
    def share(self) -> int | None:
        """Bytes of the shard, about; None where they cannot be told."""
        return None if self.size is None else self.size // self.shard.count

    @property
    def processes(self) -> int:
        """Return how many worker processes there are."""
        size = SMALL if self.share is None else self.share
        return process_count(self.n_process, size, least=SMALL)


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


def find_sources(
    paths: Sequence[Path],
    reading: Reading,
    *,
    leave_out: Iterable[Path] = (),
    on_left_out: Callable[[Chunk], object] = lambda chunk: None,
    tell: Callable[[str], object] = lambda message: None,
) -> list[Source]:
    """Return the sources of all inputs, in order, as ``sources_of``.

    Args:
        paths: files, folders, archives; ``-`` is standard input.
        reading: how they are read.
        leave_out: files and folders below these that are no input: what the run itself writes.
        on_left_out: is told of each file of a folder that is of no kind that is read.
        tell: takes a line for the person, on each input where none can be read.

    Raises:
        InputError: not one of the inputs can be read.
        SettingError: standard input is given twice; Parquet is given without pyarrow.
    """
    if list(paths).count(STDIN) > 1:
        raise SettingError("standard input (-) can be read once only")
    sources = list(sources_of(paths, reading, leave_out, on_left_out))
    unreadable = [source for source in sources if isinstance(source, Unreadable)]
    if len(unreadable) == len(sources):
        for source in unreadable:
            tell(f"{source.name}: {source.problem.reason}")
        raise InputError("no input file can be read")
    return sources


def split_bytes(size: int | None) -> int:
    """Return a size for the splits of an input: 128 of them, of 256 KiB to 8 MiB.

    Those of streams, whose size is not known, have 256 KiB.
    """
    return min(max((size or 0) // _SPLITS, MIN_SPLIT), MAX_SPLIT)
