"""Blocks to passages: what goes on behind a column, a page or a figure is one paragraph."""

from collections.abc import Sequence
from typing import NamedTuple

from ...article_parts.marks import SUP
from ...articles import Kind
from .blocks import CAPTION, Block, begins_with_heading, has_ended, parted, text_of, word_fits
from .front import starts_abstract, without_heading
from .headings import LETTER, Body, Look, Sections, closed_up, look_of, named
from .hyphens import Hyphens
from .lines import plain
from .roles import Role

_SAME_SIZE = 0.6  # points
_OTHER_SIZE = 0.4  # points: what is set as differently is no more the abstract
_INDENTED = 0.5  # of the paragraphs, where indents part them
_RUN_IN = ""  # the font of headings within lines, so that they are below those of their own
_OTHER_WIDTH = 0.2  # of the abstract's: the text stands in other columns
_ABSTRACT_PAGES = 2


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


class _Draft(NamedTuple):
    """A passage whose blocks are not joined yet."""

    kind: Kind
    section: tuple[str, ...]
    blocks: list[Block]


class PassageWriter:
    """Collects the passages of an article.

    Args:
        hyphens: joins lines.
        body: how most of the text is set.
        title: the blocks of the title of the article.
    """

    def __init__(self, hyphens: Hyphens, body: Body, title: list[Block]) -> None:
        self._hyphens = hyphens
        self._body = body
        self._drafts = [_Draft("title", (), title)] if title else []
        self._sections = Sections()
        self._open: _Draft | None = None  # the paragraph that may go on
        self._indents = False  # whether an indent begins a paragraph
        self._kind: Kind = "text"  # of the text that comes
        self._seen_text = False
        self._abstract_look: Look | None = None
        self._abstract_size = 0.0
        self._abstract_width = 0.0  # of one without a heading on a line of its own

    def passages(self) -> list[PdfPassage]:
        """Return what was collected."""
        found: list[PdfPassage] = []
        for draft in self._drafts:
            lines = [line for block in draft.blocks for line in block.lines]
            text, starts = self._hyphens.joined([line.text for line in lines])
            pages: list[tuple[int, int]] = []
            for start, line in zip(starts, lines, strict=True):
                if not pages or line.page > pages[-1][1]:
                    pages.append((start, line.page))
            if draft.kind == "title":
                text = closed_up(plain(text).rstrip(" :"))
            if text:
                found.append(PdfPassage(text, draft.kind, draft.section, tuple(pages)))
        return found

    def add(self, blocks: Sequence[Block], roles: Sequence[Role], is_abstract: bool) -> None:
        """Add the passages of blocks.

        Args:
            blocks: in reading order.
            roles: of each.
            is_abstract: whether the first is an abstract without a heading.
        """
        pairs = [*zip(blocks, roles, strict=True)]
        texts = [block for block, role in pairs if role == "text" and len(block.lines) > 2]
        self._indents = sum(map(_is_indented, texts)) > _INDENTED * len(texts)
        if is_abstract:
            self._begin_abstract(blocks[0])
        for block, role in pairs:
            if role == "heading":
                self._add_heading(block)
            elif role == "text":
                self._add_text(block)
            elif role != "none":
                self._add_aside(block, role)

    def _begin_abstract(self, block: Block) -> None:
        """Begin an abstract that has no line for its heading."""
        self._kind = "abstract"
        self._abstract_width = block.right - block.left
        self._sections.enter("Abstract", look_of(block))

    def _begin_abstract_in(self, block: Block) -> Block:
        """Begin an abstract with its heading, which stands in a paragraph; return the rest."""
        self._begin_abstract(block)
        first = block.lines[0]
        heading, rest = without_heading(first.text)
        lines = [first._replace(text=heading)]
        self._drafts.append(_Draft("title", self._sections.path, [block._replace(lines=lines)]))
        return block._replace(lines=[first._replace(text=rest), *block.lines[1:]])

    def _add_heading(self, block: Block) -> None:
        """Add a heading, and begin its section."""
        title = closed_up(plain(self._hyphens.joined([line.text for line in block.lines])[0]))
        title = title.rstrip(" :")
        if named(title, "keywords"):
            return
        look = look_of(block)
        if named(title, "abstract") and self._kind != "abstract":
            self._kind, self._abstract_look, self._abstract_size = "abstract", look, 0.0
        elif not self._is_part_of_abstract(title, look, block):
            self._kind = "text"
        self._sections.enter(title, look)
        self._drafts.append(_Draft("title", self._sections.path, [block]))
        self._open = None

    def _add_run_in(self, block: Block) -> None:
        """Add a heading that stands at the beginning of a paragraph, and begin its section."""
        title = plain(self._hyphens.joined([line.text for line in block.lines])[0]).rstrip(" :.")
        self._sections.enter(title, look_of(block)._replace(font=_RUN_IN))
        self._drafts.append(_Draft("title", self._sections.path, [block]))

    def _is_part_of_abstract(self, title: str, look: Look, block: Block) -> bool:
        """Return whether a heading is one in a structured abstract."""
        above = self._abstract_look
        return (
            self._kind == "abstract"
            and above is not None
            and look != above
            and look.size <= above.size
            and abs(look.size - self._body.size) < _SAME_SIZE
            and not look.capitals
            and block.lines[0].page <= _ABSTRACT_PAGES
            and not title[:1].isdigit()
            and title.lower().strip(" .:") != "introduction"
        )

    def _add_text(self, block: Block) -> None:
        """Add a paragraph, or what it goes on with."""
        if not self._seen_text and starts_abstract(text_of(block)):
            block = self._begin_abstract_in(block)
        elif self._kind == "abstract" and self._ends_abstract(block):
            self._kind = "text"
            self._sections = Sections()
            self._open = None
        self._abstract_size = block.size
        self._seen_text = True
        goes_on = self._open is not None and self._goes_on(self._open, block)
        if not goes_on and (parts := run_in(block, self._body)):
            heading, block = parts
            self._add_run_in(heading)
        if self._open and goes_on:
            self._open.blocks.append(block)
        else:
            self._open = _Draft(self._kind, self._sections.path, [block])
            self._drafts.append(self._open)

    def _ends_abstract(self, block: Block) -> bool:
        """Return whether the text begins with a block without a heading, by its size or width."""
        size, width = self._abstract_size, self._abstract_width
        if size > 0 and abs(block.size - size) > _OTHER_SIZE:
            return True
        return width > 0 and abs(block.right - block.left - width) > _OTHER_WIDTH * width

    def _add_aside(self, block: Block, kind: Kind) -> None:
        """Add a caption, a table or a note; the rows of a table are one passage."""
        last = self._drafts[-1] if self._drafts else None
        page = block.lines[0].page
        if kind == "table" and last and last.kind == kind and last.blocks[-1].lines[0].page == page:
            last.blocks.append(block)
        else:
            self._drafts.append(_Draft(kind, self._sections.path, [block]))

    def _goes_on(self, draft: _Draft, block: Block) -> bool:
        """Return whether a paragraph goes on with a block."""
        if draft.kind != self._kind:
            return False
        before = draft.blocks[-1]
        first, last = block.lines[0], before.lines[-1]
        ended = has_ended(last.text)
        start = first.text.lstrip(SUP + "(\"'\u201c\u2018[")[:1]
        if start.islower():
            return not ended or block.place != before.place
        if abs(first.size - last.size) > _SAME_SIZE or word_fits(last, first, before.right):
            return False
        if block.place == before.place:
            return not ended and first.baseline - last.baseline >= 3 * block.step
        if ended and first.text[0] not in "([":
            # At the head of a column an indent alone says that a paragraph begins.
            return self._indents and not _is_indented(block)
        return True


def _is_indented(block: Block) -> bool:
    """Return whether the first line of a block stands to the right of its column's edge."""
    return block.lines[0].left > block.left + 0.5 * block.lines[0].size


_SHORTEST, _LONGEST = 3, 120  # characters of a heading
_OTHER_RUN_IN_SIZE = 0.6  # points: a heading in the line is as large as the text
# What is stated, and no section: they begin paragraphs in bold, too.
_STATEMENTS = frozenset(
    "theorem lemma definition proposition corollary proof example remark claim assumption".split()
)


def run_in(block: Block, body: Body) -> tuple[Block, Block] | None:
    """Return the heading with which a paragraph begins, and the rest; None if it has none.

    Args:
        block: the first of a paragraph.
        body: how most of the text is set.
    """
    number = 0
    first = block.lines[0]
    if first.bold and not first.bold_lead and not body.bold and len(block.lines) > 1:
        number = 1
    line = block.lines[number]
    if number and not line.bold_lead:
        return None
    if not begins_with_heading(line, body.bold) or abs(first.size - body.size) > _OTHER_RUN_IN_SIZE:
        return None
    lead = (0 if body.bold else line.bold_lead) or line.italic_lead
    heading, rest = parted(line.text, lead)
    head = block._replace(lines=[*block.lines[:number], line._replace(text=heading)])
    title = plain(text_of(head))
    start = title.lstrip("(\"'\u201c\u2018")[:1]
    if (
        not (start.isupper() or start.isdigit())
        or not _SHORTEST <= len(title) <= _LONGEST
        or len(LETTER.findall(title)) < max(_SHORTEST, len(title) // 2)
        or CAPTION.match(title)
        or named(title, "keywords")
        or title.split()[0].strip(".:").lower() in _STATEMENTS
    ):
        return None
    text = line._replace(text=rest, bold=False, italic=False, bold_lead=0, italic_lead=0)
    return head, block._replace(lines=[text, *block.lines[number + 1 :]])
