"""Training of the sentence boundary detector: sentence starts of Examples."""

from collections.abc import Iterable

import numpy as np
from spacy.attrs import IDX, SENT_START
from spacy.training import Example

from ...boundaries.copies import SegmentedText
from ...errors import InputError


def annotated_texts(examples: Iterable[Example]) -> list[SegmentedText]:
    """Return the references that have sentence boundaries.

    Raises:
        InputError: none has.
    """
    texts: list[SegmentedText] = []
    references = [example.reference for example in examples]
    for doc in references:
        if len(doc) and doc.has_annotation("SENT_START"):
            starts = np.flatnonzero(doc.to_array(SENT_START) == 1)
            texts.append(SegmentedText(doc.text, doc.to_array(IDX)[starts].tolist()))
    if not texts:
        raise InputError(
            f"none of the {len(references)} training examples has sentence boundaries in its "
            "reference; set token.is_sent_start there"
        )
    return texts
