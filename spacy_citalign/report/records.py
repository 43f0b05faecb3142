"""Records of aligned citance groups, read from rows of JSON for the page.

A row is a line that `citalign align` writes. Its ``cited.key`` and the citances' texts are needed,
everything else may be missing, and further keys are not read. What is missing is empty, and a
record says what is wrong.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from reprlib import repr as short
from typing import Any, NamedTuple

STEP = 2.0**-26  # thresholds are rounded to multiples of it
_EQUIVALENCE = "this alignment has no merges: it was made without a threshold"


class Failure(NamedTuple):
    """A row that cannot be shown, with its line number in the file."""

    line: int
    error: str


class Mark(NamedTuple):
    """A mark of citation, characters of the text, and whether it cites the group's work."""

    start: int
    end: int
    cites_work: bool


class Citance(NamedTuple):
    """A citing sentence. ``classes`` has a name, or None, for each of ``words``."""

    text: str
    source: str
    section: str
    article: Mapping[str, Any]
    marks: tuple[Mark, ...]
    words: tuple[tuple[int, int], ...]
    classes: tuple[str | None, ...]


class AlignedClass(NamedTuple):
    """A class of words as a row describes it; the confidence is None where the row has none."""

    name: str
    confidence: float | None
    genes: tuple[str, ...]
    terms: tuple[str, ...]


class Merges(NamedTuple):
    """The M merges of U units of words, most similar first.

    ``height`` has the whole STEPs of the heights. As thresholds have no others, a merge passes a
    threshold by these exactly where it does by the heights, and they are shorter to write.
    """

    units: tuple[tuple[int, ...], ...]
    first: tuple[int, ...]
    second: tuple[int, ...]
    height: tuple[int, ...]


class Work(NamedTuple):
    """A cited work and its citances.

    ``threshold`` is a probability, ``expected_ama`` an accuracy from 0 to 1. ``fixed`` says why the
    threshold cannot be moved where there are no merges; ``problem`` why citances are shown without
    the alignment that the row has.
    """

    key: str
    cited: Mapping[str, Any]
    citances: tuple[Citance, ...]
    classes: tuple[AlignedClass, ...]
    merges: Merges | None
    threshold: float | None
    expected_ama: float | None
    fixed: str
    problem: str

    @property
    def aligned(self) -> bool:
        """Whether there are words to align."""
        return any(citance.words for citance in self.citances)


def read_row(row: Any, line: int) -> Work | Failure:
    """Return the work of a row, or why it cannot be shown.

    Args:
        row: any value of JSON.
        line: its number in the file, for a failed row that does not know it.
    """
    if not isinstance(row, Mapping):
        return Failure(line, f"the row is no object but {type(row).__name__}")
    if "error" in row:
        number = row["line"] if isinstance(row.get("line"), int) else line
        return Failure(number, text_of(row["error"]) or "failed")
    cited = row.get("cited")
    key = text_of(cited.get("key")) if isinstance(cited, Mapping) else ""
    if not isinstance(cited, Mapping) or not key:
        return Failure(line, 'the group has no "cited" with a "key"')
    values: Any = row.get("citances")
    if not _is_list(values) or not all(map(_has_text, values)):
        return Failure(line, f"the citances of {key!r} are not a list of objects with a text")
    problem = ""
    try:
        citances = tuple(_citance(value, number) for number, value in enumerate(values, start=1))
    except ValueError as error:
        problem = str(error)
        citances = tuple(_citance(_without_words(value), 0) for value in values)
    merges, fixed = None, _EQUIVALENCE
    if row.get("merges") is not None:
        try:
            merges, fixed = _merges(row["merges"], [len(citance.words) for citance in citances]), ""
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
            fixed = f"the merges of this group cannot be used: {error}"
    threshold = number_of(row.get("threshold"))
    if threshold is None and merges is not None:
        merges, fixed = None, "this group has merges but no threshold"
    return Work(
        key,
        cited,
        citances,
        tuple(map(_class, _objects(row.get("classes")))),
        merges,
        threshold,
        number_of(row.get("expected_ama")),
        fixed,
        problem,
    )


def text_of(value: object) -> str:
    """Return a string or a number as text; everything else, which has no plain text, is empty."""
    is_text = isinstance(value, str | int | float) and not isinstance(value, bool)
    return str(value).strip() if is_text else ""


def number_of(value: object) -> float | None:
    """Return a finite number of any unit, else None."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:  # a whole number beyond all floats
        return None


def _citance(value: Mapping[str, Any], number: int) -> Citance:
    """Return the citance of this number, from 1, which errors say.

    Raises:
        ValueError: words are not spans of the text with a class each.
    """
    text = value["text"]
    words = [_span(word) for word in _listed(value.get("words"), f"words of citance {number}")]
    names = _listed(value.get("classes", [None] * len(words)), f"classes of citance {number}")
    classes = [None if name is None else text_of(name) for name in names]
    if "" in classes:
        raise ValueError(f"citance {number} has a class without a name")
    if len(classes) != len(words):
        raise ValueError(f"citance {number} has {len(words)} words but {len(classes)} classes")
    end = 0
    for start, stop in words:
        if not end <= start < stop <= len(text):
            raise ValueError(
                f"citance {number} has a word [{start}, {stop}], which overlaps another or is not "
                f"inside the text of {len(text)} characters"
            )
        end = stop
    article = value.get("article")
    return Citance(
        text,
        text_of(value.get("source")),
        text_of(value.get("section")),
        article if isinstance(article, Mapping) else {},
        tuple(_marks(value.get("citations"), len(text))),
        tuple(words),
        tuple(classes),
    )


def _without_words(value: Mapping[str, Any]) -> dict[str, Any]:
    return {**value, "words": (), "classes": ()}


def _marks(citations: object, size: int) -> Iterable[Mark]:
    """Yield the marks that lie in the text, in order; of two that overlap the first."""
    end = 0
    placed = [mark for mark in _objects(citations) if {"start", "end"} <= mark.keys()]
    spans = [(mark["start"], mark["end"], bool(mark.get("cites"))) for mark in placed]
    for start, stop, cites_work in sorted(s for s in spans if _is_int(s[0]) and _is_int(s[1])):
        if end <= start < stop <= size:
            yield Mark(start, stop, cites_work)
            end = stop


def _class(value: Mapping[str, Any]) -> AlignedClass:
    genes, terms = (_texts(value.get(name)) for name in ("genes", "terms"))
    name, confidence = text_of(value.get("class")), number_of(value.get("confidence"))
    return AlignedClass(name, confidence, genes, terms)


def _texts(values: Any) -> tuple[str, ...]:
    return tuple(filter(None, map(text_of, values))) if _is_list(values) else ()


def _merges(value: Mapping[str, Any], words: Sequence[int]) -> Merges:
    """Return the merges of citances with so many ``words``.

    Raises:
        ValueError: the merges are no forest over the units.
        TypeError, KeyError, AttributeError, OverflowError: they are no lists of numbers.
    """
    units = tuple(tuple(map(_whole, numbers)) for numbers in value["units"])
    if list(map(len, units)) != list(words):
        raise ValueError("there is not one unit for each word")
    first, second = (tuple(map(_whole, value[name])) for name in ("first", "second"))
    height = tuple(math.floor(float(similarity) / STEP) for similarity in value["height"])
    if not len(first) == len(second) == len(height):
        raise ValueError("first, second and height differ in length")
    size = 1 + max((unit for numbers in units for unit in numbers), default=-1)
    if size > sum(words):
        raise ValueError("there are more units than words")
    citances = [set[int]() for _ in range(size)]  # of each unit
    for citance, numbers in enumerate(units):
        for unit in numbers:
            citances[unit].add(citance)
    if any(len(of_unit) != 1 for of_unit in citances):
        raise ValueError("a unit has words of no citance, or of several")
    merged: set[int] = set()
    for number, pair in enumerate(zip(first, second, strict=True)):
        if len({*pair} - merged) < 2 or max(pair) >= size + number:
            raise ValueError(f"merge {number} joins clusters that are not there")
        merged.update(pair)
    if any(low > high for high, low in pairwise(height)):
        raise ValueError("heights do not descend")
    return Merges(units, first, second, height)


def _whole(value: Any) -> int:
    if not _is_int(value) or value < 0:
        raise ValueError(f"{short(value)} is no number of a cluster")
    return int(value)


def _span(word: Any) -> tuple[int, int]:
    if _is_list(word) and len(word) == 2 and _is_int(word[0]) and _is_int(word[1]):
        return word[0], word[1]
    raise ValueError(f"a word is {short(word)}, not [start, end]")


def _has_text(value: object) -> bool:
    return isinstance(value, Mapping) and isinstance(value.get("text"), str)


def _objects(values: Any) -> list[Mapping[str, Any]]:
    return [value for value in values if isinstance(value, Mapping)] if _is_list(values) else []


def _listed(values: Any, name: str) -> Sequence[Any]:
    """Return a list, which may be missing.

    Raises:
        ValueError: it is something else.
    """
    if values is None:
        return ()
    if not _is_list(values):
        raise ValueError(f"the {name} are {type(values).__name__}, not a list")
    return values


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
