"""The text of an article in TEI, paragraph by paragraph, with its citation marks.

A block inside a paragraph (a note, a list, a figure) makes paragraphs of its own, which follow it.
Left out are numbers of sections and of figures (``label``), pictures and reference lists.
Of a figure or a table that is not read there are the paragraphs if it has a mark, so that these are
counted.
"""

import re
from collections import Counter
from collections.abc import Collection

from ....corpora.xml_files import Element, text_of
from ...article_parts.assembly import section_path
from ...article_parts.marks import passage_of
from ...articles import Kind, Passage
from .paragraph import SKIPPED, ParagraphText, has_mark

_UNTITLED = {
    "acknowledgement": "Acknowledgements",
    "acknowledgment": "Acknowledgements",
    "availability": "Availability",
    "funding": "Funding",
}
_CONTAINERS = {"abstract", "back", "body", "div", "figure", "list", "row", "table"}
_BLOCKS = {"div", "figure", "list", "p"}  # what is no container otherwise is one around these
_PARAGRAPHS = {"ab", "cell", "formula", "item", "p", "s"}
_PARTS: tuple[tuple[str, Kind, tuple[str, ...]], ...] = (
    ("teiHeader/profileDesc/abstract", "abstract", ("Abstract",)),
    ("text/body", "text", ()),
    ("text/back", "text", ()),
)
# The head of a figure that names it and says nothing of it: "Fig. 1 .", "Extended Data Table S2:".
_NAME_ONLY = re.compile(
    r"(?:(?:[a-z]+\W+){0,2}(?:figs?|figures?|tab|tables?|box|chart|scheme|plate|algorithm|listing)"
    r"\W*[a-z]?(?:[0-9]+|[ivx]+)[a-z]?|[0-9]+)\W*",
    re.IGNORECASE,
)
_MAX_NAME = 60  # characters of such a head


class TeiText:
    """Collects the paragraphs of an article.

    Args:
        references: the ids that marks may name.
        left_out: kinds of paragraphs that are not read.

    Attributes:
        passages: the paragraphs.
        numbers: how many marks have a plain number and name an id, by number and id.
    """

    def __init__(self, references: Collection[str], left_out: Collection[Kind]) -> None:
        self.passages: list[Passage] = []
        self.numbers: Counter[tuple[int, str]] = Counter()
        self._references = references
        self._left_out = left_out
        self._titles: dict[str, str] = {}  # of numbered sections

    def read(self, root: Element) -> None:
        """Add the title, the abstract, the body and what is behind it."""
        title = root.find("teiHeader/fileDesc/titleStmt/title")
        if title is not None:
            self._add(title, "title", ())
        for path, kind, section in _PARTS:
            for part in root.iterfind(path):
                self._read(part, kind, section)

    def _read(self, element: Element, kind: Kind, section: tuple[str, ...]) -> None:
        """Add the paragraphs of a block, those of the blocks in it included."""
        tag = element.tag
        if tag in SKIPPED or element.get("type") == "references":
            return
        if tag in _PARAGRAPHS:
            self._add(element, kind, section)
            return
        if tag == "figure" or (tag == "table" and kind != "table"):
            is_table = tag == "table" or element.get("type") == "table"
            own: Kind = "table" if is_table else "caption"
            if kind not in self._left_out:
                if own in self._left_out and not has_mark(element, self._references):
                    return
                kind = own
        elif tag == "note" and kind not in ("caption", "table"):
            kind = "note"
        if tag == "head":  # another than the first
            self._add(element, "title", section)
        elif tag in _CONTAINERS or any(child.tag in _BLOCKS for child in element):
            self._read_parts(element, kind, section)
        else:
            self._add(element, kind, section)

    def _read_parts(self, element: Element, kind: Kind, section: tuple[str, ...]) -> None:
        """Add the title and the paragraphs of a section, a list or a figure."""
        head = element.find("head")
        title = text_of(head)
        if kind in ("caption", "table"):
            if title and not _says_nothing(title, element):
                self._add(head, kind, section)
        elif title:
            number = "" if section else head.get("n", "")  # GROBID puts "2.1" beside "2"
            section = (*section, *section_path(title, number, self._titles))
            self._add(head, "title", section)
        elif (kind_of := element.get("type")) in _UNTITLED and element.find("div/head") is None:
            section = (*section, _UNTITLED[kind_of])
        self._add_loose(element.text, kind, section)
        for child in element:
            if child is not head:
                self._read(child, kind, section)
            self._add_loose(child.tail, kind, section)

    def _add(self, element: Element, kind: Kind, section: tuple[str, ...]) -> None:
        """Add a paragraph if it has text, and what stands in it apart behind it."""
        if not len(element):
            self._add_loose(element.text, kind, section)
            return
        numbers = Counter() if kind in self._left_out else self.numbers
        paragraph = ParagraphText(self._references, numbers)
        paragraph.collect(element)
        if passage := passage_of("".join(paragraph.parts), kind, section, paragraph.names):
            self.passages.append(passage)
        for block in paragraph.apart:
            self._read(block, kind, section)

    def _add_loose(self, text: str | None, kind: Kind, section: tuple[str, ...]) -> None:
        """Add a paragraph of text without marks, if there is any."""
        if text and not text.isspace() and (passage := passage_of(text, kind, section)):
            self.passages.append(passage)


def _says_nothing(title: str, figure: Element) -> bool:
    """Return whether the head of a figure is its name, or repeated in its description."""
    if len(title) <= _MAX_NAME and _NAME_ONLY.fullmatch(title):
        return True
    return text_of(figure.find("figDesc")).startswith(title.rstrip(" .:"))
