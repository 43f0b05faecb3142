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
from .json_lines import json_array, json_keys, json_name, json_string, read_json_lines

_WANTED = "a file of pairs of texts in JSON Lines"
_SHAPE = '{"id": "...", "a": ["sentence", ...], "b": [...], "links": [[i, j], ...]}'

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
    """Return the pairs of a file in order, each read when it is wanted.

    Raises:
        InputError: the file cannot be read, is not UTF-8 or has no pair; a line is no pair. Names
            file, line and value.
    """
    shape = f"one pair of texts a line: {_SHAPE}"
    return read_json_lines(Path(path), _pair, wanted=_WANTED, shape=shape)


def _pair(row: dict[str, Any], number: int) -> AlignedTexts:
    for key in ("a", "b"):
        if key not in row:
            keys = json_keys(row)
            raise InputError(f"the pair has no {key}, its keys are: {keys}; write {_SHAPE}")
    links, passages = row.get("links"), row.get("passages")
    if links is not None and passages is not None:
        raise InputError("the pair has links and passages; write one of them")
    lang = row.get("lang")
    first, second = (_sentences(row[key], key) for key in ("a", "b"))
    sizes = len(first), len(second)
    return AlignedTexts(
        json_name(row.get("id"), "id") or f"pair-{number}",
        None if lang is None else json_string(lang, "lang") or None,
        first,
        second,
        None if links is None else _links(links, sizes),
        None if passages is None else _passages(passages, sizes),
    )


def _sentences(value: Any, what: str) -> tuple[str, ...]:
    for index, sentence in enumerate(json_array(value, what)):
        if not json_string(sentence, f"{what}[{index}]").strip():
            raise InputError(
                f"{what}[{index}] is blank; leave it out, and count the sentences after it without "
                "it"
            )
    return tuple(value)


def _links(value: Any, sizes: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    links = set()
    for index, link in enumerate(json_array(value, "links")):
        what = f"links[{index}]"
        if not isinstance(link, list) or len(link) != len(sizes):
            raise InputError(f"{what} is {reprlib.repr(link)}; write [i, j], two whole numbers")
        i, j = (_sentence(number, size, what) for number, size in zip(link, sizes, strict=True))
        links.add((i, j))
    return tuple(sorted(links))


def _passages(value: Any, sizes: tuple[int, int]) -> tuple[tuple[Numbers, Numbers], ...]:
    passages = []
    for index, passage in enumerate(json_array(value, "passages")):
        what = f"passages[{index}]"
        if not isinstance(passage, list) or len(passage) != len(sizes):
            raise InputError(
                f"{what} is {reprlib.repr(passage)}; write [[i, ...], [j, ...]], two arrays of "
                "whole numbers"
            )
        first, second = (
            [_sentence(number, size, what) for number in json_array(run, f"{what}[{side}]")]
            for side, (run, size) in enumerate(zip(passage, sizes, strict=True))
        )
        if not first or not second:
            raise InputError(f"{what} has no sentences on one side; leave it out")
        passages.append((tuple(sorted({*first})), tuple(sorted({*second}))))
    return tuple(passages)


def _sentence(value: Any, size: int, what: str) -> int:
    """Return the number of a sentence of a text of so many."""
    # Not isinstance: true and false are int to Python.
    if type(value) is not int or not 0 <= value < size:
        raise InputError(
            f"{what} names sentence {reprlib.repr(value)} of {size}; write whole numbers from 0, "
            "below the number of sentences"
        )
    return value
