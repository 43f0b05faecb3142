"""Articles as PDF, as publishers, preprint servers and word processors make them.

A PDF says where each character stands, and no more. ``process`` reads the characters, ``document``
makes lines, paragraphs and a list of references of them, ``linking`` finds what the marks cite.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from ....citations.author_links import Link
from ....citations.linking import joined_superscripts, link_marks
from ....citations.marks.citation import Mark
from ....citations.references.fields import Reference
from ....corpora.packed import unpack
from ....corpora.xml_files import collapse_spaces
from ....errors import InputError, described, why_unreadable
from ...article_parts.assembly import assemble, kinds_left_out, named_source
from ...article_parts.listed_references import entry_id, read_list
from ...article_parts.marks import MARK, MARK_END, SUP, SUP_END, extract_marks
from ...articles import Article, Kind, Passage
from ...containers.byte_ranges import blocks_of, joined
from .document import PdfDocument, pdf_document
from .passages import PdfPassage
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


_BETWEEN = "\n\n"  # passages: no mark goes on from one to the next
_NO_MARKS = {ord(MARK): None, ord(MARK_END): None}
_INSERTED = 8  # characters, at most, that brackets put in at one place, with those behind
_SIGNS = MARK + MARK_END + SUP + SUP_END
_MISSING = "?"  # before what a mark names that is no entry


def linked_article(document: PdfDocument, name: str, left_out: Collection[Kind]) -> Article:
    """Return an article.

    Args:
        document: its paragraphs, and the lines of its list of references.
        name: what it is called where it has no identifier.
        left_out: kinds of paragraphs of which the citations are counted only.
    """
    references, works = read_list(document.list_lines)
    passages = _linked(document.passages, references)
    return assemble(passages, works, document.about, document.identifiers, name, left_out)


def _linked(passages: Sequence[PdfPassage], references: Sequence[Reference]) -> list[Passage]:
    """Return passages with their marks, superscript ones in square brackets."""
    texts = [_without_controls(passage.text) for passage in passages]
    starts = [0, *accumulate(len(one.text) + len(_BETWEEN) for one in texts)]
    raised = [
        (start + first, start + last)
        for start, one in zip(starts, texts, strict=False)
        for first, last in one.superscripts
    ]
    links = iter(link_marks(_BETWEEN.join(one.text for one in texts), references, raised))
    link = next(links, None)
    linked = []
    for passage, text, start in zip(passages, texts, starts, strict=False):
        own = []
        while link is not None and link.mark.start < start + len(text.text):
            own.append(link._replace(mark=_moved(link.mark, -start)))
            link = next(links, None)
        marked, names = _marked(text, own)
        shown, spans = extract_marks(marked)
        marks = [(*span, name) for span, name in zip(spans, names, strict=True)]
        if shown:
            starts_of = _places([place for place, _ in passage.pages], passage.text, shown)
            pages = zip(starts_of, (page for _, page in passage.pages), strict=True)
            linked.append(Passage(shown, passage.kind, passage.section, marks, tuple(pages)))
    return linked


class _Text(NamedTuple):
    """A passage without signs, and half-open characters of its superscripts."""

    text: str
    superscripts: list[tuple[int, int]]


def _without_controls(raw: str) -> _Text:
    """Return the text of a passage without the signs around superscripts."""
    before, *pieces = collapse_spaces(raw).translate(_NO_MARKS).strip(" ").split(SUP)
    parts, spans = [before.replace(SUP_END, "")], []
    size = len(parts[0])
    for piece in pieces:
        inside, _, after = piece.partition(SUP_END)
        after = after.replace(SUP_END, "")
        spans.append((size, size + len(inside)))
        parts += [inside, after]
        size += len(inside) + len(after)
    text = "".join(parts)
    return _Text(text, joined_superscripts(text, spans))


def _moved(mark: Mark, by: int) -> Mark:
    return mark._replace(start=mark.start + by, end=mark.end + by)


def _marked(passage: _Text, links: Sequence[Link]) -> tuple[str, list[str]]:
    """Return a text with signs around its marks and superscripts, and what each mark names.

    Members of ranges are left to ``assemble``, as in other formats.
    """
    text, superscripts = passage
    signs: list[tuple[int, int, str]] = []
    names: list[str] = []
    last = 0
    for mark, entry in links:
        if mark.implied or mark.start < last or mark.end > len(text):
            continue
        signs += [(mark.start, 3, MARK), (mark.end, 0, MARK_END)]
        names.append(_MISSING + mark.key.replace(" ", "_") if entry is None else entry_id(entry))
        last = mark.end
    for start, end in superscripts:
        signs += [(start, 2, SUP), (end, 1, SUP_END)]
    parts, last = [], 0
    for place, _, sign in sorted(signs):
        parts += [text[last:place], sign]
        last = place
    return "".join([*parts, text[last:]]), names


def _places(places: Sequence[int], raw: str, shown: str) -> list[int]:
    """Return where characters of a passage stand once its marks are in brackets.

    Args:
        places: in the passage, ascending.
        raw: the passage as it was read, with signs.
        shown: the same with its marks in brackets, without signs.
    """
    found = []
    at = last = 0
    for place in places:
        for sign in raw[last:place]:
            if sign in _SIGNS or sign.isspace():
                continue
            # What was put in, and blanks, are passed over.
            at = max(shown.find(sign, at, at + _INSERTED) + 1, at)
        last = max(place, last)
        while at and shown[at : at + 1] and shown[at] in " ]":
            at += 1
        found.append(at)
    return found
