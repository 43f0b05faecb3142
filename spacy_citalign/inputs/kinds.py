"""What a content is, told by how it begins; its name decides about plain text alone."""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Collection
from enum import Enum

from ..corpora.io import is_wide
from .formats.s2orc.layouts import begins_s2orc
from .refusals import (
    BINARY,
    EMPTY,
    HTML,
    JSON_KEYS,
    PUBMED,
    ROOTS,
    SUFFIXES,
    TEXTS,
    UNKNOWN,
    Refusal,
    UnreadKindError,
)

SNIFFED = 1 << 16  # bytes that tell the kind
XML_SUFFIXES = (".xml", ".nxml", ".xml.gz", ".nxml.gz")
_TEXT_SUFFIXES = (".txt", ".text", ".md")
# The root of XML, behind declaration, instructions, comments and document type.
_BEFORE_ROOT = re.compile(
    rb"(?:\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE(?:\"[^\"]*\"|'[^']*'|\[.*?\]|[^\"'\[>])*>)+", re.DOTALL
)
_ROOT = re.compile(rb"<(?:[\w.-]+:)?([A-Za-z][\w.-]*)")
# Classes of LaTeXML's pages, by which its reader knows them.
_LATEXML = re.compile(rb"ltx_(?:document|page_main|page_navbar|TOC)")
_KEY = re.compile(rb'"([^"\\]{1,80})"\s*:')


class Kind(Enum):
    """Kinds of content that articles are read from."""

    jats = "JATS"
    tei = "TEI"
    s2orc = "S2ORC JSON"
    latexml = "arXiv HTML"
    text = "text"


_BY_ROOT = {
    **dict.fromkeys(["article", "pmc-articleset", "articles", "OAI-PMH"], Kind.jats),
    **dict.fromkeys(["TEI", "teiCorpus"], Kind.tei),
}
_PUBMED = {"PubmedArticleSet", "PubmedArticle", "PubmedBookArticleSet", "PubmedBookArticle"}


def kind_of(begin: bytes, name: str) -> Kind:
    """Return the kind of a content.

    Args:
        begin: its first ``SNIFFED`` bytes or more, unpacked.
        name: its name; what is of no other kind is text where the name ends in .txt, .text or .md,
            and JATS where it ends in .xml or .nxml.

    Raises:
        UnreadKindError: it is of a kind that is not read, or of none that is known.
    """
    for place, signature, refusal in BINARY:
        if begin.startswith(signature, place):
            raise refusal.error()
    if is_wide(begin):  # its zeros left out, what is ASCII of it
        begin = begin.translate(None, b"\0\xff\xfe")
    bare = begin.removeprefix(BOM_UTF8).lstrip()
    low = name.lower().removesuffix(".gz")
    is_text = low.endswith(_TEXT_SUFFIXES)
    if bare.startswith(b"<") and (kind := _of_markup(bare)):
        return kind
    if is_text:
        return Kind.text
    if low.endswith(XML_SUFFIXES):  # what is wrong with it is told when it is read
        return Kind.jats
    if not bare.strip(b"\0"):
        raise EMPTY.error()
    if bare.startswith(b"{") and begins_s2orc(_all_keys(bare)):
        return Kind.s2orc
    raise _unread(bare, low).error()


def is_tei(begin: bytes) -> bool:
    """Return whether a content that begins so is TEI."""
    try:
        return kind_of(begin, ".xml") is Kind.tei
    except UnreadKindError:
        return False


def _of_markup(bare: bytes) -> Kind | None:
    """Return the kind of XML; None where it is none, or its root is not known."""
    before = _BEFORE_ROOT.match(bare)
    match = _ROOT.match(bare, before.end() if before else 0)
    root = match[1].decode() if match else ""
    if kind := _BY_ROOT.get(root):
        return kind
    if root.lower() == "html" or re.match(rb"\s*<!doctype\s+html", bare, re.IGNORECASE):
        if _LATEXML.search(bare):
            return Kind.latexml
        raise HTML.error()
    if root in _PUBMED:
        raise PUBMED.error()
    if root in ROOTS:
        raise ROOTS[root].error()
    return None


def _unread(bare: bytes, name: str) -> Refusal:
    """Return what is said of a content that is neither known markup nor text by its name."""
    if bare.startswith(b"<") and (match := _ROOT.search(bare)):
        root = match[1].decode()[:40]
        return Refusal("other XML", f"is XML with the root <{root}>; give JATS or GROBID's TEI")
    if bare.startswith((b"{", b"[")):
        keys = _keys(bare)
        for wanted, refusal in JSON_KEYS:
            if wanted <= set(keys):
                return refusal
        if keys:
            named = ", ".join(sorted(keys)[:5])
            return Refusal("other JSON", f"is JSON with the keys {named}: no article that is read")
    for pattern, refusal in TEXTS:
        if re.match(pattern, bare):
            return refusal
    by_suffix = (refusal for suffix, refusal in SUFFIXES.items() if name.endswith(suffix))
    return next(by_suffix, UNKNOWN)


def _keys(bare: bytes) -> Collection[str]:
    """Return the keys of the object on the first line, else all keys that stand there."""
    try:
        record = json.loads(bare.split(b"\n", 1)[0])
    except (ValueError, RecursionError):
        record = None
    return record.keys() if isinstance(record, dict) else _all_keys(bare)


def _all_keys(bare: bytes) -> set[str]:
    """Return the keys that stand there, of objects in objects too."""
    return {key.decode("utf-8", "replace") for key in _KEY.findall(bare)}
