"""The recipes of docs/engines.md: which engine each is for, and what of it runs without that."""

import ast
from collections.abc import Iterator
from typing import Any

ENGINES = {"daft", "dask", "datasets", "pyspark", "ray"}


def engine_of(code: str) -> str | None:
    """The engine that the code of a block imports, None for other code."""
    engines = {name for node in ast.parse(code).body for name in imported(node)} & ENGINES
    (engine,) = engines or {None}
    return engine


def functions_of(code: str) -> dict[str, Any]:
    """What a recipe defines before its engine has the first word: ``annotate``, ``annotated``."""
    kept: list[ast.stmt] = []
    for node in ast.parse(code).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            if ENGINES.isdisjoint(imported(node)):
                kept.append(node)
        elif isinstance(node, ast.FunctionDef) or targets(node) == ["annotate"]:
            kept.append(node)
        else:
            break
    names: dict[str, Any] = {}
    exec(compile(ast.Module(kept, type_ignores=[]), "<recipe>", "exec"), names)
    return names


def imported(node: ast.stmt) -> Iterator[str]:
    """The top-level modules that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (name.name.partition(".")[0] for name in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield str(node.module).partition(".")[0]


def targets(node: ast.stmt) -> list[str]:
    """The names that a statement assigns to."""
    nodes = node.targets if isinstance(node, ast.Assign) else []
    return [name.id for name in nodes if isinstance(name, ast.Name)]
