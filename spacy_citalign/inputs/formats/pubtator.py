"""Abstracts in PubTator's format, a record a block; what the file marks in them is not read.

A block is cut at the blank lines around it, so that a broken one costs no other. Offsets in the
text, title, one blank, abstract, are those of the format; see ``corpora.pubtator``.
"""

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import groupby

from ...corpora.io import decode_text
from ...corpora.pubtator import read_block
from ...errors import InputError, without_name
from ..containers import byte_ranges
from ..records import Reading, Record, failed
from .lines import Cut, cut_lines

_BLANK_LINES = (b"\n\n", b"\n\r\n")


def cut_pubtator(blocks: Iterable[bytes], most_bytes: int) -> Iterator[Cut]:
    """Yield whole blocks of about that size; ``first`` is the number of the first line.

    What has no blank line in as many bytes as can be held is cut at the end of a line.
    """
    held, start, first = bytearray(), 0, 0
    for cut in cut_lines(blocks, most_bytes):
        if held and (cut.problem or len(held) + cut.size > byte_ranges.MAX_BYTES):
            yield Cut(bytes(held), len(held), start, first)
            held.clear()
        if cut.problem:
            yield cut
            continue
        if not held:
            start, first = cut.start, cut.first
        searched = max(0, len(held) - 2)
        held += cut.content
        end = max(held.rfind(blank, searched) + len(blank) for blank in _BLANK_LINES)
        if end > searched + len(_BLANK_LINES[1]):
            whole = bytes(held[:end])
            del held[:end]
            yield Cut(whole, len(whole), start, first)
            start, first = start + end, first + whole.count(b"\n")
    if held:
        yield Cut(bytes(held), len(held), start, first)


def read_pubtator_blocks(
    name: str, content: bytes, first: int, reading: Reading
) -> Iterator[Record]:
    """Yield the record of each block; the first line has the number ``first``."""
    numbered = enumerate(BytesIO(content), first)
    for is_block, lines in groupby(numbered, key=lambda line: bool(line[1].strip())):
        if not is_block:
            continue
        raw = list(lines)
        source, size = f"{name}:{raw[0][0]}", sum(len(line) for _, line in raw)
        try:
            block = read_block(name, [(number, _decoded(line, number)) for number, line in raw])
            about = {"pmid": block.id} if block.id.isdecimal() else {}
            meta = about | ({"title": block.title} if block.title else {})
            yield Record(source, block.id, block.text, meta=meta, size=size)
        except InputError as error:
            yield failed(source, without_name(error, name), size)


def _decoded(line: bytes, number: int) -> str:
    bare = line.removeprefix(BOM_UTF8) if number == 1 else line
    return decode_text(bare).rstrip("\r\n")
