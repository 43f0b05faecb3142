"""Numbers that a process shares with the one that started it, and that outlive it."""

import mmap
import struct
from pathlib import Path

_NUMBERS = struct.Struct("<QQd")


class Tally:
    """What a process has done, in a file of its own.

    Attributes:
        inputs: how many inputs were tried, seeds apart.
        accepted: how many of them were in order.
        seconds: from the first of them to the last.
    """

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(_NUMBERS.size))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _NUMBERS.size)
        self.inputs, self.accepted, self.seconds = _NUMBERS.unpack_from(self._map)

    def write(self) -> None:
        """Make the numbers known."""
        _NUMBERS.pack_into(self._map, 0, self.inputs, self.accepted, self.seconds)
