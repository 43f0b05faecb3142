"""Pieces of long texts that are tagged as one sequence each."""

import re
from collections.abc import Iterator

# A full stop after a word of two letters or more, then blanks, then a capital; or an empty line.
_BREAK = re.compile(r"(?<=[^\W_]{2}[.!?])\s+(?=[^\W\d_a-z])|\n\s*\n")


def split_pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield half-open character spans that cover ``text`` up to white space, in order.

    For texts without sentence boundaries: it cuts where a phrase can hardly run on, so that a title
    does not run into its abstract and an article is not one sequence of 10,000 tokens.

    >>> list(split_pieces("It binds Grb2. Sos1 does not."))
    [(0, 14), (15, 29)]
    """
    start = 0
    for gap in _BREAK.finditer(text):
        if start < gap.start():
            yield start, gap.start()
        start = gap.end()
    if start < len(text):
        yield start, len(text)
