"""The text of an article in JATS, paragraph by paragraph, with its citation marks.

A block inside a paragraph (a list, a formula, a figure) makes paragraphs of its own, which follow
the words before it. The words behind it belong to those before it where the sentence goes on.

Left out are numbers and names of sections, figures and list items (``label``), reference lists,
what is no text (graphics and what describes them, TeX beside MathML) and permissions. Of a figure
or a table that is not read there are the paragraphs if it has a mark, so that these are counted.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from ....corpora.xml_files import Element, text_of
from ...article_parts.marks import BLOCK, MARK, MARK_END, SUP, SUP_END, around_blocks, passage_of
from ...articles import Kind, Passage

# What an element is to the text around it; one that has no role is a part of it.
_BLOCK, _SKIP, _XREF, _SUP, _BREAK, _TEX = range(1, 7)
_SECTIONS = set(
    """abstract ack app app-group bio boxed-text fn-group glossary notes response sec
    sub-article trans-abstract""".split()
)
_UNTITLED = {
    "abstract": "Abstract",
    "trans-abstract": "Abstract",
    "ack": "Acknowledgements",
    "glossary": "Glossary",
}
_FIGURES = "chem-struct-wrap fig fig-group media supplementary-material".split()
_TABLES = "array table table-wrap table-wrap-group".split()
_TITLES = {"article-title", "subtitle", "title", "trans-title"}
_NOTES = {"fn", "fn-group", "notes"}
_BLOCKS = """address answer array article-meta attrib back body caption def def-item def-list
    disp-formula disp-formula-group disp-quote floats-group floats-wrap fn front front-stub list
    list-item p preformat question sig-block speech statement table-wrap-foot tbody td term tfoot th
    thead title-group tr verse-group verse-line""".split()
# Of an article's front matter the title and the abstracts are read.
_FRONT_PARENTS = {"front", "front-stub", "article-meta", "title-group", "trans-title-group"}
_FRONT = {*_FRONT_PARENTS, "article-title", "subtitle", "trans-title", "abstract", "trans-abstract"}
_SKIPPED = """alt-text counts custom-meta-group custom-meta-wrap graphic inline-graphic
    journal-meta label long-desc object-id permissions processing-meta ref-list sec-meta
    x-metadata""".split()
_ROLES = {
    **dict.fromkeys([*_BLOCKS, *_SECTIONS, *_FIGURES, *_TABLES, *_TITLES], _BLOCK),
    **dict.fromkeys(_SKIPPED, _SKIP),
    "break": _BREAK,
    "sup": _SUP,
    "tex-math": _TEX,
    "xref": _XREF,
}
_KINDS: dict[str, Kind] = {
    "abstract": "abstract",
    "trans-abstract": "abstract",
    **dict.fromkeys(_TITLES, "title"),
    **dict.fromkeys(_NOTES, "note"),
    **dict.fromkeys(_FIGURES, "caption"),
    **dict.fromkeys(_TABLES, "table"),
}
_TITLE_PATHS = (
    "caption/title",
    "front-stub/title-group/article-title",
    "front/article-meta/title-group/article-title",
)
_MATHML = "{http://www.w3.org/1998/Math/MathML}math"


class _Words(NamedTuple):
    """The text of a paragraph in pieces, its blocks, and what each mark in it names."""

    parts: list[str]
    blocks: list[Element]
    names: list[str]


class ArticleText:
    """Collects the paragraphs of an article in ``passages``.

    Args:
        references: the ids that marks may name.
        left_out: kinds of paragraphs that are not read.
    """

    def __init__(self, references: Collection[str], left_out: Collection[Kind]) -> None:
        self.passages: list[Passage] = []
        self._references = references
        self._left_out = left_out
        self._marked: set[Element] = set()  # what has a mark, of a block that is not read

    def read(self, element: Element, kind: Kind = "text", section: tuple[str, ...] = ()) -> None:
        """Add the paragraphs of a block, those of the blocks in it included."""
        tag = element.tag
        own = _KINDS.get(tag, kind)
        if own in self._left_out and kind not in self._left_out:
            self._marked = self._with_marks(element)
            kind = own
            if not self._marked:
                return
        if kind not in ("caption", "table"):  # all that stands in one belongs to it
            kind = own
            if tag in _SECTIONS:
                title = _title(element)
                section = (*section, title) if title else section
        if tag in _FRONT_PARENTS:
            for child in element:
                if child.tag in _FRONT:
                    self.read(child, kind, section)
            return
        if not len(element):  # as most cells of tables
            self._add(element.text or "", kind, section, iter(()))
            return
        words = _Words([], [], [])
        self._collect(element, words, False)
        names = iter(words.names)
        for raw, following in around_blocks("".join(words.parts), words.blocks):
            self._add(raw, kind, section, names)
            for block in following:
                if kind not in self._left_out or block in self._marked:
                    self.read(block, kind, section)

    def _add(self, raw: str, kind: Kind, section: tuple[str, ...], names: Iterator[str]) -> None:
        """Add a paragraph if it has text, and take what its marks name from ``names``."""
        if raw.isspace():  # a section, between its paragraphs
            return
        if passage := passage_of(raw, kind, section, names):
            self.passages.append(passage)

    def _collect(self, element: Element, words: _Words, in_mark: bool) -> None:
        """Add an element's text, blocks and marks to some words."""
        parts = words.parts
        if element.text:
            parts.append(element.text)
        for child in element:
            role = _ROLES.get(child.tag)
            if role is None:
                if len(child):
                    self._collect(child, words, in_mark)
                elif child.text:
                    parts.append(child.text)
            elif role == _XREF:
                cites = self._cites(child)
                if cites:
                    words.names.append(child.get("rid", ""))
                    parts.append(MARK)
                if len(child):
                    self._collect(child, words, in_mark or cites)
                elif child.text:
                    parts.append(child.text)
                if cites:
                    parts.append(MARK_END)
            elif role == _SUP and (in_mark or len(child)):
                parts.append(SUP)
                self._collect(child, words, in_mark)
                parts.append(SUP_END)
            elif role == _SUP and child.text:  # no mark is in it
                parts.append(child.text)
            elif role == _BLOCK:
                parts.append(BLOCK)
                words.blocks.append(child)
            elif role == _BREAK:
                parts.append(" ")
            elif role == _TEX and element.find(_MATHML) is None:
                parts.append(text_of(child))
            if child.tail:
                parts.append(child.tail)

    def _with_marks(self, block: Element) -> set[Element]:
        """Return the elements of a block that have a mark, itself included."""
        marked: set[Element] = set()
        for xref in filter(self._cites, block.iter("xref")):
            for element in xref.iterancestors():
                if element in marked:
                    break
                marked.add(element)
                if element is block:
                    break
        return marked

    def _cites(self, xref: Element) -> bool:
        if xref.get("ref-type") == "bibr":
            return True
        return any(name in self._references for name in xref.get("rid", "").split())


def _title(section: Element) -> str:
    """Return the title of a section, "" if it has none."""
    title = next(section.iterchildren("title"), None)  # faster than find
    paths = iter(_TITLE_PATHS)
    while title is None and (path := next(paths, "")):
        title = section.find(path)
    if title is not None:
        return text_of(title)
    return _UNTITLED.get(section.tag, "")
