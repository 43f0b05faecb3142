"""`citalign report`: what cannot be done is said before anything is done."""

import gzip
import sys

import pytest
import spacy
from align_runs import FACTORY, group
from cli_files import write
from report_runs import SEEN, forget, make_articles, report


@pytest.fixture(scope="module")
def inputs(report_pipeline, tmp_path_factory):
    """Articles, groups, aligned groups, and things that are neither."""
    forget()
    folder = tmp_path_factory.mktemp("inputs")
    make_articles(folder / "f")
    groups = write(folder / "g.jsonl", group(0))
    (folder / "g.jsonl.gz").write_bytes(gzip.compress(groups.read_bytes()))
    assert report(report_pipeline, groups, "-o", folder / "aligned.html").exit_code == 0
    (folder / "aligned.html").unlink()
    (folder / "none.jsonl").write_bytes(b"\n")
    for name in ("empty", "folder.html", "beside.jsonl"):
        (folder / name).mkdir()
    spacy.blank("en").to_disk(folder / "blank")
    bare = spacy.blank("en")
    bare.add_pipe(FACTORY)
    bare.to_disk(folder / "unfitted")
    (folder / "theirs.html").write_text("<html>Ponds</html>")
    (folder / "ours.jsonl").write_text('{"pond": 1}')
    return folder


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["{f}", "-o", "{d}/page.htm"], "must end in .html"),
        (["{f}", "-o", "{d}/no/page.html"], "the folder of the output {d}/no/page.html does not"),
        (["{f}", "-o", "{d}/folder.html"], "is a folder"),
        (["{f}", "-o", "{d}/beside.html"], "the aligned groups are written beside the page, and "),
        (["{g}", "-o", "{d}/g.html"], "{d}/g.jsonl is also an input; choose another name for the"),
        (["{f}", "-o", "{d}/theirs.html"], "{d}/theirs.html is there and was not written by"),
        (["{f}", "-o", "{d}/ours.html"], "{d}/ours.jsonl is there and was not written by citalign"),
        (["-o", "{d}/page.html"], "ARTICLES_OR_GROUPS"),
        (["{f}", "{g}", "-o", "{d}/page.html"], "{d}/g.jsonl has groups of citances and is no art"),
        (["{d}/g.jsonl.gz", "-o", "{d}/page.html"], "with no other inputs than .jsonl files"),
        (["{d}/no.jsonl", "-o", "{d}/page.html"], "{d}/no.jsonl: No such file or directory"),
        (["{d}/no.xml", "-o", "{d}/page.html"], "{d}/no.xml does not exist"),
        (["{d}/empty", "-o", "{d}/page.html"], "empty has no file"),
        (["{d}/none.jsonl", "-o", "{d}/page.html"], "there is no work of 2 citances or more"),
        (["{f}", "-o", "{d}/page.html", "--min-citances", "5"], "no work of 5 citances or more"),
        (["{f}", "-o", "{d}/page.html", "--cited", "x"], "no work 'x' of 2 citances or more was"),
        (["{f}", "-o", "{d}/page.html", "--cited", "10.5555"], "DOI of 1 work begins so: doi:10."),
        (["{f}", "-o", "{d}/page.html", "--cited", ""], "--cited is blank"),
        (["{f}", "-o", "{d}/page.html", "--kind", "tool"], "'tool' is not one of 'finding', 'revi"),
        (["{f}", "-o", "{d}/page.html", "--threshold", "3"], "threshold is 3.0; give 0 to 1"),
        (["{g}", "-o", "{d}/page.html", "--captions"], "and --evidence are for articles"),
        (["{g}", "-o", "{d}/page.html", "--tables"], "--captions, --tables, --sentence-before and"),
        (["{a}", "-o", "{d}/page.html", "--threshold", "0.5"], "the groups are aligned already"),
        (["{a}", "-o", "{d}/page.html", "--abbreviations"], "the groups are aligned already"),
        (["{a}", "-o", "{d}/page.html", "--min-differs", "1"], "the groups are aligned already"),
        (["{f}", "-o", "{d}/page.html", "--pipeline", "{d}/no"], "does not load"),
        (["{f}", "-o", "{d}/page.html", "--pipeline", "{d}/blank"], "has no citance_aligner"),
        (["{g}", "-o", "{d}/page.html", "--pipeline", "{d}/unfitted"], "has no model yet"),
    ],
)
def test_nothing_can_be_done(make_report, inputs, args, message):
    before = sorted(inputs.rglob("*"))
    names = {
        "d": inputs,
        "f": inputs / "f",
        "g": inputs / "g.jsonl",
        "a": inputs / "aligned.jsonl",
    }
    result = make_report(*(arg.format(**names) for arg in args))
    assert result.exit_code == 2
    assert message.format(**names) in result.stderr
    assert "Traceback" not in result.stderr
    assert SEEN == []
    assert sorted(inputs.rglob("*")) == before


@pytest.mark.parametrize("cited", ["10.5555", "10.5555/none", "toads 2077"])
def test_work_that_is_not_there_gets_one_message(make_report, inputs, cited):
    result = make_report(inputs / "f", "-o", inputs / "page.html", "--cited", cited, "-q")
    assert result.exit_code == 2
    (message,) = result.stderr.splitlines()
    assert message.startswith("error: ")
    assert repr(cited) in message


def test_missing_scispacy_is_said_before_articles_are_read(make_report, inputs, monkeypatch):
    monkeypatch.setitem(sys.modules, "scispacy", None)
    monkeypatch.delitem(sys.modules, "scispacy.abbreviation", raising=False)
    result = make_report(inputs / "f", "-o", inputs / "page.html", "--abbreviations")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: scispaCy cannot be imported")
    assert SEEN == []


PAIR = ["Zork2 binds frogs [1].", "Frogs are bound by Zork2."]


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    [
        {"cited": {"key": 7, "pmid": 12, "title": 1984, "first_author": 1, "year": 2004}},
        {"cited": {"key": ""}},
        {"cited": {"key": "a\x1b[2J\nb"}},
        {"target": 5, "title": "Frogs <b>", "note": "\ud800"},
        {"expected_ama": "high", "classes": 7, "merges": 3},
        {"expected_ama": 1, "classes": [{"class": "\ud800", "wordings": [1], "genes": ["\ud800"]}]},
        {"expected_ama": 1, "citances": [{"text": text, "words": [[0, 5]]} for text in PAIR]},
        {"group": "g", "citances": [{"text": PAIR[0], "words": [[0, 5]], "classes": ["x"]}, "b"]},
    ],
    ids=ascii,
)
def test_odd_groups_are_shown(make_report, tmp_path, row):
    source = write(tmp_path / "a.jsonl", {"citances": PAIR} | row)
    result = make_report(source, "-o", tmp_path / "page.html", "--cited", "12")
    assert result.exit_code == (0 if row.get("cited", {}).get("pmid") else 2)
    result = make_report(source, "-o", tmp_path / "page.html")
    assert result.exit_code == 0, result.output
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert html.count('<article class="work"') == 1
    assert not {"\x1b", "\ud800"} & set(html)


@pytest.mark.parametrize(
    ("cited", "message"),
    [
        ({"title": {"x": 1}}, "cited.title is a JSON object; write a string"),
        ({"first_author": [1]}, "cited.first_author is a JSON array; write a string"),
        ({"authors": "Yan"}, "cited.authors is a JSON string; write an array"),
    ],
)
def test_what_a_work_cannot_be_called_is_told_and_left_out(make_report, tmp_path, cited, message):
    """Such fields tell what a work is, as other programs write it; the work is shown without."""
    rows = [{"cited": {"key": "k"} | known, "citances": PAIR} for known in ({}, cited)]
    source = write(tmp_path / "a.jsonl", *rows)
    result = make_report(source, "-o", tmp_path / "page.html")
    assert result.exit_code == 0
    assert f"{source}, k: {message}; left out" in result.stderr
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert html.count('<article class="work"') == 2


def test_why_there_are_no_works_is_said(make_report, tmp_path):
    (tmp_path / "a.xml").write_bytes(b"<article>")
    (tmp_path / "b.txt").write_bytes(b"Frogs hop.")
    result = make_report(tmp_path / "a.xml", tmp_path / "b.txt", "-o", tmp_path / "page.html")
    assert result.exit_code == 2
    assert "1 problem in 1 of 2 files:" in result.stderr.splitlines()
    assert result.stderr.splitlines()[-1].startswith("error: there is no work of 2 citances")
