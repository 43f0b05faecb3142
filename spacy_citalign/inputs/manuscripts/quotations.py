"""Quotations in the words of a text: what stands between quotation marks."""

import re
from collections.abc import Iterable, Iterator

from .records import Quotation

LEAST_WORDS = 6
_MAX_LENGTH = 3_000  # characters
# A mark that may open stands before a word, one that may close behind one.
_MARK = re.compile(
    r"(?P<open>\u201c|(?<![^\s(\[\u2014\u2013])\"(?=[^\s\"]))|(?P<close>\u201d|\"(?!\w))"
)
_WORD = re.compile(r"\w[\w'\u2019-]*")


def quotations(text: str, paragraphs: Iterable[tuple[int, int]]) -> Iterator[Quotation]:
    """Yield what is quoted, without the marks, where it has six words or more.

    Args:
        text: of an article.
        paragraphs: half-open characters; a quotation ends in the one in which it begins.

    >>> text = 'They say "frogs sing all night long in spring" and "all night".'
    >>> [text[slice(*one)] for one in quotations(text, [(0, len(text))])]
    ['frogs sing all night long in spring']
    """
    for start, end in paragraphs:
        opened = -1
        for mark in _MARK.finditer(text, start, end):
            if opened < 0:
                opened = mark.end() if mark["open"] else -1
            elif mark["close"] or (mark[0] == '"' and mark["open"]):
                inside = text[opened : mark.start()]
                if mark["close"] and len(inside) <= _MAX_LENGTH and _is_long(inside):
                    yield Quotation(opened, mark.start())
                opened = mark.end() if mark["open"] else -1


def _is_long(text: str) -> bool:
    return (
        sum(1 for _ in zip(range(LEAST_WORDS), _WORD.finditer(text), strict=False)) == LEAST_WORDS
    )
