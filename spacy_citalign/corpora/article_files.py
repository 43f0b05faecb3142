"""Articles in files and folders: JATS XML or text, plain or gzipped."""

import os
import stat
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from ..errors import InputError, printable
from .io import GZIP_DAMAGE, WIDE, decode_text, is_wide, read_bytes, unpack

Kind = Literal["jats", "text"]
_KINDS: dict[str, Kind] = {".xml": "jats", ".nxml": "jats", ".txt": "text"}
_GZIP_SUFFIX = ".gz"
_BLOCK = 1 << 16
_MOST_BLANK = 1 << 20  # bytes before a file is taken for text
# White space, and what may stand before it: byte order marks, and the zeros of UTF-16.
_BLANK = b" \t\r\n\f\v\x00\xef\xbb\xbf\xff\xfe"


class ArticleFile(NamedTuple):
    """A file with an article.

    Attributes:
        path: where it is.
        kind: how it is read.
        name: what an article without identifiers is called: its path below the folder that was
            given, the file's name without one; the whole path where that is another file's name.
    """

    path: Path
    kind: Kind
    name: str


def article_files(paths: Sequence[Path]) -> list[ArticleFile]:
    """Return the articles of files and folders, in the order given, each file once.

    A folder stands for all the files below it, in the order of their paths, that end in .xml, .nxml
    or .txt, or in one of these and .gz; names that begin with a dot are left out. Any other file
    has to be given itself: it is JATS where its first character is ``<``, else text.

    Raises:
        InputError: a path does not exist, is no file or folder or cannot be read; a folder has no
            article.
    """
    modes = [_mode(path) for path in paths]  # all of them are there, before any is searched
    articles: dict[str, ArticleFile] = {}  # by real path
    for path, mode in zip(paths, modes, strict=True):
        if stat.S_ISDIR(mode):
            files = sorted(_in_folder(path))
            if not files:
                raise InputError(
                    f"{path} has no file that ends in {', '.join(_KINDS)}, nor one of these and "
                    f"{_GZIP_SUFFIX}; give a folder that has, or name the files"
                )
        elif stat.S_ISREG(mode):
            kind = _kind_by_name(path) or _kind_by_content(path)
            files = [ArticleFile(path, kind, printable(path.name))]
        else:
            raise InputError(f"{path} is neither a file nor a folder; save it as a file first")
        for file in files:
            articles.setdefault(os.path.realpath(file.path), file)
    return _named(list(articles.values()))


def read_text_article(path: Path, *, most_bytes: int = 200_000_000) -> str:
    """Return the text of a file in UTF-8, gzipped or not; line ends stay as they are.

    Args:
        path: the file; a byte order mark at its start is left out.
        most_bytes: the largest size of the file, and of what it unpacks to.

    Raises:
        InputError: the file cannot be read, is damaged, too large or not UTF-8.
    """
    content = read_bytes(path, name=str(path), most_bytes=most_bytes)
    if is_wide(content):
        raise InputError(f"{path} {WIDE}")
    try:
        return decode_text(content).removeprefix("\ufeff")
    except InputError as error:
        raise InputError(f"{path} {error}") from error


def _named(files: list[ArticleFile]) -> list[ArticleFile]:
    """Return the files with their whole paths as names where two have the same name."""
    counts = Counter(file.name for file in files)
    return [
        file if counts[file.name] == 1 else file._replace(name=printable(file.path.as_posix()))
        for file in files
    ]


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except FileNotFoundError as error:
        raise InputError(f"{path} does not exist") from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error


def _in_folder(folder: Path) -> Iterator[ArticleFile]:
    """Yield the articles below a folder.

    Raises InputError where one of the folders cannot be read.
    """
    searched: set[str] = set()
    for name, folders, files in os.walk(folder, onerror=_refuse, followlinks=True):
        real = os.path.realpath(name)
        if real in searched:  # a link led here before, or leads back here
            folders.clear()
            continue
        searched.add(real)
        folders[:] = sorted(inner for inner in folders if not inner.startswith("."))
        for file in files:
            path = Path(name, file)
            kind = _kind_by_name(path)
            if kind is not None and not file.startswith(".") and _may_be_read(path):
                yield ArticleFile(path, kind, printable(path.relative_to(folder).as_posix()))


def _refuse(error: OSError) -> None:
    raise InputError(f"{error.filename} cannot be read: {error.strerror or error}") from error


def _may_be_read(path: Path) -> bool:
    """Return whether it is a file; a link to nothing or to itself is one too, which is told."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return True


def _kind_by_name(path: Path) -> Kind | None:
    """Return what the suffix says, None where it says nothing.

    >>> _kind_by_name(Path("a.NXML.gz")), _kind_by_name(Path("a.gz"))
    ('jats', None)
    """
    name = path.name.lower().removesuffix(_GZIP_SUFFIX)
    return _KINDS.get(Path(name).suffix)


def _kind_by_content(path: Path) -> Kind:
    """Return what the first character says that is not blank; damage shows when it is read."""
    try:
        with path.open("rb") as file:
            content = unpack(file)
            for _ in range(_MOST_BLANK // _BLOCK):
                block = content.read(_BLOCK)
                begin = block.lstrip(_BLANK)
                if begin or not block:
                    return "jats" if begin.startswith(b"<") else "text"
    except GZIP_DAMAGE:
        return "text"
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error
    return "text"
