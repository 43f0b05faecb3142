"""Records of a manuscript: an article, and where in its files everything stands."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ..articles import Article, CitedWork

FaultKind = Literal["broken", "repeated", "no entry", "no file"]


class Fault(NamedTuple):
    """Something that is wrong in a manuscript or its bibliography; the rest was read.

    Attributes:
        kind: broken: an entry or file that cannot be read; repeated: a key of two entries, of which
            the first counts; no entry: a key that is cited and is in no bibliography; no file: a
            file that is named and is not there.
        file: its name.
        line, column: where it begins, from 1; 0 where nobody knows.
        key: of the entry, "" where it has none.
        message: what is wrong, and what to do.
    """

    kind: FaultKind
    file: str
    line: int
    column: int
    key: str
    message: str

    def __str__(self) -> str:
        """Return it as editors and compilers tell of a line.

        >>> str(Fault("repeated", "refs.bib", 7, 0, "zork", "has the key zork again"))
        'refs.bib:7: has the key zork again'
        """
        place = [str(number) for number in (self.line, self.column) if number]
        return f"{':'.join([self.file, *place])}: {self.message}"


class Bibliography(NamedTuple):
    """The works of a bibliography, ``id`` of each its key, and its faults."""

    works: list[CitedWork]
    faults: list[Fault]


class Place(NamedTuple):
    """A character of a file.

    Attributes:
        file: its name.
        line, column: from 1, columns in characters.
    """

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        """Return it as editors take it: ``paper.md:12:5``."""
        return f"{self.file}:{self.line}:{self.column}"


class Quotation(NamedTuple):
    """Half-open characters of the article's text between quotation marks, or set off as a block."""

    start: int
    end: int


class SourceFile(NamedTuple):
    """A file of a manuscript.

    Attributes:
        name: what places call it.
        line_starts: characters at which lines begin, from 0; its lines end in line feeds.
        length: characters.
    """

    name: str
    line_starts: list[int]
    length: int

    @classmethod
    def of(cls, name: str, text: str) -> "SourceFile":
        """Return the file with a text."""
        return cls(name, [0, *(end.end() for end in re.finditer("\n", text))], len(text))

    def place(self, offset: int) -> Place:
        """Return line and column of a character."""
        offset = min(max(offset, 0), self.length)
        line = bisect_right(self.line_starts, offset) - 1
        return Place(self.name, line + 1, offset - self.line_starts[line] + 1)


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A manuscript.

    Attributes:
        article: its text and what it cites, as of any article; ``id`` of each work is its key.
        places: of each of ``article.citations``, where its key stands; None where the format has no
            lines (JATS, TEI, HTML, PDF).
        quotations: of more than five words, ascending.
        faults: of the manuscript and of its bibliographies, each once.
        bibliographies: names of those that were read.
        files: in the order in which they were read.
        origins: (start character of the text, number of the file, character there, whether those
            behind it are as in the file), ascending; () where the format has no lines.
    """

    article: Article
    places: tuple[Place | None, ...]
    quotations: tuple[Quotation, ...]
    faults: tuple[Fault, ...] = ()
    bibliographies: tuple[str, ...] = ()
    files: tuple[SourceFile, ...] = ()
    origins: tuple[tuple[int, int, int, bool], ...] = ()

    def place(self, character: int) -> Place | None:
        """Return where a character of the article's text stands, None where nobody knows."""
        number = bisect_right(self.origins, character, key=lambda origin: origin[0]) - 1
        if number < 0:
            return None
        start, file, offset, is_same = self.origins[number]
        return self.files[file].place(offset + (character - start if is_same else 0))
