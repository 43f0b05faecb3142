"""What a library stores of citances: a sentence once, and what each work that it cites adds.

What is read again is what was written, to the byte.
"""

import json
import sqlite3
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...schema import Citance

_FIELDS = {name: number for number, name in enumerate(Citance.model_fields)}
_COLUMNS = {"text", "start", "end", "section", "paragraph_kind", "citations"}
_BY_ITSELF = {"id", "source"}  # told by the article, and where the sentence begins
# The columns of a sentence s, and of its section n.
SENTENCE = (
    "s.start, s.\"end\", coalesce(n.path, '') AS section, coalesce(n.kind, '') AS kind, s.text, "
    "s.marks, s.more"
)


class StoredSentence(NamedTuple):
    """A citing sentence as the columns of its table have it.

    Attributes:
        start, end: characters of the article's text.
        section, kind: where it stands, "" for what is not said.
        text: of it.
        marks: JSON, where its marks begin and end, one after the other.
        more: JSON of all other fields, None where there is none.
    """

    start: int | None
    end: int | None
    section: str
    kind: str
    text: str
    marks: str
    more: str | None


def sentence_of(row: sqlite3.Row) -> StoredSentence:
    """Return the sentence of a row that has the columns ``SENTENCE``."""
    return StoredSentence(*(row[name] for name in StoredSentence._fields))


def about_of(line: str) -> dict[str, Any]:
    """Return what is known of an article, as its column has it."""
    return dict(json.loads(line)) if line else {}


def stored_sentence(values: Mapping[str, Any], source: str) -> StoredSentence:
    """Return the sentence of a citance.

    Args:
        values: the fields of its record, without ``article``.
        source: the name of the article.

    >>> mark = {"start": 10, "end": 13, "cites": True}
    >>> frogs = {"id": "a:7", "text": "Frogs hop [3].", "source": "a", "section": "Results",
    ...     "start": 7, "end": 21, "suffix": " Why?", "citations": [mark]}
    >>> sentence = stored_sentence(frogs, "a")
    >>> sentence.marks, sentence.more
    ('[10,13]', '{"suffix":" Why?"}')
    >>> stored_citance(frogs, sentence, "a")
    '0'
    >>> citance_values(sentence, "0", "a") == frogs
    True
    """
    given = {name: value for name, value in values.items() if value is not None}
    more = {k: v for k, v in given.items() if k not in _COLUMNS and k not in _BY_ITSELF}
    by_itself = _named(source, values.get("start"))
    for name in _BY_ITSELF:
        if given.get(name) != by_itself.get(name):
            more[name] = given.get(name)
    # Empty ones are else what is not said.
    more |= {name: given[name] for name in ("section", "paragraph_kind") if given.get(name) == ""}
    return StoredSentence(
        given.get("start"),
        given.get("end"),
        given.get("section", ""),
        given.get("paragraph_kind", ""),
        given["text"],
        _json([offset for span in _plain_spans(given) or () for offset in span]),
        _json(more) if more else None,
    )


def stored_citance(values: Mapping[str, Any], sentence: StoredSentence, source: str) -> str:
    """Return what a citance adds to its sentence: the numbers of the marks of its work.

    What it has else that differs is told as an object of JSON, null for what it has not.
    """
    marks = values.get("citations") or ()
    numbers = ",".join(str(n) for n, mark in enumerate(marks) if mark.get("cites") is True)
    usual = citance_values(sentence, numbers, source)
    if usual == values:
        return numbers
    given = {name: value for name, value in values.items() if value is not None}
    changes = {n: given.get(n) for n in {**usual, **given} if usual.get(n) != given.get(n)}
    if "citations" not in changes:
        if not changes:
            return numbers
        changes["citations"] = given.get("citations")
    return _json(changes)


def citance_values(sentence: StoredSentence, marks: str, source: str) -> dict[str, Any]:
    """Return the fields of a citance, without ``article``, in the order of the schema.

    Args:
        sentence: the sentence.
        marks: as of ``stored_citance``.
        source: the name of the article.
    """
    values: dict[str, Any] = _named(source, sentence.start)
    values["text"] = sentence.text
    for name, value in (("section", sentence.section), ("paragraph_kind", sentence.kind)):
        if value:
            values[name] = value
    for name, offset in (("start", sentence.start), ("end", sentence.end)):
        if offset is not None:
            values[name] = offset
    if sentence.more:
        values |= json.loads(sentence.more)
    if marks.startswith("{"):
        values |= json.loads(marks)
    else:
        own, offsets = marks.split(","), json.loads(sentence.marks)
        spans = enumerate(zip(offsets[::2], offsets[1::2], strict=True))
        values["citations"] = [
            {"start": start, "end": end, "cites": str(n) in own} for n, (start, end) in spans
        ]
    given = [name for name, value in values.items() if value is not None]
    return {name: values[name] for name in sorted(given, key=lambda n: _FIELDS.get(n, 99))}


def citance_line(sentence: StoredSentence, marks: str, source: str) -> bytes:
    """Return the record of a citance in JSON, without ``article`` and the last brace."""
    values = citance_values(sentence, marks, source)
    return json.dumps(values, ensure_ascii=False, allow_nan=False)[:-1].encode()


def _named(source: str, start: int | None) -> dict[str, Any]:
    """Return how a citance is usually called, and its article."""
    known: dict[str, Any] = {} if start is None else {"id": f"{source}:{start}"}
    return known | ({"source": source} if source else {})


def _plain_spans(values: Mapping[str, Any]) -> list[tuple[int, int]] | None:
    """Return the characters of marks of which all is known, None where there are others."""
    spans = []
    for mark in values.get("citations") or ():
        if mark.keys() != {"start", "end", "cites"} or not isinstance(mark["cites"], bool):
            return None
        spans.append((mark["start"], mark["end"]))
    return spans


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
