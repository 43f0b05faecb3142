"""`citalign report` of a library: the rows of its articles; those that are kept are not made."""

import shutil

import pytest
from align_runs import FACTORY, save
from contract_cases import trained_bytes
from jats_files import citing, jats, section
from report_runs import COMPONENTS, FIRST, KEYS, SEEN, forget, make_articles, report

from spacy_citalign import Library, answers
from spacy_citalign.row_files import json_line


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    """Finds sentences and aligns, and tells which groups it has seen."""
    folder = tmp_path_factory.mktemp("reports") / "pipeline"
    return save(folder, trained_bytes(FACTORY), before=COMPONENTS)


@pytest.fixture(scope="module")
def made(tmp_path_factory, pipeline):
    """Two articles that cite three works, one that cites a fourth; and a library of them."""
    folder = tmp_path_factory.mktemp("reports")
    articles = make_articles(folder / "articles")
    efts = {"r1": ("Yan", "2005", "Efts", '<pub-id pub-id-type="doi">10.5555/efts</pub-id>')}
    body = section("Results", citing("r1", "Efts walk slowly."), citing("r1", "Efts rest."))
    (articles / "zoo.xml").write_bytes(jats(body, pmid="999", references=efts))
    with Library(folder / "library", setup=pipeline) as library:
        library.add(articles, n_process=1)
    return folder


@pytest.fixture
def library(made, tmp_path):
    forget()
    return shutil.copy(made / "library", tmp_path / "library")


def rows(pipeline, given, folder, *options):
    """The file of rows of a report, and its result."""
    page = folder / "page.html"
    result = report(pipeline, given, "-o", page, "--n-process", 1, *options)
    assert result.exit_code == 0, result.output
    return page.with_suffix(".jsonl").read_bytes()


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--min-articles", "1"],
        ["--min-citances", "4"],
        ["--cited", "Yan 2005"],
        ["--cited", "10.5555/T", "--cited", "newts"],
        ["--cited", "yan", "--min-articles", "2"],
        ["--kind", "finding", "--kind", "method", "--kind", "review"],
        ["--threshold", "0.9", "--min-differs", "0.5"],
    ],
)
def test_rows_are_those_of_the_articles(pipeline, made, library, tmp_path, options):
    wanted = rows(pipeline, made / "articles", tmp_path, *options)
    assert wanted.count(b"\n") >= 1
    assert rows(pipeline, library, tmp_path, *options, "--fresh") == wanted


def test_second_report_aligns_nothing(pipeline, library, tmp_path):
    first = rows(pipeline, library, tmp_path)
    assert len(SEEN) == 3
    assert rows(pipeline, library, tmp_path, "--fresh") == first
    assert len(SEEN) == 3


def test_answers_that_were_asked_for_are_rows_and_rows_are_answers(pipeline, library, tmp_path):
    with Library(library, setup=pipeline) as opened:
        answer = opened.ask(KEYS[1])
        assert [FIRST[1]] == SEEN
        lines = rows(pipeline, library, tmp_path).decode().splitlines(keepends=True)
        assert sorted(SEEN) == sorted(FIRST)
        assert lines[1] == json_line(answer)
        assert json_line(opened.ask(KEYS[2])) == lines[2]
        assert len(SEEN) == 3


def test_page_says_what_it_is_from(pipeline, library, tmp_path):
    rows(pipeline, library, tmp_path)
    assert "From 3 articles with 13 citations." in (tmp_path / "page.html").read_text("utf-8")


def test_python_reads_a_library_too(pipeline, made, library):
    of_articles = list(answers(made / "articles", pipeline=pipeline))
    assert list(answers(library, pipeline=pipeline)) == of_articles


def test_missing_and_ambiguous_names_are_told(pipeline, library, tmp_path):
    page = tmp_path / "page.html"
    result = report(pipeline, library, "-o", page, "--cited", "zork", "--cited", "newts")
    assert "no work 'zork'" in result.output
    assert result.exit_code == 0
    result = report(pipeline, library, "-o", page, "--cited", "yan")
    assert (result.exit_code, "'yan' fits 2 works" in result.output) == (2, True)
    result = report(pipeline, library, "-o", page, "--cited", "10.5555/ef")
    assert (result.exit_code, "is no whole DOI of a work" in result.output) == (2, True)


def test_options_of_articles_and_other_inputs_are_refused(pipeline, made, library, tmp_path):
    page = tmp_path / "page.html"
    result = report(pipeline, library, "-o", page, "--tables")
    assert (result.exit_code, "--tables" in result.output) == (2, True)
    result = report(pipeline, library, made / "articles", "-o", page)
    assert (result.exit_code, "is a library, and there are other" in result.output) == (2, True)
