"""A part of a Doc as a Doc of its own, with the span groups that lie in it."""

from spacy.attrs import SPACY
from spacy.tokens import Doc, Span, SpanGroup

from .spans import get_character_spans, text_of

_OFFSETS = ("start_char", "end_char")


def slice_doc(doc: Doc, start: int, end: int, *, without: str = "") -> Doc:
    """Return the tokens from ``start`` to ``end`` (half-open) as a Doc.

    It keeps what stands on the tokens and, of each span group, the spans that lie in the part, with
    their labels and ids and their entries in lists of ``attrs`` that have one for each span.

    Args:
        doc: stays as it is.
        start, end: numbers of tokens.
        without: a span group to leave out.
    """
    part = doc[start:end].as_doc()
    # The blank after the last token belongs to what follows.
    blanks = part.to_array([SPACY])
    blanks[-1:] = 0
    part.from_array([SPACY], blanks)  # type: ignore[arg-type]
    first = doc[start].idx
    last = first + len(text_of(part))
    for key, group in doc.spans.items():
        if key == without:
            continue
        offsets = get_character_spans(doc, key) or []
        inside = [
            place
            for place, (span, (begin, stop)) in enumerate(zip(group, offsets, strict=True))
            if start <= span.start and span.end <= end and first <= begin and stop <= last
        ]
        spans = [
            Span(
                part,
                group[place].start - start,
                group[place].end - start,
                label=group[place].label,
                kb_id=group[place].kb_id,
                span_id=group[place].id,
            )
            for place in inside
        ]
        attrs = {}
        for name, value in group.attrs.items():
            if isinstance(value, list | tuple) and len(value) == len(group):
                shift = first if name in _OFFSETS else None
                attrs[name] = [
                    value[place] if shift is None else value[place] - shift for place in inside
                ]
            else:
                attrs[name] = value
        part.spans[key] = SpanGroup(part, name=key, spans=spans, attrs=attrs)
    return part
