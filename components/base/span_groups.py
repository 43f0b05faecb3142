"""Span groups that stay right when tokens are merged or split.

spaCy leaves the spans of a group with the numbers of former tokens then (explosion/spaCy#12024), so
that they hold other words, or ``doc.to_bytes``, ``doc.copy`` and the like raise.
"""

from collections.abc import Iterable
from struct import Struct
from typing import Any, TypeGuard

import numpy as np
from spacy.attrs import IDX
from spacy.tokens import Doc, Span, SpanGroup
from srsly import msgpack_loads

OFFSETS = ("start_char", "end_char")
_STORED = Struct(">QQQllll")  # id, kb_id, label, tokens, characters, as SpanGroup.to_bytes has them


class CharacterSpans(SpanGroup):
    """A span group whose spans stay on their characters.

    Once tokens were merged or split, each span has the fewest tokens that cover its characters:
    those of ``attrs``, which may be finer than tokens, where they are there, else those of the
    tokens that it had. A Doc that is read from bytes has groups of spaCy's own class.
    """

    def __getitem__(self, i: int) -> Span:
        """Return a span."""
        try:
            span = super().__getitem__(i)
        except IndexError:
            if not -len(self) <= i < len(self):
                raise
        else:
            if _fits(span):
                return span
        self._hold()
        return super().__getitem__(i)

    def to_bytes(self) -> bytes:
        """Return the group as bytes."""
        self._require_fitting()
        return super().to_bytes()

    def copy(self, doc: Doc | None = None) -> "CharacterSpans":
        """Return a copy, of another Doc if one is given."""
        copied = super().copy(doc)
        return CharacterSpans(copied.doc, name=copied.name, attrs=copied.attrs, spans=list(copied))

    def _concat(self, other: SpanGroup | Iterable[Span], *, inplace: bool = False) -> SpanGroup:
        self._require_fitting()
        return super()._concat(other, inplace=inplace)  # type: ignore[misc]

    def _require_fitting(self) -> None:
        for _ in self:  # each looks whether it fits
            pass

    def _hold(self) -> None:
        """Give the spans the tokens that cover their characters."""
        doc, stored = self.doc, _stored(super().to_bytes())
        begins = doc.to_array(IDX)
        exact = fitting_offsets(self, None) or [(start, end) for *_, start, end in stored]
        for number, (span_id, kb_id, label, _, _, start, end) in enumerate(stored):
            first, last = exact[number]
            if not start <= first < last <= end:  # of a span that was put there later
                first, last = start, end
            begin = max(int(np.searchsorted(begins, first, side="right")) - 1, 0)
            stop = max(int(np.searchsorted(begins, last)), begin)
            span = Span(doc, begin, stop, label=label, kb_id=kb_id, span_id=span_id)
            self[number] = span  # type: ignore[index]


def _fits(span: Span) -> bool:
    """Whether the tokens of a span are those of its characters; one without tokens does."""
    if span.start == span.end:
        return True
    doc = span.doc
    last = doc[span.end - 1]
    return doc[span.start].idx == span.start_char and last.idx + len(last) == span.end_char


def covering_tokens(doc: Doc, starts: Any, ends: Any) -> tuple[Any, Any]:
    """Return the half-open tokens, the fewest, that cover half-open characters, (S,) each."""
    begins = doc.to_array(IDX)
    return np.searchsorted(begins, starts, side="right") - 1, np.searchsorted(begins, ends)


def held_spans(doc: Doc, key: str) -> list[Span]:
    """Return the spans of a group, right where tokens were merged or split; none without it."""
    group = doc.spans.get(key)
    if group is None:
        return []
    try:
        spans = list(group)
        if all(map(_fits, spans)):
            return spans
    except IndexError:
        pass
    return list(CharacterSpans(doc).from_bytes(group.to_bytes()))


def mend_spans(doc: Doc) -> None:
    """Let all span groups of a Doc stay on their characters, such as one read from bytes.

    It can be called before tokens are merged or split, or after.

    Args:
        doc: gets groups of the same names, spans and ``attrs``.

    >>> from spacy.vocab import Vocab
    >>> doc = Doc(Vocab(), ["Warm", "ponds", "feed", "frogs"])
    >>> doc.spans["animals"] = [doc[3:4]]
    >>> with doc.retokenize() as retokenizer:
    ...     retokenizer.merge(doc[0:2])
    >>> mend_spans(doc)
    >>> doc.spans["animals"][0].text
    'frogs'
    """
    for key, group in list(doc.spans.items()):
        if not isinstance(group, CharacterSpans):
            doc.spans[key] = CharacterSpans(doc).from_bytes(group.to_bytes())


def held_characters(group: SpanGroup) -> list[tuple[int, int, str]]:
    """Return the half-open characters of the tokens of each span, and its label.

    They are right where tokens were merged or split as well, which leaves the spans of a group of
    spaCy's own with the numbers of former tokens; then there may be no Span of them any more.
    """
    try:
        return [(span.start_char, span.end_char, span.label_) for span in group]
    except IndexError:
        strings = group.doc.vocab.strings
        stored = _stored(group.to_bytes())
        return [(start, end, strings[label]) for _, _, label, _, _, start, end in stored]


def _stored(data: bytes) -> list[tuple[int, ...]]:
    return [_STORED.unpack(span) for span in msgpack_loads(data)["spans"]]


def fitting_offsets(group: SpanGroup, size: int | None) -> list[tuple[int, int]] | None:
    """Return the offsets in the ``attrs`` of a group, None unless there is one for each span.

    Args:
        group: the group.
        size: of the text, in which they must lie; None: they may lie anywhere.
    """
    starts, ends = (group.attrs.get(name) for name in OFFSETS)
    return offsets_of(starts, ends, len(group), size)


def offsets_of(
    starts: Any, ends: Any, count: int, size: int | None
) -> list[tuple[int, int]] | None:
    """Return two lists of offsets in pairs, None unless they are so many, within such a text."""
    if not (_are_offsets(starts, count) and _are_offsets(ends, count)):
        return None
    offsets = list(zip(starts, ends, strict=True))
    if size is None or all(0 <= start <= end <= size for start, end in offsets):
        return offsets
    return None


def _are_offsets(values: Any, size: int) -> TypeGuard[list[int] | tuple[int, ...]]:
    """Whether this is a list of so many whole numbers."""
    listed = isinstance(values, list | tuple) and len(values) == size
    return listed and all(isinstance(value, int) for value in values)
