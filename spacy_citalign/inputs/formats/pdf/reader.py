"""Articles as PDF, as publishers, preprint servers and word processors make them.

A PDF says where each character stands, and no more. ``process`` reads the characters, ``document``
makes lines, paragraphs and a list of references of them, ``linking`` finds what the marks cite.
"""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from ....corpora.packed import unpack
from ....errors import InputError, described, why_unreadable
from ...articles import Article, Kind
from ...assembly import kinds_left_out, named_source
from ...containers.byte_ranges import blocks_of, joined
from .document import pdf_document
from .linking import linked_article
from .process import pdf_pages

_SCAN = (
    "is a PDF without text: a scan, or drawn letters; recognise its text first (`ocrmypdf FILE.pdf "
    "OUT.pdf`), then give OUT.pdf"
)
_NO_PAGES = "is a PDF without pages that can be read; fetch it again"
_UNORDERED = "is a PDF whose characters could not be put in order"
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
        return article_of(content, name, kinds_left_out(captions=captions, tables=tables))
    except OSError as error:
        raise InputError(f"{shown} {why_unreadable(error)}") from error
    except InputError as error:
        between = " " if str(error).startswith(("is ", "has ")) else ": "
        raise InputError(f"{shown}{between}{error}") from error
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        # Characters may stand anywhere; a page that nobody thought of costs its article only.
        raise InputError(f"{shown} {_UNORDERED} ({described(error)})") from error


def article_of(content: bytes, name: str, left_out: Collection[Kind]) -> Article:
    """Return the article that a content is.

    Args:
        content: of a PDF.
        name: what it is called where it has no identifier.
        left_out: kinds of paragraphs that are not read.

    Raises:
        InputError: it cannot be read; the message goes on after its name.
    """
    pages, metadata = pdf_pages(content)
    if not pages:
        raise InputError(_NO_PAGES)
    document = pdf_document(pages, metadata)
    letters = sum(len(passage.text) for passage in document.passages)
    if letters < _LEAST_LETTERS and not document.list_lines:
        raise InputError(_SCAN)
    article = linked_article(document, name, left_out)
    lost = int(metadata.get("pages", 0)) - len(pages)
    return replace(article, lost_pages=lost) if lost > 0 else article
