"""The identity of cited works: identifiers first, then author, year and title."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citations.work_names import normal_name, work_key, work_names
from spacy_citalign.citations.works import WorkIndex

FROGS = {"first_author": "Zork", "year": "2004", "title": "Frogs awake in spring"}


def grouped(*works, keys=None):
    """The numbers of the works that are the same, in lists."""
    index = WorkIndex()
    for number, work in enumerate(works):
        index.add(keys[number] if keys else f"work {number}", work, number)
    return [group.items for group in index.groups()]


def only(*works):
    """The single group that the works make."""
    index = WorkIndex()
    for number, work in enumerate(works):
        index.add(f"work {number}", work, number)
    (group,) = index.groups()
    return group


def test_a_shared_identifier_makes_one_work():
    both = {"doi": "10.5555/a", "pmid": "11"}
    assert grouped({"doi": "10.5555/a"}, {"pmid": "11"}, {"pmid": "12"}, both) == [[0, 1, 3], [2]]


def test_identifiers_hold_across_several_steps():
    chain = [
        {"pmid": "1", "doi": "d1"},
        {"pmcid": "PMC9"},
        {"doi": "d1"},
        {"pmid": "1", "pmcid": "PMC9"},
    ]
    assert grouped(*chain) == [[0, 1, 2, 3]]


def test_equal_values_of_different_kinds_are_different():
    assert grouped({"pmid": "11"}, {"doi": "11"}) == [[0], [1]]


@pytest.mark.parametrize(
    ("one", "other", "key"),
    [
        ({"doi": "10.5555/ZORK"}, {"doi": "10.5555/zork"}, "doi:10.5555/zork"),
        ({"pmid": " 11"}, {"pmid": "11\n"}, "pmid:11"),
        ({"pmid": 11}, {"pmid": "11", "doi": None}, "pmid:11"),
        ({"pmcid": "pmc9"}, {"pmcid": "PMC9"}, "pmcid:PMC9"),
        (FROGS | {"year": 2004}, FROGS, "zork 2004 frogs awake in spring"),
    ],
)
def test_how_an_identifier_is_written_does_not_matter(one, other, key):
    assert only(one, other).key == key
    assert only(other, one).key == key


def test_a_blank_identifier_is_none():
    assert grouped({"pmid": " "}, {"pmid": " ", "title": None}) == [[0], [1]]
    assert work_names({"pmid": " ", "doi": None}).identifiers == ()


def test_without_identifiers_author_year_and_title_count():
    other = {"first_author": "ZÖRK", "year": "2004", "title": "Frogs: awake in Spring."}
    assert grouped(FROGS, other | {"first_author": "ZORK"}, FROGS | {"year": "2005"}) == [
        [0, 1],
        [2],
    ]
    assert grouped(FROGS, other) == [[0, 1]]


def test_a_work_without_identifiers_joins_the_one_that_has_its_name():
    assert grouped(FROGS, FROGS | {"pmid": "11"}, FROGS | {"pmid": "11", "doi": "d"}) == [[0, 1, 2]]


def test_different_kinds_of_identifiers_under_one_name_are_one_work():
    assert grouped(FROGS | {"pmid": "11"}, FROGS | {"doi": "d"}) == [[0, 1]]


def test_contradicting_identifiers_keep_works_of_one_name_apart():
    """An article and the answer to it may share author, year and title."""
    works = FROGS | {"pmid": "11"}, FROGS | {"pmid": "12"}, FROGS
    assert grouped(*works) == [[0], [1], [2]]


def test_nothing_but_a_key():
    assert grouped({}, {}, {}, keys=["smith 2004", "lee 1999", "smith 2004"]) == [[0, 2], [1]]


def test_a_reference_of_text_alone_is_known_by_it():
    works = {"text": "Zork A. Frogs, 2004."}, {"text": "Zork A: frogs 2004"}, {"text": "Lee B"}
    assert grouped(*works) == [[0, 1], [2]]


def test_a_missing_part_of_the_name_is_no_name():
    assert grouped({"first_author": "Zork", "year": "2004"}, FROGS) == [[0], [1]]


def test_fields_come_from_all_and_the_first_wins():
    group = only(
        {"doi": "d", "title": "", "year": "2004", "pmid": " ", "pmcid": None},
        {"doi": "d", "title": "Frogs", "year": "2005", "pmid": "7"},
    )
    assert group.cited == {"doi": "d", "year": "2004", "title": "Frogs", "pmid": "7"}
    assert group.key == "doi:d"


@pytest.mark.parametrize(
    ("work", "key"),
    [
        ({"pmcid": "PMC9", "pmid": "1", "doi": "10.5555/a"}, "doi:10.5555/a"),
        ({"pmcid": "PMC9", "pmid": "1"}, "pmid:1"),
        ({"pmcid": "PMC9"}, "pmcid:PMC9"),
        (FROGS, "zork 2004 frogs awake in spring"),
        ({"text": "Zork A., Frogs."}, "zork a frogs"),
        ({"year": "2004"}, ""),
        ({}, ""),
    ],
)
def test_key(work, key):
    assert work_key(work) == key


def test_key_of_a_group_is_its_best_identifier():
    assert only({"pmid": "1"}, {"pmid": "1", "doi": "d"}).key == "doi:d"
    assert only(FROGS).key == "zork 2004 frogs awake in spring"
    assert only({"first_author": "Zork", "year": "2004"}).key == "work 0"


def test_names():
    assert normal_name("  Le Douarin\u00a0N.-M.; β-Catenin ") == "le douarin n m β catenin"
    names = work_names({"doi": "X", "pmcid": "pmc1"})
    assert names.identifiers == (("doi", "x"), ("pmcid", "PMC1"))


ids = st.fixed_dictionaries(
    {},
    optional={
        "doi": st.sampled_from("abc"),
        "pmid": st.sampled_from("123"),
        "title": st.sampled_from(["Frogs", "Toads"]),
        "first_author": st.just("Zork"),
        "year": st.just("2004"),
    },
)


@given(st.lists(ids, max_size=8), st.randoms())
def test_groups_do_not_depend_on_order(works: list, shuffled: random.Random):
    order = list(range(len(works)))
    shuffled.shuffle(order)
    keys = [f"{number}" for number in order]
    found = grouped(*(works[number] for number in order), keys=keys)
    again = {frozenset(order[place] for place in places) for places in found}
    assert again == {
        frozenset(places) for places in grouped(*works, keys=[str(n) for n in range(len(works))])
    }


@given(st.lists(ids, max_size=8))
def test_every_item_is_in_one_group_and_shared_identifiers_are_together(works):
    found = grouped(*works)
    assert sorted(number for group in found for number in group) == list(range(len(works)))
    home = {number: place for place, group in enumerate(found) for number in group}
    for kind in ("doi", "pmid"):
        for one, first in enumerate(works):
            for other, second in enumerate(works):
                if kind in first and first.get(kind) == second.get(kind):
                    assert home[one] == home[other]


LAKE = {"doi": "10.5555/a", "authors": ["Lake"], "initials": ["A"]}
LAKE_AND_POND = {"doi": "10.5555/a", "authors": ["Lake", "Pond"]}


@pytest.mark.parametrize("order", [1, -1])
def test_authors_are_those_of_the_longest_list_with_its_initials(order):
    cited = only(*[LAKE, LAKE_AND_POND, LAKE][::order]).cited
    assert cited == {"doi": "10.5555/a", "authors": ["Lake", "Pond"]}


def test_of_lists_of_authors_as_long_the_one_with_initials_is_taken():
    bare = {"doi": "10.5555/a", "authors": ["LAKE"]}
    assert only(bare, LAKE, bare).cited == LAKE


def test_of_lists_with_initials_the_one_with_given_names_is_taken():
    named = {**LAKE, "given_names": ["Ada"]}
    assert only(LAKE, named, LAKE).cited == named
    assert only(named, LAKE_AND_POND).cited == LAKE_AND_POND


def test_authors_that_are_no_list_are_kept_as_they_stand():
    text = {"doi": "10.5555/a", "authors": "Lake & Pond"}
    assert only(text).cited == text
    assert only(text, LAKE).cited == LAKE
