"""The pages of a PDF as a document: passages in reading order, and the list of references."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ....citations.references.lines import ListLine
from ...articles import Kind
from ...assembly import About
from ...marks import SUP, SUP_END
from .blocks import Block, blocks_of, has_ended, word_fits
from .characters import PageCharacters
from .columns import usual_gutters
from .fragments import fragments_of
from .front import about_article, plain, text_of, text_start, title_blocks
from .furniture import is_page_number, without_furniture, without_line_numbers
from .headings import Body, Sections, look_of, named
from .hyphens import Hyphens
from .lines import Line, page_lines
from .reference_lines import list_lines, lists_in
from .roles import Role, body_of, roles_of, starts_abstract

_SAME_SIZE = 0.6  # points
_INDENTED = 0.5  # of the paragraphs, where indents part them
_LOOSE = re.compile(f"{SUP_END}(\\s?){SUP}")


class PdfPassage(NamedTuple):
    """A title, abstract, paragraph, caption, table or note.

    Attributes:
        text: superscripts between ``SUP`` and ``SUP_END``.
        kind: what it is.
        section: titles from the outermost section to the innermost.
        pages: where in the text which page begins: (character, page from 1), ascending.
    """

    text: str
    kind: Kind
    section: tuple[str, ...]
    pages: tuple[tuple[int, int], ...]


class PdfDocument(NamedTuple):
    """What a PDF has to say.

    Attributes:
        about: the article.
        identifiers: some of ``pmcid``, ``pmid``, ``doi`` and ``arxiv``.
        passages: in reading order.
        list_lines: of the list of references, in order.
        pages: how many there are.
    """

    about: About
    identifiers: dict[str, str]
    passages: list[PdfPassage]
    list_lines: list[ListLine]
    pages: int


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
    kept = without_furniture(raw)
    lines = [
        line
        for (page, _), left in zip(raw, kept, strict=True)
        for line in left
        if not is_page_number(line, page)
    ]
    first_lines = [plain(line.text) for _, of_page in raw[:2] for line in of_page]
    ranges = lists_in(lines)
    listed = {index for part in ranges for index in part}
    read = [line for index, line in enumerate(lines) if index not in listed]
    hyphens = Hyphens(line.text for line in lines)
    text_lines = lines[: ranges[0].start] if ranges and ranges[0].start > 40 else read
    about, identifiers, passages = _passages(
        read, body_of(text_lines), hyphens, first_lines, metadata
    )
    references = list_lines([[lines[index] for index in part] for part in ranges], hyphens)
    return PdfDocument(
        about, identifiers, passages, references, int(metadata.get("pages") or len(pages))
    )


def _passages(
    lines: Sequence[Line],
    body: Body,
    hyphens: Hyphens,
    first_lines: Sequence[str],
    metadata: Mapping[str, str],
) -> tuple[About, dict[str, str], list[PdfPassage]]:
    """Return what an article is, and its passages."""
    blocks = blocks_of(lines)
    title = title_blocks(blocks, first_lines, metadata)
    start, is_abstract = text_start(blocks, title)
    title_text = hyphens.join_all(
        plain(line.text) for index in title for line in blocks[index].lines
    )
    following = [blocks[index] for index in range(title.stop, start)] if title else []
    about, identifiers = about_article(title_text, following, first_lines, metadata)
    writer = _Writer(hyphens)
    if title_text:
        writer.add(title_text, "title", (), blocks[title.start].lines[0].page)
    rest = [block for index, block in enumerate(blocks) if index >= start and index not in title]
    writer.write(rest, roles_of(rest, body, is_abstract), body, is_abstract)
    return about, identifiers, writer.passages


def _is_indented(block: Block) -> bool:
    """Return whether the first line of a block stands to the right of its column's edge."""
    return block.lines[0].left > block.left + 0.5 * block.lines[0].size


class _Writer:
    """Makes passages of blocks; what goes on behind a column, page or figure is one passage."""

    def __init__(self, hyphens: Hyphens) -> None:
        self.passages: list[PdfPassage] = []
        self._hyphens = hyphens
        self._sections = Sections()
        self._open = -1  # the passage of text that may go on
        self._last: Line | None = None  # of that passage
        self._right = 0.0  # where its lines end
        self._indents = False  # whether paragraphs are indented

    def add(self, text: str, kind: Kind, section: tuple[str, ...], page: int) -> None:
        """Add a passage on one page."""
        if text:
            self.passages.append(PdfPassage(text, kind, section, ((0, page),)))

    def write(
        self, blocks: Sequence[Block], roles: Sequence[Role], body: Body, is_abstract: bool
    ) -> None:
        """Add the passages of blocks; the first may be an abstract without a heading."""
        kind: Kind = "abstract" if is_abstract else "text"
        texts = [
            one
            for one, role in zip(blocks, roles, strict=True)
            if role == "text" and len(one.lines) > 2
        ]
        self._indents = sum(map(_is_indented, texts)) > _INDENTED * len(texts)
        abstract_look = None
        abstract_size = 0.0
        if is_abstract:
            self._sections.enter("Abstract", look_of(blocks[0]))
        for block, role in zip(blocks, roles, strict=True):
            text = text_of(block)
            page = block.lines[0].page
            if role == "none":
                continue
            inline = not self._seen_abstract() and starts_abstract(text)
            if role == "heading":
                title = plain(self._joined(block)[0]).rstrip(" :")
                look = look_of(block)
                if named(title, "keywords"):
                    continue
                if named(title, "abstract") and kind != "abstract":
                    kind, abstract_look, abstract_size = "abstract", look, 0.0
                elif (
                    kind == "abstract"
                    and look != abstract_look
                    and abstract_look is not None
                    and title.lower().strip(" .:") != "introduction"
                    and not title[:1].isdigit()
                    and abs(look.size - body.size) < 0.6
                    and page <= 2
                    and not look.capitals
                    and look.size <= abstract_look.size
                ):
                    pass  # a heading in a structured abstract
                else:
                    kind = "text"
                self._sections.enter(title, look)
                self.add(title, "title", self._sections.path, page)
                self._open = -1
                continue
            if role == "text" and inline:
                kind, abstract_size = "abstract", block.size
                self._sections.enter("Abstract", look_of(block))
                self._add_block(block, kind)
                continue
            if role == "text":
                if kind == "abstract":
                    if abstract_size and abs(block.size - abstract_size) > 0.4:
                        kind = "text"
                        self._sections = Sections()
                        self._open = -1
                    abstract_size = block.size
                if self._goes_on(block, kind):
                    self._extend(block)
                else:
                    self._add_block(block, kind)
            else:
                text, pages = self._joined(block)
                last = self.passages[-1] if self.passages else None
                if last and last.kind == role == "table" and last.pages[-1][1] == page:
                    self.passages[-1] = last._replace(text=f"{last.text} {text}")
                else:
                    self.passages.append(PdfPassage(text, role, self._sections.path, pages))

    def _seen_abstract(self) -> bool:
        return any(passage.kind in ("abstract", "text") for passage in self.passages)

    def _joined(self, block: Block) -> tuple[str, tuple[tuple[int, int], ...]]:
        """Return the text of a block, and where its pages begin."""
        text = self._hyphens.join_all(line.text for line in block.lines)
        return _LOOSE.sub(r"\1", text), ((0, block.lines[0].page),)

    def _add_block(self, block: Block, kind: Kind) -> None:
        """Add a block as a passage that may go on."""
        text, pages = self._joined(block)
        self._open = len(self.passages)
        self._note_end(block)
        self.passages.append(PdfPassage(text, kind, self._sections.path, pages))

    def _note_end(self, block: Block) -> None:
        self._last = block.lines[-1]
        self._right = block.right

    def _goes_on(self, block: Block, kind: Kind) -> bool:
        """Return whether a block goes on with the open passage."""
        if self._open < 0 or self._last is None:
            return False
        passage = self.passages[self._open]
        if passage.kind != kind:
            return False
        first, last = block.lines[0], self._last
        start = first.text.lstrip(SUP + "(\"'\u201c\u2018[")[:1]
        same_place = (first.page, first.region) == (last.page, last.region)
        if start.islower():
            return not has_ended(passage.text) or not same_place
        if abs(first.size - last.size) > _SAME_SIZE or word_fits(last, first, self._right):
            return False
        if has_ended(passage.text):
            # At the head of a column an indent alone says that a paragraph begins.
            return self._indents and not same_place and not _is_indented(block)
        return not same_place or first.baseline - last.baseline >= 3 * block.step

    def _extend(self, block: Block) -> None:
        """Join a block to the open passage."""
        passage = self.passages[self._open]
        text, _ = self._joined(block)
        whole = self._hyphens.join(passage.text, text)
        pages = passage.pages
        if block.lines[0].page != pages[-1][1]:
            pages = (*pages, (len(whole) - len(text.lstrip()), block.lines[0].page))
        self.passages[self._open] = passage._replace(text=whole, pages=pages)
        self._note_end(block)
