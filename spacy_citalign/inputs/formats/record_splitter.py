"""Cuts: what formats with many records in a file are cut into, wherever the bytes come from."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cut:
    """Some whole records of a content, or what is wrong with it there.

    Attributes:
        content: the bytes, from the byte ``start`` of the content on.
        size: how many bytes they are; of what is too large to be held, too.
        start: where they begin.
        first: the number of the first record, from 1; 0 for a problem of the whole content.
        head: what is read before the bytes, such as an XML declaration.
        problem: why there are no records, "" where there are.
    """

    content: bytes
    size: int
    start: int = 0
    first: int = 0
    head: bytes = b""
    problem: str = ""


def problem_cut(problem: str, *, size: int = 0, first: int = 0) -> Cut:
    """Return the cut that says what is wrong."""
    return Cut(b"", size, first=first, problem=problem)
