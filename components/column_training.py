"""Trees of Docs, sentence by sentence, from their tags and constituents; those to train on."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc
from spacy.training import Example

from ..errors import InputError, warn
from .base.doc_words import tagged_words
from .base.names import CONSTITUENTS

if TYPE_CHECKING:
    from ..columns.training import ParsedSentence


def doc_trees(doc: Doc) -> Iterator[tuple[NDArray[np.int64], "ParsedSentence"]]:
    """Yield the sentences of a Doc that have constituents.

    Before each stand the (T,) places of its words among the tokens.

    Raises:
        InputError: the Doc has constituents but no tags.
    """
    from ..columns.training import ParsedSentence
    from ..columns.trees import Constituent
    from ..corpora.penn_trees import category

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
            yield words.places[first:last], ParsedSentence(tags[first:last], constituents)


def parsed_sentences(examples: Iterable[Example]) -> list["ParsedSentence"]:
    """Return the sentences of the references that have trees.

    Sentences without are left out, counted and warned of.

    Raises:
        InputError: no sentence of a reference has a tree, or one of them has no tags.
    """
    sentences: list[ParsedSentence] = []
    count = missing = 0
    for example in examples:
        count += 1
        doc = example.reference
        doc_sentences = [sentence for _, sentence in doc_trees(doc)]
        sentences += doc_sentences
        missing += len(tagged_words(doc, "training")[0].lengths) - len(doc_sentences)
    if not sentences:
        raise InputError(
            f"none of the {count} training examples has a sentence with a tree; put Penn "
            f'constituents into doc.spans["{CONSTITUENTS}"] of the references, as '
            "citalign.PennTrees.v1 does"
        )
    if missing:
        warn(
            f"{missing} sentences have no tree and are left out of training",
        )
    return sentences
