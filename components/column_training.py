"""Trees of Docs: what the column tagger is trained and scored on."""

import warnings
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc
from spacy.training import Example

from ..errors import CitalignWarning, InputError
from .spans import CONSTITUENTS
from .words import tagged_words

if TYPE_CHECKING:
    from ..columns.training import ParsedSentence


class DocTree(NamedTuple):
    """A parsed sentence of a Doc, and the (T,) int64 places of its words among the tokens."""

    places: NDArray[np.int64]
    sentence: "ParsedSentence"


def parsed_sentences(examples: Iterable[Example]) -> list["ParsedSentence"]:
    """Return the sentences of the references that have trees.

    Sentences without are left out, counted and warned of.

    Raises:
        InputError: no sentence of a reference has a tree, or one of them has no tags.
    """
    found: list[ParsedSentence] = []
    count = missing = 0
    for example in examples:
        count += 1
        doc = example.reference
        own = [tree.sentence for tree in doc_trees(doc)]
        found += own
        missing += len(tagged_words(doc, "training")[0].lengths) - len(own)
    if not found:
        raise InputError(
            f"none of the {count} training examples has a sentence with a tree; put Penn "
            f'constituents into doc.spans["{CONSTITUENTS}"] of the references, as '
            "citalign.PennTrees.v1 does"
        )
    if missing:
        warnings.warn(
            f"{missing} sentences have no tree and are left out of training",
            CitalignWarning,
            stacklevel=2,
        )
    return found


def doc_trees(doc: Doc) -> Iterator[DocTree]:
    """Yield the sentences of a Doc that have constituents.

    Raises:
        InputError: the Doc has constituents but no tags.
    """
    from ..columns.training import ParsedSentence
    from ..columns.trees import Constituent
    from ..corpora.penn_trees import category

    if CONSTITUENTS not in doc.spans or not len(doc.spans[CONSTITUENTS]):
        return
    read, tags = tagged_words(doc, "training")
    spans = [(span.label_, span.start, span.end) for span in doc.spans[CONSTITUENTS]]
    starts = np.searchsorted(read.places, [start for _, start, _ in spans])
    ends = np.searchsorted(read.places, [end for *_, end in spans])
    bounds = np.concatenate([[0], np.cumsum(read.lengths)])
    owners = np.searchsorted(bounds, starts, side="right") - 1
    by_sentence: list[list[Constituent]] = [[] for _ in read.lengths]
    for (label, *_), start, end, owner in zip(
        spans, starts.tolist(), ends.tolist(), owners.tolist(), strict=True
    ):
        if start < end:
            first = int(bounds[owner])
            by_sentence[owner].append(Constituent(category(label), start - first, end - first))
    for (first, last), own in zip(pairwise(bounds.tolist()), by_sentence, strict=True):
        if own:
            yield DocTree(read.places[first:last], ParsedSentence(tags[first:last], own))
