"""What blocks are: text, headings, captions, tables, notes, or nothing that is read."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from .blocks import CAPTION, Block, has_ended, is_prose, text_of
from .front import is_aside, starts_abstract
from .headings import Body, is_heading, named
from .lines import Line, plain

Role = Literal["heading", "text", "caption", "table", "note", "none"]

_SMALLER = 0.35  # points: captions and tables are at least as much smaller than the text
_NOTE_SMALLER = 0.7  # points
_OTHER = 0.6  # points: what has few words, and is set as differently, belongs to a figure
_LONGEST_NOTE = 12  # lines
_SHORT_ASIDE = 80  # characters
_FOLLOWING = 20  # blocks behind a note that are looked at
_SHOWN = 2_000  # characters of a block that are looked at
_LABEL_END = re.compile(r"\s{0,2}(?:[.:|\u2013\u2014(-]|$|[A-Z\d])")
_OF_TABLE = re.compile(r"(?:supp\w{0,12}\s|additional\s)?(?:tab|chart)", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")


def body_of(lines: Iterable[Line]) -> Body:
    """Return how most of some lines are set."""
    looks: Counter[tuple[float, str, bool]] = Counter()
    for line in lines:
        if len(line.text) > 30 and not line.cells:
            looks[(round(line.size * 4) / 4, line.font, line.bold)] += len(line.text)
    return Body(*looks.most_common(1)[0][0]) if looks else Body(10.0, "", False)


def roles_of(blocks: Sequence[Block], body: Body, is_abstract: bool) -> list[Role]:
    """Return what each block is.

    Args:
        blocks: those of the text, without lists of references.
        body: how most of the text is set.
        is_abstract: whether the first is an abstract without a heading.
    """
    roles: list[Role] = []
    small_is_read = is_abstract  # in abstracts and behind the conclusions it is no note
    for index, block in enumerate(blocks):
        before = blocks[index - 1] if index else None
        role = _role(block, before, roles[-1] if roles else "none", body, small_is_read)
        if role == "heading":
            text = text_of(block)
            small_is_read = named(text, "abstract") or named(text, "back")
        elif role == "text" and starts_abstract(text_of(block)):
            small_is_read = True
        # Whole sections may be set small, but no note stands below a heading.
        in_small = (
            before is not None
            and roles[-1] in ("heading", "text")
            and (roles[-1] == "heading" or abs(before.size - block.size) < 0.3)
        )
        may_be_note = role == "text" and not small_is_read and not in_small
        if may_be_note and _is_note(block, blocks, index, body):
            role = "none" if block.lines[0].page == 1 else "note"
        roles.append(role)
    return roles


def _role(block: Block, before: Block | None, last: Role, body: Body, small_is_read: bool) -> Role:
    """Return what a block is, by what stands before it; notes are not told from text here."""
    shown = plain(text_of(block)[:_SHOWN]).strip()
    page = block.lines[0].page
    small = block.size < body.size - _SMALLER
    same_page = before is not None and before.lines[0].page == page
    near = before is not None and before.place == block.place
    step = abs(block.size - before.size) if before else 0.0
    is_back = before is not None and _back_in_text(before, block, body)
    goes_on = before is not None and block.size <= before.size + 0.3 and not is_back
    if caption := _caption(block, shown, body):
        return caption
    if is_aside(shown) and (block.size < body.size - 0.2 or page == 1 or len(shown) < _SHORT_ASIDE):
        return "none"
    alike = near and small and step < 0.3
    if last == "none" and page == 1 and alike and not starts_abstract(shown):
        return "none"
    if is_heading(block, body):
        return "heading"
    tabular = _is_tabular(block, shown, body)
    reads = _reads(shown)
    in_text = has_ended(shown) and not tabular and len(block.lines) > 2 and is_back
    small_or_cells = (small and not in_text) or tabular or not reads
    if last == "table" and (near or (small and same_page)) and small_or_cells:
        return "table"
    if last == "caption" and near and small and goes_on and not small_is_read:
        return "caption"
    if tabular:
        return "table"
    other = abs(block.size - body.size) > _OTHER or block.lines[0].font != body.font
    if not reads and other and not (small_is_read and len(_WORD.findall(shown)) > 1):
        return "table" if last == "table" else "caption"
    return "text"


def _back_in_text(before: Block, block: Block, body: Body) -> bool:
    """Return whether a block is set in the font of the text, and the one before it is not."""
    return block.lines[0].font == body.font != before.lines[-1].font and len(before.lines) > 1


def _is_note(block: Block, blocks: Sequence[Block], index: int, body: Body) -> bool:
    """Return whether a block is a note at the foot of a column, or a short one elsewhere."""
    if block.size >= body.size - _NOTE_SMALLER:
        return False
    if len(block.lines) < 3:
        return True
    if len(block.lines) > _LONGEST_NOTE:
        return False
    for other in blocks[index + 1 : index + _FOLLOWING]:
        if other.place != block.place:
            break
        if other.size > body.size - _SMALLER:
            return False
    return True


def _caption(block: Block, shown: str, body: Body) -> Role | None:
    """Return which caption a block is, None if it is none."""
    match = CAPTION.match(shown)
    if match is None or is_prose(shown) or not _LABEL_END.match(shown, match.end()):
        return None
    first = block.lines[0]
    set_apart = (
        block.size < body.size - _SMALLER
        or first.bold
        or first.font != body.font
        or shown[match.end() : match.end() + 1] in (".", ":", "|")
    )
    if not set_apart and len(block.lines) > 5:
        return None
    return "table" if _OF_TABLE.match(shown) else "caption"


def _is_tabular(block: Block, shown: str, body: Body) -> bool:
    """Return whether a block has the gaps, or the numbers, of a table."""
    rows = sum(line.cells > 0 for line in block.lines)
    if 2 * rows >= len(block.lines) and sum(line.cells for line in block.lines) > 1:
        # Words of a narrow column stand as far apart where it is justified.
        words = shown.split()
        small = sum(word.islower() and word.isalpha() for word in words)
        looks_same = block.lines[0].font == body.font and abs(block.size - body.size) < 0.2
        return not looks_same or small < 0.7 * len(words)
    letters = sum(map(str.isalpha, shown))
    return letters < 0.4 * len(shown.replace(" ", "")) and len(shown) > 6


def _reads(text: str) -> bool:
    """Return whether a text has as many words as a sentence."""
    words = _WORD.findall(text[:400])
    if len(words) >= 5 and any(map(str.islower, words)):
        return True
    return len(words) >= 3 and has_ended(text)
