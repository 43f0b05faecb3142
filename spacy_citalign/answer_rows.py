"""Rows of answers, read as far as they go: what does not fit the schema is left out."""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError

from .corpora.json_lines import Problem
from .errors import InputError
from .row_files import TOO_DEEP, check_version, checked, with_names
from .schema import SCHEMA, WorkAnswer

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_NEEDED = [("cited",), ("cited", "key"), ("citances",), ("citances", 0), ("citances", 0, "text")]


class FailedRow(NamedTuple):
    """A row that cannot be shown, with its line number in the file."""

    line: int
    error: str


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
        text = json.dumps(row, ensure_ascii=False)
        whole = whole_characters(text)
        return _read_answer(row if whole == text else json.loads(whole), line)
    except RecursionError:
        return FailedRow(line, TOO_DEEP)
    except InputError as problem:
        return FailedRow(line, str(problem))


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
        raise InputError(f"the row is no object but {type(row).__name__}")
    if "error" in row:
        number = row["line"] if isinstance(row.get("line"), int) else line
        error = row["error"]
        return FailedRow(number, error.strip() if isinstance(error, str) else "failed")
    check_version(row)
    if not isinstance(row.get("cited"), Mapping):
        raise InputError('the group has no "cited" with a "key"')
    return checked(WorkAnswer, with_names(row, line), _is_needed)


def _is_needed(problem: Problem) -> bool:
    """Return whether there is no answer without a value."""
    location = tuple(0 if isinstance(step, int) else step for step in problem["loc"])
    return not location or (location in _NEEDED and problem["type"] != "misfit")
