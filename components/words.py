"""The words of Docs as the taggers read them: without white space, sentence by sentence."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import IDX, IS_LOWER, IS_SPACE, ORTH, SENT_START, SPACY, TAG
from spacy.tokens import Doc

from ..errors import InputError

if TYPE_CHECKING:
    from ..genes.parts_of_speech import PartsOfSpeech

_ENDS = frozenset(".?!")


class DocWords(NamedTuple):
    """The N words of a Doc.

    Attributes:
        words: the tokens that are not white space.
        places: (N,) int64, their places among the Doc's tokens.
        spaces: (N,) bool, whether white space follows each.
        lengths: (C,) int64, words of each of the C sentences, at least 1; they add up to N.
    """

    words: list[str]
    places: NDArray[np.int64]
    spaces: NDArray[np.bool_]
    lengths: NDArray[np.int64]


def doc_words(doc: Doc, parts: Sequence[tuple[int, int]] = ()) -> DocWords:
    """Read a Doc; without sentence boundaries it is cut at full stops and line breaks.

    Args:
        doc: stays as it is.
        parts: half-open tokens. One in which no word but the first says whether it begins a
            sentence is without boundaries too: ``join`` sets those between texts alone.
    """
    columns = doc.to_array([ORTH, SPACY, IS_SPACE, IS_LOWER, SENT_START]).astype(np.uint64).T
    strings = doc.vocab.strings
    tokens = [strings[orth] for orth in columns[0].tolist()]
    blank = columns[2] > 0
    places = np.flatnonzero(~blank)
    after = columns[1] > 0
    after[:-1] |= blank[1:]
    words = [tokens[place] for place in places.tolist()] if blank.any() else tokens
    starts = columns[4] == 1
    bare = [part for part in parts if not _says(columns[4], places, *part)]
    if not doc.has_annotation("SENT_START"):
        starts = _cuts(tokens, places, columns[3] > 0)
    elif bare:
        cuts = _cuts(tokens, places, columns[3] > 0)
        for start, end in bare:
            starts[start:end] |= cuts[start:end]
    # A sentence's first word may come after white space of it.
    number = np.cumsum(starts)[places]
    first = np.flatnonzero(np.append(True, number[1:] != number[:-1])[: len(number)])
    lengths = np.diff(np.append(first, len(places)))
    return DocWords(words, places, after[places], lengths)


def _says(starts: NDArray[np.uint64], places: NDArray[np.int64], start: int, end: int) -> bool:
    """Whether a word of these tokens, but the first, says whether it begins a sentence."""
    first, last = np.searchsorted(places, [start, end])
    return bool(np.any(starts[places[first + 1 : last]]))


def _cuts(
    tokens: list[str], places: NDArray[np.int64], lower: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Cut after an end mark, unless a word in small letters follows, and at line breaks."""
    ends = np.fromiter((token in _ENDS for token in tokens), bool, len(tokens))
    starts = np.zeros(len(tokens) + 1, dtype=bool)
    starts[1:] = np.fromiter(("\n" in token for token in tokens), bool, len(tokens))
    starts[places[:-1] + 1] |= ends[places[:-1]] & ~lower[places[1:]]
    return starts[:-1]


def tagged_words(doc: Doc, reader: str) -> tuple[DocWords, list[str]]:
    """Return the words of a Doc and their tags.

    Args:
        doc: stays as it is.
        reader: what reads the tags, for the message.

    Raises:
        InputError: the Doc has words but no tags.
    """
    read = doc_words(doc)
    if read.words and not doc.has_annotation("TAG"):
        raise InputError(
            f"the Doc {doc[:6].text!r}... has no part-of-speech tags, which {reader} reads; put "
            "perceptron_tagger before it"
        )
    strings = doc.vocab.strings
    return read, [strings[tag] for tag in doc.to_array([TAG])[read.places].tolist()]


def parts_of_speech(doc: Doc, pieces: Sequence[tuple[int, int]]) -> list["PartsOfSpeech"]:
    """Return the tags of pieces of a Doc's text, given as half-open spans of characters.

    Raises:
        InputError: the Doc has words but no tags.
    """
    from ..genes.parts_of_speech import PartsOfSpeech

    if pieces and not doc.has_annotation("TAG"):
        raise InputError(
            f"the Doc {doc[:6].text!r}... has no part-of-speech tags, which the model reads; put "
            "perceptron_tagger before this component"
        )
    columns = doc.to_array([IDX, TAG]).reshape(-1, 2)
    begins = columns[:, 0].astype(np.int64)
    names = [doc.vocab.strings[tag] for tag in columns[:, 1].astype(np.uint64).tolist()]
    found = []
    for start, end in pieces:
        first = int(np.searchsorted(begins, start, side="right")) - 1
        last = int(np.searchsorted(begins, end))
        found.append(PartsOfSpeech(begins[first:last] - start, names[first:last]))
    return found
