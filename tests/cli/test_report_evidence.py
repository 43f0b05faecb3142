"""`citalign report --evidence`: works whose article is among those given show where they say it."""

import json
import re
from html import unescape
from zipfile import ZipFile

import pytest
from jats_files import citing, jats, section
from report_runs import make_cited_articles
from typer.testing import CliRunner

from spacy_citalign.cli import app


@pytest.fixture
def folder(tmp_path):
    return make_cited_articles(tmp_path / "articles")


def report(folder, *options):
    arguments = ["report", str(folder), "-o", str(folder.parent / "page.html"), *options]
    result = CliRunner().invoke(app, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def rows_of(folder):
    lines = (folder.parent / "page.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["cited"]["title"]: row for row in map(json.loads, lines)}


def said(folder):
    """What the page says, without markup."""
    html = (folder.parent / "page.html").read_text(encoding="utf-8")
    html = re.sub(r"(?s)<(script|style).*?</\1>", "", html)
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


def test_rows_and_page_have_the_places_of_the_works_at_hand(folder):
    result = report(folder, "--evidence")
    assert result.exit_code == 0, result.output
    rows = rows_of(folder)
    assert rows["Frogs awake"]["cited"]["article"] == {"source": "11", "pmid": "11"}
    for citance in rows["Frogs awake"]["citances"]:
        first = citance["evidence"][0]
        assert first["text"] == "We found that newts of deep ponds sing at night."
        assert first["section"] == "Results"
        assert first["matches"]
    assert "article" not in rows["Toads asleep"]["cited"]
    assert not any("evidence" in one for one in rows["Toads asleep"]["citances"])
    assert "1 work is among the articles" in said(folder)
    assert "1 work is among the articles" in result.stderr
    assert "In the cited article, likeliest first We found that newts" in said(folder)


@pytest.mark.slow
def test_without_the_option_nothing_is_looked_for(folder):
    report(folder)
    assert "cited article" not in said(folder)
    assert "evidence" not in (folder.parent / "page.jsonl").read_text(encoding="utf-8")


@pytest.mark.slow
def test_aligned_rows_make_the_same_page_again(folder):
    report(folder, "--evidence", "--title", "T")
    page = said(folder)
    rows = folder.parent / "page.jsonl"
    again = folder.parent / "again.html"
    result = CliRunner().invoke(app, ["report", str(rows), "-o", str(again), "--title", "T"])
    assert result.exit_code == 0
    (folder.parent / "page.html").write_bytes(again.read_bytes())
    place = "In the cited article, likeliest first We found that newts"
    assert place in said(folder)
    assert place in page


@pytest.mark.slow
def test_articles_of_an_archive_are_found(folder):
    with ZipFile(folder / "all.zip", "w") as archive:
        for file in folder.glob("*.xml"):
            archive.write(file, file.name)
            file.unlink()
    report(folder, "--evidence")
    assert all("evidence" in one for one in rows_of(folder)["Frogs awake"]["citances"])


@pytest.mark.slow
def test_no_work_at_hand_is_said(folder):
    (folder / "cited.xml").unlink()
    result = report(folder, "--evidence")
    assert result.exit_code == 0
    assert "No work is among the articles" in result.stderr
    assert "No work is among the articles" in said(folder)
    before, _, _ = result.stderr.partition("ranking evidence")
    assert "No work is among the articles; to get, of 2 works the most cited first:" in before
    assert "  Yan 2004, Frogs awake (pmid:11): cited by 2 articles" in before


@pytest.mark.slow
def test_an_article_of_titles_alone_costs_its_evidence_only(folder):
    (folder / "cited.xml").write_bytes(
        jats("<sec><title>T</title></sec>", pmid="11", title="Frogs awake")
    )
    result = report(folder, "--evidence")
    assert result.exit_code == 1
    assert "Yan 2004, Frogs awake: the article has no text but titles" in result.stderr
    assert len(rows_of(folder)) == 2
    assert "no text but titles" in said(folder)


@pytest.mark.slow
def test_an_abstract_alone_and_another_language_are_said(folder):
    german = "Die Molche der tiefen Teiche singen nachts, wie wir fanden. " * 9
    abstract = f"<abstract><p>{german}</p></abstract>".encode()
    end = b"</article-meta>"
    article = jats("", pmid="11", title="Frogs awake", references={}).replace(end, abstract + end)
    (folder / "cited.xml").write_bytes(article)
    result = report(folder, "--evidence")
    assert result.exit_code == 0
    for caveat in ("11 has an abstract alone", "11 has few English words"):
        assert caveat in result.stderr
        assert caveat in said(folder)


@pytest.mark.slow
def test_evidence_is_of_articles_not_of_groups(folder):
    report(folder)
    result = CliRunner().invoke(
        app, ["report", str(folder.parent / "page.jsonl"), "-o", "x.html", "--evidence"]
    )
    assert result.exit_code == 2
    assert "--evidence are for articles" in result.stderr


@pytest.mark.slow
def test_a_pipeline_without_a_ranker_is_refused(folder):
    import spacy

    spacy.load("spacy_citalign", exclude=["evidence_ranker"]).to_disk(folder.parent / "bare")
    result = report(folder, "--evidence", "--pipeline", str(folder.parent / "bare"))
    assert result.exit_code == 2
    assert "has no evidence_ranker" in result.stderr


@pytest.mark.slow
def test_the_sentence_before_is_taken_along_if_asked_for(folder):
    taken = "Recent studies have shown that newts of deep ponds sing."
    text = f"{taken} {citing('r1', 'They are heard at night')}"
    (folder / "citing2.xml").write_bytes(jats(section("Background", text), pmid="902"))
    report(folder, "--evidence")
    assert taken not in said(folder)
    assert all("before" not in one for row in rows_of(folder).values() for one in row["citances"])
    result = report(folder, "--evidence", "--sentence-before", "--fresh")
    assert result.exit_code == 0, result.output
    citances = rows_of(folder)["Frogs awake"]["citances"]
    before = [one["before"]["text"] for one in citances if "before" in one]
    assert before == [taken]
    assert f"{taken} They are heard at night" in said(folder)
    (place, *_) = next(one["evidence"] for one in citances if "before" in one)
    assert place["text"] == "We found that newts of deep ponds sing at night."


@pytest.mark.slow
def test_the_sentence_before_is_printed_with_the_citance(folder):
    taken = "Recent studies have shown that newts of deep ponds sing."
    text = f"{taken} {citing('r1', 'They are heard at night')}"
    (folder / "citing2.xml").write_bytes(jats(section("Background", text), pmid="902"))
    arguments = ["evidence", str(folder / "citing2.xml"), "--cited", str(folder / "cited.xml")]
    result = CliRunner().invoke(app, [*arguments, "--sentence-before", "--width", "200"])
    assert result.exit_code == 0, result.output
    assert f"902: {taken} They are heard at night [1]." in result.stdout
    assert taken not in CliRunner().invoke(app, [*arguments, "--width", "200"]).stdout
