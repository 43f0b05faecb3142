"""XML and HTML files that nobody has checked: no network, no other files, bounded memory.

External entities and document type definitions (DTD) are never loaded. Named characters such as
``&alpha;``, which a DTD would define, are taken from HTML's list, which holds those of the ISO sets
that publishers use; a name that is unknown, or that names another file, becomes U+FFFD, so that its
loss can be seen. lxml is imported when a file is read, since commands that read none need it not.
"""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable
from functools import cache
from html.entities import html5
from pathlib import Path
from typing import Any, TypeAlias

from ..errors import InputError
from ..memory import check_memory
from .io import read_bytes

# The largest file that is parsed unless more is asked for: no article is as large, and the parsed
# tree takes up to 30 times the memory of the file.
MAX_BYTES = 50_000_000
_BYTES_A_BYTE = 30

Element: TypeAlias = Any  # lxml's elements; lxml has no types of its own


def compile_xpath(path: str) -> Callable[..., list[Any]]:
    """Return what finds all that a path of XPath 1.0 names below an element."""
    from lxml import etree

    found: Callable[..., list[Any]] = etree.XPath(path, smart_strings=False)
    return found


@cache
def _texts() -> Callable[[Element], list[str]]:
    return compile_xpath("descendant::text()")  # lxml's itertext is three times as slow


def texts(element: Element) -> list[str]:
    """Return the pieces of text below an element."""
    return _texts()(element)


_UTF_16 = {
    BOM_UTF16_LE: "utf-16",
    BOM_UTF16_BE: "utf-16",
    "<?".encode("utf-16-le"): "utf-16-le",
    "<?".encode("utf-16-be"): "utf-16-be",
}
# Files that were converted from UTF-16 often go on calling themselves so.
_NOT_UTF_16 = re.compile(
    rb"(?:\xef\xbb\xbf)?<\?xml\s[^>]*encoding\s*=\s*[\"']UTF-?16", re.IGNORECASE
)
# What stands before the declaration of a default namespace in the root.
_ROOT = rb"((?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*\?>)?\s*<[\w.-]+\s[^<>]*?)"
# A reference to an entity that XML itself does not define.
_NAME = rb"&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z_:\x80-\xff][\w.:\x80-\xff-]*);"
_NAMED = re.compile(_NAME)
# The same, beside what has to be passed over; what has no end goes to the end of the file.
_NAMED_OR_VERBATIM = re.compile(
    rb"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|" + _NAME, re.DOTALL
)
_DECLARED = re.compile(rb"<!ENTITY[ \t\r\n]+([^\s%\"']+)[ \t\r\n]+[\"']")
_LIMITS = {"ERR_RESOURCE_LIMIT", "ERR_INTERNAL_ERROR"}  # depth, length
_PLACE = re.compile(r",? line \d+, column \d+.*", re.DOTALL)
# What to do about a message of the parser that has one of these words.
_ADVICE = (
    (
        ("encoding", "bytes", "utf-8"),
        "correct the encoding that its first line names, or convert it to UTF-8",
    ),
    (
        ("depth", "amplification", "loop", "limit", "too long", "huge"),
        "it is made to use up memory, or no article; leave it out",
    ),
    (("premature", "end of data", "empty"), "it is empty or was cut off; fetch it again"),
)


def read_xml(source: Path | bytes, *, name: str, most_bytes: int, namespace: str = "") -> Element:
    """Return the root element of a file, plain or packed, without comments and instructions.

    Args:
        source: the file, or its content.
        name: the file's name for errors.
        most_bytes: the largest size of the file, and of what it unpacks to.
        namespace: left out of the tags where it is the default one, declared by the root alone;
            that is ten times as fast as to change the tags later.

    Raises:
        InputError: the file cannot be read, is too large, or is not well-formed XML.
    """
    from lxml import etree

    content = read_bytes(source, name=name, most_bytes=most_bytes)
    check_memory(len(content) * _BYTES_A_BYTE, f"{name}: XML of {len(content):,} bytes")
    encoding = None
    for start, codec in _UTF_16.items():
        if content.startswith(start):
            try:
                content, encoding = content.decode(codec).encode(), "utf-8"
            except UnicodeDecodeError as error:
                raise InputError(
                    f"{name} begins like UTF-16 but is not ({error}); convert it to UTF-8"
                ) from error
            break
    if _NOT_UTF_16.match(content):
        encoding = "utf-8"
    if _NAMED.search(content):
        content = _with_characters(content)
    if namespace:
        content = _without_default(content, namespace.encode())
    parser = etree.XMLParser(
        encoding=encoding,
        resolve_entities="internal",
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        # Not collect_ids=False, which makes libxml2 load the DTD all the same.
    )
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        message = " ".join(_PLACE.sub("", error.msg or "it is not XML").split())
        lower = message.lower()
        advice = next(
            (advice for words, advice in _ADVICE if any(word in lower for word in words)),
            "give a whole, well-formed XML file",
        )
        line = f", line {error.lineno}" if error.lineno else ""
        raise InputError(f"{name}{line}: {message}; {advice}") from error


def read_html(content: bytes, *, name: str) -> Element | None:
    """Return the root element of a page in UTF-8, None where nothing in it is HTML.

    Args:
        content: the page, decoded and without control characters.
        name: its name for errors.

    Raises:
        InputError: the page is deeper or longer than the parser goes.
    """
    from lxml import etree

    parser = etree.HTMLParser(
        encoding="utf-8",
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        page = etree.fromstring(content, parser)
    except etree.XMLSyntaxError:
        return None
    # The parser mends all but this; then it stops, and returns what it has.
    for entry in parser.error_log:
        if entry.type_name in _LIMITS:
            raise InputError(
                f"{name}, line {entry.line}: {' '.join(entry.message.split())}; it is made to use "
                "up memory, or no article; leave it out"
            )
    return page


def collapse_spaces(text: str) -> str:
    r"""Return a text with one blank for white space of XML; no-break and thin spaces stay.

    >>> collapse_spaces("a\n  b\xa0 c ")
    'a b\xa0 c '
    """
    for white in "\n\t\r":
        text = text.replace(white, " ")
    while "  " in text:  # at most as often as the longest run can be halved
        text = text.replace("  ", " ")
    return text


def text_of(element: Element | None) -> str:
    """Return all text of an element, its white space collapsed; "" of none."""
    if element is None:
        return ""
    text = "".join(_texts()(element)) if len(element) else element.text or ""
    return collapse_spaces(text).strip(" ")


def first_text(element: Element | None, *paths: str) -> str:
    """Return the text of the first path below an element that has some, else ""."""
    if element is None:
        return ""
    return next(filter(None, (text_of(element.find(path)) for path in paths)), "")


def _without_default(content: bytes, namespace: bytes) -> bytes:
    """Return XML without the declaration of a default namespace, if its root alone declares it."""
    quoted = re.escape(namespace) + b"[\"']"
    declared = re.match(_ROOT + b"xmlns=[\"']" + quoted, content)
    if declared is None or re.search(quoted, content[declared.end() :]):
        return content
    return declared[1] + content[declared.end() :]


def _with_characters(content: bytes) -> bytes:
    """Return XML with named characters as numbers, save entities that the file itself defines."""
    declared = set(_DECLARED.findall(content))

    def numbers(match: re.Match[bytes]) -> bytes:
        name = match[1]
        if name is None or name in declared:
            return match[0]
        characters = html5.get(name.decode("ascii", "replace") + ";", "\ufffd")
        return b"".join(b"&#%d;" % ord(character) for character in characters)

    return _NAMED_OR_VERBATIM.sub(numbers, content)
