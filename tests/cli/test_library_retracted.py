"""`citalign library retracted`: notices in answers that are kept, in pages, rows and lists."""

import json

import pytest
from cli_files import write
from faults import ALL_WELL, refused, run
from report_runs import SEEN, forget

FROGS = {"key": "pmid:11", "pmid": "11", "title": "Frogs awake", "first_author": "Yan"}
TOADS = {"key": "doi:10.5555/t", "doi": "10.5555/t", "title": "Toads asleep"}
YEARS = {"900": "2010", "901": "2016", "902": "2018"}
WATCH = (
    "Record ID,OriginalPaperDOI,OriginalPaperPubMedID,RetractionDate,RetractionDOI,"
    "RetractionNature,Reason\n"
    '1,unavailable,11,3/9/2016 0:00,10.5555/n.1,Retraction,"+Error in Data;+Paper Mill;"\n'
    "2,10.5555/elsewhere,0,5/6/2020 0:00,unavailable,Retraction,\n"
    "3,unavailable,902,1/2/2021 0:00,unavailable,Expression of concern,\n"
    "4,unavailable,0,1/2/2021 0:00,unavailable,Retraction,\n"
)


def group(cited):
    """A sentence of each of three articles that cites a work."""
    citances = [
        {
            "id": f"{pmid}:0",
            "text": f"{cited['title']} sing at night, and newts of {year} do not.",
            "source": pmid,
            "start": 100 * len(cited["key"]),
            "end": 100 * len(cited["key"]) + 60,
            "article": {"pmid": pmid, "year": year, "title": f"Ponds of {year}"},
        }
        for pmid, year in YEARS.items()
    ]
    return {"cited": cited, "citances": citances}


@pytest.fixture
def library(tmp_path):
    forget()
    library = tmp_path / "pond.calg"
    rows = write(tmp_path / "groups.jsonl", group(FROGS), group(TOADS))
    assert run("library", "add", library, rows).exit_code == ALL_WELL
    return library


@pytest.fixture
def watch(tmp_path):
    path = tmp_path / "watch.csv"
    path.write_text(WATCH)
    return path


@pytest.fixture
def ask(library, report_pipeline):
    def asked(*args):
        result = run("ask", library, *args, "--pipeline", report_pipeline)
        assert result.exit_code == ALL_WELL, result.output
        return result.stdout

    return asked


def test_what_the_list_says_is_told(library, watch):
    result = run("library", "retracted", library, watch)
    assert result.exit_code == ALL_WELL
    assert result.stderr.splitlines() == [
        f"1 line: names no DOI, PMID, PMCID or arXiv id (the first is {watch}, line 5)",
        "4 lines read; 1 work and 0 articles of the library are retracted, 0 works and 1 article "
        "have other notices",
    ]
    assert "problem" not in run("library", "retracted", library, watch, "--quiet").stderr


def test_a_kept_answer_has_the_notice_at_once_and_is_not_made_anew(library, watch, ask):
    assert "RETRACTED" not in ask("pmid:11")
    forget()
    run("library", "retracted", library, watch)
    lines = ask("pmid:11").splitlines()
    assert SEEN == []
    assert lines[1:3] == [
        "    RETRACTED 2016-03-09 (10.5555/n.1): Error in Data; Paper Mill",
        "    1 of 3 sentences is of later years than the notice, 1 of its year.",
    ]
    assert "RETRACTED" not in ask("doi:10.5555/t")


def test_the_row_and_the_page_have_it(library, watch, ask, tmp_path):
    run("library", "retracted", library, watch)
    page = tmp_path / "frogs.html"
    row = json.loads(ask("pmid:11", "--json", "--html", page))
    assert row["cited"]["retracted"] == {
        "nature": "Retraction",
        "date": "2016-03-09",
        "notice": "10.5555/n.1",
        "reasons": ["Error in Data", "Paper Mill"],
    }
    notices = [one["article"].get("retracted") for one in row["citances"]]
    assert notices == [None, None, {"nature": "Expression of concern", "date": "2021-01-02"}]
    html = page.read_text(encoding="utf-8")
    assert "<strong>Retracted 2016-03-09</strong>" in html
    assert html.count('data-time="after"') == 1
    assert "Expression of concern 2021-01-02</span>" in html


def test_the_report_of_a_library_has_it(library, watch, report_pipeline, tmp_path):
    run("library", "retracted", library, watch)
    page = tmp_path / "report.html"
    result = run("report", library, "-o", page, "--pipeline", report_pipeline)
    assert result.exit_code == ALL_WELL, result.output
    assert "RETRACTED 2016-03-09" in result.stdout
    assert page.read_text(encoding="utf-8").count(" data-retracted>") == 1
    rows = [json.loads(line) for line in page.with_suffix(".jsonl").read_text().splitlines()]
    assert ["retracted" in row["cited"] for row in rows] == [True, False]


def test_lists_and_sentences_have_it(library, watch):
    run("library", "retracted", library, watch)
    listed = run("library", "list", library).stdout
    assert "902 (Expression of concern 2021-01-02): Ponds of 2018" in listed
    found = run("ask", library, "--words", "frogs 2018").stdout.splitlines()
    assert found[0] == "902 (Expression of concern 2021-01-02)"
    assert found[2] == "    cites pmid:11 (Retracted 2016-03-09), Yan, Frogs awake"


def test_articles_that_come_later_are_known_by_the_same_list(library, watch, ask, tmp_path):
    run("library", "retracted", library, watch)
    later = group(TOADS | {"key": "pmid:902", "pmid": "902", "doi": ""})
    run("library", "add", library, write(tmp_path / "later.jsonl", later))
    assert "    Expression of concern 2021-01-02" in ask("pmid:902").splitlines()


def test_a_list_that_says_nothing_is_told_and_one_that_is_none_is_refused(library, watch, tmp_path):
    empty = tmp_path / "empty.csv"
    empty.write_text("")
    assert "0 lines read" in run("library", "retracted", library, empty).stderr
    assert "cannot be read" in refused("library", "retracted", library, tmp_path / "none.csv")
    empty.write_text("<html>\nNot found\n</html>\n")  # the page of an address that is wrong
    said = refused("library", "retracted", library, empty, "--replace")
    assert "none of 3 lines names an article by DOI, PMID, PMCID or arXiv id" in said
    assert "there is no library" in refused("library", "retracted", tmp_path / "no.calg", empty)
    other = tmp_path / "groups.jsonl"
    assert "is no library" in refused("library", "retracted", other, watch)
