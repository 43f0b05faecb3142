"""Whole contents as records: of a file, of a member of an archive, of standard input.

A text is one record, and so is an article in JATS, with its citations.
"""

from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ...corpora.io import WIDE, decode_text, is_wide, read_bytes
from ...errors import InputError
from ...inputs.containers import byte_ranges
from ...inputs.containers.byte_ranges import BLOCK, FileVersion
from ..records import Format, Reading, Record, failed
from ..splits import Split
from .failures import Failure, without_name
from .line_file import line_splits
from .pubmed_file import SNIFFED, is_pubmed, pubmed_splits


def content_records(name: str, content: bytes, kind: Format, reading: Reading) -> Iterator[Record]:
    """The records of a content, plain or gzipped."""
    try:
        content = read_bytes(content, name=name, most_bytes=byte_ranges.MOST_BYTES)
        if kind is Format.text:
            if is_wide(content):
                raise InputError(WIDE)
            text = decode_text(content.removeprefix(BOM_UTF8))
            yield Record(name, name, text, size=len(content))
        elif kind in (Format.lines, Format.jsonl):
            for split in line_splits([content], name, kind, reading, BLOCK):
                yield from split.records()
        elif kind is Format.pubmed or (
            reading.format is Format.auto and is_pubmed(content[:SNIFFED])
        ):
            for split in pubmed_splits([content], name, BLOCK):
                yield from split.records()
        else:
            yield _jats(name, content, reading)
    except InputError as error:
        yield failed(name, without_name(error, name), len(content))


def _jats(name: str, content: bytes, reading: Reading) -> Record:
    """The record of an article in JATS. Raises InputError where it is none."""
    from ...components.articles.reading import from_article
    from ...inputs.formats.jats.reader import read_jats

    found = read_jats(content, name=name, captions=reading.captions, tables=reading.tables)
    article = from_article(found)
    return Record(
        name,
        article.source,
        article.text,
        meta=dict(article.about),
        size=len(content),
        article=article,
    )


class Content(NamedTuple):
    """A content with the name of its records; ``problem`` says why there is none."""

    name: str
    content: bytes
    kind: Format
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ContentSplit:
    """Contents that travel with the split."""

    contents: tuple[Content, ...]
    reading: Reading

    @property
    def size(self) -> int:
        """Their bytes."""
        return sum(len(content.content) for content in self.contents)

    def records(self) -> Iterator[Record]:
        """The records of each."""
        for name, content, kind, problem in self.contents:
            if problem:
                yield failed(name, problem)
            else:
                yield from content_records(name, content, kind, self.reading)


@dataclass(frozen=True, slots=True)
class WholeFile:
    """A file that is read as a whole: a source, and its only split."""

    path: str
    name: str
    version: FileVersion
    size: int
    kind: Format
    reading: Reading

    def identity(self) -> list[Any]:
        """Name, size, time of last change, and how it is read."""
        return ["file", self.name, *self.version, self.kind.value, *self.reading.identity()]

    def splits(self, most_bytes: int) -> Iterator[Split]:
        """The file."""
        if self.version.size > byte_ranges.MOST_BYTES:
            yield Failure(self.name, byte_ranges.too_large(self.version.size), self.size)
        else:
            yield self

    def records(self) -> Iterator[Record]:
        """Its record; several where it is found to be of PubMed."""
        try:
            content = read_bytes(Path(self.path), name=self.name, most_bytes=byte_ranges.MOST_BYTES)
        except InputError as error:
            yield failed(self.name, without_name(error, self.name), self.size)
            return
        yield from content_records(self.name, content, self.kind, self.reading)
