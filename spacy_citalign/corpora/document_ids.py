"""Ids of the documents of a file, to leave these out elsewhere.

Corpora share documents. One that is in the test part of one corpus has no place in training from
another.
"""

from collections.abc import Iterable
from pathlib import Path

from ..errors import InputError
from .conll_spans import DOCUMENT_MARK, document_mark
from .io import read_lines
from .json_lines import json_object, json_string


def read_document_ids(paths: Iterable[str | Path]) -> frozenset[str]:
    """Return the ids of all documents of files in JSON Lines, or in CoNLL's with document marks.

    Raises:
        InputError: a file cannot be read, a line is not in the file's format as far as it is looked
            at, or the file names no document. Names file, line and value.
    """
    return frozenset(name for path in paths for name in _ids(Path(path)))


def _ids(file: Path) -> set[str]:
    names: set[str] = set()
    is_json: bool | None = None
    for number, line in read_lines(file, "a file of documents with ids"):
        if not line.strip():
            continue
        if is_json is None:
            is_json = line.lstrip().startswith("{")
        try:
            if is_json:
                names.add(json_string(json_object(line).get("id"), "id"))
            elif line.startswith(DOCUMENT_MARK):
                names.add(document_mark(line))
        except InputError as error:
            raise InputError(f"{file}, line {number}: {error}") from error
    if not names:
        raise InputError(
            f"{file} names no document; give JSON Lines with an id each, or tagged tokens with "
            f"lines such as {DOCUMENT_MARK} (ID)"
        )
    return names
