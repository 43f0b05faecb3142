"""The columns of a Doc, where they are kept, and the attributes that read them.

``doc.spans["columns"]`` has a span for each sentence, and in its ``attrs`` a list of columns and
one of regions for each of them; so columns survive wherever span groups do, and go with sentences
that are cut out or joined. A list of where the tokens began, counted from the sentence, leads to
the columns of tokens that were merged or split since: a merged token has that of its first word
that has one, the first piece of a split one its own, the other pieces none. Sentences are counted
from the characters in ``attrs``, whatever was merged at their ends. Getters are functions
of this module and never raise. Where ``attrs`` were lost, tokens have no columns.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import IDX
from spacy.tokens import Doc, Span, Token

from .extensions import install_getters
from .names import COLUMNS
from .span_groups import OFFSETS, CharacterSpans
from .spans import get_character_spans

REGIONS = "regions"
BEGINS = "begins"
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


def set_columns(
    doc: Doc, doc_columns: DocColumns, sentences: Sequence[tuple[int, int, bool]]
) -> None:
    """Write columns.

    Args:
        doc: gets them.
        doc_columns: an entry for each token; those outside of sentences have none.
        sentences: half-open tokens of each sentence, ascending, and whether it could be aligned.
    """
    spans = [
        Span(doc, start, end, label=ALIGNED if aligned else UNALIGNED)
        for start, end, aligned in sentences
    ]
    begins, anchors = doc.to_array(IDX), doc_columns.anchors
    places = zip(*((span.start_char, span.end_char) for span in spans), strict=True)
    parts = [slice(start, end) for start, end, _ in sentences]
    attrs: dict[str, Any] = {
        COLUMNS: [list(doc_columns.columns[part]) for part in parts],
        REGIONS: [list(doc_columns.regions[part]) for part in parts],
        BEGINS: [(begins[part] - begins[part.start]).tolist() for part in parts],
        ANCHORS: {"columns": list(anchors), "names": list(anchors.values())},
    }
    attrs |= dict(zip(OFFSETS, map(list, places), strict=False))
    doc.spans[COLUMNS] = CharacterSpans(doc, name=COLUMNS, spans=spans, attrs=attrs)


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


def word_regions(doc: Doc, places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the regions of the tokens at some places, (N,): -1 of those that have none."""
    stored = stored_columns(doc)
    if stored is None:
        return np.full(len(places), -1, dtype=np.int64)
    known = (-1 if region is None else region for region in stored.regions)
    return np.fromiter(known, np.int64, len(doc))[places]


def _lists(doc: Doc, name: str) -> tuple[Sequence[Any], Sequence[Any]] | None:
    """Return lists of values and of beginnings, an entry a sentence, None if they do not fit."""
    if COLUMNS not in doc.spans:
        return None
    group = doc.spans[COLUMNS]
    values, begins = group.attrs.get(name), group.attrs.get(BEGINS)
    for lists in (values, begins):
        if not isinstance(lists, list | tuple) or len(lists) != len(group):
            return None
    return values, begins


def _of_tokens(doc: Doc, name: str) -> list[int | None] | None:
    """Spread the lists of sentences over all tokens."""
    lists = _lists(doc, name)
    if lists is None:
        return None
    values: list[int | None] = [None] * len(doc)
    token_begins = doc.to_array(IDX)
    sentences = get_character_spans(doc, COLUMNS) or []
    for (start, _), of_sentence, begins in zip(sentences, *lists, strict=True):
        if not _fit(of_sentence, begins):
            return None
        tokens = np.searchsorted(token_begins, np.add(begins, start), side="right") - 1
        as_they_were = len(tokens) and tokens[-1] - tokens[0] == len(tokens) - 1
        if as_they_were and values[tokens[0]] is None:
            values[tokens[0] : tokens[0] + len(tokens)] = of_sentence
            continue
        for token, value in zip(tokens.tolist(), of_sentence, strict=True):
            if values[token] is None:
                values[token] = value
    return values


def _of_token(token: Token, name: str) -> int | None:
    """Return one value without reading the others: tokens are asked one by one."""
    lists = _lists(token.doc, name)
    if lists is None:
        return None
    starts, ends = (token.doc.spans[COLUMNS].attrs.get(name) for name in OFFSETS)
    end = token.idx + len(token)
    try:
        number = bisect_right(starts, token.idx) - 1
        if number < 0 or token.idx >= ends[number]:
            return None
        offset, whole = token.idx - starts[number], end <= ends[number]
    except (LookupError, TypeError):  # of earlier versions, or changed by hand
        whole = False
    if not whole:  # or it was merged with words of the next sentence
        values = _of_tokens(token.doc, name)
        return None if values is None else values[token.i]
    of_sentence, begins = lists[0][number], lists[1][number]
    if not _fit(of_sentence, begins):
        return None
    first, last = bisect_left(begins, offset), bisect_left(begins, offset + len(token))
    return next((value for value in of_sentence[first:last] if value is not None), None)


def _fit(values: Any, begins: Any) -> bool:
    """Whether these are two lists of equal length, the second one of numbers."""
    listed = isinstance(values, list | tuple) and isinstance(begins, list | tuple)
    return listed and len(values) == len(begins) and all(isinstance(begin, int) for begin in begins)


def get_columns(doc: Doc) -> list[int | None] | None:
    """Return the column of each token, None for tokens without; None where nobody assigned any."""
    if COLUMNS not in doc.spans:
        return None
    return _of_tokens(doc, COLUMNS) or [None] * len(doc)


def install_extensions() -> None:
    """Install the attributes of Docs and tokens with columns.

    A token's region is odd at an anchor, even between two, or its column if each is a region.
    """
    column, region = (partial(_of_token, name=name) for name in (COLUMNS, REGIONS))
    install_getters(Doc, columns=get_columns)
    install_getters(Token, column=column, column_region=region)
