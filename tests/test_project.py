"""The project of ``project/``: from marked texts to a packaged pipeline by Weasel's commands."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import spacy
from spacy.cli import app
from spacy.cli.init_config import fill_config
from weasel.cli.run import project_run
from weasel.schemas import ProjectConfigSchema, validate
from weasel.util.config import load_project_config

FOLDER = Path(__file__).parents[1] / "project"
CONFIGS = [FOLDER / "configs" / f"{name}.cfg" for name in ("genes", "terms")]  # of no folder


@pytest.fixture
def project(tmp_path):
    return Path(shutil.copytree(FOLDER, tmp_path / "project"))


def weasel(folder, *arguments):
    command = [sys.executable, "-m", "weasel", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_what_each_command_needs_is_there_or_made_before():
    config = load_project_config(FOLDER, interpolate=True)
    assert not validate(ProjectConfigSchema, config)
    commands = {command["name"]: command for command in config["commands"]}
    made = set()
    for name in config["workflows"]["all"]:
        command = commands[name]
        for need in command["deps"]:
            assert need in made or (FOLDER / need).exists(), (name, need)
        made |= {*command.get("outputs", []), *command.get("outputs_no_cache", [])}
    assert all((FOLDER / asset["dest"]).exists() for asset in config["assets"])


def test_the_readme_lists_the_commands(project):
    written = (project / "README.md").read_text(encoding="utf-8")
    assert not weasel(project, "document", "--output", "README.md").returncode
    assert (project / "README.md").read_text(encoding="utf-8") == written


@pytest.mark.parametrize("config", CONFIGS, ids=lambda path: path.stem)
def test_configs_are_filled(config, tmp_path):
    filled, _ = fill_config(tmp_path / "filled.cfg", config, silent=True)
    assert filled["training"]["max_steps"] == 1


def run_here(command, **_):
    """Do what a command of the project does; each process would import spaCy anew."""
    if command[1:3] == ["-m", "spacy"]:
        app(command[3:], standalone_mode=False)
    else:
        subprocess.run(command, check=True)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # spaCy's
def test_the_whole_project_runs(project, monkeypatch):
    monkeypatch.setattr("weasel.cli.run.run_command", run_here)
    project_run(project, "all")
    for name, key in (("genes", "gene_mentions"), ("terms", "propositional_terms")):
        scores = json.loads((project / "metrics" / f"{name}.json").read_bytes())
        assert scores[f"spans_{key}_f"] > 0.7
    meta = json.loads((project / "training" / "aligner" / "model-last" / "meta.json").read_bytes())
    assert meta["performance"]["homologs_f"] > 0.7
    assert list(project.glob("packages/*/dist/*.whl"))
    nlp = spacy.load(project / "training" / "aligner" / "model-last")
    assert [one["text"] for one in nlp("Cells without Fenk grow.")._.gene_mentions] == ["Fenk"]
    again = weasel(project, "run", "all").stdout
    assert again.count("nothing changed") == 6
