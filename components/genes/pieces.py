"""Pieces of Docs that the tagger reads, and their mentions as those of the Docs."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from spacy.attrs import IDX, TAG
from spacy.tokens import Doc

from ...errors import InputError
from ..doc_cache import strings_of

if TYPE_CHECKING:
    from ...genes.documents import DocumentRules
    from ...genes.records import GeneMention, PartsOfSpeech

Piece = tuple[int, int]


def place_mentions(
    texts: Sequence[str],
    pieces: Sequence[Sequence[Piece]],
    by_piece: Iterable[list["GeneMention"]],
    rules: "DocumentRules",
) -> list[list["GeneMention"]]:
    """Return the mentions of each Doc.

    Args:
        texts: of the Docs.
        pieces: half-open characters of each Doc's pieces, ascending.
        by_piece: the mentions of all pieces in turn, in characters of the piece.
        rules: what is done once a document is read.
    """
    from ...genes.documents import read_document

    mentions = iter(by_piece)
    placed = [
        [mention.moved(start) for start, _ in spans for mention in next(mentions)]
        for spans in pieces
    ]
    return [
        read_document(text, doc_mentions, rules)
        for text, doc_mentions in zip(texts, placed, strict=True)
    ]


def parts_of_speech(doc: Doc, pieces: Sequence[tuple[int, int]]) -> list["PartsOfSpeech"]:
    """Return the tags of pieces of a Doc's text, given as half-open spans of characters.

    Raises:
        InputError: the Doc has words but no tags.
    """
    from ...genes.records import PartsOfSpeech

    if pieces and not doc.has_annotation("TAG"):
        raise InputError(
            f"the Doc {doc[:6].text!r}... has no part-of-speech tags, which the model reads; put "
            "perceptron_tagger before this component"
        )
    columns = doc.to_array([IDX, TAG]).reshape(-1, 2)
    begins = columns[:, 0].astype(np.int64)
    names = strings_of(columns[:, 1].astype(np.uint64).tolist(), doc.vocab.strings)
    parts = []
    for start, end in pieces:
        first = int(np.searchsorted(begins, start, side="right")) - 1
        last = int(np.searchsorted(begins, end))
        parts.append(PartsOfSpeech(begins[first:last] - start, names[first:last]))
    return parts
