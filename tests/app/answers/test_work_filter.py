"""``--cited``: works by identifier, key, or words of author, year and title."""

import pytest

from spacy_citalign.app.answers.work_filter import choose_rows
from spacy_citalign.errors import SettingError

WORKS = (
    {"key": "doi:10.5555/a", "doi": "10.5555/a", "first_author": "Zork", "year": "2004"}
    | {"title": "Frogs awake at night"},
    {"key": "pmid:7", "pmid": "7", "first_author": "Zörk", "year": "2006", "title": "Frogs sing"},
    {"key": "ott 2001 newts", "first_author": "Ott", "year": 2001, "title": None},
)
ROWS = [{"cited": work} for work in WORKS]


def chosen(*cited):
    rows, missing = choose_rows(ROWS, cited)
    return [row["cited"]["key"] for row in rows], missing


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        ("10.5555/A", 0),
        ("https://doi.org/10.5555/a", 0),
        ("doi:10.5555/a", 0),
        ("PMID: 7", 1),
        ("ott 2001 newts", 2),
        ("Zork 2004", 0),
        ("Zork 2004, Frogs awake at night", 0),
        ("zork sing", 1),
        ("FROGS NIGHT", 0),
        ("Ott 2001", 2),
    ],
)
def test_a_work_is_found(asked, number):
    assert chosen(asked) == ([WORKS[number]["key"]], [])


def test_nothing_asked_for_is_all():
    assert chosen() == ([work["key"] for work in WORKS], [])


def test_works_come_in_their_order_and_what_is_missing_is_told():
    assert chosen("pmid:7", "toads", "10.5555/a") == (["doi:10.5555/a", "pmid:7"], ["toads"])


@pytest.mark.parametrize("asked", ["...", "10.5555/b", "8", "ork"])
def test_what_is_not_there_is_missing(asked):
    assert chosen(asked) == ([], [asked])


def test_words_that_fit_several_works_list_them():
    with pytest.raises(SettingError) as error:
        chosen("Zork frogs")
    assert str(error.value) == (
        "--cited 'Zork frogs' fits 2 works: doi:10.5555/a (Zork 2004, Frogs awake at night); "
        "pmid:7 (Zörk 2006, Frogs sing); give a key"
    )


def test_long_lists_of_works_are_cut():
    rows = [{"cited": {"key": f"k{n}", "title": "Frogs"}} for n in range(20)]
    with pytest.raises(SettingError, match=r"fits 20 works: .* and 12 more; give a key"):
        choose_rows(rows, ["frogs"])
