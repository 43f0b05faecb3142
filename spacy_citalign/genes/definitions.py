"""Short forms that a text defines, "long form (short form)", and what they are short for.

A gene that is defined so is named by both forms; a disease is, too, and its short form looks like a
symbol of a gene. Which of them it is says the last word of the long form: "Duchenne muscular
dystrophy (DMD)", "retinitis pigmentosa (RP)", "GH insensitivity (GHI)". Genes are called after
diseases, so that "the DMD gene" stays one.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from ..words.data_files import read_words

SHORT_FORM = re.compile(r"\(\s*([A-Za-z][A-Za-z0-9/-]{1,9})\s*[);,]")
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_WINDOW = 120  # characters before the parenthesis
_LONGEST = 8  # words of a long form
_TYPE = re.compile(
    r"(?:,\s[A-Z][a-z]{1,15})?\s(?:type|form|subtype)s?(?:\s(?:\d{1,2}[A-Za-z]?|[IVX]{1,4}[a-z]?))?\s*$"
)


class Definition(NamedTuple):
    """A short form in parentheses behind its long form: half-open characters.

    Attributes:
        start, end: of the long form.
        last: where its last word ends, but for "type 2" and numbers.
        short_start, short_end: of the short form.
        head: the last word of the long form, in small letters, behind its last hyphen.
    """

    start: int
    end: int
    last: int
    short_start: int
    short_end: int
    head: str


@lru_cache(maxsize=1)  # several rules ask in turn
def definitions(text: str) -> tuple[Definition, ...]:
    """Return the definitions of a text in order.

    >>> text = "Duchenne muscular dystrophy (DMD)"
    >>> [(text[one.start : one.end], one.head) for one in definitions(text)]
    [('Duchenne muscular dystrophy', 'dystrophy')]
    """
    found = []
    for match in SHORT_FORM.finditer(text):
        first = max(0, match.start() - _WINDOW)
        kind = _TYPE.search(text, first, match.start())
        last = match.start() if kind is None else kind.start()
        words = list(WORD.finditer(text, first, last))[-_LONGEST:]
        if not words:
            continue
        begin = begin_of_long_form(match[1], words)
        if begin is None and kind is not None:
            words = list(WORD.finditer(text, first, match.start()))[-_LONGEST:]
            begin = begin_of_long_form(match[1], words)
            words = [word for word in words if word.end() <= last]
        if begin is not None and words:
            head = words[-1].group().lower().rpartition("-")[2]
            end = match.start() - (text[match.start() - 1].isspace())
            found.append(
                Definition(begin, end, words[-1].end(), match.start(1), match.end(1), head)
            )
    return tuple(found)


def begin_of_long_form(short: str, words: Sequence[re.Match[str]]) -> int | None:
    """Return where the words begin whose letters are those of the short form, if they do."""
    letters = [character.lower() for character in short if character.isalpha()]
    if letters[-1] == "s" and short[-1] == "s" and len(letters) > 2:
        letters.pop()
    at = len(words) - 1
    position = len(words[at].group())
    for letter in reversed(letters[1:]):
        while True:
            word = words[at].group().lower()
            position = word.rfind(letter, 0, position)
            if position >= 0:
                break
            at -= 1
            if at < 0:
                return None
            position = len(words[at].group())
    for number in range(at, -1, -1):
        word = words[number].group()
        if word.lower().startswith(letters[0]) and (number < at or position > 0):
            return words[number].start()
    return None


@cache
def listed(name: str) -> frozenset[str]:
    """Return the words of a list of ``non_genes.txt``."""
    return frozenset(read_words(__package__, "non_genes.txt")[name])


@cache
def parts_listed(name: str) -> tuple[str, ...]:
    """Return what stands beside a ``*`` in a list: how words begin, or end."""
    return tuple(word.strip("*") for word in sorted(listed(name)) if "*" in word)


def is_disease(head: str) -> bool:
    """Return whether a word in small letters is the head of names of diseases.

    >>> [is_disease(word) for word in ("dystrophy", "retinitis", "hypercholesterolemia", "kinase")]
    [True, True, True, False]
    """
    words = listed("diseases")
    return (
        head in words or head.removesuffix("s") in words or head.endswith(parts_listed("diseases"))
    )


def is_other(head: str) -> bool:
    """Return whether a word in small letters is the head of names of other things than genes.

    >>> [is_other(word) for word in ("cells", "polymorphism", "kinase")]
    [True, True, False]
    """
    words = listed("others")
    return head in words or head.removesuffix("s") in words
