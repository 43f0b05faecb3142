"""Paragraphs with blocks in them: a list or a formula inside a sentence follows its words."""

import re
from collections.abc import Iterator

from ..corpora.xml_files import Element
from .marks import BLOCK, DASH, MARK, MARK_END, SUP, SUP_END

# The end of a sentence, with its citations; signs that begin no sentence.
_FINAL = re.compile(rf"[.?!:][\"')\]\u2019\u201d]* ?(?:[\[(][^\[\]()]*[\])]|(?:[\d,;]|{DASH})+)?$")
_CONTINUING = ",;:.)]?!%"
_CONTROLS = MARK + MARK_END + SUP + SUP_END
_NO_CONTROLS = dict.fromkeys(map(ord, _CONTROLS))


def around_blocks(raw: str, blocks: list[Element]) -> Iterator[tuple[str, list[Element]]]:
    """Yield the words of each paragraph, and the blocks that follow it.

    Args:
        raw: the words, with a ``BLOCK`` in place of each block.
        blocks: in order.
    """
    if not blocks:
        yield raw, []
        return
    # The words before a block, in pieces that are joined once, and the blocks after them.
    piece, *pieces = raw.split(BLOCK)
    words, waiting = [piece], blocks[:1]
    for piece, block in zip(pieces, [*blocks[1:], None], strict=True):
        if not piece or piece.isspace():
            pass
        elif (separator := _separator(words[-1], piece)) is not None:
            words[-1] = words[-1].rstrip()
            words += (separator, piece.lstrip())
        else:
            yield "".join(words), waiting
            words, waiting = [piece], []
        if block is not None:
            waiting.append(block)
    yield "".join(words), waiting


def _separator(before: str, piece: str) -> str | None:
    """Return what joins words before and behind a block; None where they are no one sentence."""
    first = piece.lstrip(f" \t\r\n{_CONTROLS}")[:1]
    if not first or not before.strip():
        return None
    if first in _CONTINUING:
        return ""
    last = before.rstrip()[-200:].translate(_NO_CONTROLS)
    return " " if first.islower() or not _FINAL.search(last) else None
