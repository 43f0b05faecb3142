"""Articles as PDF, as publishers, preprint servers and word processors make them.

A PDF says where each character stands, and no more. ``process`` reads the characters, ``document``
makes lines, paragraphs and a list of references of them, ``linking`` finds what the marks cite.
"""

from pathlib import Path

from ....corpora.packed import unpack
from ....errors import InputError, why_unreadable
from ...articles import Article
from ...assembly import kinds_left_out, named_source
from ...containers.byte_ranges import blocks_of, joined
from .document import pdf_document
from .linking import linked_article
from .process import pdf_pages

_SCAN = (
    "is a PDF without text: a scan, or drawn letters; recognise its text first (`ocrmypdf FILE.pdf "
    "OUT.pdf`), then give OUT.pdf"
)
_LEAST_LETTERS = 20


def read_pdf(
    source: str | Path | bytes, *, name: str = "", captions: bool = False, tables: bool = False
) -> Article:
    """Return an article.

    Args:
        source: the file, or as bytes its content; of a file plain or packed.
        name: what to call it in errors, and its id if it gives none; default: the file's name.
        captions: read the captions of figures.
        tables: read tables.

    Raises:
        InputError: the file cannot be read, is too large, is damaged or encrypted, or has no text.
    """
    content, shown, name = named_source(source, name, "PDF")
    try:
        if isinstance(content, Path):
            with content.open("rb") as file:
                content = joined(blocks_of(unpack(file)))
        pages, metadata = pdf_pages(content)
        document = pdf_document(pages, metadata)
    except OSError as error:
        raise InputError(f"{shown} {why_unreadable(error)}") from error
    except InputError as error:
        between = " " if str(error).startswith(("is ", "has ")) else ": "
        raise InputError(f"{shown}{between}{error}") from error
    letters = sum(len(passage.text) for passage in document.passages)
    if letters < _LEAST_LETTERS and not document.list_lines:
        raise InputError(f"{shown} {_SCAN}")
    left_out = kinds_left_out(captions=captions, tables=tables)
    return linked_article(document, name, left_out)
