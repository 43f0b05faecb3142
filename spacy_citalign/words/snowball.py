"""Stems of words of many languages, by the stemmers of the Snowball project.

English has Porter's stemmer of 1980 (``stem``), which the papers of this package name; the others
are those of https://snowballstem.org. Stems may differ between versions of PyStemmer, which knows
more languages in its later ones.
"""

from functools import cache, lru_cache
from threading import Lock
from typing import Any

import Stemmer

from ..errors import SettingError
from .stem import porter_stem

NO_STEMS = "none"
_PORTER = "en"
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
_LOCK = Lock()  # a stemmer keeps the word it works on in itself


def languages() -> list[str]:
    """Return the codes of the languages that ``stem`` knows, sorted, ``"none"`` among them."""
    there = {*Stemmer.algorithms()}
    return sorted(
        {code for code, name in _ALGORITHMS.items() if name in there} | {_PORTER, NO_STEMS}
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
    if language == _PORTER:
        return porter_stem(word)
    word = word.lower()
    return word if language == NO_STEMS else _stem(word, language)


@lru_cache(maxsize=100_000)
def _stem(word: str, language: str) -> str:
    stemmer = _stemmer(language)
    try:
        with _LOCK:
            return str(stemmer.stemWord(word))
    except UnicodeEncodeError:  # a stemmer takes no half of a surrogate pair
        return word


@cache
def _stemmer(language: str) -> Any:
    check_language(language)
    return Stemmer.Stemmer(_ALGORITHMS[language], 0)  # what it knows is kept here
