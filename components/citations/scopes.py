"""Scopes of citations on Docs: ``doc.spans["citation_scopes"]``, see ``citations.scope``."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from spacy.tokens import Doc

from ...citations.finder import find_citations
from ...citations.mark_units import mark_units
from ...citations.scope import SentenceScopes, find_scope
from ...statements.clause import SentenceMark
from ...words.spans import Span
from ..names import CITANCES, CITATION_SCOPES, CITATIONS
from ..spans import labelled_spans, set_character_spans, text_of

if TYPE_CHECKING:
    from ...statements.sentences import CitingSentence


def set_citation_scopes(doc: Doc, *, key: str = CITANCES) -> None:
    """Put the words that belong to the marks of each work into ``doc.spans["citation_scopes"]``.

    A span is a piece of the scope of a citing sentence, its label the key of the work.

    Args:
        doc: with citing sentences and marks of citation.
        key: the span group of the citing sentences.
    """
    text = text_of(doc)
    marks = DocMarks(doc)
    pieces = []
    for (start, end), works in groupby(labelled_spans(doc, key), key=lambda one: one[:2]):
        sentence = text[start:end]
        scopes = SentenceScopes(sentence, mark_units(sentence, marks.within(start, end)))
        pieces += [
            ((start + first, start + last), label)
            for _, _, label in works
            for first, last in scopes.of_marks(marks.of(label, start, end))
        ]
    spans, labels = [span for span, _ in pieces], [label for _, label in pieces]
    set_character_spans(doc, CITATION_SCOPES, spans, labels)


class DocMarks:
    """The marks of citation of a Doc, to be looked up by sentence and work.

    Where the Doc's citations were not looked for, they are found in each sentence; of which works
    they are is not known then.
    """

    def __init__(self, doc: Doc):
        self._text = None if CITATIONS in doc.spans else text_of(doc)
        by_key: dict[str, set[Span]] = {}
        for start, end, label in labelled_spans(doc, CITATIONS):
            by_key.setdefault(label, set()).add((start, end))
        self._spans = sorted({span for spans in by_key.values() for span in spans})
        self._by_key = {label: sorted(spans) for label, spans in by_key.items()}

    def of(self, key: str, start: int, end: int) -> list[Span]:
        """Return the marks of a work in a sentence, in its characters."""
        return _between(self._by_key.get(key, []), start, end)

    def within(self, start: int, end: int, key: str | None = None) -> list[SentenceMark]:
        """Return the marks of a sentence in its characters, and whether they cite a work."""
        if self._text is not None:
            found = find_citations(self._text[start:end])
            return [SentenceMark(mark.start, mark.end, False) for mark in found]
        own = set() if key is None else {*self.of(key, start, end)}
        return [SentenceMark(*span, span in own) for span in _between(self._spans, start, end)]


def _between(spans: Sequence[Span], start: int, end: int) -> list[Span]:
    """Return those of ascending spans that lie in a part of the text, in its characters."""
    inside = spans[bisect_left(spans, (start, start)) : bisect_left(spans, (end, end))]
    return [(first - start, last - start) for first, last in inside if last <= end]


def citing_sentence(
    text: str, marks: Iterable[SentenceMark], *, article: str | None = None, section: str = ""
) -> "CitingSentence":
    """Return a sentence that cites a work with the scope of its marks.

    Args:
        text: the sentence.
        marks: its marks of citation.
        article: the name of the citing article, None where it is not known.
        section: where it stands in the article.
    """
    from ...statements.sentences import CitingSentence

    marks = tuple(marks)
    scope = find_scope(text, marks)
    own = [unit for unit in scope.units if unit.cites]
    return CitingSentence(
        text,
        article,
        marks,
        section,
        scope.spans,
        tuple((unit.start, unit.end) for unit in scope.units),
        sum(unit.marks for unit in own) or 1,
        any(unit.is_subject for unit in own[:1]),
    )
