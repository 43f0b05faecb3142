"""Where a cited article says what a citing sentence says, as a row has it."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from .row_values import is_int, is_list, number_of, objects_of, text_of


class Match(NamedTuple):
    """Words that both have: half-open characters of the citing sentence and of the cited one."""

    start: int
    end: int
    cited_start: int
    cited_end: int


class Evidence(NamedTuple):
    """A sentence of the cited article.

    Attributes:
        probability: that the citing sentence speaks of it, 0 to 1.
        section: where it stands, "" where that is not known.
        text: the sentence.
        matches: in any order.
    """

    probability: float
    section: str
    text: str
    matches: tuple[Match, ...]


def read_evidence(value: Any, size: int) -> tuple[Evidence, ...] | None:
    """Return the evidence of a citance with so many characters; None where nobody looked.

    What has no probability or no text is left out.
    """
    if not is_list(value):
        return None
    found = []
    for one in objects_of(value):
        probability, text = number_of(one.get("probability")), one.get("text")
        if probability is not None and 0 <= probability <= 1 and isinstance(text, str) and text:
            matches = tuple(_matches(one.get("matches"), size, len(text)))
            found.append(Evidence(probability, text_of(one.get("section")), text, matches))
    return tuple(found)


def _matches(values: Any, size: int, cited_size: int) -> Iterator[Match]:
    """Yield the matches that lie in their sentences."""
    for value in objects_of(values):
        citing, cited = _span(value, "citance", size), _span(value, "sentence", cited_size)
        if citing is not None and cited is not None:
            yield Match(*citing, *cited)


def _span(value: Mapping[str, Any], name: str, size: int) -> tuple[int, int] | None:
    span: Any = value.get(name)
    if not (is_list(span) and len(span) == 2 and all(map(is_int, span))):
        return None
    start, end = span
    return (start, end) if 0 <= start < end <= size else None
