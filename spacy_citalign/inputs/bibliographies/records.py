"""A bibliography as it was read: the works by their keys, and what was wrong."""

from typing import Literal, NamedTuple

from ..articles import CitedWork

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
