"""Citation marks inside a paragraph: white space, superscripts, and the characters of each mark.

While a paragraph is read, marks and superscripts are held in its text by control characters, which
no XML 1.0 file can contain. Here they are taken out again.
"""

import re
from collections.abc import Iterable, Iterator

from ...corpora.xml_files import Element, collapse_spaces
from ..articles import Kind, Passage

MARK, MARK_END, SUP, SUP_END, BLOCK = "\x01\x02\x03\x04\x05"
NO_CONTROLS = dict.fromkeys(map(ord, MARK + MARK_END + SUP + SUP_END + BLOCK))
DASH = "[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]"
_BETWEEN = rf"(?:[ ,;]|{DASH})*"
_ONE_MARK = f"{MARK}[^{MARK}{MARK_END}]*{MARK_END}"
_RUN = re.compile(f"{_ONE_MARK}(?:{_BETWEEN}{_ONE_MARK})*")
_NUMBERS = re.compile(rf"(?:[ \d,;{MARK}{MARK_END}]|{DASH})*")
_ADJACENT = re.compile(f"{MARK_END}{SUP_END}({_BETWEEN}){SUP}{MARK}")
_SUPERSCRIPT = re.compile(f"{SUP}([^{SUP}{SUP_END}]*){SUP_END}")


def extract_marks(raw: str) -> tuple[str, list[tuple[int, int]]]:
    r"""Return the text of a paragraph, and the half-open characters of each mark in it.

    Marks come in the order of their beginnings, without the white space at their ends; marks that
    are superscripts stand in square brackets.

    >>> extract_marks("loss of  p53\x03\x01 12\x02,\x0114 \x02\x04 ")
    ('loss of p53[12,14]', [(12, 14), (15, 17)])
    """
    text = collapse_spaces(raw)
    if MARK not in text:
        # The end of a mark may stand alone, where a block in it has cut the paragraph.
        text = text.replace(SUP, "").replace(SUP_END, "").replace(MARK_END, "")
        return text.strip(" "), []
    if SUP in text or SUP_END in text:  # the end of one that began before a block
        text = _in_brackets(text)
    chunks = [chunk.split(MARK_END) for chunk in text.split(MARK)]
    if any(not chunk[0] or " " in (chunk[0][0], chunk[0][-1]) for chunk in chunks[1:]):
        chunks = [chunk.split(MARK_END) for chunk in _trimmed(text).split(MARK)]
    pieces = chunks[0]
    spans: list[tuple[int, int]] = []
    unclosed: list[int] = []
    position = sum(map(len, pieces))
    for inside, *outside in chunks[1:]:
        unclosed.append(len(spans))
        spans.append((position, -1))
        pieces.append(inside)
        position += len(inside)
        for piece in outside:
            if unclosed:
                number = unclosed.pop()
                spans[number] = spans[number][0], position
            pieces.append(piece)
            position += len(piece)
    text = "".join(pieces)
    # Marks without text at the ends may have hidden blanks there.
    first, last = len(text) - len(text.lstrip(" ")), len(text.rstrip(" "))
    if unclosed or first or last < position:
        spans = [
            (max(0, min(start, last) - first), max(0, min(end if end >= 0 else last, last) - first))
            for start, end in spans
        ]
    return text[first:last], spans


def passage_of(
    raw: str, kind: Kind, section: tuple[str, ...], names: Iterable[str] = ()
) -> Passage | None:
    """Return a paragraph, None of one without text.

    Args:
        raw: its text with control characters.
        kind, section: as in ``Passage``.
        names: what its marks name; more may follow, which are those of other paragraphs.
    """
    text, spans = extract_marks(raw)
    marks = [(*span, name) for span, name in zip(spans, names, strict=False)]
    return Passage(text, kind, section, marks) if text else None


def _trimmed(text: str) -> str:
    """Return a text with the blanks at the ends of marks outside, one with those that are there."""
    text = text.replace(f"{MARK} ", f" {MARK}").replace(f" {MARK_END}", f"{MARK_END} ")
    return collapse_spaces(text).replace(f" {MARK}{MARK_END} ", f" {MARK}{MARK_END}")


def _in_brackets(text: str) -> str:
    """Return a text with superscript marks in square brackets, other superscripts as they are."""
    # <xref><sup>3</sup></xref> is made <sup><xref>3</xref></sup>, and neighbours one superscript.
    text = text.replace(MARK + SUP, SUP + MARK).replace(SUP_END + MARK_END, MARK_END + SUP_END)
    text = _ADJACENT.sub(lambda match: MARK_END + (match[1] or ",") + MARK, _trimmed(text))
    changes = 1
    while changes:
        text, changes = _SUPERSCRIPT.subn(_superscript, text)
    return text.replace(SUP, "").replace(SUP_END, "")


def _superscript(match: re.Match[str]) -> str:
    """Return a superscript as text: one with marks in brackets, unless it has some."""
    content = match[1]
    start = match.start()
    before = match.string[max(0, start - 4) : start].rstrip(MARK + " ")[-1:]
    if not _RUN.search(content) or before in ("[", "(") or content.lstrip(" ")[:1] in ("[", "("):
        return content
    if _NUMBERS.fullmatch(content):
        return f"[{content.strip(' ')}]"
    return _RUN.sub(r"[\g<0>]", content)


# The end of a sentence, with its citations; signs that begin no sentence.
_FINAL = re.compile(rf"[.?!:][\"')\]\u2019\u201d]* ?(?:[\[(][^\[\]()]*[\])]|(?:[\d,;]|{DASH})+)?$")
_CONTINUING = ",;:.)]?!%"
_CONTROLS = MARK + MARK_END + SUP + SUP_END


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
    last = before.rstrip()[-200:].translate(NO_CONTROLS)
    return " " if first.islower() or not _FINAL.search(last) else None
