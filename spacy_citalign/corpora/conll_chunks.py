"""Chunked sentences in the format of CoNLL-2000: a word, its tag and its chunk tag a line.

Tjong Kim Sang E., Buchholz S. (2000) "Introduction to the CoNLL-2000 shared task: chunking".

    Growth NN B-NP
    of IN B-PP
    yeast NN B-NP
    slows VBZ B-VP

    Cells NNS B-NP

Columns are parted by blanks or tabs, an empty line ends a sentence. Words and tags are as they
stand in the file, with the escapes of the Penn Treebank.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from .io import SHOWN, read_lines

_COLUMNS = 3
_TAG = re.compile("O|([BIES])-(.+)")
_BLANKS = re.compile("[ \t]+")


class ChunkedSentence(NamedTuple):
    """A sentence.

    Attributes:
        words: as in the file.
        tags: of each word, its part of speech.
        chunks: (type, first word, word after the last), in order, none in another.
    """

    words: list[str]
    tags: list[str]
    chunks: list[tuple[str, int, int]]


def read_conll_chunks(path: str | Path) -> Iterator[ChunkedSentence]:
    """Yield the sentences of a file in order.

    Raises:
        InputError: the file cannot be read, has no sentence, or a line is not in the format. Names
            file, line and value.
    """
    path = Path(path)
    rows: list[list[str]] = []
    empty = True
    for number, line in read_lines(path, "a file of chunked sentences"):
        row = _BLANKS.split(line.strip(" \t"))
        if row == [""]:
            if rows:
                yield _sentence(rows)
            rows = []
            continue
        if len(row) != _COLUMNS:
            raise InputError(
                f"{path}, line {number}: {line[:SHOWN]!r} has {len(row)} columns; write a word, "
                "its tag and its chunk tag"
            )
        if _TAG.fullmatch(row[2]) is None:
            raise InputError(f"{path}, line {number}: {_wrong(row[2])}")
        rows.append(row)
        empty = False
    if empty:
        raise InputError(
            f"{path} has no sentence; give a file with a word, its tag and its chunk tag a line"
        )
    if rows:
        yield _sentence(rows)


def chunks_of_tags(tags: Sequence[str]) -> list[tuple[str, int, int]]:
    """Return the chunks of a sentence: (type, first word, word after the last).

    Sequences that no chunks have are read as ``conlleval`` reads them. A chunk begins at B or S;
    and at I or E where no chunk of this type goes on: after O, E, S or another type. It ends before
    O and before the next. So IOB1, IOB2, IOE1, IOE2 and IOBES can be read.

    >>> chunks_of_tags(["I-NP", "I-NP", "B-NP", "O", "I-VP", "I-PP"])
    [('NP', 0, 2), ('NP', 2, 3), ('VP', 4, 5), ('PP', 5, 6)]

    Raises:
        InputError: a tag is not O, and not B, I, E or S with a type.
    """
    chunks: list[tuple[str, int, int]] = []
    open_type = ""  # of the chunk that the next word may belong to
    for word, tag in enumerate(tags):
        match = _TAG.fullmatch(tag)
        if match is None:
            raise InputError(f"word {word}: {_wrong(tag)}")
        letter, kind = match.groups("")
        if kind and (letter in "BS" or kind != open_type):
            chunks.append((kind, word, word + 1))
        elif kind:
            chunks[-1] = (kind, chunks[-1][1], word + 1)
        open_type = "" if letter in "ES" else kind
    return chunks


def _sentence(rows: list[list[str]]) -> ChunkedSentence:
    words, tags, chunk_tags = map(list, zip(*rows, strict=True))
    return ChunkedSentence(words, tags, chunks_of_tags(chunk_tags))


def _wrong(tag: str) -> str:
    return f"the chunk tag is {tag[:SHOWN]!r}; write O, or B, I, E or S with a type, as B-NP"
