"""Citing articles as rows describe them: what they are called, and whether they cite their own.

``article`` and ``cited`` are records as in the rows of ``citalign citances``, of which everything
may be missing: ``authors`` (surnames), ``initials`` and ``given_names`` (of each author),
``first_author``, ``doi`` ...
"""

import math
import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...words.data_files import word_lists
from .work_names import IDENTIFIERS, normal_name, stripped, surname

# Surnames that many scientists have: by a list, and all of one syllable of Pinyin.
_COMMON = word_lists(__package__, "words.tsv")["common surnames"]
_PINYIN = re.compile(
    r"(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])?"
    r"(?:i?ao|[iu]?ang?|i?ong|u?ai|i[aeu]|ing?|u[aeino]|[eo]u|e[inr]|eng|[aeiouv])"
)
# How often two authors of different works are called the same by chance, at most, by how much of
# their names is known on both sides.
_CHANCES = {
    "rare": {"full": 1e-8, "initials": 1e-7, "initial": 4e-7, "surname": 1e-5},
    "common": {"full": 5e-6, "initials": 1e-4, "initial": 1e-3, "surname": 2e-2},
}
_MOST = 1e-3  # above: the chance that the names that two works share are of others


class _Author(NamedTuple):
    """An author: surname, initials and given names in normal form, "" and () for none.

    The surname is without particles, "meer", and ``whole`` with them, "vandermeer".
    """

    surname: str
    whole: str
    initials: str
    given: tuple[str, ...]


class SharedName(NamedTuple):
    """A name that an article and a work have in common.

    Attributes:
        chance: how often two authors of different works are called so.
        known: how much of it is the same: "full", "initials" (two and more), "initial", "surname".
        common: whether many scientists have the surname.
    """

    chance: float
    known: str
    common: bool


def citing_article(citance: Mapping[str, Any]) -> str | None:
    """Return what the article of a citance is called; citances of one article have one name.

    It is the ``source``, else an identifier in ``article``, else nobody knows: None.

    >>> citing_article({"source": "PMC7"}), citing_article({"article": {"doi": "10.5555/X"}})
    ('PMC7', 'doi:10.5555/x')
    """
    if source := stripped(citance.get("source")):
        return source
    article = citance.get("article")
    known = article if isinstance(article, Mapping) else {}
    values = ((kind, stripped(known.get(kind))) for kind in IDENTIFIERS)
    return next((f"{kind}:{value.lower()}" for kind, value in values if value), None)


def is_self_citation(article: Mapping[str, Any], cited: Mapping[str, Any]) -> bool:
    """Return whether a citing article and a cited work have an author in common.

    They have if the authors who are called the same are hardly other people, given how common
    their names are and how many authors there are to compare: by the full name on both sides, by
    initials if the surname is rare or if several authors are shared. Full names that differ are
    those of others. Case, accents and punctuation do not matter.

    >>> lake = {"authors": ["Lake"], "given_names": ["Ada B."]}
    >>> is_self_citation(lake, {"authors": ["Frog", "LAKE"], "given_names": ["", "Ada"]})
    True
    >>> is_self_citation(lake, {"authors": ["Lake"], "given_names": ["Anna"]})
    False
    >>> is_self_citation(lake, {"authors": ["van der Lake"], "given_names": ["Ada"]})
    True
    >>> zhang, ott = {"authors": ["Zhang"], "initials": ["Y"]}, {"authors": ["Ott", "Zhang"]}
    >>> is_self_citation(zhang, zhang)
    False
    """
    names = shared_names(article, cited)
    compared = len(_authors(article)) * len(_authors(cited))
    return bool(names) and math.prod(compared * name.chance for name in names) < _MOST


def shared_names(article: Mapping[str, Any], cited: Mapping[str, Any]) -> list[SharedName]:
    """Return the names that a citing article and a cited work share, no author's twice."""
    by_surname = defaultdict(list)
    for number, author in enumerate(_authors(cited)):
        for surname_of in {author.surname, author.whole}:
            by_surname[surname_of].append((number, author))
    alike = []
    for place, author in enumerate(_authors(article)):
        others = by_surname.get(author.surname, []) + by_surname.get(author.whole, [])
        for number, other in dict(others).items():
            if (known := _known_alike(author, other)) is not None:
                common = _is_common(author) or _is_common(other)
                chance = _CHANCES["common" if common else "rare"][known]
                alike.append((chance, place, number, SharedName(chance, known, common)))
    names = []
    ours, theirs = set(), set()
    for _, place, number, name in sorted(alike):  # those that tell most first
        if place not in ours and number not in theirs:
            ours.add(place)
            theirs.add(number)
            names.append(name)
    return names


def _is_common(author: _Author) -> bool:
    return any(
        name in _COMMON or len(name) < 3 or _PINYIN.fullmatch(name) is not None
        for name in (author.surname, author.whole)
    )


def _known_alike(one: _Author, other: _Author) -> str | None:
    """Return how much of two authors' given names is the same, None if they differ."""
    if one.given and other.given:
        if "".join(one.given) == "".join(other.given):
            return "full"
        pairs = list(zip(one.given, other.given, strict=False))
        if not all(a == b or (1 in (len(a), len(b)) and a[0] == b[0]) for a, b in pairs):
            return None
        if any(len(a) > 1 and a == b for a, b in pairs):
            return "full"
    if not one.initials or not other.initials:
        return "surname"
    if one.initials == other.initials and len(one.initials) > 1:
        return "initials"
    fits = one.initials.startswith(other.initials) or other.initials.startswith(one.initials)
    return "initial" if fits else None


def _authors(record: Mapping[str, Any]) -> list[_Author]:
    """Return the authors of a record, those with a surname."""
    surnames = _list(record.get("authors")) or [record.get("first_author")]
    names = [stripped(name) for name in surnames]
    initials, given = (
        values if len(values) == len(surnames) else [""] * len(surnames)
        for values in (_list(record.get("initials")), _list(record.get("given_names")))
    )
    return [
        _author(name, normal_name(stripped(letters)), normal_name(stripped(full)))
        for name, letters, full in zip(names, initials, given, strict=True)
        if normal_name(name)
    ]


def _author(name: str, initials: str, given: str) -> _Author:
    names = tuple(given.split())
    letters = initials.replace(" ", "") or "".join(name[0] for name in names)
    whole = normal_name(name).replace(" ", "")
    return _Author(surname(name).replace(" ", ""), whole, letters, names)


def _list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []
