"""The columns of a Doc, where they are kept, and the attributes that read them.

``doc.spans["columns"]`` has a span for each sentence, so that columns survive wherever span groups
do; its ``attrs`` have lists with an entry for each token. Getters are functions of this module,
never raise, and return None where there are no columns, or where the lists are not as long as the
Doc.
"""

from collections.abc import Sequence
from typing import NamedTuple

from spacy.tokens import Doc, Span, SpanGroup, Token

COLUMNS = "columns"
REGIONS = "regions"
ANCHORS = "anchors"
COLUMN = "column"
COLUMN_REGION = "column_region"
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
        found: an entry for each token.
        sentences: half-open tokens of each sentence, and whether it could be aligned.
    """
    spans = [
        Span(doc, start, end, label=ALIGNED if aligned else UNALIGNED)
        for start, end, aligned in sentences
    ]
    attrs = {
        COLUMNS: list(found.columns),
        REGIONS: list(found.regions),
        ANCHORS: [[column, name] for column, name in found.anchors.items()],
    }
    doc.spans[COLUMNS] = SpanGroup(doc, name=COLUMNS, spans=spans, attrs=attrs)


def stored_columns(doc: Doc) -> DocColumns | None:
    """Return what ``set_columns`` wrote, None where there is nothing or it does not fit the Doc."""
    columns, regions = (_stored(doc, name) for name in (COLUMNS, REGIONS))
    if columns is None or regions is None:
        return None
    anchors = doc.spans[COLUMNS].attrs.get(ANCHORS)
    pairs = anchors if isinstance(anchors, list | tuple) else ()
    return DocColumns(columns, regions, dict(pairs))


def _stored(doc: Doc, name: str) -> Numbers | None:
    values = doc.spans[COLUMNS].attrs.get(name) if COLUMNS in doc.spans else None
    return values if isinstance(values, list | tuple) and len(values) == len(doc) else None


def get_columns(doc: Doc) -> list[int | None] | None:
    """Return the column of each token, None for tokens without; None where there are no columns."""
    stored = _stored(doc, COLUMNS)
    return None if stored is None else list(stored)


def get_column(token: Token) -> int | None:
    """Return the token's column."""
    stored = _stored(token.doc, COLUMNS)
    return None if stored is None else stored[token.i]


def get_column_region(token: Token) -> int | None:
    """Return the token's region: odd at an anchor, even between two, or the column if all are."""
    stored = _stored(token.doc, REGIONS)
    return None if stored is None else stored[token.i]


def install_column_extensions() -> None:
    """Install the attributes, leaving alone any that is there already."""
    if not Doc.has_extension(COLUMNS):
        Doc.set_extension(COLUMNS, getter=get_columns)
    if not Token.has_extension(COLUMN):
        Token.set_extension(COLUMN, getter=get_column)
    if not Token.has_extension(COLUMN_REGION):
        Token.set_extension(COLUMN_REGION, getter=get_column_region)
