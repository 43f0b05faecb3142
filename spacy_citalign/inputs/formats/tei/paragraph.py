"""The text of one paragraph in TEI, with control characters around its marks.

Superscripts have no markup in GROBID's files: a number that is glued to a word, or to the
punctuation behind it, is one. What splits a bracket into several marks, as in "[1," and "3]",
stands outside them, so that their numbers can be read.
"""

import re
from collections import Counter
from collections.abc import Collection

from ....corpora.xml_files import Element, texts
from ...article_parts.marks import DASH, MARK, MARK_END, NO_CONTROLS, SUP, SUP_END

_APART = {"figure", "list", "note", "table"}  # paragraphs of their own, wherever they stand
SKIPPED = {"graphic", "label", "listBibl"}
_SPACED = {"cell", "item", "lb", "p", "row", "s"}  # from the text before them
_SEPARATOR = rf"(?:[\s,;]|{DASH})"
# Separators, numbers with a bracket or without, separators.
_NUMERIC = re.compile(
    rf"({_SEPARATOR}*)([\[(]?[0-9]+(?:{_SEPARATOR}+[0-9]+)*(?:\s?[\])])?)((?:{_SEPARATOR}|\.)*)"
)
_YEAR = re.compile("(?:1[5-9]|20)[0-9]{2}")
_BETWEEN = re.compile(f"{_SEPARATOR}*")
# Numbers beside those of marks, without a mark.
_FAR = 60  # characters before a mark that are looked at
_NUMBERS = rf"(?:[0-9]{{1,3}}\s?(?:[,;]|{DASH})\s?){{1,30}}"
_NUMBERS_BETWEEN = re.compile(rf"\s?(?:[,;]|{DASH})\s?{_NUMBERS}")
_NUMBERS_BEFORE = re.compile(rf"(?:^|[\s\[(]){_NUMBERS}$")
_NOT_GLUED = "([{/=<>~#&-\u2010\u2011\u2012\u2013\u2014\u2212\u2018\u201c"
_ENDS = (MARK_END, SUP_END)


class ParagraphText:
    """Collects the text of a paragraph.

    Args:
        references: the ids that marks may name.
        numbers: takes how many marks have a plain number and name an id, by number and id.

    Attributes:
        parts: the text in pieces, marks and superscripts between control characters.
        names: what each mark names, ids with blanks between.
        apart: what is no text of the paragraph.
    """

    def __init__(self, references: Collection[str], numbers: Counter[tuple[int, str]]) -> None:
        self.parts: list[str] = []
        self.names: list[str] = []
        self.apart: list[Element] = []
        self._references, self._numbers = references, numbers
        self._since = 0  # how many of the parts end with the last mark that is a bare number
        self._raised: bool | None = None  # whether that is a superscript; None: there is none yet

    def collect(self, element: Element) -> None:
        """Take an element's text and that of all in it."""
        parts = self.parts
        if element.text:
            parts.append(element.text)
        for child in element:
            tag = child.tag
            if tag == "ref" and _cites(child, self._references):
                text = "".join(texts(child)) if len(child) else child.text or ""
                self.mark(text, _ids(child))
            elif tag in _APART:
                self.apart.append(child)
            elif tag == "hi" and child.get("rend", "").startswith("sup"):
                parts.append(SUP)
                self.collect(child)
                parts.append(SUP_END)
            elif tag not in SKIPPED:
                if tag in _SPACED and parts:
                    parts.append(" ")
                if len(child):
                    self.collect(child)
                elif child.text:
                    parts.append(child.text)
            if child.tail:
                parts.append(child.tail)

    def words(self, text: str) -> None:
        """Take text without a mark."""
        if text:
            self.parts.append(text)

    def mark(self, text: str, names: str) -> None:
        """Take a mark.

        Args:
            text: as it is written.
            names: the ids that it names, with blanks between.
        """
        self.names.append(names)
        ahead, numbers, behind = "", text, ""
        if not text.isdecimal():
            match = _NUMERIC.fullmatch(text)
            if match is None:
                if text[:1].isalpha() and self.parts and self.parts[-1][-1:] in _ENDS:
                    self.parts.append(" ")  # which GROBID leaves out between two marks
                self.parts.append(f"{MARK}{text}{MARK_END}")
                self._raised = None
                return
            ahead, numbers, behind = match.groups()
            if ahead:
                self.parts.append(ahead)
        plain = numbers.strip("[]() ")
        if len(plain) <= 4 and plain.isdecimal():
            self._numbers[int(plain), names] += 1
        bare = (numbers[0] + numbers[-1]).isdecimal()
        raised = bare and self._is_raised() and not _YEAR.fullmatch(numbers)
        marked = f"{MARK}{numbers}{MARK_END}"
        if raised:
            self._raise(marked)
        else:
            self.parts.append(marked)
        self._raised = raised if bare else None
        if bare:
            self._since = len(self.parts)
        if behind:
            self.parts.append(behind)

    def _is_raised(self) -> bool:
        """Return whether a bare number that comes now is a superscript, or beside one."""
        last = self.parts[-1][-1:] if self.parts else ""
        if last in ("[", "(") or (last == " " and self._raised is None):
            return False  # most marks, and quickly
        before = self._before()
        if self._raised is not None and (
            _BETWEEN.fullmatch(before) or _NUMBERS_BETWEEN.fullmatch(before)
        ):
            return self._raised
        last = before[-1:]
        glued = last not in ("", *_NOT_GLUED) and not last.isspace()
        return glued and not _NUMBERS_BEFORE.search(before)

    def _raise(self, marked: str) -> None:
        """Add a mark as a superscript, or to the one before it."""
        if self._raised and _NUMBERS_BETWEEN.fullmatch(self._before()):
            self.parts[self._since - 1] = ""  # that superscript goes on
            self.parts += (marked, SUP_END)
        else:
            self.parts += (SUP, marked, SUP_END)

    def _before(self) -> str:
        """Return the end of the text since the last mark that is a bare number."""
        since = self.parts[self._since :]
        return "".join(since)[-_FAR:].translate(NO_CONTROLS)


def has_mark(element: Element, references: Collection[str]) -> bool:
    """Return whether an element has a mark of citation."""
    return any(_cites(ref, references) for ref in element.iter("ref"))


def _cites(ref: Element, references: Collection[str]) -> bool:
    kind = ref.get("type")
    if kind is not None:
        return kind == "bibr"
    return any(name in references for name in _ids(ref).split())


def _ids(ref: Element) -> str:
    """Return the ids that a mark names, with blanks between."""
    target = ref.get("target", "")
    if target[:1] == "#" and " " not in target:  # most marks
        return target[1:]
    return " ".join(name.removeprefix("#") for name in target.split())
