"""The rules of the house, read from the source: who may import whom, and what is found by name."""

import doctest
import importlib
import json
import subprocess
import sys
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import pytest
import spacy
from blank_english import NLP

from tests.package_imports import PACKAGE, Import, package_imports, part_of, source_files

SPECIAL_CASES = True  # all of English, see shared_fixtures.py

DISTRIBUTION = "spacy-citalign"
ROOT = Path(__file__).resolve().parents[1]

# What each part may import of the others. An idea imports no other idea: what one finds reaches the
# next on the Doc. A new part gets a line here.
BASE = {"errors", "memory"}
IDEAS = {
    "boundaries",
    "chunks",
    "citances",
    "citations",
    "columns",
    "evidence",
    "gene_ids",
    "genes",
    "lemmas",
    "sentences",
    "statements",
    "tags",
    "terms",
}
LOWER = (
    BASE
    | {"atomic", "words", "chain"}
    | IDEAS
    | {
        "answer_rows",
        "claim_rows",
        "corpora",
        "inputs",
        "library_rows",
        "row_files",
        "schema",
    }
)
ARROWS: dict[str, set[str]] = {
    "errors": set(),
    "atomic": {"errors"},
    "memory": {"errors"},
    "words": BASE,
    "chain": BASE | {"words"},
    **{idea: BASE | {"words", "chain"} for idea in IDEAS},
    "corpora": BASE,  # plain records
    "article_rows": set(),
    "schema": {"article_rows", "schema_checks"},
    "schema_checks": {"schema"},  # its types
    "claim_rows": {"article_rows"},
    "library_rows": {"article_rows", "schema"},
    "row_files": BASE | {"corpora", "schema"},
    "answer_rows": BASE | {"corpora", "row_files", "schema"},
    # Plain records; of words what is kept of names, of citations those of pages without markup.
    "inputs": BASE | {"words", "corpora", "citations"},
    "components": LOWER,
    "app": LOWER | {"components", ""},  # nothing below imports it
    "checks": LOWER | {"components", "app", ""},
    "cli": LOWER | {"components", "app", "checks", ""},
    "__main__": {"cli"},
    "batch": {"app", "errors"},  # an import path of version 0.2
    "": {"components", "app"},  # spacy_citalign/__init__.py, inside functions
}
MAY_IMPORT_SPACY = {"app", "components", "checks", "cli"}
CRFSUITE = {"sklearn_crfsuite", "pycrfsuite"}
WEB = {"anyio", "fastapi", "starlette", "uvicorn"}
HEAVY = (
    WEB | {"lxml", "matplotlib", "networkx", "rapidfuzz", "scipy", "scispacy", "sklearn"} | CRFSUITE
)
ADVERTISED = {
    "console_scripts",
    "spacy_callbacks",
    "spacy_cli",
    "spacy_displacy_colors",
    "spacy_factories",
    "spacy_models",
    "spacy_readers",
    "spacy_scorers",
}


def entry_points() -> list[metadata.EntryPoint]:
    return list(metadata.distribution(DISTRIBUTION).entry_points)


def shown(statements: Iterable[Import]) -> list[str]:
    return [f"{each.importer}:{each.line} imports {each.module}" for each in statements]


# --- arrows ----------------------------------------------------------------------------------


def test_every_part_has_its_arrows():
    parts = {part_of(name) for name, _ in source_files()}
    assert {"words", "chain", "genes", "components", "cli"} <= parts
    assert parts <= ARROWS.keys(), "a new part: say in ARROWS what it may import"


def test_no_forbidden_arrow():
    wrong = (
        statement
        for statement in package_imports()
        if statement.top == PACKAGE
        and statement.target not in ARROWS[statement.part] | {statement.part}
    )
    assert shown(wrong) == []


def test_nothing_below_imports_the_app():
    below = set(ARROWS) - {"app", "batch", "checks", "cli", "__main__", ""}
    assert all("app" not in ARROWS[part] for part in below)


def test_spacy_stays_outside_the_library():
    wrong = (
        statement
        for statement in package_imports()
        if statement.top in {"spacy", "thinc"} and statement.part not in MAY_IMPORT_SPACY
    )
    assert shown(wrong) == []


def test_crfsuite_is_in_one_file_of_the_chain():
    files = {statement.importer for statement in package_imports() if statement.top in CRFSUITE}
    assert len(files) <= 1, files
    assert all(name.startswith(f"{PACKAGE}.chain.") for name in files)


def test_scispacy_is_in_functions_of_components():
    wrong = (
        statement
        for statement in package_imports()
        if statement.top == "scispacy" and not (statement.late and statement.part == "components")
    )
    assert shown(wrong) == []


def test_the_web_framework_is_in_the_folder_of_the_web_alone():
    """It is an extra: whoever does not serve needs none of it, not even to list the commands."""
    web = f"{PACKAGE}.app.web"
    statements = list(package_imports())
    outside = [each for each in statements if not each.importer.startswith(f"{web}.")]
    assert shown(each for each in outside if each.top in WEB) == []
    of_web = [each for each in outside if each.module.startswith(web)]
    assert {each.importer for each in of_web} == {f"{PACKAGE}.cli.serve"}
    assert shown(each for each in of_web if not each.late) == []


def test_nothing_imports_the_unmapped_folders():
    """``import components`` from the root of a checkout would make a second copy of every class."""
    unmapped = {"components", "configs"}
    wrong = (statement for statement in package_imports() if statement.top in unmapped)
    assert shown(wrong) == []


# --- entry points ----------------------------------------------------------------------------


def test_entry_points_are_of_known_groups():
    groups = {entry.group for entry in entry_points()}
    assert {"console_scripts", "spacy_factories", "spacy_cli"} <= groups <= ADVERTISED


@pytest.mark.parametrize("entry", entry_points(), ids=lambda entry: f"{entry.group}:{entry.name}")
def test_entry_point_is_alive(entry):
    loaded = entry.load()
    if entry.group == "spacy_factories":
        assert NLP.has_factory(entry.name)
    elif entry.group in {"spacy_scorers", "spacy_readers"}:
        kind = entry.group.removeprefix("spacy_")
        assert spacy.registry.get(kind, entry.name) is loaded
    elif entry.group == "spacy_displacy_colors":
        assert isinstance(loaded() if callable(loaded) else loaded, dict)
    elif entry.group == "spacy_models":
        assert callable(loaded.load)
    else:
        assert callable(loaded)


def modules_after(*parts: str) -> list[set[str]]:
    """The modules that a fresh interpreter has after each of the parts of a program."""
    show = """
import json, sys
print(json.dumps([name for name, module in sys.modules.items() if getattr(module, "__spec__", 1)]))
"""
    code = "".join(part + show for part in parts)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return [set(json.loads(line)) for line in done.stdout.splitlines()[-len(parts) :]]


def test_entry_points_import_nothing_heavy():
    load = f"""
from importlib import metadata
for entry in metadata.distribution({DISTRIBUTION!r}).entry_points:
    entry.load()
"""
    before, after = modules_after("import spacy, spacy.cli", load)
    assert (after - before) & HEAVY == set()


def test_blank_pipeline_imports_of_the_ideas_their_settings_alone():
    """spaCy imports all factories for it, whatever the pipeline will have."""
    (modules,) = modules_after('import spacy; spacy.blank("en")')
    ours = {name for name in modules if name.startswith(f"{PACKAGE}.")}
    of_ideas = {name for name in ours if part_of(name) in IDEAS}
    assert {name for name in of_ideas if name.split(".")[2:] not in ([], ["settings"])} == set()
    assert {part_of(name) for name in ours} <= IDEAS | {"components", "errors", "words"}
    of_components = [name.split(".")[2:] for name in ours if ".components." in name]
    late = {folder for folder, *file in of_components if file not in ([], ["component"])} - {"base"}
    assert late == set(), "import what a pipe needs where it is needed"
    assert len(ours) <= 50


def test_package_and_command_line_import_no_spacy():
    (modules,) = modules_after(f"import {PACKAGE}, {PACKAGE}.cli")
    assert not ({"spacy"} | WEB) & modules


# --- what is installed -----------------------------------------------------------------------


def test_every_folder_of_modules_is_installed():
    tomllib = pytest.importorskip("tomllib", reason="reading pyproject.toml needs Python 3.11")
    if not (ROOT / "pyproject.toml").exists():
        pytest.skip("no checkout around these tests")
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    listed = set(settings["tool"]["setuptools"]["packages"])
    folders = {path.parent.relative_to(ROOT) for path in ROOT.glob("spacy_citalign/**/*.py")}
    mapped = {path.parent.relative_to(ROOT) for path in ROOT.glob("components/**/*.py")}
    names = {".".join(folder.parts) for folder in folders | {PACKAGE / path for path in mapped}}
    assert listed == names | {f"{PACKAGE}.configs"}


def test_examples_in_components_hold():
    """Pytest would import these files a second time, as ``components.x``, to run their examples."""
    names = [name.removesuffix(".__init__") for name, _ in source_files() if ".components." in name]
    results = {name: doctest.testmod(importlib.import_module(name)) for name in names}
    assert sum(result.attempted for result in results.values()) > 0
    assert [name for name, result in results.items() if result.failed] == []
