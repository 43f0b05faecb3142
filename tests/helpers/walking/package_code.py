"""Reads the source of a package, and knows what the names in it are; nothing is run."""

import ast
from collections.abc import Iterator
from pathlib import Path

from .code_parts import (
    Alias,
    ClassCode,
    FunctionCode,
    Imported,
    Module,
    Symbol,
    Type,
    imports,
    parameters,
    union,
)

PACKAGE = "spacy_citalign"
COMPONENTS = "components"  # a folder beside the package that is imported as a part of it
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_WRAPPERS = {"Annotated", "ClassVar", "Final", "NotRequired", "Optional", "ReadOnly", "Required"}
_MAX_ALIASES = 8  # an alias that names itself has no end


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
