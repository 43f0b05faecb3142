"""The folder of a run: whose parts are in it, which are there, and when it is complete."""

import json
import os
import shutil
import sys
import threading
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from spacy_citalign.app.batch.outputs.batches import OutputFormat
from spacy_citalign.app.batch.outputs.manifest import (
    MANIFEST,
    differences,
    finished,
    lasted,
    manifest_path,
    read_manifest,
    run_counts,
    run_id,
    start_manifest,
    stopped,
    write_manifest,
)
from spacy_citalign.app.batch.outputs.output_folder import open_folder
from spacy_citalign.app.batch.outputs.parts import part_name, part_path, write_part
from spacy_citalign.app.batch.stream import Outcome
from spacy_citalign.errors import CitalignError, SettingError
from spacy_citalign.inputs.records import Record

pytest.importorskip("pyarrow", exc_type=ImportError)
FORM = OutputFormat(".parquet")
PRINT = {"versions": {"spacy": "3.8"}, "inputs": [["a.jsonl", 12]], "tokens": False}
NAMES = [part_name(0, 0), part_name(0, 1), part_name(1, 0)]
HIDDEN = ".part-00000-000007.parquet.host-12-0123abcd.new"


@pytest.fixture
def out(tmp_path) -> Path:
    return tmp_path / "out.parquet"


def write(folder, name, *, run=None, count=2):
    """A part of failures, which needs no pipeline."""
    failures = [
        Outcome(Record(f"{name}:{n}", n, error="is bad"), None, "is bad") for n in range(count)
    ]
    return write_part(folder.path, name, failures, FORM, run=run or folder.run)


def make(out, *names, fingerprint=PRINT, finish=False):
    with open_folder(out, fingerprint) as folder:
        for name in names:
            write(folder, name)
        if finish:
            folder.finish(names)


def contents(out) -> dict:
    return {path.name: path.read_bytes() for path in out.iterdir()}


# --- from start to end -------------------------------------------------------------------------


def test_a_run_from_start_to_end(out):
    with open_folder(out, PRINT, engine="ray") as folder:
        assert (folder.done, folder.complete) == (frozenset(), False)
        assert read_manifest(out / MANIFEST)["state"] == "running"
        for name in NAMES:
            write(folder, name)
        manifest = folder.finish(NAMES)
        assert folder.complete
    assert manifest == json.loads((out / MANIFEST).read_text("utf-8"))
    assert set(contents(out)) == {MANIFEST, *(f"{name}.parquet" for name in NAMES)}
    times = ["started", "restarted", "finished", "seconds"]
    assert {name: value for name, value in manifest.items() if name not in times} == {
        "citalign": "annotate",
        "state": "complete",
        "run": run_id(PRINT),
        "fingerprint": PRINT,
        "counts": {"read": 6, "annotated": 0, "failed": 6, "parts": 3, "rows": 6},
        "starts": 1,
        "engine": "ray",
    }
    begin, end = (datetime.fromisoformat(manifest[name]) for name in ("started", "finished"))
    assert timedelta(0) <= end - begin < timedelta(minutes=1)
    assert 0 <= manifest["seconds"]["start"] == manifest["seconds"]["all"] < 60


def test_a_run_goes_on_where_it_stopped(out):
    make(out, NAMES[0], NAMES[2])
    stopped_at = read_manifest(out / MANIFEST)
    assert stopped_at["state"] == "running"
    with open_folder(out, PRINT, engine="ray") as folder:
        assert folder.done == {NAMES[0], NAMES[2]}
        assert not folder.complete
        assert read_manifest(out / MANIFEST)["counts"]["read"] == 4
        write(folder, NAMES[1])
        manifest = folder.finish(NAMES)
    assert (manifest["starts"], manifest["engine"]) == (2, "ray")
    assert manifest["started"] == stopped_at["started"]
    seconds = manifest["seconds"]
    assert seconds["all"] == pytest.approx(seconds["start"] + stopped_at["seconds"]["all"])


def test_a_complete_run_is_left_as_it_is(out):
    make(out, *NAMES, finish=True)
    before = contents(out)
    with open_folder(out, PRINT, engine="ray") as folder:
        assert folder.complete
        assert folder.done == set(NAMES)
        assert folder.finish(NAMES) == json.loads(before[MANIFEST])
    assert contents(out) == before


def test_a_complete_run_that_has_lost_a_part_is_not_complete(out):
    make(out, *NAMES, finish=True)
    part_path(out, NAMES[1]).unlink()
    with open_folder(out, PRINT) as folder:
        assert not folder.complete
        assert folder.done == {NAMES[0], NAMES[2]}
        assert read_manifest(out / MANIFEST)["state"] == "running"


def flip(out, name, place):
    """Change a bit of a part."""
    path = part_path(out, name)
    content = bytearray(path.read_bytes())
    content[int(place * len(content))] ^= 4
    path.write_bytes(content)


def swap(out, first, second):
    part_path(out, first).rename(out / "other")
    part_path(out, second).rename(part_path(out, first))
    (out / "other").rename(part_path(out, second))


@pytest.mark.parametrize("finish", [False, True])
@pytest.mark.parametrize(
    ("change", "dropped"),
    [
        *((lambda out, at=at: flip(out, NAMES[1], at), [1]) for at in (0, 0.02, 0.3, 0.6, 0.9)),
        (lambda out: flip(out, NAMES[1], 0.9999), [1]),
        (lambda out: swap(out, NAMES[0], NAMES[2]), [0, 2]),
        (lambda out: shutil.copy(part_path(out, NAMES[0]), part_path(out, NAMES[2])), [2]),
        (lambda out: (part_path(out, NAMES[1]).unlink(), os.mkfifo(part_path(out, NAMES[1]))), [1]),
    ],
)
def test_parts_that_were_changed_are_made_anew(out, tmp_path, change, dropped, finish):
    make(out, *NAMES, finish=finish)
    wanted = {name: part_path(out, name).read_bytes() for name in NAMES}
    change(out)
    with open_folder(out, PRINT) as folder:
        assert not folder.complete
        assert folder.done == {*NAMES} - {NAMES[number] for number in dropped}
        listed = ", ".join(NAMES[number] for number in dropped)
        assert folder.dropped == (
            f"{out}: parts that are not as this run wrote them are made anew: {listed}"
        )
        for name in {*NAMES} - folder.done:
            write(folder, name)
        folder.finish(NAMES)
    assert {name: part_path(out, name).read_bytes() for name in NAMES} == wanted


def test_a_part_that_is_changed_while_the_run_goes_on_is_missing_at_its_end(out):
    with open_folder(out, PRINT) as folder:
        assert folder.dropped == ""
        write(folder, NAMES[0])
        flip(out, NAMES[0], 0.5)
        with pytest.raises(CitalignError, match=f"lacks {NAMES[0]}; the same command goes on"):
            folder.finish(NAMES[:1])


def test_counts_that_were_changed_are_counted_again(out):
    make(out, *NAMES, finish=True)
    manifest = read_manifest(out / MANIFEST)
    write_manifest(out / MANIFEST, manifest | {"counts": manifest["counts"] | {"read": 5}})
    with open_folder(out, PRINT) as folder:
        assert not folder.complete
        assert folder.finish(NAMES)["counts"]["read"] == 6


def test_a_run_without_input_has_no_parts(out):
    with open_folder(out, PRINT) as folder:
        assert folder.finish([])["counts"]["parts"] == 0
    with open_folder(out, PRINT) as folder:
        assert folder.complete


def test_an_error_leaves_the_parts_for_the_next_start(out):
    def interrupted():
        with open_folder(out, PRINT) as folder:
            write(folder, NAMES[0])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert read_manifest(out / MANIFEST)["seconds"]["start"] > 0
    with open_folder(out, PRINT) as folder:
        assert folder.done == {NAMES[0]}


def test_a_full_disk_when_a_run_stops_is_no_error_of_its_own(out, monkeypatch):
    def full(descriptor):
        raise OSError(28, "No space left on device")

    with open_folder(out, PRINT):
        monkeypatch.setattr(os, "fsync", full)
    assert read_manifest(out / MANIFEST)["state"] == "running"


# --- what is checked at the end ----------------------------------------------------------------


def test_missing_parts_are_named(out):
    wanted = [part_name(0, number) for number in range(6)]
    with open_folder(out, PRINT) as folder:
        write(folder, wanted[0])
        with pytest.raises(CitalignError) as caught:
            folder.finish(wanted)
        assert not folder.complete
    assert f"lacks {wanted[1]}, {wanted[2]}, {wanted[3]} and 2 more" in str(caught.value)


def test_parts_that_a_disk_shows_late_are_waited_for(out, monkeypatch):
    monkeypatch.setattr("spacy_citalign.app.batch.outputs.output_folder.PAUSE", 0.05)
    late = threading.Timer(0.15, lambda: write(folder, NAMES[0]))
    with open_folder(out, PRINT) as folder:
        late.start()
        assert folder.finish(NAMES[:1], patience=30)["counts"]["parts"] == 1
    with (
        open_folder(out, PRINT, fresh=True) as folder,
        pytest.raises(CitalignError, match=f"lacks {NAMES[0]};"),
    ):
        folder.finish(NAMES[:1], patience=0.01)


def test_parts_of_other_runs_are_no_parts_of_this_one(out):
    with open_folder(out, PRINT) as folder:
        write(folder, NAMES[0])
        write(folder, NAMES[1], run="another")
        part_path(out, NAMES[2]).write_bytes(part_path(out, NAMES[0]).read_bytes()[:-3])
    with open_folder(out, PRINT) as folder:
        assert folder.done == {NAMES[0]}
        with pytest.raises(CitalignError, match=f"lacks {NAMES[1]}, {NAMES[2]};"):
            folder.finish(NAMES)
        with pytest.raises(CitalignError, match="not of this run: " + NAMES[1]):
            folder.finish(NAMES[:1])
        write(folder, NAMES[1])
        write(folder, NAMES[2])
        assert folder.finish(NAMES)["counts"]["parts"] == 3


def test_left_overs_of_killed_processes_are_removed(out):
    make(out, NAMES[0])
    ours = [HIDDEN, f".{MANIFEST}.a_b-1-00000000.new"]
    others = [".DS_Store", ".notes.txt.host-12-0123abcd.new", ".part-00000-000007.parquet.tmp"]
    for name in (*ours, *others):
        (out / name).touch()
    with open_folder(out, PRINT) as folder:
        assert not set(ours) & set(contents(out))
        (out / HIDDEN).touch()
        folder.finish(NAMES[:1])
        assert HIDDEN not in contents(out)
    assert set(others) <= set(contents(out))


# --- whose folder it is ------------------------------------------------------------------------


def test_a_folder_of_another_run_is_not_touched(out):
    make(out, *NAMES)
    before = contents(out)
    other = {**PRINT, "tokens": True, "versions": {"spacy": "3.9"}, "a": 1, "b": 2}
    with pytest.raises(SettingError) as caught, open_folder(out, other):
        raise AssertionError
    assert str(caught.value) == (
        f'the folder {out} has the results of another run: versions.spacy was "3.8", is "3.9"; '
        "tokens was false, is true; a was nothing, is 1; and 1 more; start again with --fresh, "
        "which drops them, or choose another output"
    )
    assert contents(out) == before


def test_fresh_drops_our_own_files_only(out):
    make(out, *NAMES, finish=True)
    kept = ["notes.txt", "_SUCCESS", "_own.parquet", ".hidden", "part-1.txt", "_tries"]
    for name in kept:
        (out / name).touch()
    with open_folder(out, {"other": 1}, fresh=True) as folder:
        assert (folder.done, folder.complete) == (frozenset(), False)
        assert {*kept, MANIFEST} <= set(contents(out))
        write(folder, NAMES[0])
        manifest = folder.finish(NAMES[:1])
    assert (manifest["starts"], manifest["fingerprint"]) == (1, {"other": 1})
    assert set(contents(out)) == {*kept, MANIFEST, f"{NAMES[0]}.parquet"}


def test_fresh_drops_the_parts_of_the_same_run(out):
    make(out, *NAMES, finish=True)
    with open_folder(out, PRINT, fresh=True) as folder:
        assert (folder.done, folder.complete) == (frozenset(), False)


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("name", ["notes.txt", "part-00000-000000.parquet", MANIFEST])
def test_a_folder_that_is_not_ours_is_not_touched(out, fresh, name):
    out.mkdir()
    (out / name).write_text('{"by": "others"}')
    with (
        pytest.raises(SettingError, match=f"is not one that citalign has made, it holds {name}; "),
        open_folder(out, PRINT, fresh=fresh),
    ):
        raise AssertionError
    assert contents(out) == {name: b'{"by": "others"}'}


def test_tables_of_others_in_our_folder_are_refused(out):
    make(out, NAMES[0])
    (out / "more.parquet").touch()
    with pytest.raises(SettingError, match=r"more\.parquet; move them"), open_folder(out, PRINT):
        raise AssertionError


def test_an_empty_folder_may_be_used(out):
    out.mkdir()
    (out / ".DS_Store").touch()
    make(out, *NAMES, finish=True)
    assert read_manifest(out / MANIFEST)["state"] == "complete"


def test_a_file_or_a_missing_folder_is_refused(out):
    with (
        pytest.raises(SettingError, match="does not exist; make it first"),
        open_folder(out / "deeper.parquet", PRINT),
    ):
        raise AssertionError
    out.touch()
    with pytest.raises(SettingError, match="is a file"), open_folder(out, PRINT):
        raise AssertionError


def test_one_process_at_a_time_writes_to_a_folder(out):
    with (
        open_folder(out, PRINT),
        pytest.raises(SettingError, match="another process is writing"),
        open_folder(out, PRINT, fresh=True),
    ):
        raise AssertionError


def test_without_pyarrow_no_folder_is_made(out, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(SettingError, match="pip install"), open_folder(out, PRINT):
        raise AssertionError
    assert not out.exists()


# --- manifests ---------------------------------------------------------------------------------


def test_runs_are_the_same_if_their_fingerprints_are():
    assert run_id(PRINT) == run_id(dict(reversed(PRINT.items())))
    assert run_id(PRINT) != run_id({**PRINT, "tokens": True})


def test_a_manifest_of_one_file_has_the_same_form(tmp_path):
    path = manifest_path(tmp_path / "out.jsonl")
    assert path.name == "out.jsonl.manifest.json"
    assert manifest_path(tmp_path) == tmp_path / MANIFEST
    manifest = finished(start_manifest(PRINT, engine="local"), run_counts(9, 2), 1.5)
    write_manifest(path, manifest)
    assert read_manifest(path) == manifest
    assert manifest["counts"] == {"read": 9, "annotated": 7, "failed": 2, "parts": 1, "rows": 9}
    assert manifest["seconds"] == {"start": 1.5, "all": 1.5}


def test_seconds_of_all_starts_are_added():
    first = stopped(start_manifest(PRINT, engine="local"), run_counts(1, 0), 10.0)
    second = stopped(start_manifest(PRINT, engine="local", earlier=first), run_counts(2, 0), 2.0)
    third = finished(start_manifest(PRINT, engine="local", earlier=second), run_counts(3, 0), 0.5)
    assert third["seconds"] == {"start": 0.5, "all": 10.0 + 2.0 + 0.5}
    assert third["starts"] == 3
    assert stopped(second, run_counts(2, 0), 3.0)["seconds"] == {"start": 3.0, "all": 10.0 + 3.0}


def test_a_killed_run_lasted_until_the_last_change_of_its_folder():
    begun = start_manifest(PRINT, engine="local")
    since = datetime.fromisoformat(begun["restarted"]).timestamp()
    assert lasted(begun, since + 60)["seconds"] == {"start": 60.0, "all": 60.0}
    assert lasted(begun, since - 60)["seconds"] == {"start": 0.0, "all": 0.0}
    ended = stopped(begun, run_counts(1, 0), 5.0)
    assert lasted(ended, since + 60) == ended
    assert lasted({**begun, "restarted": "?"}, since + 60)["seconds"]["all"] == 0.0


def test_the_time_of_a_start_that_was_killed_counts(out):
    make(out, NAMES[0])
    killed = read_manifest(out / MANIFEST)
    before = datetime.fromisoformat(killed["restarted"]) - timedelta(seconds=100)
    killed |= {"restarted": before.isoformat(), "seconds": {"start": 0.0, "all": 7.0}}
    write_manifest(out / MANIFEST, killed)
    with open_folder(out, PRINT):
        assert 7 + 100 <= read_manifest(out / MANIFEST)["seconds"]["all"] < 7 + 130


@pytest.mark.parametrize(
    "text",
    ["", "[1]", "{", '{"citalign": "align"}', '{"citalign": "annotate", "run": "a"}', "\xff"],
)
def test_what_is_no_manifest_is_none(tmp_path, text):
    path = tmp_path / MANIFEST
    assert read_manifest(path) is None
    path.write_bytes(text.encode("latin-1"))
    assert read_manifest(path) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"state": None},
        {"counts": [1]},
        {"counts": {"parts": "1"}},
        {"counts": {"parts": [[]]}},
        {"started": 5},
        {"run": 5},
        {"fingerprint": []},
    ],
)
def test_a_manifest_of_other_shape_is_none(out, wrong):
    make(out, NAMES[0])
    manifest = read_manifest(out / MANIFEST) | wrong
    write_manifest(out / MANIFEST, {key: manifest[key] for key in manifest if manifest[key]})
    assert read_manifest(out / MANIFEST) is None
    with (
        pytest.raises(SettingError, match="is not one that citalign has made"),
        open_folder(out, PRINT),
    ):
        pass


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -5, 10**400, "5", None])
def test_times_that_cannot_be_are_none(out, seconds):
    make(out, NAMES[0])
    manifest = read_manifest(out / MANIFEST)
    manifest |= {"seconds": {"start": seconds, "all": seconds}, "starts": "3"}
    write_manifest(out / MANIFEST, manifest)
    with open_folder(out, PRINT) as folder:
        assert folder.done == {NAMES[0]}
    assert 0 <= read_manifest(out / MANIFEST)["seconds"]["all"] < 60


def test_a_manifest_may_have_what_utf_8_cannot_hold(tmp_path):
    odd = start_manifest({"key": "\ud800 \u03b2"}, engine="local")
    write_manifest(tmp_path / MANIFEST, odd)
    assert (tmp_path / MANIFEST).read_bytes().decode()
    assert read_manifest(tmp_path / MANIFEST) == odd


def test_a_fingerprint_that_is_nested_deep_is_that_of_another_run(out):
    make(out, NAMES[0])
    deep = json.loads('{"a":' * 700 + "1" + "}" * 700)
    write_manifest(out / MANIFEST, read_manifest(out / MANIFEST) | {"fingerprint": deep})
    with (
        pytest.raises(SettingError, match="has the results of another run"),
        open_folder(out, PRINT),
    ):
        pass


def test_values_that_are_nested_deep_are_told_apart_but_not_shown():
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    assert differences({"a": deep, "b": 1}, {"a": 2, "b": 1}) == "a was nested too deep, is 2"
