"""What a row says of its work: statements that sentences share, those that differ, its classes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .row_values import is_int, is_list, number_of, objects_of, text_of, texts_of

CONTENT = "content"
_GENE_ID = re.compile("[0-9]{1,12}")
KINDS = (CONTENT, "reporting", "number", "name")


class Member(NamedTuple):
    """Words of a class: the number of their citance, from 0, and half-open characters of it."""

    place: int
    start: int
    end: int


class AlignedClass(NamedTuple):
    """A class of words as a row describes it.

    Attributes:
        name: what the row calls it.
        kind: one of ``KINDS``.
        confidence: how likely its words mean the same, 0 to 1; None where the row does not say.
        rarity: how rare its words are in scientific text, 0 to 1.
        genes, terms: mentions in which its words stand.
        members: its words in the citances.
        gene_ids: mentions of genes with their ids of NCBI Gene.
    """

    name: str
    kind: str
    confidence: float | None
    rarity: float
    genes: tuple[str, ...]
    terms: tuple[str, ...]
    members: tuple[Member, ...]
    gene_ids: tuple[tuple[str, str], ...] = ()


class Statement(NamedTuple):
    """What several citances say.

    Attributes:
        classes: the names of its classes.
        places: the numbers of the citances, from 0, the most central first.
        articles: of how many articles these are, None where that is not known.
    """

    classes: tuple[str, ...]
    places: tuple[int, ...]
    articles: int | None


class Difference(NamedTuple):
    """A citance that differs from the work: its number, from 0, and the characters of the cue."""

    place: int
    start: int
    end: int


def read_classes(values: Any, sizes: Sequence[int]) -> tuple[AlignedClass, ...]:
    """Return the classes of a row whose citances have so many characters."""
    return tuple(_class(value, sizes) for value in objects_of(values))


def read_statements(values: Any, citances: int) -> tuple[Statement, ...]:
    """Return the statements of a row with so many citances; those of no citance are left out."""
    statements = []
    for value in objects_of(values):
        places: Any = value.get("places")
        inside = [place for place in places if _inside(place, citances)] if is_list(places) else []
        if inside:
            classes = texts_of(value.get("classes"))
            statement = Statement(classes, tuple(dict.fromkeys(inside)), count_of(value))
            statements.append(statement)
    return tuple(statements)


def read_differing(values: Any, sizes: Sequence[int]) -> tuple[Difference, ...]:
    """Return the citances that differ from the work, in order; one without a cue is left out."""
    return tuple(Difference(*member) for member in sorted(_members(values, sizes)))


def count_of(value: Mapping[str, Any]) -> int | None:
    """Return how many articles an object of a row says that there are, if it does."""
    count: Any = value.get("articles")
    return count if is_int(count) and count > 0 else None


def _class(value: Mapping[str, Any], sizes: Sequence[int]) -> AlignedClass:
    kind, rarity = text_of(value.get("kind")), number_of(value.get("rarity"))
    return AlignedClass(
        text_of(value.get("class")),
        kind if kind in KINDS else CONTENT,
        number_of(value.get("confidence")),
        1.0 if rarity is None else min(max(rarity, 0.0), 1.0),
        texts_of(value.get("genes")),
        texts_of(value.get("terms")),
        tuple(_members(value.get("members"), sizes)),
        tuple(_gene_ids(value.get("gene_ids"))),
    )


def _gene_ids(values: Any) -> Iterator[tuple[str, str]]:
    """Yield mentions with an id, which is digits; those of several genes are left out."""
    for name, gene_id in values.items() if isinstance(values, Mapping) else ():
        if isinstance(name, str) and isinstance(gene_id, str) and _GENE_ID.fullmatch(gene_id):
            yield name, gene_id


def _members(values: Any, sizes: Sequence[int]) -> Iterator[Member]:
    """Yield the spans of citances that lie in their texts."""
    for value in objects_of(values):
        numbers: list[Any] = [value.get(name) for name in Member._fields]
        if not all(map(is_int, numbers)):
            continue
        place, start, end = numbers
        if _inside(place, len(sizes)) and 0 <= start < end <= sizes[place]:
            yield Member(place, start, end)


def _inside(place: Any, citances: int) -> bool:
    return is_int(place) and 0 <= place < citances
