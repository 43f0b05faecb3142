"""Markdown cut into blocks: paragraphs, headings, notes; code, tables and mathematics are left out.

The rules are those of Pandoc's Markdown, as far as sentences and citations need them.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..articles import Kind

_FENCE = re.compile(r"[ \t]{0,20}(`{3,}(?=[^`]*$)|~{3,})")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+")
_ATTRIBUTES = re.compile(r"\{[#.\-][^{}]{0,200}\}[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*$")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,99}|(?:-[ \t]*){3,999}|(?:_[ \t]*){3,99})$")
_DIV = re.compile(r" {0,3}:{3,}")
_NOTE = re.compile(r" {0,3}\[\^[^\]\s]{1,100}\]:[ \t]*")
_LINK = re.compile(r" {0,3}\[[^\[\]^@][^\[\]]{0,200}\]:[ \t]*\S")
_ITEM = re.compile(r"(?P<indent>[ \t]{0,40})(?:[-*+]|\(?(?:\d{1,4}|[A-Za-z#@])[.)])[ \t]+(?=\S)")
_QUOTE = re.compile(r"(?: {0,3}> ?)+")
_TABLE = re.compile(r" {0,3}(?:\||\+[-=:+]{2,}|[-: ]{0,3}-{2,}[ |]+[-:]{2,})")
_INDENTED = re.compile(r" {4}|\t")
_RAW = re.compile(r" {0,3}\\begin\{([A-Za-z]{1,30}\*?)\}")
_MAX_UNENDED = 100  # names; behind so many nothing is looked for
_IMAGE = re.compile(r"[ \t]*!\[")


class Line(NamedTuple):
    """Words of a block on one line of the file: their first character there, and themselves."""

    offset: int
    text: str


class Block(NamedTuple):
    """A block.

    Attributes:
        kind: of a paragraph, "title" for a heading.
        level: of a heading, from 1; 0 of others.
        is_quotation: whether it is set off as one.
        lines: of it.
    """

    kind: Kind
    level: int
    is_quotation: bool
    lines: list[Line]


class FrontMatter(NamedTuple):
    """The metadata at the beginning, and the character behind them.

    Attributes:
        title: "" where there is none.
        bibliographies: files that are named.
        end: the character behind it, 0 where there is none.
    """

    title: str
    bibliographies: list[str]
    end: int


_TITLE = re.compile(r"title:[ \t]*(.{1,1000})")
_BIBLIOGRAPHY = re.compile(r"bibliography:[ \t]*(.{0,2000})")
_LISTED = re.compile(r"[ \t]*-[ \t]+(.{1,1000})")


def front_matter(text: str) -> FrontMatter:
    r"""Return what YAML metadata say.

    >>> front_matter('---\ntitle: "Frogs"\nbibliography:\n  - a.bib\n  - b.json\n---\nText')
    FrontMatter(title='Frogs', bibliographies=['a.bib', 'b.json'], end=58)
    >>> front_matter("---\nbibliography: [a.bib, 'b c.bib']  # both\n---\n").bibliographies
    ['a.bib', 'b c.bib']
    >>> front_matter("Text\n---\n").end
    0
    """
    begun = re.match(r"---[ \t]*\n", text)
    end = re.compile(r"^(?:---|\.\.\.)[ \t]*$\n?", re.MULTILINE).search(text, 4) if begun else None
    if end is None:
        return FrontMatter("", [], 0)
    title, files, is_list = "", [], False
    for line in text[4 : end.start()].split("\n"):
        if match := _TITLE.match(line):
            title = _scalar(match[1])
        elif match := _BIBLIOGRAPHY.match(line):
            value = _scalar(match[1])
            is_list = not value
            listed = value.strip("[]").split(",") if value.startswith("[") else [value]
            files += [name for part in listed if (name := _scalar(part))]
            continue
        elif is_list and (match := _LISTED.match(line)):
            files.append(_scalar(match[1]))
            continue
        is_list = False
    return FrontMatter(title, files, end.end())


def _scalar(value: str) -> str:
    value = value.strip()
    if value[:1] in "\"'" and len(value) > 1 and (end := value.find(value[0], 1)) > 0:
        return value[1:end]
    return value.split(" #")[0].strip()


def blocks(text: str, start: int = 0) -> Iterator[Block]:
    """Yield the blocks of a text from a character on."""
    return _Cutter(text, start).blocks()


class _Cutter:
    """Goes through the lines of a text."""

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._end = start
        self._lines: list[Line] = []  # of the block that is begun
        self._kind: Kind = "text"
        self._is_quotation = False
        self._list_indent = -1  # in a list, how far its text is moved in
        self._after_blank = True
        self._unended: set[str] = set()  # environments of LaTeX that nothing ends

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks."""
        while (line := self._next()) is not None:
            if fence := _FENCE.match(line.text):
                yield from self._finish()
                self._skip_fence(fence[1])
            elif (raw := _RAW.match(line.text)) and self._skip_raw(raw[1]):
                pass  # the sentence may go on behind it
            elif line.text.count("$$") % 2:
                yield from self._around_formula(line)
            elif not line.text.strip():
                yield from self._finish()
                self._after_blank = True
            else:
                yield from self._line(line)
                self._after_blank = False
        yield from self._finish()

    def _next(self) -> Line | None:
        """Return the next line; words in a comment that is begun in it are passed over."""
        if self._end >= len(self._text):
            return None
        start = self._end
        end = self._text.find("\n", start)
        end = len(self._text) if end < 0 else end
        self._end = end + 1
        return Line(start, self._text[start:end])

    def _line(self, line: Line) -> Iterator[Block]:
        """Yield what a line with words ends, or is."""
        text = line.text
        if heading := _HEADING.match(text):
            yield from self._finish()
            words = _ATTRIBUTES.sub("", text[heading.end() :].rstrip()).rstrip("# \t")
            title = Line(line.offset + heading.end(), words)
            yield Block("title", len(heading[1]), False, [title])
            self._list_indent = -1
        elif self._lines and self._kind == "text" and _UNDERLINE.match(text):
            yield Block("title", 1 if "=" in text else 2, False, self._lines)
            self._lines = []
        elif _RULE.match(text) or _DIV.match(text):
            yield from self._finish()
        elif _TABLE.match(text):
            if not self._lines:
                self._kind = "table"
            self._lines.append(line)
        elif note := _NOTE.match(text):
            yield from self._finish()
            self._kind = "note"
            self._list_indent = note.end()  # its other paragraphs are moved in, too
            self._lines.append(_from(line, note.end()))
        elif not self._lines and _LINK.match(text):
            pass
        elif item := _ITEM.match(text):
            yield from self._finish()
            self._list_indent = len(item[0])
            self._lines.append(_from(line, item.end()))
        elif not self._is_code(text):
            yield from self._words(line)

    def _words(self, line: Line) -> Iterator[Block]:
        """Take the words of a running paragraph, and yield the one before that they end."""
        quote = _QUOTE.match(line.text)
        if quote and not self._is_quotation:
            yield from self._finish()
            self._is_quotation = True
        words = _from(line, quote.end() if quote else 0)
        if not self._lines:
            if not line.text[:1].isspace():
                self._list_indent = -1
            if _IMAGE.match(words.text):
                self._kind = "caption"
        if not words.text.strip():
            yield from self._finish()
        else:
            self._lines.append(words)

    def _is_code(self, text: str) -> bool:
        """Return whether a line is moved in as code is, and no part of a list or paragraph."""
        is_outside = not self._lines and self._after_blank and self._list_indent < 0
        return is_outside and _INDENTED.match(text) is not None

    def _finish(self) -> Iterator[Block]:
        if self._lines:
            yield Block(self._kind, 0, self._is_quotation, self._lines)
        self._lines, self._kind, self._is_quotation = [], "text", False

    def _skip_fence(self, fence: str) -> None:
        """Pass over code up to its end, or to the end of the file."""
        while (line := self._next()) is not None:
            bare = line.text.strip()
            if bare.startswith(fence) and not bare.strip(fence[0]):
                return

    def _skip_raw(self, name: str) -> bool:
        """Pass over an environment of LaTeX; return whether it has an end."""
        is_sought = name not in self._unended and len(self._unended) < _MAX_UNENDED
        end = self._text.find(f"\\end{{{name}}}", self._end) if is_sought else -1
        if end < 0:
            self._unended.add(name)
            return False
        behind = self._text.find("\n", end)
        self._end = len(self._text) if behind < 0 else behind + 1
        return True

    def _around_formula(self, line: Line) -> Iterator[Block]:
        """Take the words before a formula that is set off, and pass over it.

        What is behind it is the next line; a formula that has no end in its paragraph is none.
        """
        begin = line.text.rfind("$$")
        done, inner = self._end, self._next()
        while inner is not None and inner.text.strip() and "$$" not in inner.text:
            inner = self._next()
        if inner is None or not inner.text.strip():
            self._end = done
            yield from self._line(line)
            return
        rest = inner.text.index("$$") + 2
        if inner.text[rest:].strip():
            self._end = inner.offset + rest
        if line.text[:begin].strip():
            yield from self._line(Line(line.offset, line.text[:begin]))


def _from(line: Line, start: int) -> Line:
    return Line(line.offset + start, line.text[start:])


def without_comments(text: str) -> str:
    """Return a text of the same length with blanks in place of the comments of HTML.

    >>> without_comments("a <!-- b --> c")
    'a            c'
    """
    pieces, done = [], 0
    while (start := text.find("<!--", done)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        pieces += [text[done:start], re.sub(r"[^\n]", " ", text[start : end + 3])]
        done = end + 3
    return "".join([*pieces, text[done:]])
