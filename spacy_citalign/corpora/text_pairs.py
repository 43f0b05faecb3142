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

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ConfigDict, StrictInt, StrictStr

from ..errors import InputError
from .json_lines import JsonRow, json_record, read_json_lines

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


class _Pair(JsonRow):
    """A line."""

    model_config = ConfigDict(coerce_numbers_to_str=True)
    id: str | None = None
    lang: StrictStr | None = None
    a: list[StrictStr]
    b: list[StrictStr]
    links: list[tuple[StrictInt, StrictInt]] | None = None
    passages: list[tuple[list[StrictInt], list[StrictInt]]] | None = None


def read_text_pairs(path: str | Path) -> Iterator[AlignedTexts]:
    """Return the pairs of a file in order, each read when it is wanted.

    Raises:
        InputError: the file cannot be read, is not UTF-8 or has no pair; a line is no pair. Names
            file, line and value.
    """
    shape = f"one pair of texts a line: {_SHAPE}"
    return read_json_lines(Path(path), _pair, wanted=_WANTED, shape=shape)


def _pair(row: dict[str, Any], number: int) -> AlignedTexts:
    pair = json_record(_Pair, row, "[i, j]" if "links" in row else "[[i, ...], [j, ...]]")
    if pair.links is not None and pair.passages is not None:
        raise InputError("the pair has links and passages; write one of them")
    for key, sentences in (("a", pair.a), ("b", pair.b)):
        for index, sentence in enumerate(sentences):
            if not sentence.strip():
                raise InputError(
                    f"{key}[{index}] is blank; leave it out, and count the sentences after it "
                    "without it"
                )
    for index, link in enumerate(pair.links or ()):
        _check(f"links[{index}]", pair, link[:1], link[1:])
    for index, passage in enumerate(pair.passages or ()):
        _check(f"passages[{index}]", pair, *passage)
        if not all(passage):
            raise InputError(f"passages[{index}] has no sentences on one side; leave it out")
    return AlignedTexts(
        pair.id or f"pair-{number}",
        pair.lang or None,
        tuple(pair.a),
        tuple(pair.b),
        None if pair.links is None else tuple(sorted({*pair.links})),
        None if pair.passages is None else tuple(map(_passage, pair.passages)),
    )


def _passage(runs: tuple[list[int], list[int]]) -> tuple[Numbers, Numbers]:
    first, second = (tuple(sorted({*run})) for run in runs)
    return first, second


def _check(what: str, pair: _Pair, *runs: Sequence[int]) -> None:
    """See that numbers are of sentences of the two texts."""
    for run, size in zip(runs, (len(pair.a), len(pair.b)), strict=True):
        if wrong := [number for number in run if not 0 <= number < size]:
            raise InputError(
                f"{what} names sentence {wrong[0]} of {size}; write whole numbers from 0, below "
                "the number of sentences"
            )
