"""Finds what a run reads, and says what cannot be read; the size of its splits."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from ...errors import InputError, SettingError
from ...inputs.find import sources_of
from ...inputs.pieces import Piece
from ...inputs.records import ARTICLES, STDIN, Reading
from ...inputs.splits import Source, Unreadable
from .messages import say

_SPLITS = 128
_LEAST_SPLIT, _USUAL_SPLIT, _MOST_SPLIT = 256 << 10, 256 << 10, 8 << 20


def find_sources(
    paths: Sequence[Path],
    reading: Reading,
    *,
    leave_out: Iterable[Path] = (),
    on_left_out: Callable[[Piece], object] = lambda piece: None,
) -> list[Source]:
    """Return the sources of all inputs, in order, as ``sources_of``.

    Args:
        paths: files, folders, archives; ``-`` is standard input.
        reading: how they are read.
        leave_out: files and folders below these that are no input: what the run itself writes.
        on_left_out: is told of each file of a folder that is of no kind that is read.

    Raises:
        InputError: not one of the inputs can be read; each problem is said before.
        SettingError: standard input is given twice; Parquet is given without pyarrow.
    """
    if list(paths).count(STDIN) > 1:
        raise SettingError("standard input (-) can be read once only")
    sources = list(sources_of(paths, reading, leave_out, on_left_out))
    unreadable = [source for source in sources if isinstance(source, Unreadable)]
    if len(unreadable) == len(sources):
        for source in unreadable:
            say(f"{source.name}: {source.problem.reason}")
        raise InputError("no input file can be read")
    return sources


def split_bytes(sources: Iterable[Source]) -> int:
    """Return a size for the splits of a run: 128 of them, of 256 KiB to 8 MiB.

    Those of streams have 256 KiB.
    """
    total = 0
    for source in sources:
        if source.size is None:
            return _USUAL_SPLIT
        total += source.size
    return min(max(total // _SPLITS, _LEAST_SPLIT), _MOST_SPLIT)


def may_hold_articles(source: Source) -> bool:
    """Return whether a source may hold articles, which come with their citations."""
    return not ARTICLES.isdisjoint(source.formats())
