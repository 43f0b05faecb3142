"""Treebanks in CoNLL-U: words, tags, lemmas, and the sentences of a document's text.

The format is that of Universal Dependencies (universaldependencies.org/format.html), ten columns a
word, plain or packed. Documents begin at ``# newdoc``, paragraphs at ``# newpar``. The text of a
document is put together from its words: nothing after a word with ``SpaceAfter=No``, a line break
after a paragraph, one blank elsewhere. Where the text itself is at hand it can be given, and words
are found in it. Ranges (``8-9``, multiword tokens) count only for the white space after them, empty
nodes (``8.1``) not at all.
"""

import re
from collections.abc import Iterator
from itertools import accumulate, groupby, pairwise
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from .io import read_lines

_COLUMNS = 10
_WANTED = "a treebank in CoNLL-U"
_PARAGRAPH = "\n\n"
# A word, a range of words, an empty node.
_NUMBER = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9})|(\.[0-9]{1,9}))?")


class Word(NamedTuple):
    """One word: half-open characters of its document, Penn tag (XPOS), universal tag, lemma."""

    start: int
    end: int
    tag: str
    pos: str
    lemma: str


class TreebankText(NamedTuple):
    """A document.

    Attributes:
        id: its name, "" where the file gives none.
        text: all of it.
        words: in order; white space lies between them only.
        sentences: half-open ranges of words, in order, which cover all words.
    """

    id: str
    text: str
    words: list[Word]
    sentences: list[tuple[int, int]]


class _Row(NamedTuple):
    form: str
    tag: str
    pos: str
    lemma: str
    space_after: bool


class _Block(NamedTuple):
    """A sentence as it stands in the file."""

    document: str | None
    paragraph: bool
    rows: list[_Row]


def read_conllu(path: str | Path, *, text: str | None = None) -> Iterator[TreebankText]:
    """Yield the documents of a file in order.

    Args:
        path: the file, plain or packed.
        text: the text of the file's only document, in which its words are found.

    Raises:
        InputError: the file cannot be read, a line is not in the format, or ``text`` has other
            words than the file, which has more than one document.
    """
    path = Path(path)
    blocks: list[_Block] = []
    name = ""
    for block in _blocks(path):
        if block.document is not None:
            if blocks and text is not None:
                raise InputError(
                    f"{path} has more than one document, but one text was given; leave the text out"
                )
            if blocks:
                yield _document(path, name, blocks, None)
                blocks = []
            name = block.document
        blocks.append(block)
    if blocks:
        yield _document(path, name, blocks, text)


def _blocks(path: Path) -> Iterator[_Block]:
    document: str | None = None
    paragraph = False
    for is_filled, lines in groupby(read_lines(path, _WANTED), lambda numbered: bool(numbered[1])):
        rows: list[_Row] = []
        joined = 0  # the last word of the multiword token that the next words belong to
        joined_space = True
        for number, line in lines if is_filled else ():
            if line.startswith("#"):
                comment = line[1:].strip()
                if comment.startswith("newdoc"):
                    document = comment.partition("=")[2].strip()
                paragraph |= comment.startswith(("newdoc", "newpar"))
                continue
            columns = line.split("\t")
            match = _NUMBER.fullmatch(columns[0])
            if len(columns) != _COLUMNS or not columns[1] or match is None:
                raise InputError(f"{path}, line {number}: {_mistake(columns)}")
            first, last, empty = match.groups()
            space = "SpaceAfter=No" not in columns[9].split("|")
            if last:
                joined, joined_space = int(last), space
            elif not empty:
                if int(first) <= joined:
                    space = joined_space and int(first) == joined
                rows.append(_row(columns, space))
        if rows:
            yield _Block(document, paragraph, rows)
            document, paragraph = None, False


def _mistake(columns: list[str]) -> str:
    """Return what is wrong with a word."""
    if len(columns) != _COLUMNS:
        said = f"{len(columns)} columns where CoNLL-U has {_COLUMNS}, divided by tabs"
    elif not columns[1]:
        return "the form of the word is empty; correct it"
    else:
        said = f"the first column is {columns[0][:40]!r}, not the number of a word"
    return f"{said}; check that this is a CoNLL-U file"


def _row(columns: list[str], space: bool) -> _Row:
    """Return a word; "_" is nothing, but for the lemma of the word "_"."""
    form, lemma, pos, tag = ("" if column == "_" else column for column in columns[1:5])
    if columns[1] == "_":
        form, lemma = "_", columns[2]
    return _Row(form, tag, pos, lemma, space)


def _document(path: Path, name: str, blocks: list[_Block], text: str | None) -> TreebankText:
    rows = [row for block in blocks for row in block.rows]
    if text is None:
        text, starts = _compose(blocks)
    else:
        starts = _find_words(path, [row.form for row in rows], text)
    words = [
        Word(start, start + len(row.form), row.tag, row.pos, row.lemma)
        for start, row in zip(starts, rows, strict=True)
    ]
    bounds = accumulate((len(block.rows) for block in blocks), initial=0)
    return TreebankText(name, text, words, list(pairwise(bounds)))


def _compose(blocks: list[_Block]) -> tuple[str, list[int]]:
    """Return the text of sentences, and where each word begins in it."""
    parts: list[str] = []
    starts = []
    size = 0
    for block in blocks:
        if block.paragraph and parts:
            size += len(_PARAGRAPH) - len(parts[-1])
            parts[-1] = _PARAGRAPH  # in place of what stood after the word before
        for row in block.rows:
            space = " " if row.space_after else ""
            parts += [row.form, space]
            starts.append(size)
            size += len(row.form) + len(space)
    return "".join(parts[:-1]), starts  # without what would stand after the last word


def _find_words(path: Path, forms: list[str], text: str) -> list[int]:
    """Return where each word begins in a text that has nothing but these words and white space."""
    starts = []
    offset = 0
    for form in forms:
        start = text.find(form, offset)
        if start < 0 or text[offset:start].strip():
            raise InputError(
                f"{path}: the word {form!r} does not follow at character {offset} of the text, "
                f"which reads {text[offset : offset + 40]!r}; give the text that was annotated"
            )
        starts.append(start)
        offset = start + len(form)
    if text[offset:].strip():
        raise InputError(
            f"{path}: after its last word the text goes on with {text[offset : offset + 40]!r}; "
            "give the text that was annotated"
        )
    return starts
