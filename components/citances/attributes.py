"""Attributes of Docs and tokens whose citances are aligned, read from what survives serialization.

Getters never raise, and return None where there is no alignment, or one that does not fit the Doc.
"""

from bisect import bisect_left, bisect_right
from functools import partial
from typing import Any

from spacy.tokens import Doc, Token

from ..extensions import install_getters
from ..names import CITANCE_ALIGNMENTS
from ..spans import text_length, text_of
from .alignment import CitanceAlignment
from .sentences import citing_sentences

_GARBLED = (LookupError, TypeError, ValueError)  # of user data that somebody changed by hand


def get_citance_alignments(doc: Doc) -> dict[str, CitanceAlignment] | None:
    """Return the alignment of each cited work, or None where the Doc has not been aligned."""
    stored = _stored(doc)
    if stored is None:
        return None
    try:
        text = text_of(doc) if stored["alignments"] else ""
        alignments = [
            CitanceAlignment(text, record, sentences=partial(citing_sentences, doc, record))
            for record in stored["alignments"]
        ]
        return {alignment.key: alignment for alignment in alignments}
    except _GARBLED:
        return None


def get_citance_alignment(doc: Doc) -> CitanceAlignment | None:
    """Return the Doc's first alignment, or None where there is none."""
    return next(iter((get_citance_alignments(doc) or {}).values()), None)


def get_homology_classes(token: Token) -> dict[str, int] | None:
    """Return the token's class in each alignment whose citances hold it.

    0 is a token that is aligned to nothing; None where the Doc has not been aligned.
    """
    stored = _stored(token.doc)
    if stored is None:
        return None
    try:
        tokens, keys, classes = stored["tokens"]
        entries = range(bisect_left(tokens, token.i), bisect_right(tokens, token.i))
        return {stored["alignments"][keys[entry]]["key"]: classes[entry] for entry in entries}
    except _GARBLED:
        return None


def get_homology_class(token: Token) -> int | None:
    """Return the token's class in the first alignment whose citances hold it.

    0 is a token that is aligned to nothing; None where the Doc has not been aligned.
    """
    classes = get_homology_classes(token)
    return None if classes is None else next(iter(classes.values()), 0)


def _stored(doc: Doc) -> dict[str, Any] | None:
    """Return the stored alignments, or None where there are none or those of another length."""
    stored = doc.user_data.get(CITANCE_ALIGNMENTS)
    size = len(doc), text_length(doc)
    fits = isinstance(stored, dict) and stored.get("size") in (size, list(size))
    return stored if fits else None


def install_extensions() -> None:
    """Install the attributes of aligned Docs and tokens."""
    install_getters(
        Doc, citance_alignments=get_citance_alignments, citance_alignment=get_citance_alignment
    )
    install_getters(Token, homology_classes=get_homology_classes, homology_class=get_homology_class)
