"""Checks of rows that no type says: offsets lie in their texts, and places name citances."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from pydantic_core import PydanticCustomError

if TYPE_CHECKING:
    from .schema import Citance, ClassMember, Difference, Direction, WorkAnswer


def check_offsets(citance: "Citance") -> None:
    """See that what a citance names lies in its text.

    Raises:
        PydanticCustomError: it does not; the error is of the type "misfit".
    """
    size = len(citance.text)
    words, classes = citance.words, citance.classes
    last = (0, 0)
    for number, span in enumerate(words or ()):
        _check_span("words", number, span, size)
        if span[0] < last[1]:
            _refuse(
                "words",
                f"words[{number}] is {[*span]} and begins before the end of the word before it, "
                f"{[*last]}; write words in ascending order that do not overlap",
            )
        last = span
    if classes is not None and (words is None or len(classes) != len(words)):
        count = "no words" if words is None else f"{len(words)} words"
        said = f"classes has {len(classes)} entries for {count}; write one entry a word"
        _refuse("classes", said)
    if classes is not None and "" in classes:
        _refuse("classes", "classes has a class without a name")
    for number, mark in enumerate(citance.citations or ()):
        _check_span("citations", number, (mark.start, mark.end), size)
    for number, span in enumerate(citance.scope or ()):
        _check_span("scope", number, span, size)


def leave_out_misplaced(work: "WorkAnswer") -> None:
    """Leave out what lies outside of the citances of a work: it cannot be shown."""
    sizes = [len(citance.text) for citance in work.citances]
    for aligned in work.classes:
        aligned.members = _inside(aligned.members, sizes)
    if work.differing:
        work.differing = sorted(_inside(work.differing, sizes), key=member_position)
    if work.comparing:
        work.comparing = sorted(_inside(work.comparing, sizes), key=member_position)
    if work.odd is not None:
        work.odd = [one for one in work.odd if one.place < len(sizes)]
    if work.directions is not None:
        work.directions = [one for one in work.directions if _has_sides(one, len(sizes))]
    if work.copies is not None:
        copies = ([place for place in same if place < len(sizes)] for same in work.copies)
        work.copies = [same for same in copies if len(same) > 1]
    if work.statements is not None:
        for statement in work.statements:
            statement.places = _places(statement.places, len(sizes))
            if statement.contrary is not None:
                statement.contrary = _inside(statement.contrary, sizes)
        work.statements = [statement for statement in work.statements if statement.places]


def member_position(member: "ClassMember | Difference") -> tuple[int, int, int]:
    """Return by what words of citances are ordered: the place of the citance, start and end."""
    return member.place, member.start, member.end


def _has_sides(direction: "Direction", size: int) -> bool:
    """Leave out the sides of a direction without citances; return whether there are two others."""
    for side in direction.sides:
        side.places = _places(side.places, size)
    direction.sides = [side for side in direction.sides if side.places]
    return len(direction.sides) > 1


def _places(places: Sequence[int], size: int) -> list[int]:
    return list(dict.fromkeys(place for place in places if place < size))


def _check_span(field: str, number: int, span: tuple[int, int], size: int) -> None:
    if not span[0] < span[1] <= size:
        _refuse(
            field,
            f"{field}[{number}] is {[*span]}, which is not in its text of {size} characters; give "
            "half-open character offsets with 0 <= start < end <= length",
        )


def _refuse(field: str, message: str) -> NoReturn:
    # The message may hold braces, which would be filled in.
    raise PydanticCustomError("misfit", "{message}", {"field": field, "message": message})


def _inside(members: Sequence[Any], sizes: Sequence[int]) -> list[Any]:
    return [
        member
        for member in members
        if member.place < len(sizes) and member.start < member.end <= sizes[member.place]
    ]
