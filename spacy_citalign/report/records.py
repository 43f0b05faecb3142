"""Rows of aligned citance groups, read for the page: what is missing is empty, what is wrong said.

A row is a line that `citalign align` writes. Its ``cited.key`` and the citances' texts are needed,
everything else may be missing, and further keys are not read.
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
    """A mark of citation, characters of the text; ``own`` where it cites this group's work."""

    start: int
    end: int
    own: bool


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
    """What a row says of a class besides its words; the confidence is None where it does not."""

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
    """Read a row; ``line`` is its number, for one that does not know it."""
    if not isinstance(row, Mapping):
        return Failure(line, f"the row is no object but {type(row).__name__}")
    if "error" in row:
        own = row.get("line")
        return Failure(own if isinstance(own, int) else line, text_of(row["error"]) or "failed")
    cited = row.get("cited")
    key = text_of(cited.get("key")) if isinstance(cited, Mapping) else ""
    if not isinstance(cited, Mapping) or not key:
        return Failure(line, 'the group has no "cited" with a "key"')
    given: Any = row.get("citances")
    if not _is_list(given) or not all(_has_text(one) for one in given):
        return Failure(line, f"the citances of {key!r} are not a list of objects with a text")
    problem = ""
    try:
        citances = tuple(_citance(one, place) for place, one in enumerate(given, start=1))
    except ValueError as error:
        problem = str(error)
        citances = tuple(_citance(_without_words(one), 0) for one in given)
    merges, fixed = None, _EQUIVALENCE
    if row.get("merges") is not None:
        try:
            merges, fixed = _merges(row["merges"], [len(one.words) for one in citances]), ""
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
            fixed = f"the merges of this group cannot be used: {error}"
    threshold = number_of(row.get("threshold"))
    if threshold is None and merges is not None:
        merges, fixed = None, "this group has merges but no threshold"
    return Work(
        key,
        cited,
        citances,
        tuple(_class(one) for one in _objects(row.get("classes"))),
        merges,
        threshold,
        number_of(row.get("expected_ama")),
        fixed,
        problem,
    )


def text_of(value: object) -> str:
    """A string or a number as text; everything else, which has no plain text, is empty."""
    named = isinstance(value, str | int | float) and not isinstance(value, bool)
    return str(value).strip() if named else ""


def number_of(value: object) -> float | None:
    """A finite number of any unit, else None."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:  # a whole number beyond all floats
        return None


def _citance(one: Mapping[str, Any], place: int) -> Citance:
    """Raises ValueError where words are not spans of the text with a class each."""
    text = one["text"]
    words = [_span(word) for word in _listed(one.get("words"), f"words of citance {place}")]
    given = _listed(one.get("classes", [None] * len(words)), f"classes of citance {place}")
    classes = [None if name is None else text_of(name) for name in given]
    if "" in classes:
        raise ValueError(f"citance {place} has a class without a name")
    if len(classes) != len(words):
        raise ValueError(f"citance {place} has {len(words)} words but {len(classes)} classes")
    end = 0
    for start, stop in words:
        if not end <= start < stop <= len(text):
            raise ValueError(
                f"citance {place} has a word [{start}, {stop}], which overlaps another or is not "
                f"inside the text of {len(text)} characters"
            )
        end = stop
    article = one.get("article")
    return Citance(
        text,
        text_of(one.get("source")),
        text_of(one.get("section")),
        article if isinstance(article, Mapping) else {},
        tuple(_marks(one.get("citations"), len(text))),
        tuple(words),
        tuple(classes),
    )


def _without_words(one: Mapping[str, Any]) -> dict[str, Any]:
    return {**one, "words": (), "classes": ()}


def _marks(given: object, size: int) -> Iterable[Mark]:
    """The marks that lie in the text, in order; of two that overlap the first."""
    end = 0
    found = [one for one in _objects(given) if {"start", "end"} <= one.keys()]
    spans = [(one["start"], one["end"], bool(one.get("cites"))) for one in found]
    for start, stop, own in sorted(s for s in spans if _is_int(s[0]) and _is_int(s[1])):
        if end <= start < stop <= size:
            yield Mark(start, stop, own)
            end = stop


def _class(one: Mapping[str, Any]) -> AlignedClass:
    genes, terms = (_texts(one.get(name)) for name in ("genes", "terms"))
    return AlignedClass(text_of(one.get("class")), number_of(one.get("confidence")), genes, terms)


def _texts(given: Any) -> tuple[str, ...]:
    return tuple(filter(None, map(text_of, given))) if _is_list(given) else ()


def _merges(given: Mapping[str, Any], words: Sequence[int]) -> Merges:
    """Raises ValueError, or what Python does, where the merges are no forest over the units."""
    units = tuple(tuple(map(_whole, place)) for place in given["units"])
    if [len(place) for place in units] != list(words):
        raise ValueError("there is not one unit for each word")
    first, second = (tuple(map(_whole, given[name])) for name in ("first", "second"))
    height = tuple(math.floor(float(value) / STEP) for value in given["height"])
    if not len(first) == len(second) == len(height):
        raise ValueError("first, second and height differ in length")
    size = 1 + max((unit for place in units for unit in place), default=-1)
    if size > sum(words):
        raise ValueError("there are more units than words")
    owners = [set[int]() for _ in range(size)]
    for place, own in enumerate(units):
        for unit in own:
            owners[unit].add(place)
    if any(len(places) != 1 for places in owners):
        raise ValueError("a unit has words of no citance, or of several")
    used: set[int] = set()
    for number, pair in enumerate(zip(first, second, strict=True)):
        if len({*pair} - used) < 2 or max(pair) >= size + number:
            raise ValueError(f"merge {number} joins clusters that are not there")
        used.update(pair)
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


def _has_text(one: object) -> bool:
    return isinstance(one, Mapping) and isinstance(one.get("text"), str)


def _objects(given: Any) -> list[Mapping[str, Any]]:
    return [one for one in given if isinstance(one, Mapping)] if _is_list(given) else []


def _listed(given: Any, name: str) -> Sequence[Any]:
    """A list, which may be missing. Raises ValueError where it is something else."""
    if given is None:
        return ()
    if not _is_list(given):
        raise ValueError(f"the {name} are {type(given).__name__}, not a list")
    return given


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
