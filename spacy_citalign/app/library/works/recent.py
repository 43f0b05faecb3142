"""What was read of a library a short while ago."""

from collections import OrderedDict
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(OrderedDict[Key, Value]):
    """Keeps the values that came last.

    Args:
        size: so many of them.
    """

    def __init__(self, size: int) -> None:
        super().__init__()
        self._size = size

    def __setitem__(self, key: Key, value: Value) -> None:
        """Keep a value in place of the oldest."""
        super().__setitem__(key, value)
        if len(self) > self._size:
            self.popitem(last=False)
