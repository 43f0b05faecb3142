"""Files with articles: those of folders, plain or gzipped, and archives of them.

A folder stands for all the files below it, in the order of their paths; names that begin with a dot
are left out. What a file is, its content says (``kinds``), when it is read. What is not read costs
an error where the file was named; in folders and archives it is left out, and told as what was.
"""

import errno
import os
import stat
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError, printable, why_unreadable

STDIN = Path("-")


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
    files: dict[str, ArticleFile] = {}  # by real path
    for path, mode in zip(paths, modes, strict=True):
        if stat.S_ISDIR(mode):
            found = sorted(_in_folder(path))
            if not found:
                raise InputError(f"{path} has no file; give a folder that has, or name the files")
        elif stat.S_ISREG(mode) or path == STDIN:
            found = [ArticleFile(path, "stdin" if path == STDIN else path.name, True)]
        else:
            raise InputError(f"{path} is neither a file nor a folder; save it as a file first")
        for file in found:
            files.setdefault(os.path.realpath(file.path), file)
    return _with_own_names(list(files.values()))


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
        return path.stat().st_mode
    except FileNotFoundError as error:
        raise InputError(f"{path} does not exist") from error
    except OSError as error:
        raise InputError(f"{path} {why_unreadable(error)}") from error


def _in_folder(folder: Path) -> Iterator[ArticleFile]:
    """Yield the files below a folder.

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
            if not file.startswith(".") and _may_be_read(path):
                yield ArticleFile(path, path.relative_to(folder).as_posix(), False)


def _refuse(error: OSError) -> None:
    raise InputError(f"{error.filename} {why_unreadable(error)}") from error


def _may_be_read(path: Path) -> bool:
    """Return whether it is a file; a link to nothing is one too, so that its error is told."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError as error:
        return error.errno != errno.EISDIR
