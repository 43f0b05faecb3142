"""Memory as a promise: what work will need is estimated and compared with what is free, beforehand.

What needs more is refused by an error that says both numbers and what to do, while the process is
still well. The estimates stand with the work; they were measured, and are rather too high.

Free is the least of what Linux says is available, what the control groups of the process (v1 and
v2: containers, schedulers of clusters) and its limit of addresses (`ulimit -v`) leave it. On other
systems nothing is known of it, and only a limit in bytes is one.
"""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .errors import InputError, SettingError

VARIABLE = "CITALIGN_MAX_MEMORY"
FREE, OFF = "free", "off"
MEGABYTE = 1_000_000
_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:I?B)?", re.IGNORECASE)
# So much is not looked up: that takes a tenth of a millisecond.
LITTLE = 32 * MEGABYTE
# Of a control group: the limit, what is used, and of that what can be given back at once.
_VERSION_1 = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
_VERSION_2 = ("memory.max", "memory.current", "inactive_file")
_NUMBER = re.compile(r"^(?:([A-Za-z]\w*):?\s+)?(\d+)\b", re.MULTILINE)
_WORD = re.compile(r"\w+|[^\w\s]")
_sharers = 1


def parse_limit(value: str) -> float | None:
    """Return a limit in bytes, infinity for "off", None for "free".

    Raises:
        SettingError: it is none of these, nor a size.

    >>> parse_limit("2G"), parse_limit("1.5 GB"), parse_limit("off"), parse_limit("free")
    (2000000000.0, 1500000000.0, inf, None)
    """
    text = value.strip()
    if text.lower() in (FREE, OFF):
        return None if text.lower() == FREE else float("inf")
    match = _SIZE.fullmatch(text)
    if match is None or not (size := float(match[1]) * _UNITS[match[2].upper()]):
        raise SettingError(
            f"the limit of memory is {value!r}; give {FREE!r}, {OFF!r}, or a size such as 2G or "
            "500M"
        )
    return size


def limit_memory(value: str) -> None:
    """Set how much memory work may take in this process, and in those that it begins.

    Args:
        value: "free" (what is free, the default), "off" (any) or a size such as "2G"; the same as
            the variable ``CITALIGN_MAX_MEMORY`` of the environment.

    Raises:
        SettingError: it is none of these.
    """
    parse_limit(value)
    os.environ[VARIABLE] = value


@contextmanager
def same_limit() -> Iterator[None]:
    """Let a limit that is set in the block end with it."""
    before = os.environ.get(VARIABLE)
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = before


def share_memory(processes: int) -> None:
    """Have so many processes share what there is, of which this is one."""
    global _sharers
    _sharers = max(1, processes)


def check_memory(needed: float, what: str, remedy: str = "split it") -> None:
    """See that there is memory for some work.

    Args:
        needed: bytes, beside what the process has.
        what: the work, as the message begins, such as "a group of 9,000 words".
        remedy: what to do about it.

    Raises:
        InputError: it needs more than may be taken.
        SettingError: the limit in the environment is none.
    """
    if needed <= LITTLE:
        return
    limit = parse_limit(os.environ.get(VARIABLE, FREE))
    most = free_memory() if limit is None else limit
    if most is None or needed <= most / _sharers:
        return
    of = "free" if limit is None else "allowed"
    if _sharers > 1:
        of, remedy = f"{of} for each of {_sharers} processes", f"{remedy}, use fewer processes"
    raise InputError(
        f"{what} would take about {size_text(needed)} of memory, more than the "
        f"{size_text(most / _sharers)} that are {of}; {remedy}, or change the limit "
        f"(--max-memory, or {VARIABLE}; off is none)"
    )


def check_text(text: str, bytes_a_word: float, what: str = "its text") -> None:
    """See that there is memory for work on a text.

    Args:
        text: the text.
        bytes_a_word: what the work takes.
        what: the text, as the message begins.

    Raises:
        InputError: it needs more than may be taken.
    """
    if len(text) * bytes_a_word <= LITTLE:  # were each character a word
        return
    words = count_words(text)
    check_memory(words * bytes_a_word, f"{what}, {words:,} words,")


def count_words(text: str) -> int:
    """Return about how many tokens a text has: runs of letters and digits, other signs.

    >>> count_words("Chk1 binds p53 [3].")
    7
    """
    return sum(1 for _ in _WORD.finditer(text))


def size_text(size: float) -> str:
    """Return a number of bytes as a person reads it.

    >>> size_text(2_340_000_000), size_text(42_000_000)
    ('2.3 GB', '42 MB')
    """
    if size >= 1e9:
        return f"{size / 1e9:,.1f} GB"
    return f"{max(size, 0) / 1e6:,.0f} MB"


def free_memory(root: Path = Path("/")) -> int | None:
    """Return the bytes that this process may still take; None where nothing is known.

    Args:
        root: the folder with ``proc`` and ``sys``.
    """
    known = [*_left_in_groups(root), *_left_of_addresses(root)]
    if (available := _numbers(root / "proc/meminfo").get("MemAvailable")) is not None:
        known.append(available * 1024)
    return max(0, min(known)) if known else None


def _left_in_groups(root: Path) -> Iterator[int]:
    """Yield what the control groups of this process leave, those above included.

    In a container the names of groups may be those of the machine, and the group itself is what is
    mounted; so each folder on the way up is looked into that is there.
    """
    for line in _text(root / "proc/self/cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        if controllers and "memory" not in controllers.split(","):
            continue
        top = root / "sys/fs/cgroup" / ("memory" if controllers else "")
        names = _VERSION_1 if controllers else _VERSION_2
        group = top / path.strip("/")
        for folder in (group, *group.parents):
            limit, used = (_numbers(folder / name).get("") for name in names[:2])
            if limit is not None and used is not None:  # the rest can be given back at once
                yield limit - used + _numbers(folder / "memory.stat").get(names[2], 0)
            if folder == top:
                break


def _left_of_addresses(root: Path) -> Iterator[int]:
    """Yield what `ulimit -v` leaves."""
    if sys.platform == "linux":
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        pages = _numbers(root / "proc/self/statm").get("")
        if limit != resource.RLIM_INFINITY and pages is not None:
            yield limit - pages * resource.getpagesize()


def _numbers(path: Path) -> dict[str, int]:
    """Return the numbers that lines of a file begin with, by the names before them if any."""
    return {name: int(number) for name, number in _NUMBER.findall(_text(path))}


def _text(path: Path) -> str:
    with suppress(OSError, UnicodeDecodeError):
        return path.read_text(encoding="ascii")
    return ""
