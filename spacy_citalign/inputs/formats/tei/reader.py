"""Full texts in TEI, as GROBID makes them of PDFs and OpenAlex serves them.

A mark is ``<ref type="bibr" target="#b12">``, a reference ``<biblStruct xml:id="b12">``; a mark
without a target names no reference, and is counted. Superscripts have no markup: a number that
stands at the end of a word, or behind its punctuation, is set in square brackets, "p53[12]".

Of the article itself the header says what is known. What it lacks is taken from the file of
OpenAlex beside it (``W123.json`` beside ``W123.tei.xml``), where that can be read.
"""

from pathlib import Path

from ....corpora.xml_files import MOST_BYTES, Element, first_text, read_xml
from ....errors import InputError
from ...articles import Article
from ...assembly import About, assemble
from ...identifiers import identifiers
from .beside import openalex_record
from .references import first_surname, read_references, year_of
from .text import TeiText

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
    most_bytes: int = MOST_BYTES,
) -> Article:
    """Return an article.

    Args:
        source: the file, or as bytes its content; plain or gzipped.
        name: what to call it in errors, and its id if it gives none; default: the file's name.
        captions: read the captions of figures.
        tables: read tables: captions, a paragraph for each cell.
        most_bytes: the largest size of the file, and of what it unpacks to.

    Raises:
        InputError: the file cannot be read, is too large, is not well-formed XML, or is not one
            full text in TEI.
    """
    if isinstance(source, str):
        source = Path(source)
    shown = name or (f"{len(source):,} bytes of XML" if isinstance(source, bytes) else str(source))
    root = _without_namespace(read_xml(source, name=shown, most_bytes=most_bytes), shown)
    references = read_references(root)
    reader = TeiText(captions=captions, tables=tables)
    reader.read(root)
    beside = {} if isinstance(source, bytes) else openalex_record(source)
    if not name and not isinstance(source, bytes):
        name = source.name
    header = root.find(_SOURCE)
    about = About(
        title=first_text(root, *_TITLES) or beside.get("title", ""),
        journal=first_text(header, 'monogr/title[@level="j"]'),
        year=year_of(header) or beside.get("year", ""),
        first_author=first_surname(header),
    )
    known = identifiers(root.iterfind(f"{_SOURCE}//idno"), "type")
    ids = {kind: value or beside.get(kind, "") for kind, value in known.items()}
    return assemble(reader.passages, references, about, ids, name)


def _without_namespace(root: Element, name: str) -> Element:
    """Return the root with tags as they are written, without their namespace."""
    for element in root.iter("{*}*"):
        element.tag = element.tag.rpartition("}")[2]
    if root.tag != "TEI" or root.find("text") is None:
        held = f"its root is <{root.tag[:40]}>" if root.tag != "TEI" else "it has no <text>"
        raise InputError(f"{name} is no full text in TEI: {held}; {_WANTED}")
    return root
