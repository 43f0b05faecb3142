"""Pairs of texts with links between their sentences, as JSON Lines: a pair a line.

A line has this shape, links or passages or neither:

    {"id": "...", "lang": "en", "a": ["sentence", ...], "b": [...], "links": [[i, j], ...]}
    {"a": ["sentence", ...], "b": [...], "passages": [[[i, ...], [j, ...]], ...]}

Numbers are of sentences of ``a`` and of ``b``, from 0. A link says that two sentences match;
passages say which runs of sentences tell the same, not which of their sentences match. A sentence
is any text that is more than white space; it may have line breaks in it and need not end in a full
stop. The id may be a whole number, and is "pair-" and the number of the line where it is missing.
Other keys are not read.

Files are UTF-8; a byte order mark, Windows line ends and blank lines are tolerated. ``json_lines``
says which JSON is refused.
"""

import reprlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InputError
from .json_lines import json_kind, json_object, json_string
from .lines import numbered_lines

_WANTED = "a file of pairs of texts in JSON Lines"
_SHAPE = '{"id": "...", "a": ["sentence", ...], "b": [...], "links": [[i, j], ...]}'
_SHOWN = 40  # characters of keys that a message repeats

Numbers = tuple[int, ...]


class AlignedTexts(NamedTuple):
    """Two texts.

    Attributes:
        id: name of the pair; several pairs may have the same.
        lang: the language, None where it is not said.
        first, second: their sentences.
        links: numbers of a sentence of each text, ascending, none twice; None where they are not
            known.
        passages: the same of runs of sentences, in the order of the file, which may repeat them;
            numbers of a run are ascending. None where they are not known.
    """

    id: str
    lang: str | None
    first: tuple[str, ...]
    second: tuple[str, ...]
    links: tuple[tuple[int, int], ...] | None
    passages: tuple[tuple[Numbers, Numbers], ...] | None


def read_text_pairs(path: str | Path) -> Iterator[AlignedTexts]:
    """Yield the pairs of a file in order.

    Raises:
        InputError: the file cannot be read, is not UTF-8 or has no pair; a line is no pair. Names
            file, line and value.
    """
    path = Path(path)
    empty = True
    for number, line in numbered_lines(path, _WANTED):
        if line.strip():
            try:
                pair = _pair(json_object(line), number)
            except InputError as error:
                raise InputError(f"{path}, line {number}: {error}") from error
            empty = False
            yield pair
    if empty:
        raise InputError(f"{path} is empty; give a file with one pair of texts a line: {_SHAPE}")


def _pair(row: dict[str, Any], number: int) -> AlignedTexts:
    for key in ("a", "b"):
        if key not in row:
            keys = ", ".join(map(ascii, row))[:_SHOWN] or "none"
            raise InputError(f"the pair has no {key}, its keys are: {keys}; write {_SHAPE}")
    links, passages = row.get("links"), row.get("passages")
    if links is not None and passages is not None:
        raise InputError("the pair has links and passages; write one of them")
    name, lang = row.get("id"), row.get("lang")
    first, second = (_sentences(row[key], key) for key in ("a", "b"))
    sizes = len(first), len(second)
    return AlignedTexts(
        str(name) if type(name) is int else _name(name, "id") or f"pair-{number}",
        _name(lang, "lang"),
        first,
        second,
        None if links is None else _links(links, sizes),
        None if passages is None else _passages(passages, sizes),
    )


def _name(value: Any, what: str) -> str | None:
    """Return a name, None where it is missing or empty."""
    return None if value is None else json_string(value, what) or None


def _sentences(value: Any, what: str) -> tuple[str, ...]:
    for place, sentence in enumerate(_array(value, what)):
        if not json_string(sentence, f"{what}[{place}]").strip():
            raise InputError(
                f"{what}[{place}] is blank; leave it out, and count the sentences after it without "
                "it"
            )
    return tuple(value)


def _links(value: Any, sizes: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    found = set()
    for place, link in enumerate(_array(value, "links")):
        what = f"links[{place}]"
        if not isinstance(link, list) or len(link) != len(sizes):
            raise InputError(f"{what} is {reprlib.repr(link)}; write [i, j], two whole numbers")
        i, j = (_number(one, size, what) for one, size in zip(link, sizes, strict=True))
        found.add((i, j))
    return tuple(sorted(found))


def _passages(value: Any, sizes: tuple[int, int]) -> tuple[tuple[Numbers, Numbers], ...]:
    found = []
    for place, passage in enumerate(_array(value, "passages")):
        what = f"passages[{place}]"
        if not isinstance(passage, list) or len(passage) != len(sizes):
            raise InputError(
                f"{what} is {reprlib.repr(passage)}; write [[i, ...], [j, ...]], two arrays of "
                "whole numbers"
            )
        rows, columns = (
            tuple(sorted({_number(one, size, what) for one in _array(run, f"{what}[{side}]")}))
            for side, (run, size) in enumerate(zip(passage, sizes, strict=True))
        )
        if not rows or not columns:
            raise InputError(f"{what} has no sentences on one side; leave it out")
        found.append((rows, columns))
    return tuple(found)


def _array(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise InputError(f"{what} is {json_kind(value)}; write an array")
    return value


def _number(value: Any, size: int, what: str) -> int:
    """Return the number of a sentence of a text of so many."""
    # Not isinstance: true and false are int to Python.
    if type(value) is not int or not 0 <= value < size:
        raise InputError(
            f"{what} names sentence {reprlib.repr(value)} of {size}; write whole numbers from 0, "
            "below the number of sentences"
        )
    return value
