"""The text of an article in TEI, paragraph by paragraph, with its citation marks.

Left out are numbers of sections, labels of figures, and reference lists. Notes and lists inside a
paragraph are paragraphs of their own, behind it.
"""

import re

from ....corpora.xml_files import Element, text_of
from ...articles import Kind
from ...marks import DASH, MARK, MARK_END, SUP, SUP_END, extract_marks
from ...passages import Passage

_UNTITLED = {"acknowledgement": "Acknowledgements", "abstract": "Abstract"}
_APART = {"figure", "note", "list", "table"}  # paragraphs of their own, wherever they stand
_SKIPPED = {"graphic", "label", "listBibl", "head"}
_NUMERIC = re.compile(rf"(?:[0-9]{{1,4}}|{DASH}|[,; ])*[0-9](?:[,;])?")
_BETWEEN = re.compile(rf"(?:[,; ]|{DASH})*")
_GLUED = ".,;:)]\"'\u2019\u201d"
_PARTS: tuple[tuple[str, Kind], ...] = (
    ("teiHeader/profileDesc/abstract", "abstract"),
    ("text/body", "text"),
    ("text/back", "text"),
)
_FAR = 200  # characters before a mark that are looked at


class TeiText:
    """Collects the paragraphs of an article in ``passages``.

    Args:
        captions: read those of figures.
        tables: read them.
    """

    def __init__(self, *, captions: bool, tables: bool) -> None:
        self.passages: list[Passage] = []
        self._captions, self._tables = captions, tables
        self._titles: dict[str, str] = {}  # of numbered sections

    def read(self, root: Element) -> None:
        """Add the title, the abstract, the body and what is behind it."""
        title = text_of(root.find("teiHeader/fileDesc/titleStmt/title"))
        if title:
            self.passages.append(Passage(title, "title", (), []))
        for path, kind in _PARTS:
            section = ("Abstract",) if kind == "abstract" else ()
            for part in root.iterfind(path):
                self._read(part, kind, section)

    def _read(self, element: Element, kind: Kind, section: tuple[str, ...]) -> None:
        tag = element.tag
        if tag == "listBibl" or element.get("type") == "references":
            return
        if tag == "figure":
            self._read_figure(element, section)
        elif tag in ("p", "ab", "item", "formula", "cell"):
            self._add(element, kind, section)
        elif tag == "note":
            self._read_note(element, section)
        else:
            title = self._title(element)
            if title:
                section = (*self._parents(element, section), title)
                self.passages.append(Passage(title, "title", section, []))
            for child in element:
                if child.tag not in _SKIPPED:
                    self._read(child, kind, section)

    def _title(self, element: Element) -> str:
        return text_of(element.find("head")) or _UNTITLED.get(element.get("type", ""), "")

    def _parents(self, element: Element, section: tuple[str, ...]) -> tuple[str, ...]:
        """Return the sections that a numbered one is in: GROBID puts "2.1" beside "2"."""
        head = element.find("head")
        number = "" if head is None else head.get("n", "").strip(" .")
        if not number or section:
            return section
        self._titles[number] = text_of(head)
        parts = number.split(".")
        above = (".".join(parts[:end]) for end in range(1, len(parts)))
        return tuple(self._titles[name] for name in above if name in self._titles)

    def _read_note(self, note: Element, section: tuple[str, ...]) -> None:
        inner = [child for child in note if child.tag in ("p", "div", "list")]
        for child in inner:
            self._read(child, "note", section)
        if not inner:
            self._add(note, "note", section)

    def _read_figure(self, figure: Element, section: tuple[str, ...]) -> None:
        is_table = figure.get("type") == "table"
        if not (self._tables if is_table else self._captions):
            return
        kind: Kind = "table" if is_table else "caption"
        for child in figure:
            if child.tag == "figDesc" and child.find(".//p") is not None:
                for paragraph in child.iter("p"):
                    self._add(paragraph, kind, section)
            elif child.tag in ("figDesc", "note", "p"):
                self._add(child, kind, section)
            elif child.tag == "table":
                for cell in child.iter("cell"):
                    self._add(cell, kind, section)

    def _add(self, element: Element, kind: Kind, section: tuple[str, ...]) -> None:
        """Add a paragraph if it has text, and what stands in it apart behind it."""
        parts: list[str] = []
        targets: list[str] = []
        apart: list[Element] = []
        _Marks(parts, targets, apart).collect(element)
        text, spans = extract_marks("".join(parts))
        if text:
            marks = [(*span, name) for span, name in zip(spans, targets, strict=False)]
            self.passages.append(Passage(text, kind, section, marks))
        for block in apart:
            self._read(block, kind, section)


class _Marks:
    """Collects the text of a paragraph with control characters around its marks.

    Args:
        parts: takes the text, in pieces.
        targets: takes what each mark names, ids with blanks between.
        apart: takes what is no text of the paragraph.
    """

    def __init__(self, parts: list[str], targets: list[str], apart: list[Element]) -> None:
        self._parts, self._targets, self._apart = parts, targets, apart
        self._since = ""  # text since the last mark
        self._raised: bool | None = None  # whether the last mark is a superscript

    def collect(self, element: Element) -> None:
        """Take an element's text and that of all in it."""
        self._text(element.text)
        for child in element:
            if child.tag in _APART:
                self._apart.append(child)
            elif child.tag == "ref" and child.get("type") == "bibr":
                self._mark(child)
            elif child.tag == "lb":
                self._text(" ")
            elif child.tag not in _SKIPPED:
                if child.tag == "s" and self._parts:
                    self._text(" ")
                self.collect(child)
            self._text(child.tail)

    def _text(self, text: str | None) -> None:
        if text:
            self._parts.append(text)
            self._since = (self._since + text)[-_FAR:]

    def _mark(self, mark: Element) -> None:
        text = text_of(mark)
        raised = self._is_raised(text)
        marked = f"{MARK}{text}{MARK_END}"
        self._parts.append(f"{SUP}{marked}{SUP_END}" if raised else marked)
        target = mark.get("target", "").split()
        self._targets.append(" ".join(name.removeprefix("#") for name in target))
        self._since, self._raised = "", raised

    def _is_raised(self, text: str) -> bool:
        """Return whether a mark is a superscript: a number at the end of a word, or beside one."""
        if not _NUMERIC.fullmatch(text):
            return False
        if self._raised is not None and _BETWEEN.fullmatch(self._since):
            return self._raised
        last = self._since[-1:]
        return last.isalnum() or (last != "" and last in _GLUED)
