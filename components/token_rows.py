"""Rows of numbers for the tokens of a Doc, whoever computed them: tok2vec, transformers, vectors.

Nothing of the packages that make them is imported; their results are read by their attributes.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import IDX
from spacy.tokens import Doc

from ..errors import InputError
from ..words.settings import check_choice

TENSOR, TRANSFORMER, VECTORS = "tensor", "transformer", "vectors"
SOURCES = (TENSOR, TRANSFORMER, VECTORS)
_TRF_DATA = "trf_data"
_SET_BY = {
    TENSOR: "put a component before it that sets doc.tensor, such as tok2vec",
    TRANSFORMER: "put a transformer before it (spacy-transformers or curated-transformers), whose "
    "results stand in doc._.trf_data",
    VECTORS: "load a pipeline with word vectors, or add some with nlp.vocab.set_vector",
}

Rows = NDArray[np.float32]


def token_rows(doc: Doc, source: str) -> Rows:
    """Return a row of numbers for each of the N tokens of a Doc: (N, D) float32.

    Args:
        doc: stays as it is.
        source: ``"tensor"``: ``doc.tensor``; ``"transformer"``: ``doc._.trf_data`` of
            spacy-transformers or curated-transformers, the mean of the pieces of each token, zeros
            where it has none; ``"vectors"``: the vocabulary's, zeros for words without one.

    Raises:
        SettingError: there is no such source.
        InputError: the Doc has no such rows, another number of them than tokens, or rows that are
            no numbers.
    """
    check_choice("source", source, SOURCES)
    if not len(doc):
        return np.zeros((0, 0), np.float32)
    rows = {TENSOR: _tensor, TRANSFORMER: _transformer, VECTORS: _vectors}[source](doc)
    what = f"the {source} rows of the Doc {doc[:6].text!r}..."
    if rows is None or rows.ndim != 2 or not rows.size:
        raise InputError(f"{what} are missing; {_SET_BY[source]}")
    if len(rows) != len(doc):
        raise InputError(f"{what} are {len(rows)} for {len(doc)} tokens; annotate it anew")
    if not np.isfinite(rows).all():
        raise InputError(f"{what} have values that are no numbers; look at what computes them")
    return rows


def span_rows(rows: Rows, doc: Doc, spans: Sequence[tuple[int, int]]) -> Rows:
    """Return the mean row of the tokens in each of S half-open spans of characters: (S, D) float32.

    Args:
        rows: as ``token_rows`` returned them for the Doc.
        doc: its own.
        spans: each of one token or more.
    """
    begins = doc.to_array(IDX).astype(np.int64)
    places = np.array(spans, dtype=np.int64).reshape(-1, 2)
    firsts = np.searchsorted(begins, places[:, 0], side="right") - 1
    ends = np.searchsorted(begins, places[:, 1], side="left")
    sums = np.concatenate([np.zeros((1, rows.shape[1])), np.cumsum(rows, axis=0, dtype=np.float64)])
    means: Rows = ((sums[ends] - sums[firsts]) / (ends - firsts)[:, None]).astype(np.float32)
    return means


def check_rows_from(source: str | None) -> None:
    """Raise SettingError unless a source is known or None."""
    if source is not None:
        check_choice("rows_from", source, SOURCES)


def _tensor(doc: Doc) -> Rows | None:
    return _plain(doc.tensor)


def _vectors(doc: Doc) -> Rows | None:
    if not doc.vocab.vectors_length:
        return None
    return np.stack([_plain(token.vector) for token in doc])


def _transformer(doc: Doc) -> Rows | None:
    data = doc._.get(_TRF_DATA) if doc.has_extension(_TRF_DATA) else None
    state = getattr(data, "last_hidden_layer_state", None)
    if state is not None:  # curated-transformers: the pieces of each token, one after the other
        pieces, lengths = _plain(state.dataXd), _plain(state.lengths).astype(np.int64)
        return _means(pieces, lengths, np.arange(len(pieces)))
    output, align = getattr(data, "model_output", None), getattr(data, "align", None)
    hidden = getattr(output, "last_hidden_state", None)
    if hidden is None or align is None:
        return None
    # spacy-transformers: spans of pieces, and of each token which of all the pieces are its own.
    states = _plain(hidden)
    lengths = _plain(align.lengths).astype(np.int64)
    places = _plain(align.dataXd).astype(np.int64).ravel()
    return _means(states.reshape(-1, states.shape[-1]), lengths, places)


def _means(pieces: Rows, lengths: NDArray[np.int64], places: NDArray[np.int64]) -> Rows | None:
    """Return the mean piece of each token, zeros of a token without pieces."""
    if lengths.sum() != len(places) or (len(places) and places.max() >= len(pieces)):
        return None
    owners = np.repeat(np.arange(len(lengths)), lengths)
    sums = np.zeros((len(lengths), pieces.shape[1]), np.float64)
    np.add.at(sums, owners, pieces[places])
    return (sums / np.maximum(lengths, 1)[:, None]).astype(np.float32)


def _plain(array: Any) -> NDArray[Any]:
    """Return an array of numpy, wherever it was: on another device, or of another library."""
    for step in ("detach", "cpu", "numpy", "get"):
        if not isinstance(array, np.ndarray) and hasattr(array, step):
            array = getattr(array, step)()
    values = np.asarray(array)
    return values.astype(np.float32) if values.dtype.kind == "f" else values
