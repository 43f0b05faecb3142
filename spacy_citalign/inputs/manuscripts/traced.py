"""A text that is written piece by piece, each with where in its files it is from."""

import re
from collections import Counter
from collections.abc import Mapping

from ...errors import printable
from ..articles import Citation, CitedWork, Kind, Paragraph
from .records import Fault, Place, Quotation, SourceFile

_PIECE = re.compile(r"[^\s]+(?: [^\s]+)*")  # words with single blanks: as in the file


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
        self.length = 0
        """How many characters were written."""
        self._start = 0  # of the paragraph
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
        pieces, length = [], self.length
        for piece in reversed(self._pieces):
            pieces.append(piece)
            length -= len(piece)
            if length <= start:
                break
        return "".join(reversed(pieces)).rstrip("\n")

    @property
    def is_begun(self) -> bool:
        """Return whether the paragraph has a word."""
        return self.length > self._start

    def write(self, text: str, file: int, offset: int) -> None:
        """Write what stands in a file from a character on."""
        done = 0
        for match in _PIECE.finditer(text):
            self._blank |= match.start() > done
            self._put(match[0], file, offset + match.start(), True)
            done = match.end()
        self._blank |= done < len(text)

    def write_instead(self, text: str, file: int, offset: int) -> None:
        """Write words for what stands at a character of a file."""
        if text[:1].isspace():
            self._blank = True
        if words := " ".join(text.split()):
            self._put(words, file, offset, False)
            self._blank = text[-1:].isspace()

    def write_mark(self, key: str, form: str, file: int, offset: int) -> None:
        """Write a work as a mark of citation names it.

        Args:
            key: of the work.
            form: "full": "Zork 2004"; "narrative": "Zork (2004)"; "year"; "author".
            file, offset: where the key stands.
        """
        numbered = self._works.get(key)
        place = self.files[file].place(offset)
        if numbered is None:
            # As readers of a manuscript with a lost key see it.
            self.write_instead(f"{key}?", file, offset)
            if key not in self._missing:
                self._missing.add(key)
                message = f"the key {key!r} is in no bibliography; add it, or mend the key"
                self.faults.append(Fault("no entry", *place, key, message))
            self.unresolved.append(key)
            return
        number, work = numbered
        start = self.length + (self._blank and self.is_begun)
        self.write_instead(_named(work, form), file, offset)
        self.citations.append(Citation(start, self.length, number, False))
        self.places.append(place)

    def end_paragraph(self, kind: Kind, section: tuple[str, ...]) -> bool:
        """End the paragraph, and return whether it had any words."""
        self._blank = False
        if not self.is_begun:
            return False
        self.paragraphs.append(Paragraph(self._start, self.length, kind, section))
        self._pieces.append("\n")
        self.length += 1
        self._start = self.length
        return True

    def _put(self, text: str, file: int, offset: int, is_same: bool) -> None:
        if self._blank and self.is_begun:
            self._pieces.append(" ")
            self.length += 1
        self._blank = False
        start, last_file, at, was_same = self.origins[-1] if self.origins else (0, 0, 0, False)
        goes_on = (file, offset) == (last_file, at + self.length - start)
        if not (is_same and was_same and goes_on):
            self.origins.append((self.length, file, offset, is_same))
        self._pieces.append(text)
        self.length += len(text)


def _named(work: CitedWork, form: str) -> str:
    """Return how a mark names a work."""
    names = work.authors or ((work.first_author,) if work.first_author else ())
    author = " and ".join(names) if len(names) < 3 else f"{names[0]} et al."
    author = author or " ".join(work.title.split()[:4]) or work.id
    year = work.year or "n.d."
    forms = {"narrative": f"{author} ({year})", "year": year, "author": author}
    return " ".join(forms.get(form, f"{author} {year}").split())


def partners(text: str, signs: re.Pattern[str], opening: str, closing: str) -> dict[int, int]:
    """Return the closing bracket of each opening one; ``signs`` finds both."""
    stack: list[int] = []
    found: dict[int, int] = {}
    for match in signs.finditer(text):
        if match[0] == opening:
            stack.append(match.start())
        elif match[0] == closing and stack:
            found[stack.pop()] = match.start()
    return found
