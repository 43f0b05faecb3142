"""Mentions of a text, looked up by their characters."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import islice

from .records import GeneMention


class Marked:
    """Mentions, ascending and none overlapping."""

    def __init__(self, mentions: Sequence[GeneMention]):
        self.mentions = mentions
        self.ends = [mention.end_char for mention in mentions]

    def within(self, start: int, end: int) -> list[GeneMention]:
        """Return those that share a character with a span."""
        found = []
        for mention in islice(self.mentions, bisect_right(self.ends, start), None):
            if mention.start_char >= end:
                break
            found.append(mention)
        return found

    def touches(self, start: int, end: int) -> bool:
        """Return whether one shares a character with a span."""
        return bool(self.within(start, end))
