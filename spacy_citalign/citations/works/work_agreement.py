"""Whether references may name the same work: by their titles and DOIs.

Reference lists carry wrong identifiers: one PMID on dozens of references of a journal, DOIs cut
short. References that share one are the same work only if their titles agree.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ...words.data_files import word_lists
from ...words.keeping import kept
from .work_names import WorkNames

SMALL_WORDS = word_lists(__package__, "words.tsv")["small words of titles"]
_SHARED = 0.5  # of the words of the shorter title, that the other must have
# Likeness, of 100, of the letters of titles that are divided into words in different ways, and of
# the spellings of a word, if they do not begin with the same letters.
_ALIKE = 85
_ALIKE_WORDS = 80
_BEGIN = 6
# Of titles of one author and year that pages spell in two ways: likeness of their letters, and
# characters that they have.
_ALIKE_SPELLED = 94
_LEAST_LETTERS = 20
_DIGITS = re.compile(r"\d+")


class Title(NamedTuple):
    """The words of a title, with first author and year, in normal form; "" for what is missing."""

    words: str
    author: str
    year: str

    @classmethod
    def of(cls, names: WorkNames) -> "Title":
        """Return the title of a work."""
        return cls(names.title, names.author, names.year)


def may_be_one(one: WorkNames, other: WorkNames) -> bool:
    """Return whether nothing speaks against it that references of an identifier name one work."""
    dois = [value for names in (one, other) for kind, value in names.identifiers if kind == "doi"]
    are_others = len(dois) > 1 and dois_differ(*dois)
    return not are_others and titles_agree(Title.of(one), Title.of(other))


@lru_cache(maxsize=1 << 14)
def titles_agree(one: Title, another: Title) -> bool:
    """Return whether two titles may be those of one work; a missing one may be any.

    Half of the words of the shorter must be in the other, or the letters must be nearly the same.
    Where first authors or years differ, all words must be there in some spelling: papers on two
    genes may share all words but one.

    >>> spring = Title("frogs awake in spring", "zork", "2004")
    >>> titles_agree(spring, Title("frogs awake a review", "zork", ""))
    True
    >>> titles_agree(spring, Title("frogs awake in lakes", "lake", "2004"))
    False
    """
    title, other_title = one.words, another.words
    if not title or not other_title or title == other_title:
        return True
    words, other_words = _content_words(title), _content_words(other_title)
    if (len(words), title) > (len(other_words), other_title):
        words, other_words = other_words, words
    unlike = _differ(one.author, another.author) or _differ(one.year, another.year)
    needed = len(words) if unlike else _SHARED * len(words)
    missing = words - other_words
    if len(words) - len(missing) >= needed:
        return True
    letters, other_letters = title.replace(" ", ""), other_title.replace(" ", "")
    if _alike(letters, other_letters, 100 if unlike else _ALIKE):
        return True
    if len(missing) == len(words):
        return False
    spelled = sum(any(_same_word(word, other) for other in other_words) for word in missing)
    return len(words) - len(missing) + spelled >= needed


def spelled_alike(title: str, other: str) -> bool:
    """Return whether two titles are one of which letters, blanks or small words are lost.

    Numbers must be the same, and the words that differ spellings of each other.

    >>> title = "effects of caryophyllene on male frogs"
    >>> spelled_alike(title, "effects ofcaryophylene on male frogs")
    True
    >>> spelled_alike(title, "effects of caryophyllene on female frogs")
    False
    >>> spelled_alike(title, "effects of β caryophyllene on male frogs")
    True
    """
    letters, other_letters = title.replace(" ", ""), other.replace(" ", "")
    if min(len(title), len(other)) < _LEAST_LETTERS or not letters_alike(letters, other_letters):
        return False
    if _DIGITS.findall(title) != _DIGITS.findall(other):
        return False
    words, others = set(title.split()), set(other.split())
    left, right = (
        "".join(word for word in text.split() if word not in against and word not in SMALL_WORDS)
        for text, against in ((title, others), (other, words))
    )
    if left and right:
        return _alike(left, right, _ALIKE) or letters == other_letters
    more = left or right
    return not more or (len(more) == 1 and not more.isascii())  # a Greek letter is lost


def letters_alike(letters: str, other: str) -> bool:
    """Return whether the letters of two titles, without blanks, are such as those of one."""
    return _alike(letters, other, _ALIKE_SPELLED)


def with_letters_alike(letters: str, others: Sequence[str]) -> list[int]:
    """Return which of the letters of some titles are such as those of one, by their places."""
    from rapidfuzz import fuzz, process

    found = process.extract(
        letters, others, scorer=fuzz.ratio, score_cutoff=_ALIKE_SPELLED, limit=None
    )
    return [place for _, _, place in found]


def dois_differ(one: str, other: str) -> bool:
    """Return whether two DOIs are of different works; one that is cut may be that of the other.

    >>> dois_differ("10.5555/zk.12", "10.5555/zk.1"), dois_differ("10.5555/zk.1", "10.5555/zk.2")
    (False, True)
    """
    return not one.startswith(other) and not other.startswith(one)


def _differ(one: str, other: str) -> bool:
    """Return whether both are known and have no word in common."""
    return bool(one and other) and set(one.split()).isdisjoint(other.split())


def _same_word(one: str, other: str) -> bool:
    """Return whether two words are spellings, or forms, of one."""
    begin = one[:_BEGIN]
    return (len(begin) == _BEGIN and other.startswith(begin)) or _alike(one, other, _ALIKE_WORDS)


def _alike(one: str, other: str, least: int) -> bool:
    """Return whether the letters of two texts are alike, by a measure of 0 to 100."""
    lengths = len(one), len(other)
    if 100 * (max(lengths) - min(lengths)) > (100 - least) * sum(lengths):
        return False  # so many letters are lost
    from rapidfuzz.fuzz import ratio  # here: every pipeline imports this module

    return ratio(one, other, score_cutoff=least) > 0


@kept(1 << 12, 1_000)
def _content_words(title: str) -> frozenset[str]:
    """Return the words of a title, the small ones only where there are no others."""
    words = frozenset(title.split())
    return words - SMALL_WORDS or words
