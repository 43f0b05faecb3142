"""What is fuzzed: a function of bytes, and what it may do with them."""

import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from spacy_citalign.errors import InputError
from spacy_citalign.inputs.articles import Article

# Takes an input, the largest size, a seed, and atheris' own mutation of an input to that size.
Mutator = Callable[[bytes, int, int, Callable[[bytes, int], bytes]], bytes]

NEXT_FILE = b"\n%%%%\n"  # between the files of an input that stands for several


class Target(NamedTuple):
    """Something that takes the bytes of others.

    Attributes:
        name: what the command line calls it.
        check: takes an input; returns, or raises one of ``refusals``. Everything else is a finding.
        seeds: inputs that are in order, which ``check`` accepts; made when they are needed.
        words: what inputs are made of, for mutations.
        mutate: knows how inputs are built; None for mutations of bytes.
        most_bytes: the largest input.
        refusals: the errors that say that an input is not in order.
    """

    name: str
    check: Callable[[bytes], object]
    seeds: Callable[[], Iterable[bytes]]
    words: Sequence[bytes] = ()
    mutate: Mutator | None = None
    most_bytes: int = 4096
    refusals: tuple[type[Exception], ...] = (InputError,)


def accepts(target: Target, data: bytes) -> bool:
    """Whether an input is in order; False where it is refused. Raises what is a finding."""
    try:
        target.check(data)
    except target.refusals as error:
        if not str(error).strip():
            raise AssertionError("an input is refused without a word") from error
        return False
    return True


@cache
def scratch() -> Path:
    """A folder of this process, which whoever set TMPDIR removes."""
    return Path(tempfile.mkdtemp(prefix="fuzz"))


def scratch_file(name: str, data: bytes) -> Path:
    """A file with that content; the next of that name replaces it."""
    path = scratch() / name
    path.write_bytes(data)
    return path


def several(data: bytes, count: int) -> list[bytes]:
    """The contents of ``count`` files that an input stands for, those at the end empty."""
    parts = data.split(NEXT_FILE, count - 1)
    return parts + [b""] * (count - len(parts))


def drained(found: object) -> object:
    """What was found; of an iterator nothing is left."""
    if isinstance(found, Iterator):
        deque(found, maxlen=0)
    return found


def reader(
    name: str,
    read: Callable[..., object],
    seeds: Callable[[], Iterable[bytes]],
    files: Sequence[str] = ("input",),
    **more: object,
) -> Target:
    """A target that reads files, whose names are given, one or several."""

    def check(data: bytes) -> None:
        contents = several(data, len(files)) if len(files) > 1 else [data]
        paths = map(scratch_file, files, contents)
        drained(read(*paths))

    return Target(name, check, seeds, **more)


def require(fact: bool, what: str) -> None:
    """Raise AssertionError, a finding, where something is not as it is promised."""
    if not fact:
        raise AssertionError(what)


def require_spans(text: str, spans: Iterable[tuple[int, int]], *, empty: bool = False) -> None:
    """See that spans are characters of a text."""
    for start, end in spans:
        inside = 0 <= start <= end <= len(text) and (empty or start < end)
        require(inside, f"{start}:{end} is not in a text of {len(text)} characters")


def require_article(found: Article) -> None:
    """See that places are in the text, paragraphs on lines, works in the list."""
    require_spans(found.text, ((one.start, one.end) for one in found.citations), empty=True)
    places = [(one.start, one.end) for one in found.paragraphs]
    require_spans(found.text, places, empty=True)
    gaps = all(end + 1 == start for (_, end), (start, _) in pairwise(places))
    require(gaps, "paragraphs are not on lines of their own")
    require(all(one.work < len(found.works) for one in found.citations), "a work is missing")
    require(not any("\x01" <= sign <= "\x05" for sign in found.text), "a control character stays")
    for field in (found.id, found.title, found.text, *(work.text for work in found.works)):
        field.encode()
