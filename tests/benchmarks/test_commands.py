"""Every module of the benchmarks is found by its name, and the examples in the plain ones hold."""

import ast
import doctest
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
IDEAS = sorted(path.parent.name for path in BENCHMARKS.glob("*/__main__.py"))
MODULES = sorted(
    ".".join(path.relative_to(BENCHMARKS.parent).with_suffix("").parts)
    for path in BENCHMARKS.rglob("*.py")
)


def path_of(name):
    return BENCHMARKS.parent / f"{name.replace('.', '/')}.py"


WITH_EXAMPLES = [name for name in MODULES if ">>> " in path_of(name).read_text(encoding="utf-8")]


def test_ideas_are_found():
    assert {"genes", "terms", "columns", "sentences", "pipeline", "articles"} <= set(IDEAS)


def missing_imports(name):
    """What a module imports, in functions too, and is not there."""
    for node in ast.walk(ast.parse(path_of(name).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            folder = name.split(".")[: -node.level]
            module = ".".join(filter(None, [*folder, node.module]))
            if not (path_of(module).exists() or path_of(module).with_suffix("").is_dir()):
                yield module
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("spacy_citalign"):
            module = import_module(str(node.module))
            for alias in node.names:
                if not hasattr(module, alias.name):
                    import_module(f"{node.module}.{alias.name}")


def test_imports_of_benchmarks_are_there():
    """Those in functions too, which would else fail only in long runs."""
    assert {name: found for name in MODULES if (found := list(missing_imports(name)))} == {}


def test_genes_run_the_measurement_that_is_named(monkeypatch):
    genes = import_module("benchmarks.genes.__main__")
    runs = []

    def module_of(name, package):
        return SimpleNamespace(main=lambda: runs.append((name, package, sys.argv[1:])))

    monkeypatch.setattr(genes, "import_module", module_of)
    for arguments in (["paper", "train", "DIR"], ["--gate"], []):
        monkeypatch.setattr(sys, "argv", ["genes", *arguments])
        genes.main()
    assert runs == [
        (".paper", "benchmarks.genes", ["train", "DIR"]),
        (".comparison", "benchmarks.genes", ["--gate"]),
        (".comparison", "benchmarks.genes", []),
    ]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_in_benchmarks_hold(name):
    assert doctest.testmod(import_module(name)).failed == 0
