"""Lines of JSON as records of the schema: groups of citances strictly, answers as far as they go.

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
import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from reprlib import repr as short
from typing import Any, NamedTuple

from pydantic import ValidationError

from .corpora.io import check_line, decode_line
from .corpora.json_lines import json_keys, json_kind, json_object, json_value, read_json_lines
from .errors import InputError
from .schema import SCHEMA, CitanceGroup, Record, WorkAnswer

_SHAPE = '{"cited": {"key": "..."}, "citances": [{"id": "...", "text": "..."}]}'
_BOM = "\ufeff"
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
_NEEDED = [("cited",), ("cited", "key"), ("citances",), ("citances", 0), ("citances", 0, "text")]
_WORDS = {"words", "classes"}
_TOO_DEEP = "is nested too deep to be written; make it flatter"
_MAX_REPAIRS = 12  # rounds: what is wrong in an object shows after what is wrong around it


class FailedRow(NamedTuple):
    """A row that cannot be shown, with its line number in the file."""

    line: int
    error: str


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
        raise InputError(_TOO_DEEP) from error


def record_values(record: Record) -> dict[str, Any]:
    """Return the fields of a record that were set, as plain values of JSON, the version first.

    Raises:
        InputError: it is nested too deep.
    """
    try:
        values = record.model_dump(by_alias=True, exclude_unset=True)
    except (RecursionError, ValueError) as error:
        raise InputError(_TOO_DEEP) from error
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
        group: CitanceGroup | InputError | None
        try:
            check_line(raw)
            line = raw if isinstance(raw, str) else decode_line(raw, "the line (from 0)")
            line = line.removeprefix(_BOM) if number == 1 else line
            group = group_of(json_object(line), number) if line.strip() else None
        except InputError as error:
            group = InputError(f"{name}, line {number}: {error}")
        if group is not None:
            yield group


def group_of(row: dict[str, Any], number: int) -> CitanceGroup:
    """Return the group of an object of JSON.

    Args:
        row: the object.
        number: that of its line, from 1, by which a group without a key is called.

    Raises:
        InputError: a field of the schema does not hold what it should, which names field and value;
            or the row is of a newer schema.
    """
    if isinstance(row.get("error"), str):
        raise InputError(f"was not aligned: {row['error']}")
    if newer := _why_newer(row):
        raise InputError(newer)
    if "citances" not in row:
        keys = json_keys(row)
        raise InputError(f"the group has no citances, its keys are: {keys}; write {_SHAPE}")
    try:
        group = CitanceGroup.model_validate(_with_names(row, number))
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        message = _message(problem)
        for name in ("group", "target"):  # may be the key
            if row.get(name) is problem["input"]:
                message = message.replace("cited.key", name, 1)
        raise InputError(message) from error
    # What the schema does not know is written again as it stands.
    _check_values(row.get("cited"), "cited")
    for place, citance in enumerate(row["citances"]):
        _check_values(citance, f"citances[{place}]")
    return group


def read_answer(row: Any, line: int) -> WorkAnswer | FailedRow:
    """Return what a row says of its work; what is not as the schema has it is left out.

    Half characters become U+FFFD.

    A row needs the key of its work, citances with texts, and a schema that this version knows.
    Where the words of a citance do not fit its text, all are without words, and ``unread`` says
    why.

    Args:
        row: any value of JSON.
        line: its number in the file, for a failed row that does not know it.
    """
    try:
        answer = _read_answer(row, line)
        if isinstance(answer, WorkAnswer) and not _is_writable(answer):
            answer = _read_answer(_mended(row), line)
    except RecursionError:
        return FailedRow(line, _TOO_DEEP)
    return answer


def read_answer_line(line: bytes, number: int) -> WorkAnswer | FailedRow:
    """Return what a line says of its work, as ``read_answer`` does."""
    try:
        answer = WorkAnswer.model_validate_json(line)
        if answer.schema_version == SCHEMA:  # has all names already
            return answer
    except ValidationError:  # a failed row, or one that is not ours
        pass
    return read_answer(json.loads(line), number)


def whole_characters(text: str) -> str:
    r"""Return a text of the same length with U+FFFD for half characters, which UTF-8 cannot say.

    >>> whole_characters("Frogs \ud800 hop")
    'Frogs \ufffd hop'
    """
    return _HALF_CHARACTER.sub("\ufffd", text)


def _read_answer(row: Any, line: int) -> WorkAnswer | FailedRow:
    if not isinstance(row, Mapping):
        return FailedRow(line, f"the row is no object but {type(row).__name__}")
    if "error" in row:
        number = row["line"] if isinstance(row.get("line"), int) else line
        error = row["error"]
        return FailedRow(number, error.strip() if isinstance(error, str) else "failed")
    if newer := _why_newer(row):
        return FailedRow(line, newer)
    values, unread = _with_names(row, line), dict[str, str]()
    if not isinstance(row.get("cited"), Mapping):
        return FailedRow(line, 'the group has no "cited" with a "key"')
    for repairs in range(_MAX_REPAIRS):
        try:
            answer = WorkAnswer.model_validate(values)
        except ValidationError as error:
            problems = error.errors(include_url=False)
            if any(problem["type"] == "string_unicode" for problem in problems):
                return _read_answer(_mended(row), line)
            needed = next((problem for problem in problems if _is_needed(problem)), None)
            if needed is not None:
                return FailedRow(line, _message(needed))
            values = deepcopy(values) if repairs == 0 else values
            for problem in reversed(problems):
                _leave_out(values, problem, unread)
        else:
            answer.unread.update(unread)
            return answer
    return FailedRow(line, "the row is not as the schema has it")


def _is_writable(record: Record) -> bool:
    """Return whether UTF-8 can hold all texts of a record."""
    try:
        record.model_dump_json()
    except ValueError:
        return False
    return True


def _mended(value: Any) -> Any:
    """Return a value of JSON with U+FFFD for half characters."""
    if isinstance(value, str):
        return whole_characters(value)
    if isinstance(value, Mapping):
        return {_mended(name): _mended(inner) for name, inner in value.items()}
    return [_mended(inner) for inner in value] if isinstance(value, list | tuple) else value


def _why_newer(row: Mapping[str, Any]) -> str:
    """Return why a row of a newer schema cannot be read, "" of any other."""
    schema = row.get("schema")
    if not isinstance(schema, int) or schema <= SCHEMA:
        return ""
    return (
        f"was written by a newer version (schema {schema}, this version reads {SCHEMA}); "
        "install a newer spacy-citalign"
    )


def _with_names(row: Mapping[str, Any], number: int) -> dict[str, Any]:
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


def _check_values(value: Any, where: str) -> None:
    """See that a value can be written again.

    Raises:
        InputError: it cannot. Names the field of an object.
    """
    if not isinstance(value, Mapping):
        json_value(value, where)
        return
    json_value(list(value), where)
    for field, inner in value.items():
        json_value(inner, f"{where}.{field}" if field.isidentifier() else where)


def _message(problem: Mapping[str, Any]) -> str:
    """Return what is wrong, where, and what to write instead."""
    where = _name_of(problem["loc"]) or "the group"
    value, kind = problem["input"], problem["type"]
    if kind == "misfit":
        return f"{where}.{problem['msg']}"
    if where.endswith("]") and kind in ("too_long", "too_short"):
        return f"{where} is {short(value)}; write [start, end]"
    if kind == "missing":
        parent, field = _name_of(problem["loc"][:-1]), problem["loc"][-1]
        if isinstance(field, int):
            return f"{parent} is {short(value)}; write [start, end]"
        keys = json_keys(dict(value)) if isinstance(value, Mapping) else "none"
        return f"{parent} has no {field}, its keys are: {keys}; give it one"
    if kind == "too_long":
        return f"{where} is {short(value)}; write {_WANTED['tuple']}"
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


def _is_needed(problem: Mapping[str, Any]) -> bool:
    """Return whether there is no row without the value."""
    location = tuple(0 if isinstance(step, int) else step for step in problem["loc"])
    return not location or (location in _NEEDED and problem["type"] != "misfit")


def _leave_out(values: dict[str, Any], problem: Mapping[str, Any], unread: dict[str, str]) -> None:
    """Take the value that a problem is about out of a row."""
    *path, last = problem["loc"]
    if problem["type"] == "misfit":
        path, last = [*path, last], problem["ctx"]["field"]
    if path[:1] == ["citances"] and _WORDS & {last, *path[2:3]}:
        why = _message(problem).removeprefix(f"citances[{path[1]}].")
        unread["words"] = f"citance {path[1] + 1}: {why}"
        for citance in values["citances"]:
            for field in _WORDS:
                citance.pop(field, None)
        return
    if problem["loc"][:1] == ("merges",):
        unread["merges"] = _message(problem)
        values.pop("merges", None)
        return
    holder: Any = values
    try:
        if problem["type"] == "missing":  # what lacks it is of no use
            *path, last = path
        for step in path:
            holder = holder[step]
        del holder[last]
    except (KeyError, IndexError, TypeError):  # it went with another one
        return
