"""PubTator's format: abstracts whose mentions carry ids, as NCBI and many corpora give them.

An abstract is a block of lines, blocks are divided by blank lines::

    8|t|Title
    8|a|Abstract
    8	0	5	Words	Type	Ids

Offsets are half-open characters of title, one blank, abstract. Columns behind the ids are not read,
nor are lines of relations between concepts (``8	CID	D001``); ``-`` and nothing stand for no id.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from .concepts import ConceptDocument, ConceptMention, concept_ids
from .io import SHOWN, read_lines

_ADVICE = "write NUMBER|t|TITLE, NUMBER|a|ABSTRACT, and a line of tabs for each mention"
_NO_ID = {"", "-", "NIL", "None"}


def read_pubtator(path: str | Path) -> Iterator[ConceptDocument]:
    """Yield the abstracts of a file in order.

    Raises:
        InputError: the file cannot be read or is not UTF-8; a block is not of this format, or a
            mention not in its text. Names file, line and value.
    """
    path = Path(path)
    lines = read_lines(path, "abstracts in PubTator's format")
    for is_block, block in groupby(lines, key=lambda numbered: bool(numbered[1].strip())):
        if is_block:
            abstract = read_block(str(path), list(block))
            mentions = tuple(_mentions(path, abstract.mentions, abstract.text))
            yield ConceptDocument(abstract.id, abstract.text, mentions, "")


class Block(NamedTuple):
    """A block of lines.

    Attributes:
        id: of the abstract.
        title: as it stands there.
        text: title, one blank, abstract.
        mentions: the columns of each line of a mention, as they stand there, with its number.
    """

    id: str
    title: str
    text: str
    mentions: list[tuple[int, list[str]]]


def read_block(path: str, block: Sequence[tuple[int, str]]) -> Block:
    """Return what lines that follow each other, each with its number, say.

    Raises:
        InputError: they are not of this format. Names ``path``, line and value.
    """
    parts: dict[str, str] = {}
    mentions: list[tuple[int, list[str]]] = []
    name = block[0][1].partition("|")[0].strip()
    for number, line in block:
        head, *rest = line.split("|", 2)
        if len(rest) == 2 and rest[0] in ("t", "a") and "\t" not in head:
            parts[rest[0]] = rest[1]
            found = head.strip()
        else:
            columns = line.split("\t")
            found = columns[0].strip()
            if len(columns) >= 5 and columns[1].isdigit():
                mentions.append((number, columns))
            elif len(columns) < 3:
                raise _error(path, number, line, _ADVICE)
        if found != name:
            raise _error(path, number, line, f"it is of {found!r}, in the block of {name!r}")
    if "t" not in parts:
        raise _error(path, block[0][0], block[0][1], f"the block has no title; {_ADVICE}")
    return Block(name, parts["t"], f"{parts['t']} {parts.get('a', '')}".rstrip(), mentions)


def _mentions(
    path: Path, listed: Iterable[tuple[int, list[str]]], text: str
) -> Iterator[ConceptMention]:
    for number, columns in listed:
        _, first, last, words, kind, *more = [*columns, ""]
        line = "\t".join(columns)
        if not last.isdigit() or not 0 <= int(first) < int(last) <= len(text):
            raise _error(path, number, line, f"its text has {len(text)} characters")
        start, end = int(first), int(last)
        if text[start:end] != words:
            raise _error(path, number, line, f"there stands {text[start:end][:SHOWN]!r}")
        ids = more[0].strip()
        yield ConceptMention(start, end, kind, () if ids in _NO_ID else concept_ids(ids))


def _error(path: str | Path, number: int, line: str, why: str) -> InputError:
    return InputError(f"{path}, line {number}: {line[:SHOWN]!r} is not read: {why}")
