"""Headings that stand at the beginning of a paragraph, set unlike the rest of its line."""

import re

from .blocks import CAPTION, Block, begins_with_heading, parted, text_of
from .headings import Body, named
from .lines import plain

_SHORTEST, _LONGEST = 3, 120  # characters of a heading
_LETTERS = re.compile(r"[^\W\d_]")
_OTHER_SIZE = 0.6  # points: a heading in the line is as large as the text
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
    if not begins_with_heading(line, body.bold) or abs(first.size - body.size) > _OTHER_SIZE:
        return None
    lead = (0 if body.bold else line.bold_lead) or line.italic_lead
    heading, rest = parted(line.text, lead)
    head = block._replace(lines=[*block.lines[:number], line._replace(text=heading)])
    title = plain(text_of(head))
    start = title.lstrip("(\"'\u201c\u2018")[:1]
    if (
        not (start.isupper() or start.isdigit())
        or not _SHORTEST <= len(title) <= _LONGEST
        or len(_LETTERS.findall(title)) < max(_SHORTEST, len(title) // 2)
        or CAPTION.match(title)
        or named(title, "keywords")
        or title.split()[0].strip(".:").lower() in _STATEMENTS
    ):
        return None
    text = line._replace(text=rest, bold=False, italic=False, bold_lead=0, italic_lead=0)
    return head, block._replace(lines=[text, *block.lines[number + 1 :]])
