"""Text, JSON and links that can stand in a page, whatever they hold.

Nothing that comes in can end an element, start a script or lead to another place than the sites of
identifiers, and PDFs beside the page.
"""

import json
import re
from html import escape
from typing import Any
from urllib.parse import quote

_HARMLESS: dict[int, str] = dict.fromkeys((*range(32), *range(127, 160)), "\ufffd")
_HARMLESS |= {ord("\t"): "\t", ord("\n"): "\n", ord("\r"): " "}
_SURROGATE = re.compile("[\ud800-\udfff]")
# What a reader of HTML or of JavaScript could take for the end of the script it stands in.
_IN_SCRIPT = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}

_MOST_WORDS, _FIRST, _LAST = 8, 5, 3  # of a passage that is named whole, else by its ends
_IDENTIFIERS = {
    "doi": (re.compile(r"10\.[0-9]{4,9}/[\x21-\x7e]{1,300}"), "https://doi.org/", ""),
    "pmid": (re.compile(r"[1-9][0-9]{0,8}"), "https://pubmed.ncbi.nlm.nih.gov/", "/"),
    "pmcid": (re.compile(r"PMC[1-9][0-9]{0,9}"), "https://pmc.ncbi.nlm.nih.gov/articles/", "/"),
    "arxiv": (
        re.compile(r"(?:[a-z-]{2,20}(?:\.[a-z]{2})?/[0-9]{7}|[0-9]{4}\.[0-9]{4,5})"),
        "https://arxiv.org/abs/",
        "",
    ),
}


def harmless(text: str) -> str:
    r"""Return ``text`` in the same length, without control characters and lone surrogates.

    They become U+FFFD, but for tab and newline, which stay, and the carriage return, a space.

    >>> ascii(harmless("a\x00b\r\n\ud800"))
    "'a\\ufffdb \\n\\ufffd'"
    """
    if text.isprintable():  # nearly all are
        return text
    return _SURROGATE.sub("\ufffd", text.translate(_HARMLESS))


def plain(text: object) -> str:
    """Return any value's text as HTML, for content and for attributes in double quotes.

    >>> plain('<b title="1">')
    '&lt;b title=&quot;1&quot;&gt;'
    """
    return escape(harmless(str(text)))


def script_json(value: Any) -> str:
    r"""Return compact JSON that can stand in a script element; lone surrogates become U+FFFD.

    >>> print(script_json(["</script>", 0.5]))
    ["\u003c/script\u003e",0.5]
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _SURROGATE.sub("\ufffd", text).translate(_IN_SCRIPT)


def identifier_url(kind: str, value: object) -> str | None:
    """Return the address of an identifier, ``doi``, ``pmid``, ``pmcid`` or ``arxiv``, else None.

    >>> identifier_url("doi", "10.1000/a<b>")
    'https://doi.org/10.1000/a%3Cb%3E'
    >>> identifier_url("pmid", "javascript:alert(1)") is None
    True
    """
    pattern, before, after = _IDENTIFIERS[kind]
    text = str(value)
    if not pattern.fullmatch(text):
        return None
    return before + quote(text, safe="/.-_~();:") + after


def passage_url(kind: str, value: object, text: str) -> str | None:
    """Return the address of an identifier that leads to a passage of the text there, else None.

    The passage is named by its first and last words, as text fragments have them (WICG, "URL
    Fragment Text Directives"); browsers that know none show the begin of the text.

    >>> passage_url("pmcid", "PMC1", "Frogs sang.")
    'https://pmc.ncbi.nlm.nih.gov/articles/PMC1/#:~:text=Frogs%20sang.'
    """
    url, words = identifier_url(kind, value), harmless(text).split()
    if url is None or not words:
        return url
    parts = [words] if len(words) <= _MOST_WORDS else [words[:_FIRST], words[-_LAST:]]
    # "-" and "," part the pieces of a fragment; they stand encoded.
    named = (quote(" ".join(part), safe="").replace("-", "%2D") for part in parts)
    return f"{url}#:~:text={','.join(named)}"


def pdf_url(path: str, page: int | None) -> str | None:
    """Return the address of a PDF on the same machine as the page, at one of its pages, else None.

    >>> pdf_url("../my articles/a.pdf", 4), pdf_url("javascript:alert(1)//.pdf", 1)
    ('../my%20articles/a.pdf#page=4', 'javascript%3Aalert%281%29//.pdf#page=1')
    >>> pdf_url("//elsewhere.example/a.pdf", None), pdf_url("a.html", 4) is None
    ('/elsewhere.example/a.pdf', True)
    """
    if not path.lower().endswith(".pdf") or path != harmless(path):
        return None
    if path.startswith("/"):  # two of them would begin the name of a server
        path = f"/{path.lstrip('/')}"
    return quote(path, safe="/") + (f"#page={page}" if page else "")


def link(kind: str, value: object) -> str:
    """Return the identifier as HTML: a link where it is well formed, else its plain text."""
    url = identifier_url(kind, value)
    name = {"pmcid": "", "arxiv": "arXiv "}.get(kind, f"{kind.upper()} ")
    label = name + plain(value)
    if url is None:
        return f"<bdi>{label}</bdi>"
    return f'<a href="{escape(url)}" rel="noopener noreferrer">{label}</a>'
