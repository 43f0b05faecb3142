"""Parts of a Doc as Docs of their own, with the span groups that lie in them."""

from bisect import bisect_left
from collections.abc import Collection
from typing import Any, NamedTuple

from spacy.attrs import SPACY
from spacy.tokens import Doc, Span

from ..base.span_groups import OFFSETS, CharacterSpans, held_spans
from ..base.spans import get_character_spans, moved_span, text_of


class _Group(NamedTuple):
    """A span group, ready to be looked up.

    Attributes:
        spans: in the group's order.
        offsets: their half-open characters.
        order: numbers of the spans by their first token.
        starts: these first tokens, ascending.
        lists: those ``attrs`` that have an entry for each span.
        others: the other ``attrs``.
    """

    spans: list[Span]
    offsets: list[tuple[int, int]]
    order: list[int]
    starts: list[int]
    lists: dict[str, Any]
    others: dict[str, Any]


class DocSlicer:
    """Cuts parts out of a Doc; its span groups are read once, however many parts there are.

    Args:
        doc: stays as it is.
        without: span groups to leave out.
    """

    def __init__(self, doc: Doc, *, without: Collection[str] = ()):
        self._doc = doc
        # What ``as_doc`` would read anew for each part, all tokens of it.
        self._columns: list[int | str] = list(doc._get_array_attrs())
        self._table = doc.to_array(self._columns)
        self._groups = {key: _read(doc, key) for key in doc.spans if key not in without}

    def part(self, start: int, end: int) -> Doc:
        """Return the tokens from ``start`` to ``end`` (half-open, one or more) as a Doc.

        It keeps what stands on the tokens and, of each span group, the spans that lie in the part,
        with their labels and ids and their entries in lists of ``attrs`` that have one for each
        span. User data, and with them extension attributes, are left out.
        """
        rows = self._table[start:end].copy()
        arguments: dict[str, Any] = {"array_head": self._columns, "array": self._table}
        part = self._doc[start:end].as_doc(**arguments)
        self._table[start:end] = rows  # heads and entities at the ends were changed in place
        # The blank after the last token belongs to what follows.
        blanks = part.to_array([SPACY])
        blanks[-1:] = 0
        part.from_array([SPACY], blanks)  # type: ignore[arg-type]
        first = self._doc[start].idx
        last = first + len(text_of(part))
        for key, group in self._groups.items():
            begin, stop = bisect_left(group.starts, start), bisect_left(group.starts, end)
            numbers = [
                number
                for number in sorted(group.order[begin:stop])
                if group.spans[number].end <= end
                and first <= group.offsets[number][0]
                and group.offsets[number][1] <= last
            ]
            spans = [moved_span(group.spans[number], part, -start) for number in numbers]
            attrs = _chosen(group, numbers, first)
            part.spans[key] = CharacterSpans(part, name=key, spans=spans, attrs=attrs)
        return part


def _read(doc: Doc, key: str) -> _Group:
    group = doc.spans[key]
    spans = held_spans(doc, key)
    order = sorted(range(len(spans)), key=lambda number: spans[number].start)
    lists = {
        name: value
        for name, value in group.attrs.items()
        if isinstance(value, list | tuple) and len(value) == len(spans)
    }
    others = {name: value for name, value in group.attrs.items() if name not in lists}
    starts = [spans[number].start for number in order]
    return _Group(spans, get_character_spans(doc, key) or [], order, starts, lists, others)


def _chosen(group: _Group, numbers: list[int], first: int) -> dict[str, Any]:
    """Return the attrs of some spans of a group in a part that begins at a character."""
    lists = {name: [value[number] for number in numbers] for name, value in group.lists.items()}
    for name in OFFSETS:
        if name in lists:
            lists[name] = [offset - first for offset in lists[name]]
    return group.others | lists
