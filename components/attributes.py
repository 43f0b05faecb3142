"""Attributes of Docs and tokens, read from what survives serialization.

Getters are functions of this module (no lambdas, which cannot be sent to spawned processes), never
raise, and return None where a group is missing or was changed by hand so that its lists no longer
fit.
"""

from typing import Any

from spacy.tokens import Doc, SpanGroup, Token

from .spans import text_of

GENE_MENTIONS = "gene_mentions"
STEM = "stem"
_LISTS = ("start_char", "end_char", "confidence")


def span_records(group: SpanGroup) -> list[dict[str, Any]] | None:
    """Return a record for each span of a group: start_char, end_char, text, confidence.

    Offsets are characters of the Doc, half-open, and may be finer than the tokens of the span.
    """
    stored = [group.attrs.get(name) for name in _LISTS]
    lists = [x for x in stored if isinstance(x, list | tuple) and len(x) == len(group)]
    if len(lists) < len(stored):
        return None
    if not all(isinstance(offset, int) for offsets in lists[:2] for offset in offsets):
        return None
    text = text_of(group.doc) if len(group) else ""
    return [
        {"start_char": start, "end_char": end, "text": text[start:end], "confidence": confidence}
        for start, end, confidence in zip(*lists, strict=True)
    ]


def get_gene_mentions(doc: Doc) -> list[dict[str, Any]] | None:
    """Return the Doc's gene mentions, or None where it has not been tagged."""
    if GENE_MENTIONS not in doc.spans:
        return None
    return span_records(doc.spans[GENE_MENTIONS])


def get_stem(token: Token) -> str:
    """Return the token's Porter stem, lower-cased; each distinct word is stemmed once."""
    from ..words.stem import porter_stem

    return porter_stem(token.text)


def install_extensions() -> None:
    """Install the attributes, leaving alone any that is there already."""
    if not Token.has_extension(STEM):
        Token.set_extension(STEM, getter=get_stem)
    if not Doc.has_extension(GENE_MENTIONS):
        Doc.set_extension(GENE_MENTIONS, getter=get_gene_mentions)
