"""Reads the articles of a file, whatever it holds: an article, a text, an archive of them."""

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import BinaryIO, NamedTuple, cast

from ..corpora.io import GZIP_DAMAGE, WIDE, decode_text, is_wide, read_bytes, unpack
from ..corpora.json_lines import json_object
from ..errors import InputError, printable, why_unreadable
from .article_files import ArticleFile
from .articles import Article
from .containers.byte_ranges import MOST_BYTES, too_large
from .containers.tar import BEGIN, TarMember, read_tar_member, tar_members, unpacked_archive
from .containers.zip import read_zip_member, zip_members
from .kinds import SNIFFED, XML_SUFFIXES, Kind, kind_of
from .records import STDIN, Format, Reading
from .refusals import DOCX, EPUB, INNER_ARCHIVE, MARKDOWN, ODT, OFFICE, UnreadKindError

_ZIP, _TAR, _TAR_AT = b"PK\x03\x04", b"ustar", 257
# Members by which documents that are ZIP archives are known.
_DOCUMENTS = {
    "word/document.xml": DOCX,
    "META-INF/container.xml": EPUB,
    "content.xml": ODT,
    "xl/workbook.xml": OFFICE,
    "ppt/presentation.xml": OFFICE,
}


class PlainText(NamedTuple):
    """A text without markup."""

    name: str
    text: str


class Found(NamedTuple):
    """What was found in a file.

    Attributes:
        name: the file's, with the member's behind a slash for an archive.
        content: an article, a text, or the error that says why there is none: ``UnreadKindError``
            of what is left out, a file of a folder or a member that is of a kind that is not read.
    """

    name: str
    content: Article | PlainText | InputError


def read_file(file: ArticleFile, reading: Reading) -> Iterator[Found]:
    """Yield what a file has; of an archive all its members, of any other file one."""
    shown = "stdin" if file.path == STDIN else printable(str(file.path))
    place = _Place(file.name, shown, file.named)
    try:
        source = _standard_input() if file.path == STDIN else file.path
        with _opened(source) as opened:
            container = None if reading.format is Format.text else _container(opened)
            if container is None:
                begin = unpack(opened).read(SNIFFED)
            else:
                yield from container(place, opened, reading)
                return
        for found in _read(place, source, begin, reading):
            if isinstance(found.content, UnreadKindError):
                raise found.content
            yield found
    except UnreadKindError as error:
        # Whoever names a file, or calls it .xml, takes it for an article.
        wanted = file.named or file.name.lower().endswith(XML_SUFFIXES)
        yield Found(file.name, place.told(error) if wanted else error)
    except InputError as error:
        yield Found(file.name, place.told(error))
    except GZIP_DAMAGE as error:
        yield Found(file.name, place.told(f"cannot be unpacked ({error}); fetch it again"))
    except OSError as error:
        yield Found(file.name, place.told(why_unreadable(error)))


class _Place(NamedTuple):
    """What an article without identifiers is called, what errors call it, whether it was named."""

    name: str
    shown: str
    named: bool

    def told(self, error: str | InputError) -> InputError:
        """Return an error that begins with the place, in place of the name that readers put."""
        message = str(error)
        if message.startswith(self.shown):
            return InputError(message)
        rest = message.removeprefix(self.name)
        if rest == message or rest[:1] not in {" ", ",", ":"}:
            rest = f" {message}" if message.startswith(("is ", "has ", "can")) else f": {message}"
        return InputError(f"{self.shown}{rest}")

    def member(self, inner: PurePosixPath) -> "_Place":
        """Return the place of a member of an archive."""
        name, shown = (printable(f"{outer}/{inner}") for outer in (self.name, self.shown))
        return _Place(name, shown, named=False)


def _read(place: _Place, source: Path | bytes, begin: bytes, reading: Reading) -> Iterator[Found]:
    """Yield the article or text of a content that is no archive; of JSON Lines one a line."""
    name = place.name
    try:
        as_text = reading.format is Format.text
        kind = Kind.text if as_text else kind_of(begin, name)
        if kind is Kind.text and not (as_text or place.named) and _is_markdown(name):
            raise MARKDOWN.error()
        if kind is Kind.s2orc:
            yield from _s2orc(place, source, reading)
        elif kind is Kind.text:
            yield Found(name, PlainText(name, _text(name, source)))
        else:
            yield Found(name, _of_markup(kind, name, source, reading))
    except UnreadKindError as error:
        error.name = place.shown
        yield Found(name, error)
    except InputError as error:
        yield Found(name, place.told(error))


def _of_markup(kind: Kind, name: str, source: Path | bytes, reading: Reading) -> Article:
    from .formats.jats.reader import read_jats  # here: entry points import this module
    from .formats.latexml.reader import read_latexml
    from .formats.tei.reader import read_tei

    readers = {Kind.jats: read_jats, Kind.latexml: read_latexml, Kind.tei: read_tei}
    return readers[kind](source, name=name, captions=reading.captions, tables=reading.tables)


def _s2orc(place: _Place, source: Path | bytes, reading: Reading) -> Iterator[Found]:
    """Yield the article of a JSON object, or those of objects a line."""
    from .formats.s2orc.reader import read_s2orc, s2orc_article

    parts = {"captions": reading.captions, "tables": reading.tables}
    lines = _text(place.name, source).split("\n")
    if not _is_object(lines[0]) or not any(map(str.strip, lines[1:])):
        yield Found(place.name, read_s2orc(source, name=place.name, **parts))
        return
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        own = _Place(f"{place.name}:{number}", f"{place.shown}, line {number}", place.named)
        try:
            yield Found(own.name, s2orc_article(json_object(line), name=own.name, **parts))
        except InputError as error:
            yield Found(own.name, own.told(error))


def _is_object(line: str) -> bool:
    try:
        json_object(line)
    except InputError:
        return False
    return True


def _is_markdown(name: str) -> bool:
    return name.lower().endswith((".md", ".md.gz"))


def _text(name: str, source: Path | bytes) -> str:
    content = read_bytes(source, name=name, most_bytes=MOST_BYTES)
    if is_wide(content):
        raise InputError(f"{name} {WIDE}")
    try:
        return decode_text(content).removeprefix("\ufeff")
    except InputError as error:
        raise InputError(f"{name} {error}") from error


def _opened(source: Path | bytes) -> BinaryIO:
    return cast("BinaryIO", BytesIO(source)) if isinstance(source, bytes) else source.open("rb")


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise InputError("is closed; give it something to read")
    content = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise InputError(f"has more than {MOST_BYTES:,} bytes; save it as files")
    return content


def _of_content(place: _Place, content: bytes, reading: Reading) -> Iterator[Found]:
    """Yield what a member of an archive has.

    Raises:
        InputError: it is damaged, or an archive itself, which might hold itself without end.
    """
    opened = _opened(content)
    if reading.format is not Format.text and _container(opened) is not None:
        raise INNER_ARCHIVE.error()
    try:
        begin = unpack(opened).read(SNIFFED)
    except GZIP_DAMAGE as error:
        raise InputError(f"cannot be unpacked ({error}); fetch it again") from error
    yield from _read(place, content, begin, reading)


# --- archives --------------------------------------------------------------------------------

_Container = Callable[[_Place, BinaryIO, Reading], Iterator[Found]]


def _container(opened: BinaryIO) -> _Container | None:
    """Return what reads an open archive, None where the file is none; it is at its beginning."""
    begin = opened.read(SNIFFED)
    opened.seek(0)
    if begin.startswith(_ZIP):
        return _in_zip
    try:
        unpacked = unpacked_archive(BytesIO(begin), begin[:BEGIN]).read(_TAR_AT + len(_TAR))
    except (*GZIP_DAMAGE, OSError, ValueError):
        return None
    return _in_tar if unpacked[_TAR_AT:] == _TAR else None


def _in_zip(place: _Place, opened: BinaryIO, reading: Reading) -> Iterator[Found]:
    members = list(zip_members(opened))
    names = {inner for inner, _ in members}
    for member, refusal in _DOCUMENTS.items():
        if member in names:
            raise refusal.error()
    contents = ((inner, partial(read_zip_member, opened, member)) for inner, member in members)
    yield from _members(place, contents, reading)


def _in_tar(place: _Place, opened: BinaryIO, reading: Reading) -> Iterator[Found]:
    begin = opened.read(BEGIN)
    opened.seek(0)
    archive = unpacked_archive(opened, begin)
    contents = (
        (inner, partial(_tar_content, archive, member)) for inner, member in tar_members(archive)
    )
    yield from _members(place, contents, reading)


def _tar_content(archive: BinaryIO, member: TarMember) -> bytes:
    if member.size > MOST_BYTES:
        raise InputError(too_large(member.size))
    return read_tar_member(archive, member)


def _members(
    place: _Place, contents: Iterable[tuple[str, Callable[[], bytes]]], reading: Reading
) -> Iterator[Found]:
    for inner, read in contents:
        path = PurePosixPath(inner.replace("\\", "/"))
        if any(part.startswith((".", "__MACOSX")) and part != ".." for part in path.parts):
            continue
        member = place.member(path)
        try:
            yield from _of_content(member, read(), reading)
        except UnreadKindError as error:
            error.name = member.shown
            yield Found(member.name, error)
        except InputError as error:
            yield Found(member.name, member.told(error))
