"""Names of people as BibTeX has them: "Last, First", "First von Last", "{A Consortium}"."""

import re
from collections.abc import Iterator

from ..manuscripts.latex_words import plain_latex
from ..people import MAX_AUTHORS, Authors, Person, authors_of, person_of

_AND = re.compile(r"[{}]|\s(?i:and)(?=\s)")
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?", re.IGNORECASE)


def bibtex_authors(text: str) -> Authors:
    r"""Return the people of a field ``author``; "and others" is nobody.

    >>> people = bibtex_authors(r'M{\"u}ller, J{\"o}rg and Anna van der Meer and {Frogs and Toads}')
    >>> people.surnames, people.given
    (('Müller', 'van der Meer', 'Frogs and Toads'), ('Jörg', 'Anna', ''))
    >>> bibtex_authors("Zork, Jr., A. B. and others").surnames
    ('Zork',)
    """
    return authors_of(_person(name) for name in _names(text))


def _names(text: str) -> Iterator[str]:
    """Yield the names that "and" divides outside of braces."""
    depth = start = count = 0
    for match in _AND.finditer(text):
        if match[0] in "{}":
            depth += 1 if match[0] == "{" else -1
        elif depth <= 0:
            yield text[start : match.start()].strip()
            start = match.end()
            count += 1
            if count == MAX_AUTHORS:
                return
    yield text[start:].strip()


def _person(name: str) -> Person:
    if name.startswith("{") and name.endswith("}") and "{" not in name[1:].replace("{\\", ""):
        return Person(plain_latex(name))
    parts = [plain_latex(part) for part in name.split(",")]
    if len(parts) > 1:
        given = parts[-1] if len(parts) > 2 and _SUFFIX.fullmatch(parts[1]) else parts[1]
        return person_of(parts[0], given)
    words = parts[0].split()
    if not words or words == ["others"]:
        return Person("")
    small = next((n for n, word in enumerate(words[:-1]) if n and word[0].islower()), None)
    last = len(words) - 1 if small is None else small
    return person_of(" ".join(words[last:]), " ".join(words[:last]))
