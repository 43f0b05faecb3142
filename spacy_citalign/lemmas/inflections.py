"""Forms of English lemmas: the regular ones by rule, the irregular ones from a list.

Training reads them beside treebanks, which have few words of science. Rules are those of school
grammars; the list ``irregular.tsv`` was written for this package and may be extended: a form, its
lemma, and its Penn tags with commas between.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..words.data_files import data_rows

NOUN, VERB = "n", "v"
PARTS = (NOUN, VERB)
_VOWELS = "aeiou"
_LETTERS = re.compile("[a-z]{3,}")
_HISSING = ("s", "x", "z", "ch", "sh")
_DOUBLED = frozenset("bdgklmnprtvz")
_MUTE = ("ee", "oe", "ye")  # "e" that stays before "ing"


class Inflected(NamedTuple):
    """A form in small letters, its Penn tag, and its lemma."""

    form: str
    tag: str
    lemma: str


def regular_forms(lemma: str, part: str) -> Iterator[Inflected]:
    """Yield the regular inflected forms of a noun or verb; of what is no English word, none.

    >>> [form for form, _, _ in regular_forms("stop", "v")]
    ['stops', 'stopping', 'stopped', 'stopped']
    """
    if not _LETTERS.fullmatch(lemma):
        return
    if part == NOUN:
        yield Inflected(_plural(lemma), "NNS", lemma)
    elif part == VERB:
        present, past = _participle_and_past(lemma)
        yield Inflected(_with_s(lemma), "VBZ", lemma)
        yield Inflected(present, "VBG", lemma)
        yield Inflected(past, "VBD", lemma)
        yield Inflected(past, "VBN", lemma)


def irregular_forms() -> list[Inflected]:
    """Return the irregular forms of the list."""
    rows = data_rows(__package__, "irregular.tsv")
    return [Inflected(form, tag, lemma) for form, lemma, tags in rows for tag in tags.split(",")]


def _with_s(lemma: str) -> str:
    if lemma.endswith(_HISSING):
        return f"{lemma}es"
    return f"{lemma[:-1]}ies" if _ends_in_y(lemma) else f"{lemma}s"


def _plural(lemma: str) -> str:
    return f"{lemma[:-2]}es" if lemma.endswith("sis") else _with_s(lemma)


def _participle_and_past(lemma: str) -> tuple[str, str]:
    """Return the forms in "ing" and "ed"."""
    if lemma.endswith("ie"):
        return f"{lemma[:-2]}ying", f"{lemma}d"
    if lemma.endswith("e"):
        return f"{lemma if lemma.endswith(_MUTE) else lemma[:-1]}ing", f"{lemma}d"
    if _ends_in_y(lemma):
        return f"{lemma}ing", f"{lemma[:-1]}ied"
    stem = lemma + lemma[-1] if _is_doubled(lemma) else lemma
    return f"{stem}ing", f"{stem}ed"


def _ends_in_y(lemma: str) -> bool:
    """Whether a word ends in "y" after a consonant."""
    return lemma[-1] == "y" and lemma[-2] not in _VOWELS


def _is_doubled(lemma: str) -> bool:
    """Whether the last consonant is doubled: after the one short vowel of a word."""
    one_vowel = len(re.findall("[aeiouy]+", lemma)) == 1
    short = lemma[-2] in _VOWELS and lemma[-3] not in _VOWELS
    return one_vowel and short and lemma[-1] in _DOUBLED
