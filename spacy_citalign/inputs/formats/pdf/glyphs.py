"""What the characters of a page mean: fonts of signs, accents drawn apart, ligatures."""

import re
import unicodedata

import numpy as np
import numpy.typing as npt

from ....words.array_types import Integers
from .characters import PageCharacters

_SYMBOL_FONT = re.compile("symbol", re.IGNORECASE)
# The sign fonts of publishers whose codes are those of TeX's, or shifted; no letter stands in them.
_SIGN_FONT = re.compile(r"^Adv(?:P4C4E|MT_?SY|PSSym|P4C4E74)|^CMSY|^MTSY|^AdvMT_SY", re.IGNORECASE)
# Adobe's encoding of Symbol, from 0x20, where Windows writes it as 0xF020 and up.
_SYMBOL = dict(
    zip(
        range(0x41, 0x5B),
        "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ",
        strict=True,
    )
)
_SYMBOL |= dict(zip(range(0x61, 0x7B), "αβχδεφγηιϕκλμνοπθρστυϖωξψζ", strict=True))
_SYMBOL |= {
    code: chr(code)
    for code in (
        *range(0x20, 0x22),
        0x23,
        0x25,
        0x26,
        *range(0x28, 0x2D),
        *range(0x2E, 0x40),
        0x5B,
        0x5D,
        0x5F,
        0x7B,
        0x7C,
        0x7D,
    )
}
_SYMBOL |= {
    0x2D: "−",
    0xA2: "′",
    0xA3: "≤",
    0xA5: "∞",
    0xAB: "↔",
    0xAC: "←",
    0xAD: "↑",
    0xAE: "→",
    0xAF: "↓",
    0xB0: "°",
    0xB1: "±",
    0xB2: "″",
    0xB3: "≥",
    0xB4: "×",
    0xB7: "•",
    0xB8: "÷",
    0xB9: "≠",
    0xBA: "≡",
    0xBB: "≈",
    0xBC: "…",
    0xD1: "∇",
    0xD2: "®",
    0xD3: "©",
    0xD4: "™",
    0xD5: "∏",
    0xD6: "√",
    0xD7: "⋅",
    0xE2: "®",
    0xE3: "©",
    0xE4: "™",
    0xE5: "∑",
    0x7E: "∼",
    0x40: "≅",
}
_SIGNS = {
    0xBC: "=",
    0xFE: "+",
    0xC0: "−",
    0xC2: "×",
    0xC6: "±",
    0xC1: "·",
    0xC3: "∗",
    0x01: "·",
    0x03: "∗",
    0x04: "÷",
    0x06: "±",
}
# Mathematical Pi as one publisher has it: "P50.05" is "P<0.05".
_PI_FONT = re.compile(r"^AdvPi\d")
_PI = {0x34: ">", 0x35: "<"}
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
    if (codes >= 0xF020).any():
        _signs(codes, fonts, page.names, _SYMBOL_FONT, _SYMBOL, 0xF000)
    _signs(codes, fonts, page.names, _SIGN_FONT, _SIGNS, 0)
    _signs(codes, fonts, page.names, _PI_FONT, _PI, 0)
    accents = np.flatnonzero(np.isin(codes, _ACCENT_CODES))
    if len(accents):
        _over_letters(codes, page.boxes[chars], accents)
    return codes


def _signs(
    codes: npt.NDArray[np.uint32],
    fonts: npt.NDArray[np.int16],
    names: tuple[str, ...],
    which: re.Pattern[str],
    signs: dict[int, str],
    shift: int,
) -> None:
    """Replace the codes of characters of fonts of signs."""
    numbers = [number for number, name in enumerate(names) if which.search(name)]
    if not numbers:
        return
    for place in np.flatnonzero(np.isin(fonts, numbers)).tolist():
        sign = signs.get(int(codes[place]) - shift)
        if sign:
            codes[place] = ord(sign)


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
    middle: npt.NDArray[np.float32],
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
