"""Names of authors, read backwards from where they end."""

import re
from typing import NamedTuple

from ..words.data_files import word_lists

# Initials, a word with the full stop of a short one, a mark, a number.
_TOKEN = re.compile(
    r"(?:[^\W\d_]\.-?)+|[^\W\d_]+(?:[-\u2010\u2011'\u2019`][^\W\d_]+)*(?:(?<![^\W\d_]{3})\.)?"
    r"|\d+|[^\w\s]"
)
_LISTS = word_lists(__package__, "name_words.tsv")
PARTICLES = _LISTS["particles"]
# In names alone: between other words, these are words of a sentence.
NAME_PARTICLES = PARTICLES | _LISTS["particles of names"]
# Capitalised words before a year that are no names of authors.
NO_NAMES = _LISTS["no names of authors"]
_LEAD_IN = _LISTS["lead in"]
_AND = frozenset(["and", "&", "und", "et", "y"])
_OTHERS = frozenset(
    ["et al", "and colleagues", "and coworkers", "and co-workers", "and others", "and associates"]
)
_LEADING_CAPITALS = frozenset(
    "See Reviewed Cf In For As By After From Compare But Also And The Data Modified Adapted".split()
)


class Authors(NamedTuple):
    """The authors before a year.

    Attributes:
        start: where the first one begins.
        surname: of the first, as written.
        single: whether there is one author only, and no "et al.".
    """

    start: int
    surname: str
    single: bool


class _Words(NamedTuple):
    words: list[str]
    starts: list[int]
    bracketed: bool

    def name(self, end: int, *, sure: bool = False) -> tuple[int, str] | None:
        """Read a name that ends before token ``end``: the token it begins with, and the surname.

        Where it is ``sure`` that a name stands there, as before "et al.", it may be "March".
        """
        words = self.words
        at = end - 1
        while at > 0 and _is_initials(words[at]):  # "Smith JB", "Smith, J. B."
            at -= 1
        if at < end - 1 and at > 0 and words[at] == ",":
            at -= 1
        if at < 0 or not _is_surname(words[at], sure=sure):
            return None
        first = at
        while first > 0 and self._belongs(first - 1):
            first -= 1
        surname = " ".join(_plain(word) for word in words[first : at + 1])
        while first > 0 and _is_initials(words[first - 1]):
            first -= 1
        return first, surname

    def _belongs(self, at: int) -> bool:
        """Return whether a word belongs to the surname after it."""
        word = self.words[at]
        if word.lower() in PARTICLES:
            # "Al" and "St." are particles of names, "al." ends other authors.
            return word != "al." and not (word == "al" and at and self.words[at - 1] == "et")
        if not self.bracketed or word in _LEADING_CAPITALS or not _is_surname(word):
            return False
        # A second name without particle is one within brackets only: "(Vu Ba-Linh 2001)".
        # A sentence may begin before the other: "Recently Lee et al. (2003)".
        return _begins(self.words, at)


def read_authors(text: str, start: int, end: int, *, bracketed: bool) -> Authors | None:
    """Read the authors who end at ``end``, looking back as far as to ``start``.

    Args:
        text: the text.
        start: the first character to read.
        end: the character after the last.
        bracketed: whether authors and year stand in one bracket.
    """
    tokens = list(_TOKEN.finditer(text, start, end))
    if not tokens or text[tokens[-1].end() : end].strip():
        return None
    words = _Words([token[0] for token in tokens], [token.start() for token in tokens], bracketed)
    last, others, comma = _before_others(words.words)
    nearest = words.name(last, sure=others)
    if nearest is None:
        return None
    first, surname = nearest
    earlier = _earlier(words, first, comma=comma, listed=bracketed or comma)
    if earlier is not None:
        first, surname = earlier
    single = not others and earlier is None
    if single and not _may_stand_alone(words.words, first, surname, bracketed):
        return None
    return Authors(words.starts[first], surname, single)


def _before_others(words: list[str]) -> tuple[int, bool, bool]:
    """Return where names end before "et al." and the like, whether that, and a comma, is there."""
    tail = " ".join(words[-2:]).lower().rstrip(".")
    if tail not in _OTHERS:
        return len(words), False, False
    end = len(words) - 2
    comma = end > 0 and words[end - 1] == ","
    return end - comma, True, comma


def _earlier(words: _Words, first: int, *, comma: bool, listed: bool) -> tuple[int, str] | None:
    """Go on to the first author of "Smith and Ng", "Smith, Lee, and Ng", if there are several.

    Args:
        words: the text before the year.
        first: the token that the last author begins with.
        comma: whether a comma stands after that one ("Smith, Ng, et al.").
        listed: whether commas divide authors; elsewhere they end what is no citation ("In Boston,
            Smith and Ng").
    """
    earlier: tuple[int, str] | None = None
    while first > 1:
        before, end = words.words[first - 1], first - 1
        if before in _AND and earlier is None:
            if words.words[end - 1] == ",":
                end, listed = end - 1, True
        elif before != "," or not listed or (earlier is None and not comma):
            break
        name = words.name(end)
        if name is None:
            break
        first, earlier = name[0], name
    return earlier


def _may_stand_alone(words: list[str], first: int, surname: str, bracketed: bool) -> bool:
    """Return whether one name and a year may cite: in a bracket after lead-in words only."""
    last = surname.split()[-1]
    if last.isupper() or len(last) < 2:
        return False
    return not bracketed or _begins(words, first)


def _begins(words: list[str], at: int) -> bool:
    """Return whether only lead-in words stand between a word and the begin of its citation."""
    while at > 0:
        at -= 1
        word = words[at]
        if word in "([;" or word.isdigit() or (word == "," and not at):
            return True
        if word in ",.:":
            if words[at - 1].lower() not in _LEAD_IN and not words[at - 1].isdigit():
                return False
        elif word.lower() not in _LEAD_IN:
            return False
    return True


def _plain(word: str) -> str:
    """A name without the "'s" of "Smith's"."""
    return word[:-2] if word.endswith(("'s", "\u2019s")) else word


def _is_initials(word: str) -> bool:
    letters = word.replace(".", "").replace("-", "")
    return 0 < len(letters) <= 2 + ("." in word) and letters.isupper()


def _is_surname(word: str, *, sure: bool = False) -> bool:
    name = _plain(word).rstrip(".")
    is_short = word.endswith(".") and name.lower() != "st"
    if len(name) < 2 or is_short or (name in NO_NAMES and not sure):
        return False
    head = name[2:] if name[1] in "'\u2019" and name[0].islower() else name
    return head[:1].isupper()
