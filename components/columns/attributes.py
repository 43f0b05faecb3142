"""The columns of a Doc, where they are kept, and the attributes that read them.

``doc.spans["columns"]`` has a span for each sentence, and in its ``attrs`` a list of columns and
one of regions for each of them; so columns survive wherever span groups do, and go with sentences
that are cut out or joined. Getters are functions of this module, never raise, and return None where
there are no columns, or lists that do not fit the spans.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from spacy.tokens import Doc, Span, SpanGroup, Token

from ..extensions import install_getters
from ..names import COLUMNS

REGIONS = "regions"
ANCHORS = "anchors"
ALIGNED, UNALIGNED = "ALIGNED", "UNALIGNED"

Numbers = Sequence[int | None]


class DocColumns(NamedTuple):
    """What a Doc has.

    Attributes:
        columns, regions: of each token, None for tokens without.
        anchors: the anchor columns by number, with the role of those that have one, else "". Where
            each column is a region of its own there are none.
    """

    columns: Numbers
    regions: Numbers
    anchors: dict[int, str]


def set_columns(doc: Doc, found: DocColumns, sentences: Sequence[tuple[int, int, bool]]) -> None:
    """Write columns.

    Args:
        doc: gets them.
        found: an entry for each token; those outside of sentences have none.
        sentences: half-open tokens of each sentence, ascending, and whether it could be aligned.
    """
    spans = [
        Span(doc, start, end, label=ALIGNED if aligned else UNALIGNED)
        for start, end, aligned in sentences
    ]
    attrs = {
        name: [list(values[start:end]) for start, end, _ in sentences]
        for name, values in ((COLUMNS, found.columns), (REGIONS, found.regions))
    }
    anchors = {"columns": list(found.anchors), "names": list(found.anchors.values())}
    doc.spans[COLUMNS] = SpanGroup(doc, name=COLUMNS, spans=spans, attrs=attrs | {ANCHORS: anchors})


def stored_columns(doc: Doc) -> DocColumns | None:
    """Return what ``set_columns`` wrote, None where there is nothing or it does not fit."""
    columns, regions = (_of_tokens(doc, name) for name in (COLUMNS, REGIONS))
    if columns is None or regions is None:
        return None
    anchors = doc.spans[COLUMNS].attrs.get(ANCHORS)
    lists = (
        [anchors.get(name) for name in ("columns", "names")] if isinstance(anchors, dict) else []
    )
    known = lists if all(isinstance(x, list | tuple) for x in lists) else []
    return DocColumns(columns, regions, dict(zip(*known, strict=False)) if known else {})


def _of_tokens(doc: Doc, name: str) -> list[int | None] | None:
    """Spread the lists of sentences over all tokens."""
    if COLUMNS not in doc.spans:
        return None
    group = doc.spans[COLUMNS]
    lists = group.attrs.get(name)
    if not isinstance(lists, list | tuple) or len(lists) != len(group):
        return None
    values: list[int | None] = [None] * len(doc)
    for span, sentence_values in zip(group, lists, strict=True):
        if not isinstance(sentence_values, list | tuple) or len(sentence_values) != len(span):
            return None
        values[span.start : span.end] = sentence_values
    return values


def _of_token(token: Token, name: str) -> int | None:
    """Return one value without reading the others: tokens are asked one by one."""
    if COLUMNS not in token.doc.spans:
        return None
    group = token.doc.spans[COLUMNS]
    lists = group.attrs.get(name)
    if not isinstance(lists, list | tuple) or len(lists) != len(group):
        return None
    number = bisect_right(range(len(group)), token.i, key=lambda index: group[index].start) - 1
    if number < 0 or token.i >= group[number].end:
        return None
    span, sentence_values = group[number], lists[number]
    fits = isinstance(sentence_values, list | tuple) and len(sentence_values) == len(span)
    return sentence_values[token.i - span.start] if fits else None


def get_columns(doc: Doc) -> list[int | None] | None:
    """Return the column of each token, None for tokens without; None where there are no columns."""
    return _of_tokens(doc, COLUMNS)


def get_column(token: Token) -> int | None:
    """Return the token's column."""
    return _of_token(token, COLUMNS)


def get_column_region(token: Token) -> int | None:
    """Return the token's region: odd at an anchor, even between two, or the column if all are."""
    return _of_token(token, REGIONS)


def install_extensions() -> None:
    """Install the attributes of Docs and tokens with columns."""
    install_getters(Doc, columns=get_columns)
    install_getters(Token, column=get_column, column_region=get_column_region)
