"""What the characters of a page mean: fonts of signs, accents drawn apart, ligatures."""

import re
import unicodedata

import numpy as np
import numpy.typing as npt

from ....words.array_types import Integers
from ....words.data_files import data_rows
from .characters import PageCharacters

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
_ACCENTS = {
    0x60: 0x300,
    0xB4: 0x301,
    0x2C6: 0x302,
    0x2DC: 0x303,
    0xAF: 0x304,
    0x2D8: 0x306,
    0x2D9: 0x307,
    0xA8: 0x308,
    0x2DA: 0x30A,
    0x2DD: 0x30B,
    0x2C7: 0x30C,
    0xB8: 0x327,
    0x2DB: 0x328,
}
_ACCENT_CODES = np.array(sorted(_ACCENTS))
_COMBINING = np.array([_ACCENTS[code] for code in sorted(_ACCENTS)])
_SOFT_HYPHEN = 0xAD
_APART = {
    code: unicodedata.normalize("NFKC", chr(code))
    for code in (
        *range(0xFB00, 0xFB07),
        *range(0xFB13, 0xFB18),
        *range(0x1D400, 0x1D800),
        0xB2,
        0xB3,
        0xB9,
        0x2070,
        *range(0x2074, 0x207A),
        *range(0x2080, 0x208A),
    )
}
_APART |= {0x132: "IJ", 0x133: "ij", 0x1C4: "DŽ"}
_APART |= dict.fromkeys((*range(0xE000, 0xF900), 0xFFFD, 0xFFFE, 0xFFFF, *range(6, 32)), "")
_DOTLESS = {0x131: "i", 0x237: "j"}


def readable(page: PageCharacters, chars: Integers) -> npt.NDArray[np.uint32]:
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


def _draw_signs(codes: npt.NDArray[np.uint32], which: npt.NDArray[np.bool_], kind: str) -> None:
    """Replace the codes of characters of a kind of fonts by the signs that they draw."""
    if kind == "symbol":
        which = which & (codes >= _WINDOWS + 0x20) & (codes <= _WINDOWS + 0xFF)
        codes[which] -= _WINDOWS
    for place in np.flatnonzero(which).tolist():
        codes[place] = _SIGNS[kind].get(int(codes[place]), codes[place])


def _over_letters(
    codes: npt.NDArray[np.uint32], boxes: npt.NDArray[np.float32], accents: npt.NDArray[np.int64]
) -> None:
    """Make accents that stand over a letter beside them combining ones, behind that letter."""
    middle = (boxes[:, 0] + boxes[:, 2]) / 2
    for place in accents.tolist():
        combining = int(_COMBINING[np.searchsorted(_ACCENT_CODES, codes[place])])
        after, before = place + 1, place - 1
        if after < len(codes) and _covers(codes, boxes, middle, after, place):
            letter = codes[after]
            codes[place] = ord(_DOTLESS.get(int(letter), chr(letter)))
            codes[after] = combining
        elif before >= 0 and _covers(codes, boxes, middle, before, place):
            codes[before] = ord(_DOTLESS.get(int(codes[before]), chr(codes[before])))
            codes[place] = combining


def _covers(
    codes: npt.NDArray[np.uint32],
    boxes: npt.NDArray[np.float32],
    middle: npt.NDArray[np.floating],
    letter: int,
    accent: int,
) -> bool:
    """Return whether an accent stands over a letter."""
    return (
        chr(codes[letter]).isalpha()
        and boxes[letter, 0] < middle[accent] < boxes[letter, 2]
        and boxes[letter, 1] < boxes[accent, 3]
        and boxes[accent, 1] < boxes[letter, 3]
    )


def with_ligatures_apart(text: str) -> str:
    """Return a text with ligatures as letters, and accents joined to their letters.

    >>> with_ligatures_apart("e\ufb03cient Lo\u0308w 10\u00b9")
    'efficient Löw 101'
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", text.translate(_APART))
