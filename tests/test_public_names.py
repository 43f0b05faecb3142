"""The public names stay what they are, whatever is imported, and in which order."""

import random
import subprocess
import sys
from importlib import import_module
from inspect import getmembers, isfunction
from pathlib import Path
from pkgutil import iter_modules

import pytest

import spacy_citalign
from tests.package_imports import source_files

_IMPORT_ALL = """
import importlib, inspect, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
import spacy_citalign
for name in {*spacy_citalign.__all__} - {"__version__"}:
    value = getattr(spacy_citalign, name)
    if not (inspect.isfunction(value) or inspect.isclass(value)):
        sys.exit(f"spacy_citalign.{name} is {value!r}")
"""


def modules() -> list[str]:
    """The modules of the package, without those that ask for a package that may be missing."""
    names = {name.removesuffix(".__init__") for name, _ in source_files()}
    return sorted(name for name in names if not name.startswith("spacy_citalign.app.batch.ray"))


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2))])
def test_functions_stay_functions_whatever_is_imported(seed, tmp_path):
    names = modules()
    assert {"spacy_citalign.cli.report", "spacy_citalign.components.joining"} <= {*names}
    assert len(names) > 500
    random.Random(seed).shuffle(names)
    done = subprocess.run(
        [sys.executable, "-c", _IMPORT_ALL, *names],
        capture_output=True,
        text=True,
        cwd=Path(spacy_citalign.__file__).parent.parent,
    )
    assert done.returncode == 0, done.stderr


def test_no_public_name_is_that_of_a_module():
    submodules = {module.name for module in iter_modules(spacy_citalign.__path__)} | {"components"}
    assert submodules >= {"app", "cli", "schema"}
    assert submodules.isdisjoint(spacy_citalign.__all__)


def test_no_public_function_of_the_main_job_is_named_like_a_module_beside_it():
    package = import_module("spacy_citalign.app.answers")
    submodules = {module.name for module in iter_modules(package.__path__)}
    assert "calls" in submodules
    named: set[str] = set()
    for submodule in submodules:
        module = import_module(f"{package.__name__}.{submodule}")
        functions = getmembers(module, isfunction)
        named |= {name for name, value in functions if value.__module__ == module.__name__}
    assert {"answers", "report", "harvest"} <= named
    assert submodules.isdisjoint(named)
