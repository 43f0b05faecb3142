"""Kinds of content that are not read: how they begin, and what is said of them."""

from collections.abc import Mapping
from typing import NamedTuple

from ...errors import InputError
from ..records import Format


class UnreadKindError(InputError):
    """A content is of a kind that is not read.

    Attributes:
        what: the kind in a word or two, for counts: "image".
        name: of the content, "" where it is not known.
    """

    def __init__(self, what: str, message: str, name: str = "") -> None:
        super().__init__(message)
        self.what, self.name = what, name


def counts_of(kinds: Mapping[str, int]) -> str:
    """Return how many files of which kinds were left out, the most first.

    >>> counts_of({"image": 1, "table": 2})
    '3 (2 table, 1 image)'
    """
    ordered = sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
    listed = ", ".join(f"{count} {what}" for what, count in ordered)
    return f"{sum(kinds.values())} ({listed})"


class Refusal(NamedTuple):
    """A kind that is not read.

    Attributes:
        what: the kind in a word or two.
        message: what it is and what to do; goes on after the name of the file.
    """

    what: str
    message: str

    def error(self) -> UnreadKindError:
        """Return the error that says so."""
        return UnreadKindError(*self)


def _by_pandoc(what: str, name: str, suffix: str) -> Refusal:
    return Refusal(
        what,
        f"is {name}; make JATS of it with `pandoc --standalone FILE{suffix} --to jats --output "
        "FILE.xml`, then give the .xml file",
    )


_IMAGE = Refusal("image", "is an image, which has no text; give the article as JATS, TEI or PDF")
_LATEX = Refusal(
    "LaTeX",
    "is LaTeX source; make JATS of it with `pandoc --standalone --citeproc FILE.tex --to jats "
    "--output FILE.xml`, then give the .xml file",
)
_BIOC = Refusal(
    "BioC",
    "is BioC, which does not link citations to references; give the article's JATS from PubMed "
    "Central instead",
)
_TABLE = Refusal("table", "is a table, no article; give the articles as JATS, TEI or text")
_ARCHIVE = Refusal(
    "archive", "is packed in a way that is not read; unpack it, or pack it as .zip or .tar.gz"
)
_WORD = Refusal(
    "Word", "is an old Word document; save it as .docx, and make JATS of it with pandoc"
)
_OFFICE = Refusal("office document", "is a table or slides of an office program, no article")
# By members of ZIP archives.
DOCUMENTS = {
    "word/document.xml": _by_pandoc("DOCX", "a Word document", ".docx"),
    "META-INF/container.xml": _by_pandoc("EPUB", "an EPUB book", ".epub"),
    "content.xml": _by_pandoc("ODT", "an OpenDocument text", ".odt"),
    "xl/workbook.xml": _OFFICE,
    "ppt/presentation.xml": _OFFICE,
}
PUBMED = Refusal(
    "PubMed", "has PubMed's abstracts, which cite nothing; `citalign annotate` reads it"
)
PUBTATOR = Refusal("PubTator", "has abstracts, which cite nothing; `citalign annotate` reads it")
GROUPS = Refusal(
    "groups", "has groups of citances and is no article; `citalign align` and `report` read it"
)
PARQUET = Refusal("Parquet", "is a table in Parquet; `citalign annotate` reads it")
RECORDS = Refusal("JSON Lines", "is JSON Lines of texts, no article; `citalign annotate` reads it")
FULL_TEXTS = Refusal(
    "JSON array", "is an array of full texts; write one a line (`jq -c .[] FILE > FILE.jsonl`)"
)
HTML = Refusal(
    "HTML",
    "is HTML, but not arXiv's (LaTeXML); give the article as JATS, TEI, S2ORC JSON, arXiv's HTML "
    "or PDF, or its text as .txt",
)
INNER_ARCHIVE = Refusal("archive", "is an archive in an archive; unpack the outer one first")
# What is read from files, and not from archives.
IN_ARCHIVES = {
    Format.jsonl: Refusal("JSON Lines", "is read from archives with --format jsonl only"),
    Format.parquet: Refusal("Parquet", "is a table in Parquet in an archive; unpack that first"),
}
MARKDOWN = Refusal(
    "Markdown", "is Markdown, in folders mostly notes; name the file itself to have it read as text"
)
EMPTY = Refusal("empty", "is empty, or has white space only; fetch it again")
NO_TEXT = Refusal(
    "empty",
    "is empty: it has no title, abstract or paragraph; if GROBID made it of a PDF, that has no "
    "text that it could read",
)
UNKNOWN = Refusal(
    "unknown",
    "is of no kind that is known (JATS, TEI, S2ORC JSON, arXiv's HTML, PDF); if it is plain text, "
    "let its name end in .txt, or say --format text",
)

# By their first bytes, from a place on.
BINARY = (
    *((0, begin, _IMAGE) for begin in (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*")),
    (8, b"WEBP", _IMAGE),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", _WORD),
    *((0, begin, _ARCHIVE) for begin in (b"7z\xbc\xaf\x27\x1c", b"Rar!")),
    (0, b"SQLite format 3", Refusal("database", "is a database; give its articles as files")),
    (
        0,
        b"version https://git-lfs",
        Refusal(
            "git-lfs pointer",
            "is a pointer of git-lfs and not the file itself; fetch that with `git lfs pull`",
        ),
    ),
)
# By patterns of text.
TEXTS = (
    (rb"\{\\rtf", Refusal("RTF", "is Rich Text; make JATS of it with pandoc")),
    (rb"(?s).{0,20000}?\\(?:documentclass|documentstyle|begin\{document\})", _LATEX),
    (rb"%!PS", Refusal("PostScript", "is PostScript; make a PDF of it with `ps2pdf`")),
    (rb"@[A-Za-z]{3,20}\s?\{", Refusal("BibTeX", "is BibTeX, which has references and no text")),
    (rb"TY  - ", Refusal("RIS", "is RIS, which has references and no text")),
)
# By the root element of XML.
ROOTS = {
    "collection": _BIOC,
    "svg": _IMAGE,
    "full-text-retrieval-response": Refusal(
        "Elsevier XML",
        "is Elsevier's XML; give the article as JATS, or its PDF",
    ),
    "manifest": Refusal("manifest", "is the manifest of an archive, no article"),
}
# By keys of JSON that are there together.
JSON_KEYS = (
    ({"documents", "infons"}, _BIOC),
    ({"passages", "infons"}, _BIOC),
    ({"schema_name", "texts", "body"}, Refusal("Docling", "is Docling's, without citations")),
    (
        {"doi", "publication_year", "ids"},
        Refusal("OpenAlex record", "is what OpenAlex says of a work, no article"),
    ),
    ({"cited", "citances"}, GROUPS),
)
SUFFIXES = {".tex": _LATEX, ".csv": _TABLE, ".tsv": _TABLE, ".bib": TEXTS[3][1]}
