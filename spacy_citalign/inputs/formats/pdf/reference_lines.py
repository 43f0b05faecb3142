"""The lines of lists of references: where the lists are, and how their lines stand."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, groupby, pairwise

from ....citations.references.lists import BY_AUTHOR, DATED, ListLine, find_reference_list
from .blocks import CAPTION, is_prose
from .headings import named
from .hyphens import Hyphens
from .lines import Line, plain

_LEAST = 3  # lines of a list that need not look like one
_ENTRY_START = re.compile(r"[\[(]?\d{1,4}[\]).]?\s")
_END = re.compile(
    r"(?:submit your (?:next )?manuscript|publish with|pre-publication history|cite this article"
    r"|copyright \u00a9|publisher.s note|this is an open|\u00a9 )",
    re.IGNORECASE,
)
_SAMPLE = 40  # lines that show how a list is set
_LARGER = 1.4  # points: what is set as much larger than the list ends it
_LONGEST_HEADING = 100
_LONG_WORD = re.compile(r"[^\W\d_]{4}")
_CUT = re.compile(r"[^\W\d_]-$")
_WORD = re.compile(r"\S+\s*")


def lists_in(lines: Sequence[Line]) -> list[range]:
    """Return where the lists of references are among the lines of an article, headings included."""
    found: list[range] = []
    for index, line in enumerate(lines):
        in_list = found and index < found[-1].stop
        if not in_list and named(line.text, "list") and _heads(lines, index):
            end = _end(lines, index)
            if end - index > _LEAST or _is_short_list(lines[index + 1 : end]):
                found.append(range(index, end))
    if not found and (unnamed := _without_heading(lines)):
        found.append(unnamed)
    return found


def _is_short_list(lines: Sequence[Line]) -> bool:
    """Return whether a few lines below a heading are an entry: they begin as one, and are dated."""
    texts = [plain(line.text) for line in lines]
    if not texts:
        return False
    label = _ENTRY_START.match(texts[0])
    begins = BY_AUTHOR.match(texts[0], label.end() if label else 0)
    return begins is not None and any(DATED.search(text) for text in texts)


def _without_heading(lines: Sequence[Line]) -> range | None:
    """Return where the list of an article is that has no heading for it, by its look."""
    texts = [plain(line.text) for line in lines]
    if any(named(text, "list") for text in texts):
        return None
    listed = find_reference_list("\n".join(texts))
    if listed is None:
        return None
    ends = [*accumulate(len(text) + 1 for text in texts)]
    return range(bisect_right(ends, listed.start), bisect_left(ends, listed.end) + 1)


def _heads(lines: Sequence[Line], index: int) -> bool:
    """Return whether a line stands by itself as a heading does."""
    text = lines[index].text
    begins = text[:1].isupper() or text[:1].isdigit()
    return begins and not text.endswith((",", ";")) and index + 1 < len(lines)


def _end(lines: Sequence[Line], start: int) -> int:
    """Return the position behind the last line of the list with a heading."""
    heading = lines[start]
    looks = Counter(_look(line) for line in lines[start + 1 : start + _SAMPLE])
    usual = looks.most_common(1)[0][0] if looks else _look(heading)
    for index in range(start + 1, len(lines)):
        line = lines[index]
        text = plain(line.text)
        if _END.match(text) or named(text, "back") or named(text, "main"):
            return index
        if not _may_head(text) or _look(line) == usual:
            continue
        if _look(line) == _look(heading) or line.size > usual[0] + _LARGER:
            return index
    return len(lines)


def _look(line: Line) -> tuple[float, str, bool, bool]:
    """Return how a line is set: size, font, bold, capitals."""
    letters = "".join(filter(str.isalpha, line.text))
    return round(line.size * 5) / 5, line.font, line.bold, len(letters) > 4 and letters.isupper()


def _may_head(text: str) -> bool:
    """Return whether a line has the words of a heading, and is none of an entry."""
    return (
        len(text) < _LONGEST_HEADING
        and not _ENTRY_START.match(text)
        and text[:1].isupper()
        and not text.endswith((".", ",", "-"))
        and _LONG_WORD.search(text) is not None
    )


def list_lines(lists: Sequence[Sequence[Line]], hyphens: Hyphens) -> list[ListLine]:
    """Return the lines of lists, words mended, each with its place; their headings are left out."""
    found: list[ListLine] = []
    for lines in lists:
        entries = lines[named(lines[0].text, "list") :]
        for _, group in groupby(entries, key=lambda line: (line.page, line.region)):
            found += _placed(_without_floats(list(group)))
    return _mended(found, hyphens)


def _without_floats(region: list[Line]) -> list[Line]:
    """Return the lines of a region up to the caption of a figure or table in it."""
    for index, line in enumerate(region):
        text = plain(line.text)
        if CAPTION.match(text) and not is_prose(text) and (line.bold or index == 0):
            return region[:index]
    return region


def _placed(region: Sequence[Line]) -> list[ListLine]:
    """Return the lines of a region with indents and gaps."""
    if not region:
        return []
    lefts = sorted(line.left for line in region)
    left = lefts[len(lefts) // 50]
    downs = [after.baseline - before.baseline for before, after in pairwise(region)]
    steps = sorted(down for down in downs if down > 0)
    usual = steps[len(steps) // 4] if steps else 1.2 * region[0].size
    gaps = [None, *(max(0.0, down / max(usual, 1.0) - 1) for down in downs)]
    return [
        ListLine(plain(line.text), line.left - left, line.page, line.column, gap)
        for line, gap in zip(region, gaps, strict=True)
    ]


def _mended(lines: Sequence[ListLine], hyphens: Hyphens) -> list[ListLine]:
    """Return lines with the words that are cut at their ends whole, on the first of two lines."""
    mended: list[ListLine] = []
    for line in lines:
        last = mended[-1].text if mended else ""
        if _CUT.search(last) and (word := _WORD.match(line.text)):
            joined = hyphens.join(last, word[0].strip())
            if " " not in joined[len(last) - 1 :]:
                mended[-1] = mended[-1]._replace(text=joined)
                line = line._replace(text=line.text[word.end() :])
        if line.text:
            mended.append(line)
    return mended
