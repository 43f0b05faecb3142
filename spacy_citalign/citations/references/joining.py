"""Lines of an entry joined: words and addresses that a line's end cuts are whole again."""

import re
from collections.abc import Sequence

_CUT_WORD = re.compile(r"[^\W\d_][-\u2010\u00ad]$")
_SMALL = re.compile(r"[^\W\d_]")
_DASH_END = re.compile(r"(?:\d\s?[-\u2010-\u2015\u2212]|[^\W\d_]\u2014)$")
_ADDRESS = re.compile(r"(?:https?:/|www\.|doi\.org/|10\.\d{4,9}/)\S{0,300}$")
_GOES_ON = re.compile(r"[\w#%?&=+~/.-]")


def join_lines(lines: Sequence[str]) -> str:
    r"""Return lines as one, with a blank between two unless the end of one cuts what goes on.

    >>> join_lines(["Gene annota-", "tion. Marsh 3, 12-", "19. https://x.org/", "12"])
    'Gene annotation. Marsh 3, 12-19. https://x.org/12'
    """
    pieces: list[str] = []
    last = ""
    for line in lines:
        if not line:
            continue
        if pieces:
            if _CUT_WORD.search(last) and not _ADDRESS.search(last[-300:]):
                if _SMALL.match(line) and line[0].islower():
                    pieces[-1] = pieces[-1][:-1]
            elif not _DASH_END.search(last) and not _address_goes_on(last, line):
                pieces.append(" ")
        pieces.append(line)
        last = line
    return "".join(pieces)


def _address_goes_on(last: str, line: str) -> bool:
    """Return whether an address, or a DOI, at the end of a line goes on in the next."""
    if not _ADDRESS.search(last[-300:]) or not _GOES_ON.match(line):
        return False
    following = line.split(maxsplit=1)[0]
    if last[-1] in "/-_=?&#%":
        return True
    inner = any(sign in following[:-1] for sign in "/=_?&")
    if last[-1] == ".":
        return inner or (following[0].isdigit() and "." in following[:-1])
    return inner and not following[0].isupper()
