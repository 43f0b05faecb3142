"""Groups of citances, sentences that cite the same work, as JSON Lines: a group a line.

A line has one of these shapes:

    {"cited": {"key": "...", "doi": "...", ...}, "citances": [{"id", "text", "source"}, ...]}
    {"group": "...", "citances": [{"id", "text", "words": [[0, 5], ...], "classes": [null, ...]}]}
    {"target": "...", "title": "...", "citances": [{"id", "text", "citing"}, ...]}

The first is what this package writes, the second has annotated words, the third is that of
collected citances without words. They mix freely: the key of a group is the first of ``cited.key``,
``group``, ``target`` that is given, else "group-" and the number of the line. A citance may also be
nothing but its text. A citance without id has the key of its group, "-" and its number from 1; what
cites is ``source`` or ``citing``. Names (keys, ids, sources) may be whole numbers. What a citance
has besides, ``section``, ``start`` and ``end`` most often, is kept as it stands; what a line has
besides is not read.

``words`` are half-open characters of the text, ascending and not overlapping; ``classes`` has one
entry a word, null where the word is aligned to nothing.

Files are UTF-8; a byte order mark, Windows line ends and blank lines are tolerated. ``json_lines``
says which JSON is refused.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InputError
from .json_lines import json_kind, json_object, json_span, json_string, json_value
from .lines import numbered_lines

_WANTED = "a file of citance groups in JSON Lines"
_SHAPE = '{"cited": {"key": "..."}, "citances": [{"id": "...", "text": "..."}]}'

_BOM = "\ufeff"
_SHOWN = 40  # characters of bad keys that a message repeats
_READ = frozenset({"id", "text", "source", "citing", "words", "classes"})  # of a citance


class Citance(NamedTuple):
    """A citing sentence.

    Attributes:
        id: its name; several citances may have the same.
        text: the sentence, which may be empty.
        source: what cites, most often an article; None where it is not said.
        words: half-open characters of ``text``, ascending; None where it is not annotated.
        classes: per word its class in the group, None for a word aligned to nothing; None where it
            is not annotated.
        fields: what else is said of it, plain JSON values as they stand; {} where nothing is.
    """

    id: str
    text: str
    source: str | None
    words: tuple[tuple[int, int], ...] | None
    classes: tuple[str | None, ...] | None
    fields: dict[str, Any]


class CitanceGroup(NamedTuple):
    """Citances of one cited work, one or more.

    Attributes:
        key: its name; several groups may have the same.
        cited: what is said of the cited work (``key``, ``doi``, ``pmid``, ``title`` ...), as it
            stands; {} where nothing is.
        citances: in the order of the file.
    """

    key: str
    cited: dict[str, Any]
    citances: tuple[Citance, ...]


def read_groups(path: str | Path) -> Iterator[CitanceGroup]:
    """Yield the groups of a file in order.

    Raises:
        InputError: the file cannot be read, is not UTF-8 or has no group; a line is not a group.
            Names file, line and value.
    """
    path = Path(path)
    empty = True
    for group in iter_groups((line for _, line in numbered_lines(path, _WANTED)), str(path)):
        if isinstance(group, InputError):
            raise group
        empty = False
        yield group
    if empty:
        raise InputError(f"{path} is empty; give a file with one group a line: {_SHAPE}")


def iter_groups(lines: Iterable[str | bytes], name: str) -> Iterator[CitanceGroup | InputError]:
    """Yield the group of each line or, in its place, the error that says why there is none.

    Args:
        lines: with or without line ends, from the first line on; a file opened for reading bytes
            gives them, so that a byte that is not UTF-8 costs one line too. Blank lines give
            nothing, but are counted.
        name: of the file, for the errors.
    """
    for number, raw in enumerate(lines, start=1):
        found: CitanceGroup | InputError | None
        try:
            line = _decoded(raw)
            line = line.removeprefix(_BOM) if number == 1 else line
            found = _group(json_object(line), number) if line.strip() else None
        except InputError as error:
            found = InputError(f"{name}, line {number}: {error}")
        if found is not None:
            yield found


def _decoded(raw: str | bytes) -> str:
    if isinstance(raw, str):
        return raw
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise InputError(
            f"byte {error.start} of the line (from 0) is 0x{raw[error.start]:02x}, which is not "
            "UTF-8; convert the file to UTF-8"
        ) from error


def _group(row: dict[str, Any], number: int) -> CitanceGroup:
    cited = row.get("cited")
    if cited is None:
        cited = {"title": row["title"]} if row.get("title") is not None else {}
    if not isinstance(cited, dict):
        raise InputError(f"cited is {json_kind(cited)}; write an object")
    json_value(cited, "cited")
    key = (
        _name(cited.get("key"), "cited.key")
        or _name(row.get("group"), "group")
        or _name(row.get("target"), "target")
        or f"group-{number}"
    )
    if "citances" not in row:
        keys = ", ".join(map(ascii, row))[:_SHOWN] or "none"
        raise InputError(f"the group has no citances, its keys are: {keys}; write {_SHAPE}")
    citances = row["citances"]
    if not isinstance(citances, list) or not citances:
        found = "an empty array" if citances == [] else json_kind(citances)
        raise InputError(f"citances is {found}; write an array of one citance or more")
    return CitanceGroup(
        key,
        cited,
        tuple(
            _citance(citance, f"{key}-{place}", f"citances[{place - 1}]")
            for place, citance in enumerate(citances, start=1)
        ),
    )


def _citance(row: Any, own_id: str, what: str) -> Citance:
    """Read a citance; ``own_id`` is its id where it brings none, ``what`` its place in the line."""
    if isinstance(row, str):
        row = {"text": row}
    if not isinstance(row, dict):
        raise InputError(f"{what} is {json_kind(row)}; write an object or a string")
    if "text" not in row:
        keys = ", ".join(map(ascii, row))[:_SHOWN] or "none"
        raise InputError(f"{what} has no text, its keys are: {keys}; give it a text")
    text = json_string(row["text"], f"{what}.text")
    words = _words(row.get("words"), text, f"{what}.words")
    return Citance(
        id=_name(row.get("id"), f"{what}.id") or own_id,
        text=text,
        source=_name(row.get("source"), f"{what}.source")
        or _name(row.get("citing"), f"{what}.citing"),
        words=words,
        classes=_classes(row.get("classes"), words, f"{what}.classes"),
        fields=json_value({key: row[key] for key in row if key not in _READ}, what),
    )


def _words(value: Any, text: str, what: str) -> tuple[tuple[int, int], ...] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise InputError(f"{what} is {json_kind(value)}; write an array of [start, end]")
    words: list[tuple[int, int]] = []
    for place, span in enumerate(value):
        start, end = json_span(span, text, f"{what}[{place}]")
        if words and start < words[-1][1]:
            raise InputError(
                f"{what}[{place}] is [{start}, {end}] and begins before the end of the word before "
                f"it, {list(words[-1])}; write words in ascending order that do not overlap"
            )
        words.append((start, end))
    return tuple(words)


def _classes(
    value: Any, words: tuple[tuple[int, int], ...] | None, what: str
) -> tuple[str | None, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise InputError(f"{what} is {json_kind(value)}; write an array of strings and nulls")
    if words is None or len(value) != len(words):
        count = "no words" if words is None else f"{len(words)} words"
        raise InputError(f"{what} has {len(value)} entries for {count}; write one entry a word")
    return tuple(
        None if entry is None else json_string(entry, f"{what}[{place}]")
        for place, entry in enumerate(value)
    )


def _name(value: Any, what: str) -> str | None:
    """Return a name, which may be written as a number; None where it is missing or empty."""
    if value is None:
        return None
    if type(value) is int:
        return str(value)
    return json_string(value, what) or None
