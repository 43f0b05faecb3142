"""The parts of a package's source: modules, classes, functions, and the types of annotations."""

import ast
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

UNION = "|"


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

    @cached_property
    def first(self) -> str:
        """The parameter that is the object, of a method; else an empty string."""
        return next(iter(parameters(self.node)), "") if self.is_method else ""

    @cached_property
    def attributes(self) -> set[str]:
        """The attributes of its object that it names."""
        nodes = (node for node in ast.walk(self.node) if isinstance(node, ast.Attribute))
        return {node.attr for node in nodes if ast.unparse(node.value) == self.first}

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


def scope(module: Module, owner: ClassCode | None = None, around: Any = None) -> FunctionCode:
    """Return a function without parameters: the top level of a module, or what has own names."""
    arguments = ast.arguments([], [], None, [], [], None, [])
    return FunctionCode(ast.Lambda(arguments, ast.Constant(None)), module, owner, around)


def _is_constant(node: ast.stmt) -> bool:
    """Return whether a statement is a docstring or three dots."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
