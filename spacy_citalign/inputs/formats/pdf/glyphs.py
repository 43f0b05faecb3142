"""What the characters of a page mean: fonts of signs, accents drawn apart, ligatures."""

import re
import unicodedata

import numpy as np

from ....words.arrays import Bools, Floats32, Ints
from ....words.data_files import data_rows
from .characters import Codes, PageCharacters

# Fonts of signs: what their codes draw. "P50.05" in Mathematical Pi is "P<0.05".
_SIGN_FONTS = {
    "symbol": re.compile("symbol", re.IGNORECASE),
    "tex": re.compile(r"^(?:Adv(?:P4C4E|MT_?SY|PSSym)|CMSY|MTSY)", re.IGNORECASE),
    "pi": re.compile(r"^AdvPi\d"),
}
_SIGNS: dict[str, dict[int, int]] = {}
for _kind, _code, _sign in data_rows(__package__, "glyphs.tsv"):
    _SIGNS.setdefault(_kind, {})[int(_code, 16)] = ord(_sign)
_WINDOWS = 0xF000  # there Windows has the codes of Symbol
# Accents that take room, and those that stand over the letter before them.
_ACCENT_CODES = np.array(
    [0x60, 0xA8, 0xAF, 0xB4, 0xB8, 0x2C6, 0x2C7, 0x2D8, 0x2D9, 0x2DA, 0x2DB, 0x2DC, 0x2DD]
)
_COMBINING = np.array(
    [0x300, 0x308, 0x304, 0x301, 0x327, 0x302, 0x30C, 0x306, 0x307, 0x30A, 0x328, 0x303, 0x30B]
)
_SOFT_HYPHEN = 0xAD
_APART = {
    code: unicodedata.normalize("NFKC", chr(code))
    for first, last in (
        *((0xFB00, 0xFB06), (0xFB13, 0xFB17), (0x1D400, 0x1D7FF), (0xB2, 0xB3), (0xB9, 0xB9)),
        *((0x2070, 0x2070), (0x2074, 0x2079), (0x2080, 0x2089)),
    )
    for code in range(first, last + 1)
}
_APART |= {0x132: "IJ", 0x133: "ij", 0x1C4: "DŽ"}
_APART |= dict.fromkeys((*range(0xE000, 0xF900), 0xFFFD, 0xFFFE, 0xFFFF, *range(6, 32)), "")
_DOTLESS = {0x131: ord("i"), 0x237: ord("j")}


def readable(page: PageCharacters, chars: Ints) -> Codes:
    """Return the codes of some of a page's characters, in the order given.

    An accent that was drawn over a letter follows it as a combining one.

    Args:
        page: of which they are.
        chars: indices of its characters.
    """
    codes = page.codes[chars].copy()
    codes[codes == _SOFT_HYPHEN] = ord("-")
    fonts = page.fonts[chars]
    for kind, pattern in _SIGN_FONTS.items():
        numbers = [number for number, name in enumerate(page.names) if pattern.search(name)]
        if numbers:
            _draw_signs(codes, np.isin(fonts, numbers), kind)
    accents = np.flatnonzero(np.isin(codes, _ACCENT_CODES))
    if len(accents):
        _over_letters(codes, page.boxes[chars], accents)
    return codes


def _draw_signs(codes: Codes, which: Bools, kind: str) -> None:
    """Replace the codes of characters of a kind of fonts by the signs that they draw."""
    if kind == "symbol":
        which = which & (codes >= _WINDOWS + 0x20) & (codes <= _WINDOWS + 0xFF)
        codes[which] -= _WINDOWS
    for place in np.flatnonzero(which).tolist():
        codes[place] = _SIGNS[kind].get(int(codes[place]), codes[place])


def _over_letters(codes: Codes, boxes: Floats32, accents: Ints) -> None:
    """Make accents that stand over a letter beside them combining ones, behind that letter."""
    middle = (boxes[:, 0] + boxes[:, 2]) / 2

    def covers(letter: int, accent: int) -> bool:
        return (
            0 <= letter < len(codes)
            and chr(codes[letter]).isalpha()
            and boxes[letter, 0] < middle[accent] < boxes[letter, 2]
            and boxes[letter, 1] < boxes[accent, 3]
            and boxes[accent, 1] < boxes[letter, 3]
        )

    for place in accents.tolist():
        combining = int(_COMBINING[np.searchsorted(_ACCENT_CODES, codes[place])])
        letter = next((near for near in (place + 1, place - 1) if covers(near, place)), None)
        if letter is not None:
            first = min(letter, place)
            codes[first] = _DOTLESS.get(int(codes[letter]), codes[letter])
            codes[first + 1] = combining


def with_ligatures_apart(text: str) -> str:
    """Return a text with ligatures as letters, and accents joined to their letters.

    >>> with_ligatures_apart("e\ufb03cient Lo\u0308w 10\u00b9")
    'efficient Löw 101'
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", text.translate(_APART))
