"""The surname of the first of several people, as names are written in lists of authors."""

import re

# What stands behind a name; a full stop behind a word that is no abbreviation.
_NEXT = re.compile(r"[,;&(\n]|\b(?:and|et al|with)\b|(?<=[^\W\d_]{3})\.(?:\s|$)")
_INITIALS = r"(?:[^\W\d_]\.[ \u00a0-]?)+"
_FIRST_INITIALS = re.compile(rf"{_INITIALS}\s*(?=\S)")
_INITIALS_AFTER = re.compile(rf",\s*(?:{_INITIALS}|[A-Z]{{1,2}}\b)")
_LAST_INITIALS = re.compile(r"(?:\s+(?:[A-Z]{1,3}\b\.?|(?:[A-Z]\.)+))+$")
_NO_NAME = re.compile(r"[^\w.'\u2019 -]+|[0-9_]+")
_MOST = 400  # characters that are looked at


def first_surname(names: str, *, only: bool = False) -> str:
    """Return the surname of the first person, "" where there is none.

    Args:
        names: "A. Zork and B. Lee", "Zork, A., Lee, B.", "Zork A, Lee B", "Anna Zork, Bo Lee".
        only: whether there is nothing but surnames, and initials: "de la Cruz et al."

    >>> first_surname("Laurens van der Mup, Anna Lee"), first_surname("de la Cruz, M., Lee, B.")
    ('van der Mup', 'de la Cruz')
    """
    names = names[:_MOST].strip()
    ends = _NEXT.search(names)
    end = ends.start() if ends else len(names)
    first = " ".join(_NO_NAME.sub(" ", names[:end]).split()).strip(" .-'")
    bare = _FIRST_INITIALS.sub("", first, count=1)
    if only or _INITIALS_AFTER.match(names, end):
        return bare
    words = _LAST_INITIALS.sub("", bare).split()
    if words != bare.split():  # "de la Cruz M"
        return " ".join(words)
    start = len(words) - 1
    while start > 0 and words[start - 1].islower():
        start -= 1
    return " ".join(words[max(0, start) :])
