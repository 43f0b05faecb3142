"""The fuzzing itself (tests/fuzzing): planted mistakes are found, and all seeds are in order."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from spacy_citalign.errors import SettingError
from tests.fuzzing.command import main
from tests.fuzzing.findings import found
from tests.fuzzing.target import accepts
from tests.fuzzing.targets import SETS, find_target, names_of, targets_of

FUZZING = Path(__file__).parent / "fuzzing"
QUICK = ("--seconds", "1", "--timeout", "3", "--memory", "200")
# Components take seconds to load or to train; their own tests give them these texts.
SLOW = {"models", "components"}


def fuzzing(*arguments):
    """Run the command line; its exit status and what it prints."""
    done = subprocess.run(
        [sys.executable, FUZZING, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=100,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def cells(said: str, name: str) -> list[str]:
    """The row of a target in the table at the end."""
    (row,) = (line for line in said.split("\n\n")[-1].split("\n") if line.startswith(f"{name} "))
    return row.split()


# --- what is planted -----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "kind", "told"),
    [
        ("planted_crash", "ZeroDivisionError-targets_planted-", "planted in b'"),
        ("planted_death", "crash-", "Aborted"),
        ("planted_hang", "timeout-", "in _hang"),
        ("planted_hog", ("oom-", "MemoryError-"), "MemoryError"),
    ],
)
def test_planted_mistake_is_found_and_repeated(tmp_path, name, kind, told):
    pytest.importorskip("atheris")
    status, said = fuzzing(name, *QUICK, "--folder", tmp_path)
    assert status == 1
    path, *others = found(tmp_path / name / "findings")
    assert all(one.name.startswith(kind) for one in (path, *others))
    assert f"found: python tests/fuzzing {name} --input {path}" in said
    assert int(cells(said, name)[1].replace(",", "")) > 0
    status, said = fuzzing(name, "--input", path, "--timeout", "2", "--memory", "200")
    assert status != 0
    assert told in said


@pytest.mark.slow
def test_sound_target_has_no_findings_and_leaves_nothing(tmp_path, monkeypatch):
    pytest.importorskip("atheris")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    status, said = fuzzing("planted_sound", *QUICK)
    assert status == 0
    name, inputs, _, seconds, _, _, findings = cells(said, "planted_sound")
    assert (name, findings) == ("planted_sound", "0")
    assert int(inputs.replace(",", "")) > 1000
    assert 0.5 < float(seconds) < 10
    assert list(tmp_path.iterdir()) == []


# --- targets -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in SETS if name not in SLOW])
def test_targets_accept_their_own_seeds(name):
    pytest.importorskip("pyarrow", exc_type=ImportError)
    for target in targets_of(name):
        seeds = list(target.seeds())
        assert seeds, target.name
        for data in seeds:
            assert accepts(target, data), target.name


@pytest.mark.parametrize("name", ["model_payload", "model_members", "model_settings"])
def test_models_accept_their_own_seeds(name):
    target = find_target(name)
    assert all(accepts(target, data) for data in target.seeds())


def test_names_of_targets_are_unique_and_sets_hold_them():
    every = names_of([])
    assert len(every) == len(set(every)) == sum(len(targets_of(name)) for name in SETS)
    assert names_of(["readers", "jats"]) == [target.name for target in targets_of("readers")]
    with pytest.raises(SettingError, match="there is no target 'frog'; --list shows them"):
        names_of(["frog"])


def test_command_line_refuses_what_it_does_not_know(capsys):
    assert main(["frog"]) == 2
    assert main(["planted_crash", "planted_hog", "--input", "x"]) == 2
    said = capsys.readouterr().err
    assert said.endswith("--list shows them\n--input is for one target; name it\n")
