"""`citalign report` that is interrupted and started again: each group is aligned once."""

import pytest
from cli_files import rows
from report_runs import (
    FIRST,
    HALT,
    SEEN,
    forget,
    make_articles,
    make_groups,
)

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path):
    """Where the page goes."""
    folder = tmp_path / "made"
    folder.mkdir()
    return folder


@pytest.fixture
def source(tmp_path):
    return make_articles(tmp_path / "articles")


def names(folder):
    return {path.name for path in folder.iterdir()}


@pytest.fixture(autouse=True)
def _groups_alone(monkeypatch):
    """No group is done with another: what is interrupted is one group, and no batch."""
    monkeypatch.setattr("spacy_citalign.app.answers.batches.MAX_GROUPS", 1)


def interrupted(make_report, source, page, *args, at=FIRST[1]):
    """A report that Ctrl-C ends at a group."""
    HALT.add(at)
    result = make_report(source, "-o", page, *args)
    assert result.exit_code not in (0, 1, 2)
    HALT.clear()
    return result


@pytest.mark.parametrize("kind", [make_articles, make_groups])
def test_interrupted_report_goes_on_where_it_stopped(make_report, kind, tmp_path, folder):
    source = kind(tmp_path / ("a.jsonl" if kind is make_groups else "articles"))
    make_report(source, "-o", tmp_path / "whole.html")
    forget()
    page = folder / "page.html"
    stopped = interrupted(make_report, source, page)
    assert "1 groups are kept; the same command goes on from there" in stopped.stderr
    assert names(folder) == {".page.jsonl.part", ".page.jsonl.part.json"}
    result = make_report(source, "-o", page)
    assert result.exit_code == 0, result.output
    assert [FIRST[0], FIRST[1], *FIRST[1:]] == SEEN
    assert f"{folder / 'page.jsonl'}: 1 groups are aligned already; going on" in result.stderr
    assert "; 3 groups of 11 citances aligned; 0 failed; " in result.stderr
    assert names(folder) == {"page.html", "page.jsonl"}
    assert (folder / "page.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert (folder / "page.html").read_bytes() == (tmp_path / "whole.html").read_bytes()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (["--threshold", "0.8"], "settings.threshold was 0.4, is 0.8"),
        (["--min-citances", "4"], "input.size was"),
        (["--fresh"], None),
    ],
)
def test_other_options_start_anew(make_report, source, folder, change, reason):
    interrupted(make_report, source, folder / "page.html")
    result = make_report(source, "-o", folder / "page.html", *change)
    assert result.exit_code == 0
    assert SEEN.count(FIRST[0]) == 2
    assert ("are dropped" in result.stderr) == (reason is not None)
    assert (reason or "") in result.stderr


def test_other_articles_start_anew(make_report, source, folder):
    interrupted(make_report, source, folder / "page.html")
    (source / "two.xml").unlink()
    result = make_report(source, "-o", folder / "page.html")
    assert "dropped: input.size was" in result.stderr
    assert [len(row["citances"]) for row in rows(folder / "page.jsonl")] == [2, 2, 2]


def test_interrupt_while_articles_are_read_leaves_nothing(make_report, source, folder, monkeypatch):

    def interrupt(*args, **kwargs):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("spacy_citalign.app.answers.article_workers.read_articles_of", interrupt)
        assert make_report(source, "-o", folder / "page.html").exit_code not in (0, 1, 2)
    assert names(folder) == set()


def test_page_that_cannot_be_written_costs_no_alignment(make_report, source, folder, monkeypatch):
    page = folder / "page.html"

    def full(*args, **kwargs):
        raise OSError(28, "No space left on device", str(page))

    with monkeypatch.context() as patch:
        patch.setattr("spacy_citalign.app.answers.page_writer.write_alignment_page", full)
        result = make_report(source, "-o", page)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == f"error: {page}: No space left on device"
    assert names(folder) == {"page.jsonl"}
    forget()
    assert make_report(folder / "page.jsonl", "-o", page).exit_code == 0
    assert SEEN == []
    assert page.exists()
