"""The identity of cited works: identifiers first, then author, year and title."""

import random
import time
from collections import Counter
from hashlib import sha256
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citations.works.same_works import WorkIndex
from spacy_citalign.citations.works.work_agreement import Title, dois_differ, titles_agree
from spacy_citalign.citations.works.work_names import normal_name, work_key, work_names

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


# --- unlike works of one identifier ---------------------------------------------------------

TOADS = {"first_author": "Lake", "year": "2004", "title": "Toads asleep under old leaves"}
NEWTS = {"first_author": "Pond", "year": "2004", "title": "Courtship of newts"}


def test_a_wrong_identifier_does_not_tie_works_of_unlike_titles():
    wrong = {"pmid": "11"}
    assert grouped(FROGS | wrong, TOADS | wrong, FROGS | wrong, NEWTS | wrong) == [[0, 2], [1], [3]]


def test_spellings_of_a_title_are_one_work_of_an_identifier():
    spellings = [
        "Frogs awake in spring: sounds of ponds at night",
        "Frogs awake in spring",
        "FROGS AWAKE IN SPRING. Sounds of <i>ponds</i>",
        "Frogs awaken in sprng: sounds of ponds at nite",
    ]
    works = [FROGS | {"pmid": "11", "title": title} for title in spellings]
    assert grouped(*works) == [[0, 1, 2, 3]]
    glued = FROGS | {"pmid": "11", "title": "Frogsawake inspring: sounds ofponds atnight"}
    assert grouped(works[0], glued) == [[0, 1]]


@pytest.mark.parametrize(
    ("title", "other", "together"),
    [
        ("Wet frogs sing at night in ponds", "Wet Frogs Sing At Night in Ponds.", True),
        ("Wet frogs sing at night in ponds", "Wet frogs singat night in ponds", True),
        (
            "Effects of \u03b1-caryophyllene on frogs",
            "Effects of \u03b2-caryophyllene on frogs",
            False,
        ),
        ("Anti-frog effects of pond water", "Antifrog effects of pond water", True),
        ("Effects of β-caryophyllene on frogs", "Effects of caryophyllene on frogs", True),
        ("Effects of caryophyllene on frogs", "Effects of caryophylene on frogs", True),
        ("Effects of the light on male frogs", "Effects of the light on female frogs", False),
        ("The songs of frogs in wet ponds 1", "The songs of frogs in wet ponds 2", False),
        ("The songs of frogs in ponds II", "The songs of frogs in ponds III", False),
        ("Frogs sing", "Frogs sin", False),
    ],
)
def test_pages_lose_letters_of_titles(title, other, together):
    works = [{"first_author": "Zork", "year": "2004", "title": one} for one in (title, other)]
    assert (len(grouped(*works)) == 1) is together
    assert len(grouped(works[0], works[1] | {"year": "2005"})) == 2
    assert len(grouped(works[0] | {"pmid": "1"}, works[1] | {"pmid": "2"})) == 2


def test_different_first_authors_need_more_of_the_title():
    """Reviews and genome papers of one journal have half of their words in common."""
    one = {"first_author": "Zork", "title": "Genome of frogs and its expression", "pmid": "11"}
    other = {"first_author": "Lake", "title": "Genome of newts and its expression", "pmid": "11"}
    assert grouped(one, other) == [[0], [1]]
    assert grouped(one, other | {"first_author": "Zork"}) == [[0, 1]]
    assert grouped(one, one | {"first_author": "Lake"}) == [[0, 1]]


def test_different_dois_keep_works_of_one_identifier_apart():
    preprint = FROGS | {"pmid": "11", "doi": "10.5555/preprint"}
    assert grouped(preprint, FROGS | {"pmid": "11", "doi": "10.5555/f"}) == [[0], [1]]


def test_a_doi_that_is_cut_is_the_whole_one():
    cut = FROGS | {"doi": "10.5555/zk-15-1"}
    whole = FROGS | {"doi": "10.5555/zk-15-127"}
    assert grouped(cut, whole) == [[0, 1]]
    assert only(cut, whole).key == "doi:10.5555/zk-15-127"
    assert grouped(cut, TOADS | {"doi": "10.5555/zk-15-127"}) == [[0], [1]]


def test_the_doi_of_a_journal_names_no_work():
    journal = {"doi": "10.1002/(ISSN)1097-0010"}
    assert grouped(FROGS | journal, TOADS | journal, FROGS) == [[0, 2], [1]]
    group = only(FROGS | journal)
    assert (group.key, group.cited) == ("zork 2004 frogs awake in spring", FROGS)


@pytest.mark.parametrize("middle", [{}, {"title": "Frogs awake and toads asleep"}])
def test_nothing_in_the_middle_ties_two_works(middle):
    frogs = FROGS | {"doi": "10.5555/f"}
    tie = middle | {"doi": "10.5555/f", "pmid": "11"}
    toads = TOADS | {"pmid": "11"}
    assert grouped(frogs, tie, toads) == [[0, 1], [2]]
    assert sorted(grouped(toads, tie, frogs)) == [[0], [1, 2]]


def test_the_work_that_most_references_have_keeps_the_identifier():
    index = WorkIndex()
    for number, work in enumerate([TOADS, FROGS, FROGS]):
        index.add("", work | {"doi": "10.5555/f"}, number)
    toads, frogs = index.groups()
    assert (toads.key, toads.cited) == ("lake 2004 toads asleep under old leaves", TOADS)
    assert (frogs.key, frogs.cited) == ("doi:10.5555/f", FROGS | {"doi": "10.5555/f"})
    assert index.kept_apart == 1


def test_an_identifier_of_many_works_names_none():
    index = WorkIndex()
    for number, work in enumerate([FROGS, TOADS, NEWTS]):
        index.add("", work | {"pmid": "11"}, number)
    assert [group.cited for group in index.groups()] == [FROGS, TOADS, NEWTS]
    assert index.kept_apart == 3


def test_an_identifier_of_another_work_contradicts_nothing():
    """The DOI of the toads stands with the frogs, too."""
    toads = TOADS | {"doi": "10.5555/t"}
    wrong = FROGS | {"doi": "10.5555/t", "pmid": "11"}
    assert grouped(toads, toads | {"source": "Ponds"}, wrong, FROGS | {"doi": "10.5555/f"}) == [
        [0, 1],
        [2, 3],
    ]


def test_references_without_title_go_by_author_and_year_where_an_identifier_has_several_works():
    wrong = {"pmid": "11"}
    untitled = {"first_author": "Lake", "year": "2004"} | wrong
    stranger = {"first_author": "Hill", "year": "1999"} | wrong
    works = FROGS | wrong, TOADS | wrong, FROGS | wrong, untitled, stranger, wrong
    assert grouped(*works) == [[0, 2, 5], [1, 3], [4]]
    assert grouped(FROGS | wrong, stranger) == [[0, 1]]


def test_works_without_title_that_lost_their_identifier_have_keys_of_their_own():
    index = WorkIndex()
    wrong = {"pmid": "11"}
    for work in (FROGS, TOADS, FROGS, {"first_author": "Hill", "year": "1999"}):
        index.add("pmid:11", work | wrong, work)
    assert [group.key for group in index.groups()] == [
        "pmid:11",
        "lake 2004 toads asleep under old leaves",
        "hill 1999",
    ]


def test_the_key_of_an_identifier_is_that_of_the_work_that_keeps_it():
    index = WorkIndex()
    for work in ({}, FROGS, TOADS, NEWTS):
        index.add("pmid:11", work | {"pmid": "11"}, work)
    for work in (FROGS, FROGS):
        index.add("pmid:11", work | {"pmid": "11"}, work)
    keys = {group.key: len(group.items) for group in index.groups()}
    assert keys["pmid:11"] == 4
    index.add("pmid:11", {"pmid": "11", "year": "1999"}, {})
    index.add("pmid:11", {"pmid": "11", "source": "Ponds"}, {})
    assert len({group.key for group in index.groups()}) == len(index.groups()) == 4


def test_the_name_of_the_journal_in_place_of_a_title_is_none():
    journal = FROGS | {"title": "Ponds Today", "source": "Ponds today.", "pmid": "11"}
    assert grouped(journal, FROGS | {"pmid": "11"}) == [[0, 1]]
    assert only(journal, FROGS | {"pmid": "11"}, FROGS | {"pmid": "11"}).cited["title"] == (
        "Frogs awake in spring"
    )


def test_particles_of_surnames_do_not_part_works():
    tides = {"year": "2009", "title": "Tides and marsh grass"}
    works = [tides | {"first_author": name} for name in ("van der Meer", "Meer", "Meer van der")]
    assert grouped(*works) == [[0, 1, 2]]
    assert only(*works).key == "van der meer 2009 tides and marsh grass"
    assert grouped(tides | {"first_author": "Du"}, tides | {"first_author": "La"}) == [[0], [1]]


@pytest.mark.parametrize(
    ("whole", "other"),
    [
        ("van den Berg", "Berg"),  # Dutch
        ("van 't Veld", "Veld"),
        ("ter Horst", "Horst"),
        ("ten Have", "Tenhave"),
        ("von und zu Teich", "Teich"),  # German
        ("zum Felde", "Felde"),
        ("de la Cruz", "Cruz"),  # Spanish
        ("de los Santos", "Delossantos"),
        ("Ramón y Vega", "Ramon Vega"),
        ("dos Anjos", "Anjos"),  # Portuguese
        ("Costa e Mar", "Costa Mar"),
        ("della Riva", "Riva"),  # Italian
        ("D\u2019Amico", "Damico"),
        ("Li Volsi", "Volsi"),
        ("du Lac", "Lac"),  # French
        ("Le Blanc", "LeBlanc"),
        ("L'Étang", "Letang"),
        ("El-Sayed", "Sayed"),  # Arabic
        ("al-Bahr", "Albahr"),
        ("Bin Nahr", "Nahr"),
        ("Ben Gal", "Gal"),  # Hebrew
        ("af Ekenstam", "Ekenstam"),  # Swedish
        ("ap Rhys", "Rhys"),  # Welsh
        ("Mc Kell", "McKell"),  # Scottish, Irish
        ("O'Shea", "OShea"),
    ],
)
def test_particles_of_many_languages(whole, other):
    tides = {"first_author": whole, "year": "2009", "title": "Tides and marsh grass"}
    assert grouped(tides, tides | {"first_author": other}) == [[0, 1]]
    another_year, another_title = {"year": "2010"}, {"title": "Tides and dunes"}
    for unlike in (another_year, another_title, {"first_author": "Lund"}):
        assert grouped(tides, tides | {"first_author": other} | unlike) == [[0], [1]]


def test_a_surname_that_is_a_particle_with_another_before_it():
    tides = {"year": "2009", "title": "Tides and marsh grass"}
    assert grouped(tides | {"first_author": "Li"}, tides | {"first_author": "von Li"}) == [[0, 1]]


@given(
    st.lists(st.sampled_from(["van", "der", "de", "la", "el", "O'"]), max_size=3),
    st.sampled_from(["Meer", "Lake", "Li"]),
    st.sampled_from(["2009", "2010"]),
    st.sampled_from(["Tides", "Dunes"]),
)
def test_what_differs_in_year_or_title_is_never_one(particles, name, year, title):
    work = {"first_author": " ".join([*particles, name]), "year": year, "title": title}
    meer = {"first_author": "Meer", "year": "2009", "title": "Tides"}
    same = (name, year, title) == ("Meer", "2009", "Tides")
    assert grouped(meer, work) == ([[0, 1]] if same else [[0], [1]])


@pytest.mark.parametrize(
    "doi",
    ["10.5555/zk.1", "https://doi.org/10.5555/ZK.1", "doi: 10.5555/zk.1.", '10.5555/zk.1"doi:10'],
)
def test_dois_are_read_in_many_spellings(doi):
    assert work_key({"doi": doi}) == "doi:10.5555/zk.1"


def test_very_many_titles_of_an_identifier_take_no_long():
    index = WorkIndex()
    for number in range(1_000):
        title = " ".join(sha256(f"{number} {place}".encode()).hexdigest() for place in range(3))
        index.add("", {"pmid": "11", "title": title}, number)
    start = time.process_time()
    assert len(index.groups()) == 1_000
    assert time.process_time() - start < 10


def test_a_record_of_a_work_is_that_of_most_references():
    frogs = FROGS | {"doi": "10.5555/f"}
    odd = {"first_author": "Hill", "title": "Frogs awake", "doi": "10.5555/f", "year": "1888"}
    assert only(odd, frogs, dict(frogs)).cited == frogs


ids = st.fixed_dictionaries(
    {},
    optional={
        "doi": st.sampled_from(["10.5/a", "10.5/ab", "10.5/b"]),
        "pmid": st.sampled_from("123"),
        "title": st.sampled_from(["Frogs", "Toads", "Frogs toads", "Newts in lakes"]),
        "first_author": st.sampled_from(["Zork", "van Zork", "Lake"]),
        "year": st.sampled_from(["2004", "2005"]),
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
def test_every_item_is_in_one_group_and_no_group_is_of_two_works(works):
    """The invariant: all titles of a group agree, and no DOIs of it alone differ.

    An identifier stands in one group at most.
    """
    index = WorkIndex()
    for number, work in enumerate(works):
        index.add(f"work {number}", work, number)
    groups = index.groups()
    assert sorted(number for group in groups for number in group.items) == list(range(len(works)))
    for group in groups:
        names = [work_names(works[number]) for number in group.items]
        for one, other in combinations(names, 2):
            assert titles_agree(Title.of(one), Title.of(other))
    dois = [{works[number].get("doi", "") for number in group.items} for group in groups]
    for place, own in enumerate(dois):
        others = set().union(*dois[:place], *dois[place + 1 :], {""})
        assert not any(dois_differ(*pair) for pair in combinations(own - others, 2))
    holders = Counter(
        identifier for group in groups for identifier in work_names(group.cited).identifiers
    )
    assert set(holders.values()) <= {1}
    assert len({group.key for group in groups}) == len(groups)


@given(st.lists(ids, max_size=8))
def test_references_of_one_identifier_and_nothing_against_it_are_together(works):
    """Where all titles agree and no two DOIs differ, identifiers unite as they stand."""
    works = [
        {**work, "title": "Frogs"} | ({"doi": "10.5/a"} if "doi" in work else {}) for work in works
    ]
    home = {number: place for place, group in enumerate(grouped(*works)) for number in group}
    for kind in ("doi", "pmid"):
        for one, other in combinations(range(len(works)), 2):
            if kind in works[one] and works[one].get(kind) == works[other].get(kind):
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


def test_a_list_of_authors_begins_with_the_first_author():
    """A longer list is of another paper that stands with this DOI."""
    frogs = FROGS | {"doi": "10.5555/f", "authors": ["Zork"]}
    odd = FROGS | {"first_author": "Hill", "doi": "10.5555/f", "authors": ["Hill", "Lake", "Pond"]}
    assert only(frogs, odd, dict(frogs)).cited == frogs
