"""The rules of the house, read from the source: who may import whom, and what is found by name."""

import ast
import doctest
import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import pytest
import spacy

import spacy_citalign
import spacy_citalign.components

PACKAGE = "spacy_citalign"
DISTRIBUTION = "spacy-citalign"
ROOT = Path(__file__).resolve().parents[1]
LIBRARY = Path(spacy_citalign.__file__).parent
COMPONENTS = Path(next(iter(spacy_citalign.components.__path__)))

# What each part may import of the others. An idea imports no other idea: what one finds reaches the
# next on the Doc. A new part gets a line here.
BASE = {"errors"}
IDEAS = {"boundaries", "citances", "citations", "columns", "genes", "sentences", "tagging", "terms"}
LOWER = BASE | {"words", "chain"} | IDEAS | {"corpora", "report"}
ARROWS: dict[str, set[str]] = {
    "errors": set(),
    "words": BASE,
    "chain": BASE | {"words"},
    **{idea: BASE | {"words", "chain"} for idea in IDEAS},
    "corpora": BASE,  # plain records
    "report": BASE,  # plain records
    "components": LOWER,
    "runs": LOWER | {"components", ""},
    "checks": LOWER | {"components", "runs", ""},
    "cli": LOWER | {"components", "runs", "checks", ""},
    "": {"components"},  # spacy_citalign/__init__.py, inside functions
}
MAY_IMPORT_SPACY = {"components", "runs", "checks", "cli"}
CRFSUITE = {"sklearn_crfsuite", "pycrfsuite"}
HEAVY = {"lxml", "matplotlib", "networkx", "rapidfuzz", "scipy", "scispacy", "sklearn"} | CRFSUITE
ADVERTISED = {
    "console_scripts",
    "spacy_callbacks",
    "spacy_cli",
    "spacy_displacy_colors",
    "spacy_factories",
    "spacy_readers",
    "spacy_scorers",
}


class Import(NamedTuple):
    """One imported module, absolute; ``late`` where it stands inside a function."""

    part: str
    place: str
    module: str
    late: bool

    @property
    def top(self) -> str:
        return self.module.partition(".")[0]

    @property
    def target(self) -> str:
        """The part of our package that is imported; ``""`` is the package's own ``__init__``."""
        second = [*self.module.split("."), ""][1]
        return second if second in ARROWS else ""


def source_files() -> Iterator[tuple[str, Path]]:
    """Every module of the package with its dotted name."""
    for folder, prefix in ((LIBRARY, PACKAGE), (COMPONENTS, f"{PACKAGE}.components")):
        for path in sorted(folder.rglob("*.py")):
            inner = path.relative_to(folder)
            installed = folder == LIBRARY and inner.parts[0] in {"components", "configs"}
            if not installed:  # a wheel holds them below the library, a checkout beside it
                yield ".".join([prefix, *inner.with_suffix("").parts]), path


def part_of(name: str) -> str:
    """The part that a module belongs to.

    >>> part_of("spacy_citalign.genes.model"), part_of("spacy_citalign.__init__")
    ('genes', '')
    """
    second = name.split(".")[1]
    return "" if second == "__init__" else second


def imports_of(name: str, source: str) -> Iterator[Import]:
    """The imports of a module, those inside functions and conditions included."""
    parts = name.split(".")  # an __init__ keeps its last part: one level up is its folder
    tree = ast.parse(source)
    late = {
        id(inner)
        for outer in ast.walk(tree)
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for inner in ast.walk(outer)
    }
    for node in ast.walk(tree):
        modules: list[str] = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = [*parts[: -node.level], *filter(None, [node.module])] if node.level else []
            stem = ".".join(base) or str(node.module)
            # `from spacy_citalign import words` imports a part, like `from .. import words`.
            deep = stem != PACKAGE
            modules = [stem] if deep else [f"{stem}.{alias.name}" for alias in node.names]
        for module in modules:
            yield Import(part_of(name), f"{name}:{node.lineno}", module, id(node) in late)


def own_imports() -> list[Import]:
    return [
        found
        for name, path in source_files()
        for found in imports_of(name, path.read_text(encoding="utf-8"))
    ]


def entry_points() -> list[metadata.EntryPoint]:
    return list(metadata.distribution(DISTRIBUTION).entry_points)


def places(found: Iterator[Import]) -> list[str]:
    return [f"{one.place} imports {one.module}" for one in found]


# --- the reader of imports itself ------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "line", "module", "target"),
    [
        ("spacy_citalign.genes.model", "from ..errors import InputError", None, "errors"),
        ("spacy_citalign.genes.model", "from .. import words", None, "words"),
        ("spacy_citalign.genes.__init__", "from .model import X", None, "genes"),
        ("spacy_citalign.__init__", "from .components.shipped import load", None, "components"),
        ("spacy_citalign.cli.x", "from spacy_citalign import chain", None, "chain"),
        ("spacy_citalign.cli.x", "import spacy_citalign", "spacy_citalign", ""),
        ("spacy_citalign.cli.x", "from spacy_citalign import load", None, ""),
        ("spacy_citalign.words.x", "import spacy.tokens", "spacy.tokens", None),
        ("spacy_citalign.words.x", "from spacy import util", "spacy", None),
    ],
)
def test_imports_are_resolved(name, line, module, target):
    for source, late in ((line, False), (f"def f():\n    {line}", True)):
        (found,) = imports_of(name, source)
        assert found.late is late
        assert module is None or found.module == module
        assert target is None or (found.top, found.target) == (PACKAGE, target)


# --- arrows ----------------------------------------------------------------------------------


def test_every_part_has_its_arrows():
    parts = {part_of(name) for name, _ in source_files()}
    assert {"words", "chain", "genes", "components", "cli"} <= parts
    assert parts <= ARROWS.keys(), "a new part: say in ARROWS what it may import"


def test_no_forbidden_arrow():
    wrong = (
        found
        for found in own_imports()
        if found.top == PACKAGE and found.target not in ARROWS[found.part] | {found.part}
    )
    assert places(wrong) == []


def test_spacy_stays_outside_the_library():
    wrong = (
        found
        for found in own_imports()
        if found.top in {"spacy", "thinc"} and found.part not in MAY_IMPORT_SPACY
    )
    assert places(wrong) == []


def test_crfsuite_is_in_one_file_of_the_chain():
    files = {found.place.partition(":")[0] for found in own_imports() if found.top in CRFSUITE}
    assert len(files) <= 1, files
    assert all(name.startswith(f"{PACKAGE}.chain.") for name in files)


def test_scispacy_is_in_functions_of_components():
    wrong = (
        found
        for found in own_imports()
        if found.top == "scispacy" and not (found.late and found.part == "components")
    )
    assert places(wrong) == []


def test_nothing_imports_the_unmapped_folders():
    """``import components`` from the root of a checkout would make a second copy of every class."""
    assert places(one for one in own_imports() if one.top in {"components", "configs"}) == []


# --- entry points ----------------------------------------------------------------------------


def test_entry_points_are_of_known_groups():
    groups = {entry.group for entry in entry_points()}
    assert {"console_scripts", "spacy_factories", "spacy_cli"} <= groups <= ADVERTISED


@pytest.mark.parametrize("entry", entry_points(), ids=lambda entry: f"{entry.group}:{entry.name}")
def test_entry_point_is_alive(entry):
    loaded = entry.load()
    if entry.group == "spacy_factories":
        assert spacy.blank("en").has_factory(entry.name)
    elif entry.group in {"spacy_scorers", "spacy_readers"}:
        kind = entry.group.removeprefix("spacy_")
        assert spacy.registry.get(kind, entry.name) is loaded
    elif entry.group == "spacy_displacy_colors":
        assert isinstance(loaded() if callable(loaded) else loaded, dict)
    else:
        assert callable(loaded)


def modules_after(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter has after ``code``."""
    show = (
        "\nimport json, sys; print(json.dumps(sorted({m.partition('.')[0] for m in sys.modules})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code + show], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_entry_points_import_nothing_heavy():
    load = f"""
import spacy, spacy.cli
from importlib import metadata
for entry in metadata.distribution({DISTRIBUTION!r}).entry_points:
    entry.load()
"""
    assert (modules_after(load) - modules_after("import spacy, spacy.cli")) & HEAVY == set()


def test_package_and_command_line_import_no_spacy():
    assert "spacy" not in modules_after(f"import {PACKAGE}, {PACKAGE}.cli")


# --- what is installed -----------------------------------------------------------------------


def test_every_folder_of_modules_is_installed():
    tomllib = pytest.importorskip("tomllib", reason="reading pyproject.toml needs Python 3.11")
    if not (ROOT / "pyproject.toml").exists():
        pytest.skip("no checkout around these tests")
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    listed = set(settings["tool"]["setuptools"]["packages"])
    folders = {path.parent.relative_to(ROOT) for path in ROOT.glob("spacy_citalign/**/*.py")}
    names = {".".join(folder.parts) for folder in folders}
    assert listed == names | {f"{PACKAGE}.components", f"{PACKAGE}.configs"}


@pytest.mark.parametrize(
    "name", [name for name, _ in source_files() if ".components." in name], ids=str
)
def test_examples_in_components_hold(name):
    """Pytest would import these files a second time, as ``components.x``, to run their examples."""
    module = importlib.import_module(name.removesuffix(".__init__"))
    assert doctest.testmod(module).failed == 0
