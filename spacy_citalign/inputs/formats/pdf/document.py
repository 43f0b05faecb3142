"""The pages of a PDF as a document: passages in reading order, and the list of references.

In reading order: ``characters`` (what PDFium gives), ``fragments``, ``columns`` and ``lines`` (what
is read after what), ``furniture`` (what is not text), ``blocks``, ``roles`` and ``headings`` (what
lines are), ``front`` (the article itself), ``hyphens`` and ``passages`` (paragraphs),
``reference_lines``. No paper is followed.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from ....citations.references.lists import ListLine
from ...article_parts.assembly import About
from .blocks import blocks_of
from .characters import PageCharacters
from .columns import usual_gutters
from .fragments import fragments_of
from .front import about_article, text_start, title_blocks, without_kind
from .furniture import is_page_number, without_furniture, without_line_numbers
from .hyphens import Hyphens
from .lines import Line, page_lines, plain
from .passages import PassageWriter, PdfPassage
from .reference_lines import list_lines, lists_in
from .roles import body_of, roles_of

_FRONT_PAGES = 2  # that may say what the article is
_COVER = 30  # lines, at most
_LEAST_TEXT = 40  # lines before a list that show how the text is set


class PdfDocument(NamedTuple):
    """What a PDF has to say.

    Attributes:
        about: the article.
        identifiers: some of ``pmcid``, ``pmid``, ``doi`` and ``arxiv``.
        passages: in reading order.
        list_lines: of the list of references, in order.
    """

    about: About
    identifiers: dict[str, str]
    passages: list[PdfPassage]
    list_lines: list[ListLine]


def pdf_document(pages: Sequence[PageCharacters], metadata: Mapping[str, str]) -> PdfDocument:
    """Return what the pages of a PDF say.

    Args:
        pages: their characters.
        metadata: ``Title``, ``Author`` and so on, as the file has them.
    """
    drawn = [without_line_numbers(fragments_of(page)) for page in pages]
    gutters = usual_gutters(drawn)
    raw = [
        (page, page_lines(fragments, gutters)) for page, fragments in zip(pages, drawn, strict=True)
    ]
    lines = [
        line
        for (page, _), kept in zip(raw, without_furniture(raw), strict=True)
        for line in kept
        if not is_page_number(line, page)
    ]
    hyphens = Hyphens(line.text for line in lines)
    lists = lists_in(lines)
    listed = {index for part in lists for index in part}
    first_lines = _first_lines([of_page for _, of_page in raw], lines, listed)
    read = [line for index, line in enumerate(lines) if index not in listed]
    body = body_of(lines[: lists[0].start] if lists and lists[0].start > _LEAST_TEXT else read)
    blocks = blocks_of(read)
    title = title_blocks(blocks, body, first_lines, metadata)
    start, is_abstract = text_start(blocks, title)
    title_parts = without_kind([blocks[index] for index in title])
    title_lines = [plain(line.text) for block in title_parts for line in block.lines]
    following = [blocks[index] for index in range(title.stop, start)] if title else []
    about, identifiers = about_article(
        hyphens.joined(title_lines)[0], following, first_lines, metadata
    )
    writer = PassageWriter(hyphens, body, title_parts)
    rest = [block for index, block in enumerate(blocks) if index >= start and index not in title]
    writer.add(rest, roles_of(rest, body, is_abstract), is_abstract)
    references = list_lines([[lines[index] for index in part] for part in lists], hyphens)
    return PdfDocument(about, identifiers, writer.passages(), references)


def _first_lines(
    pages: Sequence[Sequence[Line]], lines: Sequence[Line], listed: set[int]
) -> list[str]:
    """Return the lines of the first pages that may say what the article is.

    Args:
        pages: their lines, with what stands beside the text.
        lines: of the text.
        listed: which of these are in lists of references.
    """
    # Entries say what others are; so may the text of a second page, unless the first is a cover.
    others = {lines[index] for index in listed}
    if sum(line.page == 1 for line in lines) > _COVER:
        others.update(line for line in lines if 1 < line.page <= _FRONT_PAGES)
    first = chain.from_iterable(pages[:_FRONT_PAGES])
    return [plain(line.text) for line in first if line not in others]
