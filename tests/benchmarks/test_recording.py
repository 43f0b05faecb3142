"""How the tables and figures of a run get into the kept results."""

import sys
from dataclasses import replace

import pytest

from benchmarks import recording
from benchmarks.recording import Figure, Table, check_floors, record
from benchmarks.results import INDEX, Results, Section, read_all, read_results, stale, write_results
from tests.benchmarks.test_results import OAKS, PINES, SPEED, TREES


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of results of one idea; the index is beside it. A source archive has no commit."""
    monkeypatch.setattr(recording, "current_commit", lambda: "def5678")
    path = tmp_path / "results"
    path.mkdir()
    (path / "trees.json").write_text(write_results(TREES), encoding="utf-8")
    return path


def test_a_run_takes_the_place_of_the_last_one(folder):
    table = Table("Oaks", ["tree", "P"], [["oak", ".9"]], ["quick"])
    record("trees", "Quality", [table], command="again", folder=folder)
    kept = read_results((folder / "trees.json").read_text(encoding="utf-8"))
    new, *others = kept.sections[0].records
    assert others == [PINES, SPEED]
    assert (new.title, new.command, new.text) == ("Oaks", ("again",), OAKS.text)
    assert (new.columns, new.rows, new.notes) == (("tree", "P"), (("oak", ".9"),), ("quick",))
    assert new.date > OAKS.date
    assert stale(folder, folder.with_name(INDEX.name)) == []
    assert kept.sections[0].notes == TREES.sections[0].notes


def test_of_records_of_one_title_that_of_the_command_is_replaced(folder):
    first, second = (replace(OAKS, command=(command,)) for command in ("one", "two"))
    twice = Results("Trees", (Section("Quality", records=(first, second)),))
    (folder / "trees.json").write_text(write_results(twice), encoding="utf-8")
    for command in ("two", "three"):
        record("trees", "Quality", [Table("Oaks", ["x"], [])], command=command, folder=folder)
    (section,) = read_results((folder / "trees.json").read_text(encoding="utf-8")).sections
    assert [one.command for one in section.records] == [("one",), ("two",), ("three",)]
    assert section.records[0] == first
    assert section.records[1].columns == section.records[2].columns == ("x",)


def test_a_new_section_and_a_new_idea_are_made(folder):
    record("trees", "Shade", [Table("", ["x"], [["1"]])], command="sit", folder=folder)
    record("birds", "Song", [Table("", ["x"], [["1"]])], command="hark", folder=folder)
    kept = read_all(folder)
    assert [one.title for one in kept["trees"].sections] == ["Quality", "No", "Shade"]
    assert kept["birds"].sections[0].records[0].command == ("hark",)
    assert (folder / "birds.md").exists()


def test_tables_are_printed_and_kept_if_wanted(monkeypatch, capsys):
    kept = []
    monkeypatch.setattr(recording, "record", lambda *args: kept.append(args))
    table = Table("Oaks", ["tree", "F"], [["oak", "1.0"]], ["3 s"])
    recording.publish("trees", "Quality", [table, table._replace(title="")], keep=False)
    written = "| tree |   F |\n| :--- | --: |\n| oak  | 1.0 |\n\n3 s\n"
    assert capsys.readouterr().out == f"Oaks\n\n{written}\n{written}"
    assert kept == []
    recording.publish("trees", "Quality", [table], keep=True)
    assert kept == [("trees", "Quality", [table])]


def test_figures_below_a_floor_end_the_run(monkeypatch, capsys):
    kept = []
    monkeypatch.setattr(recording, "record", lambda *args: kept.append(args))
    good = [Figure("P", 0.25), Figure("F", 0.5, 0.5)]
    check_floors("trees", "oak", good, keep=True)
    assert capsys.readouterr().out == "P: 0.2500\nF: 0.5000; floor 0.5\n"
    ((_, section, (table,)),) = kept
    assert (section, table.rows) == ("Floors", [["P", "0.2500", "-"], ["F", "0.5000", "0.5"]])
    for bad in (0.4999, float("nan")):
        with pytest.raises(SystemExit, match=r"oak is below the floor: F$"):
            check_floors("trees", "oak", [Figure("F", bad, 0.5)], keep=False)


def test_own_command_is_without_the_option(monkeypatch):
    monkeypatch.setattr(sys, "orig_argv", ["/x/python3", "-m", "benchmarks.trees", "--record"])
    assert recording.own_command() == "python -m benchmarks.trees"


def test_machine_and_commit_name_no_host():
    assert recording.this_machine().partition(" ")[2].startswith("cores, ")
