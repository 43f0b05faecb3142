"""Values of rows of JSON, of which any may be missing or of another type."""

import math
from collections.abc import Mapping, Sequence
from typing import Any


def text_of(value: object) -> str:
    """Return a string or a number as text; everything else, which has no plain text, is empty."""
    is_text = isinstance(value, str | int | float) and not isinstance(value, bool)
    return str(value).strip() if is_text else ""


def texts_of(values: Any) -> tuple[str, ...]:
    """Return the texts of a list; everything else has none."""
    return tuple(filter(None, map(text_of, values))) if is_list(values) else ()


def number_of(value: object) -> float | None:
    """Return a finite number of any unit, else None."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:  # a whole number beyond all floats
        return None


def objects_of(values: Any) -> list[Mapping[str, Any]]:
    """Return the objects of a list; everything else has none."""
    return [value for value in values if isinstance(value, Mapping)] if is_list(values) else []


def listed(values: Any, name: str) -> list[Any]:
    """Return a list, which may be missing.

    Raises:
        ValueError: it is something else.
    """
    if values is None:
        return []
    if not is_list(values):
        raise ValueError(f"the {name} are {type(values).__name__}, not a list")
    return list(values)


def is_list(value: Any) -> bool:
    """Return whether a value is a list of JSON."""
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def is_int(value: Any) -> bool:
    """Return whether a value is a whole number of JSON."""
    return isinstance(value, int) and not isinstance(value, bool)
