"""Attributes of Docs and tokens, read from what survives serialization.

Getters are functions of this module (no lambdas, which cannot be sent to spawned processes), never
raise, and return None where a group is missing or was changed by hand so that its lists no longer
fit.
"""

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any

from spacy.tokens import Doc, SpanGroup, Token

from .citing import citation_records
from .spans import CITATIONS, text_of
from .terms import RANKED_TERMS, TERMS

if TYPE_CHECKING:
    from .alignments import CitanceAlignment

GENE_MENTIONS = "gene_mentions"
STEM = "stem"
CITANCE_ALIGNMENTS = "citance_alignments"
CITANCE_ALIGNMENT = "citance_alignment"
HOMOLOGY_CLASSES = "homology_classes"
HOMOLOGY_CLASS = "homology_class"
_LISTS = ("start_char", "end_char", "confidence")
_RATINGS = ("votes", "cohesion")  # what only some groups have
_GARBLED = (LookupError, TypeError, ValueError)  # of user data that somebody changed by hand


def span_records(group: SpanGroup) -> list[dict[str, Any]] | None:
    """Return a record for each span of a group: start_char, end_char, text, confidence.

    Offsets are characters of the Doc, half-open, and may be finer than the tokens of the span.
    Groups with votes (genes) or cohesion (terms) have these in their records too.
    """
    names = [*_LISTS, *(name for name in _RATINGS if name in group.attrs)]
    stored = [group.attrs.get(name) for name in names]
    lists = [x for x in stored if isinstance(x, list | tuple) and len(x) == len(group)]
    if len(lists) < len(stored):
        return None
    if not all(isinstance(offset, int) for offsets in lists[:2] for offset in offsets):
        return None
    text = text_of(group.doc) if len(group) else ""
    return [
        {"start_char": start, "end_char": end, "text": text[start:end]}
        | dict(zip(names[2:], ratings, strict=True))
        for start, end, *ratings in zip(*lists, strict=True)
    ]


def get_gene_mentions(doc: Doc) -> list[dict[str, Any]] | None:
    """Return the Doc's gene mentions, or None where it has not been tagged."""
    if GENE_MENTIONS not in doc.spans:
        return None
    return span_records(doc.spans[GENE_MENTIONS])


def get_propositional_terms(doc: Doc) -> list[dict[str, Any]] | None:
    """Return the Doc's terms in order of position, or None where they were not extracted."""
    if TERMS not in doc.spans:
        return None
    return span_records(doc.spans[TERMS])


def get_ranked_propositional_terms(doc: Doc) -> list[dict[str, Any]] | None:
    """Return the Doc's distinct terms, best first, or None where they were not extracted."""
    from .term_ranking import ranked_terms

    return ranked_terms(doc)


def get_citations(doc: Doc) -> list[dict[str, Any]] | None:
    """Return the Doc's citations, or None where they were not looked for."""
    if CITATIONS not in doc.spans:
        return None
    return citation_records(doc.spans[CITATIONS], text_of(doc))


def get_stem(token: Token) -> str:
    """Return the token's Porter stem, lower-cased; each distinct word is stemmed once."""
    from ..words.stem import porter_stem

    return porter_stem(token.text)


def get_citance_alignments(doc: Doc) -> "dict[str, CitanceAlignment] | None":
    """Return the alignment of each cited work, or None where the Doc has not been aligned."""
    from .alignments import CitanceAlignment

    stored = _stored(doc)
    if stored is None:
        return None
    try:
        text = text_of(doc) if stored["alignments"] else ""
        found = [CitanceAlignment(text, record) for record in stored["alignments"]]
        return {alignment.key: alignment for alignment in found}
    except _GARBLED:
        return None


def get_citance_alignment(doc: Doc) -> "CitanceAlignment | None":
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
        own = range(bisect_left(tokens, token.i), bisect_right(tokens, token.i))
        return {stored["alignments"][keys[place]]["key"]: classes[place] for place in own}
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
    size = len(doc), characters(doc)
    fits = isinstance(stored, dict) and stored.get("size") in (size, list(size))
    return stored if fits else None


def characters(doc: Doc) -> int:
    """Return the length of the Doc's text, quickly."""
    return doc[-1].idx + len(doc[-1].text_with_ws) if len(doc) else 0


def install_extensions() -> None:
    """Install the attributes, leaving alone any that is there already."""
    if not Token.has_extension(STEM):
        Token.set_extension(STEM, getter=get_stem)
    if not Doc.has_extension(GENE_MENTIONS):
        Doc.set_extension(GENE_MENTIONS, getter=get_gene_mentions)
    if not Doc.has_extension(TERMS):
        Doc.set_extension(TERMS, getter=get_propositional_terms)
    if not Doc.has_extension(RANKED_TERMS):
        Doc.set_extension(RANKED_TERMS, getter=get_ranked_propositional_terms)
    if not Doc.has_extension(CITATIONS):
        Doc.set_extension(CITATIONS, getter=get_citations)
    if not Doc.has_extension(CITANCE_ALIGNMENTS):
        Doc.set_extension(CITANCE_ALIGNMENTS, getter=get_citance_alignments)
    if not Doc.has_extension(CITANCE_ALIGNMENT):
        Doc.set_extension(CITANCE_ALIGNMENT, getter=get_citance_alignment)
    if not Token.has_extension(HOMOLOGY_CLASSES):
        Token.set_extension(HOMOLOGY_CLASSES, getter=get_homology_classes)
    if not Token.has_extension(HOMOLOGY_CLASS):
        Token.set_extension(HOMOLOGY_CLASS, getter=get_homology_class)
