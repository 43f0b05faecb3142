"""Runs over corpora: what is done is not done again, whatever ended the run before."""

import importlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import spacy
from cli_files import rows, write
from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign.app.batch import job
from spacy_citalign.app.batch.job import Job, Reading, find_sources
from spacy_citalign.app.batch.outputs.batches import OutputFormat
from spacy_citalign.app.batch.outputs.parts import rows_of
from spacy_citalign.app.batch.run import run_job
from spacy_citalign.app.batch.worker import AnnotationWork
from spacy_citalign.errors import CitalignError, SettingError

COUNT = 30
seen: list[str] = []


@Language.component("annotate_run_watch")
def note_text(doc: Doc) -> Doc:
    seen.append(doc.text)
    if doc.text == "bad":
        raise ValueError("cannot be")
    return doc


class Ear:
    """Hears how far a run is, and ends it at so many records."""

    def __init__(self, stop_at: int = 10**9) -> None:
        self.stop_at = stop_at
        self.size = 0
        self.said: list[str] = []
        self.noted: list[str] = []

    def advance(self, size: int, records: int) -> None:
        self.size += size
        if records >= self.stop_at:
            raise KeyboardInterrupt

    def say(self, message: str) -> None:
        self.said.append(message)

    def note(self, message: str) -> None:
        self.noted.append(message)


@pytest.fixture
def pipeline(tmp_path) -> str:
    nlp = spacy.blank("en")
    nlp.add_pipe("annotate_run_watch")
    nlp.to_disk(tmp_path / "pipeline")
    return str(tmp_path / "pipeline")


@pytest.fixture(autouse=True)
def small_splits(monkeypatch) -> None:
    monkeypatch.setattr(job, "MIN_SPLIT", 100)
    seen.clear()


@pytest.fixture
def source(tmp_path) -> Path:
    records = [{"id": i, "text": f"Text number {i}"} for i in range(COUNT)]
    return write(tmp_path / "a.jsonl", *records[:11], b"no JSON", *records[11:])


def make_job(source, output, pipeline, **changes) -> Job:
    sources = find_sources([source], Reading())
    changes = {"n_process": 1, "form": OutputFormat(output.suffix), **changes}
    return Job(sources=sources, output=output, pipeline=pipeline, **changes)


def stopped(found: Job, *, at: int) -> Ear:
    ear = Ear(at)
    with pytest.raises(KeyboardInterrupt):
        run_job(found, ear)
    return ear


def found_rows(output: Path) -> list[dict]:
    """The rows with ids as text."""
    found = rows_of(output) if output.is_dir() else rows(output)
    return [row | {"id": str(row["id"])} for row in found]


OUTPUTS = ["out.jsonl", "out.parquet"]


@pytest.mark.parametrize("name", OUTPUTS)
def test_interrupted_run_goes_on(tmp_path, source, pipeline, name):
    whole = tmp_path / f"whole{Path(name).suffix}"
    totals = run_job(make_job(source, whole, pipeline), Ear())
    assert (totals.read, totals.failed, totals.kept) == (COUNT + 1, 1, 0)
    seen.clear()
    wanted = make_job(source, tmp_path / name, pipeline)
    stopped(wanted, at=8)
    first = len(seen)
    assert 8 <= first < COUNT
    stopped(wanted, at=20)
    ear = Ear()
    totals = run_job(wanted, ear)
    assert (totals.read, totals.failed) == (COUNT + 1, 1)
    assert 20 <= totals.kept < COUNT
    assert ear.noted == [
        f"{tmp_path / name}: {totals.kept} records are annotated already; going on"
    ]
    assert found_rows(tmp_path / name) == found_rows(whole)
    assert ear.size == source.stat().st_size
    assert set(Counter(seen).values()) == {1}  # of what was written nothing was done again


@pytest.mark.parametrize("name", OUTPUTS)
def test_results_that_were_changed_before_going_on_are_made_anew(tmp_path, source, pipeline, name):
    whole = tmp_path / f"whole{Path(name).suffix}"
    run_job(make_job(source, whole, pipeline), Ear())
    wanted = make_job(source, tmp_path / name, pipeline)
    stopped(wanted, at=12)
    kept = tmp_path / ".out.jsonl.part"
    if name == "out.parquet":
        kept = tmp_path / name / "part-00000-000001.parquet"
    content = bytearray(kept.read_bytes())
    content[content.index(b"number 5" if kept.suffix == ".part" else b"PAR1") + 7] ^= 1
    kept.write_bytes(content)
    ear = Ear()
    totals = run_job(wanted, ear)
    assert (totals.read, totals.failed) == (COUNT + 1, 1)
    assert "made anew" in ear.said[0]
    for part in [whole] if whole.is_file() else whole.glob("*.parquet"):
        same = tmp_path / name / part.relative_to(whole)
        assert same.read_bytes() == part.read_bytes()


@pytest.mark.parametrize("name", OUTPUTS)
@pytest.mark.parametrize("n_process", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_processes_write_the_same(tmp_path, source, pipeline, name, n_process):
    one, more = (tmp_path / str(n) / name for n in (1, n_process))
    for output, count in ((one, 1), (more, n_process)):
        output.parent.mkdir()
        run_job(make_job(source, output, pipeline, n_process=count), Ear())
    assert found_rows(one) == found_rows(more)


def test_outputs_have_the_same_rows(tmp_path, source, pipeline):
    for name in OUTPUTS:
        run_job(make_job(source, tmp_path / name, pipeline), Ear())
    lines, table = (found_rows(tmp_path / name) for name in OUTPUTS)
    assert lines == table
    assert "is not JSON" in lines[11]["error"]
    parts = sorted(path.name for path in (tmp_path / "out.parquet").glob("*.parquet"))
    assert len(parts) > 5
    assert parts[0] == "part-00000-000000.parquet"


def test_run_that_is_complete_is_not_done_again(tmp_path, source, pipeline):
    wanted = make_job(source, tmp_path / "out.parquet", pipeline)
    run_job(wanted, Ear())
    seen.clear()
    ear = Ear()
    totals = run_job(wanted, ear)
    assert seen == []
    assert (totals.read, totals.failed, totals.kept) == (COUNT + 1, 1, COUNT + 1)
    assert ear.noted[0].endswith("31 records are annotated already; that is all")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["out.jsonl", "out.spacy"])
def test_file_that_is_complete_is_not_made_again(tmp_path, source, pipeline, name):
    wanted = make_job(source, tmp_path / name, pipeline)
    run_job(wanted, Ear())
    seen.clear()
    totals = run_job(wanted, Ear())
    assert (seen, totals.read, totals.failed) == ([], COUNT + 1, 1)
    content = bytearray((tmp_path / name).read_bytes())
    content[len(content) // 2] ^= 1  # somebody has been at it
    (tmp_path / name).write_bytes(content)
    run_job(wanted, Ear())
    assert len(seen) == COUNT
    run_job(make_job(source, tmp_path / name, pipeline, fresh=True), Ear())
    assert len(seen) == 2 * COUNT


def test_interrupted_run_into_one_file_of_docs_begins_anew(tmp_path, source, pipeline):
    wanted = make_job(source, tmp_path / "out.spacy", pipeline)
    stopped(wanted, at=8)
    assert not (tmp_path / "out.spacy").exists()
    seen.clear()
    totals = run_job(wanted, Ear())
    assert (len(seen), totals.read, totals.kept) == (COUNT, COUNT + 1, 0)


def test_there_is_a_worker_for_each_processor_unless_the_input_is_small(
    tmp_path, source, pipeline, monkeypatch
):
    monkeypatch.setattr("spacy_citalign.app.processes.usable_processors", lambda: 7)
    wanted = make_job(source, tmp_path / "out.jsonl", pipeline, n_process=None)
    assert wanted.processes == 1
    monkeypatch.setattr(job, "SMALL", wanted.size)
    assert wanted.processes == 7
    assert make_job(source, tmp_path / "out.jsonl", pipeline, n_process=3).processes == 3


def test_rows_are_made_without_the_aligners(tmp_path):
    """Docs are made with them, since spans of a Doc may be aligned."""
    nlp = spacy.blank("en")
    names = ["annotate_run_watch", "citance_aligner", "sentence_aligner"]
    for name in names:
        nlp.add_pipe("annotate_run_watch", name=name)
    nlp.to_disk(tmp_path / "aligners")
    for suffix, loaded in ((".jsonl", names[:1]), (".spacy", names)):
        work = AnnotationWork(str(tmp_path / "aligners"), OutputFormat(suffix), tmp_path, tmp_path)
        assert work.load().pipe_names == loaded


def test_part_that_is_no_split_is_not_counted(tmp_path, source, pipeline):
    output = tmp_path / "out.parquet"
    stopped(make_job(source, output, pipeline), at=8)
    (output / "part-00000-000000.parquet").rename(output / "part-00000-000999.parquet")
    with pytest.raises(CitalignError, match="not of this run: part-00000-000999"):
        run_job(make_job(source, output, pipeline), Ear())


def test_rows_of_other_code_are_not_mixed(tmp_path, source, monkeypatch):
    """A component of a module of its own, which is edited between two starts."""
    (tmp_path / "edited.py").write_text(
        "from spacy.language import Language\n"
        "@Language.component('annotate_run_edited')\n"
        "def edited(doc):\n    return doc\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("edited")
    nlp = spacy.blank("en")
    nlp.add_pipe("annotate_run_edited")
    nlp.to_disk(tmp_path / "other")
    output = tmp_path / "out.parquet"
    stopped(make_job(source, output, str(tmp_path / "other")), at=8)
    with (tmp_path / "edited.py").open("a") as file:
        file.write("# better now\n")
    with pytest.raises(SettingError, match=r"pipeline\.code\.annotate_run_edited was"):
        run_job(make_job(source, output, str(tmp_path / "other")), Ear())


def test_folder_of_another_run_is_left_alone(tmp_path, source, pipeline):
    output = tmp_path / "out.parquet"
    stopped(make_job(source, output, pipeline), at=8)
    before = sorted(output.glob("*.parquet"))
    with source.open("a") as file:
        file.write('{"text": "one more"}\n')
    with pytest.raises(SettingError, match=r"another run: inputs\.bytes was .* --fresh"):
        run_job(make_job(source, output, pipeline), Ear())
    assert sorted(output.glob("*.parquet")) == before
    totals = run_job(make_job(source, output, pipeline, fresh=True), Ear())
    assert (totals.read, totals.kept) == (COUNT + 2, 0)


def test_lines_of_another_run_are_dropped_and_that_is_said(tmp_path, source, pipeline):
    output = tmp_path / "out.jsonl"
    stopped(make_job(source, output, pipeline), at=8)
    ear = Ear()
    totals = run_job(make_job(source, output, "blank:en"), ear)
    assert (totals.read, totals.kept) == (COUNT + 1, 0)
    assert "the records of an earlier run are dropped: " in ear.said[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", OUTPUTS)
def test_no_row_of_a_run_that_another_version_began_is_kept(tmp_path, source, pipeline, name):
    wanted = make_job(source, tmp_path / name, pipeline)
    stopped(wanted, at=8)
    left = tmp_path / (f".{name}.part.json" if name.endswith("l") else f"{name}/_manifest.json")
    content = json.loads(left.read_text().partition("\n" if name.endswith("l") else "\0")[0])
    fingerprint = content.get("fingerprint", content)
    del fingerprint["layout"]
    fingerprint["versions"]["spacy_citalign"] = "0.1.0"
    left.write_text(json.dumps(content) + "\n")
    said = r"layout was nothing, is \d; versions.spacy_citalign was \"0\.1\.0\", is "
    if name.endswith(".parquet"):
        with pytest.raises(SettingError, match=f"{said}.* --fresh, .* or choose another output"):
            run_job(wanted, Ear())
        assert json.loads(left.read_text()) == content
        wanted = make_job(source, tmp_path / name, pipeline, fresh=True)
        assert run_job(wanted, Ear()).kept == 0
    else:
        ear = Ear()
        assert run_job(wanted, ear).kept == 0
        assert re.search(f"the records of an earlier run are dropped: .*{said}", ear.said[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", [*OUTPUTS, "out.spacy"])
def test_one_process_at_a_time_writes_an_output(tmp_path, source, pipeline, name):
    wanted = make_job(source, tmp_path / name, pipeline)

    class Second(Ear):
        def advance(self, size: int, records: int) -> None:
            with pytest.raises(SettingError, match="another process is writing"):
                run_job(wanted, Ear())
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_job(wanted, Second())
    assert run_job(wanted, Ear()).read == COUNT + 1


def test_what_a_killed_run_left_is_removed_at_the_next_start(tmp_path, source, pipeline):
    left = [
        tmp_path / ".out.spacy.pond-1-0123abcd.new",
        tmp_path / ".out.spacy.errors.jsonl.pond-1-0123abcd.new",
        tmp_path / ".out.spacy.tries" / "part-00000-000000.tries",
    ]
    for path in left:
        path.parent.mkdir(exist_ok=True)
        path.write_text("begun earlier\n")
    stopped(make_job(source, tmp_path / "out.spacy", pipeline), at=8)
    assert not any(path.exists() for path in left)
    assert not (tmp_path / ".out.spacy.tries").exists()


def test_input_that_changed_unnoticed_is_annotated_again(tmp_path, source, pipeline):
    wanted = tmp_path / "out.jsonl"
    run_job(make_job(source, wanted, pipeline), Ear())
    status = source.stat()
    source.write_bytes(source.read_bytes().replace(b"Text", b"Tent"))
    os.utime(source, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert source.stat().st_size == status.st_size
    assert run_job(make_job(source, wanted, pipeline), Ear()).kept == 0
    assert rows(wanted)[0]["text"] == "Tent number 0"


def test_output_that_changed_unnoticed_is_made_again(tmp_path, source, pipeline):
    wanted = tmp_path / "out.jsonl"
    run_job(make_job(source, wanted, pipeline), Ear())
    whole = wanted.read_bytes()
    wanted.write_bytes(whole.replace(b"Text", b"Tent"))
    assert run_job(make_job(source, wanted, pipeline), Ear()).kept == 0
    assert wanted.read_bytes() == whole


def test_manifest_says_what_was_done(tmp_path, source, pipeline):
    for name in OUTPUTS:
        output = tmp_path / name
        run_job(make_job(source, output, pipeline), Ear())
        beside = output.with_name(f"{name}.manifest.json")
        manifest = json.loads(
            (output / "_manifest.json" if output.is_dir() else beside).read_text()
        )
        assert manifest["state"] == "complete"
        counts = {"read": 31, "annotated": 30, "failed": 1, "rows": 31}
        assert counts.items() <= manifest["counts"].items()
        fingerprint = manifest["fingerprint"]
        assert fingerprint["versions"]["spacy"] == spacy.__version__
        assert fingerprint["inputs"]["bytes"] == source.stat().st_size
        assert fingerprint["pipeline"]["components"] == ["annotate_run_watch"]


def test_no_more_than_some_failures_are_said(tmp_path, pipeline):
    source = write(tmp_path / "a.jsonl", *({"text": "bad"} for _ in range(200)))
    ear = Ear()
    totals = run_job(make_job(source, tmp_path / "out.jsonl", pipeline), ear)
    assert (totals.read, totals.failed) == (200, 200)
    assert len(ear.said) == 101
    assert ear.said[-1] == "more records fail; the output has all of them, with their errors"
    assert len(rows(tmp_path / "out.jsonl")) == 200


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("name", OUTPUTS)
@pytest.mark.parametrize("n_process", [1, 2])
def test_killed_runs_have_each_record_once(tmp_path, pipeline, name, n_process):
    count, runs = 160, 4
    records = [{"id": str(i), "text": f"Text number {i}"} for i in range(count)]
    source = write(tmp_path / "a.jsonl", *records)
    script = Path(__file__).with_name("killed_annotations.py")
    args = [tmp_path, runs, source, "-o", tmp_path / name, "--pipeline", pipeline, "-q"]
    done = subprocess.run(
        [sys.executable, script, *map(str, args), "--n-process", str(n_process)],
        env=os.environ | {"OMP_NUM_THREADS": "1"},  # forks want a process of one thread
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert [row["id"] for row in found_rows(tmp_path / name)] == [r["id"] for r in records]
    assert all("error" not in row for row in found_rows(tmp_path / name))
    left = {path.name for path in tmp_path.iterdir()} - {"a.jsonl", "log", "pipeline"}
    assert left <= {name, f"{name}.manifest.json"}
    log = (tmp_path / "log").read_text().splitlines()
    assert log.count("run") == runs
    # A kill costs what the processes were at: a split of some records each, or two.
    assert len(log) - runs - count <= (runs - 1) * 3 * n_process * 12
