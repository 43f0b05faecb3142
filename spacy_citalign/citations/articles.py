"""Citing articles as rows describe them: what they are called, and whether they cite their own.

``article`` and ``cited`` are records as in the rows of ``citalign citances``, of which everything
may be missing: ``authors`` (surnames), ``initials`` (of each author), ``first_author``, ``doi`` ...
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from ..words.data_files import word_lists
from .work_names import IDENTIFIERS, normal_name, stripped

_SHORT = 2  # letters of a surname that many share
_LISTS = word_lists(__package__, "words.tsv")
# Surnames that so many scientists have that one alone does not tell two of them apart.
_COMMON = _LISTS["common surnames"]


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
    """Return whether a citing article and a cited work share an author.

    Authors are the same if their surnames are, but for case, accents and punctuation, and if their
    first initials are where both are given. A surname of one or two letters, or one of the
    commonest ("Li", "Wang", "Smith"), is not enough: all initials must be given, and be the same.

    >>> is_self_citation({"authors": ["Zork", "Lake"]}, {"authors": ["Frog", "ZÖRK"]})
    True
    >>> is_self_citation({"authors": ["Wang"]}, {"authors": ["Wang"]})
    False
    """
    known = defaultdict(list)
    for surname, initials in _authors(cited):
        known[surname].append(initials)
    return any(
        _same_person(surname, initials, others)
        for surname, initials in _authors(article)
        for others in known.get(surname, ())
    )


def _same_person(surname: str, initials: str, others: str) -> bool:
    """Return whether two people of a surname are one."""
    if len(surname) <= _SHORT or surname in _COMMON:
        return initials == others != ""
    return not initials or not others or initials[0] == others[0]


def _authors(record: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return surnames in normal form and initials, "" for none."""
    surnames, initials = _list(record.get("authors")), _list(record.get("initials"))
    if not surnames:
        surnames, initials = [record.get("first_author")], []
    if len(initials) != len(surnames):
        initials = [""] * len(surnames)
    pairs = (
        (normal_name(stripped(surname)).replace(" ", ""), normal_name(stripped(letters)))
        for surname, letters in zip(surnames, initials, strict=True)
    )
    return [(surname, letters) for surname, letters in pairs if surname]


def _list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []
