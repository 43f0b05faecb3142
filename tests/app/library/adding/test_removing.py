"""Articles out of a library: with all that they say, and nothing else."""

import pytest
from harvest_runs import make_articles
from jats_files import citing, jats, section
from libraries import added, citances, group_lines, leftovers, sentencizer, table

from spacy_citalign.app.answers.answer_options import AnswerOptions
from spacy_citalign.app.answers.harvesting import harvest
from spacy_citalign.app.library.adding.removing import remove
from spacy_citalign.errors import InputError
from spacy_citalign.inputs.records import Reading


@pytest.fixture
def folder(tmp_path):
    return make_articles(tmp_path / "articles")


@pytest.fixture
def library(tmp_path, folder):
    added(tmp_path / "pond.calg", folder)
    return tmp_path / "pond.calg"


def harvested(*inputs):
    return [
        one.line
        for one in harvest(
            inputs, sentencizer(), AnswerOptions(reading=Reading(), n_process=1)
        ).groups
    ]


@pytest.mark.parametrize("name", ["900", "pmid:900", "PMID: 900"])
def test_an_article_goes_with_all_that_it_says(library, folder, name):
    summary = remove(library, [name])
    assert (summary.removed, summary.missing, summary.articles) == (["900"], [], 2)
    assert str(summary) == f"1 article removed; {library} has 2 articles and 3 works"
    assert group_lines(library) == harvested(folder / "more", folder / "pond.txt")
    assert leftovers(library) == []


def test_works_that_nothing_cites_any_more_are_gone(library):
    assert ("doi:10.5555/t",) in table(library, "SELECT key FROM works")
    remove(library, ["900"])
    assert ("doi:10.5555/t",) not in table(library, "SELECT key FROM works")


def test_articles_of_a_file(library, folder):
    summary = remove(library, files=[folder / "pond.txt"])
    assert summary.removed == ["pond.txt"]
    assert {row[0] for row in citances(library)} == {"900", "901"}


def test_what_is_not_in_is_told_and_the_others_go(library, folder):
    summary = remove(library, ["17", "901"], files=[folder / "none.xml"])
    assert (summary.removed, summary.missing) == (["901"], ["17", str(folder / "none.xml")])


def test_all_articles_leave_an_empty_library(library):
    remove(library, ["900", "901", "pond.txt"])
    assert leftovers(library) == []
    for name in ("articles", "works", "records", "units", "citances", "sentences"):
        assert table(library, f"SELECT count(*) FROM {name}") == [(0,)]


def test_a_removed_article_comes_back_when_it_is_given_again(library, folder):
    before = sorted(group_lines(library))
    remove(library, ["900", "901", "pond.txt"])
    assert added(library, folder).new == 3
    assert sorted(group_lines(library)) == before


def test_another_version_comes_in_once_the_better_one_is_removed(library, folder):
    more = citing("r2", "Toads sleep."), citing("r1", "Frogs sing."), citing("r3", "Newts swim.")
    (folder / "long.xml").write_bytes(jats(section("Results", *more)))
    assert added(library, folder).better == 1
    remove(library, ["900"])
    assert added(library, folder / "one.xml").new == 1
    assert harvested(folder / "one.xml")[1] in group_lines(library)


def test_a_removal_is_a_change_of_the_works_that_it_concerns(library):
    remove(library, ["901"])
    assert table(library, "SELECT key FROM works WHERE changed = 2") == [("pmid:11",)]


def test_a_name_that_fits_several_articles_removes_none(library, folder, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "pond.txt").write_text("Toads wake [7].")
    added(library, tmp_path / "other")
    with pytest.raises(InputError, match=r"'pond.txt' fits 2 articles, of the files .*--file"):
        remove(library, ["pond.txt"])
    assert remove(library, files=[tmp_path / "other" / "pond.txt"]).articles == 3


def test_there_must_be_a_library(tmp_path):
    with pytest.raises(InputError, match="there is no library"):
        remove(tmp_path / "none.calg", ["900"])
    assert not (tmp_path / "none.calg").exists()
