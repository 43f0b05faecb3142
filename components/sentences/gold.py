"""Gold links of sentences as they stand on a Doc, and the texts and sentences that go with them.

``doc.user_data["sentence_links"]`` is a list with an entry for each pair of texts that is
annotated, in one of two ways:

    {"texts": [0, 1], "links": [[i, j], ...]}
    {"texts": [0, 1], "passages": [[[i, ...], [j, ...]], ...]}

Texts are numbered as in ``doc.spans["texts"]``, sentences within their text, both from 0. Links say
which sentences match. Passages say which runs of sentences tell the same, not which of their
sentences match.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from spacy.attrs import IDX, SENT_START
from spacy.tokens import Doc

from ...errors import InputError
from ..names import SENTENCE_LINKS
from ..spans import copy_spans

_SHOWN = 60  # characters of bad gold that a message repeats
_SHAPE = (
    '[{"texts": [0, 1], "links": [[i, j], ...]}, ...], or "passages": [[[i, ...], [j, ...]], ...] '
    "in place of links"
)

Passage = tuple[tuple[int, ...], tuple[int, ...]]


class GoldPair(NamedTuple):
    """What is known of two texts of a Doc.

    Attributes:
        texts: their numbers, ascending.
        links: numbers of sentences of the first and of the second text, ascending, none twice; None
            where passages are known.
        passages: the same of runs of sentences; None where links are known.
    """

    texts: tuple[int, int]
    links: tuple[tuple[int, int], ...] | None
    passages: tuple[Passage, ...] | None


def gold_pairs(doc: Doc, sizes: Sequence[int]) -> list[GoldPair]:
    """Return the gold of a Doc whose texts have so many sentences; [] where there is none.

    Raises:
        InputError: the gold is malformed, or names a text or a sentence that is not there.
    """
    stored = doc.user_data.get(SENTENCE_LINKS)
    if stored is None:
        return []
    try:
        pairs = [_pair(entry) for entry in stored]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"doc.user_data[{SENTENCE_LINKS!r}] of {doc[:6].text!r}... is {str(stored)[:_SHOWN]}; "
            f"give {_SHAPE}"
        ) from error
    for pair in pairs:
        _check(pair, sizes, doc)
    return pairs


def copy_texts(source: Doc, target: Doc, spans_key: str) -> None:
    """Put the texts and the sentence starts of a Doc on another of the same text.

    Raises:
        InputError: what they say differs, or a text is empty.
    """
    copy_spans(source, target, spans_key)
    rows = source.to_array([IDX, SENT_START]).reshape(-1, 2).astype(np.int64)
    tokens = np.searchsorted(target.to_array([IDX]).reshape(-1), rows[:, 0], side="right") - 1
    starts = np.zeros(len(target), dtype=np.int64)
    for value in (-1, 1):  # what begins a sentence may share its token with what does not
        starts[tokens[rows[:, 1] == value]] = value
    target.from_array([SENT_START], starts.astype(np.uint64))  # type: ignore[arg-type]


def _pair(entry: Mapping[str, Any]) -> GoldPair:
    first, second = (_number(text) for text in entry["texts"])
    if ("links" in entry) == ("passages" in entry):
        raise ValueError("neither links nor passages, or both")
    links: set[tuple[int, int]] = set()
    for i, j in entry.get("links", ()):
        links.add((_number(i), _number(j)))
    passages: list[Passage] = [
        (_run(rows), _run(columns)) for rows, columns in entry.get("passages", ())
    ]
    if first > second:
        first, second = second, first
        links = {(j, i) for i, j in links}
        passages = [(columns, rows) for rows, columns in passages]
    if "links" in entry:
        return GoldPair((first, second), tuple(sorted(links)), None)
    return GoldPair((first, second), None, tuple(passages))


def _run(numbers: Sequence[Any]) -> tuple[int, ...]:
    return tuple(sorted({_number(number) for number in numbers}))


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise TypeError(f"{value!r} is no whole number")
    return int(value)


def _check(pair: GoldPair, sizes: Sequence[int], doc: Doc) -> None:
    first, second = pair.texts
    where = f"doc.user_data[{SENTENCE_LINKS!r}] of {doc[:6].text!r}..."
    if not 0 <= first < second < len(sizes):
        raise InputError(
            f"{where} has the texts {list(pair.texts)}; give two of the {len(sizes)} texts of the "
            "Doc, counted from 0"
        )
    named: tuple[set[int], set[int]] = set(), set()
    for i, j in pair.links or ():
        named[0].add(i)
        named[1].add(j)
    for rows, columns in pair.passages or ():
        named[0].update(rows)
        named[1].update(columns)
    for text, numbers in zip(pair.texts, named, strict=True):
        wrong = [number for number in sorted(numbers) if not 0 <= number < sizes[text]]
        if wrong:
            raise InputError(
                f"{where} names sentence {wrong[0]} of text {text}, which has {sizes[text]}, "
                "counted from 0"
            )
