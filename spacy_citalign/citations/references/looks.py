"""What entries of lists of references look like, and the headings of these lists."""

import re

BLANK = r"[ \t]{0,20}"
HEADING = re.compile(
    rf"^{BLANK}(?:\d{{1,2}}\.?{BLANK})?(?:references?|bibliography|literature|reference list"
    r"|(?:literature|works|references) cited|cited (?:literature|references)"
    rf"|references and (?:further reading|notes)){BLANK}:?{BLANK}\r?$",
    re.IGNORECASE | re.MULTILINE,
)
CAPITAL = "[A-Z\u00c0-\u00d6\u00d8-\u00de\u0100-\u017f]"
WORD = rf"{CAPITAL}[\w'\u2019-]{{1,40}}"
SURNAME = rf"(?:[a-z'\u2019]{{1,6}}[ -]){{0,3}}{WORD}(?: {WORD})?"
_INITIALS = rf"(?:{CAPITAL}\.[ -]?){{1,4}}"
AUTHOR = rf"(?:{_INITIALS}{SURNAME}|{SURNAME},? (?:{_INITIALS}|[A-Z]{{1,3}}(?=[\s,.;:(&])))"
# With full given names, too.
BY_AUTHOR = re.compile(
    rf"{AUTHOR}|{SURNAME}, {CAPITAL}|{WORD}(?: {CAPITAL}\.){{0,2}}(?: {WORD}){{1,2}}(?:,| and |\. )"
)
DATED = re.compile(
    r"(?<![\w/.\u2013-])(?:1[5-9]|20)\d\d[a-z]?(?![\w/\u2013-])|\bdoi\b|https?://|\barxiv\b"
    r"|\b(?:in press|forthcoming|to appear|submitted)\b",
    re.IGNORECASE,
)
