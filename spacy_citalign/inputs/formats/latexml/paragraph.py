r"""The text of one paragraph in LaTeXML's HTML, with control characters around its marks.

A mark is each link to a reference: the "2001" of "Yan (2001)" where the year alone is a link, and
the whole where author and year are two links to the same reference. Punctuation at its end, as in
"(Yan, )", stands behind it. What a citation shows in place of a link that LaTeXML could not make is
a mark, too, of a reference that is missing.

A formula of one letter, number or sign is that; any other is its TeX, "O(n^{2})", since the letters
of its MathML in a row say something else. ``\displaystyle`` and the like are left out of it.
"""

import re
from collections.abc import Collection

from ....corpora.xml_files import Element, collapse_spaces, compile_xpath, text_of
from ...article_parts.marks import BLOCK, MARK, MARK_END, NO_CONTROLS, SUP, SUP_END
from .roles import (
    CITE,
    LINK,
    MATH,
    MISSING,
    NOTE,
    SKIP,
    SPACED,
    TAG,
    WORDS,
    role_of,
)
from .roles import (
    SUP as RAISED,
)

_REFERENCE = re.compile(r"bib[0-9]*\.\S+")  # the id of one
_BETWEEN = re.compile(r"[\s,]*(?:([(\[])\s*)?")  # author and year
_CLOSING = {"(": ")", "[": "]"}
_LOOSE = " \t\r\n,;"  # at the end of a mark
_ANNOTATIONS = {"annotation", "annotation-xml"}
_STYLES = re.compile(r"\\(?:display|text|script|scriptscript)style(?![A-Za-z])\s*")
_COMMENT = re.compile(r"(?<!\\)%\s*\n\s*")  # the end of a line of TeX
_INVISIBLE = dict.fromkeys(range(0x2061, 0x2065))
_shown_texts = compile_xpath(
    "descendant::text()[not(ancestor::annotation or ancestor::*[name()='annotation-xml'])]",
)


class ParagraphText:
    """Collects the text of a paragraph.

    Args:
        references: the ids that marks may name.
        flat: take the words of blocks for words of the paragraph.

    Attributes:
        parts: the text in pieces, with control characters.
        names: what each mark names.
        blocks: what stands in place of each ``BLOCK``.
        notes: what is no text of the paragraph.
    """

    def __init__(self, references: Collection[str] = (), *, flat: bool = False) -> None:
        self.parts: list[str] = []
        self.names: list[str] = []
        self.blocks: list[Element] = []
        self.notes: list[Element] = []
        self._references, self._flat = references, flat
        self._in_mark = self._in_cite = False
        self._end = -1  # the part that ends the last mark of a citation

    def collect(self, element: Element) -> None:
        """Take an element's text and that of all in it."""
        parts = self.parts
        if element.text:
            parts.append(element.text)
        for child in element:
            role = role_of(child.tag, child.get("class"))
            if role != WORDS:
                self.take(child, role)
                continue
            if len(child):
                self.collect(child)
            elif child.text:
                parts.append(child.text)
            if child.tail:
                parts.append(child.tail)

    def take(self, child: Element, role: int) -> None:
        """Take the text of an element, whatever its role, and what follows it."""
        parts, tail = self.parts, child.tail
        if role == LINK:
            name = None if self._in_mark else _named(child, self._references)
            if name is None:
                self.collect(child)
            elif self._mark(child, name):
                tail = (tail or "")[1:]
        elif role == MATH:
            self._math(child)
        elif role == CITE and not self._in_cite:
            self._cite(child)
        elif role == RAISED and (self._in_mark or len(child)):
            parts.append(SUP)
            self.collect(child)
            parts.append(SUP_END)
        elif role == MISSING and not self._in_mark:
            self._mark(child, "".join(text_of(child).split()))
        elif role == NOTE:
            self.notes.append(child)
        elif role in (WORDS, CITE, MISSING, RAISED):
            self.collect(child)
        elif role == SPACED or (self._flat and role not in (SKIP, TAG)):
            parts.append(" ")
            self.collect(child)
            if role != SPACED:
                parts.append(" ")
        elif role == TAG:
            if child.getparent().tag == "dt":  # the term of a description, no number
                self.collect(child)
        elif role != SKIP:
            parts.append(BLOCK)
            self.blocks.append(child)
        if tail:
            parts.append(tail)

    def _cite(self, element: Element) -> None:
        """Take a citation; where it has no link, all of it is a mark of what is missing."""
        parts, first, count = self.parts, len(self.parts), len(self.names)
        parts.append("")
        self._in_cite, self._end = True, -1
        self.collect(element)
        self._in_cite, self._end = False, -1
        shown = "".join(parts[first:])
        if len(self.names) == count and not shown.isspace() and shown and BLOCK not in shown:
            parts[first] = MARK
            parts.append(MARK_END)
            self.names.append("".join(shown.translate(NO_CONTROLS).split()).strip("[](){}?,;"))

    def _mark(self, element: Element, name: str) -> bool:
        """Take a mark; return whether it takes the first character behind it, a bracket."""
        parts = self.parts
        joined = self._joined(name)
        if joined:
            parts[self._end] = ""
        else:
            parts.append(MARK)
            self.names.append(name)
        self._in_mark = True
        self.collect(element)
        self._in_mark = False
        closing = _CLOSING.get(joined[1], "") if joined else ""
        closed = bool(closing) and (element.tail or "").startswith(closing)
        bare = parts[-1].rstrip(_LOOSE)
        loose = parts[-1][len(bare) :] if bare else ""
        if closed:
            parts.append(closing)
        elif loose:
            parts[-1] = bare
        parts.append(MARK_END)
        self._end = len(parts) - 1 if self._in_cite else -1
        if loose and not closed:
            parts.append(loose)
        return closed

    def _joined(self, name: str) -> re.Match[str] | None:
        """Return what stands between the last mark and one that goes on with it, else None."""
        if self._end < 0 or self.names[-1] != name:
            return None
        return _BETWEEN.fullmatch("".join(self.parts[self._end + 1 :]))

    def _math(self, math: Element) -> None:
        """Take a formula; one that holds citations, as a superscript may, as if it were words."""
        if "cite" in math.get("alttext", "") and any(
            _named(link, self._references) is not None for link in math.iter("a")
        ):
            self.collect(math)
        else:
            self.parts.append(_formula(math))


def has_mark(element: Element, references: Collection[str]) -> bool:
    """Return whether an element has a link to a reference."""
    return any(_named(link, references) is not None for link in element.iter("a"))


def _named(link: Element, references: Collection[str]) -> str | None:
    """Return the id of the reference that a link names, None where it names none."""
    _, sharp, name = link.get("href", "").partition("#")
    cites = sharp and (name in references or _REFERENCE.fullmatch(name))
    return name if cites else None


def plain_text(element: Element | None) -> str:
    """Return the text of an element with its formulas, without its notes and numbers."""
    if element is None or not len(element):
        return text_of(element)
    words = ParagraphText(flat=True)
    words.collect(element)
    return collapse_spaces("".join(words.parts).translate(NO_CONTROLS)).strip(" ")


def _formula(math: Element) -> str:
    inner = math
    while len(inner):
        shown = [child for child in inner if child.tag not in _ANNOTATIONS]
        if len(shown) != 1:
            break
        inner = shown[0]
    if not len(inner) and inner.text and not inner.text.isspace():
        return inner.text
    tex = _STYLES.sub("", _COMMENT.sub("", math.get("alttext", ""))).strip()
    return tex or "".join(_shown_texts(math)).translate(_INVISIBLE)
