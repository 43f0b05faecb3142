"""`citalign report` that is interrupted and started again: each group is aligned once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from align_runs import TEXTS, group
from cli_files import rows, write
from report_runs import (
    FIRST,
    HALT,
    SEEN,
    forget,
    make_articles,
    make_groups,
)


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
        patch.setattr("spacy_citalign.components.reading.read_article", interrupt)
        assert make_report(source, "-o", folder / "page.html").exit_code not in (0, 1, 2)
    assert names(folder) == set()


def test_page_that_cannot_be_written_costs_no_alignment(make_report, source, folder, monkeypatch):
    page = folder / "page.html"

    def full(*args, **kwargs):
        raise OSError(28, "No space left on device", str(page))

    with monkeypatch.context() as patch:
        patch.setattr("spacy_citalign.report.alignment_page.write_alignment_page", full)
        result = make_report(source, "-o", page)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == f"error: {page}: No space left on device"
    assert names(folder) == {"page.jsonl"}
    forget()
    assert make_report(folder / "page.jsonl", "-o", page).exit_code == 0
    assert SEEN == []
    assert page.exists()


def test_full_disk_keeps_the_groups_before(make_report, source, folder, monkeypatch):
    page = folder / "page.html"
    from spacy_citalign.cli.align_run import json_line

    def full(row):
        if len(SEEN) == 2:
            raise OSError(28, "No space left on device", str(page))
        return json_line(row)

    with monkeypatch.context() as patch:
        patch.setattr("spacy_citalign.cli.align_run.json_line", full)
        result = make_report(source, "-o", page)
    assert result.exit_code == 2
    assert "1 groups are kept" in result.stderr
    assert make_report(source, "-o", page).exit_code == 0
    assert SEEN.count(FIRST[0]) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_killed_reports_align_each_group_once(tmp_path, folder, report_pipeline):
    count, runs = 12, 4
    made = [group(number % len(TEXTS)) for number in range(count)]
    for number, one in enumerate(made):
        one["citances"][0]["text"] = f"Group{number} {one['citances'][0]['text']}"
    source = write(tmp_path / "a.jsonl", *made)
    args = [
        folder,
        runs,
        "report",
        source,
        "-o",
        folder / "out.html",
        "--pipeline",
        report_pipeline,
    ]
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("killed_runs.py"), *map(str, args)],
        env=os.environ | {"OMP_NUM_THREADS": "1"},  # forks want a process of one thread
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert names(folder) == {"log", "out.html", "out.jsonl"}
    assert [row["citances"][0]["text"].split()[0] for row in rows(folder / "out.jsonl")] == [
        f"Group{number}" for number in range(count)
    ]
    assert (folder / "out.html").read_text(encoding="utf-8").count('<article class="work"') == count
    log = (folder / "log").read_text().split("run ")[1:]
    finished = [int(part.split()[0]) for part in log] + [count]
    for kept, following, part in zip(finished, finished[1:], log, strict=False):
        begun = part.split()[1:]
        assert begun == [f"Group{number}" for number in range(kept, kept + len(begun))]
        assert kept + len(begun) - following in (0, 1)
