"""Retracted works and articles of a library: what lists say, stored once, and told in rows."""

import sqlite3

import pytest

from spacy_citalign.app.library.database import reading, transaction, writing
from spacy_citalign.app.library.names import name_hash
from spacy_citalign.app.library.retractions.retractions import Retractions, add_retractions
from spacy_citalign.errors import InputError
from spacy_citalign.schema import Article, CitanceGroup, Retraction

NOTICES = """DOI,PMID,Date,Nature,Notice,Reasons
10.5555/frogs,7,3/9/2015,Retraction,10.5555/sorry,+Fake Ponds;+Error in Text;
10.5555/newts,,2016,Expression of concern,,
10.5555/toads,,2017,Retraction,,
10.5555/elsewhere,,2018,Retraction,,
"""


@pytest.fixture
def library(tmp_path):
    """Two works, one of two units, and two articles, by their names alone."""
    path = tmp_path / "lib.db"
    with writing(path) as connection, transaction(connection):
        units = [("doi:10.5555/frogs", 1, 1), ("pmid:7", 2, 1), ("doi:10.5555/newts", 3, 2)]
        for name, unit, work in units:
            connection.execute(
                "INSERT INTO units (id, digest, key, count, work, weighed) "
                "VALUES (?, 0, '', 1, ?, 0)",
                (unit, work),
            )
            connection.execute("INSERT INTO unit_names VALUES (?, ?)", (name_hash(name), unit))
        for article, name in enumerate(["doi:10.5555/toads", "doi:10.5555/birds"]):
            values = name_hash(name), article
            connection.execute("INSERT INTO article_names VALUES (?, ?)", values)
    return path


@pytest.fixture
def notices(tmp_path):
    path = tmp_path / "notices.csv"
    path.write_text(NOTICES)
    return path


def row(*articles, **cited):
    citances = [{"text": "Frogs sang.", "article": article} for article in articles]
    return CitanceGroup.model_validate({"cited": {"key": "k", **cited}, "citances": citances})


def test_works_and_articles_of_the_library_are_counted_once(library, notices):
    summary = add_retractions(library, [notices])
    assert summary[:6] == (4, 5, 1, 1, 1, 0)
    assert str(summary) == (
        "4 lines read; 1 work and 1 article of the library are retracted, 1 work and 0 articles "
        "have other notices"
    )
    assert summary.problems == []
    assert add_retractions(library, [notices]) == summary


def test_rows_say_which_notices_stand(library, notices):
    add_retractions(library, [notices])
    group = row(
        {"doi": "10.5555/Toads", "title": "Toads"},
        {"doi": "10.5555/birds"},
        {"title": "Unknown"},
        pmid="7",
    )
    group.citances.append(group.citances[0].model_copy(update={"article": None}))
    with reading(library) as connection:
        Retractions(connection).mark(group)
        newts = Retractions(connection).of(Article(doi="https://doi.org/10.5555/NEWTS"))
        assert Retractions(connection).of(Article(title="Frogs")) is None
    assert group.cited.retracted == Retraction(
        nature="Retraction",
        date="2015-03-09",
        notice="10.5555/sorry",
        reasons=["Fake Ponds", "Error in Text"],
    )
    told = [one.article and one.article.retracted for one in group.citances]
    assert told == [Retraction(nature="Retraction", date="2017"), None, None, None]
    assert newts == Retraction(nature="Expression of concern", date="2016")
    assert (newts.is_retraction, newts.year) == (False, 2016)


def test_a_work_of_two_identifiers_has_the_notice_that_stands_of_both(library, tmp_path):
    path = tmp_path / "two.csv"
    path.write_text("doi,pmid,date,nature\n10.5555/frogs,,2014,Correction\n,7,2015,Retraction\n")
    assert add_retractions(library, [path]).works == 1
    group = row({}, doi="10.5555/frogs", pmid=7)
    with reading(library) as connection:
        Retractions(connection).mark(group)
    assert group.cited.retracted == Retraction(nature="Retraction", date="2015")


def test_a_list_replaces_what_an_earlier_one_said_of_an_article_or_all(library, notices, tmp_path):
    add_retractions(library, [notices])
    newer = tmp_path / "newer.csv"
    newer.write_text("doi,pmid,date,nature\n10.5555/frogs,7,2019,Reinstatement\n")
    summary = add_retractions(library, [newer])
    assert summary[:6] == (1, 5, 0, 1, 2, 0)
    assert add_retractions(library, [newer], replace=True)[:6] == (1, 2, 0, 0, 1, 0)


def test_what_lists_have_wrong_is_told_with_its_place(library, tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("10.5555/toads\nfrogs\nnewts\n10.5555/frogs, 2015\n")
    summary = add_retractions(library, [path])
    assert summary[:4] == (4, 2, 1, 1)
    assert summary.problems == [
        f"2 lines: names no DOI, PMID, PMCID or arXiv id (the first is {path}, line 2)"
    ]


def test_a_list_that_cannot_be_read_changes_nothing(library, notices, tmp_path):
    add_retractions(library, [notices])
    with pytest.raises(InputError, match="cannot be read"):
        add_retractions(library, [notices, tmp_path / "missing.csv"], replace=True)
    with reading(library) as connection:
        assert connection.execute("SELECT count(*) FROM retractions").fetchone()[0] == 5


def test_a_library_is_not_made_by_a_list(notices, tmp_path):
    with pytest.raises(InputError, match=r"there is no library .*none\.db"):
        add_retractions(tmp_path / "none.db", [notices])
    assert not (tmp_path / "none.db").exists()


def test_notices_are_found_by_an_index(library):
    with reading(library) as connection:
        plan = connection.execute(
            "EXPLAIN QUERY PLAN SELECT date FROM retractions WHERE name = ?", ("doi:x",)
        ).fetchone()
    assert isinstance(plan, sqlite3.Row)
    assert "SEARCH retractions USING PRIMARY KEY" in plan["detail"]


def test_natures_are_told_apart():
    natures = ["Retraction", "retracted publication", "Withdrawal", "Partial retraction", "Removal"]
    assert all(Retraction(nature=nature).is_retraction for nature in natures)
    others = ["Expression of concern", "Correction", "Reinstatement", ""]
    assert not any(Retraction(nature=nature).is_retraction for nature in others)
    assert [Retraction(date=date).year for date in ("2015-03", "2015", "", None)] == [
        2015,
        2015,
        None,
        None,
    ]
