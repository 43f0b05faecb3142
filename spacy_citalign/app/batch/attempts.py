"""Finds the record that kills its process, by notes that outlive the process.

A native crash, or the system that ends a process for want of memory, leaves no error behind. So a
split has a small file while it is annotated: a line when a process begins it and, from the third
beginning on, a line before each record, which is then annotated alone. A record that was the last
one noted at two deaths is named as the culprit, and is not tried again.

Only deaths since the run was started count: who kills a whole run says nothing of its records.

The files are on the disk that the output is on, so that it does not matter which process, or which
machine of a cluster, begins next.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ...atomic import check_own, own_file
from ...errors import SettingError

_BEGUN = "begun "
_ONE_BY_ONE_AFTER = 2  # beginnings that ended in death, of the whole split
_FATAL_AFTER = 2  # deaths at one record
_SUFFIX = ".tries"
_MAX_DIGITS = 18  # of the number of a record


class Attempts:
    """Notes on the attempts at a split.

    Args:
        folder: of all notes.
        name: of the split.
        start: names this start of the run.

    Attributes:
        one_by_one: whether records are to be annotated one by one, each with a note before it.
        fatal: the numbers of the records, counted from 0, that are not to be tried again.

    Raises:
        SettingError: the folder, or the file of the notes, is a link.
    """

    def __init__(self, folder: Path, name: str, start: str) -> None:
        self._path = folder / f"{name}{_SUFFIX}"
        begun, self.fatal = _read(self._path, start)
        self.one_by_one = begun >= _ONE_BY_ONE_AFTER
        folder.mkdir(exist_ok=True)
        self._note(f"{_BEGUN}{start}")

    def at(self, number: int) -> None:
        """Note that the record of that number comes next."""
        self._note(str(number))

    def close(self) -> None:
        """Forget the notes: the split is done."""
        self._path.unlink(missing_ok=True)

    def _note(self, line: str) -> None:
        with open(self._path, "a", encoding="ascii", opener=own_file) as handle:
            handle.write(f"{line}\n")


def fatal_records(folder: Path, name: str, start: str) -> int:
    """Return how many records of a split are known to kill their process."""
    return len(_read(folder / f"{name}{_SUFFIX}", start)[1])


def clear_attempts(folder: Path) -> None:
    """Remove all notes and their folder; what is not ours stays.

    Raises:
        SettingError: the folder is a link.
    """
    if folder.is_symlink():
        raise SettingError(f"{folder}, where a run keeps notes, is a link; delete it")
    for path in folder.glob(f"*{_SUFFIX}"):
        path.unlink(missing_ok=True)
    with suppress(OSError):  # it is not there, or not empty
        folder.rmdir()


@contextmanager
def noted_attempts(folder: Path, *, fresh: bool = False) -> Iterator[bool]:
    """Yield whether an earlier run was killed, and leave no notes unless this one is.

    Args:
        folder: of all notes.
        fresh: start anew, as if none was.
    """
    killed = not fresh and any(folder.glob(f"*{_SUFFIX}"))
    clear_attempts(folder)
    try:
        yield killed
    finally:
        clear_attempts(folder)


def _read(path: Path, start: str) -> tuple[int, frozenset[int]]:
    """Return how often the split was begun since that start, and the records that are fatal."""
    check_own(path)
    try:
        text = path.read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return 0, frozenset()
    starts = [note.split("\n")[:-1] for note in text.split(_BEGUN)]
    ours = [lines for lines in starts if lines and lines[0] == start]
    lasts = [lines[-1] for lines in ours if len(lines) > 1]
    deaths = Counter(int(last) for last in lasts if last.isdecimal() and len(last) <= _MAX_DIGITS)
    return len(ours), frozenset(n for n, count in deaths.items() if count >= _FATAL_AFTER)
