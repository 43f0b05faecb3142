"""The package among spaCy's own: its commands, its pipelines, and what type checkers see."""

import ast
import json
import pickle
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import spacy

import spacy_citalign
from spacy_citalign.components.base.shipped import shipped_folder

SPECIAL_CASES = True  # all of English, see shared_fixtures.py

ROOT = Path(spacy_citalign.__file__).parent
UNIVERSE = Path(__file__).parents[1] / "docs" / "universe.json"
QUICK = {"exclude": ["gene_mention_tagger", "propositional_term_extractor", "citance_aligner"]}


def python(*arguments, **options):
    """What a process prints."""
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


# --- the shipped pipeline among others ------------------------------------------------------------


def test_the_pipeline_is_among_those_that_are_installed():
    assert "spacy_citalign" in spacy.util.get_installed_models()


def test_spacy_info_reads_the_meta_data_of_the_pipeline():
    info = spacy.cli.info("spacy_citalign", silent=True)
    written = json.loads((shipped_folder() / "meta.json").read_bytes())
    for name in ("name", "version", "pipeline", "sources", "license", "description"):
        assert info[name] == written[name]
    assert (ROOT / "meta.json").read_bytes() == (shipped_folder() / "meta.json").read_bytes()


@pytest.mark.parametrize("works_with", [True, False])
def test_spacy_validate_goes_by_its_meta_data(monkeypatch, works_with, capsys):
    """With a table of the packages of spaCy's makers, which has it not, as if fetched."""

    class Table:
        status_code = 200

        def json(self):
            return {"spacy": {spacy.util.get_minor_version(spacy.__version__): {"en_pond": ["1"]}}}

    command = import_module("spacy.cli.validate")
    monkeypatch.setattr(command.requests, "get", lambda address: Table())
    if works_with:
        command.validate()
    else:
        monkeypatch.setattr(command, "is_compatible_version", lambda *versions: False)
        with pytest.raises(SystemExit):
            command.validate()
    assert "spacy_citalign" in capsys.readouterr().out


@pytest.mark.slow
def test_what_is_saved_of_it_can_be_packaged_and_loads(tmp_path):
    nlp = spacy.load("spacy_citalign", **QUICK)
    nlp.meta["name"] = "pond"
    nlp.to_disk(tmp_path / "mine")
    (tmp_path / "out").mkdir()
    python("-m", "spacy", "package", tmp_path / "mine", tmp_path / "out", "--build", "none")
    (made,) = (tmp_path / "out").iterdir()
    requirements = json.loads((made / "meta.json").read_bytes())["requirements"]
    assert any(name.startswith("spacy-citalign>=") for name in requirements)
    readme = (made / "README.md").read_text()
    assert "SciERC" in readme
    shutil.copy(made / "meta.json", made / "en_pond")  # as its setup.py does
    text = "The frogs of the pond jump."
    code = f"import en_pond, json; print(json.dumps(en_pond.load()({text!r}).to_json()))"
    assert json.loads(python("-c", code, cwd=made)) == nlp(text).to_json()


@pytest.mark.slow
def test_a_pickled_pipeline_is_little_larger_than_its_bytes():
    nlp = spacy.load("spacy_citalign", **QUICK)
    pickled = pickle.dumps(nlp)
    assert len(pickled) < 1.5 * len(nlp.to_bytes())
    again = pickle.loads(pickled)
    for name, component in nlp.pipeline:
        assert again.get_pipe(name).settings == component.settings
        assert again.get_pipe(name).to_bytes() == component.to_bytes()


# --- names ----------------------------------------------------------------------------------------


def test_public_names_are_seen_without_being_imported():
    public = {*spacy_citalign.__all__} - {"__version__"}
    assert {name for name in dir(spacy_citalign) if name[0] != "_"} == public
    for name in spacy_citalign.__all__:
        assert getattr(spacy_citalign, name) is not None


def test_what_type_checkers_see_is_what_is_imported():
    """The imports under ``TYPE_CHECKING`` are those that are made when a name is asked for."""
    tree = ast.parse((ROOT / "__init__.py").read_text(encoding="utf-8"))
    (block,) = (
        node
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    seen = {alias.name: node.module for node in block.body for alias in node.names}
    homes = spacy_citalign._HOMES
    assert seen == homes
    assert {*seen} == {*spacy_citalign.__all__} - {"__version__"}


def test_wrong_name_is_an_error():
    with pytest.raises(AttributeError, match="no attribute 'nonexistent'"):
        spacy_citalign.nonexistent  # noqa: B018


# --- as a module, and in a checkout ---------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ["-m", "spacy_citalign"],
        pytest.param(["-m", "spacy", "citalign"], marks=pytest.mark.slow),
    ],
)
def test_commands_are_there_as_a_module(arguments):
    assert python(*arguments, "--version").split()[-1] == spacy_citalign.__version__


@pytest.mark.slow
def test_a_checkout_hides_no_component_of_the_installed_package(tmp_path):
    """Python in a checkout finds the folders of the checkout, after a plain install as well."""
    components = ROOT / "components"
    if not components.exists():
        components = ROOT.parent / "components"
    inner = tmp_path / "spacy_citalign"
    inner.mkdir()
    for path in ROOT.iterdir():
        if path.name not in ("components", "__pycache__"):
            (inner / path.name).symlink_to(path)
    (tmp_path / "components").symlink_to(components)
    code = (
        "import sys\n"
        "sys.meta_path = [f for f in sys.meta_path if not f.__module__.startswith('__editable')]\n"
        "import spacy, spacy_citalign\n"
        "spacy.blank('en').add_pipe('citance_finder')\n"
        "print(spacy_citalign.__file__)\n"
    )
    assert python("-c", code, cwd=tmp_path).startswith(str(inner))


@pytest.mark.slow
@pytest.mark.skipif(not UNIVERSE.exists(), reason="the tests run without the checkout")
def test_the_entry_of_the_universe_is_complete_and_its_code_runs():
    entry = json.loads(UNIVERSE.read_text(encoding="utf-8"))
    assert {"id", "title", "slogan", "description", "pip", "code_example", "category"} <= set(entry)
    printed = python("-W", "ignore", "-c", "\n".join(entry["code_example"]))
    assert printed == "['STAT3', 'zinc finger protein']\n"
