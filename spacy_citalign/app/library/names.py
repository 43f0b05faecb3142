"""Names of works, articles and files, contents and references, as numbers of a library."""

import os
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

from ...citations.works.work_names import WorkNames
from ...errors import printable
from ...inputs.records import STDIN, Reading

NUMBER_BITS = 20  # of the id of a reference, which is its number in its article
_BYTES = 16
_BLOCK = 1 << 20


def name_hash(name: str) -> int:
    """Return a number of 64 bits, with sign as SQLite has it, for a name."""
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def shared_names(names: WorkNames) -> list[str]:
    """Return what works, or versions of an article, may share: identifiers, then their names.

    >>> from spacy_citalign.citations.works.work_names import work_names
    >>> frogs = {"doi": "10.5555/X", "first_author": "Zork", "year": 2004, "title": "Frogs"}
    >>> shared_names(work_names(frogs))
    ['doi:10.5555/x', 'name:zork 2004 frogs']
    """
    identifiers = [f"{kind}:{value}" for kind, value in names.identifiers]
    return identifiers + [f"name:{name}" for name in (names.name, names.joined) if name]


def file_name(path: Path) -> str:
    """Return where a file is, from the root."""
    return printable(path if path == STDIN else os.path.abspath(path))


def file_digest(path: Path, reading: Reading) -> bytes | None:
    """Return a number of the whole content of a file, and of how it is read.

    Args:
        path: of the file; standard input and what cannot be read has None.
        reading: how it is read.
    """
    if path == STDIN:
        return None
    digest = blake2b(reading.format.value.encode(), digest_size=_BYTES)
    try:
        read_blocks(path, digest.update)
    except OSError:
        return None
    return digest.digest()


def read_blocks(path: Path, take: Callable[[bytes], None]) -> None:
    """Give the content of a file to what takes it in."""
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            take(block)


def references_of(article: int) -> tuple[int, int]:
    """Return from which reference on, and before which one, those of an article are."""
    return article << NUMBER_BITS, (article + 1) << NUMBER_BITS


def number_of(reference: int) -> int:
    """Return the number of a reference in its article."""
    return reference & ((1 << NUMBER_BITS) - 1)
