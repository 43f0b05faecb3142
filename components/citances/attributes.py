"""Attributes of Docs and tokens whose citances are aligned, read from what survives serialization.

Getters never raise, and return None where there is no alignment, or one that does not fit the Doc.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import IDX
from spacy.tokens import Doc, Span, Token

from ..base.extensions import install_getters
from ..base.names import CITANCE_ALIGNMENTS, HOMOLOGS
from ..base.spans import text_length, text_of, user_data_of
from .alignment import CitanceAlignment
from .records import cited_record, citing_sentences

# As an attribute "citalign_citance_alignments" of a span; the last two say where the Doc begins.
ENTRY = ("._.", f"citalign_{CITANCE_ALIGNMENTS}", 0, 0)
_GARBLED = (LookupError, TypeError, ValueError)  # of user data that somebody changed by hand


def set_alignments(doc: Doc, records: list[dict[str, Any]]) -> None:
    """Write what the attributes are read from, in place of what is there.

    It is one entry of user data, kept as spaCy keeps the attributes of spans, by characters, so
    that ``Doc.from_docs`` and ``as_doc(copy_user_data=True)`` carry it and move it. It has
    ``size`` (tokens and characters of the Doc), ``alignments`` (records, offsets of the Doc) and
    ``tokens`` (see ``token_classes``). Without alignments there is none.
    """
    for entry in [entry for entry, _ in _entries(doc)]:
        del user_data_of(doc)[entry]
    if records:
        user_data_of(doc)[ENTRY] = {
            "size": [len(doc), text_length(doc)],
            "alignments": records,
            "tokens": token_classes(doc, records),
        }


def stored_alignments(doc: Doc) -> dict[str, dict[str, Any]] | None:
    """Return the records of all alignments with offsets of this Doc, or None if there are none.

    They go by the cited work. Where Docs with alignments of the same work were put together by
    ``Doc.from_docs``, that of the second has the name "KEY (2)". One whose citances were cut away
    in part is no more.
    """
    only = _only(doc)
    if only is not None:
        return {record["key"]: record for record in only["alignments"]}
    records = [record for _, stored in _entries(doc) for record in stored]
    if not records:
        return {} if HOMOLOGS in doc.spans and not len(doc.spans[HOMOLOGS]) else None
    named: dict[str, dict[str, Any]] = {}
    for record in records:
        key, number = record["key"], 1
        while key in named:
            number += 1
            key = f"{record['key']} ({number})"
        named[key] = record | {"key": key}
    return named


def get_citance_alignments(doc: Doc) -> dict[str, CitanceAlignment] | None:
    """Return the alignment of each cited work, or None where the Doc has not been aligned."""
    try:
        records = stored_alignments(doc)
        if records is None:
            return None
        text = text_of(doc) if records else ""
        alignments = {}
        for key, record in records.items():
            sentences = partial(citing_sentences, doc, record)
            cited = partial(cited_record, doc, key)
            alignments[key] = CitanceAlignment(text, record, sentences=sentences, cited=cited)
        return alignments
    except _GARBLED:
        return None


def get_citance_alignment(doc: Doc) -> CitanceAlignment | None:
    """Return the Doc's first alignment, or None where there is none."""
    return next(iter((get_citance_alignments(doc) or {}).values()), None)


def _told(part: Doc | Span, name: str) -> list[dict[str, Any]] | None:
    """Return the citances that are told of: of a Doc, or those that a span touches.

    Records are those of ``CitanceAlignment.differing`` or ``CitanceAlignment.odd``, as ``name``
    says, with the key of the work; None where nothing has been aligned. Each call reads the answer
    anew: ask a Doc rather than all its spans.
    """
    span = part[:] if isinstance(part, Doc) else part
    first, last = span.start_char, span.end_char
    alignments = get_citance_alignments(span.doc)
    if alignments is None:
        return None
    told = []
    try:
        for key, alignment in alignments.items():
            inside = {
                number
                for number, one in enumerate(alignment.citances)
                if one["start_char"] < last and first < one["end_char"]
            }
            records = getattr(alignment, name) if inside else ()
            told += [{"key": key} | one for one in records if one["citance"] in inside]
    except _GARBLED:
        return None
    return told


def get_homology_classes(token: Token) -> dict[str, int] | None:
    """Return the token's class in each alignment whose citances hold it.

    0 is a token that is aligned to nothing; None where the Doc has not been aligned.
    """
    doc = token.doc
    try:
        only = _only(doc)
        if only is not None:
            tokens, keys, classes = only["tokens"]
            entries = range(bisect_left(tokens, token.i), bisect_right(tokens, token.i))
            return {only["alignments"][keys[entry]]["key"]: classes[entry] for entry in entries}
        records = stored_alignments(doc)
        if records is None:
            return None
        end = token.idx + len(token)
        numbers = {key: class_at(record, token.idx, end) for key, record in records.items()}
        return {key: number for key, number in numbers.items() if number is not None}
    except _GARBLED:
        return None


def get_homology_class(token: Token) -> int | None:
    """Return the token's class in the first alignment whose citances hold it.

    0 is a token that is aligned to nothing; None where the Doc has not been aligned.
    """
    classes = get_homology_classes(token)
    return None if classes is None else next(iter(classes.values()), 0)


def _only(doc: Doc) -> dict[str, Any] | None:
    """Return what ``set_alignments`` wrote on this Doc, None where it has other words now."""
    stored = user_data_of(doc).get(ENTRY)
    size = len(doc), text_length(doc)
    fits = isinstance(stored, dict) and stored.get("size") in (size, list(size))
    return stored if fits else None


def _entries(doc: Doc) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """Yield the entries of user data and their records with offsets of this Doc, where they fit."""
    size = text_length(doc)
    for entry, stored in user_data_of(doc).items():
        if isinstance(entry, tuple) and len(entry) == 4 and entry[:2] == ENTRY[:2]:
            records = stored.get("alignments", ()) if isinstance(stored, dict) else ()
            moved = (_moved(record, entry[2]) for record in records)
            yield entry, [record for record in moved if _lies_in(record, size)]


def _moved(record: Mapping[str, Any], by: int) -> dict[str, Any]:
    """Return a record with its offsets that much further on."""
    places = {
        name: [[offset + by for offset in column] for column in record[name]]
        for name in ("citances", "words")
    }
    return {**record, **places}


def _lies_in(record: Mapping[str, Any], size: int) -> bool:
    starts, ends = record["citances"]
    return min(starts, default=0) >= 0 and max(ends, default=0) <= size


def install_extensions() -> None:
    """Install the attributes of aligned Docs and tokens."""
    differing, odd = (partial(_told, name=name) for name in ("differing", "odd"))
    install_getters(
        Doc,
        citance_alignments=get_citance_alignments,
        citance_alignment=get_citance_alignment,
    )
    for owner in (Doc, Span):
        install_getters(owner, differing_citances=differing, odd_citances=odd)
    install_getters(Token, homology_classes=get_homology_classes, homology_class=get_homology_class)


def token_classes(doc: Doc, records: list[dict[str, Any]]) -> list[list[int]]:
    """Return tokens, ascending, the numbers of their alignments, and their classes there.

    A token has an entry for each alignment whose citances hold it. One that holds several words has
    the class of the first of them that is aligned.
    """
    begins = doc.to_array(IDX).astype(np.int64)
    entries: list[NDArray[np.int64]] = [np.zeros((0, 3), dtype=np.int64)]
    for number, record in enumerate(records):
        classes = np.full(len(doc), -1, dtype=np.int64)
        for start, end in zip(*record["citances"], strict=True):
            first, last = _tokens(begins, start, end)
            classes[first:last] = 0
        word_classes = record["alignment"]["classes"]
        for start, end, word_class in [*zip(*record["words"], word_classes, strict=True)][::-1]:
            if word_class:
                first, last = _tokens(begins, start, end)
                classes[first:last] = word_class + record["first_class"] - 1
        tokens = np.flatnonzero(classes >= 0)
        entries.append(np.column_stack([tokens, np.full(len(tokens), number), classes[tokens]]))
    rows = np.concatenate(entries)
    rows = rows[np.lexsort((rows[:, 1], rows[:, 0]))]
    return [column.tolist() for column in rows.T]


def class_at(record: Mapping[str, Any], start: int, end: int) -> int | None:
    """Return the class of the first aligned word among some characters, 0 if there is none.

    None where the characters begin in no citance of the alignment.
    """
    if not any(first <= start < last for first, last in zip(*record["citances"], strict=True)):
        return None
    classes = record["alignment"]["classes"]
    for first, last, number in zip(*record["words"], classes, strict=True):
        if number and first < end and last > start:
            return int(number + record["first_class"] - 1)
    return 0


def _tokens(begins: NDArray[np.int64], start: int, end: int) -> tuple[int, int]:
    """Return the half-open tokens that a stretch of characters touches."""
    first = int(np.searchsorted(begins, start, side="right")) - 1
    return max(first, 0), int(np.searchsorted(begins, end, side="left"))
