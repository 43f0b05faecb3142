"""Names of classes that would be taken for one another stand once in the package."""

import ast
from functools import cache

import pytest

from tests.package_imports import source_files

NAMES = (
    "AlignedClass",
    "Calibration",
    "Candidates",
    "Definition",
    "Difference",
    "Entry",
    "Evidence",
    "Expectations",
    "Mark",
    "Member",
    "Outcome",
    "Statement",
    "Windows",
    "Work",
)


@cache
def homes() -> dict[str, list[str]]:
    """The modules that define a class of each name."""
    modules: dict[str, list[str]] = {}
    for name, path in source_files():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                modules.setdefault(node.name, []).append(name)
    return modules


@pytest.mark.parametrize("name", NAMES)
def test_class_names_stand_once(name):
    assert len(homes().get(name, [])) <= 1, homes()[name]
