"""Shards of an input: n parts that as many runs, on machines that know nothing of each other, read.

Shard i has the splits that begin in the i-th n-th of the input's bytes. So shards are disjoint,
every split is in one, and their outputs one after the other are the output of a run without shards.
All of them must see the same input.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...errors import SettingError
from ...inputs.chunks_of_input import Source, Split

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

    def has(self, position: int, total: int) -> bool:
        """Return whether what begins at a byte, counted from 0, of ``total`` bytes is in it."""
        return self._of(position, total) == self.number

    def may_begin_in(self, start: int, end: int, total: int) -> bool:
        """Return whether something that begins at a byte of a range may be in it."""
        return self._of(start, total) <= self.number <= self._of(max(start, end - 1), total)

    def is_past(self, position: int, total: int) -> bool:
        """Return whether what begins at a byte, and all that follows, is in later shards."""
        return self._of(position, total) > self.number

    def _of(self, position: int, total: int) -> int:
        """Return the number of the shard of a byte; the first has all where there are no bytes."""
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
        splits = source.splits(most_bytes) if shard.may_begin_in(start, end, total) else iter(())
        for index, split in enumerate(splits):
            if shard.is_past(position, total):
                break
            if shard.has(position, total):
                yield number, index, split
            position = max(start, min(position + split.size, end - 1))
        start = end
