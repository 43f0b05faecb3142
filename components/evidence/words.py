"""The citances and the cited article of a Doc as the library ranks them, and gold of evidence.

``doc.user_data["evidence_gold"]`` is a list with an entry a citance, in the order of their group:
the numbers, from 0, of the sentences that annotators chose, once for each annotator; [] where
nobody chose one. Sentences are counted over all spans of ``doc.spans["cited_text"]``.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from spacy.tokens import Doc

from ...errors import InputError
from ...evidence.sentence_features import ArticleSentence
from ..citations.before import BEFORE
from ..citations.citing import citance_records
from ..names import CITATIONS, EVIDENCE_GOLD
from ..sentences.gold import copy_texts
from ..sentences.words import text_sentences
from ..spans import get_character_spans, labelled_spans, text_of

Characters = tuple[int, int]
_SHOWN = 80


class Citing(NamedTuple):
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


def citing(doc: Doc, citances: str, cited_text: str) -> Citing | None:
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
    return Citing(
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


def evidence_gold(doc: Doc, given: Citing) -> tuple[tuple[int, ...], ...] | None:
    """Return the chosen sentences of each citance, None where the Doc has no gold.

    Raises:
        InputError: it is malformed, or names a sentence that is not there.
    """
    stored = doc.user_data.get(EVIDENCE_GOLD)
    if stored is None:
        return None
    entries = stored if isinstance(stored, list | tuple) else ()
    shaped = len(entries) == len(given.citances) and all(
        isinstance(entry, list | tuple)
        and all(type(number) is int and 0 <= number < len(given.spans) for number in entry)
        for entry in entries
    )
    if not shaped:
        raise InputError(
            f"doc.user_data[{EVIDENCE_GOLD!r}] of {doc[:6].text!r}... is {str(stored)[:_SHOWN]}; "
            f"give a list for each of the {len(given.citances)} citances, of numbers from 0 below "
            f"{len(given.spans)}, the sentences of the cited text"
        )
    return tuple(tuple(entry) for entry in entries)


def copy_citing(source: Doc, target: Doc, citances: str, cited_text: str) -> None:
    """Put citances, article and sentence starts of a Doc on another of the same text.

    Raises:
        InputError: what they say differs.
    """
    for key in (citances, cited_text):
        copy_texts(source, target, key)
