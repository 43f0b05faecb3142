"""Pages in LaTeXML's HTML that nobody has checked: encodings, limits, what is no such page."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path

from ....corpora.io import is_wide, read_bytes
from ....corpora.xml_files import Element, read_html
from ....errors import InputError
from .roles import has_class, of_class

_ROOTS = ("ltx_document", "ltx_page_content", "ltx_page_main")
_OURS = re.compile(
    rb"class\s*=\s*[\"'][^\"'<>]{0,400}?\bltx_(?:document|page_main|page_content|page_navbar|TOC)\b"
    rb"|<meta\s[^<>]{0,200}?LaTeXML|<!--[^>]{0,200}?(?:LaTeXML|latexml-oxide)"
)
_ENCODING = re.compile(
    rb"<meta\s[^<>]{0,200}?charset\s*=\s*(?:[\"']\s*)?([\w.:-]{1,40})"
    rb"|^\s*<\?xml\s[^<>]{0,200}?encoding\s*=\s*[\"']([\w.:-]{1,40})",
    re.IGNORECASE,
)
_DECLARED = 4096  # bytes in which a page says its encoding
_UTF_8 = {"utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"}
_LATIN_1 = {"iso-8859-1", "latin-1", "latin1", "windows-1252", "cp1252"}
# What no text contains, as a byte and as a number.
_CONTROLS = bytes({*range(32)} - {*b"\t\n\r"})
_CONTROL = re.compile(b"[%s]" % re.escape(_CONTROLS))
_CONTROL_NUMBER = re.compile(
    rb"&#(?:0*(?:[0-8]|1[124-9]|2[0-9]|3[01])(?![0-9])"
    rb"|[xX]0*(?:[0-8bcefBCEF]|1[0-9a-fA-F])(?![0-9a-fA-F]));?"
)
_ODD = b"&#xfffd;"
_ENDS = re.compile(rb"</(?:article|html)[\s>]", re.IGNORECASE)
_WANTED = "give the article as JATS, TEI or arXiv's HTML"


def is_latexml(begin: bytes) -> bool:
    """Return whether a page that begins so, with 64 KiB or more, is LaTeXML's.

    >>> is_latexml(b'<!DOCTYPE html><html><body><article class="ltx_document">')
    True
    """
    if is_wide(begin):
        begin = begin.translate(None, b"\0")
    return _OURS.search(begin) is not None


def read_page(source: Path | bytes, *, name: str, most_bytes: int) -> tuple[Element, Element]:
    """Return the root of a page, and the element with its article.

    Args:
        source: the file, or its content.
        name: the file's name for errors.
        most_bytes: the largest size of the file, and of what it unpacks to.

    Raises:
        InputError: the file cannot be read, is too large, was cut off or is no page of LaTeXML.
    """
    content = _utf_8(read_bytes(source, name=name, most_bytes=most_bytes), name)
    if not content.strip():
        raise InputError(f"{name} is empty; fetch it again")
    if len(content.translate(None, _CONTROLS)) < len(content):
        content = _CONTROL.sub(_ODD, content)
    content = _CONTROL_NUMBER.sub(_ODD, content)
    page = read_html(content, name=name)
    article = None if page is None else _article(page)
    if article is None:
        raise InputError(f"{name} is HTML of another kind, not LaTeXML's; {_WANTED}")
    if b"</article" not in content and not _ENDS.search(content):
        raise InputError(f"{name} was cut off: its article has no end; fetch it again")
    return page, article


def _article(page: Element) -> Element | None:
    """Return the element with the article, None where there is none."""
    for element in page.iter("article"):
        if has_class(element, "ltx_document"):
            return element
    return next((element for root in _ROOTS for element in of_class(page, root)), None)


def _utf_8(content: bytes, name: str) -> bytes:
    """Return a page in UTF-8, from the encoding that it begins with or names."""
    codec = "utf-8"
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        codec = "utf-16"
    elif is_wide(content):
        codec = "utf-16-le" if content[:1].strip(b"\0") else "utf-16-be"
    elif not content.startswith(BOM_UTF8) and (match := _ENCODING.search(content[:_DECLARED])):
        named = (match[1] or match[2]).decode("ascii", "replace").lower()
        if named in _LATIN_1:
            codec = "cp1252"
        elif named not in _UTF_8:
            raise InputError(f"{name} says that it is in {named}; convert it to UTF-8")
    try:
        text = content.decode(codec)
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name} is not {codec.upper()}: byte 0x{content[error.start]:02x} at position "
            f"{error.start:,}; convert it to UTF-8"
        ) from error
    return content.removeprefix(BOM_UTF8) if codec == "utf-8" else text.encode("utf-8", "replace")
