"""Paragraphs with checked marks: spans that are wrong are mended where that is safe, else counted.

The marks are GROBID's in most of these files, so they are read as in TEI: superscripts get
brackets, and what splits a bracket into several marks stands outside them.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple

from ...article_parts.marks import passage_of
from ...articles import Kind, Passage, References
from ..tei.paragraph import ParagraphText
from .draft import Block, Span
from .values import clean, whole

_NEAR = 20  # characters around a wrong place in which a mark is looked for


class _Mark(NamedTuple):
    """Characters of a paragraph, and the ids of what they cite, in order."""

    start: int
    end: int
    names: dict[str, None]


class Paragraphs:
    """Collects the paragraphs of an article.

    Args:
        references: what marks may name.
        left_out: kinds of paragraphs that are not read; of these there are the ones with marks.

    Attributes:
        passages: the paragraphs, titles of sections among them.
        numbers: how many marks have a plain number and name an id, by number and id.
        lost: what spans name that have no place in the text.
    """

    def __init__(self, references: References, left_out: Collection[Kind]) -> None:
        self.passages: list[Passage] = []
        self.numbers: Counter[tuple[int, str]] = Counter()
        self.lost: list[str] = []
        self._references = references
        self._titles: set[tuple[str, ...]] = set()
        self._left_out = left_out

    def add_all(self, title: str, blocks: Iterable[Block]) -> None:
        """Add the title of the article, and its paragraphs with the titles of their sections."""
        if title:
            self.passages.append(Passage(title, "title", (), []))
        before: tuple[str, ...] = ()
        for block in blocks:
            if block.kind in self._left_out:  # of which the citations are counted only
                passage = self._passage(block, Counter(), []) if block.spans else None
            else:
                passage = self._passage(block, self.numbers, self.lost)
            if passage is None:
                continue
            if block.kind in ("abstract", "text"):
                self._add_titles(block, before)
                before = block.section
            self.passages.append(passage)

    def _add_titles(self, block: Block, before: tuple[str, ...]) -> None:
        """Add the titles of the sections that a paragraph is in and the one before it is not.

        Those of the sections around these come once: the file need not repeat them.
        """
        section = block.section
        depth = 1 if block.kind == "abstract" else 0  # "Abstract" is no title of the file
        while depth < len(section) and section[: depth + 1] == before[: depth + 1]:
            depth += 1
        for end in range(depth + 1, len(section) + 1):
            path = section[:end]
            if end == len(section) or path not in self._titles:
                self._titles.add(path)
                self.passages.append(Passage(path[-1], "title", path, []))

    def _passage(
        self, block: Block, numbers: Counter[tuple[int, str]], lost: list[str]
    ) -> Passage | None:
        """Return a paragraph; None where it has no text."""
        marks = _marks(block, lost) if block.spans else []
        if not marks:
            return passage_of(block.text, block.kind, block.section)
        paragraph = ParagraphText(self._references.by_id, numbers)
        behind = 0  # the end of the mark before
        for start, end, cited in marks:
            names = " ".join(cited)
            paragraph.words(block.text[behind:start])
            paragraph.mark(self._shown(block.text[start:end], names), names)
            behind = end
        paragraph.words(block.text[behind:])
        return passage_of("".join(paragraph.parts), block.kind, block.section, paragraph.names)

    def _shown(self, written: str, name: str) -> str:
        """Return a mark as it is read: one that is an id is made the number of its entry."""
        if name and written in (name, f"{{{{cite:{name}}}}}"):
            works = self._references.by_id.get(name)
            return f"[{works[0] + 1}]" if works else "[?]"
        return written


def _marks(block: Block, lost: list[str]) -> list[_Mark]:
    """Return the marks of a paragraph by start, none over another.

    Several of the same characters, or one in another, are one mark of several works. ``lost`` takes
    what marks name that have no place.
    """
    placed = []
    for span in block.spans:
        place = _place(block.text, span)
        if place is None:
            lost.append(span.name)
        else:
            placed.append((*place, span.name))
    placed.sort(key=lambda mark: (mark[0], -mark[1]))
    marks: list[_Mark] = []
    for start, end, name in placed:
        last = marks[-1] if marks else None
        if last is None or (start >= last.end and (start, end) != last[:2]):
            marks.append(_Mark(start, end, {name: None} if name else {}))
        elif end > last.end:
            lost.append(name)
        elif name:
            last.names[name] = None
    return marks


def _place(text: str, span: Span) -> tuple[int, int] | None:
    """Return the characters of a mark; None where they cannot be told."""
    start, end, written = whole(span.start), whole(span.end), span.text
    if start is None or end is None:
        return None
    there = text[start:end] if 0 <= start <= end <= len(text) else None
    if there is not None and there == written:  # most marks
        return start, end
    written = clean(written) if isinstance(written, str) else ""
    if there is not None and (not written or there.split() == written.split()):
        return start, end
    if not written.strip():
        return None
    best = None
    first = max(0, start - _NEAR)
    place = text.find(written, first, start + len(written) + _NEAR)
    while place >= 0:
        if best is None or abs(place - start) < abs(best - start):
            best = place
        place = text.find(written, place + 1, start + len(written) + _NEAR)
    return None if best is None else (best, best + len(written))
