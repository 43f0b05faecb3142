"""Files with articles: those of folders, plain or packed, and archives of them.

A folder stands for all the files below it, in the order of their paths; names that begin with a dot
are left out. What a file is, its content says (``file_types``), when it is read. What is not
read costs an error where the file was named; in folders and archives it is left out, and counted.
"""

import stat
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError, printable, why_unreadable
from .articles import Article
from .containers import byte_ranges
from .file_types.by_content import XML_SUFFIXES
from .file_types.by_name import check_has_end
from .file_types.refusals import UnreadKindError
from .records import STDIN, Reading, Record
from .sources.chunks_of_input import chunk_records, with_problems
from .sources.files import file_source
from .sources.find import Listing

_ARTICLES = Reading(articles=True)


class ArticleFile(NamedTuple):
    """A file that may have articles.

    Attributes:
        path: where it is.
        name: what an article without identifiers is called: its path below the folder that was
            given, the file's name without one; the whole path where that is another file's name.
        named: whether it was given itself, and not found in a folder.
    """

    path: Path
    name: str
    named: bool


def article_files(paths: Sequence[Path]) -> list[ArticleFile]:
    """Return the files of paths and folders, in the order given, each file once.

    Args:
        paths: files, folders, archives; ``-`` is standard input.

    Raises:
        InputError: a path does not exist, is no file or folder or cannot be read; a folder has no
            file.
    """
    modes = [_mode(path) for path in paths]  # all of them are there, before any is searched
    listing = Listing(_ARTICLES)
    files: list[ArticleFile] = []
    for path, mode in zip(paths, modes, strict=True):
        if stat.S_ISDIR(mode):
            files += _in_folder(path, listing)
        elif path != STDIN and not stat.S_ISREG(mode):
            raise InputError(f"{path} is neither a file nor a folder; save it as a file first")
        elif listing.is_new(path):
            files.append(ArticleFile(path, "stdin" if path == STDIN else path.name, True))
    return _with_own_names(files)


def _in_folder(folder: Path, listing: Listing) -> Iterator[ArticleFile]:
    """Yield the files below a folder that are new.

    Raises:
        InputError: one of its folders cannot be read; it has no file.
    """
    known = listing.count
    for name, status in listing.below(folder):
        path = Path(name)
        if isinstance(status, OSError) and path.is_dir():
            raise InputError(f"{path} {why_unreadable(status)}") from status
        yield ArticleFile(path, path.relative_to(folder).as_posix(), False)
    if listing.count == known:
        raise InputError(f"{folder} has no file; give a folder that has, or name the files")


def _with_own_names(files: list[ArticleFile]) -> list[ArticleFile]:
    """Return the files with their whole paths as names where two have the same name."""
    files = [file._replace(name=printable(file.name)) for file in files]
    counts = Counter(file.name for file in files)
    return [
        file if counts[file.name] == 1 else file._replace(name=printable(file.path.as_posix()))
        for file in files
    ]


def _mode(path: Path) -> int:
    if path == STDIN:
        return 0
    try:
        check_has_end(path)
        return path.stat().st_mode
    except FileNotFoundError as error:
        raise InputError(f"{path} does not exist") from error
    except OSError as error:
        raise InputError(f"{path} {why_unreadable(error)}") from error


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
    for chunk in with_problems(source.name, source.chunks(byte_ranges.BLOCK)):
        for record in chunk_records(chunk, reading):
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
