"""Lists the files below a folder, in the order of their paths, each once, each looked at once.

Of a folder with a million files no more than the names are held.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple

from ..records import Reading
from ..selection import is_hidden, is_wanted


class Listed(NamedTuple):
    """A file, or a folder that cannot be read, with its status or the reason why it has none."""

    path: str
    status: os.stat_result | OSError


class Listing:
    """Lists files and folders, and remembers them, links followed.

    ``reading`` says which names are those of files to read. ``count`` is the number of files and
    errors that were found below folders, those that were there before included.
    """

    def __init__(self, reading: Reading) -> None:
        self.count = 0
        self._reading = reading
        self._folders: set[str] = set()
        self._files: set[str] = set()  # those that were named, or that links lead to

    def _takes(self, name: str) -> bool:
        return is_wanted(name, self._reading) and not is_hidden(name, self._reading)

    def leave_out(self, path: Path) -> None:
        """Do not list a file, or a folder and what is below it, whether it is there or not."""
        real = os.path.realpath(path)
        self._files.add(real)
        self._folders.add(real)

    def is_new(self, path: Path | str) -> bool:
        """Return whether a file that is named, or is a link, was not there before; now it is."""
        real = os.path.realpath(path)
        folder, name = os.path.split(real)
        is_listed = folder in self._folders and self._takes(name)
        if real in self._files or (is_listed and os.path.isfile(real)):  # and not a link to itself
            return False
        self._files.add(real)
        return True

    def below(self, folder: Path | str) -> Iterator[Listed]:
        """Yield the new files to read below a folder."""
        real = os.path.realpath(folder)
        if real in self._folders:  # a link led here before, or leads back here
            self.count += 1
            return
        names: list[str] = []
        folders: set[str] = set()
        links: set[str] = set()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if is_hidden(entry.name, self._reading):
                        continue
                    if _is_folder(entry):
                        folders.add(entry.name)
                    elif not self._takes(entry.name):
                        continue
                    elif entry.is_symlink():
                        links.add(entry.name)
                    names.append(entry.name)
        except OSError as error:
            self.count += 1
            yield Listed(str(folder), error)
            return
        self._folders.add(real)
        names.sort()
        for name in names:
            path = os.path.join(folder, name)
            if name in folders:
                yield from self.below(path)
                continue
            self.count += 1
            new = self.is_new(path) if name in links else f"{real}{os.sep}{name}" not in self._files
            if new:
                yield from _looked_at(path)


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    """Return whether it is a folder; a link to itself is none, and told where it would be read."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def _looked_at(path: str) -> Iterator[Listed]:
    """Yield the file, if it is one; also a link to nothing, so that the person hears of it."""
    try:
        status = os.stat(path)
    except OSError as error:
        yield Listed(path, error)
        return
    if S_ISREG(status.st_mode):
        yield Listed(path, status)
