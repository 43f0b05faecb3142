"""Settings of the components, read from the sources: nothing is imported, so no package is needed.

What registers a factory's class names the dataclass of its settings. The fields of that, their
annotations, defaults and the ``Attributes`` of the docstrings are all that is told of a setting,
here, in the API reference and by ``help``.
"""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
_PACKAGE = "spacy_citalign"
_ENTRY = re.compile(r'^(\w+) = "(?P<module>[\w.]+):(?P<name>\w+)"$', re.MULTILINE)
_AS_IN_CONFIGS = re.compile(r"\b(?:None|True|False)\b")
_TYPES = {
    "str": "text",
    "bool": "`true` or `false`",
    "int": "whole number",
    "float": "number",
    "None": "`null`",
}


class Setting(NamedTuple):
    """A setting: its name, its type in words, its default as in a config, its meaning."""

    name: str
    type: str
    default: Any
    meaning: str


class _Home(NamedTuple):
    """A definition, of a class or of a value, and the module that it stands in."""

    module: str
    node: ast.AST


class _Class(NamedTuple):
    """The definition of a class, and the module that it stands in."""

    module: str
    node: ast.ClassDef


def factories() -> dict[str, tuple[str, str]]:
    """Return module and class of each registered factory, by its name."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    group = text.partition(".spacy_factories]\n")[2].partition("\n\n")[0]
    return {match[1]: (match["module"], match["name"]) for match in _ENTRY.finditer(group)}


def settings_of(factory: str) -> list[Setting]:
    """Return the settings of a factory, in their order."""
    component = _class(*factories()[factory])
    (decorator,) = (one for one in component.node.decorator_list if isinstance(one, ast.Call))
    keywords = {one.arg: ast.unparse(one.value) for one in decorator.keywords}
    bases = _bases_first(_class(component.module, keywords["settings"]))
    return list({one.name: one for base in bases for one in _fields(base)}.values())


def table_of(factory: str) -> str:
    """Return the settings of a factory as a table in Markdown."""
    rows = ["| setting | type | default | meaning |", "|:--|:--|:--|:--|"]
    for name, kind, default, meaning in settings_of(factory):
        cells = (f"`{name}`", kind, f"`{json.dumps(default)}`", meaning)
        rows.append(f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |")
    return "\n".join(rows)


# --- Classes, fields, docstrings ------------------------------------------------------------


def _bases_first(home: _Class) -> Iterator[_Class]:
    """Yield the dataclasses that a dataclass is made of, in the order of their fields."""
    for base in reversed(home.node.bases):
        yield from _bases_first(_class(home.module, ast.unparse(base)))
    yield home


def _fields(home: _Class) -> Iterator[Setting]:
    meanings = attributes_of(ast.get_docstring(home.node) or "")
    for node in home.node.body:
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            name = ast.unparse(node.target)
            words = " or ".join(dict.fromkeys(_type_words(home.module, node.annotation)))
            yield Setting(name, words, _value(home.module, node.value), meanings[name])


def attributes_of(docstring: str) -> dict[str, str]:
    r"""Return what the section ``Attributes`` of a docstring says of each name, as Markdown.

    >>> attributes_of("A frog.\n\nAttributes:\n    legs, eyes: how many,\n        or None.")
    {'legs': 'how many, or `null`.', 'eyes': 'how many, or `null`.'}
    """
    section = docstring.partition("\nAttributes:\n")[2].partition("\n\n")[0]
    found = {}
    for names, text in re.findall(r"^    (\w[\w, ]*): (.*(?:\n {5,}.*)*)", section, re.MULTILINE):
        meaning = " ".join(text.split()).replace("``", "`")
        found |= dict.fromkeys(names.split(", "), _AS_IN_CONFIGS.sub(_written, meaning))
    return found


def _written(match: re.Match[str]) -> str:
    return f"`{json.dumps(ast.literal_eval(match[0]))}`"


def _type_words(module: str, node: ast.AST) -> Iterator[str]:
    """Yield the kinds of values of an annotation, in words."""
    if isinstance(node, ast.BinOp):
        yield from _type_words(module, node.left)
        yield from _type_words(module, node.right)
    elif isinstance(node, ast.Subscript):
        kind = ast.unparse(node.value)
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if kind == "Literal":
            yield ", ".join(f"`{json.dumps(ast.literal_eval(one))}`" for one in inner)
        elif kind == "Mapping":
            yield f"{_TYPES[ast.unparse(inner[1])]}s by name"
        else:
            yield f"list of {_TYPES[ast.unparse(inner[0])]}s"
    elif ast.unparse(node) in _TYPES:
        yield _TYPES[ast.unparse(node)]
    else:
        home = _definition(module, ast.unparse(node))
        yield from _type_words(home.module, home.node)


def _value(module: str, node: ast.AST) -> Any:
    """Return the value of a default: a literal, or a name for one."""
    if isinstance(node, ast.Name):
        home = _definition(module, node.id)
        return _value(home.module, home.node)
    value = ast.literal_eval(ast.unparse(node))
    return list(value) if isinstance(value, tuple) else value


# --- Modules --------------------------------------------------------------------------------


def _definition(module: str, name: str) -> _Home:
    """Return the class or the value of a name in a module, wherever it is imported from."""
    for node in _tree(module).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return _Home(module, node)
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if name in map(ast.unparse, targets) and node.value is not None:
                return _Home(module, node.value)
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if name == (alias.asname or alias.name):
                    parents = module.split(".")[: -node.level] if node.level else []
                    return _definition(".".join([*parents, node.module or ""]), alias.name)
    raise LookupError(f"{module} has no {name}")


def _class(module: str, name: str) -> _Class:
    home = _definition(module, name)
    if not isinstance(home.node, ast.ClassDef):
        raise LookupError(f"{name} of {module} is no class")
    return _Class(home.module, home.node)


@cache
def _tree(module: str) -> ast.Module:
    inside = module.removeprefix(f"{_PACKAGE}.")
    folder = ROOT if inside.startswith("components.") else ROOT / _PACKAGE
    path = folder / f"{inside.replace('.', '/')}"
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(path.read_text(encoding="utf-8"))
