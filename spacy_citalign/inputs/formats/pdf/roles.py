"""What blocks are: text, headings, captions, tables, notes, or nothing that is read."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from ...marks import SUP
from .blocks import CAPTION, Block, has_ended, is_prose
from .front import plain, text_of
from .headings import Body, is_heading, named
from .lines import Line

Role = Literal["heading", "text", "caption", "table", "note", "none"]

_SMALLER = 0.35  # points: captions and tables are at least as much smaller than the text
_NOTE_SMALLER = 0.7
_LONGEST_NOTE = 12  # lines
_LABEL_END = re.compile(r"\s{0,2}(?:[.:|\u2013\u2014(-]|$|[A-Z\d])")
_ASIDE = re.compile(
    r"(?:[*\u2217\u2020\u2021\u00a7#\u2709]\s{0,2})?(?:correspond|address (?:for|all|correspond)|e-?mail|received|accepted|published|copyright|\u00a9"
    r"|\(c\)|this is an open|this article is|open access|doi\b|https?://|how to cite|cite this|citation:|academic editor"
    r"|edited by|reviewed by|handling editor|\*?these authors|author for|to whom|key ?words?\b|index terms"
    r"|issn|access this|quick response|website:|licensee|published by|available (?:online|from)|article history|author manuscript|nih public)",
    re.IGNORECASE,
)
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


def roles_of(blocks: Sequence[Block], body: Body) -> list[Role]:
    """Return what each block is; blocks are those of the text, without lists of references."""
    roles: list[Role] = []
    for index, block in enumerate(blocks):
        before = blocks[index - 1] if index else None
        roles.append(_role(block, before, roles[-1] if roles else "none", body, blocks, index))
    return roles


def _role(
    block: Block, before: Block | None, last: Role, body: Body, blocks: Sequence[Block], index: int
) -> Role:
    """Return what a block is, by what stands before it."""
    text = text_of(block)
    shown = plain(text).strip()
    first = block.lines[0]
    size = block.size
    near = before is not None and (before.lines[0].page, before.lines[0].region) == (
        first.page,
        first.region,
    )
    if caption := _caption(block, shown, body):
        return caption
    if _ASIDE.match(shown) and (size < body.size - 0.2 or first.page == 1 or len(shown) < 80):
        return "none"
    if (
        last == "none"
        and near
        and before is not None
        and size < body.size - _SMALLER
        and abs(size - before.size) < 0.3
        and first.page <= 2
    ):
        return "none"
    small = size < body.size - _SMALLER
    if last == "table" and near and (small or _tabular(block) or not _reads(shown)):
        return "table"
    if last == "caption" and near and before is not None and small and size <= before.size + 0.3:
        return "caption"
    if is_heading(block, body):
        return "heading"
    if _tabular(block):
        return "table"
    if not _reads(shown) and (abs(size - body.size) > 0.6 or first.font != body.font):
        return "caption" if last != "table" else "table"
    if size < body.size - _NOTE_SMALLER:
        if _is_last(block, blocks, index, body) and len(block.lines) <= _LONGEST_NOTE:
            return "none" if first.page == 1 else "note"
        if len(block.lines) < 3:
            return "caption" if last in ("caption", "table") or not has_ended(shown) else "note"
    return "text"


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


def _is_last(block: Block, blocks: Sequence[Block], index: int, body: Body) -> bool:
    """Return whether no text of the usual size follows in the region of a block."""
    place = (block.lines[0].page, block.lines[0].region)
    for other in blocks[index + 1 : index + 20]:
        if (other.lines[0].page, other.lines[0].region) != place:
            break
        if other.size > body.size - _SMALLER:
            return False
    return True
