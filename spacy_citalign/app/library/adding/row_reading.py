"""Rows of runs, read to go into a library: groups of citances, and articles that were annotated.

Most rows are as this package writes them, which plain looks at their values tell; all others are
read as ``row_files`` does it.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ....answer_rows import whole_characters
from ....citations.marks.citation import Mark
from ....citations.works.work_names import IDENTIFIERS
from ....components.articles.reading import ReadArticle
from ....corpora.io import check_line, decode_line
from ....corpora.json_lines import json_object
from ....corpora.packed import unpack
from ....errors import InputError, one_line
from ....inputs.file_types.by_content import (
    begins_full_texts,
    begins_groups,
    read_begin,
    unpacked_begin,
)
from ....inputs.parquet import require_pyarrow
from ....row_files import group_of, record_values
from ...answers.article_citances import collect_article
from ...answers.batches import CountedLines
from ...answers.collecting import CollectedArticle
from ...batch.outputs.tables import json_row_of

_PARQUET, _JSONL = b"PAR1", ".jsonl"
_BATCH = 500  # rows of a table
# Of citances, what an alignment or a report adds: it is made anew.
_MADE = frozenset("words classes scope self_citation evidence support fits".split())
_TEXTS = ("id", "source", "section", "paragraph_kind", "prefix", "suffix")
_PLAIN = _MADE | {*_TEXTS, "text", "start", "end", "citations", "article", "before"}
_BEFORE = frozenset(("text", "start", "end", "probability"))
_MOST = 2**53  # of an offset
_OF_WORK = frozenset(("key", "article", "retracted"))


_ABOUT = ("title", "first_author", "year", "journal", *IDENTIFIERS)


class RowGroup(NamedTuple):
    """A cited work, and the records of its citances.

    Attributes:
        key: what it is called.
        known: what is known of it.
        citances: as the schema has them.
    """

    key: str
    known: dict[str, Any]
    citances: list[dict[str, Any]]


class RowLine(NamedTuple):
    """What a file of rows has at a place.

    Attributes:
        size: bytes that were read for it.
        content: a group, an article that was annotated, or why it is none of them.
    """

    size: int
    content: RowGroup | CollectedArticle | InputError


def has_rows(path: Path) -> bool:
    """Return whether a file has rows, by its content and, of other JSON, by its name."""
    try:
        with path.open("rb") as file:
            begin = unpacked_begin(read_begin(file))
    except (OSError, InputError):
        return False
    if begin.startswith(_PARQUET) or begins_groups(begin):
        return True
    return _JSONL in path.suffixes and not begins_full_texts(begin)


def read_rows(path: Path) -> Iterator[RowLine]:
    """Yield the rows of a file in JSON Lines, packed or not, or in Parquet.

    Raises:
        InputError: it cannot be read, or to its end.
        SettingError: it is Parquet, and pyarrow is not installed.
    """
    with path.open("rb") as file:
        is_table = file.read(len(_PARQUET)) == _PARQUET
    if is_table:
        yield from _of_table(path)
        return
    size = 0
    with path.open("rb") as packed:
        lines = CountedLines(unpack(packed))
        for raw in lines:
            if raw.strip():
                yield RowLine(lines.size - size, _of_line(raw, lines.number, path))
                size = lines.size


def _of_line(raw: bytes, number: int, path: Path) -> RowGroup | CollectedArticle | InputError:
    try:
        check_line(raw)
        text = decode_line(raw, "the line (from 0)").removeprefix("\ufeff")
        row = json_object(text)
        if "\\ud" in text or "\\uD" in text:  # half a character, or two halves
            row = json.loads(whole_characters(json.dumps(row, ensure_ascii=False)))
        return _content(row, number)
    except (InputError, ValueError, RecursionError) as error:
        return InputError(f"{path}, line {number}: {one_line(error)}")


def _of_table(path: Path) -> Iterator[RowLine]:
    arrow = require_pyarrow()
    import pyarrow.parquet as pq

    number = 0
    try:
        with path.open("rb") as handle, pq.ParquetFile(handle) as file:
            size = path.stat().st_size // max(file.metadata.num_rows, 1)
            for batch in file.iter_batches(batch_size=_BATCH):
                for row in batch.to_pylist():
                    number += 1
                    try:
                        # Those of texts that were annotated have other columns.
                        is_other = "characters" in row and "cited" not in row
                        values = json_row_of(row) if is_other else _given(row)
                        content: Any = _content(values, number)
                    except (InputError, ValueError, KeyError, TypeError) as error:
                        content = InputError(f"{path}, row {number}: {one_line(error)}")
                    yield RowLine(size, content)
    except (arrow.ArrowException, ValueError, OSError) as error:
        raise InputError(
            f"{path} is damaged behind row {number}: {one_line(error)}; write it again"
        ) from error


def _given(value: Any) -> Any:
    """Return a value of a table without fields that are null."""
    if isinstance(value, dict):
        return {name: _given(inner) for name, inner in value.items() if inner is not None}
    return [_given(inner) for inner in value] if isinstance(value, list) else value


def _content(row: dict[str, Any], number: int) -> RowGroup | CollectedArticle:
    """Return what a row is.

    Raises:
        InputError: nothing that a library takes.
    """
    if _is_annotated(row):
        return annotated_article(row)
    return _plain_group(row) or _checked_group(row, number)


def _is_annotated(row: Mapping[str, Any]) -> bool:
    """Return whether a row is of a text that was annotated: its citances have other offsets."""
    if "text" not in row or "cited" in row:
        return False
    citances = row.get("citances")
    if not isinstance(citances, list) or not citances:
        return not citances
    return isinstance(citances[0], dict) and "start_char" in citances[0]


def _plain_group(row: Mapping[str, Any]) -> RowGroup | None:
    """Return a group as this package writes it, None of all others."""
    cited, citances = row.get("cited"), row.get("citances")
    if not (type(cited) is dict and type(citances) is list and citances) or "error" in row:
        return None
    key = cited.get("key")
    if type(key) is not str or not key or not all(map(_is_plain, citances)):
        return None
    known = {name: value for name, value in cited.items() if name not in _OF_WORK}
    if not _is_plain_record(known):
        return None
    return RowGroup(key, known, [_bare(citance) for citance in citances])


def _is_plain(citance: Any) -> bool:
    """Return whether the values of a citance are what the schema has, so far as they are stored."""
    if type(citance) is not dict:
        return False
    get = citance.get
    text, start, end = get("text"), get("start"), get("end")
    if type(text) is not str or not text.strip() or not get("id"):
        return False
    if not (type(start) is int and type(end) is int and 0 <= start <= end < _MOST):
        return False
    if any(type(citance[name]) is not str for name in _TEXTS if name in citance):
        return False
    length = len(text)
    for mark in get("citations") or ():
        if type(mark) is not dict or type(mark.get("cites")) is not bool:
            return False
        begin, stop = mark.get("start"), mark.get("end")
        if not (type(begin) is int and type(stop) is int and 0 <= begin < stop <= length):
            return False
    about, before = get("article"), get("before")
    if about is not None and not _is_plain_record(about):
        return False
    if before is not None and not (type(before) is dict and type(before.get("text")) is str):
        return False
    return citance.keys() <= _PLAIN and not (before and before.keys() - _BEFORE)


def _is_plain_record(values: Any) -> bool:
    """Return whether all values of a record are texts, or lists of texts."""
    return type(values) is dict and all(
        type(value) is str or (type(value) is list and all(type(inner) is str for inner in value))
        for value in values.values()
    )


def _checked_group(row: dict[str, Any], number: int) -> RowGroup:
    """Return a group that is read as ``row_files`` does it.

    Raises:
        InputError: it is none.
    """
    group = group_of(row, number)
    citances = [record_values(citance) for citance in group.citances]
    known = record_values(group.cited)
    return RowGroup(
        group.key,
        {name: v for name, v in known.items() if name not in _OF_WORK and v is not None},
        [_bare(citance) for citance in citances],
    )


def _bare(citance: dict[str, Any]) -> dict[str, Any]:
    """Return a citance without what is made anew."""
    if _MADE.isdisjoint(citance):
        return citance
    return {name: value for name, value in citance.items() if name not in _MADE}


class _Starts:
    """Gives sentences as the citances of a row have them."""

    def __init__(self, citances: list[Mapping[str, Any]]) -> None:
        self._citances = citances

    def starts(self, article: ReadArticle) -> list[int]:
        """Return where sentences begin, and where citing ones end."""
        places = {0}
        for one in self._citances:
            places |= {one["start_char"], one["end_char"]}
        return sorted(place for place in places if place < len(article.text) or not place)


def annotated_article(row: Mapping[str, Any]) -> CollectedArticle:
    """Return the citances of an article that was annotated.

    Raises:
        InputError: its row is not as `citalign annotate` writes it, or says that it failed.
    """
    if isinstance(row.get("error"), str):
        raise InputError(f"was not annotated: {row['error']}")
    text, source = row.get("text"), row.get("id")
    if not isinstance(text, str) or not isinstance(source, str | int) or source == "":
        raise InputError("is no text with its id; annotate without --no-text")
    if "citances" not in row:
        raise InputError(
            "has no citances; annotate articles, or with a pipeline that has citance_finder"
        )
    try:
        return _collected(row, text, str(source))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise InputError(f"is no row of `citalign annotate`: {error!r}") from error


def _collected(row: Mapping[str, Any], text: str, source: str) -> CollectedArticle:
    citances, works = row["citances"] or [], row.get("cited_works") or []
    marks = [
        Mark(
            one["start_char"],
            one["end_char"],
            str(one["key"]),
            str(one["style"]),
            bool(one["implied"]),
        )
        for one in row.get("citations") or []
    ]
    if not all(mark.key for mark in marks):
        raise ValueError("a citation without a key")
    for start, end in [(one["start_char"], one["end_char"]) for one in citances] + [
        (mark.start, mark.end) for mark in marks
    ]:
        if not 0 <= start <= end <= len(text):
            raise ValueError(f"characters {start} to {end} of a text of {len(text)}")
    sections = {one["start_char"]: one.get("section") or "" for one in citances}
    meta = row.get("meta") or {}
    article = ReadArticle(
        source,
        text,
        sorted(marks),
        {str(one["key"]): _known(one, [name for name in one if name != "key"]) for one in works},
        sorted(sections.items()),
        _known(meta, _ABOUT),
    )
    return collect_article(article, _Starts(citances))


def _known(record: Mapping[str, Any], fields: Any) -> dict[str, Any]:
    return {name: str(record[name]) for name in fields if record.get(name)}
