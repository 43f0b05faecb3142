"""Lines to blocks: paragraphs or parts of them, headings, captions, as pages set them apart."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from ...article_parts.marks import SUP, SUP_END
from .lines import Line

_GAP = 1.4  # of the usual step from line to line: a wider one parts blocks
_LITTLE_GAP = 1.25  # likewise, behind the end of a sentence
_INDENT = 0.6  # of the size: as far is the first line of a paragraph indented at least
_DEEPEST_INDENT = 6.0
_LONG_LINE = 25  # characters
_HANGING = 0.9  # of the size
_NUMBERED = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,3}|[A-Z](?:\.\d{1,2}){0,3})\.?\s")
_OPEN_ENDS = frozenset(
    "a an and as at by for from in its of on or the to under versus with".split()
)
_SAME_SIZE = 0.07
_CLOSING = r"[\"')\]\u2019\u201d]{0,3}"
_MARK = r"(?:\s?[\[(][\d,;\s\u2013-]{1,60}[\])])?"
_ENDED = re.compile(
    rf"[.?!:;]{_CLOSING}(?:{SUP}[^{SUP_END}]{{0,60}}{SUP_END})?{_CLOSING}{_MARK}\.?$"
)
_SHORTENED = re.compile(
    r"(?:\b(?:figs?|refs?|eqs?|tabs?|et al|e\.g|i\.e|cf|vs|nos?|spp?|dr|ca|approx|resp|var|subsp)"
    r"|(?-i:\b[A-Z]))\.$",
    re.IGNORECASE,
)
_BULLET = re.compile(
    r"[\u2022\u25cf\u25aa\u25a0\u2023\uf0b7\u00b7]\s|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[).]\s"
)
_WORD = re.compile(r"[^\W\d_]{2}")
_STOPS = ".:?\u2014"  # that end a heading within a line
_BULLETS = "\u2022\u25cf\u25aa\u25a0\u2023\uf0b7"
CAPTION = re.compile(
    r"(?:supplementa(?:ry|l) |additional |extended data )?"
    r"(?:fig(?:ure)?s?\b\.?|table\b|tab\.|scheme\b|plate\b|chart\b|box\b|graph\b|algorithm\b)"
    r"\s{0,3}(?:[a-z]?\.?\d{1,3}[a-z]?|[ivx]{1,5})\b",
    re.IGNORECASE,
)


class Block(NamedTuple):
    """Lines that belong together.

    Attributes:
        lines: in order; at least one.
        left, right: the edges of the region in which it stands.
        step: usual points from line to line there.
        size: of most of its characters.
    """

    lines: list[Line]
    left: float
    right: float
    step: float
    size: float

    @property
    def place(self) -> tuple[int, int]:
        """Return the page, and the region of it, in which it stands."""
        return self.lines[0].page, self.lines[0].region


def text_of(block: Block) -> str:
    """Return the words of a block, lines joined by blanks."""
    return " ".join(line.text for line in block.lines)


def has_ended(text: str) -> bool:
    """Return whether a text ends as sentences do, and not in an abbreviation."""
    end = text[-80:]
    return _ENDED.search(end) is not None and _SHORTENED.search(end) is None


def word_fits(last: Line, line: Line, right: float) -> bool:
    """Return whether the first word of a line would have stood behind the line before it."""
    word = line.text.split(" ", 1)[0]
    width = (line.right - line.left) * (len(word) + 1) / max(1, len(line.text))
    return last.right + width < right - 0.5 * line.size


def blocks_of(lines: Iterable[Line]) -> list[Block]:
    """Return the blocks of lines in reading order."""
    blocks: list[Block] = []
    for _, group in groupby(lines, key=lambda line: (line.page, line.region)):
        region = list(group)
        measures = _measures(region)
        parts = [[region[0]]]
        for line in region[1:]:
            if _parts(parts[-1], line, *measures):
                parts.append([line])
            else:
                parts[-1].append(line)
        blocks += (Block(part, *measures, _size(part)) for part in parts)
    return blocks


def _size(lines: Sequence[Line]) -> float:
    """Return the size of most characters of some lines."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size, 1)] += len(line.text)
    return max(sizes, key=sizes.__getitem__)


def _measures(region: Sequence[Line]) -> tuple[float, float, float]:
    """Return the left and right edges of a region's text, and its usual step."""
    long = [line for line in region if len(line.text) > _LONG_LINE] or region
    lefts = Counter(round(line.left) for line in long)
    left = float(max(lefts, key=lambda place: (lefts[place] + lefts[place + 1], -place)))
    rights = sorted(line.right for line in long)
    right = rights[int(0.9 * (len(rights) - 1))]
    downs = ((after.baseline - before.baseline, after.size) for before, after in pairwise(region))
    steps = sorted(down for down, size in downs if 0.7 * size < down < 3.2 * size)
    return left, right, steps[len(steps) // 2] if steps else 1.2 * region[0].size


def _parts(block: Sequence[Line], line: Line, left: float, right: float, step: float) -> bool:
    """Return whether a line begins a block of its own."""
    last = block[-1]
    other_size = abs(line.size - last.size) > _SAME_SIZE * max(line.size, last.size)
    if other_size or _is_apart(block, line, step):
        return True
    is_caption = CAPTION.match(block[0].text) is not None
    ended = has_ended(last.text)
    if CAPTION.match(line.text) and (line.bold or ended) and not is_prose(line.text):
        return True
    # A heading in bold may go on in the line with which its paragraph begins.
    goes_on = last.bold and line.bold_lead and len(block) == 1 and not ended
    if (last.bold and not last.bold_lead) != line.bold and not is_caption and not goes_on:
        return True
    if ended and line.baseline - last.baseline > _LITTLE_GAP * max(step, line.size):
        return True
    if ended and begins_with_heading(line, bold=False) and not is_caption:
        return True
    if line.text[0] in _BULLETS and _BULLET.match(line.text):
        return True
    start = line.text.lstrip(SUP + "\"'\u201c\u2018")[:1]
    if not (start.isupper() or start.isdigit() or _BULLET.match(line.text)):
        return False
    if _heading_goes_on(block, line):
        return False
    short = last.right < right - 1.5 * last.size
    if short and not ended:
        # A line that has a look of its own, and ends before its column does, is a heading.
        if last.italic != line.italic:
            return True
        if last.font != line.font and len(block) == 1 and not is_caption:
            return True
    indent, before = (line.left - left) / line.size, (last.left - left) / line.size
    moved = _INDENT < indent < _DEEPEST_INDENT and before < indent - 0.4 and not is_caption
    if moved and (ended or short or (before < _INDENT and len(last.text) > _LONG_LINE)):
        return True
    return ended and word_fits(last, line, right)


def _heading_goes_on(block: Sequence[Line], line: Line) -> bool:
    """Return whether a heading goes on in a line below it, which stands at no edge of its own.

    It hangs below the words of a numbered one, or follows a word that ends no heading.
    """
    last = block[-1]
    if not (last.bold and line.bold) and last.font != line.font:
        return False
    if last.text.rsplit(" ", 1)[-1].lower() in _OPEN_ENDS and not has_ended(last.text):
        return True
    hangs = line.left - block[0].left > _HANGING * line.size
    return last.bold and line.bold and hangs and _NUMBERED.match(block[0].text) is not None


def _is_apart(block: Sequence[Line], line: Line, step: float) -> bool:
    """Return whether a line stands farther below the one before it than lines of a block do."""
    down = line.baseline - block[-1].baseline
    usual = step
    if len(block) > 1:  # a block of its own spacing, as a narrow one among wide ones
        usual = min(step, block[-1].baseline - block[-2].baseline) or step
        usual = max(usual, 0.9 * line.size)
    return down > _GAP * max(usual, 0.95 * min(step, 1.6 * line.size))


# What follows the number of a figure or table in a sentence about it.
_PROSE = re.compile(
    r"\s{0,2}(?:\([a-z]\)|[a-z])?[,)]?\s{0,2}(?:and|also|in|is|are|was|were|to|for|of|as|we|that|which"
    r"|it|can|has|have|(?:show|present|list|illustrate|depict|summari[sz]e|demonstrate|display"
    r"|indicate|report|represent|reveal|provide|contain|describe|compare|give)[sd]?|shown|showed"
    r"|presented|listed|depicted|displayed|reported|represented|revealed|given"
    r"|[,;)\]]|\()",
)


def is_prose(text: str) -> bool:
    """Return whether a text names a figure or table in a sentence, and is no caption.

    >>> is_prose("Table 2 shows the frogs."), is_prose("Table 2. Frogs."), is_prose("Fig. 1 Frogs")
    (True, False, False)
    """
    match = CAPTION.match(text)
    return match is not None and _PROSE.match(text, match.end()) is not None


def begins_with_heading(line: Line, bold: bool) -> bool:
    """Return whether a line begins with the end of a heading, or a whole one, and goes on as text.

    Bold words are one that a stop ends, or a capital follows; words in italics, which may be a
    name, are one if both are there.

    Args:
        line: of a page.
        bold: whether the text around is, so that bold letters are none.
    """
    lead = 0 if bold else line.bold_lead
    if not (lead or line.italic_lead):
        return False
    heading, rest = parted(line.text, lead or line.italic_lead)
    if not heading or not _WORD.search(rest):
        return False
    stopped = heading[-1] in _STOPS
    starts = rest.lstrip("(\"'\u201c\u2018")[:1]
    capital = starts.isupper() or starts.isdigit()
    return (stopped or capital) if lead else (stopped and capital)


def parted(text: str, lead: int) -> tuple[str, str]:
    """Return the first characters of a line, with a stop behind them, and the rest."""
    while lead and text[lead : lead + 1] and text[lead] in _STOPS:
        lead += 1
    return text[:lead].rstrip(), text[lead:].lstrip()
