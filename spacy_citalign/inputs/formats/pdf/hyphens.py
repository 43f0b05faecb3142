"""Words cut at line ends made whole: as the text itself writes them elsewhere, else by rules."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ....words.data_files import word_lists
from ...article_parts.marks import SUP, SUP_END

_WORD = re.compile(r"[^\W\d_]{2,40}(?:-[^\W\d_]{2,40}){0,3}")
_LAST = re.compile(r"([^\W_]{1,40})-$")
_LONGEST = 42  # characters of a word that is cut, and more
_FIRST = re.compile(r"[^\W_]{1,40}")
_PARTS = word_lists(__package__, "hyphens.tsv")
_LEAST_KEPT = 3  # hyphens at line ends that are a word's own, in a text that cuts no words


class Hyphens:
    """Joins lines, by the words of the text that they belong to.

    >>> Hyphens(["the apoptosis of"]).join("loss of apop-", "tosis was")
    'loss of apoptosis was'

    Args:
        lines: of the text.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._words: Counter[str] = Counter()
        lines = list(lines)
        for line in lines:
            words = _WORD.findall(line.lower())
            # What is cut at the ends of a line is no word.
            if words and line.endswith("-"):
                words.pop()
            for word in words:
                self._words[word] += 1
                if "-" in word:
                    self._words.update(word.split("-"))
        self._cuts = self._cuts_words(lines)

    def _cuts_words(self, lines: Sequence[str]) -> bool:
        """Return whether lines end within words, by those words that the text has elsewhere."""
        whole = apart = 0
        for line, following in pairwise(lines):
            last = _LAST.search(line[-_LONGEST:]) if line.endswith("-") else None
            first = _FIRST.match(following)
            if last and first:
                start, end = last[1].lower(), first[0].lower()
                whole += self._words[start + end] > self._words[f"{start}-{end}"]
                apart += self._words[start + end] < self._words[f"{start}-{end}"]
        return whole >= apart or apart < _LEAST_KEPT

    def joined(self, lines: Iterable[str]) -> tuple[str, list[int]]:
        """Return lines as one text, and the character of it at which each begins."""
        pieces: list[str] = []
        starts: list[int] = []
        size = 0  # of all pieces but the last
        for line in lines:
            if not pieces:
                pieces.append(line)
                starts.append(0)
                continue
            last = pieces.pop()
            pieces.append(last[:-_LONGEST])
            size += len(pieces[-1])
            pieces.append(self.join(last[-_LONGEST:], line))
            starts.append(size + len(pieces[-1]) - len(line.lstrip()))
        return "".join(pieces), starts

    def join(self, before: str, after: str) -> str:
        """Return two lines as one."""
        before, after = before.rstrip(), after.lstrip()
        if not before or not after:
            return before or after
        if before[-1] == SUP_END and after[0] == SUP:
            return before[:-1] + after[1:]
        last = _LAST.search(before[-_LONGEST:])
        first = _FIRST.match(after)
        if before.endswith(("/", "\u2013")) and (last or first) and before[-2:-1].strip():
            return before + after
        if not last:
            return f"{before} {after}"
        if not first:
            return f"{before} {after}" if after[:1] in "(" else before + after
        behind = after[first.end() : first.end() + 1]
        if first[0].lower() in ("and", "or", "to") and behind in ("", " ", ","):
            return f"{before} {after}"
        compound = before[-len(last[1]) - 2 : -len(last[1]) - 1] == "-"
        cut = self._is_cut(last[1], first[0], compound)
        return before[:-1] + after if cut else before + after

    def _is_cut(self, start: str, end: str, compound: bool) -> bool:
        """Return whether the hyphen between two parts is only there because the line ended.

        Args:
            start, end: the parts.
            compound: whether another hyphen stands before them.
        """
        if not start.isalpha() or not end[0].isalpha():
            return False
        capitals = start.isupper() and end.isupper() and len(start) > 1
        if not capitals and (not end[0].islower() or (len(start) > 1 and not start[1:].islower())):
            return False  # an acronym, a name
        start, end = start.lower(), re.split(r"\d", end.lower())[0]
        whole, apart = self._words[start + end], self._words[f"{start}-{end}"]
        if whole or apart:
            return whole >= apart
        if len(start) < 2 or capitals or start in _PARTS["before"] or not self._cuts:
            return False
        if (compound or start == "co") and self._words[end]:
            return False
        if end in _PARTS["behind"] and len(start) > 2 and self._words[start]:
            return False
        # Two words of the text, of which neither is a usual part of one.
        return not (
            self._words[start] > 1 and self._words[end] > 1 and len(start) > 3 and len(end) > 3
        )
