"""What cannot be read is a record with an error, so that nothing is lost without a word."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...errors import one_line
from ..records import Record, failed
from ..splits import Split


def without_name(error: Exception, name: str) -> str:
    """The message of an error on one line, without the name that it begins with.

    >>> without_name(ValueError("a.xml, line 3: odd"), "a.xml")
    'line 3: odd'
    """
    message = one_line(error)
    rest = message.removeprefix(name)
    if rest == message or rest[:1] not in {" ", ":", ","}:
        return message
    return rest.lstrip(" :,")


@dataclass(frozen=True, slots=True)
class Failure:
    """A split that is one record with an error."""

    source: str
    error: str
    size: int = 0

    def records(self) -> Iterator[Record]:
        """The record."""
        yield failed(self.source, self.error, self.size)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A source of which it is known beforehand that it cannot be read."""

    name: str
    error: str
    size: int = 0

    def identity(self) -> list[Any]:
        """Its name and the reason."""
        return ["unreadable", self.name, self.error]

    def splits(self, most_bytes: int) -> Iterator[Split]:
        """The one that says why."""
        yield Failure(self.name, self.error)
