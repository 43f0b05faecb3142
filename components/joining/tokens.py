"""The tokens of several Docs as those of one, with what they are annotated with."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.parts_of_speech import IDS
from spacy.tokens import Doc
from spacy.vocab import Vocab

from ..spans import text_of
from ..treebank import SPACE_POS, SPACE_TAG

_SEPARATOR = "\n"
_WORDS = "TAG POS MORPH LEMMA NORM ENT_IOB ENT_TYPE ENT_KB_ID ENT_ID".split()
_ATTRIBUTES: list[int | str] = [*_WORDS, "HEAD", "DEP"]
_STARTS = 1  # SENT_START of a token that begins a sentence
_CONTINUES = _HEAD_BEFORE = 2**64 - 1  # -1, as arrays of token attributes have it
_OUTSIDE = 2  # ENT_IOB of a token outside of entities


class MemberDoc(NamedTuple):
    """A member and its place in the joined Doc: its first character, its half-open tokens."""

    doc: Doc
    char: int
    start: int
    end: int


def join_tokens(docs: list[Doc], vocab: Vocab) -> tuple[Doc, list[MemberDoc]]:
    """Return a Doc of the tokens of Docs and what they are annotated with, and where each lies."""
    words: list[str] = []
    spaces: list[bool] = []
    rows: list[NDArray[np.uint64]] = []
    starts: list[NDArray[np.uint64]] = []
    placed: list[MemberDoc] = []
    char = 0
    for doc in docs:
        # No span can end in a blank that is part of its last token.
        blank = [" "] if doc[-1].whitespace_ else []
        first, size = len(words), len(doc) + len(blank)
        placed.append(MemberDoc(doc, char, first, first + size))
        char += len(text_of(doc)) + len(_SEPARATOR)
        added = [*blank, _SEPARATOR] if len(placed) < len(docs) else blank
        words += [token.text for token in doc] + added
        spaces += [bool(token.whitespace_) for token in doc[:-1]] + [False] * (1 + len(added))
        doc_rows = doc.to_array(_ATTRIBUTES).astype(np.uint64)
        rows += [doc_rows, *(_white_row(doc, word) for word in added)]
        doc_starts = doc.to_array("SENT_START").astype(np.uint64)
        doc_starts[0] = _STARTS
        starts += [doc_starts, np.full(len(added), _CONTINUES, dtype=np.uint64)]
    table = np.vstack(rows)
    if not all(doc.has_annotation("DEP") for doc in docs):
        table[:, len(_WORDS) :] = 0
    joined = Doc(vocab, words=words, spaces=spaces)
    joined.from_array(_ATTRIBUTES, table)  # type: ignore[arg-type]
    # After the parse, which sets them too.
    joined.from_array(["SENT_START"], np.concatenate(starts))  # type: ignore[arg-type]
    return joined, placed


def _white_row(doc: Doc, word: str) -> NDArray[np.uint64]:
    """Return the attributes of white space after a Doc: (number of attributes,) uint64."""
    add = doc.vocab.strings.add
    values: dict[int | str, int] = {
        "TAG": add(SPACE_TAG),
        "POS": IDS[SPACE_POS],
        "MORPH": doc.vocab.morphology.add(""),
        "LEMMA": add(word),
        "ENT_IOB": _OUTSIDE,
        "DEP": add("dep"),  # as spaCy's parser labels white space
    }
    row = {attribute: value for attribute, value in values.items() if doc.has_annotation(attribute)}
    if "DEP" in row:
        row["HEAD"] = _HEAD_BEFORE
    return np.array([row.get(attribute, 0) for attribute in _ATTRIBUTES], dtype=np.uint64)
