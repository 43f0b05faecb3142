"""The docstrings of the package and what stands around them, read from the source."""

import ast
import re
from collections.abc import Iterator
from functools import cache, cached_property
from typing import NamedTuple

from test_architecture import source_files

from spacy_citalign import errors

Function = ast.FunctionDef | ast.AsyncFunctionDef
OURS = {name for name, kind in vars(errors).items() if isinstance(kind, type)}
CAUGHT_BY = {
    name: {base.__name__ for base in getattr(errors, name).__mro__ if base is not object}
    for name in OURS
}


ARRAYS = re.compile(r"\b(NDArray|ndarray|(csr|csc|coo)_(matrix|array)|spmatrix)\b")
# "(B, T, K)", "(N,)", "(..., F)", "(2 M + 1,)"; or words for what cannot be written so.
_AXIS = r"(?:\d+ )?(?:[A-Za-z]\w*|\d+|\.\.\.)(?: ?[-+*/] ?\w+)*"
SHAPE = re.compile(
    rf"\({_AXIS},(?: {_AXIS})?(?:, {_AXIS})*\)|\(\.\.\.\)|\b(any|one|same|that) shape"
)
KIND = re.compile(r"\b(u?int(8|16|32|64)|float(16|32|64)|floating|bool_?)\b|truth value")
RANGE = re.compile(
    r"(\b(from|to|above|below|over|least|most|exceeds?|in|or|is)|\.\.|[=<>\[]) ?[-+]?\.?\d"
    r"|\b(nats|bits|seconds?|minutes?|bytes|MB|per cent|characters|words|tokens|columns|log-odds)\b"
    r"|\d or more|\bfinite\b|probabilit|\b[Ss]hares?\b|cosine|confidence|\blog\b|\bNaN\b"
)
# A paper or a standard: a year, or the paper of the folder by name; else that it is ours.
PAPERS = r"Roark|Nelken|Shieber|Schwartz|Hsu|Chang & Wu|Collins|[Tt]he paper|Penn treebank|CRFsuite"
SOURCE = re.compile(rf"\b(18|19|20)\d\d\b|\b({PAPERS})|\b[Oo]urs?\b")


class Place(NamedTuple):
    """A module, class, function, method or property: where it stands, and in what."""

    module: str
    line: int
    name: str
    node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    outer: "ast.ClassDef | None"
    source: "Source"

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.name}"

    @property
    def doc(self) -> str:
        return ast.get_docstring(self.node) or ""

    @property
    def around(self) -> str:
        """Its docstring, and those of its class and its module."""
        nodes = [self.node, self.outer, self.source.tree]
        return "\n\n".join(ast.get_docstring(node) or "" for node in nodes if node is not None)

    @property
    def decorators(self) -> str:
        return " ".join(map(ast.unparse, getattr(self.node, "decorator_list", [])))

    @property
    def annotations(self) -> list[ast.expr]:
        """Those of the parameters and the result, or of the fields of a class."""
        if isinstance(self.node, ast.ClassDef):
            return [one.annotation for one in self.node.body if isinstance(one, ast.AnnAssign)]
        if isinstance(self.node, ast.Module):
            return []
        its = self.node.args
        every = [*its.posonlyargs, *its.args, *its.kwonlyargs, its.vararg, its.kwarg]
        found = [one.annotation for one in every if one is not None]
        return [one for one in [*found, self.node.returns] if one is not None]


class Source:
    """The text of a module by its dotted name."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.folder = name.rpartition(".")[0]
        self.tree = ast.parse(text)

    @cached_property
    def places(self) -> list[Place]:
        """All that it defines: itself, functions, classes and their methods, private ones too."""
        found = [Place(self.name, 1, "module", self.tree, None, self)]
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef | Function):
                found.append(Place(self.name, node.lineno, node.name, node, None, self))
            if isinstance(node, ast.ClassDef):
                found += [
                    Place(self.name, one.lineno, f"{node.name}.{one.name}", one, node, self)
                    for one in node.body
                    if isinstance(one, Function)
                ]
        return found

    @cached_property
    def aliases(self) -> dict[str, tuple[str, str]]:
        """What a name in capitals stands for, with the docstring below it, if any."""
        body = self.tree.body
        return {
            one.targets[0].id: (ast.unparse(one.value), _said(below))
            for one, below in zip(body, [*body[1:], None], strict=True)
            if isinstance(one, ast.Assign)
            and isinstance(one.targets[0], ast.Name)
            and one.targets[0].id[:1].isupper()
        }

    @cached_property
    def imported(self) -> dict[str, str]:
        """The module that each imported name is from."""
        parts = self.name.split(".")
        return {
            alias.asname or alias.name: ".".join(
                [*(parts[: -node.level] if node.level else []), *filter(None, [node.module])]
            )
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }

    def alias(self, name: str) -> tuple[str, str]:
        """The same for a name that may be imported; empty for one that is no alias."""
        if name in self.imported:
            other = sources().get(self.imported[name])
            return other.aliases.get(name, ("", "")) if other else ("", "")
        return self.aliases.get(name, ("", ""))


@cache
def sources() -> dict[str, Source]:
    return {name: Source(name, path.read_text(encoding="utf-8")) for name, path in source_files()}


def public_places() -> Iterator[Place]:
    """What users of the package reach without an underscore."""
    for source in sources().values():
        for place in source.places:
            private = any(part.startswith("_") for part in place.name.split("."))
            if not private and "overload" not in place.decorators:
                yield place


def raised_by(place: Place, seen: frozenset[str] = frozenset()) -> set[str]:
    """Our errors that a function raises, itself or in private functions of its module."""
    source, found = place.source, set()
    private = {one.name: one for one in source.places if one.name.split(".")[-1].startswith("_")}
    for node, caught in _with_handlers(place.node, frozenset()):
        if isinstance(node, ast.Raise) and node.exc is not None:
            error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            names = {ast.unparse(error)} & OURS
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if place.outer is not None:
                called = re.sub(r"^(self|cls)\.", f"{place.outer.name}.", called)
            inner = private.get(called)
            names = raised_by(inner, seen | {called}) if inner and called not in seen else set()
        else:
            continue
        found |= {name for name in names if not CAUGHT_BY[name] & caught}
    return found


def _with_handlers(node: ast.AST, caught: frozenset[str]) -> Iterator[tuple[ast.AST, frozenset]]:
    """The nodes of a function, each with the names of the errors that are caught around it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function | ast.Lambda | ast.ClassDef):
            continue
        inner = caught
        if isinstance(node, ast.Try) and child in node.body:
            kinds = [one.type for one in node.handlers if one.type is not None]
            inner = caught | {
                name for kind in kinds for name in re.findall(r"\w+", ast.unparse(kind))
            }
        if isinstance(node, ast.With) and child in node.body:
            held = " ".join(ast.unparse(item.context_expr) for item in node.items)
            if held.startswith(("suppress(", "contextlib.suppress(")):
                inner = caught | set(re.findall(r"\w+", held))
        yield child, inner
        yield from _with_handlers(child, inner)


def _said(node: ast.stmt | None) -> str:
    told = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return str(node.value.value) if told else ""
