"""`citalign align` that is interrupted and started again: each group is aligned once."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import spacy
from align_runs import FACTORY, TEXTS, group, run, save
from cli_files import rows, write
from contract_cases import trained_bytes
from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign.app.answers.aligner import AlignerSetup
from spacy_citalign.app.answers.aligning import AlignmentRun, Counts, line_namer
from spacy_citalign.app.answers.events import Events, Stage
from spacy_citalign.app.locking import only_writer
from spacy_citalign.app.pipelines import load_pipeline, pipeline_fingerprint

pytestmark = pytest.mark.slow

SEEN: list[str] = []
HALT: set[str] = set()


@Language.component("align_resume_watch")
def watch(doc: Doc) -> Doc:
    """Note the first word of a group, which is unlike those of the others; halt there if told."""
    SEEN.append(doc[0].text)
    if doc[0].text in HALT:
        raise KeyboardInterrupt
    return doc


@pytest.fixture(autouse=True)
def _forget(monkeypatch):
    """No group is done with another: what is interrupted is one group, and no batch."""
    monkeypatch.setattr("spacy_citalign.app.answers.batches.MAX_GROUPS", 1)
    SEEN.clear()
    HALT.clear()


@pytest.fixture(scope="module")
def model():
    return trained_bytes(FACTORY)


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory, model):
    path = tmp_path_factory.mktemp("resume") / "pipeline"
    return save(path, model, before=["align_resume_watch"])


def named(number):
    """A group whose text begins with a word of its own."""
    made = group(number % len(TEXTS))
    made["citances"][0]["text"] = f"Group{number} {made['citances'][0]['text']}"
    return made


@pytest.fixture
def source(tmp_path):
    """Groups, and between them a line that is none and one that is blank."""
    made = [named(number) for number in range(5)]
    return write(tmp_path / "a.jsonl", *made[:2], b"{", b"", *made[2:])


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out.jsonl"


@pytest.fixture
def whole(source, pipeline, tmp_path):
    """The output of a run that nothing interrupts."""
    path = tmp_path / "whole.jsonl"
    assert run(source, "-o", path, "--pipeline", pipeline).exit_code == 1
    SEEN.clear()
    return path.read_bytes()


def align_file(pipeline, groups, output) -> Counts:
    """Align from Python, without a command."""
    stage = Stage(Events(), "aligning", "groups", None)
    run = AlignmentRun(AlignerSetup(pipeline).load(), line_namer(groups), stage, Events())
    return run.to_file(groups, output)


def interrupted(source, out, pipeline, *args, at="Group3"):
    """A run that Ctrl-C ends at a group."""
    HALT.add(at)
    result = run(source, "-o", out, "--pipeline", pipeline, *args)
    assert result.exit_code != 0
    HALT.clear()
    return result


def test_interrupted_run_goes_on_where_it_stopped(source, out, pipeline, whole):
    stopped = interrupted(source, out, pipeline)
    assert "4 groups are kept; the same command goes on from there" in stopped.stderr
    assert not out.exists()
    result = run(source, "-o", out, "--pipeline", pipeline)
    assert result.exit_code == 1
    assert [f"Group{number}" for number in (0, 1, 2, 3, 3, 4)] == SEEN
    assert out.read_bytes() == whole
    citances = sum(map(len, TEXTS))
    assert result.stderr.splitlines() == [
        f"{out}: 4 groups are aligned already; going on",
        f"6 groups read, 5 aligned, 1 failed; {citances} citances aligned, 0 empty -> {out}",
    ]
    assert {path.name for path in out.parent.iterdir()} == {"a.jsonl", "out.jsonl", "whole.jsonl"}


@pytest.mark.parametrize("row", [{"citances": 5}, {"citances": [{}]}])
def test_rows_that_are_none_of_ours_are_aligned_anew(source, out, pipeline, whole, row):
    interrupted(source, out, pipeline)
    part = out.with_name(".out.jsonl.part")
    lines = part.read_bytes().split(b"\n")
    part.write_bytes(b"\n".join([lines[0], json.dumps(row).encode(), *lines[2:]]))
    assert run(source, "-o", out, "--pipeline", pipeline).exit_code == 1
    assert out.read_bytes() == whole


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: [rows[0].replace(b'"expected_ama": ', b'"expected_ama": 1'), *rows[1:]],
        lambda rows: [rows[0], rows[1].replace(b"Group1", b"Group7"), *rows[2:]],
        lambda rows: [rows[1], rows[0], *rows[2:]],
        lambda rows: [rows[0], *rows],
        lambda rows: rows[1:],
        lambda rows: [rows[0], rows[3], *rows[2:]],
    ],
)
def test_rows_that_others_changed_are_aligned_anew(source, out, pipeline, whole, change):
    interrupted(source, out, pipeline)
    part = out.with_name(".out.jsonl.part")
    before = part.read_bytes().splitlines(keepends=True)
    after = change(before)
    assert after != before
    part.write_bytes(b"".join(after))
    result = run(source, "-o", out, "--pipeline", pipeline)
    assert "are not as they were written from number" in result.stderr
    assert "6 groups read, 5 aligned, 1 failed" in result.stderr
    assert out.read_bytes() == whole


def test_group_that_has_no_key_keeps_its_own_number(out, pipeline, tmp_path):
    nameless = [{"citances": named(number)["citances"]} for number in range(3)]
    source = write(tmp_path / "a.jsonl", b"", *nameless)
    interrupted(source, out, pipeline, at="Group1")
    assert run(source, "-o", out, "--pipeline", pipeline).exit_code == 0
    assert [row["cited"]["key"] for row in rows(out)] == ["group-2", "group-3", "group-4"]


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ([], ["--threshold", "0.5"], "settings.threshold was 0.4, is 0.5"),
        (
            ["--method", "schwartz", "--posteriors"],
            ["--method", "schwartz"],
            "settings.posteriors was true, is false",
        ),
        ([], ["--method", "schwartz"], 'settings.method was "units", is "schwartz"'),
    ],
)
def test_other_settings_start_anew(source, out, pipeline, before, after, reason):
    interrupted(source, out, pipeline, *before)
    result = run(source, "-o", out, "--pipeline", pipeline, *after, "--quiet")
    dropped, config = result.stderr.splitlines()[0].split("; ")
    assert dropped == f"{out}: the groups of an earlier run are dropped: {reason}"
    assert config.startswith("pipeline.config was ")  # which has the settings
    assert SEEN.count("Group0") == 2
    again = out.with_name("again.jsonl")
    run(source, "-o", again, "--pipeline", pipeline, *after)
    assert out.read_bytes() == again.read_bytes()


def test_other_input_starts_anew(source, out, pipeline):
    interrupted(source, out, pipeline)
    text = source.read_text()
    source.write_text(text.replace("Group0", "Group9"))
    result = run(source, "-o", out, "--pipeline", pipeline)
    assert 'dropped: input.sha256 was "' in result.stderr
    assert "Group9" in SEEN


def test_other_pipeline_starts_anew(source, out, pipeline, model, tmp_path):
    interrupted(source, out, pipeline)
    other = save(tmp_path / "other", model, before=["align_resume_watch"], threshold=0.5)
    result = run(source, "-o", out, "--pipeline", other)
    assert "dropped: settings.threshold was 0.4, is 0.5; pipeline.config was" in result.stderr
    assert SEEN.count("Group0") == 2


def test_copy_of_the_pipeline_goes_on(source, out, pipeline, model, tmp_path, whole):
    interrupted(source, out, pipeline)
    run(source, "-o", out, "--pipeline", save(tmp_path / "b", model, before=["align_resume_watch"]))
    assert SEEN.count("Group0") == 1
    assert out.read_bytes() == whole


def test_fresh_starts_anew(source, out, pipeline, whole):
    interrupted(source, out, pipeline)
    result = run(source, "-o", out, "--pipeline", pipeline, "--fresh")
    assert "dropped" not in result.stderr
    assert SEEN.count("Group0") == 2
    assert out.read_bytes() == whole


def test_standard_input_is_read_from_its_beginning(source, out, pipeline, whole):
    text = source.read_text()
    HALT.add("Group3")
    run("-", "-o", out, "--pipeline", pipeline, text=text)
    HALT.clear()
    assert {path.name for path in out.parent.iterdir()} == {"a.jsonl", "whole.jsonl"}
    run("-", "-o", out, "--pipeline", pipeline, text=text)
    assert SEEN.count("Group0") == 2
    assert out.read_bytes() == whole


def test_two_runs_do_not_write_one_output(source, out, pipeline):
    with only_writer(out, out.with_name(".out.jsonl.part.lock")):
        result = run(source, "-o", out, "--pipeline", pipeline)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: another process is writing {out}; wait")
    assert SEEN == []


def test_python_gets_the_counts(source, out, pipeline, whole, capsys):
    HALT.add("Group2")
    with pytest.raises(KeyboardInterrupt):
        align_file(pipeline, source, out)
    HALT.clear()
    counts = align_file(pipeline, source, out)
    errors = {3: counts.errors[3]}
    assert counts == Counts(6, errors, citances=sum(map(len, TEXTS)), empty=0, kept=3)
    assert "not JSON" in errors[3]
    assert (counts.failed, counts.aligned) == (1, 5)
    assert out.read_bytes() == whole
    assert "going on" not in capsys.readouterr().err


def test_fingerprint_of_a_pipeline_changes_by_its_models_and_not_by_its_use(pipeline):
    nlp = load_pipeline(pipeline)
    before = pipeline_fingerprint(nlp)
    nlp("Words that nobody has seen: Qwrt7 zork2-like.")
    assert pipeline_fingerprint(nlp) == before == pipeline_fingerprint(load_pipeline(pipeline))
    nlp.get_pipe(FACTORY).from_bytes(spacy.blank("en").add_pipe(FACTORY).to_bytes())  # no model
    after = pipeline_fingerprint(nlp)
    assert [name for name in before if after[name] != before[name]] == ["models"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_killed_runs_align_each_group_once(tmp_path, pipeline):
    count, runs = 24, 5
    source = write(tmp_path / "a.jsonl", *(named(number) for number in range(count)))
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    align_file(pipeline, source, whole)

    script = Path(__file__).with_name("killed_runs.py")
    args = [tmp_path, runs, "align", source, "-o", out, "--pipeline", pipeline]
    done = subprocess.run(
        [sys.executable, script, *map(str, args)],
        env=os.environ | {"OMP_NUM_THREADS": "1"},  # forks want a process of one thread
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert out.read_bytes() == whole.read_bytes()
    names = {"a.jsonl", "log", "out.jsonl", "whole.jsonl"}
    assert {path.name for path in tmp_path.iterdir()} == names
    log = (tmp_path / "log").read_text().split("run ")[1:]
    assert len(log) == runs
    finished = [int(part.split()[0]) for part in log] + [count]
    for kept, following, part in zip(finished, finished[1:], log, strict=False):
        begun = part.split()[1:]
        assert begun == [f"Group{number}" for number in range(kept, kept + len(begun))]
        # Nothing that was finished is done again; the group that the kill hit is.
        assert kept + len(begun) - following in (0, 1)
