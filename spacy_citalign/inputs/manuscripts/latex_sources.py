r"""The files of a manuscript in LaTeX as one text: with what ``\input`` names, without comments.

Every character of the text is that of a file, at a place that is known; what is left out, comments
and verbatim text, is held by a character that no text has.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ...errors import InputError, printable, without_name
from .bibliographies import read_source
from .latex_words import LOST, plain_latex
from .records import Fault
from .traced import partners

_VERBATIM = r"verbatim|Verbatim|lstlisting|minted|comment|filecontents|alltt|python|Schunk|Sinput"
_TOKEN = re.compile(
    rf"\\begin\s{{0,3}}\{{(?P<verbatim>(?:{_VERBATIM})\*?)\}}"
    r"|\\(?P<input>input|include|subfile)\s{0,3}\{(?P<file>[^{}\n%]{1,300})\}"
    r"|(?P<document>\\begin\s{0,3}\{document\})|(?P<end>\\end\s{0,3}\{document\})"
    r"|(?P<address>\\(?:url|href|path|nolinkurl)\s{0,3}\{[^{}\n]{0,1500}\})"
    r"|(?P<false>\\iffalse(?![A-Za-z]))|\\verb\*?(?P<sign>[^A-Za-z\s*])"
    r"|(?P<escaped>\\.)|(?P<comment>%[^\n]*(?:\n[ \t]*)?)",
    re.DOTALL,
)
_BIBLIOGRAPHY = re.compile(
    r"\\(?:(?P<bibtex>bibliography|nobibliography)|addbibresource|addglobalbib)\*?\s{0,3}"
    r"(?:\[[^\[\]]{0,200}\])?\s{0,3}\{([^{}]{1,2000})\}"
)
_TITLE = re.compile(r"\\title\s{0,3}(?:\[[^\[\]]{0,500}\])?\s{0,3}(?=\{)")
_MACRO = re.compile(
    r"\\(?:(?:re|provide)?newcommand\*?\s{0,3}\{?\s{0,3}|def\s{0,3})\\(?P<name>[A-Za-z]{1,50})"
    r"\s{0,3}\}?\s{0,3}(?=\{)"
)
_FALSE_END = r"\\fi(?![A-Za-z])"
_ITEMS = re.compile(r"\\begin\s{0,3}\{thebibliography\}")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_SPECIAL = re.compile(r"[\\{}$%~^&_#]")
_MAX_FILES, _MAX_DEPTH = 500, 20
_MAX_LENGTH = 50_000_000  # characters of all files together
_MAX_MACRO = 300


class _Segment(NamedTuple):
    """Where a run of the text is from: its first character, the file, and the character there."""

    start: int
    file: int
    offset: int


class LatexSources:
    """The files of a manuscript.

    Args:
        path: the main file.
        source: its content.

    Attributes:
        text: of all files, one behind the other as they are read.
        start, end: of the document in it.
        files: names and contents.
        partners: the closing brace of each opening one.
        title: "" where there is none.
        bibliographies: names of files.
        items: the lists of references that stand in it, as LaTeX.
        macros: plain words that commands of its own stand for.
        faults: files that are not there or cannot be read.
    """

    def __init__(self, path: Path, source: str) -> None:
        self.files: list[tuple[str, str]] = []
        self.faults: list[Fault] = []
        self.start = self.end = 0
        self._path, self._folder = path, path.parent.resolve()
        self._segments: list[_Segment] = []
        self._pieces: list[str] = []
        self._unclosed: set[tuple[int, str]] = set()  # files, and ends that are not there
        self._length = self._inputs = 0
        self._read(path, source)
        self.text = "".join(self._pieces)
        self.end = self.end or len(self.text)
        self.partners = partners(self.text, _BRACE, "{", "}")
        title = _TITLE.search(self.text)
        self.title = plain_latex(self.argument(title.end())) if title else ""
        self.bibliographies = [*_named_bibliographies(self.text)]
        self.items = [*_item_lists(self.text)] or [*self._compiled_items()]
        self.macros = dict(self._macros())

    def place(self, character: int) -> tuple[int, int]:
        """Return the file of a character of the text, and its place there."""
        segment = self._segments[self._number(character)]
        return segment.file, segment.offset + character - segment.start

    def runs(self, start: int, end: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield runs of characters that are from one file: start, end, file, place there."""
        number = self._number(start)
        while start < end:
            last = number + 1 == len(self._segments)
            stop = end if last else min(end, self._segments[number + 1].start)
            yield start, stop, *self.place(start)
            start, number = stop, number + 1

    def argument(self, brace: int) -> str:
        """Return what stands in braces that open at a character, "" where nothing closes them."""
        end = self.partners.get(brace)
        return "" if end is None else self.text[brace + 1 : end].replace(LOST, "")

    def _number(self, character: int) -> int:
        return max(bisect_right(self._segments, (character, len(self.files), 0)) - 1, 0)

    def _read(self, path: Path, source: str) -> None:
        """Take a file, and those that it names in their places."""
        open_files = [(self._add_file(path, source), source, 0)]
        paths = [path.resolve()]
        while open_files:
            file, text, done = open_files.pop()
            while match := _TOKEN.search(text, done):
                self._take(text[done : match.start()], file, done)
                done = match.end()
                if match["input"]:
                    if inner := self._input(match, file, paths):
                        open_files += [(file, text, done), (*inner, 0)]
                        break
                elif match["end"] and not open_files:
                    self.end = self._length
                    return
                elif match["document"]:
                    self.start = self.start if open_files else self._length
                else:
                    done = self._other(match, text, file)
            else:
                self._take(text[done:], file, done)
                paths.pop()

    def _add_file(self, path: Path, text: str) -> int:
        if self.files:  # the main one is called as it was given
            path = self._path.parent / path.relative_to(self._folder)
        self.files.append((printable(path), text))
        return len(self.files) - 1

    def _take(self, text: str, file: int, offset: int) -> None:
        if text:
            self._segments.append(_Segment(self._length, file, offset))
            self._pieces.append(text)
            self._length += len(text)
        if self._length > _MAX_LENGTH:
            raise InputError(
                f"{printable(self._path)}: its files have more than {_MAX_LENGTH:,} characters "
                "together; see whether one is read again and again"
            )

    def _other(self, match: re.Match[str], text: str, file: int) -> int:
        """Take a comment, verbatim text or a command; return the character behind it."""
        start, end = match.span()
        if match["escaped"] or match["address"]:  # in which a "%" begins no comment
            self._take(match[0].replace("%", LOST) if match["address"] else match[0], file, start)
            return end
        if match["verbatim"] or match["false"]:
            named = f"\\end{{{match['verbatim']}}}"
            closing = _FALSE_END if match["false"] else re.escape(named)
            is_sought = (file, closing) not in self._unclosed
            ended = re.compile(closing).search(text, end) if is_sought else None
            if ended is None:
                self._unclosed.add((file, closing))
                return end
            end = ended.end()
        elif match["sign"]:
            close = text.find(match["sign"], end, end + 300)
            if close < 0 or "\n" in text[end:close]:
                return end
            self._take(LOST * (end - start), file, start)
            self._take(_SPECIAL.sub(" ", text[end:close]), file, end)
            return close + 1
        self._take(LOST * (end - start), file, start)
        return end

    def _input(self, match: re.Match[str], file: int, paths: list[Path]) -> tuple[int, str] | None:
        """Return the number and content of a file that is named; None of one that is not read."""
        named = match["file"].strip()
        try:
            path = (self._folder / named).resolve()
            if not path.is_file():
                path = path.with_name(f"{path.name}.tex")
            why = self._why_not(path, paths)
            text = "" if why else read_source(path, printable(named))
        except (InputError, OSError, ValueError) as error:
            why = f"cannot be read ({printable(str(error))})"
        if why:
            line = self.files[file][1].count("\n", 0, match.start()) + 1
            message = f"the file {printable(named)!r} {why}"
            self.faults.append(Fault("no file", self.files[file][0], line, 0, "", message))
            return None
        self._inputs += 1
        paths.append(path)
        return self._add_file(path, text), text

    def _why_not(self, path: Path, paths: list[Path]) -> str:
        """Return why a file is not read, "" if it is."""
        if not path.is_relative_to(self._folder):
            return "is not in the folder of the manuscript; only what is there is read"
        if not path.is_file():
            return "is not there"
        if path in paths:
            return "names itself"
        if len(paths) > _MAX_DEPTH or self._inputs >= _MAX_FILES:
            return f"is one of more than {_MAX_FILES}, or named by too many others in a row"
        return ""

    def _compiled_items(self) -> Iterator[str]:
        """Yield the lists of the file that BibTeX made of the bibliography, if it is there."""
        path = self._path.with_suffix(".bbl")
        shown = printable(path)
        named = [self._path.parent / name for name in self.bibliographies]
        if path.is_file() and not any(one.is_file() for one in named):
            try:
                yield from _item_lists(read_source(path, shown))
            except InputError as error:
                self.faults.append(Fault("broken", shown, 0, 0, "", without_name(error, shown)))

    def _macros(self) -> Iterator[tuple[str, str]]:
        for match in _MACRO.finditer(self.text):
            meaning = self.argument(match.end())
            if len(meaning) <= _MAX_MACRO and "#" not in meaning:
                yield match["name"], plain_latex(meaning)


def _named_bibliographies(text: str) -> Iterator[str]:
    for match in _BIBLIOGRAPHY.finditer(text):
        for listed in match[2].replace(LOST, "").split(","):
            if name := " ".join(listed.split()):
                yield name if name.lower().endswith((".bib", ".json")) else f"{name}.bib"


def _item_lists(text: str) -> Iterator[str]:
    done = 0
    while begin := _ITEMS.search(text, done):
        end = text.find("\\end{thebibliography}", begin.end())
        done = len(text) if end < 0 else end
        yield text[begin.end() : done].replace(LOST, "")
