"""How much a number at the end of a word looks like a citation, from the words of the document.

A number glued to a word may as well be of a name ("p53", "CO2"), a unit ("cm2") or a larger number.
What tells is the document: a word that stands there without a number too ("cells") is seldom a name
with a number; a name that is written with its number several times ("Smad4") is one. "Brca24" is
"Brca2" and 4 where the text has "Brca2" alone.
"""

import re
from collections import Counter

_WORD = re.compile(r"[^\W_]+(?:[-\u2010\u2011][^\W_]+)*")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NAME = re.compile(r"(?<![^\W_])[^\W_]+(?:[-\u2010\u2011][^\W_]+)*[-\u2010\u2011]?$")
_NUMBER_NAME = re.compile(r"(?<![^\W_])\d+(?:[.,]\d+)*[.,]?$")
_HYPHEN = re.compile(r"[-\u2010\u2011]")
_NUMBERED_THINGS = frozenset(
    "fig figs figure figures table tables no nos vol p pp eq eqs eqn ref refs sec ch chap chapter "
    "tab exp v ver version page pages http www doi exon intron chr".split()
)
_UNITS = frozenset("m cm mm nm um \u03bcm \u00b5m km dm ft in s h g kg mg ml l min sec mol".split())


class Vocabulary:
    """How often the words and numbers of a document stand in it."""

    def __init__(self, text: str):
        self._counts = Counter(word[0] for word in _WORD.finditer(text))
        self._decimals = Counter(number[0] for number in _NUMBER.finditer(text))
        self._numbered: Counter[str] = Counter()  # by the word without its number
        self._family: Counter[str] = Counter()
        for word, count in self._counts.items():
            stem = word.rstrip("0123456789")
            if stem != word:
                self._numbered[stem] += count
                self._family[stem] += 1

    def features(self, before: str, digits: str, size: int, more: bool) -> list[str] | None:
        """Tell what speaks for a citation of ``digits[size:]``, and what against it.

        Args:
            before: the text before the digits, some characters.
            digits: all digits of the word.
            size: how many of them would be of the word.
            more: whether other numbers follow in the list.
        """
        found = _NAME.search(before + digits[:size])
        if found is None:
            return self._other(before, more) if not size else None
        name = found[0]
        last = _HYPHEN.split(name)[-1]
        lower = last.lower()
        if lower in _NUMBERED_THINGS or (lower in _UNITS and digits[size:] in "23"):
            return None
        kind = _kind(last)
        if kind == "number":
            stem = _NUMBER_NAME.search(before + digits[:size])
            name = stem[0] if stem else name
            alone = self._decimals[name]
            glued = self._decimals[name + digits[size:]]
            numbered, family = 0, 0
        else:
            alone = self._counts[name]
            if kind in ("plain", "short", "capitalised") and name != last or kind in ("plain","short"):
                alone = self._counts[last] + self._counts[last.capitalize()]
            glued = self._counts[name + digits[size:]]
            bare = name.rstrip("0123456789")
            numbered, family = self._numbered[bare], self._family[bare]
            if size: numbered -= alone
        kind2 = kind
        ratio = "more" if 2*alone >= numbered + 1 else "less"
        amount = "0" if not alone else "1" if alone == 1 else "2-3" if alone < 4 else "4+"
        times = "1" if glued < 2 else "2" if glued == 2 else "3-4" if glued <5 else "5+"
        out = [f"kind {kind2}", f"alone {amount} {ratio if alone else ''}", f"glued {times}", f"{min(len(digits)-size,2)} digits {'after own' if size else ''}"]
        if more: out.append("list")
        if not alone and family >= 3 and kind not in ("plain",): out.append("family")
        if alone > 8 * max(numbered,1): out.append("clear")
        if alone > 2*glued: out.append("alone>2glued")
        if glued > alone: out.append("glued>alone")
        if kind=="plain" and last.endswith("ed"): out.append("ed")
        if kind in("plain",) and len(last)>=5: out.append("long")
        return out

    def _other(self, before: str, more: bool) -> list[str]:
        return [f"sign {before[-1]}"] + ["list"] * more

    def decimal(self, name: str) -> int:
        return self._decimals[name]


def _kind(last: str) -> str:
    if not last: return "hyphen"
    if last[-1].isdigit():
        return "number" if last.isdigit() else "numbered"
    if not last.isalpha():
        return "digitletter"
    if len(last) == 1:
        return "letter"
    if last.islower():
        return "short" if len(last) < 4 else "plain"
    if last[0].isupper() and last[1:].islower():
        return "capitalised"
    if last.isupper():
        return "capitals"
    return "mixed"
