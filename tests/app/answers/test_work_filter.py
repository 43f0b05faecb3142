"""``--cited``: works by identifier, key, or words of author, year and title."""

import pytest

from spacy_citalign.app.answers.collecting import GroupLine
from spacy_citalign.app.answers.group_lines import group_line
from spacy_citalign.app.answers.work_filter import WorkFilter
from spacy_citalign.errors import SettingError
from spacy_citalign.schema import CitanceGroup, CitedWork

WORKS = (
    {"key": "doi:10.5555/a", "doi": "10.5555/a", "first_author": "Zork", "year": "2004"}
    | {"title": "Frogs awake at night"},
    {"key": "pmid:7", "pmid": "7", "first_author": "Zörk", "year": "2006", "title": "Frogs sing"},
    {"key": "ott 2001 newts", "first_author": "Ott", "year": 2001, "title": None},
)


def lines(works, *, articles=1, citances=1):
    return [GroupLine(CitedWork(**work), articles, citances, []) for work in works]


def chosen(*cited):
    groups, missing = WorkFilter.of(cited=cited).choose(lines(WORKS))
    return [group.cited.key for group in groups], missing


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


def test_doi_that_is_cut_short_lists_the_works_that_it_may_mean():
    works = [{"key": f"doi:10.5555/ponds.{n}", "doi": f"10.5555/ponds.{n}"} for n in range(2)]
    groups = lines([*works, {"key": "pmid:7", "doi": "10.5555/ponds.30", "title": "Frogs"}])
    with pytest.raises(SettingError) as error:
        WorkFilter.of(cited=["https://doi.org/10.5555/PONDS"]).choose(groups)
    assert str(error.value) == (
        "--cited 'https://doi.org/10.5555/PONDS' is no whole DOI of a work; DOIs of 3 works begin "
        "so: doi:10.5555/ponds.0 (doi:10.5555/ponds.0); doi:10.5555/ponds.1 (doi:10.5555/ponds.1); "
        "pmid:7 (Frogs)"
    )
    with pytest.raises(SettingError, match=r"the DOI of 1 work begins so: pmid:7 \(Frogs\)$"):
        WorkFilter.of(cited=["10.5555/ponds.3"]).choose(groups)
    assert WorkFilter.of(cited=["10.5555/ponds.1"]).choose(groups) == (groups[1:2], [])
    assert WorkFilter.of(cited=["10.5555/pond.x"]).choose(groups) == ([], ["10.5555/pond.x"])


def test_long_lists_of_works_are_cut():
    groups = lines({"key": f"k{n}", "title": "Frogs"} for n in range(20))
    with pytest.raises(SettingError, match=r"fits 20 works: .* and 12 more; give a key"):
        WorkFilter.of(cited=["frogs"]).choose(groups)


def test_works_of_too_few_articles_or_citances_are_left_out():
    few, many = lines(WORKS[:1], citances=3), lines(WORKS[1:], articles=2, citances=2)
    assert WorkFilter.of(3).choose(few + many) == (few, [])
    assert WorkFilter.of(min_articles=2).choose(few + many) == (many, [])
    assert WorkFilter.of(3, ["pmid:7"]).choose(few + many) == ([], ["pmid:7"])
    assert (
        WorkFilter.of(3, min_articles=2).at_least == " of 3 citances or more of 2 articles or more"
    )


def kind_line(key, text, section, **more):
    """A group of three like sentences."""
    mark = {"start": text.index("["), "end": text.index("]") + 1, "cites": True}
    citance = {"text": text, "section": section, "citations": [mark]}
    row = {"cited": {"key": key}, "citances": [citance] * 3, **more}
    return group_line(CitanceGroup.model_validate(row))


def test_works_of_a_kind():
    finding = kind_line("a", "Croak1 was shown to reduce singing in frogs [1].", "Results")
    method = kind_line("b", "Calls were counted using the program Ribbit [1].", "Methods")
    groups = [finding, method]
    assert WorkFilter.of(kinds=["finding"]).choose(groups) == ([finding], [])
    assert WorkFilter.of(kinds=["method", "review"]).choose(groups) == ([method], [])
    assert WorkFilter.of(kinds=["method", "finding"]).choose(groups) == (groups, [])
    assert WorkFilter.of(cited=["a", "b"], kinds=["method"]).choose(groups) == ([method], [])
    assert WorkFilter.of(3, kinds=["finding", "review"]).at_least == (
        " of 3 citances or more of kind finding or review"
    )


def test_the_kind_that_a_row_has_counts():
    aligned = {"expected_ama": 0.5, "kind": "review"}
    row = kind_line("a", "Calls were counted using the program Ribbit [1].", "Methods", **aligned)
    assert WorkFilter.of(kinds=["review"]).choose([row]) == ([row], [])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kinds": ["tool"]}, "there is no kind 'tool' of works; give finding, review, method"),
        ({"min_citances": 0}, "min_citances is 0; give 1 or more"),
        ({"min_articles": -1}, "min_articles is -1; give 1 or more"),
        ({"min_articles": 0}, "min_articles is 0; give 1 or more"),
        ({"cited": ["frogs", " "]}, "--cited is blank"),
        ({"cited": ["doi: "]}, "--cited is blank"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(options, message):
    with pytest.raises(SettingError, match=message):
        WorkFilter.of(**options)


def test_how_many_articles_is_settled_by_what_works_have():
    few, many = lines(WORKS[:1]), lines(WORKS[1:], articles=2, citances=2)
    open_filter = WorkFilter.of(min_articles=None)
    assert open_filter.settled(few + many).min_articles == 2
    assert open_filter.settled(few).min_articles == 1
    assert open_filter.settled([]).min_articles == 1
    assert WorkFilter.of(cited=["a"], min_articles=None).settled(few + many).min_articles == 1
    assert WorkFilter.of(min_articles=3).settled(few + many).min_articles == 3
    assert open_filter.choose(few + many) == (few + many, [])
    assert open_filter.at_least == ""
