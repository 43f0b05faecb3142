"""What belongs to a citation: words of its sentence, and the sentence before.

``doc.spans["citation_scopes"]`` has the words; see ``citations.scope`` and ``citations.extent``.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from spacy.tokens import Doc

from ..citations.marks.citation import AUTHOR_YEAR, Mark
from ..citations.marks.finder import find_citations
from ..citations.marks.mark_groups import mark_units
from ..citations.scope.extent import belongs
from ..citations.scope.word_scope import SentenceScopes, find_scope
from ..statements.clause import SentenceMark
from ..words.tokens import Span
from .base.names import CITANCES, CITATION_SCOPES, CITATIONS
from .base.spans import labelled_spans, set_character_spans, text_of

if TYPE_CHECKING:
    from ..statements.sentences import CitingSentence


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
    from ..statements.sentences import CitingSentence

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


BEFORE = "before"  # in the record of a citance
_EMPTY_LINE = re.compile(r"\n\s*\n")


def add_sentences_before(
    records: Sequence[dict[str, Any]],
    citances: Sequence[tuple[int, int, str]],
    text: str,
    marks: Sequence[Mark],
    starts: Sequence[int],
    least: float | None,
    paragraphs: Sequence[int] = (),
) -> None:
    """Put the sentence before into the records of citances to whose citations it likely belongs.

    It is of the same paragraph and has no mark of its own. ``record["before"]`` has its ``start``,
    ``end``, ``text`` and ``probability``.

    Args:
        records: of the citances; changed in place.
        citances: begin, end and key; a sentence may stand there for several works.
        text: what the offsets count.
        marks: of citation, ascending.
        starts: where sentences begin, ascending.
        least: probability of the sentences that are taken, 0 to 1; None takes none.
        paragraphs: where these begin, ascending; empty lines divide them, too.
    """
    if least is None:
        return
    begins = [mark.start for mark in marks]
    known: dict[tuple[int, int], dict[str, Any] | None] = {}
    for record, (start, end, _) in zip(records, citances, strict=True):
        if (start, end) not in known:
            span = _before(text, start, starts)
            known[start, end] = None
            if span is not None and _is_near(text, span, start, begins, paragraphs):
                inside = marks[bisect_left(begins, start) : bisect_left(begins, end)]
                places = [(mark.start - start, min(mark.end, end) - start) for mark in inside]
                before = text[slice(*span)]
                probability = belongs(before, text[start:end], places)
                if probability >= least:
                    place: dict[str, Any] = {"start": span[0], "end": span[1], "text": before}
                    known[start, end] = place | {"probability": probability}
        if previous := known[start, end]:
            record[BEFORE] = dict(previous)


def _before(text: str, start: int, starts: Sequence[int]) -> tuple[int, int] | None:
    """Return the half-open characters of the sentence before the one that begins at ``start``."""
    number = bisect_right(starts, start) - 1
    if number < 1:
        return None
    first, last = starts[number - 1], starts[number]
    sentence = text[first:last]
    first += len(sentence) - len(sentence.lstrip())
    last = first + len(sentence.strip())
    return (first, last) if first < last else None


def _is_near(
    text: str,
    span: tuple[int, int],
    start: int,
    begins: Sequence[int],
    paragraphs: Sequence[int],
) -> bool:
    """Return whether a sentence is of the paragraph of what begins at ``start``, without marks."""
    return (
        bisect_left(begins, span[0]) == bisect_left(begins, start)
        and bisect_right(paragraphs, span[0]) == bisect_right(paragraphs, start)
        and not _EMPTY_LINE.search(text, span[1], start)
    )


def is_own_name(key: str, style: str | None) -> bool:
    """Say whether what a mark calls a work is its name in this text only.

    >>> [is_own_name("3", "numbered"), is_own_name("Lee 1999a", "author-year")]
    [True, True]
    >>> is_own_name("Lee 1999", "author-year")
    False
    """
    return not key.rpartition(" ")[2].isdigit() if style == AUTHOR_YEAR else key.isdigit()
