"""Evidence of a work whose own article is in the library is that of a report of the articles."""

import json

import pytest
from report_runs import CITED, make_cited_articles
from typer.testing import CliRunner

from spacy_citalign import Library
from spacy_citalign.app.library.asking.evidence import own_article, text_digest
from spacy_citalign.app.library.database import reading
from spacy_citalign.cli import app
from spacy_citalign.row_files import json_line
from spacy_citalign.schema import CitedWork


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two articles that cite two works, and the article of one of these; a library of them."""
    folder = tmp_path_factory.mktemp("evidence")
    articles = make_cited_articles(folder / "articles")
    with Library(folder / "library") as library:
        library.add(articles, n_process=1)
    return folder


def report(given, page, *options):
    result = CliRunner().invoke(app, ["report", str(given), "-o", str(page), *options])
    assert result.exit_code == 0, result.output
    return result, page.with_suffix(".jsonl").read_text("utf-8").splitlines(keepends=True)


def test_rows_and_answers_are_those_of_the_articles(folder, tmp_path):
    told, wanted = report(folder / "articles", tmp_path / "a.html", "--evidence")
    same, lines = report(folder / "library", tmp_path / "b.html", "--evidence")
    assert lines == wanted
    assert '"evidence"' in lines[0]
    for said in ("1 work is among the articles, with evidence", "1 work is not among the articles"):
        assert said in told.output
        assert said in same.output
    with Library(folder / "library") as library:
        keys = [json.loads(line)["cited"]["key"] for line in wanted]
        assert [json_line(library.ask(key, evidence=True)) for key in keys] == wanted
        assert library.ask(keys[0]).citances[0].evidence is None
        assert library.ask(keys[0], evidence=True).cited.article.source == "11"


def test_own_article_is_found_by_identifier_and_by_name(folder):
    with reading(folder / "library") as connection:
        by_pmid = own_article(connection, CitedWork(key="k", pmid="11", title="Frogs awake"))
        assert (by_pmid.source, by_pmid.is_pdf) == ("11", False)
        assert by_pmid.origin.endswith("cited.xml")
        assert text_digest(connection, by_pmid) != ""
        other = CitedWork(key="k", pmid="11", title="Basalt of volcanic islands")
        assert own_article(connection, other) is None
        assert own_article(connection, CitedWork(key="k", pmid="12")) is None
        assert text_digest(connection, None) == ""


def test_new_text_of_the_cited_article_is_looked_into(folder, tmp_path):
    path = tmp_path / "library"
    path.write_bytes((folder / "library").read_bytes())
    other = tmp_path / "cited.xml"
    other.write_bytes(CITED.replace(b"newts of deep ponds sing at night", b"herons eat newts"))
    with Library(path) as library:
        before = library.ask("pmid:11", evidence=True)
        library.add(other, replace=True, n_process=1)
        after = library.ask("pmid:11", evidence=True)
    assert before.citances[0].evidence[0].text.endswith("sing at night.")
    assert "sing" not in "".join(one.text for one in after.citances[0].evidence)


def test_texts_that_are_not_kept_are_told(folder, tmp_path):
    with Library(tmp_path / "library") as library:
        library.add(folder / "articles", texts=False, n_process=1)
    page = tmp_path / "page.html"
    arguments = ["report", str(tmp_path / "library"), "-o", str(page), "--evidence"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 1
    assert "the library has no text of the article" in result.output
