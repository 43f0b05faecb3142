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
from .io import check_line, decode_line
from .json_lines import (
    json_array,
    json_keys,
    json_kind,
    json_name,
    json_object,
    json_span,
    json_string,
    json_value,
    read_json_lines,
)

_WANTED = "a file of citance groups in JSON Lines"
_SHAPE = '{"cited": {"key": "..."}, "citances": [{"id": "...", "text": "..."}]}'

_BOM = "\ufeff"
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
    """Return the groups of a file in order, each read when it is wanted.

    Raises:
        InputError: the file cannot be read, is not UTF-8 or has no group; a line is not a group.
            Names file, line and value.
    """
    return read_json_lines(Path(path), _group, wanted=_WANTED, shape=f"one group a line: {_SHAPE}")


def iter_groups(
    lines: Iterable[str | bytes], name: str, *, first: int = 1
) -> Iterator[CitanceGroup | InputError]:
    """Yield the group of each line or, in its place, the error that says why there is none.

    Args:
        lines: with or without line ends; a file opened for reading bytes
            gives them, so that a byte that is not UTF-8 costs one line too. Blank lines give
            nothing, but are counted.
        name: of the file, for the errors.
        first: the number of the first line.
    """
    for number, raw in enumerate(lines, start=first):
        group: CitanceGroup | InputError | None
        try:
            check_line(raw)
            line = raw if isinstance(raw, str) else decode_line(raw, "the line (from 0)")
            line = line.removeprefix(_BOM) if number == 1 else line
            group = _group(json_object(line), number) if line.strip() else None
        except InputError as error:
            group = InputError(f"{name}, line {number}: {error}")
        if group is not None:
            yield group


def _group(row: dict[str, Any], number: int) -> CitanceGroup:
    cited = row.get("cited")
    if cited is None:
        cited = {"title": row["title"]} if row.get("title") is not None else {}
    if not isinstance(cited, dict):
        raise InputError(f"cited is {json_kind(cited)}; write an object")
    json_value(cited, "cited")
    key = (
        json_name(cited.get("key"), "cited.key")
        or json_name(row.get("group"), "group")
        or json_name(row.get("target"), "target")
        or f"group-{number}"
    )
    if "citances" not in row:
        keys = json_keys(row)
        raise InputError(f"the group has no citances, its keys are: {keys}; write {_SHAPE}")
    citances = row["citances"]
    if not isinstance(citances, list) or not citances:
        kind = "an empty array" if citances == [] else json_kind(citances)
        raise InputError(f"citances is {kind}; write an array of one citance or more")
    return CitanceGroup(
        key,
        cited,
        tuple(
            _citance(citance, f"{key}-{number}", f"citances[{number - 1}]")
            for number, citance in enumerate(citances, start=1)
        ),
    )


def _citance(row: Any, default_id: str, what: str) -> Citance:
    """Return a citance, called ``what`` in errors; ``default_id`` is for one that brings no id."""
    if isinstance(row, str):
        row = {"text": row}
    if not isinstance(row, dict):
        raise InputError(f"{what} is {json_kind(row)}; write an object or a string")
    if "text" not in row:
        raise InputError(f"{what} has no text, its keys are: {json_keys(row)}; give it a text")
    text = json_string(row["text"], f"{what}.text")
    words = _words(row.get("words"), text, f"{what}.words")
    return Citance(
        id=json_name(row.get("id"), f"{what}.id") or default_id,
        text=text,
        source=json_name(row.get("source"), f"{what}.source")
        or json_name(row.get("citing"), f"{what}.citing"),
        words=words,
        classes=_classes(row.get("classes"), words, f"{what}.classes"),
        fields=json_value({key: row[key] for key in row if key not in _READ}, what),
    )


def _words(value: Any, text: str, what: str) -> tuple[tuple[int, int], ...] | None:
    if value is None:
        return None
    words: list[tuple[int, int]] = []
    for index, span in enumerate(json_array(value, what, " of [start, end]")):
        start, end = json_span(span, text, f"{what}[{index}]")
        if words and start < words[-1][1]:
            raise InputError(
                f"{what}[{index}] is [{start}, {end}] and begins before the end of the word before "
                f"it, {list(words[-1])}; write words in ascending order that do not overlap"
            )
        words.append((start, end))
    return tuple(words)


def _classes(
    value: Any, words: tuple[tuple[int, int], ...] | None, what: str
) -> tuple[str | None, ...] | None:
    if value is None:
        return None
    json_array(value, what, " of strings and nulls")
    if words is None or len(value) != len(words):
        count = "no words" if words is None else f"{len(words)} words"
        raise InputError(f"{what} has {len(value)} entries for {count}; write one entry a word")
    return tuple(
        None if entry is None else json_string(entry, f"{what}[{index}]")
        for index, entry in enumerate(value)
    )
