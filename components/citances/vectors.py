"""Word vectors of the pipeline's vocabulary, which the aligner looks up when it runs."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import numpy as np
from spacy.language import Language
from spacy.vocab import Vocab

from ...errors import SettingError

if TYPE_CHECKING:
    from ...citances.model import AlignmentModel
    from ...citances.vectors import WordVectors

_NOTE = "pipeline vectors"
_SUMMED = 100  # rows


def training_vectors(
    nlp: Language | None, words: Collection[str]
) -> tuple["WordVectors", dict[str, Any]]:
    """Return the vectors of words, and the note by which a model says that it needs them.

    Raises:
        SettingError: the pipeline has no vectors, or none of these words.
    """
    vectors = None if nlp is None else _vectors(nlp.vocab, words)
    if nlp is None or vectors is None:
        raise SettingError(
            "pipeline_vectors is set, but the pipeline has no vectors of the words to be aligned; "
            "name a pipeline with vectors in [initialize] vectors, or leave it out"
        )
    return vectors, {_NOTE: _identity(nlp.vocab)}


def with_pipeline_vectors(
    model: "AlignmentModel", vocab: Vocab, words: Collection[str]
) -> "AlignmentModel":
    """Return the model with the vectors of these words, if it was trained with a pipeline's.

    Raises:
        SettingError: the vocabulary has other vectors than the one that it was trained with.
    """
    from dataclasses import replace

    wanted = model.notes.get(_NOTE)
    if wanted is None:
        return model
    if dict(wanted) != _identity(vocab):
        raise SettingError(
            f"the model was trained with the pipeline's word vectors {dict(wanted)}, and this "
            f"pipeline has {_identity(vocab)}; run it in the pipeline that it was trained in, or "
            "train it without pipeline_vectors"
        )
    return replace(model, resources=replace(model.resources, vectors=_vectors(vocab, words)))


def _identity(vocab: Vocab) -> dict[str, Any]:
    """Return what tells tables of vectors apart: their shape, and a sum over their first rows."""
    from thinc.util import to_numpy

    table = to_numpy(vocab.vectors.data[:_SUMMED]).astype(np.float64)
    return {
        "shape": list(map(int, vocab.vectors.shape)),
        "sum": round(float(np.abs(table).sum()), 2),
    }


def _vectors(vocab: Vocab, words: Collection[str]) -> "WordVectors | None":
    """Return the vectors of words as they are written, else of small letters; None without any."""
    from thinc.util import to_numpy

    from ...citances.vectors import WordVectors, mean_by_key
    from ...words.hashing import hash_strings
    from ...words.stem import porter_stem

    vectors: dict[str, Any] = {}
    for word in sorted(set(words)):
        for form in (word, word.lower()):
            if vocab.has_vector(form):
                vectors[word] = to_numpy(vocab.get_vector(form))
                break
    if not vectors:
        return None
    keys = hash_strings([porter_stem(word) for word in vectors])
    return WordVectors.quantized(*mean_by_key(keys, np.array(list(vectors.values()), np.float64)))
