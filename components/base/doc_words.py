"""The words of Docs as the taggers read them: without white space, sentence by sentence."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import IDX, IS_LOWER, IS_SPACE, LENGTH, ORTH, SENT_START, SPACY, TAG
from spacy.tokens import Doc

from ...errors import InputError
from .doc_cache import DocCache, strings_of
from .span_groups import covering_tokens

if TYPE_CHECKING:
    from ...genes.records import PartsOfSpeech

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


# As many tokens as two default batches of ``nlp.pipe`` have, of abstracts; some 15 MB at most.
CACHE: DocCache["DocWords"] = DocCache(1 << 19, 1 << 14)


def doc_words(doc: Doc, parts: Sequence[tuple[int, int]] = ()) -> DocWords:
    """Read a Doc; without sentence boundaries it is cut at full stops and line breaks.

    Args:
        doc: stays as it is.
        parts: half-open tokens. One in which no word but the first says whether it begins a
            sentence is without boundaries too: ``join`` sets those between texts alone.

    Returns:
        What others may have, too: it is not to be changed.
    """
    columns = doc.to_array([ORTH, SPACY, IS_SPACE, IS_LOWER, SENT_START]).astype(
        np.uint64, copy=False
    )
    has_starts = doc.has_annotation("SENT_START")
    if parts:
        return _read(doc, columns.T, has_starts, parts)
    return CACHE.get(
        columns,
        lambda: _read_only(_read(doc, columns.T, has_starts)),
        characters=doc[-1].idx + len(doc[-1]) if len(doc) else 0,
        also=b"with boundaries" if has_starts else b"",
    )


def _read_only(words: DocWords) -> DocWords:
    for array in words[1:]:
        array.flags.writeable = False
    return words


def _read(
    doc: Doc, columns: NDArray[np.uint64], has_starts: bool, parts: Sequence[tuple[int, int]] = ()
) -> DocWords:
    """Read a Doc by the columns of its tokens, (5, N), and whether it has sentence boundaries."""
    tokens = strings_of(columns[0].tolist(), doc.vocab.strings)
    blank = columns[2] > 0
    positions = np.flatnonzero(~blank)
    spaces = columns[1] > 0
    spaces[:-1] |= blank[1:]
    words = [tokens[position] for position in positions.tolist()] if blank.any() else tokens
    starts = columns[4] == 1
    bare = [part for part in parts if not _says(columns[4], positions, *part)]
    if not has_starts:
        starts = _cuts(tokens, positions, columns[3] > 0)
    elif bare:
        cuts = _cuts(tokens, positions, columns[3] > 0)
        for start, end in bare:
            starts[start:end] |= cuts[start:end]
    # A sentence's first word may come after white space of it.
    number = np.cumsum(starts)[positions]
    firsts = np.flatnonzero(np.append(True, number[1:] != number[:-1])[: len(number)])
    lengths = np.diff(np.append(firsts, len(positions)))
    return DocWords(words, positions, spaces[positions], lengths)


def _says(starts: NDArray[np.uint64], positions: NDArray[np.int64], start: int, end: int) -> bool:
    """Whether a word of these tokens, but the first, says whether it begins a sentence."""
    first, last = np.searchsorted(positions, [start, end])
    return bool(np.any(starts[positions[first + 1 : last]]))


def _cuts(
    tokens: list[str], positions: NDArray[np.int64], lower: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Cut after an end mark, unless a word in small letters follows, and at line breaks."""
    ends = np.fromiter((token in _ENDS for token in tokens), bool, len(tokens))
    starts = np.zeros(len(tokens) + 1, dtype=bool)
    starts[1:] = np.fromiter(("\n" in token for token in tokens), bool, len(tokens))
    starts[positions[:-1] + 1] |= ends[positions[:-1]] & ~lower[positions[1:]]
    return starts[:-1]


def tagged_words(doc: Doc, reader: str) -> tuple[DocWords, list[str]]:
    """Return the words of a Doc and their tags.

    Args:
        doc: stays as it is.
        reader: what reads the tags, for the message.

    Raises:
        InputError: the Doc has words but no tags.
    """
    words = doc_words(doc)
    if words.words:
        _require_tags(doc, reader)
    numbers = doc.to_array(TAG)[words.places].astype(np.uint64).tolist()
    return words, strings_of(numbers, doc.vocab.strings)


def _require_tags(doc: Doc, reader: str) -> None:
    if not doc.has_annotation("TAG"):
        raise InputError(
            f"the Doc {doc[:6].text!r}... has no part-of-speech tags, which {reader} reads; put "
            "perceptron_tagger before it"
        )


def tagged_batch(
    docs: Sequence[Doc], reader: str
) -> tuple[list[DocWords], list[str], NDArray[np.int64]]:
    """Return the words of each Doc, and of all Docs in turn the tags and the sentence lengths.

    Raises:
        InputError: a Doc has words but no tags.
    """
    read = [tagged_words(doc, reader) for doc in docs]
    tags = [tag for _, doc_tags in read for tag in doc_tags]
    return [words for words, _ in read], tags, np.concatenate([x.lengths for x, _ in read])


def word_offsets(doc: Doc, read: DocWords) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where the words of a Doc begin and end: characters, (N,) int64 each."""
    starts, sizes = doc.to_array([IDX, LENGTH]).astype(np.int64).reshape(-1, 2)[read.places].T
    return starts, starts + sizes


def tags_of_pieces(doc: Doc, pieces: Sequence[tuple[int, int]]) -> list["PartsOfSpeech"]:
    """Return the tags of pieces of a Doc's text, given as half-open spans of characters.

    Raises:
        InputError: the Doc has words but no tags.
    """
    from ...genes.records import PartsOfSpeech

    if pieces:
        _require_tags(doc, "the model")
    columns = doc.to_array([IDX, TAG]).reshape(-1, 2)
    begins = columns[:, 0].astype(np.int64)
    names = strings_of(columns[:, 1].astype(np.uint64).tolist(), doc.vocab.strings)
    starts, ends = np.array(pieces, dtype=np.int64).reshape(-1, 2).T
    tokens = map(slice, *(bounds.tolist() for bounds in covering_tokens(doc, starts, ends)))
    return [
        PartsOfSpeech(begins[part] - start, names[part])
        for start, part in zip(starts, tokens, strict=True)
    ]
