"""People as names are written in lists of authors: the first, and all where they are told apart."""

import re

from ...people import MAX_AUTHORS, Person, initials_of, person_of

# What stands behind a name; a full stop behind a word that is no abbreviation.
_NEXT = re.compile(r"[,;&(\n]|\b(?:and|et al|with)\b|(?<=[^\W\d_]{3})\.(?:\s|$)")
_INITIALS = r"(?:[^\W\d_]\.[ \u00a0-]?)+"
_FIRST_INITIALS = re.compile(rf"{_INITIALS}\s*(?=\S)")
_INITIALS_AFTER = re.compile(rf",\s*(?:{_INITIALS}|[A-Z]{{1,2}}\b)")
_MIDDLE_INITIALS = re.compile(rf"\s{_INITIALS}\s*\S")
_LAST_INITIALS = re.compile(r"(?<!\s)(?:\s+(?:[A-Z]{1,3}\b\.?|(?:[A-Z]\.){2,})){1,20}$")
_NO_NAME = re.compile(r"[^\w.'\u2019 -]+|[0-9_]+")
_MAX = 400  # characters in which the first is looked for
_MAX_NAMES = 10_000  # characters in which all are
_BETWEEN = re.compile(r"[,;&\n]|\band\b")
_TRAILING_YEAR = re.compile(r"(?:(?<![\s,(])[\s,(]+)?(?:1[6-9]|20)[0-9]{2}[a-z]?[).\s]*$")
_INITIALS_PART = re.compile(_INITIALS)
_INITIALS_ONLY = re.compile(rf"(?:{_INITIALS})[A-Z]?|(?:[A-Z] ?){{1,3}}")
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['\u2019-])*")
# Initials or given names before one surname.
_USUAL = re.compile(r"((?:[A-Z](?:\.|[a-z]*) ?){1,4})(?<=[ .])([A-Z][a-z]+)")
_OTHERS = re.compile(r"\bet al\b|\bothers\b")
_MAX_WORDS = 5  # of a name


def first_surname(names: str, *, only: bool = False) -> str:
    """Return the surname of the first person, "" where there is none.

    Args:
        names: "A. Zork and B. Lee", "Zork, A., Lee, B.", "Zork A, Lee B", "Anna Zork, Bo Lee".
        only: whether there is nothing but surnames, and initials: "de la Cruz et al."

    >>> first_surname("Laurens van der Mup, Anna Lee"), first_surname("de la Cruz, M., Lee, B.")
    ('van der Mup', 'de la Cruz')
    """
    names = names[:_MAX].strip()
    ends = _NEXT.search(names)
    end = ends.start() if ends else len(names)
    first = " ".join(_NO_NAME.sub(" ", names[:end]).split()).strip(" .-'")
    bare = _FIRST_INITIALS.sub("", first, count=1)
    # "Zork, A., Lee, B.", not "Anna M. Zork, B. Lee".
    if only or (_INITIALS_AFTER.match(names, end) and not _MIDDLE_INITIALS.search(first)):
        return bare
    words = _LAST_INITIALS.sub("", bare).split()
    if words != bare.split():  # "de la Cruz M"
        return " ".join(words)
    start = len(words) - 1
    while start > 0 and words[start - 1].islower():
        start -= 1
    return " ".join(words[max(0, start) :])


def people_in(names: str, *, only: bool = False) -> list[Person]:
    """Return the people in a list of authors where all are told apart, else the first alone.

    Args:
        names: as in ``first_surname``.
        only: as in ``first_surname``.

    >>> [person.surname for person in people_in("A. Zork, Bo van der Mup, and C. D. Lee.")]
    ['Zork', 'van der Mup', 'Lee']
    >>> people_in("Zork, A., & Lee, B."), people_in("Zork, A. Frogs and ponds.")
    ([Person(surname='Zork', initials='A', given=''), Person(surname='Lee', initials='B', \
given='')], [Person(surname='Zork', initials='', given='')])
    """
    first = first_surname(names, only=only)
    people = _all_people(names, only=only)
    if people and people[0].surname == first:
        return people
    return [Person(first)] if first else []


def _all_people(names: str, *, only: bool) -> list[Person]:
    """Return the people in a list where each part of it is a name, else nobody."""
    if _OTHERS.search(names):
        return []
    listed = _TRAILING_YEAR.sub("", names[:_MAX_NAMES])
    parts = [part for part in (piece.strip() for piece in _BETWEEN.split(listed)) if part]
    surnames, given = parts[::2], parts[1::2]
    if len(surnames) == len(given) and all(map(_INITIALS_ONLY.fullmatch, given)):
        pairs = [*zip(surnames, map(initials_of, given), strict=True)]
        parts = [f"{surname} {initials}" for surname, initials in pairs]
    people = [_person(part.rstrip(". "), only=only) for part in parts[:MAX_AUTHORS]]
    return [] if None in people else [person for person in people if person]


def _person(name: str, *, only: bool) -> Person | None:
    """Return who has a name, None where it may be none."""
    if not only and (usual := _USUAL.fullmatch(name)):  # most names, and quickly
        return person_of(usual[2], usual[1])
    surname = first_surname(name, only=only)
    if name.endswith(surname):
        given = name.removesuffix(surname).strip()
    else:
        given = name.removeprefix(surname).strip()
        if not _INITIALS_ONLY.fullmatch(given):
            return None
    words = [*_INITIALS_PART.sub(" ", given).split(), *surname.split()]
    if not surname or len(words) > _MAX_WORDS or not all(map(_WORD.fullmatch, words)):
        return None
    is_written_so = words[-1][0].isupper() and (only or given[:1].isupper())
    return person_of(surname, given) if is_written_so else None
