"""Porter stems: examples of the published algorithm, and what is left as it is.

Stems of many languages: an example of some, and what has none.
"""

from concurrent.futures import ThreadPoolExecutor

import pytest

from spacy_citalign.errors import SettingError
from spacy_citalign.words.stem import check_language, languages, porter_stem, stem

# Examples of M. F. Porter (1980), "An algorithm for suffix stripping", Program 14(3), and the
# StemmedWord of Hsu et al. (2008), Table 1.
STEMS = [
    ("proteins", "protein"),
    ("caresses", "caress"),
    ("ponies", "poni"),
    ("plastered", "plaster"),
    ("motoring", "motor"),
    ("happy", "happi"),
    ("relational", "relat"),
    ("hopefulness", "hope"),
    ("adjustable", "adjust"),
    ("controlling", "control"),
]
LEFT = ["p53", "-", "42", "", "\u03b2", "caf\u00e9s", "genes2", "\U0001f9ec", "\ud800s", "\x00s"]


@pytest.mark.parametrize(("word", "stem"), STEMS)
def test_porter_stem_agrees_with_published_examples(word, stem):
    assert porter_stem(word) == porter_stem(word.upper()) == porter_stem(word.title()) == stem


@pytest.mark.parametrize("word", LEFT, ids=ascii)
def test_porter_stem_leaves_all_but_plain_letters_alone(word):
    assert porter_stem(word) == word


@pytest.mark.parametrize(("word", "lower"), [("P53", "p53"), ("\u039299", "\u03b299")])
def test_porter_stem_lower_cases_what_it_does_not_stem(word, lower):
    assert porter_stem(word) == lower


def test_porter_stem_is_the_same_from_many_threads():
    words = [f"{'abcdefghij'[i % 10] * (i // 10 + 1)}ings" for i in range(200)]
    porter_stem.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(porter_stem, words * 3))
    porter_stem.cache_clear()
    assert together == [porter_stem(word) for word in words] * 3


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
