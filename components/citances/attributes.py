"""Attributes of Docs and tokens whose citances are aligned, read from what survives serialization.

Getters never raise, and return None where there is no alignment, or one that does not fit the Doc.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from spacy.tokens import Doc, Span, Token

from ...citations.articles import citing_article
from ..citations.citing import citance_records, cited_works
from ..extensions import install_getters
from ..names import CITANCE_ALIGNMENTS, CITANCES, HOMOLOGS
from ..span_groups import held_spans
from ..spans import text_length, text_of, user_data_of
from .alignment import CitanceAlignment
from .homologs import class_at, token_classes

if TYPE_CHECKING:
    from ...statements.sentences import CitingSentence

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
        return {
            key: CitanceAlignment(
                text,
                record,
                sentences=partial(citing_sentences, doc, record),
                cited=partial(cited_record, doc, key),
            )
            for key, record in records.items()
        }
    except _GARBLED:
        return None


def get_citance_alignment(doc: Doc) -> CitanceAlignment | None:
    """Return the Doc's first alignment, or None where there is none."""
    return next(iter((get_citance_alignments(doc) or {}).values()), None)


def get_differing_citances(part: Doc | Span) -> list[dict[str, Any]] | None:
    """Return the citances that differ from a work: of a Doc, or those that a span touches.

    Records are those of ``CitanceAlignment.differing``, with the key of the work; None where
    nothing has been aligned. Each call reads the answer anew: ask a Doc rather than all its spans.
    """
    return _told(part, "differing")


def get_odd_citances(part: Doc | Span) -> list[dict[str, Any]] | None:
    """Return the citances that may not belong to a work, as ``get_differing_citances`` does.

    Records are those of ``CitanceAlignment.odd``, with the key of the work.
    """
    return _told(part, "odd")


def _told(part: Doc | Span, name: str) -> list[dict[str, Any]] | None:
    doc, first, last = (
        (part, 0, text_length(part))
        if isinstance(part, Doc)
        else (part.doc, part.start_char, part.end_char)
    )
    alignments = get_citance_alignments(doc)
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
    install_getters(
        Doc,
        citance_alignments=get_citance_alignments,
        citance_alignment=get_citance_alignment,
        differing_citances=get_differing_citances,
        odd_citances=get_odd_citances,
    )
    install_getters(Span, differing_citances=get_differing_citances, odd_citances=get_odd_citances)
    install_getters(Token, homology_classes=get_homology_classes, homology_class=get_homology_class)


def citing_sentences(doc: Doc, record: Mapping[str, Any]) -> list["CitingSentence"]:
    """Return the citances of an alignment as sentences with what the Doc says of each.

    Articles are known where records stand beside the span group of the citances, as many of the
    work as were aligned.

    Args:
        doc: the Doc.
        record: one of an alignment, as ``alignment_record`` returned it.
    """
    from ..citations.scopes import DocMarks, citing_sentence

    text, key = text_of(doc), record["key"]
    spans = list(zip(*record["citances"], strict=True))
    records = citance_records(doc.spans[CITANCES]) if CITANCES in doc.spans else []
    group = held_spans(doc, CITANCES)
    of_work = [about for span, about in zip(group, records, strict=True) if span.label_ == key]
    known = of_work if len(of_work) == len(spans) else [{}] * len(spans)
    marks = DocMarks(doc)
    return [
        citing_sentence(
            text[start:end],
            marks.within(start, end, key),
            article=citing_article(about),
            section=str(about.get("section") or ""),
        )
        for (start, end), about in zip(spans, known, strict=True)
    ]


def cited_record(doc: Doc, key: str) -> dict[str, Any]:
    """Return what a Doc says of a cited work, {} for nothing."""
    if CITANCES not in doc.spans:
        return {}
    return cited_works(doc.spans[CITANCES]).get(key, {})
