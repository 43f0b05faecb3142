"""Full texts in TEI, as GROBID makes them of PDFs and OpenAlex serves them.

A mark is ``<ref type="bibr" target="#b12">``, a reference ``<biblStruct xml:id="b12">``; a mark
without a target names no reference, and is counted. Superscripts have no markup: a number that
stands at the end of a word, or behind its punctuation, is set in square brackets, "p53[12]".

Of the article itself the header says what is known. What it lacks is taken from the file of
OpenAlex beside it (``W123.json`` beside ``W123.tei.xml``); of that, what cannot be read or used is
passed over in silence.
"""

import re
from pathlib import Path
from typing import Any

from ....corpora.io import decode_text, read_bytes
from ....corpora.json_lines import json_object, json_string
from ....corpora.xml_files import MAX_BYTES, Element, collapse_spaces, first_text, read_xml
from ....errors import InputError
from ....words.identifiers import identifier
from ...article_parts.assembly import About, assemble, kinds_left_out, named_source
from ...articles import Article
from .references import authors_in, identifiers_of, numbers_of, read_references, year_of
from .text import TeiText

_NAMESPACE = "http://www.tei-c.org/ns/1.0"
_WANTED = "give a full text that GROBID made (processFulltextDocument), a .tei.xml file"
_SOURCE = "teiHeader/fileDesc/sourceDesc/biblStruct"
_TITLES = (
    "teiHeader/fileDesc/titleStmt/title",
    f"{_SOURCE}/analytic/title",
    f"{_SOURCE}/monogr/title",
)


def read_tei(
    source: str | Path | bytes,
    *,
    name: str = "",
    captions: bool = False,
    tables: bool = False,
    most_bytes: int = MAX_BYTES,
) -> Article:
    """Return an article.

    Args:
        source: the file, or as bytes its content; plain or packed.
        name: what to call it in errors, and its id if it gives none; default: the file's name.
        captions: read the captions of figures.
        tables: read tables: captions, a paragraph for each cell.
        most_bytes: the largest size of the file, and of what it unpacks to.

    Raises:
        InputError: the file cannot be read, is too large, is not well-formed XML, or is not one
            full text in TEI.
    """
    content, shown, name = named_source(source, name, "XML")
    root = read_xml(content, name=shown, most_bytes=most_bytes, namespace=_NAMESPACE)
    root = _full_text(root, shown)
    references = read_references(root)
    left_out = kinds_left_out(captions=captions, tables=tables)
    reader = TeiText(references.by_id, left_out)
    reader.read(root)
    references.labels.update(numbers_of(reader.numbers, references))
    beside = {} if isinstance(content, bytes) else openalex_record(content)
    header = root.find(_SOURCE)
    about = About(
        title=first_text(root, *_TITLES) or beside.get("title", ""),
        journal=first_text(header, 'monogr/title[@level="j"]'),
        year=year_of(header) or beside.get("year", ""),
        authors=authors_in(header),
    )
    ids = {kind: own or beside.get(kind, "") for kind, own in identifiers_of(header).items()}
    return assemble(reader.passages, references, about, ids, name, left_out)


def _full_text(root: Element, name: str) -> Element:
    """Return the root of a full text, its tags without their namespace."""
    space, _, tag = root.tag.rpartition("}")
    if tag == "teiCorpus":
        raise InputError(f"{name} holds several texts (<teiCorpus>); write each <TEI> to a file")
    if tag != "TEI":
        raise InputError(f"{name} is no full text in TEI: its root is <{tag[:40]}>; {_WANTED}")
    if space:
        begin = len(space) + 1
        for element in root.iter(f"{space}}}*"):
            element.tag = element.tag[begin:]
    if root.find("text") is None:
        raise InputError(f"{name} is no full text in TEI: it has no <text>; {_WANTED}")
    return root


_WORK = re.compile(r"(W[0-9]{1,12})(?:\.grobid)?(?:\.tei)?\.xml(?:\.(?:gz|bz2|xz|zst))?")
_MAX_BYTES = 5_000_000


def openalex_record(full_text: Path) -> dict[str, str]:
    """Return title, year and identifiers from ``W123.json`` beside ``W123.tei.xml``.

    The file is a help and no more: {} where it is not there or cannot be read, and without what is
    in it that cannot be used.
    """
    match = _WORK.fullmatch(full_text.name)
    if match is None:
        return {}
    path = full_text.with_name(f"{match[1]}.json")
    if not path.is_file():
        return {}
    try:
        content = read_bytes(path, name=str(path), most_bytes=_MAX_BYTES)
        work = json_object(decode_text(content))
    except InputError:
        return {}
    ids = work.get("ids")
    values = {**(ids if isinstance(ids, dict) else {}), "doi": work.get("doi")}
    known = {"title": collapse_spaces(_text(work.get("title"))).strip(" ")}
    year = work.get("publication_year")
    known["year"] = str(year) if type(year) is int and 0 < year < 10_000 else ""
    for name, value in values.items():
        text = _text(value)
        if name != "doi":  # the end of an address
            text = text.rstrip("/").rpartition("/")[2]
        kind, usual = identifier(name, text)
        if kind:
            known[kind] = usual
    return {name: value for name, value in known.items() if value}


def _text(value: Any) -> str:
    """Return a string that can be written again, "" of anything else."""
    try:
        return json_string(value, "it")
    except InputError:
        return ""
