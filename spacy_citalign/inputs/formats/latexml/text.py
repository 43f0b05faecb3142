"""The text of an article in LaTeXML's HTML, paragraph by paragraph, with its citation marks.

A displayed formula or a list makes paragraphs of its own, which follow the words before it; those
behind it belong to the words before it where the sentence goes on. Footnotes are taken out of the
sentence that they stand in, and follow their paragraph.

Left out are numbers of sections, items, figures and equations, authors, keywords, program code,
pictures, reference lists, and what LaTeXML could not read. Of a figure or a table that is
not read there are the paragraphs if it has a link to a reference, so that these are counted.
"""

import re
from collections.abc import Collection
from typing import TypeAlias

from ....corpora.xml_files import Element
from ...article_parts.marks import around_blocks, passage_of
from ...articles import Kind, Passage
from .paragraph import ParagraphText, has_mark, plain_text
from .roles import (
    EQUATION,
    FIGURE,
    NOTE,
    PARA,
    PARAGRAPH,
    SECTION,
    SKIP,
    TABLE,
    TITLE,
    has_class,
    role_of,
)

_KINDS: dict[int, Kind] = {NOTE: "note", TITLE: "title", FIGURE: "caption", TABLE: "table"}
_UNTITLED = {"ltx_abstract": "Abstract", "ltx_acknowledgements": "Acknowledgements"}
# The number of a section without a <span> of its own.
_NUMBER = re.compile(r"(?:(?<!\s)\s+)?(?:[0-9]{1,3}\.){1,20}(?:[0-9]{1,3})?\s+")


# Paragraphs, and blocks that are still to be read.
_Parts: TypeAlias = list[Passage | tuple[Element, Kind, tuple[str, ...]]]


class LatexmlText:
    """Collects the paragraphs of an article in ``passages``.

    Args:
        references: the ids that marks may name.
        left_out: kinds of paragraphs that are not read.
    """

    def __init__(self, references: Collection[str], left_out: Collection[Kind]) -> None:
        self.passages: list[Passage] = []
        self._references = references
        self._left_out = left_out

    def read(self, article: Element) -> None:
        """Add the paragraphs of an article."""
        # No recursion: elements may stand in each other as deep as the parser allows.
        waiting: _Parts = [(article, "text", ())]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Passage):
                self.passages.append(part)
            else:
                waiting += reversed(self._parts(*part))

    def _parts(self, element: Element, kind: Kind, section: tuple[str, ...]) -> _Parts:
        """Return the paragraphs of a block, and the blocks in it."""
        role = role_of(element.tag, element.get("class"))
        if role == SKIP:
            return []
        own = _KINDS.get(role, kind)
        if own in self._left_out and kind not in self._left_out:
            if not has_mark(element, self._references):
                return []
            kind = own
        if kind not in ("caption", "table"):  # all that stands in one belongs to it
            kind = own
            if role == SECTION:
                title = _title(element)
                section = (*section, title) if title else section
                kind = "abstract" if has_class(element, "ltx_abstract") else kind
        if role == PARA:
            pieces = self._paragraphs(element)
        else:
            words = ParagraphText(self._references, flat=role == EQUATION)
            words.collect(element)
            if role == TITLE and element.tag != "h1":
                words.parts = [_NUMBER.sub("", "".join(words.parts), count=1)]
            pieces = [words]
        parts: _Parts = []
        for words in pieces:
            names = iter(words.names)
            for raw, blocks in around_blocks("".join(words.parts), words.blocks):
                if not raw.isspace() and (passage := passage_of(raw, kind, section, names)):
                    parts.append(passage)
                parts += ((block, kind, section) for block in blocks)
            parts += ((note, kind, section) for note in words.notes)
        return parts

    def _paragraphs(self, element: Element) -> list[ParagraphText]:
        """Return the words of a paragraph of LaTeX: <p> with formulas and lists between them.

        Two <p> in a row are two paragraphs.
        """
        words, since_block = ParagraphText(self._references), False
        pieces = [words]
        if element.text:
            words.parts.append(element.text)
        for child in element:
            role = role_of(child.tag, child.get("class"))
            if role != PARAGRAPH:
                blocks = len(words.blocks)
                words.take(child, role)
                since_block = since_block and len(words.blocks) == blocks
                continue
            if since_block:
                words = ParagraphText(self._references)
                pieces.append(words)
            words.collect(child)
            since_block = True
            if child.tail:
                words.parts.append(child.tail)
        return pieces


def _title(section: Element) -> str:
    """Return the title of a section, "" if it has none."""
    for child in section:
        if role_of(child.tag, child.get("class")) == TITLE:
            return _NUMBER.sub("", plain_text(child), count=1).rstrip(" .")
    return next((title for name, title in _UNTITLED.items() if has_class(section, name)), "")
