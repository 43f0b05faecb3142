"""Authors in JSON: objects, arrays, names and strings of names, as the layouts write them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...people import Authors, Person, authors_of, person_of
from .values import plain

_INITIALS = re.compile(r"(?:[A-Z]\.?-?){1,3}")
_SUFFIXES = {"jr", "jr.", "sr", "sr.", "ii", "iii", "iv"}
_GROUPS = re.compile(
    r"\b(?:association|collaboration|committee|consortium|group|institute|network|organi[sz]ation"
    r"|project|society|team)\b",
    re.IGNORECASE,
)
_SURNAMES = ("last", "surname", "family", "lastname")
_GIVEN = ("first", "given", "forename", "firstname", "middle")
_WHOLE = ("name", "full_name")
_AFFILIATION = re.compile(r"\(\(.*|\([^()]*\)", re.DOTALL)  # of arXiv, behind a name
_BETWEEN = re.compile(r";| and |\n")
_MAX_NAME = 300  # characters of a name that are looked at
_MAX_NAMES = 10_000  # of a string of names


def authors_in(value: Any) -> Authors:
    """Return the authors in an array of objects or names, or in one string; nobody in others.

    >>> authors_in("Lake, A.; Pond, B.").surnames, authors_in("Ada Lake, Bo Pond").surnames
    (('Lake', 'Pond'), ('Lake', 'Pond'))
    """
    if isinstance(value, str):
        return authors_of(map(person_named, _names(value)))
    return authors_of(map(_person, value if isinstance(value, list) else ()))


def person_named(name: str) -> Person:
    """Return who has a name; of a group the name is the surname.

    >>> person_named("Ada van der Lake")
    Person(surname='van der Lake', initials='A', given='Ada')
    >>> person_named("Lake AB")
    Person(surname='Lake', initials='AB', given='')
    >>> person_named("Lake, Ada Jr.")
    Person(surname='Lake', initials='A', given='Ada')
    """
    name = name[:_MAX_NAME]
    if _GROUPS.search(name):
        return Person(name)
    surname, comma, given = name.partition(",")
    words = _without_suffix(surname)
    if comma or len(words) < 2:
        rest = _without_suffix(given.partition(",")[0])
        return person_of(" ".join(words), " ".join(rest))
    last = len(words)
    while last > 1 and _INITIALS.fullmatch(words[last - 1]):
        last -= 1
    if last < len(words):
        return person_of(" ".join(words[:last]), " ".join(words[last:]))
    particle = next((place for place, word in enumerate(words[:-1]) if word.islower()), -1)
    return person_of(" ".join(words[particle:]), " ".join(words[:particle]))


def _without_suffix(name: str) -> list[str]:
    """Return the words of a name without "Jr." and the like at the end."""
    words = name.split()
    while len(words) > 1 and words[-1].casefold() in _SUFFIXES:
        words.pop()
    return words


def _names(text: str) -> Iterator[str]:
    """Yield the names in a string; of "Lake, A., Pond, B." the first only."""
    text = _AFFILIATION.sub("", text[:_MAX_NAMES].partition(" et al")[0])
    for piece in _BETWEEN.split(text):
        names = piece.split(",")
        yield from map(plain, names if len(names[0].split()) > 1 else [piece])


def _person(author: Any) -> Person:
    """Return who an item of an array is, without a surname where that is nobody."""
    if isinstance(author, list):  # arXiv's [surname, forename, suffix]
        surname, given = [*map(plain, author[:2]), "", ""][:2]
        return person_of(surname, given)
    if not isinstance(author, dict):
        return person_named(plain(author))
    surname = _first(author, _SURNAMES)
    if not surname:
        return person_named(_first(author, _WHOLE))
    names: list[str] = []
    for key in _GIVEN:
        if part := author.get(key):
            names += map(plain, part if isinstance(part, list) else [part])
    return person_of(surname, " ".join(names))


def _first(author: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    for key in keys:
        if text := plain(author.get(key)):
            return text
    return ""
