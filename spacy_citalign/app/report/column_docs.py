"""Docs whose words have columns, as the rows that tables and pages are made of."""

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from spacy.tokens import Doc

from ...components.columns.attributes import DocColumns, stored_columns
from ...components.doc_words import doc_words
from ...errors import InputError

if TYPE_CHECKING:
    from .column_rows import ColumnRow


def column_rows(docs: Iterable[Doc] | Doc, *, regions: bool = False) -> "list[ColumnRow]":
    """Return a row for each sentence of the Docs, without their white space.

    Sentences are those that ``column_tagger`` reads; tags are there where the Doc has them.

    Args:
        docs: a Doc or several, with columns.
        regions: whether to take the regions between anchors instead of the columns.

    Raises:
        InputError: a Doc has no columns, or they are not what ``column_tagger`` writes.
    """
    from .column_rows import ColumnRow

    rows = []
    for doc in [docs] if isinstance(docs, Doc) else docs:
        stored = _stored(doc)
        numbers = stored.regions if regions else stored.columns
        words = doc_words(doc)
        positions = words.places.tolist()
        columns = [numbers[position] for position in positions]
        tags = [doc[position].tag_ for position in positions] if doc.has_annotation("TAG") else None
        for start, end in pairwise([0, *np.cumsum(words.lengths).tolist()]):
            sentence_tags = None if tags is None else tags[start:end]
            rows.append(ColumnRow(words.words[start:end], columns[start:end], sentence_tags))
    return rows


def column_anchors(docs: Iterable[Doc] | Doc, *, regions: bool = False) -> dict[int, str]:
    """Return the anchors that hold a word of the Docs, in order, with the names of their roles.

    k anchors cut the columns into the regions 0 to 2k, of which the odd ones are the anchors.

    Args:
        docs: a Doc or several, with columns.
        regions: whether to number anchors by regions and not by columns.

    Raises:
        InputError: a Doc has no columns, or they are not what ``column_tagger`` writes.
    """
    anchors: dict[int, str] = {}
    for doc in [docs] if isinstance(docs, Doc) else docs:
        stored = _stored(doc)
        for column, region in zip(stored.columns, stored.regions, strict=True):
            if column in stored.anchors and region is not None:
                anchors[region if regions else column] = stored.anchors[column]
    return dict(sorted(anchors.items()))


def _stored(doc: Doc) -> DocColumns:
    """Return what stands on the Doc. Raises InputError where that is nothing, or unusable."""
    stored = stored_columns(doc)
    if stored is None:
        raise InputError(
            f"the Doc {doc[:6].text!r}... has no columns of its {len(doc)} tokens; run a pipeline "
            "with column_tagger on it"
        )
    return stored
