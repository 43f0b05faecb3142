"""Files of PubMed, cut where articles begin, so that a broken one costs no other.

Each article is parsed on its own; what stands between them, such as the list of deleted citations
of an update file, is passed over. A packed file is unpacked where it is cut, and its bytes travel.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...corpora.io import GZIP, unpack
from ...errors import InputError, one_line, why_unreadable
from ...inputs.containers import byte_ranges
from ...inputs.containers.byte_ranges import (
    ByteRange,
    FileVersion,
    blocks_of,
    bytes_of,
    check_version,
    split_size,
    too_large,
)
from ..records import Reading, Record, failed
from ..splits import Split
from .failures import Failure, without_name

SNIFFED = 4096
_SET = re.compile(rb"<(?:!DOCTYPE\s+)?Pubmed(?:Book)?Article(?:Set)?[\s>]")
_BEGIN = re.compile(rb"<(Pubmed(?:Book)?Article)[\s>]")
_LONGEST_BEGIN = len(b"<PubmedBookArticle>")
_END = re.compile(rb"</Pubmed(?:Book)?Article\s*>")
_LAST = b"</PubmedArticleSet"
_DECLARATION = re.compile(rb"(?:\xef\xbb\xbf)?\s*(<\?xml[^>]*\?>)")


def is_pubmed(begin: bytes) -> bool:
    """Whether XML that begins so is of PubMed."""
    return _SET.search(begin) is not None


@dataclass(frozen=True, slots=True)
class PubmedSplit:
    """Articles, the first of which has the number ``first`` in the file, counted from 1."""

    name: str
    content: ByteRange | bytes
    first: int
    declaration: bytes

    @property
    def size(self) -> int:
        """Its bytes in the input."""
        return len(self.content)

    def records(self) -> Iterator[Record]:
        """A record for each article."""
        from ...inputs.formats.pubmed import read_pubmed

        try:
            content = bytes_of(self.content)
        except InputError as error:
            yield failed(f"{self.name}:{self.first}", error, self.size)
            return
        begins = [found.start() for found in _BEGIN.finditer(content)]
        ends = [*begins, len(content)][1:]
        for number, (begin, end) in enumerate(zip(begins, ends, strict=True), self.first):
            source, size = f"{self.name}:{number}", end - begin
            try:
                article = _article(content[begin:end])
                found = read_pubmed(self.declaration + article, name=source)
                yield Record(source, found.pmid, found.text, meta=found.about, size=size)
            except InputError as error:
                yield failed(source, without_name(error, source), size)


def _article(content: bytes) -> bytes:
    """An article without what follows it. Raises InputError where it has no end."""
    ends = [found.end() for found in _END.finditer(content)]
    if not ends:
        raise InputError("has no end, so that it was cut off; fetch the file again")
    return content[: ends[-1]]


@dataclass(frozen=True, slots=True)
class PubmedFile:
    """A file of PubMed, plain or gzipped; ``size`` is what it has unpacked."""

    path: str
    name: str
    version: FileVersion
    size: int
    reading: Reading

    def identity(self) -> list[Any]:
        """Name, size, time of last change."""
        return ["pubmed", self.name, *self.version]

    def splits(self, most_bytes: int) -> Iterator[Split]:
        """Articles of about that size; a longer one is a split of its own."""
        try:
            with open(self.path, "rb") as file:
                check_version(file, self.version)
                packed = file.read(len(GZIP)) == GZIP
                file.seek(0)
                source = None if packed else (self.path, self.version)
                yield from pubmed_splits(blocks_of(unpack(file)), self.name, most_bytes, source)
        except OSError as error:
            yield Failure(self.name, why_unreadable(error))
        except InputError as error:
            yield Failure(self.name, one_line(error))


def pubmed_splits(
    blocks: Iterable[bytes],
    name: str,
    most_bytes: int,
    source: tuple[str, FileVersion] | None = None,
) -> Iterator[Split]:
    """Cut what comes in blocks into splits, of a plain file ``source`` into stretches of it.

    Where the blocks end with an InputError, the whole articles before it are there, and then the
    error.
    """
    cutter = _Cutter(split_size(most_bytes))
    head = declaration = b""
    damage = ""

    def split(cut: _Cut) -> Split:
        where: ByteRange | bytes = cut.content
        if source is not None:
            where = ByteRange(*source, cut.start, cut.start + len(cut.content))
        return PubmedSplit(name, where, cut.first, declaration)

    try:
        for block in blocks:
            if len(head) < SNIFFED:
                head += block[:SNIFFED]
                found = _DECLARATION.match(head)
                declaration = found[1] if found else b""
            yield from map(split, cutter.feed(block))
    except InputError as error:
        damage = one_line(error)
        cutter.drop_unfinished()
    last = cutter.rest()
    if last is not None:
        yield split(last)
    damage = damage or _what_is_missing(head, last.content if last else b"")
    if damage:
        yield Failure(name, damage)


def _what_is_missing(head: bytes, last: bytes) -> str:
    """What is wrong with a file of that beginning and last split, "" if nothing is."""
    if not is_pubmed(head):
        return "has no <PubmedArticleSet>; give a file of PubMed"
    begins = [found.start() for found in _BEGIN.finditer(last)]
    unfinished = begins and not _END.search(last, begins[-1])  # which is an error of its own
    ended = last.find(_LAST, begins[-1] if begins else 0) >= 0
    if b"<PubmedArticleSet" not in head or ended or unfinished:
        return ""
    return f"ends without {_LAST.decode()}>, so that it was cut off; fetch it again"


class _Cut(NamedTuple):
    """Articles from the byte ``start`` on, the first of which has the number ``first``."""

    content: bytes
    start: int
    first: int


class _Cutter:
    """Cuts blocks where articles begin. What stands before the first one goes with it."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._held = bytearray()
        self._start = 0  # of what is held, in the file
        self._first = 1  # number of the first article that is held
        self._begins: list[int] = []  # of the articles that are held
        self._searched = 0

    def feed(self, block: bytes) -> Iterator[_Cut]:
        """What is whole with this block. Raises InputError at an article that is too large."""
        self._held += block
        self._begins += [found.start() for found in _BEGIN.finditer(self._held, self._searched)]
        # The next tag may have come in part; the last one that was found is not found again.
        found = self._begins[-1] + 1 if self._begins else 0
        self._searched = max(len(self._held) - _LONGEST_BEGIN + 1, found)
        while len(self._begins) > 1 and self._begins[-1] > self._most:
            fitting = bisect_right(self._begins, self._most) - 1
            yield self._take(self._begins[max(fitting, 1)])
        if len(self._held) > byte_ranges.MOST_BYTES:
            raise InputError(f"article {self._first} {too_large(len(self._held))}")

    def drop_unfinished(self) -> None:
        """Forget the last article where it has no end, else what follows its end."""
        last = self._begins[-1] if self._begins else 0
        ends = [found.end() for found in _END.finditer(self._held, last)]
        del self._held[ends[-1] if ends else last :]
        self._begins = [begin for begin in self._begins if begin < len(self._held)]

    def rest(self) -> _Cut | None:
        """All that is left, None where nothing is."""
        return self._take(len(self._held)) if self._held else None

    def _take(self, cut: int) -> _Cut:
        found = _Cut(bytes(self._held[:cut]), self._start, self._first)
        del self._held[:cut]
        self._start += cut
        self._first += sum(begin < cut for begin in self._begins)
        self._begins = [begin - cut for begin in self._begins if begin >= cut]
        self._searched = max(self._searched - cut, 0)
        return found
