"""Groups of citances as lines of JSON, read and written, and what does not fit the schema.

A line of a group has one of these shapes:

    {"cited": {"key": "...", "doi": "...", ...}, "citances": [{"id", "text", "source"}, ...]}
    {"group": "...", "citances": [{"id", "text", "words": [[0, 5], ...], "classes": [null, ...]}]}
    {"target": "...", "title": "...", "citances": [{"id", "text", "citing"}, ...]}

The first is what this package writes, the second has annotated words, the third is that of
collected citances without words. They mix freely: the key of a group is the first of ``cited.key``,
``group``, ``target`` that is given, else "group-" and the number of the line. A citance may also be
nothing but its text. A citance without id has the key of its group, "-" and its number from 1; what
cites is ``source`` or ``citing``. Names (keys, ids, sources) may be numbers.

Files are UTF-8; a byte order mark, Windows line ends and blank lines are tolerated.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from .corpora.io import check_line, decode_line
from .corpora.json_lines import (
    Problem,
    check_values,
    json_keys,
    json_object,
    path_text,
    problem_text,
    read_json_lines,
)
from .errors import InputError
from .schema import SCHEMA, CitanceGroup, Record

TOO_DEEP = "is nested too deep to be written; make it flatter"
_SHAPE = '{"cited": {"key": "..."}, "citances": [{"id": "...", "text": "..."}]}'
_BOM = "\ufeff"
# Of a citance, as everything of the cited work but its key: groups are groups without it.
_DESCRIBED = frozenset(
    "article section start end prefix suffix before evidence support self_citation".split()
)
_WORDS = {"words", "classes"}
_MAX_REPAIRS = 12  # rounds: what is wrong in an object shows after what is wrong around it

Group = TypeVar("Group", bound=CitanceGroup)


def json_line(record: Record | Mapping[str, Any]) -> str:
    """Return a record as a line of JSON: the fields that were set.

    Raises:
        InputError: it is nested too deep, or has a number that is too large.
    """
    try:
        values = record_values(record) if isinstance(record, Record) else record
        return json.dumps(values, ensure_ascii=False, allow_nan=False) + "\n"
    except ValueError as error:
        raise InputError("has a number that is too large to be written; correct it") from error
    except RecursionError as error:
        raise InputError(TOO_DEEP) from error


def record_values(record: Record) -> dict[str, Any]:
    """Return the fields of a record that were set, as plain values of JSON, the version first.

    Raises:
        InputError: it is nested too deep.
    """
    try:
        values = record.model_dump(by_alias=True, exclude_unset=True)
    except (RecursionError, ValueError) as error:
        raise InputError(TOO_DEEP) from error
    return {"schema": values.pop("schema")} | values if "schema" in values else values


def read_groups(path: str | Path) -> Iterator[CitanceGroup]:
    """Return the groups of a file in order, each read when it is wanted.

    Raises:
        InputError: the file cannot be read, is not UTF-8 or has no group; a line is not a group.
            Names file, line and value.
    """
    wanted = "a file of citance groups in JSON Lines"
    return read_json_lines(Path(path), group_of, wanted=wanted, shape=f"one group a line: {_SHAPE}")


def iter_groups(
    lines: Iterable[str | bytes], name: str, *, first: int = 1
) -> Iterator[CitanceGroup | InputError]:
    """Yield the group of each line or, in its place, the error that says why there is none.

    Args:
        lines: with or without line ends; a file opened for reading bytes gives them, so that a byte
            that is not UTF-8 costs one line too. Blank lines give nothing, but are counted.
        name: of the file, for the errors.
        first: the number of the first line.
    """
    for number, raw in enumerate(lines, start=first):
        try:
            check_line(raw)
            line = raw if isinstance(raw, str) else decode_line(raw, "the line (from 0)")
            line = line.removeprefix(_BOM) if number == 1 else line
            if line.strip():
                yield group_of(json_object(line), number)
        except InputError as error:
            yield InputError(f"{name}, line {number}: {error}")


def group_of(row: dict[str, Any], number: int) -> CitanceGroup:
    """Return the group of an object of JSON.

    What is wrong with the description of a work or a citance is left out, and ``unread`` says why.

    Args:
        row: the object.
        number: that of its line, from 1, by which a group without a key is called.

    Raises:
        InputError: key, texts, words or marks are not as the schema has them, which names field and
            value; or the row is of a newer schema.
    """
    if isinstance(row.get("error"), str):
        raise InputError(f"was not aligned: {row['error']}")
    check_version(row)
    if "citances" not in row:
        keys = json_keys(row)
        raise InputError(f"the group has no citances, its keys are: {keys}; write {_SHAPE}")
    values = with_names(row, number)
    try:
        group = checked(CitanceGroup, values, _is_needed)
    except InputError as error:
        message, cited = str(error), values["cited"]
        key = cited.get("key") if isinstance(cited, dict) else None
        for name in ("group", "target"):  # may be the key
            if row.get(name) is not None and row[name] is key:
                message = message.replace("cited.key", name, 1)
        raise InputError(message) from error
    # What the schema does not know is written again as it stands.
    check_values(row.get("cited"), "cited")
    for place, citance in enumerate(row["citances"]):
        check_values(citance, f"citances[{place}]")
    return group


def check_version(row: Mapping[str, Any]) -> None:
    """Raise InputError where a row is of a newer schema."""
    schema = row.get("schema")
    if isinstance(schema, int) and schema > SCHEMA:
        raise InputError(
            f"was written by a newer version (schema {schema}, this version reads {SCHEMA}); "
            "install a newer spacy-citalign"
        )


def with_names(row: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return a row of any shape with the fields of the schema, keys and ids included."""
    cited, citances = row.get("cited"), row.get("citances")
    if cited is None:
        cited = {"title": row["title"]} if row.get("title") is not None else {}
    key: Any = None
    if isinstance(cited, Mapping):
        named = (cited.get("key"), row.get("group"), row.get("target"))
        key = next((name for name in named if name not in (None, "")), f"group-{number}")
        cited = {**cited, "key": key}
    if isinstance(citances, list | tuple):
        citances = [
            _with_id(citance, f"{key}-{number}") for number, citance in enumerate(citances, start=1)
        ]
    return {**row, "cited": cited, "citances": citances}


def _with_id(citance: Any, default_id: str) -> Any:
    if isinstance(citance, str):
        return {"id": default_id, "text": citance}
    if not isinstance(citance, Mapping):
        return citance
    names = {"id": citance.get("id")}
    names["id"] = default_id if names["id"] in (None, "") else names["id"]
    if citance.get("source") in (None, "") and citance.get("citing") is not None:
        names["source"] = citance["citing"]
    return {**citance, **names}


def _is_needed(problem: Problem) -> bool:
    """Return whether a group is none without a value, or might be another one."""
    match problem["loc"]:
        case ("cited", str(field), *_):
            described = field != "key"
        case ("citances", int(), str(field), *_):
            described = field in _DESCRIBED
        case _:
            described = False
    return not described or problem["type"] in ("misfit", "string_unicode")


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
                raise InputError(problem_text(needed)) from error
            values = deepcopy(values) if repairs == 0 else values
            for problem in reversed(problems):
                _leave_out(values, problem, unread)
        else:
            row.unread.update(unread)
            return row
    raise InputError("the row is not as the schema has it")


def _leave_out(values: dict[str, Any], problem: Problem, unread: dict[str, str]) -> None:
    """Take the value that a problem is about out of a row."""
    *path, last = problem["loc"]
    if problem["type"] == "misfit":
        path, last = [*path, last], problem["ctx"]["field"]
    if path[:1] == ["citances"] and _WORDS & {last, *path[2:3]}:
        why = problem_text(problem).removeprefix(f"citances[{path[1]}].")
        unread["words"] = f"citance {path[1] + 1}: {why}"
        for citance in values["citances"]:
            for field in _WORDS:
                citance.pop(field, None)
        return
    if problem["loc"][:1] == ("merges",):
        unread["merges"] = problem_text(problem)
        values.pop("merges", None)
        return
    unread[path_text(problem["loc"])] = problem_text(problem)
    holder: Any = values
    try:
        if problem["type"] == "missing":  # what lacks it is of no use
            *path, last = path
        for step in path:
            holder = holder[step]
        del holder[last]
    except (KeyError, IndexError, TypeError):  # it went with another one
        return
