"""The characters of the pages of a PDF, by PDFium: their place, size and font.

PDFium is native code that reads what anybody may have written, so that this runs in a process of
its own (``process``). Per character there are four calls, of which none holds a Python object.
"""

import ctypes
import re
from collections import deque
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ....errors import InputError
from ....words.arrays import Bools, Floats32

MOST_CHARACTERS = 200_000  # of a page; what follows is not read
_FIELDS = ("Title", "Author", "Subject", "Keywords", "CreationDate")
_LONGEST_FIELD = 10_000
_REASONS = {
    3: "it is damaged, or no PDF; open it in a viewer and save it anew",
    4: "it is encrypted; save it without its password",
    5: "its encryption is not known; save it without",
}
_XMP_DOI = re.compile(rb"<(?:prism:doi|pdfx:doi)>\s{0,20}([^<\s]{6,200})")
_XMP_LENGTH = 100_000
_NAME_LENGTH = 128
_WHITE = 250  # of 255
_HIDDEN = 3  # white characters that stand in others: none of a page is seen
_LINE_END_HYPHEN = 2  # what PDFium makes of the hyphen at the end of a line
_BOLD_NAME = re.compile(
    r"bold|black|heavy|semib|demi|-bd\b|\.b(?:\+|$)|medi(?!u)|^(?:cm|sf|ec)\w{0,4}bx|tb$|ptmb|phvb",
    re.IGNORECASE,
)
_ITALIC_NAME = re.compile(
    r"ital|obli|slant|\.i(?:\+|$)|^(?:cm|sf|ec)\w{0,2}(?:ti|sl|mi)\d|ti$", re.IGNORECASE
)
_ITALIC_FLAG, _FORCED_BOLD_FLAG, _BOLD_WEIGHT = 1 << 6, 1 << 18, 600


Codes: TypeAlias = npt.NDArray[np.uint32]


class PageCharacters(NamedTuple):
    """The characters of a page as they are drawn, in points from its upper left corner.

    A page of which most characters are turned is turned with them.

    Attributes:
        number: of the page, from 1.
        width, height: of the page, in points.
        codes: (N,) uint32, code points; 0 where a character has none.
        boxes: (N, 4) float32: left, top, right, bottom; as wide as the character moves the pen, as
            high as its font.
        baselines: (N,) float32, where it stands.
        sizes: (N,) float32, of the font, in points as drawn.
        fonts: (N,) int16, indices of ``names``; -1 for white space that only PDFium sees.
        upright: (N,) bool, whether it stands as most do.
        names: of the fonts.
        bold, italic: of the fonts.
    """

    number: int
    width: float
    height: float
    codes: Codes
    boxes: Floats32
    baselines: Floats32
    sizes: Floats32
    fonts: npt.NDArray[np.int16]
    upright: Bools
    names: tuple[str, ...]
    bold: tuple[bool, ...]
    italic: tuple[bool, ...]


def read_pages(
    content: bytes, most_pages: int, each: Callable[[PageCharacters], None]
) -> dict[str, str]:
    """Read the characters of the first pages of a PDF, and return what it says of itself.

    Args:
        content: of the file.
        most_pages: how many are read.
        each: takes each page as soon as it is read.

    Returns:
        ``Title``, ``Author`` and so on as the file has them, ``doi`` from its XMP, and under
        ``pages`` how many pages there are.

    Raises:
        InputError: where the content is no PDF that can be read.
    """
    import pypdfium2.raw as pdfium

    document = pdfium.FPDF_LoadMemDocument64(content, len(content), None)
    if not document:
        reason = _REASONS.get(pdfium.FPDF_GetLastError(), "PDFium cannot open it")
        raise InputError(f"this PDF cannot be read: {reason}")
    try:
        count = pdfium.FPDF_GetPageCount(document)
        metadata = _metadata(pdfium, document)
        metadata["pages"] = str(count)
        if doi := _xmp_doi(content):
            metadata["doi"] = doi
        calls = _Calls(pdfium)
        for index in range(min(count, most_pages)):
            page = pdfium.FPDF_LoadPage(document, index)
            if not page:
                continue
            try:
                each(_page_characters(pdfium, calls, page, index + 1))
            finally:
                pdfium.FPDF_ClosePage(page)
    finally:
        pdfium.FPDF_CloseDocument(document)
    return metadata


def _metadata(pdfium: Any, document: Any) -> dict[str, str]:
    """Return the fields of the dictionary of information that have a value."""
    found: dict[str, str] = {}
    buffer = ctypes.create_string_buffer(2 * _LONGEST_FIELD)
    for field in _FIELDS:
        length = pdfium.FPDF_GetMetaText(document, field.encode(), buffer, len(buffer))
        if 2 < length <= len(buffer):
            value = buffer.raw[: length - 2].decode("utf-16-le", errors="replace")
            if value.strip():
                found[field] = value
    return found


def _xmp_doi(content: bytes) -> str:
    """Return the DOI in the XMP of a file where that is not compressed, else ""."""
    start = content.find(b"<x:xmpmeta")
    if start < 0:
        return ""
    match = _XMP_DOI.search(content, start, start + _XMP_LENGTH)
    return match[1].decode("utf-8", errors="replace") if match else ""


class _Calls:
    """PDFium's functions of which each character needs a call, with addresses for pointers."""

    def __init__(self, pdfium: Any) -> None:
        pointer, integer = ctypes.c_void_p, ctypes.c_int

        def function(name: str, result: Any, *arguments: Any) -> Any:
            address = ctypes.cast(getattr(pdfium, name), pointer).value or 0
            return ctypes.PYFUNCTYPE(result, *arguments)(address)

        self.code = function("FPDFText_GetUnicode", ctypes.c_uint, pointer, integer)
        self.box = function("FPDFText_GetLooseCharBox", integer, pointer, integer, pointer)
        self.origin = function(
            "FPDFText_GetCharOrigin", integer, pointer, integer, pointer, pointer
        )
        self.run = function("FPDFText_GetTextObject", ctypes.c_size_t, pointer, integer)


class _Drawn(NamedTuple):
    """Characters as PDFium gives them, in points from the lower left corner of their page."""

    codes: Codes
    boxes: Floats32
    origins: npt.NDArray[np.float64]
    sizes: Floats32
    fonts: npt.NDArray[np.int16]
    turns: npt.NDArray[np.int8]
    white: Bools
    known: list[tuple[str, bool, bool]]  # fonts: name, bold, italic


def _page_characters(pdfium: Any, calls: _Calls, page: Any, number: int) -> PageCharacters:
    """Return the characters of an open page."""
    left, bottom, width, height = _extent(pdfium, page)
    text = pdfium.FPDFText_LoadPage(page)
    try:
        count = min(max(0, pdfium.FPDFText_CountChars(text)), MOST_CHARACTERS) if text else 0
        drawn = _drawn(pdfium, calls, text, count)
    finally:
        if text:
            pdfium.FPDFText_ClosePage(text)
    _join_halves(drawn.codes)
    if drawn.white.any():
        drawn.fonts[_unseen(drawn)] = -1
    corner = np.array([left, bottom])
    np.subtract(drawn.boxes, np.tile(corner, 2).astype(np.float32), out=drawn.boxes)
    np.subtract(drawn.origins, corner, out=drawn.origins)
    return _turned(number, width, height, drawn)


def _drawn(pdfium: Any, calls: _Calls, text: Any, count: int) -> _Drawn:
    """Return the first characters of a page."""
    address = ctypes.cast(text, ctypes.c_void_p).value
    boxes = np.zeros((count, 4), np.float32)
    origins = np.zeros((count, 2), np.float64)
    places = range(count)
    page = [address] * count
    codes = np.fromiter(map(calls.code, page, places), np.uint32, count)
    # What these two return is not needed: a deque without room lets them run.
    deque(map(calls.box, page, places, _addresses(boxes)), maxlen=0)
    deque(map(calls.origin, page, places, _addresses(origins), _addresses(origins, 8)), maxlen=0)
    for place in np.flatnonzero(codes == _LINE_END_HYPHEN).tolist():
        if pdfium.FPDFText_IsHyphen(text, place) == 1:
            codes[place] = ord("-")
    runs = np.fromiter(map(calls.run, page, places), np.uint64, count)
    return _Drawn(codes, boxes, origins, *_looks(pdfium, text, runs))


def _join_halves(codes: Codes) -> None:
    """Make one character of two halves (UTF-16), in the place of the first."""
    high = np.flatnonzero((codes[:-1] >> 10 == 0xD800 >> 10) & (codes[1:] >> 10 == 0xDC00 >> 10))
    codes[high] = 0x10000 + ((codes[high] & 0x3FF) << 10) + (codes[high + 1] & 0x3FF)
    codes[high + 1] = 0


def _addresses(array: npt.NDArray[Any], offset: int = 0) -> range:
    """Return the addresses of the rows of an array."""
    start = array.ctypes.data + offset
    return range(start, start + array.nbytes, array.itemsize * array.shape[1])


def _extent(pdfium: Any, page: Any) -> tuple[float, float, float, float]:
    """Return the lower left corner, width and height of what is shown of a page."""
    sides = [ctypes.c_float() for _ in range(4)]
    for box in (pdfium.FPDFPage_GetCropBox, pdfium.FPDFPage_GetMediaBox):
        if box(page, *map(ctypes.byref, sides)):
            left, bottom, right, top = (side.value for side in sides)
            if right > left and top > bottom:
                return left, bottom, right - left, top - bottom
    return 0.0, 0.0, pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)


def _looks(pdfium: Any, text: Any, runs: npt.NDArray[np.uint64]) -> tuple[Any, ...]:
    """Return size, font, quarter turns of each character, if it is white; what the fonts are.

    PDFium is asked once for each run of characters that were drawn together.
    """
    count = len(runs)
    starts = np.flatnonzero(np.diff(runs, prepend=np.uint64(0)) != 0)
    fonts = np.full(count, -1, np.int16)
    sizes = np.zeros(count, np.float32)
    turns = np.zeros(count, np.int8)
    white = np.zeros(count, bool)
    colour = [ctypes.c_uint() for _ in range(4)]
    known: dict[int, int] = {}
    found: list[tuple[str, bool, bool]] = []
    matrix = pdfium.FS_MATRIX()
    for start, end in pairwise([*starts.tolist(), count]):
        if not runs[start]:
            continue
        run = pdfium.FPDFText_GetTextObject(text, start)
        font = pdfium.FPDFTextObj_GetFont(run)
        key = ctypes.cast(font, ctypes.c_void_p).value or 0
        if key not in known:
            known[key] = len(found)
            found.append(_font(pdfium, font) if key else ("", False, False))
        pdfium.FPDFText_GetMatrix(text, start, ctypes.byref(matrix))
        fonts[start:end] = known[key]
        sizes[start:end] = pdfium.FPDFText_GetFontSize(text, start) * np.hypot(matrix.c, matrix.d)
        turns[start:end] = _quarter_turns(matrix.a, matrix.b)
        pdfium.FPDFText_GetFillColor(text, start, *map(ctypes.byref, colour))
        white[start:end] = all(part.value >= _WHITE for part in colour[:3])
    return sizes, fonts, turns, white, found


def _unseen(drawn: _Drawn) -> Bools:
    """Return which white characters nobody sees: all, where some stand where others do.

    Programs that set pages leave such text for their links.
    """
    across = ((drawn.boxes[:, 0] + drawn.boxes[:, 2]) / 2).astype(np.float64)
    place = np.nan_to_num(np.rint(drawn.origins[:, 1] / 3) * 10_000 + np.floor(across / 8))
    seen = np.unique(place[~drawn.white & (drawn.fonts >= 0)])
    hidden = drawn.white & np.isin(place, seen)
    return drawn.white if hidden.sum() >= _HIDDEN else hidden


def _quarter_turns(a: float, b: float) -> int:
    """Return how many quarters a line is turned against the clock; 4 where it is aslant."""
    for turns, (along, across) in enumerate(((a, b), (b, -a), (-a, -b), (-b, a))):
        if along > 0 and abs(across) <= 0.05 * along:
            return turns
    return 4


def _font(pdfium: Any, font: Any) -> tuple[str, bool, bool]:
    """Return the name of a font, and whether it is bold and italic."""
    buffer = ctypes.create_string_buffer(_NAME_LENGTH)
    pdfium.FPDFFont_GetBaseFontName(font, buffer, _NAME_LENGTH)
    name = buffer.value.decode("utf-8", errors="replace")
    name = re.sub(r"^[A-Z]{6}\+", "", name)
    flags = pdfium.FPDFFont_GetFlags(font)
    bold = flags & _FORCED_BOLD_FLAG or pdfium.FPDFFont_GetWeight(font) >= _BOLD_WEIGHT
    italic = flags & _ITALIC_FLAG or _ITALIC_NAME.search(name)
    return name, bool(bold or _BOLD_NAME.search(name)), bool(italic)


def _turned(number: int, width: float, height: float, drawn: _Drawn) -> PageCharacters:
    """Return the characters of a page, turned so that most stand upright, from its upper left."""
    boxes, origins = drawn.boxes, drawn.origins
    turns = drawn.turns[drawn.fonts >= 0]
    turn = int(np.bincount(turns, minlength=5)[:4].argmax()) if len(turns) else 0
    x, y, across = boxes[:, [0, 2]], boxes[:, [3, 1]], origins[:, 1]
    if turn == 1:
        x, y, across, width, height = y, width - x, width - origins[:, 0], height, width
    elif turn == 2:
        x, y, across = width - x, height - y, height - across
    elif turn == 3:
        x, y, across, width, height = height - y, x, origins[:, 0], height, width
    if len(boxes):
        sides = (x.min(1), height - y.max(1), x.max(1), height - y.min(1))
        boxes = np.stack(sides, axis=1).astype(np.float32)
    names, bold, italic = zip(*drawn.known, strict=True) if drawn.known else ((), (), ())
    upright = (drawn.turns == turn) & np.isfinite(boxes).all(1) & np.isfinite(across)
    return PageCharacters(
        number,
        float(width),
        float(height),
        drawn.codes,
        boxes,
        (height - across).astype(np.float32),
        drawn.sizes,
        drawn.fonts,
        upright,
        names,
        bold,
        italic,
    )
