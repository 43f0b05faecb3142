"""Spans with what is known of each, which ordinary operations on Docs neither lose nor make stale.

What is known stands in the ``attrs`` of the span group, in lists with an entry a span, and once
more in ``doc.user_data``, kept as spaCy keeps extension attributes of spans, by
``("._.", "citalign_KEY", start, end)``, the characters of the tokens. Files of Docs without user
data keep the first; ``Doc.from_docs``, ``Span.as_doc(copy_user_data=True)`` and groups that are
filtered, reassigned or appended to keep the second. ``Doc.from_json`` keeps neither, but the spans.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from spacy.attrs import IDX
from spacy.glossary import GLOSSARY
from spacy.tokens import Doc, Span

from .extensions import install, install_getters
from .span_groups import OFFSETS, covering_tokens, held_characters, offsets_of
from .spans import set_character_spans, text_length, text_of, text_place, user_data_of

_SCORES = "scores"  # what spaCy's own components call confidences
_NOT_KNOWN = {*OFFSETS, _SCORES}
_EXTENSION = "._."  # what spaCy's own keys of extension attributes begin with


class SpanRecord(NamedTuple):
    """A span and what is known of it.

    Attributes:
        start, end: half-open characters of the Doc, which may be finer than its tokens.
        label: of the span.
        values: what is known, by name; empty where nothing is.
    """

    start: int
    end: int
    label: str
    values: dict[str, Any]

    def place(self, text: str) -> dict[str, Any]:
        """Return start_char, end_char and text of the span; ``text`` is the Doc's."""
        return text_place(text, self.start, self.end)


def set_span_records(
    doc: Doc,
    key: str,
    spans: Sequence[tuple[int, int]],
    label: str | Sequence[str],
    values: Mapping[str, Sequence[Any]],
    **others: Any,
) -> None:
    """Put half-open character spans into ``doc.spans[key]``, with what is known of each.

    Args:
        doc: gets the group.
        key: the group's name.
        spans: the characters.
        label: of all spans, or one for each.
        values: lists with an entry for each span, plain numbers and texts.
        others: of ``set_character_spans``.

    Raises:
        InputError: a span is empty and may not be, or is not in the text.
    """
    name, data = _name(key), user_data_of(doc)
    for entry in _entries(data, name):
        del data[entry]
    if not spans:
        data[_EXTENSION, name, 0, 0] = []  # that they were looked for
    tokens = set_character_spans(doc, key, spans, label, values, **others)
    if "confidence" in values:
        doc.spans[key].attrs[_SCORES] = list(values["confidence"])
    rows = zip(*values.values(), strict=True)
    labels = [label] * len(spans) if isinstance(label, str) else label
    for span, (start, end), of_span, row in zip(tokens, spans, labels, rows, strict=True):
        first, last = span.start_char, span.end_char
        record = [start - first, end - first, of_span, dict(zip(values, row, strict=True))]
        data.setdefault((_EXTENSION, name, first, last), []).append(record)


def span_records(doc: Doc, key: str) -> list[SpanRecord] | None:
    """Return the spans of a group with what is known of them, in the order of the group.

    None where the Doc has neither the group nor what was kept of it. Of a span that is not one of
    those that were set nothing is known.
    """
    if key not in doc.spans:
        entries = list(_kept(doc, key))
        kept_records = [record for _, records in entries for record in records]
        return sorted(kept_records, key=lambda record: record[:3]) if entries else None
    group = doc.spans[key]
    spans = held_characters(group)
    lists = {name: x for name, x in group.attrs.items() if isinstance(x, list | tuple)}
    if any(len(values) != len(spans) for values in lists.values()):  # those of another group
        lists = {}
    places = _fitting(doc, spans, lists)
    kept: dict[tuple[int, int, str], list[SpanRecord]] | None = None
    all_records = []
    for number, ((start, end, label), place) in enumerate(zip(spans, places, strict=True)):
        if place is not None:
            values = {name: x[number] for name, x in lists.items() if name not in _NOT_KNOWN}
            all_records.append(SpanRecord(*place, label, values))
            continue
        if kept is None:
            kept = _kept_by_tokens(doc, key)
            tokens = _tokens(doc, spans)
        records = kept.get((*tokens[number], label))
        all_records.append(records.pop(0) if records else SpanRecord(start, end, label, {}))
    return all_records


def mention_records(doc: Doc, key: str) -> list[dict[str, Any]] | None:
    """Return a record for each span of a group.

    ``start_char``, ``end_char`` are half-open characters of the Doc, which may be finer than its
    tokens; ``text`` is theirs; ``start``, ``end`` are the tokens, as those of a Span, the fewest
    that cover them; ``label``. ``confidence`` is None where it is not known, as of a span that
    somebody else put there. What is known besides stands in the record, too: of genes ``votes``, of
    terms ``cohesion``. None where nobody looked for such spans.
    """
    records = span_records(doc, key)
    if records is None:
        return None
    if not records:
        return []
    text = text_of(doc)
    tokens = covering_tokens(doc, *np.array([record[:2] for record in records]).T)
    return [
        record.place(text)
        | {"start": first, "end": last, "label": record.label, "confidence": None}
        | record.values
        for record, first, last in zip(records, *(x.tolist() for x in tokens), strict=True)
    ]


def get_confidence(span: Span) -> float | None:
    """Return the confidence of the first span of a group that has these tokens and this label.

    None where no group has such a span, or one that is known no better. Two mentions in one token
    have the same Span: see ``doc._.mentions``.
    """
    doc = span.doc
    for key in doc.spans:
        for held, record in zip(
            held_characters(doc.spans[key]), span_records(doc, key) or (), strict=False
        ):
            same = held == (span.start_char, span.end_char, span.label_)
            if same and record.values.get("confidence") is not None:
                return float(record.values["confidence"])
    return None


def install_extensions(**explained: str) -> None:
    """Install ``doc._.mentions(key)`` and ``span._.confidence``.

    Args:
        explained: by label, what ``spacy.explain`` says of it.
    """
    for label, meaning in explained.items():
        GLOSSARY.setdefault(label, meaning)
    install(Doc, "mentions", method=mention_records)
    install_getters(Span, confidence=get_confidence)


def _name(key: str) -> str:
    return f"citalign_{key}"


def _entries(data: Mapping[Any, Any], name: str) -> list[tuple[str, str, int, int]]:
    """Return the keys of user data that are of a group."""
    return [
        entry
        for entry in data
        if isinstance(entry, tuple) and len(entry) == 4 and entry[:2] == (_EXTENSION, name)
    ]


def _kept(doc: Doc, key: str) -> Iterator[tuple[tuple[str, str, int, int], list[SpanRecord]]]:
    """Yield the entries of user data and the records in them, those that lie in the text."""
    data, size = user_data_of(doc), text_length(doc)
    for entry in _entries(data, _name(key)):
        try:
            yield entry, [_placed(record, entry[2:], size) for record in data[entry]]
        except (LookupError, TypeError, ValueError):  # cut away in part, or changed by hand
            yield entry, []


def _kept_by_tokens(doc: Doc, key: str) -> dict[tuple[int, int, str], list[SpanRecord]]:
    """Return what was kept, by first and last token and by label, in the order of the group."""
    records = [record for _, records in _kept(doc, key) for record in records]
    by_tokens: dict[tuple[int, int, str], list[SpanRecord]] = {}
    for record, (first, last) in zip(records, _tokens(doc, records), strict=True):
        by_tokens.setdefault((first, last, record.label), []).append(record)
    return by_tokens


def _tokens(doc: Doc, spans: Sequence[Sequence[Any]]) -> list[tuple[int, int]]:
    """Return the first and the last token that hold characters, which spans begin with."""
    if not spans:
        return []
    firsts, stops = covering_tokens(doc, *np.array([span[:2] for span in spans]).T)
    return list(zip(firsts.tolist(), (stops - 1).tolist(), strict=True))


def _placed(record: Sequence[Any], within: tuple[int, int], size: int) -> SpanRecord:
    """Return what was kept of a span, of the tokens with these characters.

    Raises:
        ValueError: it does not lie there.
    """
    start, end, label, values = record
    first, last = within
    if not 0 <= first <= first + start < first + end <= last <= size:
        raise ValueError(record)
    return SpanRecord(first + start, first + end, str(label), dict(values))


def _fitting(
    doc: Doc, spans: list[tuple[int, int, str]], lists: Mapping[str, Sequence[Any]]
) -> list[tuple[int, int] | None]:
    """Return the exact characters of each span by the lists, None where they are not its own.

    They are if the tokens of the span are the fewest that cover them. Lists of others, without
    offsets, are of the spans as they stand.
    """
    starts, ends = (lists.get(name) for name in OFFSETS)
    if lists and starts is None and ends is None:
        return [(start, end) for start, end, _ in spans]
    places = offsets_of(starts, ends, len(spans), text_length(doc))
    if not places:
        return [None] * len(spans)
    begins = doc.to_array(IDX)
    exact = np.array(places)
    held = np.array([(start, end) for start, end, _ in spans])
    firsts, lasts = (
        np.searchsorted(begins, np.stack(characters), side="right")
        for characters in ((exact[:, 0], held[:, 0]), (exact[:, 1] - 1, held[:, 1] - 1))
    )
    inside = (held[:, 0] <= exact[:, 0]) & (exact[:, 0] < exact[:, 1]) & (exact[:, 1] <= held[:, 1])
    fits = inside & (firsts[0] == firsts[1]) & (lasts[0] == lasts[1])
    return [place if fit else None for place, fit in zip(places, fits.tolist(), strict=True)]
