"""First author and year of a reference that is words alone, without markup of its parts."""

import re

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
