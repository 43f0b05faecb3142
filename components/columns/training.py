"""Training of the column tagger: trees of Examples."""

import warnings
from collections.abc import Iterable

from spacy.training import Example

from ...columns.training import ParsedSentence
from ...errors import CitalignWarning, InputError
from ..doc_words import tagged_words
from ..names import CONSTITUENTS
from .trees import doc_trees


def parsed_sentences(examples: Iterable[Example]) -> list[ParsedSentence]:
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
        doc_sentences = [tree.sentence for tree in doc_trees(doc)]
        sentences += doc_sentences
        missing += len(tagged_words(doc, "training")[0].lengths) - len(doc_sentences)
    if not sentences:
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
    return sentences
