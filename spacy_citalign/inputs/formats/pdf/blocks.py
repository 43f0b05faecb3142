"""Lines to blocks: paragraphs, or parts of them, headings, captions, as the page sets them apart."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from ...marks import SUP, SUP_END
from .lines import Line

_GAP = 1.4  # of the usual step from line to line: a wider one parts blocks
_INDENT = 0.6  # of the size: as far is the first line of a paragraph indented at least
_DEEPEST_INDENT = 6.0
_SAME_SIZE = 0.07
_ENDED = re.compile(
    rf"[.?!:;][\"')\]\u2019\u201d]{{0,3}}(?:{SUP}[^{SUP_END}]{{0,60}}{SUP_END})?[\"')\]\u2019\u201d]{{0,2}}(?:\s?[\[(][\d,;\s\u2013-]{{1,60}}[\])])?\.?$"
)
_SHORTENED = re.compile(
    r"(?:\b(?:figs?|refs?|eqs?|tabs?|et al|e\.g|i\.e|cf|vs|nos?|spp?|dr|ca|approx|resp|var|subsp)"
    r"|(?-i:\b[A-Z]))\.$",
    re.IGNORECASE,
)
_BULLET = re.compile(
    r"[\u2022\u25cf\u25aa\u25a0\u2023\uf0b7\u00b7]\s|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[).]\s"
)
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
    """

    lines: list[Line]
    left: float
    right: float
    step: float

    @property
    def size(self) -> float:
        """Return the size of most of its characters."""
        sizes: Counter[float] = Counter()
        for line in self.lines:
            sizes[round(line.size, 1)] += len(line.text)
        return sizes.most_common(1)[0][0]


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
        left, right, step = _measures(region)
        current = [region[0]]
        for line in region[1:]:
            if _parts(current, line, left, right, step):
                blocks.append(Block(current, left, right, step))
                current = [line]
            else:
                current.append(line)
        blocks.append(Block(current, left, right, step))
    return blocks


def _measures(region: Sequence[Line]) -> tuple[float, float, float]:
    """Return the left and right edges of a region's text, and its usual step."""
    long = [line for line in region if len(line.text) > 25] or region
    lefts: Counter[int] = Counter()
    for line in long:
        lefts[round(line.left)] += 1
    left = float(max(lefts, key=lambda place: (lefts[place] + lefts[place + 1], -place)))
    rights = sorted(line.right for line in long)
    right = rights[int(0.9 * (len(rights) - 1))]
    steps = sorted(
        after.baseline - before.baseline
        for before, after in zip(region, region[1:], strict=False)
        if 0.7 * after.size < after.baseline - before.baseline < 3.2 * after.size
    )
    return left, right, steps[len(steps) // 2] if steps else 1.2 * region[0].size


def _parts(block: Sequence[Line], line: Line, left: float, right: float, step: float) -> bool:
    """Return whether a line begins a block of its own."""
    last = block[-1]
    down = line.baseline - last.baseline
    usual = step
    if len(block) > 1:  # a block of its own spacing, as a narrow one among wide ones
        usual = min(step, block[-1].baseline - block[-2].baseline) or step
        usual = max(usual, 0.9 * line.size)
    if down > _GAP * usual and down > _GAP * 0.95 * min(step, 1.6 * line.size):
        return True
    if abs(line.size - last.size) > _SAME_SIZE * max(line.size, last.size):
        return True
    is_caption = CAPTION.match(block[0].text) is not None
    if CAPTION.match(line.text) and (line.bold or has_ended(last.text)) and not is_prose(line.text):
        return True
    if last.bold != line.bold and not is_caption:
        return True
    short = last.right < right - 1.5 * last.size
    starts = line.text.lstrip(SUP + "\"'\u201c\u2018")[:1]
    begins = starts.isupper() or starts.isdigit() or _BULLET.match(line.text) is not None
    if last.italic != line.italic and short and begins and not has_ended(last.text):
        return True
    if (
        last.font != line.font
        and len(block) == 1
        and short
        and begins
        and not has_ended(last.text)
        and not is_caption
    ):
        return True
    indent = line.left - left
    if _INDENT * line.size < indent < _DEEPEST_INDENT * line.size and begins and not is_caption:
        before = last.left - left
        if before < indent - 0.4 * line.size and (
            has_ended(last.text)
            or short
            or begins
            and before < _INDENT * line.size
            and len(last.text) > 25
        ):
            return True
    if _BULLET.match(line.text) and line.text[0] in _BULLETS:
        return True
    return begins and has_ended(last.text) and word_fits(last, line, right)


_PROSE = re.compile(
    r"\s{0,2}(?:\([a-z]\)|[a-z])?[,)]?\s{0,2}(?:and|also|shows?|showed|shown|presents?|presented|lists?|illustrates?|illustrated|depicts?"
    r"|summari[sz]es?|demonstrates?|demonstrated|displays?|displayed|indicates?|indicated|gives?|given|reports?|represents?|reveals?|revealed"
    r"|provides?|contains?|describes?|compares?|in|is|are|was|were|to|for|of|as|we|that|which|it|can|has|have"
    r"|[,;)\]]|\()",
)


def is_prose(text: str) -> bool:
    """Return whether a text names a figure or table in a sentence, and is no caption.

    >>> is_prose("Table 2 shows the frogs."), is_prose("Table 2. Frogs."), is_prose("Fig. 1 Frogs")
    (True, False, False)
    """
    match = CAPTION.match(text)
    return match is not None and _PROSE.match(text, match.end()) is not None
