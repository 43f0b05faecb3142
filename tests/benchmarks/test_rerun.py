"""Benchmarks that are run again are compared with what is kept."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import rerun
from benchmarks.results import ROOT, Record, Results, Section, read_all

KEPT = Record(
    "Trees",
    ("python -m benchmarks.trees",),
    "1234567",
    "2026-01-02",
    "one core",
    columns=("tree", "F", "trees/s"),
    rows=(("oak", ".90", "1,000"), ("pine", ".80", "2,000")),
)
MOVED = replace(
    KEPT, date="2026-02-03", rows=(("oak", ".91", "10"), ("pine", ".80", "20"), ("fir", ".1", "1"))
)


def results(*records: Record) -> Results:
    return Results("Trees", (Section("Quality", records=records),))


def test_figures_that_moved_are_told_and_times_are_not():
    count, moved = rerun.compare(results(KEPT), results(MOVED))
    assert count == 3
    assert list(map(str, moved)) == [
        "Trees, oak, F: .90 -> .91",
        "Trees, fir, F: nothing -> .1",
    ]


def test_rows_that_are_gone_are_told():
    _, moved = rerun.compare(results(MOVED), results(KEPT))
    assert "Trees, fir, F: .1 -> nothing" in map(str, moved)


def test_what_was_not_run_is_not_compared():
    not_run = replace(MOVED, date=rerun.NOT_RUN)
    assert rerun.compare(results(KEPT), results(not_run)) == (0, [])


def test_of_tables_with_one_title_that_of_the_command_is_compared():
    other = replace(KEPT, command=("python -m benchmarks.trees --old",), rows=(("oak", ".1", "1"),))
    assert rerun.compare(results(other, KEPT), results(replace(KEPT, date="now")))[1] == []


def test_a_benchmark_records_into_a_folder_of_its_own(tmp_path, monkeypatch):
    idea = next(iter(read_all()))

    def run(command, env, **_):
        path = Path(env[rerun.FOLDER_VARIABLE]) / f"{idea}.json"
        kept = json.loads(path.read_text(encoding="utf-8"))
        record = kept["sections"][0]["records"][0]
        assert record["date"] == rerun.NOT_RUN
        record["date"], record["rows"][0][1] = "now", "another"
        path.write_text(json.dumps(kept), encoding="utf-8")
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)
    _, moved = rerun.rerun(rerun.Cheap(idea, idea, 1), tmp_path)
    assert [one.now for one in moved] == ["another"]


def test_a_benchmark_that_fails_is_told_by_its_last_line(tmp_path, monkeypatch):
    failed = subprocess.CompletedProcess([], 2, "", "usage\nerror: no corpus\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(RuntimeError, match="error: no corpus"):
        rerun.rerun(rerun.CHEAP[0], tmp_path)


def test_cheap_benchmarks_have_results_and_names_of_their_own():
    assert {one.idea for one in rerun.CHEAP} <= read_all().keys()
    assert len({one.name for one in rerun.CHEAP}) == len(rerun.CHEAP)


def test_an_unknown_name_is_told(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["rerun", "frogs"])
    with pytest.raises(SystemExit, match="frogs is not cheap or unknown; choose from lemmas"):
        rerun.main()


def test_the_folder_of_results_can_be_another(tmp_path):
    code = "from benchmarks.results import FOLDER, INDEX; print(FOLDER, INDEX)"
    env = {rerun.FOLDER_VARIABLE: str(tmp_path / "results")}
    run = subprocess.run(
        [sys.executable, "-c", code], env=env, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == [str(tmp_path / "results"), str(tmp_path / "RESULTS.md")]
