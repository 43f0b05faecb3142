"""Stems of many languages: an example of some, and what has none."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from spacy_citalign.errors import SettingError
from spacy_citalign.words.snowball import check_language, languages, stem


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [
        ("Proteins", "en", "protein"),
        ("H\u00e4user", "de", "haus"),
        ("maisons", "fr", "maison"),
        ("casas", "es", "cas"),
        ("Houses", "none", "houses"),
        ("", "de", ""),
        ("\ud800s", "de", "\ud800s"),  # half of a surrogate pair
        ("\u0130X", "none", "i\u0307x"),
    ],
)
def test_stems_of_languages(word, language, expected):
    assert stem(word, language) == expected


@pytest.mark.parametrize("language", languages())
def test_every_language_listed_has_a_stemmer(language):
    check_language(language)
    assert stem("", language) == ""
    assert stem("42", language) == "42"


@pytest.mark.parametrize("language", ["", "xx", "english", "EN", "ja"])
def test_other_languages_are_refused_by_name(language):
    for refuses in (lambda: check_language(language), lambda: stem("word", language)):
        with pytest.raises(SettingError, match=f"language '{language}'.*de, .*\"none\""):
            refuses()


def test_stems_are_the_same_from_many_threads():
    words = [f"{'abcdefghij'[i % 10] * (i // 10 + 1)}heiten" for i in range(200)]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda word: stem(word, "de"), words * 3))
    assert together == [stem(word, "de") for word in words] * 3
