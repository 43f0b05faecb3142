"""The soak itself (tests/soak.py): what differs, is left over or lives on is found."""

import random
import subprocess
import sys
import time

import pytest
import typer

if sys.platform == "win32":
    pytest.skip("the soak sends signals", allow_module_level=True)

from spacy_citalign.cli import app
from tests import soak, soak_commands

GENES = next(one for one in soak_commands.COMMANDS if one.name == "gene-ids")


@pytest.fixture
def of_genes(tmp_path, monkeypatch):
    """A soak of the command that is over soonest."""
    monkeypatch.setattr(soak, "COMMANDS", (GENES,))
    monkeypatch.setattr(soak, "PREPARED", ())
    monkeypatch.setattr(soak, "PATIENCE", 0.3)
    return soak.Soak(tmp_path, random.Random(1))


def test_all_commands_that_write_are_soaked():
    names = {name.replace("_", "-") for name in typer.main.get_command(app).commands}
    # These print, or write a JSON file of what they print, or write nothing.
    writing = names - {"check", "config", "evaluate", "serve"}
    assert {command.name for command in soak_commands.COMMANDS} == writing


@pytest.mark.slow
@pytest.mark.parametrize("trouble", ["signal", "full disk", "large file", "small promise"])
def test_a_round_that_ends_well_has_no_failure(of_genes, monkeypatch, trouble):
    monkeypatch.setattr(soak, "TROUBLES", (trouble,))
    of_genes.round(0)
    assert of_genes.failures == []
    assert of_genes.counts[f"round of gene-ids with {trouble}"] == 1
    assert "1 rounds, 1 of 1 command lines" in of_genes.summary(1, 60)


@pytest.mark.slow
def test_what_differs_is_found(of_genes, monkeypatch):
    monkeypatch.setattr(soak, "TROUBLES", ("small promise",))
    of_genes.expected[0] = (0, {"out.table": b"another"}, 1.0)
    of_genes.round(0)
    assert len(of_genes.failures) == 1
    assert of_genes.failures[0].startswith(f"{GENES} after small promise: ['out.table'] differ")


def test_what_is_left_over_is_found(of_genes):
    of_genes.clean()
    (of_genes.outputs / ".out.table.host-1-0123abcd.new").touch()
    of_genes.check_folder("a round")
    assert "are left over" in of_genes.failures[0]


def test_what_lives_on_is_found_and_ended(of_genes):
    sleep = [sys.executable, "-c", "import time; time.sleep(60)"]
    sleeper = subprocess.Popen(sleep, cwd=of_genes.inputs)
    start = time.monotonic()
    of_genes.check_orphans("a round")
    assert "1 processes live on" in of_genes.failures[0]
    assert sleeper.wait() == -9
    assert time.monotonic() - start < 30
