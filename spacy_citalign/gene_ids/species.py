"""Species that a text speaks of: a table of words, found wherever they stand as words.

``species.tsv`` beside this file is the table; a user may give another, or one that comes to it.
"""

import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from .names import has_boundary, lower_words, places_of

_START = re.compile(r"(?<![^\W_])[^\W_]+")
_COLUMNS = 4
_MAX_TAXON = 2**31  # no taxon of NCBI is near it
_SHOWN = 60


class SpeciesMention(NamedTuple):
    """Words that speak of a species.

    Attributes:
        start, end: half-open characters.
        taxon: of NCBI Taxonomy.
        weight: how sure it is, above 0 to 1.
    """

    start: int
    end: int
    taxon: int
    weight: float


class _Form(NamedTuple):
    text: str
    is_exact: bool
    taxon: int
    weight: float


class SpeciesWords:
    """Words for species, by which texts are searched.

    Attributes:
        names: by taxon, a name to be shown.
    """

    def __init__(self, rows: Iterable[tuple[int, str, float, Iterable[str]]]):
        """Take rows of a table: taxon, name, weight, words."""
        self.names: dict[int, str] = {}
        self._forms: dict[str, list[_Form]] = {}
        for taxon, name, weight, words in rows:
            self.names.setdefault(taxon, name)
            for text in words:
                first = _START.match(text)
                if first is not None:
                    form = _Form(text, text != text.lower(), taxon, weight)
                    self._forms.setdefault(first[0].lower(), []).append(form)
        for forms in self._forms.values():
            forms.sort(key=lambda form: (-len(form.text), form))

    def find(self, text: str) -> list[SpeciesMention]:
        """Return the mentions of species in a text, ascending, none within another.

        >>> words = species_words()
        >>> [words.names[one.taxon] for one in words.find("In HeLa cells, not in mice")]
        ['human', 'mouse']
        """
        mentions: list[SpeciesMention] = []
        end = 0
        forms = self._forms
        lower, words = lower_words(text)
        if len(lower) != len(text):  # a letter that is two in small letters
            lower = "".join(letter.lower()[0] for letter in text)
        firsts = [(at, word) for word in words & forms.keys() for at in places_of(word, lower)]
        for start, word in sorted(firsts):
            if start < end:
                continue
            listed = forms[word]
            for form in listed:
                stop = start + len(form.text)
                part = text[start:stop]
                same = part == form.text if form.is_exact else part.lower() == form.text
                if same and has_boundary(text, stop):
                    if form.taxon:
                        mentions.append(SpeciesMention(start, stop, form.taxon, form.weight))
                    end = stop
                    break
        return mentions


@cache
def species_words(more: Path | None = None) -> SpeciesWords:
    """Return the words of the package's table, after those of a file of the same form.

    Raises:
        InputError: the file cannot be read, or a row is none.
    """
    table = resources.files(__package__) / "species.tsv"
    rows = [] if more is None else list(_rows(_text_of(more), str(more)))
    return SpeciesWords([*rows, *_rows(table.read_text("utf-8"), table.name)])


def _text_of(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"the words for species {file} cannot be read ({error}); give a text file in UTF-8"
        ) from error


def _rows(table: str, name: str) -> Iterable[tuple[int, str, float, list[str]]]:
    for number, line in enumerate(table.split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = line.rstrip("\r").split("\t")
        try:
            taxon, species, weight, words = fields
            known = int(taxon), species, float(weight), words.split("|")
            if not (0 <= known[0] < _MAX_TAXON and 0 < known[2] <= 1):
                raise ValueError
        except ValueError:
            raise InputError(
                f"{name}, line {number}: {line[:_SHOWN]!r} is no row of {_COLUMNS} columns; write "
                "taxon, name, a weight above 0 to 1, and words joined by |, with tabs between them"
            ) from None
        yield known
