"""Which works are asked for by ``--cited``: by identifier, key, or the name that lists print."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..app.report.phrases import work_name
from ..errors import SettingError

# What people write before an identifier.
_PREFIX = re.compile(r"https?://(dx\.)?doi\.org/|(doi|pmid|pmcid):\s*", re.IGNORECASE)
_MOST_NAMED = 8  # works that fit, in a message
_FIELDS = ("first_author", "year", "title")


def choose_rows(
    rows: Sequence[dict[str, Any]], cited: Sequence[str]
) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the rows of the works asked for, and what was asked for and is not there.

    An identifier or a key names its work. Anything else is taken for words of author, year and
    title ("Zork 2004", "frogs awake"), which must all be there.

    Args:
        rows: groups, with a ``cited`` each.
        cited: what was asked for; nothing asks for all.

    Raises:
        SettingError: words fit several works.
    """
    if not cited:
        return list(rows), []
    chosen: set[int] = set()
    missing = []
    names = [_names_of(row["cited"]) for row in rows]
    words = [_words(row["cited"]) for row in rows]
    for asked in cited:
        spellings = {asked.lower(), bare_name(asked).lower()}
        fitting = [number for number, known in enumerate(names) if known & spellings]
        if not fitting:
            wanted = _normal(asked).split()
            fitting = [n for n, known in enumerate(words) if wanted and _has(known, wanted)]
            if len(fitting) > 1:
                raise SettingError(_several(asked, [rows[number]["cited"] for number in fitting]))
        chosen.update(fitting)
        if not fitting:
            missing.append(asked)
    return [row for number, row in enumerate(rows) if number in chosen], missing


def bare_name(cited: str) -> str:
    """Return an identifier without what people write before it.

    >>> bare_name("https://doi.org/10.5555/X")
    '10.5555/X'
    """
    return _PREFIX.sub("", cited, count=1)


def _names_of(work: Mapping[str, Any]) -> set[str]:
    from ..citations.works import cited_as

    # Files of others may have a PMID as a number.
    return cited_as([{field: str(value) for field, value in work.items()}])


def _normal(text: str) -> str:
    from ..citations.works import normal_name

    return normal_name(text)


def _words(work: Mapping[str, Any]) -> list[str]:
    return _normal(" ".join(str(work.get(field) or "") for field in _FIELDS)).split()


def _has(words: Iterable[str], wanted: Iterable[str]) -> bool:
    """Return whether each wanted word is there, or a word begins with it."""
    known = list(words)
    return all(any(word.startswith(start) for word in known) for start in wanted)


def _several(asked: str, works: Sequence[Mapping[str, Any]]) -> str:
    names = [f"{work['key']} ({work_name(work)})" for work in works[:_MOST_NAMED]]
    more = f" and {len(works) - len(names)} more" if len(works) > len(names) else ""
    return f"--cited {asked!r} fits {len(works)} works: {'; '.join(names)}{more}; give a key"
