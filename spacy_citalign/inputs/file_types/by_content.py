"""Types of contents, known by how these begin; names decide about plain text alone.

Of runs over corpora names that end in .txt, .jsonl, .parquet and .pubtator are believed, but for
PubTator's files that end in .txt.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Collection
from typing import BinaryIO

from ...corpora import packed
from ...corpora.io import is_wide
from ...corpora.packed import SUFFIXES as PACKED_SUFFIXES
from ...corpora.packed import packing_of, without_suffix
from ..containers.zip import zip_members
from ..records import Format, Reading
from .by_name import is_archive, suffix_format
from .refusals import (
    BINARY,
    DOCUMENTS,
    EMPTY,
    FULL_TEXTS,
    HTML,
    JSON_KEYS,
    MARKDOWN,
    PARQUET,
    PUBMED,
    PUBTATOR,
    RECORDS,
    ROOTS,
    SUFFIXES,
    TEXTS,
    UNKNOWN,
    Refusal,
)

SNIFFED = 1 << 16  # bytes that tell the kind
XML_SUFFIXES = tuple(xml + end for xml in (".xml", ".nxml") for end in ("", *PACKED_SUFFIXES))
_ZIP, _TAR, _TAR_AT = b"PK\x03\x04", b"ustar", 257
_PARQUET = b"PAR1"
_PDF, _BEFORE_PDF = b"%PDF", 1024  # bytes of anything that readers of PDF pass over
# The root of XML, behind declaration, instructions, comments and document type.
# Nothing in it is read in two ways: what does not end would be read in all of them.
_QUOTED = rb"\"[^\"]*\"|'[^']*'"
_REMARK = rb"<\?[^?]*(?:\?(?!>)[^?]*)*\?>|<!--[^-]*(?:-(?!->)[^-]*)*-->"
_SUBSET = rb"\[(?:%b|%b|<(?!\?|!--)|[^\]\"'<])*\]" % (_QUOTED, _REMARK)
_BEFORE_ROOT = re.compile(
    rb"(?:\s+|%b|<!DOCTYPE(?:%b|%b|[^\"'\[>])*>)+" % (_REMARK, _QUOTED, _SUBSET)
)
_ROOT = re.compile(rb"<(?:[\w.-]+:)?([A-Za-z][\w.-]*)")
# Classes of LaTeXML's pages, by which its reader knows them.
_LATEXML = re.compile(rb"ltx_(?:document|page_main|page_navbar|TOC)")
_KEY = re.compile(rb'"([^"\\]{1,80})"\s*:')
_TOKEN = re.compile(rb'"((?:[^"\\]|\\.)*)(?:"(\s*:)?|\\?\Z)|[{}\[\]]', re.DOTALL)  # or it is cut
_SETS = ("pmc-articleset", "articles", "OAI-PMH")
_PUBMED = ("PubmedArticleSet", "PubmedArticle", "PubmedBookArticleSet", "PubmedBookArticle")
_BY_ROOT = {
    "article": Format.jats,
    **dict.fromkeys(_SETS, Format.jats_set),
    **dict.fromkeys(["TEI", "teiCorpus"], Format.tei),
    **dict.fromkeys(_PUBMED, Format.pubmed),
}
_BELIEVED = (Format.text, Format.jsonl, Format.parquet, Format.pubtator)  # where a name ends so
_CITE_NOTHING = {
    Format.pubmed: PUBMED,
    Format.pubtator: PUBTATOR,
    Format.jsonl: RECORDS,
    Format.parquet: PARQUET,
}
# Keys of full texts in JSON that are there together in the first part, at whatever depth.
_S2ORC_KEYS = (
    *({"paper_id", key} for key in ("body_text", "bib_entries", "cite_spans")),
    *({"paper_id", key} for key in ("_pdf_hash", "_source_hash", "s2_pdf_hash")),
    *(
        {key, "body_text"}
        for key in (
            "grobid_parse",
            "pdf_parse",
            "latex_parse",
            "jats_parse",
            "biblio",
            "references",
        )
    ),
    *({"corpusid", key} for key in ("content", "annotations")),
    {"biblio", "level"},
)
_TITLE = re.compile(rb"[^\s|]{1,100}\|t\|")  # of PubTator's files, which end in .txt too


def format_of(begin: bytes, name: str, reading: Reading, *, named: bool = True) -> Format:
    """Return how a content is read.

    Args:
        begin: its first ``SNIFFED`` bytes or more, unpacked.
        name: its name.
        reading: how inputs are read; of articles the content alone says what they are.
        named: whether it was given itself, and not found in a folder or an archive.

    Raises:
        UnreadKindError: it is of a kind that is not read.
    """
    if reading.format is Format.jats and _root(_bare(begin)) in _SETS:
        return Format.jats_set
    if reading.format is not Format.auto:
        return reading.format
    format_ = None if reading.articles else suffix_format(name)
    if format_ is Format.jsonl and _is_s2orc(_bare(begin), reading.text_key):
        format_ = Format.s2orc
    elif format_ is Format.text and not reading.lines and _TITLE.match(_bare(begin)):
        format_ = Format.pubtator
    elif format_ not in _BELIEVED:
        format_ = kind_of(begin, name)
    if reading.articles and format_ in _CITE_NOTHING:
        raise _CITE_NOTHING[format_].error()
    if format_ is Format.text and not named and without_suffix(name).endswith(".md"):
        raise MARKDOWN.error()
    return Format.lines if reading.lines and format_ is Format.text else format_


def sniffed_format(file: BinaryIO, name: str, reading: Reading, *, named: bool = True) -> Format:
    """Return the format of an open file, which is then at its beginning.

    Args:
        file: the file.
        name: its name.
        reading: how inputs are read.
        named: whether it was given itself, and not found in a folder.

    Raises:
        UnreadKindError: it is of a kind that is not read.
    """
    begin = unpacked_begin(read_begin(file))
    file.seek(0)
    return format_of(begin, name, reading, named=named)


def begins_archive(begin: bytes) -> bool:
    """Return whether a content that begins so is an archive, or a document that is one."""
    if begin.startswith(_ZIP):
        return True
    return unpacked_begin(begin)[_TAR_AT:].startswith(_TAR)


def is_archive_file(file: BinaryIO, name: str, reading: Reading) -> bool:
    """Return whether an open file, which is then at its beginning, is read as an archive.

    Args:
        file: the file.
        name: its name.
        reading: how inputs are read; the content counts where no format is named.

    Raises:
        UnreadKindError: it is a document that is one.
        InputError: it is damaged.
    """
    if is_archive(name) or reading.format is not Format.auto:
        return is_archive(name) and reading.format is not Format.parquet
    begin = read_begin(file)
    if begin.startswith(_ZIP):
        refuse_documents([inner for inner, _ in zip_members(file)])
    file.seek(0)
    return begins_archive(begin)


def begins_zip(file: BinaryIO) -> bool:
    """Return whether an open file, which is at its beginning then and now, begins as a ZIP."""
    begin = file.read(len(_ZIP))
    file.seek(0)
    return begin == _ZIP


def refuse_documents(members: Collection[str]) -> None:
    """Raise UnreadKindError where members are those of a document."""
    for member, refusal in DOCUMENTS.items():
        if member in members:
            raise refusal.error()


def read_begin(file: BinaryIO) -> bytes:
    """Return as many of the next bytes of an open file as tell the kind of its content."""
    begin = file.read(SNIFFED)
    packing = packing_of(begin)
    return begin + file.read(packing.sniffed - SNIFFED) if packing else begin


def unpacked_begin(begin: bytes) -> bytes:
    """Return what a content that begins so has unpacked, up to ``SNIFFED`` bytes or the damage.

    Raises:
        UnpackError: there is nothing here that unpacks it.
    """
    return packed.unpacked_begin(begin, SNIFFED)


def begins_groups(begin: bytes) -> bool:
    """Return whether a content that begins so, unpacked, is lines of groups of citances."""
    return "citances" in _keys(_bare(begin))[0]


def begins_full_texts(begin: bytes) -> bool:
    """Return whether a content that begins so, unpacked, is full texts in JSON, one or a line."""
    return _is_s2orc(_bare(begin))


def kind_of(begin: bytes, name: str) -> Format:
    """Return the kind of a content, which is the format that it is read in.

    Args:
        begin: its first ``SNIFFED`` bytes or more, unpacked.
        name: its name; what is of no other kind is text where the name ends in .txt, .text or .md,
            and JATS where it ends in .xml or .nxml.

    Raises:
        UnreadKindError: it is of a kind that is not read, or of none that is known.
    """
    if begin.startswith(_PARQUET):
        return Format.parquet
    if begin.startswith(_PDF):
        return Format.pdf
    for place, signature, refusal in BINARY:
        if begin.startswith(signature, place):
            raise refusal.error()
    bare = _bare(begin)
    low = without_suffix(name)
    if bare.startswith(b"<") and (format_ := _of_markup(bare)):
        return format_
    if _is_s2orc(bare):
        return Format.s2orc
    if _TITLE.match(bare):
        return Format.pubtator
    if low.endswith((".txt", ".text", ".md")):
        return Format.text
    if low.endswith((".xml", ".nxml")):  # what is wrong with it is told when it is read
        return Format.jats
    if begin.find(_PDF, 0, _BEFORE_PDF) >= 0:
        return Format.pdf
    if not bare.strip(b"\0"):
        raise EMPTY.error()
    keys, on_one_line = _keys(bare)
    if "text" in keys and on_one_line:
        return Format.jsonl
    raise _unread(bare, low).error()


def _bare(begin: bytes) -> bytes:
    """Return a beginning without byte order mark, and of wide characters what is ASCII of it."""
    if is_wide(begin):
        begin = begin.translate(None, b"\0\xff\xfe")
    return begin.removeprefix(BOM_UTF8).lstrip()


def _root(bare: bytes) -> str:
    """Return the name of the root of XML, "" where there is none."""
    before = _BEFORE_ROOT.match(bare)
    match = _ROOT.match(bare, before.end() if before else 0)
    return match[1].decode() if match else ""


def _of_markup(bare: bytes) -> Format | None:
    """Return the kind of XML; None where it is none, or its root is not known."""
    root = _root(bare)
    if format_ := _BY_ROOT.get(root):
        return format_
    if root.lower() == "html" or re.match(rb"\s*<!doctype\s+html", bare, re.IGNORECASE):
        if _LATEXML.search(bare):
            return Format.html
        raise HTML.error()
    if root in ROOTS:
        raise ROOTS[root].error()
    return None


def _unread(bare: bytes, name: str) -> Refusal:
    """Return what is said of a content that is neither known markup nor text by its name."""
    if bare.startswith(b"<") and (match := _ROOT.search(bare)):
        root = match[1].decode()[:40]
        return Refusal("other XML", f"is XML with the root <{root}>; give JATS or GROBID's TEI")
    if bare.startswith((b"{", b"[")):
        keys = _keys(bare)[0] or _all_keys(bare)
        if bare.startswith(b"[") and _has_s2orc_keys(keys):
            return FULL_TEXTS
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


def _has_s2orc_keys(keys: set[str]) -> bool:
    return any(wanted <= keys for wanted in _S2ORC_KEYS)


def _is_s2orc(bare: bytes, text_key: str = "text") -> bool:
    """Return whether a content begins like full texts, and not like texts with their ids."""
    has_keys = bare.startswith(b"{") and _has_s2orc_keys(_all_keys(bare))
    return has_keys and text_key not in _keys(bare)[0]


def _keys(bare: bytes) -> tuple[set[str], bool]:
    """Return the keys of the first object, without those in it, and whether it is on one line."""
    keys: set[str] = set()
    depth = 0
    end = len(bare)
    for token in _TOKEN.finditer(bare):
        if token[0] in (b"{", b"["):
            depth += 1
        elif token[0] in (b"}", b"]"):
            depth -= 1
        elif token[2] and depth == 1:
            keys.add(token[1].decode("utf-8", "replace"))
        if depth == 0:
            end = token.end()
            break
    return keys, b"\n" not in bare[:end]


def _all_keys(bare: bytes) -> set[str]:
    """Return the keys that stand there, of objects in objects too."""
    return {key.decode("utf-8", "replace") for key in _KEY.findall(bare)}
