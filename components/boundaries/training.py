"""Training of the sentence boundary detector: sentence starts of Examples."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from spacy.attrs import IDX, SENT_START
from spacy.language import Language
from spacy.training import Example

from ...boundaries.copies import SegmentedText
from ...boundaries.model import BoundaryModel
from ...boundaries.training import TrainingSettings
from ...boundaries.training import train as train_detector
from ...errors import InputError
from ..settings import build
from ..trained import ModelPipe

ARGUMENTS = (TrainingSettings,)
NOT_ARGUMENTS = ()


def train(
    pipe: ModelPipe,
    get_examples: Callable[[], Iterable[Example]],
    nlp: Language | None,
    arguments: Mapping[str, Any],
) -> BoundaryModel:
    """Return a model trained on the sentence starts of the references.

    Raises:
        InputError: no example has sentence boundaries, or they have nothing to learn from.
        SettingError: a setting is out of range.
    """
    settings = build(TrainingSettings, arguments)
    return train_detector(annotated_texts(get_examples()), settings)


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
