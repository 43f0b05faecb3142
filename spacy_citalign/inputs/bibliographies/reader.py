"""Bibliographies in files: BibTeX by .bib, else CSL-JSON by its content."""

from codecs import BOM_UTF8
from pathlib import Path

from ...corpora.io import WIDE, decode_text, is_wide, read_bytes
from ...errors import InputError, printable
from .bibtex import read_bibtex
from .csl import read_csl
from .records import Bibliography

MAX_SIZE = 50_000_000  # bytes; what is read takes fifteen times as much memory


def read_bibliography(source: Path | bytes, name: str = "") -> Bibliography:
    """Return the works of a bibliography in BibTeX or CSL-JSON.

    Args:
        source: a file, or its content.
        name: what errors and faults call it; by default the path.

    Raises:
        InputError: it cannot be read, is not UTF-8, or is neither.
    """
    name = name or ("the bibliography" if isinstance(source, bytes) else printable(source))
    text = read_source(source, name, MAX_SIZE)
    begin = text[:1_000].lstrip()
    if begin.startswith(("[", '{"')) or begin.removeprefix("{").lstrip().startswith('"'):
        return read_csl(text, name)
    found = read_bibtex(text, name)
    if not found.works and not found.faults and text.strip():
        raise InputError(f"{name} has no entry of BibTeX, and is no CSL-JSON; give either")
    return found


def read_source(source: Path | bytes, name: str, most_bytes: int) -> str:
    """Return a text in UTF-8, with line feeds, without a byte order mark and without zeros.

    Raises:
        InputError: it cannot be read, is too large, or not UTF-8; the message has the name.
    """
    content = read_bytes(source, name=name, most_bytes=most_bytes)
    if is_wide(content):
        raise InputError(f"{name} {WIDE}")
    try:
        text = decode_text(content.removeprefix(BOM_UTF8))
    except InputError as error:
        raise InputError(f"{name} {error}") from error
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", " ")
