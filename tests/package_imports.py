"""The imports between the modules of the installed package, read from their source."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import networkx as nx

import spacy_citalign
import spacy_citalign.components

PACKAGE = "spacy_citalign"
LIBRARY = Path(spacy_citalign.__file__).parent
COMPONENTS = Path(next(iter(spacy_citalign.components.__path__)))


class Import(NamedTuple):
    """One import statement's module, absolute, and the names that are taken from it.

    Attributes:
        importer: the module that holds the statement; a package's own ends in ``.__init__``.
        line: where it stands, from 1.
        module: what is imported; ``from spacy_citalign import x`` imports ``spacy_citalign.x``.
        names: what is taken out of the module; empty where all of it is imported.
        late: the statement stands inside a function.
        for_types: it stands under ``if TYPE_CHECKING:`` and never runs.
    """

    importer: str
    line: int
    module: str
    names: tuple[str, ...] = ()
    late: bool = False
    for_types: bool = False

    @property
    def top(self) -> str:
        """The distribution's package."""
        return self.module.partition(".")[0]

    @property
    def part(self) -> str:
        """The part of our package that imports."""
        return part_of(self.importer)

    @property
    def target(self) -> str:
        """The part of our package that is imported; ``""`` is the package's own ``__init__``."""
        second = [*self.module.split("."), ""][1]
        return second if second in parts() else ""


def source_files() -> Iterator[tuple[str, Path]]:
    """Yield every module of the package, its dotted name and its file."""
    for folder, prefix in ((LIBRARY, PACKAGE), (COMPONENTS, f"{PACKAGE}.components")):
        for path in sorted(folder.rglob("*.py")):
            inner = path.relative_to(folder)
            installed = folder == LIBRARY and inner.parts[0] in {"components", "configs"}
            if not installed:  # a wheel holds them below the library, a checkout beside it
                yield ".".join([prefix, *inner.with_suffix("").parts]), path


def part_of(name: str) -> str:
    """Return the part that a module belongs to.

    >>> part_of("spacy_citalign.genes.model"), part_of("spacy_citalign.__init__")
    ('genes', '')
    """
    second = name.split(".")[1]
    return "" if second == "__init__" else second


@cache
def parts() -> frozenset[str]:
    """Return the package's folders and the modules beside them."""
    return frozenset(part_of(name) for name, _ in source_files())


def imports_of(name: str, source: str) -> Iterator[Import]:
    """Yield the imports of a module, those inside functions and conditions included."""
    packages = name.split(".")  # an __init__ keeps its last part: one level up is its folder
    for node, late, for_types in _nodes(ast.parse(source), late=False, for_types=False):
        imported: list[tuple[str, tuple[str, ...]]] = []
        if isinstance(node, ast.Import):
            imported = [(alias.name, ()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = [*packages[: -node.level], *filter(None, [node.module])] if node.level else []
            module = ".".join(base) or str(node.module)
            names = tuple(alias.name for alias in node.names)
            # `from spacy_citalign import words` imports a part, like `from .. import words`.
            deep = module != PACKAGE
            imported = [(module, names)] if deep else [(f"{module}.{part}", ()) for part in names]
        for module, names in imported:
            yield Import(name, node.lineno, module, names, late, for_types)


def _nodes(node: ast.AST, *, late: bool, for_types: bool) -> Iterator[tuple[ast.AST, bool, bool]]:
    """Yield the statements of a tree, whether in a function, and whether for types only."""
    late = late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    guarded = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
    for block in ("body", "handlers", "cases", "orelse", "finalbody"):
        children = getattr(node, block, [])
        for child in children if isinstance(children, list) else []:
            types = for_types or (guarded and block == "body")
            yield child, late, types
            yield from _nodes(child, late=late, for_types=types)


@cache
def package_imports() -> tuple[Import, ...]:
    """Return the imports of all modules of the package."""
    return tuple(
        statement
        for name, path in source_files()
        for statement in imports_of(name, path.read_text(encoding="utf-8"))
    )


def circles(names: Iterable[str], statements: Iterable[Import]) -> list[list[str]]:
    """Return the sets of modules that import each other, directly or over others.

    What is taken from a package is its submodule of that name, else the package's ``__init__``.
    Imports for types never run and close no circle.

    Args:
        names: all modules; a package's own ends in ``.__init__``.
        statements: their imports, as `imports_of` reads them.
    """
    modules = {name.removesuffix(".__init__") for name in names}
    graph = nx.DiGraph()
    for statement in statements:
        if not statement.for_types:
            importer = statement.importer.removesuffix(".__init__")
            for name in statement.names or ("",):
                graph.add_edge(importer, _imported(f"{statement.module}.{name}", modules))
    graph.remove_nodes_from(set(graph) - modules)
    rings = [sorted(ring) for ring in nx.strongly_connected_components(graph) if len(ring) > 1]
    return sorted(rings + [[name] for name in nx.nodes_with_selfloops(graph)])


def _imported(name: str, modules: set[str]) -> str:
    """Return the module that holds a dotted name; the name where none does."""
    while name not in modules and "." in name:
        name = name.rpartition(".")[0]
    return name
