"""Stems of words of many languages, each word stemmed once.

English has Porter's stemmer (Porter 1980, "An algorithm for suffix stripping"), which the papers of
this package name; the others are those of the Snowball project, https://snowballstem.org. Stems may
differ between versions of PyStemmer, which knows more languages in its later ones.
"""

from functools import cache
from threading import Lock
from typing import Any

import Stemmer

from ..errors import SettingError
from .keeping import kept

NO_STEMS = "none"
_ENGLISH = "en"
_ALGORITHMS = dict(
    pair.split("=")
    for pair in (
        "ar=arabic ca=catalan cs=czech da=danish de=german el=greek eo=esperanto es=spanish "
        "et=estonian eu=basque fa=persian fi=finnish fr=french ga=irish hi=hindi hu=hungarian "
        "hy=armenian id=indonesian it=italian lt=lithuanian nb=norwegian ne=nepali nl=dutch "
        "no=norwegian pl=polish pt=portuguese ro=romanian ru=russian sr=serbian st=sesotho "
        "sv=swedish ta=tamil tr=turkish yi=yiddish"
    ).split()
)
_PORTER = Stemmer.Stemmer("porter", 0)
_LOCK = Lock()  # a stemmer keeps the word it works on in itself


@kept(50_000)
def porter_stem(word: str) -> str:
    """Return the Porter stem of the lower-cased ``word``; other than a-z it is left as it is.

    >>> porter_stem("Proteins")
    'protein'
    """
    word = word.lower()
    if not (word.isascii() and word.isalpha()):
        return word
    with _LOCK:
        return str(_PORTER.stemWord(word))


def languages() -> list[str]:
    """Return the codes of the languages that ``stem`` knows, sorted, ``"none"`` among them."""
    there = {*Stemmer.algorithms()}
    return sorted(
        {code for code, name in _ALGORITHMS.items() if name in there} | {_ENGLISH, NO_STEMS}
    )


def check_language(language: str) -> None:
    """Raise SettingError where ``stem`` does not know the language."""
    if language not in languages():
        raise SettingError(
            f"there is no stemmer for the language {language!r}; "
            f'choose from {", ".join(languages())}, where "none" leaves words as they are'
        )


def stem(word: str, language: str) -> str:
    """Return the stem of the lower-cased word.

    >>> stem("Häuser", "de"), stem("Houses", "en"), stem("Houses", "none")
    ('haus', 'hous', 'houses')

    Args:
        word: one word.
        language: ISO 639 code as spaCy's ``nlp.lang``, or ``"none"``.

    Raises:
        SettingError: there is no stemmer for the language.
    """
    if language == _ENGLISH:
        return porter_stem(word)
    word = word.lower()
    return word if language == NO_STEMS else _stem(word, language)


@kept(50_000)
def _stem(word: str, language: str) -> str:
    try:
        with _LOCK:
            return str(_stemmer(language).stemWord(word))
    except UnicodeEncodeError:  # a stemmer takes no half of a surrogate pair
        return word


@cache
def _stemmer(language: str) -> Any:
    check_language(language)
    return Stemmer.Stemmer(_ALGORITHMS[language], 0)  # what it knows is kept here
