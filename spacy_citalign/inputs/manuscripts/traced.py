"""A text that is written piece by piece, each with where in its files it is from."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from ...errors import printable
from ..articles import Citation, CitedWork, Kind, Paragraph
from ..bibliographies.records import Fault
from .records import Place, Quotation, SourceFile

_PIECE = re.compile(r"[^\s]+(?: [^\s]+)*")  # words with single blanks: as in the file
_NO_YEAR = "n.d."


class WrittenMark(NamedTuple):
    """A work in a mark of citation, before the bibliography says what it is.

    Attributes:
        key: of the work.
        form: "full": "Zork 2004"; "narrative": "Zork (2004)"; "year"; "author".
        offset: of the key in its file.
    """

    key: str
    form: str
    offset: int


class TracedText:
    """The text of a manuscript while it is written.

    White space is collapsed; marks of citation are written as readers see them, by the works that
    their keys name, so that all that reads articles reads manuscripts, too.

    Args:
        works: of the bibliography, by key.
    """

    def __init__(self, works: Mapping[str, tuple[int, CitedWork]]) -> None:
        self._works = works
        self._pieces: list[str] = []
        self._length = self._start = 0  # of the text, and where the paragraph begins
        self._blank = False  # one is to be written before the next word
        self.origins: list[tuple[int, int, int, bool]] = []
        self.files: list[SourceFile] = []
        self.paragraphs: list[Paragraph] = []
        self.citations: list[Citation] = []
        self.places: list[Place] = []
        self.faults: list[Fault] = []
        self.unresolved: list[str] = []
        self._missing: set[str] = set()
        self.quotations: list[Quotation] = []
        self.left_out: Counter[Kind] = Counter()
        """How many citations stand in what is not read."""

    def add_file(self, name: str, text: str) -> int:
        """Return the number of a file, which places name."""
        self.files.append(SourceFile.of(printable(name), text))
        return len(self.files) - 1

    @property
    def text(self) -> str:
        """Return what was written."""
        return "".join(self._pieces)

    def last_paragraph(self) -> str:
        """Return the text of the paragraph that was ended last."""
        start, _, _, _ = self.paragraphs[-1]
        pieces, length = [], self._length
        for piece in reversed(self._pieces):
            pieces.append(piece)
            length -= len(piece)
            if length <= start:
                break
        return "".join(reversed(pieces)).rstrip("\n")

    @property
    def is_begun(self) -> bool:
        """Return whether the paragraph has a word."""
        return self._length > self._start

    @property
    def length(self) -> int:
        """Return how many characters were written."""
        return self._length

    def write(self, text: str, file: int, offset: int) -> None:
        """Write what stands in a file from a character on."""
        done = 0
        for match in _PIECE.finditer(text):
            if match.start() > done:
                self._blank = True
            self._put(match[0], file, offset + match.start(), True)
            done = match.end()
        if done < len(text):
            self._blank = True

    def write_instead(self, text: str, file: int, offset: int) -> None:
        """Write words for what stands at a character of a file."""
        if text[:1].isspace():
            self._blank = True
        if words := " ".join(text.split()):
            self._put(words, file, offset, False)
            self._blank = text[-1:].isspace()

    def write_mark(self, mark: WrittenMark, file: int) -> None:
        """Write a work as a mark of citation names it."""
        numbered = self._works.get(mark.key)
        place = self.files[file].place(mark.offset)
        if numbered is None:
            # As readers of a manuscript with a lost key see it.
            self.write_instead(f"{mark.key}?", file, mark.offset)
            if mark.key not in self._missing:
                self._missing.add(mark.key)
                message = f"the key {mark.key!r} is in no bibliography; add it, or mend the key"
                self.faults.append(
                    Fault("no entry", place.file, place.line, place.column, mark.key, message)
                )
            self.unresolved.append(mark.key)
            return
        number, work = numbered
        words = _named(work, mark.form)
        start = self._length + (self._blank and self.is_begun)
        self.write_instead(words, file, mark.offset)
        self.citations.append(Citation(start, self._length, number, False))
        self.places.append(place)

    def end_paragraph(self, kind: Kind, section: tuple[str, ...]) -> bool:
        """End the paragraph, and return whether it had any words."""
        self._blank = False
        if not self.is_begun:
            return False
        self.paragraphs.append(Paragraph(self._start, self._length, kind, section))
        self._pieces.append("\n")
        self._length += 1
        self._start = self._length
        return True

    def _put(self, text: str, file: int, offset: int, is_same: bool) -> None:
        if self._blank and self.is_begun:
            self._pieces.append(" ")
            self._length += 1
        self._blank = False
        last = self.origins[-1] if self.origins else None
        expected = last and (last[1], last[2] + self._length - last[0], True)
        if not is_same or not last or not last[3] or (file, offset, True) != expected:
            self.origins.append((self._length, file, offset, is_same))
        self._pieces.append(text)
        self._length += len(text)


def _named(work: CitedWork, form: str) -> str:
    """Return how a mark names a work."""
    names = work.authors or ((work.first_author,) if work.first_author else ())
    author = " and ".join(names) if len(names) < 3 else f"{names[0]} et al."
    author = author or " ".join(work.title.split()[:4]) or work.id
    year = work.year or _NO_YEAR
    forms = {"narrative": f"{author} ({year})", "year": year, "author": author}
    return " ".join(forms.get(form, f"{author} {year}").split())
