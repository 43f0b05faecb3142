"""Checks of settings that all ideas and components share, with one wording of errors.

Each raises SettingError with the setting's name, its value, and what to give instead. Numbers are
checked by value and type: true is no number, and neither is text that reads like one.
"""

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from ..errors import SettingError


def finite_number(value: object) -> float:
    """Return a finite number as it is, and NaN, which no range holds, for all else.

    >>> finite_number(2), finite_number("2"), finite_number(True)
    (2.0, nan, nan)
    """
    if isinstance(value, bool) or not isinstance(value, int | float | np.number):
        return math.nan
    try:
        number = float(value)
    except OverflowError:  # a whole number beyond all floats
        return math.nan
    return number if math.isfinite(number) else math.nan


def check_choice(name: str, value: object, choices: Iterable[str]) -> None:
    """Raise SettingError unless a setting is one of some names.

    Args:
        name: what the setting is called.
        value: what was given.
        choices: the names to choose from.

    Raises:
        SettingError: it is not.
    """
    known = list(choices)
    if not isinstance(value, str) or value not in known:
        raise SettingError(f"{name} is {value!r}; choose from {', '.join(known)}")


def check_range(
    name: str,
    value: object,
    low: float = -math.inf,
    high: float = math.inf,
    *,
    above: bool = False,
    below: bool = False,
    advice: str = "",
) -> None:
    """Raise SettingError unless a setting is a finite number from ``low`` to ``high``.

    Args:
        name: what the setting is called.
        value: what was given.
        low, high: the ends of the range.
        above: whether it must be above ``low``, which is no value then.
        below: whether it must be below ``high``, which is no value then.
        advice: what to give; by default the range in words, such as ``give 0 to 1``.

    Raises:
        SettingError: it is not.
    """
    number = finite_number(value)
    at_open_end = (above and number == low) or (below and number == high)
    if not low <= number <= high or at_open_end:
        advice = advice or _range_advice(low, high, above=above, below=below)
        raise SettingError(f"{name} is {value!r}; {advice}")


def _range_advice(low: float, high: float, *, above: bool, below: bool) -> str:
    if math.isfinite(low) and math.isfinite(high) and not above:
        return f"give {low:g} to {'below ' if below else ''}{high:g}"
    bounds = []
    if math.isfinite(low):
        bounds.append(f"above {low:g}" if above else f"from {low:g} on")
    if math.isfinite(high):
        bounds.append(f"below {high:g}" if below else f"up to {high:g}")
    return f"give a number {' and '.join(bounds)}" if bounds else "give a finite number"


def check_whole(name: str, value: object, low: int | None = None, *, advice: str = "") -> None:
    """Raise SettingError unless a setting is a whole number, of at least ``low`` if it is given.

    Args:
        name: what the setting is called.
        value: what was given.
        low: the smallest that can be, None for any.
        advice: what to give; by default ``give a whole number from 1 on``, with the ``low``.

    Raises:
        SettingError: it is not.
    """
    if (
        isinstance(value, bool)
        or not isinstance(value, int | np.integer)
        or (low is not None and value < low)
    ):
        advice = advice or "give a whole number" + ("" if low is None else f" from {low} on")
        raise SettingError(f"{name} is {value!r}; {advice}")


def check_flag(name: str, value: object) -> None:
    """Raise SettingError unless a setting is true or false."""
    if not isinstance(value, bool):
        raise SettingError(f"{name} is {value!r}; give true or false")


def check_mapping(name: str, value: object, *, advice: str = "give settings by name") -> None:
    """Raise SettingError unless a setting is settings by name; ``advice`` says what to give."""
    if not isinstance(value, Mapping):
        raise SettingError(f"{name} is {value!r}; {advice}")


def check_group(name: str, value: object) -> None:
    """Raise SettingError unless a setting is the name of a span group."""
    if not isinstance(value, str) or not value.strip():
        raise SettingError(f"{name} is {value!r}; give the name of a span group")


def check_read(settings: Any, name: str, by: str, readers: Collection[str]) -> None:
    """Raise SettingError where a setting was changed that nothing reads.

    Args:
        settings: a dataclass.
        name: the setting.
        by: another setting, which says who reads the first.
        readers: the values of that with which it is read.

    Raises:
        SettingError: it has not its default, and would do nothing.
    """
    value, chosen = getattr(settings, name), getattr(settings, by)
    default = next(field.default for field in fields(settings) if field.name == name)
    if value != default and chosen not in readers:
        raise SettingError(
            f"{name} is {value!r}, and {by} {chosen!r} does not read it; leave {name} out, or set "
            f"{by} to {' or '.join(map(repr, readers))}"
        )


def check_share(share: object) -> None:
    """Raise SettingError unless a share of weights to prune is from 0 to below 1."""
    name = "the share of weights to prune"
    check_range(name, share, 0, 1, below=True, advice="give 0 up to below 1")
