"""Spans of characters on Docs, exact whatever the tokens, and entities made of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import ORTH, SPACY
from spacy.scorer import Scorer
from spacy.strings import StringStore
from spacy.tokens import Doc, Span, SpanGroup
from spacy.training import Example

from ...errors import InputError
from ...words.tokens import split_pieces
from .doc_cache import DocCache, strings_of
from .span_groups import (
    CharacterSpans,
    covering_tokens,
    fitting_offsets,
    held_characters,
    held_spans,
)

ENTS = "ents"  # where a setting names the span group that is read: doc.ents
_TEXTS: DocCache[str] = DocCache(1 << 19, 1 << 14)  # tokens


def set_character_spans(
    doc: Doc,
    key: str,
    spans: Sequence[tuple[int, int]],
    label: str | Sequence[str],
    attrs: Mapping[str, Sequence[Any]] | None = None,
    kb_ids: Sequence[str] | None = None,
    span_ids: Sequence[int] | None = None,
    *,
    may_be_empty: bool = False,
) -> list[Span]:
    """Put half-open character spans into ``doc.spans[key]``, and return its spans.

    Each is held by the smallest span of tokens that covers it; the exact characters stand in the
    group's attrs ``start_char`` and ``end_char``, with further lists beside them.

    Args:
        doc: gets the group.
        key: the group's name.
        spans: the characters.
        label: of all spans, or one for each.
        attrs: further lists for the group's attrs, with an entry for each span.
        kb_ids: ``kb_id_`` of each span.
        span_ids: ``id`` of each span.
        may_be_empty: whether spans may have no characters; they have no tokens then.

    Raises:
        InputError: a span is empty and may not be, or is not in the text.
    """
    tokens = []
    if spans:
        # As doc.char_span(start, end, alignment_mode="expand"), for all spans at once.
        starts, ends = np.array(spans).T
        size = text_length(doc)
        has_none = starts == ends
        wrong = (starts < 0) | (starts > ends) | (ends > size) | (has_none & (not may_be_empty))
        if wrong.any():
            raise InputError(
                f"character span {spans[int(np.argmax(wrong))]} does not lie in a text of {size} "
                "characters; give half-open offsets"
            )
        firsts, stops = covering_tokens(doc, starts, ends)
        firsts, lasts = np.where(has_none, stops, firsts).tolist(), stops.tolist()
        # By numbers: a Span looks up what is given as text.
        add = doc.vocab.strings.add
        labels = [add(label)] * len(spans) if isinstance(label, str) else [add(x) for x in label]
        known = [0] * len(spans) if kb_ids is None else [add(x) for x in kb_ids]
        numbers = [0] * len(spans) if span_ids is None else span_ids
        tokens = [
            Span(doc, first, last, label=span_label, kb_id=kb_id, span_id=number)
            for first, last, span_label, kb_id, number in zip(
                firsts, lasts, labels, known, numbers, strict=True
            )
        ]
    lists: dict[str, list] = {
        "start_char": [start for start, _ in spans],
        "end_char": [end for _, end in spans],
    }
    lists |= {name: list(values) for name, values in (attrs or {}).items()}
    doc.spans[key] = CharacterSpans(doc, name=key, spans=tokens, attrs=lists)
    return tokens


def copy_spans(source: Doc, target: Doc, key: str) -> None:
    """Put the spans of a group, without ids, on another Doc of the same text, whatever its tokens.

    Raises:
        InputError: the texts differ, or a span is empty.
    """
    if text_of(source) != text_of(target):
        raise InputError(
            f"the {key} of {source[:6].text!r}... cannot be put on a Doc that says something else; "
            "give both Docs of the Example the same text"
        )
    labels = [span.label_ for span in held_spans(source, key)]
    set_character_spans(target, key, get_character_spans(source, key) or [], labels)


def moved_span(span: Span, doc: Doc, by: int) -> Span:
    """Return a span of another Doc as one of ``doc``, so many tokens further on."""
    return Span(
        doc,
        span.start + by,
        span.end + by,
        label=span.label,
        kb_id=span.kb_id,
        span_id=span.id,
    )


def labelled_spans(doc: Doc, key: str) -> list[tuple[int, int, str]]:
    """Return half-open characters and label of each span of a group; none without the group."""
    offsets = get_character_spans(doc, key) or []
    labels = [span.label_ for span in held_spans(doc, key)]
    return [(start, end, label) for (start, end), label in zip(offsets, labels, strict=True)]


def kb_ids(doc: Doc, key: str) -> list[str]:
    """Return the ``kb_id_`` of each span of a group; none without the group."""
    return [span.kb_id_ for span in held_spans(doc, key)]


def user_data_of(doc: Doc) -> dict[Any, Any]:
    """Return ``doc.user_data``, whose keys are not texts only: those of extensions are tuples."""
    data: dict[Any, Any] = doc.user_data
    return data


def text_of(doc: Doc) -> str:
    """Return ``doc.text`` without making a Token of every token, as that property does."""
    columns = doc.to_array([ORTH, SPACY]).astype(np.uint64, copy=False)
    return _TEXTS.get(
        columns, lambda: _text(columns, doc.vocab.strings), characters=text_length(doc)
    )


def _text(columns: NDArray[np.uint64], strings: StringStore) -> str:
    words = strings_of(columns[:, 0].tolist(), strings)
    spaces = columns[:, 1].tolist()
    return "".join([w + " " if space else w for w, space in zip(words, spaces, strict=True)])


def text_pieces(doc: Doc, text: str) -> Iterator[tuple[int, int]]:
    """Yield the half-open character spans that are read as one sequence each.

    Sentences, where boundaries are set; elsewhere the pieces of ``split_pieces``. ``text`` is the
    Doc's.
    """
    if doc.has_annotation("SENT_START"):
        for sentence in doc.sents:
            yield sentence.start_char, sentence.end_char
    else:
        yield from split_pieces(text)


def get_character_spans(doc: Doc, key: str) -> list[tuple[int, int]] | None:
    """Return the half-open character spans of ``doc.spans[key]``, None where there is no group.

    Without fitting attrs (spans set by hand) they are the token spans' own. Those fit that are two
    lists of offsets within the text, with one for each span.
    """
    if key not in doc.spans:
        return None
    places = fitting_offsets(doc.spans[key], text_length(doc))
    if places is None:
        return [(start, end) for start, end, _ in held_characters(doc.spans[key])]
    return places


def entity_characters(doc: Doc, source: str) -> list[tuple[int, int]]:
    """Return the half-open characters of the spans of a group, or of ``doc.ents`` for "ents"."""
    if source == ENTS:
        return [(entity.start_char, entity.end_char) for entity in doc.ents]
    return get_character_spans(doc, source) or []


def text_length(doc: Doc) -> int:
    """Return the number of characters of ``doc.text`` without making the string."""
    return doc[-1].idx + len(doc[-1].text_with_ws) if len(doc) else 0


def text_place(text: str, start: int, end: int) -> dict[str, Any]:
    """Return half-open characters of a text and what stands there."""
    return {"start_char": start, "end_char": end, "text": text[start:end]}


def prf(
    name: str, precision: float | None = None, recall: float | None = None, f: float | None = None
) -> dict[str, Any]:
    """Return ``NAME_p/r/f``, as scorers give it; None of what there is no gold for."""
    return {f"{name}_p": precision, f"{name}_r": recall, f"{name}_f": f}


def span_scores(examples: Iterable[Example], key: str) -> dict[str, Any]:
    """Return what spaCy says of a span group: ``spans_KEY_p/r/f`` and ``spans_KEY_per_type``.

    Tokens and labels count, not characters within tokens. ``spacy evaluate --spans-key KEY`` prints
    them. They are None where no reference has the group.
    """
    attribute = f"spans_{key}"

    def group(doc: Doc, _: str) -> SpanGroup | Sequence[Any]:
        return doc.spans.get(key, [])

    known = [example for example in examples if key in example.reference.spans]
    return Scorer.score_spans(known, attribute, getter=group, allow_overlap=True)
