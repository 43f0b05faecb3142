"""The people who wrote a work: surnames, initials and given names, as far as lists give them."""

import re
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from ...words.keeping import kept

MAX_AUTHORS = 50
"""Authors of a work that are kept, from the first on; some papers have thousands."""
_MAX_NAME = 300  # characters of a name
_MAX_INITIALS = 4
_MAX_GIVEN = 60  # characters of given names that are kept
_GIVEN = re.compile(r"[^\W\d_]+")
# What belongs to the surname behind given names: "J. van der", "Maria de la".
_PARTICLES = re.compile(
    r"(?<=[\s.])(?:(?:[dl]['\u2019]|'t|af|(?<!et )al|av|ben|bin|da|dal|dalla|das|de|dei|del|dell"
    r"|della|delle|den|der|des|di|do|dos|du|el|ibn|la|las|le|los|op|ten|ter|van|vande|vander|vom"
    r"|von|zu|zum|zur)(?:\s+|$)){1,8}$"
)


class Person(NamedTuple):
    """An author; a collaboration is a surname alone.

    Attributes:
        surname: "" never.
        initials: without full stops, "" where nobody gives them.
        given: names as printed, "" where there are initials only.
    """

    surname: str
    initials: str = ""
    given: str = ""


class Authors(NamedTuple):
    """The authors of a work in order, no more than ``MAX_AUTHORS``.

    Attributes:
        surnames: of people, and collaborations.
        initials: of each, "" where they are not given; () where none are given.
        given: names of each, likewise.
    """

    surnames: tuple[str, ...] = ()
    initials: tuple[str, ...] = ()
    given: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.surnames)

    @property
    def first(self) -> str:
        """Return the first surname, "" where there is none."""
        return self.surnames[0] if self.surnames else ""


def authors_of(people: Iterable[Person]) -> Authors:
    """Return the authors of a work; people without a surname are left out.

    >>> authors_of([Person("Zork", "AB", "Ada B."), Person("The Frog Consortium")])
    Authors(surnames=('Zork', 'The Frog Consortium'), initials=('AB', ''), given=('Ada B.', ''))
    """
    named = [*islice((person for person in people if person.surname), MAX_AUTHORS)]
    surnames = tuple(person.surname[:_MAX_NAME] for person in named)
    initials = tuple(person.initials for person in named)
    given = tuple(person.given for person in named)
    return Authors(surnames, initials if any(initials) else (), given if any(given) else ())


def person_of(surname: str, given: str) -> Person:
    """Return who has a surname and given names, or initials.

    >>> person_of("Zork", "Ada B."), person_of("Frog", "A. B.").given, person_of("Ott", "AB").given
    (Person(surname='Zork', initials='AB', given='Ada B.'), '', '')
    >>> person_of("Meer", "J van der")
    Person(surname='van der Meer', initials='J', given='')
    """
    particles, initials, full = _parts_of(given)
    return Person(f"{particles} {surname}" if particles and surname else surname, initials, full)


@kept(1 << 14)
def _parts_of(given: str) -> tuple[str, str, str]:
    """Return the particles behind given names, their initials, and full names, "" of initials."""
    match = _PARTICLES.search(given, 0, _MAX_NAME)
    names = given[: match.start()].rstrip() if match else given
    words = _GIVEN.findall(names[:_MAX_NAME])
    whole = any(len(word) > 1 and not (word.isupper() and len(word) <= 3) for word in words)
    full = " ".join(names[:_MAX_GIVEN].split()) if whole else ""
    return match[0].strip() if match else "", initials_of(names), full


@kept(4096)  # the same people are cited again and again
def initials_of(given: str) -> str:
    """Return the initials in given names.

    >>> initials_of("Ada Maria"), initials_of("A. M."), initials_of("AM"), initials_of("Jean-Luc")
    ('AM', 'AM', 'AM', 'JL')
    """
    names = _GIVEN.findall(given[:_MAX_NAME])
    # Capitals without full stops are initials, unless all names are written in capitals.
    letters = (name if name.isupper() and len(name) <= 3 else name[0].upper() for name in names)
    return "".join(letters)[:_MAX_INITIALS]


# Years of a reference's words: in brackets, or what looks like no page.
_WRITTEN_YEARS = (
    re.compile(r"\(((?:1[5-9]|20)[0-9]{2})[a-z]?[),;]"),
    re.compile(r"(?<![\w:/.\u2013-])((?:1[5-9]|20)[0-9]{2})[a-z]?(?![\w:/\u2013-])"),
)
# The first author where a reference begins with one: "R. Lake", "Lake, R.", "Lake RB".
_BEGIN = re.compile(
    r"(?:\[\w{1,12}\] ?|[0-9]{1,3}[.)] )?(?:(?:[A-Z]\. ?-?){1,4}(?P<last>[A-Z][\w'\u2019-]+)"
    r"|(?P<first>[A-Z][\w'\u2019-]+),? (?:[A-Z]\.|[A-Z]{1,3}\b))"
)


def written_author(text: str) -> str:
    """Return the surname of the first author where a reference begins with one, else "".

    >>> written_author("[3] R. Lake and B. Pond, Frogs."), written_author("Lake RB. Frogs.")
    ('Lake', 'Lake')
    >>> written_author("The frogs of 1999")
    ''
    """
    match = _BEGIN.match(text)
    return (match["last"] or match["first"]) if match else ""


def written_year(text: str) -> str:
    """Return the year in the words of a reference, "" where there is none.

    >>> written_year("Lee A. Frogs. Ponds 12:1999-2003 (2004)."), written_year("Ponds, 1998b, 3")
    ('2004', '1998')
    """
    matches = (pattern.search(text) for pattern in _WRITTEN_YEARS)
    return next((match[1] for match in matches if match), "")
