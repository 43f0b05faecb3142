"""The citances and the cited article of a Doc as the library ranks them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from spacy.tokens import Doc

from ...evidence.sentence_features import ArticleSentence
from ..citations.citing import citance_records
from ..citations.previous_sentence import BEFORE
from ..names import CITATIONS
from ..sentences.words import text_sentences
from ..spans import get_character_spans, labelled_spans, text_of

Characters = tuple[int, int]
_SHOWN = 80


class CitingDoc(NamedTuple):
    """Q citances of a Doc, and the S sentences of the article that they cite.

    Attributes:
        citances: half-open characters of the citances.
        texts: (Q) what they say, with blanks in place of marks of citation that the Doc knows.
        before: (Q) the sentence before each that belongs to its citation, "" where none does, as
            the records of the citances have it.
        spans: half-open characters of the article's sentences.
        sentences: (S) these, each with the label of its part of the article as section.
    """

    citances: list[Characters]
    texts: list[str]
    before: list[str]
    spans: list[Characters]
    sentences: list[ArticleSentence]


def citing(doc: Doc, citances: str, cited_text: str) -> CitingDoc | None:
    """Return the citances of a Doc and the cited article; None where one of the groups is missing.

    Parts of the article are divided into the Doc's sentences; where these are not set within a
    part, it is cut at full stops.

    Args:
        doc: stays as it is.
        citances: the span group of the citances; one that stands there for several works counts
            once.
        cited_text: that of the article, a span a sentence, paragraph or section.
    """
    if citances not in doc.spans or cited_text not in doc.spans:
        return None
    text = text_of(doc)
    held = get_character_spans(doc, citances) or ()
    before: dict[Characters, str] = {}
    for span, record in zip(held, citance_records(doc.spans[citances]), strict=True):
        if span[0] < span[1]:
            before.setdefault(span, _before(record))
    asked = list(before)
    marks = [(start, end) for start, end, _ in labelled_spans(doc, CITATIONS)]
    parts = text_sentences(doc, cited_text)
    spans = [span for part in parts for span in part.spans]
    sections = [part.label for part in parts for _ in part.spans]
    return CitingDoc(
        asked,
        [_blanked(text, span, marks) for span in asked],
        list(before.values()),
        spans,
        [
            ArticleSentence(text[start:end], section)
            for (start, end), section in zip(spans, sections, strict=True)
        ],
    )


def _before(record: Mapping[str, Any]) -> str:
    """Return the sentence before that a citance's record has, "" where it has none."""
    before = record.get(BEFORE)
    text = before.get("text") if isinstance(before, Mapping) else None
    return text if isinstance(text, str) else ""


def _blanked(text: str, span: Characters, marks: list[Characters]) -> str:
    """Return what a span says, of the same length, without the marks in it."""
    first, last = span
    blanked = text[first:last]
    for start, end in marks:
        start, end = max(start, first) - first, min(end, last) - first
        if start < end:
            blanked = f"{blanked[:start]}{' ' * (end - start)}{blanked[end:]}"
    return blanked
