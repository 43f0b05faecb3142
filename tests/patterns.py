"""All regular expressions of the package, as its modules compile them, and how each is used."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import spacy_citalign
from spacy_citalign import components

_ROOTS = [Path(package.__path__[0]) for package in (spacy_citalign, components)]
# Imports all modules in a process of its own, where ``re.compile`` notes who calls it.
_RECORDER = """
import importlib, json, pkgutil, re, sys, warnings
warnings.simplefilter("ignore")
noted, compile_ = [], re.compile
def note(pattern, flags=0):
    compiled, frame = compile_(pattern, flags), sys._getframe(1)
    while frame.f_back and frame.f_code.co_filename.endswith("functools.py"):
        frame = frame.f_back
    is_text = isinstance(compiled.pattern, str)
    written = compiled.pattern if is_text else compiled.pattern.decode("latin-1")
    noted.append([frame.f_code.co_filename, frame.f_lineno, written, compiled.flags, is_text])
    return compiled
re.compile = note
import spacy_citalign
for module in pkgutil.walk_packages(spacy_citalign.__path__, "spacy_citalign."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print(json.dumps(noted))
"""
_AT_ONE_PLACE = {"match", "fullmatch"}


class PackagePattern(NamedTuple):
    """A regular expression of the package.

    Attributes:
        where: file and line.
        compiled: it.
        methods: those that it is searched with: finditer, unless it is only looked for at one
            place.
    """

    where: str
    compiled: re.Pattern
    methods: tuple[str, ...]

    def run(self, text: str) -> None:
        """Look for it in a text, to the end."""
        given = text if isinstance(self.compiled.pattern, str) else text.encode()
        for method in self.methods:
            found = getattr(self.compiled, method)(given)
            if method == "finditer":
                for _ in found:
                    pass


def package_patterns() -> list[PackagePattern]:
    """Return those that modules compile when they are imported, and those written in functions."""
    found = {}
    recorded = subprocess.run(
        [sys.executable, "-c", _RECORDER], check=True, capture_output=True, text=True
    )
    for file, line, written, flags, is_text in json.loads(recorded.stdout):
        root = next((root for root in _ROOTS if Path(file).is_relative_to(root)), None)
        if root is None:
            continue
        pattern = re.compile(written if is_text else written.encode("latin-1"), flags)
        where = f"{Path(file).relative_to(root.parent)}:{line}"
        methods = _methods(Path(file), line)
        found[written, flags, methods] = PackagePattern(where, pattern, methods)
    for where, pattern, methods in _in_functions():
        found[pattern.pattern, pattern.flags, methods] = PackagePattern(where, pattern, methods)
    return list(found.values())


@cache
def _nodes() -> dict[Path, list[ast.AST]]:
    return {
        path: [*ast.walk(ast.parse(path.read_text("utf-8")))]
        for root in _ROOTS
        for path in root.rglob("*.py")
    }


@cache
def _uses_in(path: Path) -> dict[str, set[str]]:
    """Return what follows each name of a module after a dot, "" where it is used otherwise."""
    uses: dict[str, set[str]] = {}
    dotted = set()
    for node in _nodes()[path]:
        if isinstance(node, ast.Attribute):
            dotted.add(node.value)
            owner = getattr(node.value, "id", getattr(node.value, "attr", ""))
            uses.setdefault(owner, set()).add(node.attr)
    for node in _nodes()[path]:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node not in dotted:
            uses.setdefault(node.id, set()).add("")
    return uses


def _uses(name: str, file: Path) -> set[str]:
    """Return how a name is used in its module or, if public, in all."""
    paths = [file] if name.startswith("_") else _nodes()
    return set().union(*(_uses_in(path).get(name, ()) for path in paths))


def _methods(file: Path, line: int) -> tuple[str, ...]:
    """Return how the pattern that a line assigns to a name is used."""
    for node in _nodes()[file]:
        if isinstance(node, ast.Assign | ast.AnnAssign) and (
            node.lineno <= line <= (node.end_lineno or 0)
        ):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            value = node.value
            is_pattern = isinstance(value, ast.Call) and ast.unparse(value.func) == "re.compile"
            if is_pattern and isinstance(target, ast.Name):
                used = _uses(target.id, file) - {"pattern"}
                if used and used <= _AT_ONE_PLACE:
                    return tuple(sorted(used))
    return ("finditer",)


def _in_functions() -> Iterator[tuple[str, re.Pattern, tuple[str, ...]]]:
    """Yield patterns without variable parts that functions of ``re`` are given directly."""
    for path, nodes in _nodes().items():
        for node in nodes:
            function = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if function.startswith("re.") and function != "re.compile":
                written = node.args[0] if node.args else None
                if isinstance(written, ast.Constant) and isinstance(written.value, str | bytes):
                    method = function.removeprefix("re.")
                    flags = re.MULTILINE if "MULTILINE" in ast.unparse(node) else 0
                    methods = (method,) if method in _AT_ONE_PLACE else ("finditer",)
                    pattern = re.compile(written.value, flags)
                    yield f"{path.name}:{node.lineno}", pattern, methods
