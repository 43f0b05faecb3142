"""Sentences that cite hundreds of works: tables without full stops, lists that programs wrote.

Each work has its citance in a Doc of its own, so with the whole sentence in each of them time and
memory would grow with the square of its length.
"""

import warnings
from bisect import bisect_left
from collections import Counter, defaultdict
from typing import Any

from spacy.tokens import Doc, Span

from ...errors import CitalignWarning
from ..citations.citing import citation_records
from ..joining.slicing import DocSlicer
from ..names import CITATION_SCOPES, CITATIONS
from ..spans import set_character_spans, text_of

_MOST = 250_000  # words of a sentence, or works that it cites, times the works
_AROUND = 60  # tokens before and behind the mark


class LongSentences:
    """The citing sentences of a Doc that are too long to stand in the group of each cited work.

    Args:
        doc: with citances.
        key: their span group.
    """

    def __init__(self, doc: Doc, key: str):
        works = Counter((span.start, span.end) for span in doc.spans[key])
        self._doc, self._key = doc, key
        self._works = {
            (start, end): count
            for (start, end), count in works.items()
            if count * max(count, end - start) > _MOST
        }
        if self._works:
            self._prepare()

    def has(self, span: Span) -> bool:
        """Return whether a citance is a sentence of which each work has a part."""
        return (span.start, span.end) in self._works

    def part(self, span: Span) -> tuple[Doc, int]:
        """Return the words around the first mark of the work in a sentence, as a Doc.

        It is the beginning where no mark of the work is known. Of marks of citation it has those of
        the work.

        Returns:
            The part, and the character of the Doc at which it begins.
        """
        own = self._marks[span.label_]
        at = bisect_left(own, span.start_char, key=lambda mark: mark["start_char"])
        start, end = span.start, min(span.start + 2 * _AROUND, span.end)
        if at < len(own) and own[at]["start_char"] < span.end_char:
            first, last = own[at]["start_char"], own[at]["end_char"]
            mark = self._doc.char_span(first, last, alignment_mode="expand")
            if mark is not None:
                start = max(mark.start - _AROUND, span.start)
                end = min(mark.end + _AROUND, span.end)
        part = self._slicer.part(start, end)
        begin = self._doc[start].idx
        if CITATIONS in self._doc.spans:
            inside = [
                mark
                for mark in own[at:]
                if begin <= mark["start_char"] and mark["end_char"] <= begin + len(text_of(part))
            ]
            set_character_spans(
                part,
                CITATIONS,
                [(mark["start_char"] - begin, mark["end_char"] - begin) for mark in inside],
                span.label_,
                {name: [mark[name] for mark in inside] for name in ("style", "implied")},
            )
        return part, begin

    def _prepare(self) -> None:
        count, (start, end) = max((count, place) for place, count in self._works.items())
        warnings.warn(
            f"the Doc {self._doc[:6].text!r}... has {len(self._works)} sentences of too many works "
            f"for each to have the whole sentence, one of {end - start:,} words cites {count:,}; "
            f"each has the {_AROUND} words before and behind its mark. See whether full stops are "
            "missing",
            CitalignWarning,
            stacklevel=2,
        )
        self._slicer = DocSlicer(self._doc, without=[self._key, CITATIONS, CITATION_SCOPES])
        self._marks: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for record in sorted(citation_records(self._doc) or (), key=lambda one: one["start_char"]):
            self._marks[record["key"]].append(record)
