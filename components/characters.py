"""A warning where the words of a Doc are single characters, which no component can read."""

import warnings
from collections import deque
from itertools import pairwise

from spacy.tokens import Doc
from spacy.vocab import Vocab

from ..errors import CitalignWarning

_FEWEST = 6  # tokens
_FIRST = 3  # are looked at in every Doc
_TOUCHING = 3  # letters and digits without a space between them
_told: deque[Vocab] = deque(maxlen=4)  # vocabularies, each of a pipeline


def warn_of_characters(docs: list[Doc]) -> None:
    """Warn, once a pipeline, of Docs whose words are single characters."""
    for doc in docs:
        if len(doc) >= _FEWEST and all(len(doc[i]) == 1 for i in range(_FIRST)):
            vocab: Vocab = doc.vocab
            if not any(known is vocab for known in _told) and _has_characters(doc):
                _told.append(vocab)
                warnings.warn(
                    f"the words of {doc[:_FEWEST].text!r}... are single characters, as the "
                    f"tokenizer of {vocab.lang!r} may make them, and what is found there means "
                    "little: components of spacy-citalign read words of English; give the "
                    "pipeline a tokenizer of words",
                    CitalignWarning,
                    stacklevel=3,
                )


def _has_characters(doc: Doc) -> bool:
    words = [token for token in doc if not token.is_space]
    touching = sum(
        a.text.isalnum() and b.text.isalnum() and a.idx + 1 == b.idx for a, b in pairwise(words)
    )
    return touching >= _TOUCHING and all(len(word) == 1 for word in words)
