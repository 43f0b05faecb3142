"""What the base phrase chunker reads of Docs: words with tags, and regions of columns."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from .column_attributes import stored_columns
from .words import DocWords, tagged_words

TagSource = Literal["gold", "pipeline"]
"""Whose tags to train with: those of the references, or of the components before."""

_NO_REGION = -1


def chunker_words(doc: Doc) -> tuple[DocWords, list[str]]:
    """Return the words of a Doc and their tags.

    Raises:
        InputError: the Doc has words but no tags.
    """
    return tagged_words(doc, "the base phrase chunker")


def word_regions(doc: Doc, read: DocWords) -> NDArray[np.int64]:
    """Return the region of each word: (N,) int64, -1 of words that have none, or if no word has."""
    stored = stored_columns(doc)
    if stored is None:
        return np.full(len(read.places), _NO_REGION, dtype=np.int64)
    known = (_NO_REGION if region is None else region for region in stored.regions)
    return np.fromiter(known, np.int64, len(doc))[read.places]
