"""Edits of the end of a word: from a form to its lemma, such as "ies" to "y".

The suffix rules of Juršič, Mozetič, Erjavec & Lavrač (2010), "LemmaGen: multilingual lemmatisation
with induced ripple-down rules", JUCS 16(9), have such edits as conclusions.
"""

from itertools import pairwise
from typing import NamedTuple

MAX_REMOVED, MAX_ADDED = 7, 5  # letters; more would be words of the training text


class Edit(NamedTuple):
    """What is taken from the end of a word in small letters, and what is put there."""

    removed: str
    added: str

    @property
    def is_short(self) -> bool:
        """Whether it is an ending, or one of the shortest words."""
        return len(self.removed) <= MAX_REMOVED and len(self.added) <= MAX_ADDED

    def fits(self, lower: str) -> bool:
        """Return whether a word in small letters has that end, and is more than it."""
        return lower.endswith(self.removed) and (len(lower) > len(self.removed) or bool(self.added))

    def apply(self, word: str) -> str:
        """Return the lemma of a word that the edit fits; capitals get capitals.

        >>> Edit("ies", "y").apply("STUDIES"), Edit("s", "").apply("mRNAs")
        ('STUDY', 'mRNA')
        """
        capitals = len(word) > 1 and word.isupper()
        added = self.added.upper() if capitals else self.added
        return word[: len(word) - len(self.removed)] + added


NOTHING = Edit("", "")


def edit_between(form: str, lemma: str) -> Edit | None:
    """Return the shortest edit from a form to a lemma, None where it is too long.

    >>> edit_between("studies", "study")
    Edit(removed='ies', added='y')
    """
    same = 0
    for one, other in zip(form, lemma, strict=False):
        if one != other:
            break
        same += 1
    edit = Edit(form[same:], lemma[same:])
    return edit if edit.is_short else None


def folded(word: str) -> str:
    """Return a word as the lemmatizer looks it up: in small letters, with plain apostrophes."""
    return word.lower().replace("\u2019", "'")


def has_letter(word: str) -> bool:
    """Return whether a word has a letter; what has none is its own lemma."""
    return any(map(str.isalpha, word))


def is_written_so(word: str) -> bool:
    """Return whether the capitals of a word are its own: beside a digit, or after a small letter.

    >>> [is_written_so(word) for word in ("BRCA1", "mRNAs", "McDonald", "DNA", "Results", "p53")]
    [True, True, True, False, False, False]
    """
    after_small = any(one.islower() and other.isupper() for one, other in pairwise(word))
    return after_small or (any(map(str.isdigit, word)) and any(map(str.isupper, word)))
