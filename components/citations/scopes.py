"""Scopes of citations on Docs: ``doc.spans["citation_scopes"]``, see ``citations.scope``."""

from bisect import bisect_left
from collections.abc import Iterable
from typing import TYPE_CHECKING

from spacy.tokens import Doc

from ...citations.finder import find_citations
from ...citations.scope import find_scope
from ...statements.clause import SentenceMark
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
    pieces = [
        ((start + first, start + last), label)
        for start, end, label in labelled_spans(doc, key)
        for first, last in find_scope(text[start:end], marks.within(start, end, label)).spans
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
        self._cited: dict[tuple[int, int], set[str]] = {}
        for start, end, label in labelled_spans(doc, CITATIONS):
            self._cited.setdefault((start, end), set()).add(label)
        self._spans = sorted(self._cited)

    def within(self, start: int, end: int, key: str) -> list[SentenceMark]:
        """Return the marks of a sentence in its characters, and whether they cite a work."""
        if self._text is not None:
            found = find_citations(self._text[start:end])
            return [SentenceMark(mark.start, mark.end, False) for mark in found]
        first = bisect_left(self._spans, (start, start))
        last = bisect_left(self._spans, (end, end))
        return [
            SentenceMark(begin - start, stop - start, key in self._cited[begin, stop])
            for begin, stop in self._spans[first:last]
            if stop <= end
        ]


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
