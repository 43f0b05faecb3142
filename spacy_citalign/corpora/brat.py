r"""Texts that were annotated in brat: `NAME.txt` and `NAME.ann` in standoff format.

Stenetorp P, Pyysalo S, Topic G, et al. (2012) brat: a web-based tool for NLP-assisted text
annotation. EACL demonstrations.

    T1	GENE 0 5	Limb1
    T2	CELL 12 16;17 22	newt cells
    N1	Reference T1 GeneID:7157	TP53

Offsets are half-open characters of the text. A mention with fragments goes over the end of a line,
as brat writes it, and is one; where words that are not its own lie between them it is left out and
counted. Lines of other kinds (relations, events, attributes, notes) are not read. A text without
`.ann` is one that nobody opened.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from .io import SHOWN, at_line, decode_text, read_bytes
from .text_spans import Span

_BYTES = 1 << 26
_BOM = "\ufeff"
_MENTION = re.compile(r"(T\S*)\t(\S+) (\d+ \d+(?:;\d+ \d+)*)(?:\t(.*))?")
_REFERENCE = re.compile(r"N\S*\tReference (\S+) [^\s:]+:(\S+)(?:\t.*)?")


class BratMention(NamedTuple):
    """A mention: half-open characters, type, and the ids that it refers to, joined by ";"."""

    start: int
    end: int
    type: str
    ids: str


class BratDocument(NamedTuple):
    """A text with its mentions.

    Attributes:
        id: the path of its files without suffix, in the folder.
        text: all of it.
        mentions: in the order of the file; they may overlap.
        left_out: how many mentions were left out, in fragments.
    """

    id: str
    text: str
    mentions: tuple[BratMention, ...]
    left_out: int


class _Line(NamedTuple):
    """A line of a mention: its number, name, type and fragments, and what it says of its words."""

    number: int
    name: str
    type: str
    fragments: list[Span]
    words: str | None


def read_brat(path: str | Path) -> Iterator[BratDocument]:
    """Yield the annotated texts of a folder and the folders in it, by name, or that of one file.

    Raises:
        InputError: there is none, a file cannot be read or is not in its format, or an annotation
            says other words than those of the text.
    """
    path = Path(path)
    folder = path if path.is_dir() else path.parent
    files = sorted(path.rglob("*.ann")) if path.is_dir() else [path.with_suffix(".ann")]
    if not files:
        raise InputError(f"{path} has no .ann files; give a folder of NAME.txt and NAME.ann")
    for file in files:
        yield _document(file, file.relative_to(folder).with_suffix("").as_posix())


def _document(file: Path, name: str) -> BratDocument:
    source = file.with_suffix(".txt")
    content, annotations = (_read(one) for one in (source, file))
    lines, ids = _lines(file, annotations.removeprefix(_BOM))
    # What counts characters differs by how it reads lines.
    plain = content.removeprefix(_BOM)
    for text in (plain, plain.replace("\r\n", "\n"), content):
        if all(_says(text, line) for line in lines):
            return _placed(name, text, lines, ids)
    wrong = next(line for line in lines if not _says(plain, line))
    start, end = wrong.fragments[0][0], wrong.fragments[-1][1]
    raise InputError(
        f"{file}, line {wrong.number}: {wrong.name} says {(wrong.words or '')[:SHOWN]!r}, and "
        f"{source.name} has {plain[start:end][:SHOWN]!r} at {start} to {end}; give the files of "
        "one text"
    )


def _read(file: Path) -> str:
    try:
        return decode_text(read_bytes(file, name=str(file), most_bytes=_BYTES))
    except InputError as error:
        message = str(error)
        raise InputError(message if str(file) in message else f"{file} {message}") from error


def _lines(file: Path, annotations: str) -> tuple[list[_Line], dict[str, list[str]]]:
    """Return the mentions of a file, and by name of a mention what it refers to."""
    mentions: list[_Line] = []
    ids: dict[str, list[str]] = {}
    for number, line in enumerate(annotations.split("\n"), start=1):
        line = line.rstrip("\r")
        if reference := _REFERENCE.fullmatch(line):
            ids.setdefault(reference[1], []).append(reference[2])
        if not line.startswith("T"):
            continue
        with at_line(file, number):
            mentions.append(_mention(number, line))
    return mentions, ids


def _mention(number: int, line: str) -> _Line:
    found = _MENTION.fullmatch(line)
    if found is None:
        raise InputError(
            f"{line[:SHOWN]!r} is no mention; write T1, a tab, TYPE START END, a tab, the words"
        )
    name, kind, offsets, words = found.groups()
    fragments = []
    for pair in offsets.split(";"):
        start, end = map(int, pair.split())
        if start >= end:
            raise InputError(f"{name} has the characters {pair}; END is behind START")
        fragments.append((start, end))
    return _Line(number, name, kind, sorted(fragments), words)


def _says(text: str, line: _Line) -> bool:
    """Whether a line has the words of a text at its place, whatever the white space."""
    if line.fragments[-1][1] > len(text):
        return False
    words = " ".join(text[start:end] for start, end in line.fragments)
    return line.words is None or "".join(words.split()) == "".join(line.words.split())


def _placed(name: str, text: str, lines: list[_Line], ids: dict[str, list[str]]) -> BratDocument:
    mentions = []
    for line in lines:
        gaps = zip(line.fragments[:-1], line.fragments[1:], strict=True)
        if not any(text[before[1] : after[0]].strip() for before, after in gaps):
            start, end = line.fragments[0][0], line.fragments[-1][1]
            mentions.append(BratMention(start, end, line.type, ";".join(ids.get(line.name, ()))))
    return BratDocument(name, text, tuple(mentions), len(lines) - len(mentions))
