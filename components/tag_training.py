"""What the part-of-speech tagger is trained on: gold tags of Examples."""

import warnings
from collections.abc import Iterable
from itertools import accumulate, pairwise

from spacy.training import Example

from ..errors import CitalignWarning, InputError
from ..tagging.training import TaggedSentence
from .words import doc_words


def tagged_sentences(examples: Iterable[Example]) -> list[TaggedSentence]:
    """Return the sentences of the references whose words all have tags.

    Sentences with some tags only are left out, counted and warned of.

    Raises:
        InputError: no sentence of a reference is tagged.
    """
    sentences: list[TaggedSentence] = []
    count = partly = 0
    for count, example in enumerate(examples, start=1):
        doc = example.reference
        read = doc_words(doc)
        tokens = [doc[place] for place in read.places.tolist()]
        for start, end in pairwise(accumulate(read.lengths.tolist(), initial=0)):
            tags = [token.tag_ for token in tokens[start:end]]
            if all(tags):
                pos = [token.pos_ for token in tokens[start:end]]
                spaces = read.spaces[start:end].tolist()
                sentences.append(
                    TaggedSentence(read.words[start:end], spaces, tags, pos, document=count)
                )
            else:
                partly += any(tags)
    if not sentences:
        raise InputError(
            f"none of the {count} training examples has a sentence with tags on all its words; put "
            "gold Penn tags in token.tag_ of the references"
        )
    if partly:
        warnings.warn(
            f"{partly} sentences have tags on some words only and are left out of training; tag "
            "all words of the references",
            CitalignWarning,
            stacklevel=2,
        )
    return sentences
