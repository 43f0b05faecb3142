"""Modules, classes, functions and types of a package, read from its source without running it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

PACKAGE = "spacy_citalign"
COMPONENTS = "components"  # a folder beside the package that is imported as a part of it
UNION = "|"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_WRAPPERS = {"Annotated", "ClassVar", "Final", "NotRequired", "Optional", "ReadOnly", "Required"}
_MAX_ALIASES = 8  # an alias that names itself has no end


class Type(NamedTuple):
    """What an annotation says.

    Attributes:
        head: a class of the package, the bare name of another, or `UNION`.
        args: what stands in its brackets.
    """

    head: "ClassCode | str"
    args: tuple["Type", ...] = ()

    @property
    def parts(self) -> tuple["Type", ...]:
        """The types of a union, or the type alone."""
        return self.args if self.head == UNION else (self,)

    @property
    def classes(self) -> list["ClassCode"]:
        """The classes of the package that it may be."""
        return [part.head for part in self.parts if isinstance(part.head, ClassCode)]


@dataclass(eq=False, frozen=True)
class Module:
    """A file of the package.

    Attributes:
        name: dotted; a folder's own module has the folder's name.
        path: the file, from the root.
        tree: its source.
        symbols: what its top level defines or imports, by name.
    """

    name: str
    path: str
    tree: ast.Module
    symbols: "dict[str, Symbol]" = field(default_factory=dict)

    @property
    def package(self) -> list[str]:
        """The names of the folder that relative imports start from."""
        names = self.name.split(".")
        return names if self.path.endswith("__init__.py") else names[:-1]


@dataclass(eq=False, frozen=True)
class FunctionCode:
    """A function, a method or a lambda.

    Attributes:
        node: its source.
        module: the file that holds it.
        owner: the class whose method it is, or stands in.
        scope: the running function that defined it, whose names it sees.
    """

    node: Any
    module: Module
    owner: "ClassCode | None" = None
    scope: Any = None

    @property
    def name(self) -> str:
        """Its name, after that of its class."""
        name = getattr(self.node, "name", "<lambda>")
        return f"{self.owner.name}.{name}" if self.owner and self.scope is None else name

    @cached_property
    def decorators(self) -> set[str]:
        """The last names of what decorates it."""
        nodes = getattr(self.node, "decorator_list", [])
        calls = (node.func if isinstance(node, ast.Call) else node for node in nodes)
        return {ast.unparse(node).rpartition(".")[2] for node in calls}

    @cached_property
    def outer_names(self) -> set[str]:
        """The names that it assigns around itself."""
        nodes = (node for node in ast.walk(self.node) if isinstance(node, ast.Nonlocal))
        return {name for node in nodes for name in node.names}

    @property
    def is_method(self) -> bool:
        """Whether its first parameter is filled by what stands before the dot."""
        return bool(self.owner and self.scope is None and "staticmethod" not in self.decorators)

    @property
    def is_property(self) -> bool:
        """Whether reading it calls it."""
        return bool(self.decorators & {"property", "cached_property"})

    @cached_property
    def is_stub(self) -> bool:
        """Whether it has no code: what stands in for it is chosen as the program runs."""
        if isinstance(self.node, ast.Lambda):
            return False
        kept = [node for node in self.node.body if not _is_constant(node)]
        raising = all(
            isinstance(each, ast.Raise) and "NotImpl" in ast.unparse(each) for each in kept
        )
        return raising or all(isinstance(node, ast.Pass) for node in kept)


@dataclass(eq=False, frozen=True)
class ClassCode:
    """A class.

    Attributes:
        node: its source.
        module: the file that holds it.
        methods: its own functions, by name.
        annotations: those of its body and of its attributes, by attribute, in their order.
        given: what its methods assign to attributes that have no annotation, each with its method.
    """

    node: ast.ClassDef
    module: Module
    methods: dict[str, FunctionCode] = field(default_factory=dict)
    annotations: dict[str, ast.expr] = field(default_factory=dict)
    given: dict[str, tuple[ast.expr, FunctionCode]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Its name."""
        return self.node.name


class Alias(NamedTuple):
    """A name at the top level that is assigned: a constant, a table, another name of a type."""

    value: ast.expr | None
    annotation: ast.expr | None
    module: Module


class Imported(NamedTuple):
    """A name that an import binds: the module, and what is taken from it, if not all of it."""

    module: str
    name: str = ""


# A string is the dotted name of what is not ours.
Symbol: TypeAlias = Module | FunctionCode | ClassCode | Alias | Imported | str


class Code:
    """The modules of a package.

    Args:
        root: the checkout.
        package: the package's folder in it.
    """

    def __init__(self, root: Path, package: str = PACKAGE):
        self.modules: dict[str, Module] = {}
        self.files: dict[str, Module] = {}
        for folder, name in ((package, package), (COMPONENTS, f"{package}.{COMPONENTS}")):
            for path in sorted((root / folder).rglob("*.py")):
                inner = path.relative_to(root / folder).with_suffix("").parts
                dotted = ".".join([name, *inner]).removesuffix(".__init__")
                relative = path.relative_to(root).as_posix()
                module = Module(dotted, relative, ast.parse(path.read_text(encoding="utf-8")))
                self.modules[dotted] = self.files[relative] = module
                for node in module.tree.body:
                    module.symbols.update(_symbols(node, module))

    def symbol(self, name: str, module: Module) -> Symbol:
        """Return what a name at the top level of a module is, imports followed to their ends."""
        return self.followed(module.symbols.get(name, name))

    def followed(self, symbol: Symbol) -> Symbol:
        """Return what stands behind an import; anything else is itself."""
        if not isinstance(symbol, Imported):
            return symbol
        target = self.modules.get(symbol.module)
        behind = target.symbols.get(symbol.name) if target else None
        if behind is not None and behind != symbol:
            return self.followed(behind)
        dotted = ".".join(filter(None, symbol))
        return self.modules.get(dotted, dotted)

    def member(self, target: Symbol, name: str) -> Symbol:
        """Return what a name after a dot is: of a module of ours, or of another's."""
        dotted = target.name if isinstance(target, Module) else str(target)
        return self.followed(Imported(dotted, name))

    def bases(self, owner: ClassCode) -> Iterator[ClassCode]:
        """Yield a class and the classes of the package that it is made from, nearest first."""
        yield owner
        for node in owner.node.bases:
            base = self.type_of(node, owner.module)
            for each in base.classes if base else ():
                yield from self.bases(each)

    def method(self, owner: ClassCode, name: str) -> FunctionCode | None:
        """Return a method, its own or inherited."""
        return next(
            (each.methods[name] for each in self.bases(owner) if name in each.methods), None
        )

    def attribute_type(self, owner: ClassCode, name: str) -> Type | None:
        """Return what an attribute's annotation says, or the first assignment to it."""
        for each in self.bases(owner):
            if name in each.annotations:
                return self.type_of(each.annotations[name], each.module, each)
            if name in each.given:
                value, method = each.given[name]
                if isinstance(value, ast.Name):
                    annotation = parameters(method.node).get(value.id)
                    return self.type_of(annotation, each.module, each) if annotation else None
                if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
                    made = self.symbol(value.func.id, each.module)
                    return Type(made) if isinstance(made, ClassCode) else None
        return None

    def fields(self, owner: ClassCode) -> list[str]:
        """Return the fields of a record, those that it inherits first."""
        names: dict[str, None] = {}
        for each in reversed(list(self.bases(owner))):
            names.update(
                (node.target.id, None)
                for node in each.node.body
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
            )
        return list(names)

    def type_of(
        self,
        node: ast.expr | None,
        module: Module,
        owner: ClassCode | None = None,
        depth: int = 0,
    ) -> Type | None:
        """Return what an annotation says; None where it says nothing that can be followed."""
        if depth > _MAX_ALIASES:
            return None
        match node:
            case ast.Constant(value=str(text)):
                node = ast.parse(text.strip(), mode="eval").body
                return self.type_of(node, module, owner, depth + 1)
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return union([self.type_of(each, module, owner, depth) for each in (left, right)])
            case ast.Subscript(value=value, slice=inner):
                nodes = inner.elts if isinstance(inner, ast.Tuple) else [inner]
                head = ast.unparse(value).rpartition(".")[2]
                if head == "Callable":
                    nodes = nodes[1:]
                args = [self.type_of(each, module, owner, depth) for each in nodes]
                if head in _WRAPPERS:
                    return args[0]
                if head == "Union":
                    return union(args)
                kind = self.type_of(value, module, owner, depth)
                bracketed = tuple(each or Type("") for each in args)
                return Type(kind.head if kind else head, bracketed)
            case ast.Name(id="Self") if owner:
                return Type(owner)
            case ast.Name(id=name):
                symbol = self.symbol(name, module)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                symbol = self.member(self.symbol(name, module), attribute)
            case _:
                return None
        if isinstance(symbol, ClassCode):
            return Type(symbol)
        if isinstance(symbol, Alias):
            return self.type_of(symbol.value, symbol.module, owner, depth + 1)
        return Type(symbol.rpartition(".")[2]) if isinstance(symbol, str) else None


def union(types: "list[Type | None]") -> Type | None:
    """Return the type that is any of some, those that are not known left out."""
    parts = dict.fromkeys(part for each in types if each for part in each.parts)
    known = tuple(part for part in parts if part.head != "")
    return known[0] if len(known) == 1 else Type(UNION, known) if known else None


def parameters(node: Any) -> dict[str, ast.expr | None]:
    """Return the parameters of a function or lambda in their order, with their annotations."""
    args = node.args
    stars = [args.vararg] if args.vararg else []
    double = [args.kwarg] if args.kwarg else []
    every = [*args.posonlyargs, *args.args, *stars, *args.kwonlyargs, *double]
    return {each.arg: each.annotation for each in every}


def imports(node: ast.stmt, module: Module) -> dict[str, Symbol]:
    """Return the names that an import statement binds."""
    if isinstance(node, ast.Import):
        return {
            alias.asname or alias.name.partition(".")[0]: Imported(
                alias.name if alias.asname else alias.name.partition(".")[0]
            )
            for alias in node.names
        }
    if not isinstance(node, ast.ImportFrom):
        return {}
    package = module.package[: len(module.package) - node.level + 1] if node.level else []
    base = ".".join([*package, *filter(None, [node.module])])
    return {alias.asname or alias.name: Imported(base, alias.name) for alias in node.names}


def _symbols(node: ast.stmt, module: Module) -> Iterator[tuple[str, Symbol]]:
    """Yield the names that a statement at the top level binds."""
    if isinstance(node, _FUNCTIONS):
        yield node.name, FunctionCode(node, module)
    elif isinstance(node, ast.ClassDef):
        yield node.name, _class_code(node, module)
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, Alias(node.value, node.annotation, module)
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Name):
                yield target.id, Alias(node.value, None, module)
    elif isinstance(node, ast.If | ast.Try):
        for inner in [*node.orelse, *node.body]:
            yield from _symbols(inner, module)
    yield from imports(node, module).items()


def _class_code(node: ast.ClassDef, module: Module) -> ClassCode:
    """Return a class with its methods and the annotations of its attributes."""
    code = ClassCode(node, module)
    for inner in node.body:
        if isinstance(inner, _FUNCTIONS):
            method = code.methods[inner.name] = FunctionCode(inner, module, code)
            for each in ast.walk(inner):
                match each:
                    case ast.AnnAssign(target=ast.Attribute(value=ast.Name(id="self"), attr=name)):
                        code.annotations.setdefault(name, each.annotation)
                    case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)]):
                        code.given.setdefault(name, (each.value, method))
        elif isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
            code.annotations[inner.target.id] = inner.annotation
    return code


def _is_constant(node: ast.stmt) -> bool:
    """Return whether a statement is a docstring or three dots."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
