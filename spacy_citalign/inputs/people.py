"""The people who wrote a work: surnames and initials, as reference lists give them."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

MAX_AUTHORS = 50
"""Authors of a work that are kept, from the first on; some papers have thousands."""
_MAX_NAME = 300  # characters of a name
_MAX_INITIALS = 4
_GIVEN = re.compile(r"[^\W\d_]+")


class Person(NamedTuple):
    """An author: surname, "" never, and initials without full stops, "" where nobody gives them.

    A collaboration is a surname without initials.
    """

    surname: str
    initials: str = ""


class Authors(NamedTuple):
    """The authors of a work in order, no more than ``MAX_AUTHORS``.

    Attributes:
        surnames: of people, and collaborations.
        initials: of each, "" where they are not given; () where none are given.
    """

    surnames: tuple[str, ...] = ()
    initials: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.surnames)

    @property
    def first(self) -> str:
        """Return the first surname, "" where there is none."""
        return self.surnames[0] if self.surnames else ""


def authors_of(people: Iterable[Person]) -> Authors:
    """Return the authors of a work; people without a surname are left out.

    >>> authors_of([Person("Zork", "AB"), Person("The Frog Consortium")])
    Authors(surnames=('Zork', 'The Frog Consortium'), initials=('AB', ''))
    """
    named = [*islice((person for person in people if person.surname), MAX_AUTHORS)]
    initials = tuple(person.initials for person in named)
    return Authors(
        tuple(person.surname[:_MAX_NAME] for person in named), initials if any(initials) else ()
    )


@lru_cache(maxsize=4096)  # the same people are cited again and again
def initials_of(given: str) -> str:
    """Return the initials in given names.

    >>> initials_of("Ada Maria"), initials_of("A. M."), initials_of("AM"), initials_of("Jean-Luc")
    ('AM', 'AM', 'AM', 'JL')
    """
    names = _GIVEN.findall(given[:_MAX_NAME])
    # Capitals without full stops are initials, unless all names are written in capitals.
    letters = (name if name.isupper() and len(name) <= 3 else name[0].upper() for name in names)
    return "".join(letters)[:_MAX_INITIALS]
