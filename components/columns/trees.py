"""Trees of Docs, sentence by sentence, from their tags and constituents."""

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from ..doc_words import tagged_words
from ..names import CONSTITUENTS

if TYPE_CHECKING:
    from ...columns.training import ParsedSentence


class DocTree(NamedTuple):
    """A parsed sentence of a Doc, and the (T,) int64 places of its words among the tokens."""

    places: NDArray[np.int64]
    sentence: "ParsedSentence"


def doc_trees(doc: Doc) -> Iterator[DocTree]:
    """Yield the sentences of a Doc that have constituents.

    Raises:
        InputError: the Doc has constituents but no tags.
    """
    from ...columns.training import ParsedSentence
    from ...columns.trees import Constituent
    from ...corpora.penn_trees import category

    if CONSTITUENTS not in doc.spans or not len(doc.spans[CONSTITUENTS]):
        return
    words, tags = tagged_words(doc, "training")
    spans = [(span.label_, span.start, span.end) for span in doc.spans[CONSTITUENTS]]
    starts = np.searchsorted(words.places, [start for _, start, _ in spans])
    ends = np.searchsorted(words.places, [end for *_, end in spans])
    bounds = np.concatenate([[0], np.cumsum(words.lengths)])
    owners = np.searchsorted(bounds, starts, side="right") - 1
    by_sentence: list[list[Constituent]] = [[] for _ in words.lengths]
    for (label, *_), start, end, owner in zip(
        spans, starts.tolist(), ends.tolist(), owners.tolist(), strict=True
    ):
        if start < end:
            first = int(bounds[owner])
            by_sentence[owner].append(Constituent(category(label), start - first, end - first))
    for (first, last), constituents in zip(pairwise(bounds.tolist()), by_sentence, strict=True):
        if constituents:
            yield DocTree(words.places[first:last], ParsedSentence(tags[first:last], constituents))
