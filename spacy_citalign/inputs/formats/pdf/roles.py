"""What blocks are: text, headings, captions, tables, notes, or nothing that is read."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from ...marks import SUP
from .blocks import CAPTION, Block, has_ended, is_prose
from .front import is_aside, plain, starts_abstract, text_of
from .headings import Body, is_heading, named
from .lines import Line

Role = Literal["heading", "text", "caption", "table", "note", "none"]

_SMALLER = 0.35  # points: captions and tables are at least as much smaller than the text
_NOTE_SMALLER = 0.7
_LONGEST_NOTE = 12  # lines
_LABEL_END = re.compile(r"\s{0,2}(?:[.:|\u2013\u2014(-]|$|[A-Z\d])")
_SHORT_ASIDE = 80
_WORDS = re.compile(r"[^\W\d_]{2,}")


def body_of(lines: Iterable[Line]) -> Body:
    """Return how most of the text is set; lists of references, if they are known, are left out."""
    looks: Counter[tuple[float, str, bool]] = Counter()
    for line in lines:
        if len(line.text) > 30 and not line.cells:
            looks[(round(line.size * 4) / 4, line.font, line.bold)] += len(line.text)
    if not looks:
        return Body(10.0, "", False)
    size, font, bold = looks.most_common(1)[0][0]
    return Body(size, font, bold)


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
        last = roles[-1] if roles else "none"
        role = _role(block, before, last, body, small_is_read)
        if role == "heading":
            text = text_of(block)
            small_is_read = named(text, "abstract") or named(text, "back")
        elif role == "text" and starts_abstract(text_of(block)):
            small_is_read = True
        if role == "text" and not small_is_read and _is_note(block, blocks, index, body):
            role = "none" if block.lines[0].page == 1 else "note"
        roles.append(role)
    return roles


def _role(block: Block, before: Block | None, last: Role, body: Body, small_is_read: bool) -> Role:
    """Return what a block is, by what stands before it; notes are not told from text here."""
    shown = plain(text_of(block)).strip()
    first = block.lines[0]
    size = block.size
    same_page = before is not None and before.lines[0].page == first.page
    near = same_page and before is not None and before.lines[0].region == first.region
    small = size < body.size - _SMALLER
    if caption := _caption(block, shown, body):
        return caption
    if is_aside(shown) and (size < body.size - 0.2 or first.page == 1 or len(shown) < _SHORT_ASIDE):
        return "none"
    if last == "none" and near and before is not None and first.page == 1:
        if small and abs(size - before.size) < 0.3 and not starts_abstract(shown):
            return "none"
    if is_heading(block, body):
        return "heading"
    if last == "table" and (near or small and same_page):
        if small or _tabular(block) or not _reads(shown):
            return "table"
    if last == "caption" and near and before is not None:
        if small and size <= before.size + 0.3 and not small_is_read:
            return "caption"
    if _tabular(block):
        return "table"
    if not _reads(shown) and (abs(size - body.size) > 0.6 or first.font != body.font):
        if not small_is_read or not _has_words(shown):
            return "table" if last == "table" else "caption"
    return "text"


def _is_note(block: Block, blocks: Sequence[Block], index: int, body: Body) -> bool:
    """Return whether a block is a note at the foot of a column, or a short one elsewhere."""
    if block.size >= body.size - _NOTE_SMALLER:
        return False
    if len(block.lines) <= _LONGEST_NOTE and _is_last(block, blocks, index, body):
        return True
    return len(block.lines) < 3


def _caption(block: Block, shown: str, body: Body) -> Role | None:
    """Return which caption a block is, None if it is none."""
    match = CAPTION.match(shown)
    if match is None:
        return None
    first = block.lines[0]
    if is_prose(shown) or shown[match.end() : match.end() + 1] in (",", ";"):
        return None
    labelled = _LABEL_END.match(shown, match.end()) is not None
    sets_apart = (
        block.size < body.size - _SMALLER
        or first.bold
        or first.font != body.font
        or shown[match.end() : match.end() + 1] in (".", ":", "|")
        or first.text.isupper()
    )
    if not labelled or not (sets_apart or len(block.lines) < 6):
        return None
    return (
        "table"
        if shown[:3].lower() in ("tab", "cha") or re.match(r"supp\w+ tab", shown.lower())
        else "caption"
    )


def _tabular(block: Block) -> bool:
    """Return whether a block has the gaps, or the numbers, of a table."""
    rows = sum(line.cells > 0 for line in block.lines)
    if rows >= 0.5 * len(block.lines) and sum(line.cells for line in block.lines) > 1:
        return True
    text = "".join(line.text for line in block.lines)
    letters = sum(map(str.isalpha, text[:2000]))
    return letters < 0.4 * len(text[:2000].replace(" ", "")) and len(text) > 6


def _reads(text: str) -> bool:
    """Return whether a text has as many words as a sentence."""
    words = _WORDS.findall(text[:400])
    return (
        len(words) >= 5
        and any(word.islower() for word in words)
        or len(words) >= 3
        and has_ended(text)
    )


def _has_words(text: str) -> bool:
    """Return whether a text has two words and more."""
    return len(_WORDS.findall(text[:400])) > 1


def _is_last(block: Block, blocks: Sequence[Block], index: int, body: Body) -> bool:
    """Return whether no text of the usual size follows in the region of a block."""
    place = (block.lines[0].page, block.lines[0].region)
    for other in blocks[index + 1 : index + 20]:
        if (other.lines[0].page, other.lines[0].region) != place:
            break
        if other.size > body.size - _SMALLER:
            return False
    return True
