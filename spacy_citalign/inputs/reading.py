"""Reads the articles of a file, whatever it holds: an article, a text, an archive of them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ..errors import InputError
from .article_files import ArticleFile
from .articles import Article
from .containers import byte_ranges
from .kinds import XML_SUFFIXES
from .pieces import piece_records, with_problems
from .records import Reading, Record
from .refusals import UnreadKindError
from .sources import file_source


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
    """Yield what a file has: of an archive all its members, of a set or lines each article."""
    reading = replace(reading, articles=True)
    source = file_source(file.path, reading, archives=True, named=file.named)
    for piece in with_problems(source.name, source.pieces(byte_ranges.BLOCK)):
        for record in piece_records(piece, reading):
            name = f"{file.name}{record.source.removeprefix(source.name)}"
            yield Found(name, _content(record, name, file, source.name))


def _content(
    record: Record, name: str, file: ArticleFile, shown: str
) -> Article | PlainText | InputError:
    """Return the content of a record; ``shown`` is what messages call the file."""
    if record.article is not None:
        return record.article
    if record.text is not None:
        return PlainText(name, record.text)
    reason = record.error or "has no text"
    # Whoever names a file, or calls it .xml, takes it for an article.
    wanted = file.named or file.name.lower().endswith(XML_SUFFIXES)
    if record.unread and not (wanted and record.source == shown):
        return UnreadKindError(record.unread, reason, record.source)
    between = " " if reason.startswith(("is ", "has ", "can", "ends ", "was ")) else ": "
    if reason.startswith("line "):
        between = ", "
    return InputError(f"{record.source}{between}{reason}")
