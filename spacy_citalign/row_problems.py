"""Problems of rows: what does not fit the schema, in words, and rows without it."""

import re
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from reprlib import repr as short
from typing import Any, TypeVar

from pydantic import ValidationError

from .corpora.json_lines import json_keys, json_kind
from .errors import InputError
from .schema import CitanceGroup

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_WANTED = {
    "string": "a string",
    "list": "an array",
    "model": "an object",
    "dict": "an object",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "tuple": "[start, end]",
}
_WORDS = {"words", "classes"}
_MAX_REPAIRS = 12  # rounds: what is wrong in an object shows after what is wrong around it

Group = TypeVar("Group", bound=CitanceGroup)
Problem = Mapping[str, Any]
"""What pydantic found: ``loc``, ``input``, ``type``, ``msg``."""


def checked(
    kind: type[Group], values: dict[str, Any], is_needed: Callable[[Problem], bool]
) -> Group:
    """Return a row without the values that do not fit the schema; ``unread`` says why.

    Args:
        kind: of the row.
        values: the row.
        is_needed: whether there is no row without the value of a problem.

    Raises:
        InputError: such a value does not fit. Names field and value.
    """
    unread: dict[str, str] = {}
    for repairs in range(_MAX_REPAIRS):
        try:
            row = kind.model_validate(values)
        except ValidationError as error:
            problems = error.errors(include_url=False)
            needed = next((problem for problem in problems if is_needed(problem)), None)
            if needed is not None:
                raise InputError(message_of(needed)) from error
            values = deepcopy(values) if repairs == 0 else values
            for problem in reversed(problems):
                _leave_out(values, problem, unread)
        else:
            row.unread.update(unread)
            return row
    raise InputError("the row is not as the schema has it")


def message_of(problem: Problem) -> str:
    """Return what is wrong, where, and what to write instead."""
    where = _name_of(problem["loc"]) or "the group"
    value, kind = problem["input"], problem["type"]
    if kind == "misfit":
        return f"{where}.{problem['msg']}"
    if kind == "too_long" or (kind == "too_short" and where.endswith("]")):
        return f"{where} is {short(value)}; write [start, end]"
    if kind == "missing":
        parent, field = _name_of(problem["loc"][:-1]), problem["loc"][-1]
        if isinstance(field, int):
            return f"{parent} is {short(value)}; write [start, end]"
        keys = json_keys(dict(value)) if isinstance(value, Mapping) else "none"
        return f"{parent} has no {field}, its keys are: {keys}; give it one"
    if kind == "too_short" and where == "citances":
        return "citances is an empty array; write an array of one citance or more"
    if kind == "string_unicode":
        half = _HALF_CHARACTER.search(str(value))
        return (
            f"{where} has half a character, {half[0] if half else ''!a}, at character "
            f"{half.start() if half else 0} (from 0); write the whole character or leave it out"
        )
    wanted = next((name for start, name in _WANTED.items() if kind.startswith(start)), "")
    if wanted and kind.endswith(("_type", "_parsing")):
        citance = " or a string" if kind == "model_type" and len(problem["loc"]) == 2 else ""
        return f"{where} is {json_kind(value)}; write {wanted}{citance}"
    return f"{where} is {short(value)}; {problem['msg'][:1].lower()}{problem['msg'][1:]}"


def _name_of(location: Iterable[str | int]) -> str:
    """Return where a value stands, as in "citances[0].words[2]"."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in location)
    return "".join(steps).lstrip(".")


def _leave_out(values: dict[str, Any], problem: Problem, unread: dict[str, str]) -> None:
    """Take the value that a problem is about out of a row."""
    *path, last = problem["loc"]
    if problem["type"] == "misfit":
        path, last = [*path, last], problem["ctx"]["field"]
    if path[:1] == ["citances"] and _WORDS & {last, *path[2:3]}:
        why = message_of(problem).removeprefix(f"citances[{path[1]}].")
        unread["words"] = f"citance {path[1] + 1}: {why}"
        for citance in values["citances"]:
            for field in _WORDS:
                citance.pop(field, None)
        return
    if problem["loc"][:1] == ("merges",):
        unread["merges"] = message_of(problem)
        values.pop("merges", None)
        return
    unread[_name_of(problem["loc"])] = message_of(problem)
    holder: Any = values
    try:
        if problem["type"] == "missing":  # what lacks it is of no use
            *path, last = path
        for step in path:
            holder = holder[step]
        del holder[last]
    except (KeyError, IndexError, TypeError):  # it went with another one
        return
