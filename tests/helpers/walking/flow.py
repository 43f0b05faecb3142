"""The statements and expressions of a function, followed in the order in which they run."""

import ast
import builtins
from collections import defaultdict
from typing import Any

from .code_parts import Alias, ClassCode, FunctionCode, Module, Type, imports, scope, union
from .package_code import Code
from .values import (
    NOTHING,
    Bound,
    Frame,
    Value,
    chosen,
    element_type,
    held,
    is_open,
    item_of,
    merged,
)

MAPPINGS = {"Mapping", "MutableMapping", "OrderedDict", "defaultdict", "dict"}


class ValueFlow:
    """Follows the value through a function; what is called is followed by who inherits.

    Attributes:
        code: the package.
        fields: the attributes that have the value, by class.
        types: of what type the walk saw attributes to be, by class and name.
    """

    def __init__(self, code: Code):
        self.code = code
        self.fields: dict[ClassCode, set[str]] = defaultdict(set)
        self.types: dict[tuple[ClassCode, str], Value] = {}
        self._constants: dict[Alias, Value] = {}

    def call(self, node: ast.Call, frame: Frame) -> Value:
        """Follow a call and return what comes out."""
        raise NotImplementedError

    def call_method(self, value: Value, name: str, frame: Frame) -> Value | None:
        """Follow a call of a method without arguments; None where there is no such method."""
        raise NotImplementedError

    # --- statements ------------------------------------------------------------------------

    def block(self, nodes: list[ast.stmt], frame: Frame) -> None:
        """Follow statements."""
        for node in nodes:
            self.statement(node, frame)

    def statement(self, node: ast.stmt, frame: Frame) -> None:
        """Follow one statement."""
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                inner = FunctionCode(node, frame.function.module, frame.function.owner, frame)
                frame.names[node.name] = Value(targets=(inner,))
            case ast.Return(value=value):
                frame.results.append(self.value(value, frame))
            case ast.Assign(targets=targets, value=value):
                given = self.value(value, frame)
                for target in targets:
                    self.assign(target, given, frame)
            case ast.AnnAssign(target=target, annotation=annotation, value=value):
                given = self.value(value, frame)
                kind = self.annotated(annotation, frame)
                self.assign(target, given._replace(type=kind or given.type), frame)
            case ast.AugAssign(target=target, value=value):
                both = merged(self.value(target, frame), self.value(value, frame))
                self.assign(target, both, frame)
            case ast.For(target=target, iter=iterable) | ast.AsyncFor(target=target, iter=iterable):
                self.assign(target, self.element(self.value(iterable, frame), frame), frame)
                self.block(node.body + node.orelse, frame)
            case ast.If(test=test) | ast.While(test=test):
                self.value(test, frame)
                self.block(node.body + node.orelse, frame)
            case ast.With(items=items) | ast.AsyncWith(items=items):
                for item in items:
                    entered = self.entered(self.value(item.context_expr, frame), frame)
                    if item.optional_vars:
                        self.assign(item.optional_vars, entered, frame)
                self.block(node.body, frame)
            case ast.Try(body=body, handlers=handlers):
                self.block(body, frame)
                for handler in handlers:
                    if handler.name:
                        kind = self.annotated(handler.type, frame)
                        frame.names.setdefault(handler.name, Value(type=kind))
                    self.block(handler.body, frame)
                self.block(node.orelse + node.finalbody, frame)
            case ast.Raise(exc=ast.Call(args=args, keywords=keywords)):
                for each in [*args, *(keyword.value for keyword in keywords)]:
                    self.value(each, frame)
            case ast.Match(subject=subject, cases=cases):
                chosen = self.value(subject, frame)
                for case in cases:
                    self.pattern(case.pattern, chosen, frame)
                    self.value(case.guard, frame)
                    self.block(case.body, frame)
            case ast.Import() | ast.ImportFrom():
                for name, symbol in imports(node, frame.function.module).items():
                    frame.names[name] = self.of_symbol(self.code.followed(symbol))
            case ast.Expr(value=value) | ast.Assert(test=value):
                self.value(value, frame)

    def assign(self, target: ast.expr, value: Value, frame: Frame) -> None:
        """Put a value where an assignment puts it; a name that had the value once keeps it."""
        match target:
            case ast.Name(id=name):
                outer = frame.holder(name) if name in frame.function.outer_names else None
                holder = outer or frame
                before = holder.names.get(name, NOTHING)
                kept = value._replace(carries=value.carries or before.carries)
                holder.names[name] = kept if kept.type else kept._replace(type=before.type)
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                for index, each in enumerate(targets):
                    if isinstance(each, ast.Starred):
                        self.assign(each.value, held(self.element(value, frame)), frame)
                    else:
                        self.assign(each, self.item(value, index), frame)
            case ast.Attribute(value=owner, attr=name):
                for kind in self.classes(self.value(owner, frame)):
                    if value.type or value.targets:
                        seen = Value(False, value.type, value.targets)
                        self.types.setdefault((kind, name), seen)
                    if value.carries:
                        self.fields[kind].add(name)
                if value.carries:
                    self.mark(owner, value, frame)
            case ast.Subscript(value=owner):
                if value.carries:
                    self.mark(owner, held(value), frame)

    def mark(self, node: ast.expr, added: Value, frame: Frame) -> None:
        """Note that the value was put into an object."""
        match node:
            case ast.Name(id=name):
                holder = frame.holder(name)
                if holder is not None:
                    before = holder.names[name]
                    both = merged(before.element or NOTHING, added.element or NOTHING)
                    element = None if before.type or both == NOTHING else both
                    holder.names[name] = before._replace(carries=True, element=element)
                    holder.changed.add(name)
            case ast.Attribute():
                self.assign(node, Value(carries=True), frame)
            case ast.Subscript(value=owner):
                self.mark(owner, added, frame)

    def pattern(self, pattern: Any, subject: Value, frame: Frame) -> None:
        """Bind the names of a case."""
        kind = subject.type
        if isinstance(pattern, ast.MatchClass):
            kind = self.annotated(pattern.cls, frame)
        for node in ast.walk(pattern):
            name = getattr(node, "name", None) or getattr(node, "rest", None)
            if isinstance(name, str):
                self.assign(ast.Name(name), Value(subject.carries, kind), frame)

    # --- expressions -----------------------------------------------------------------------

    def value(self, node: ast.expr | None, frame: Frame) -> Value:
        """Follow an expression and return what it gives."""
        match node:
            case None | ast.Constant():
                return NOTHING
            case ast.Name(id=name):
                holder = frame.holder(name)
                if holder is not None:
                    return holder.names[name]
                if name in frame.function.module.symbols or hasattr(builtins, name):
                    return self.of_symbol(self.code.symbol(name, frame.function.module))
                return NOTHING
            case ast.Attribute(value=owner, attr=name):
                return self.attribute(self.value(owner, frame), name, frame)
            case ast.Call():
                return self.call(node, frame)
            case ast.Lambda():
                inner = FunctionCode(node, frame.function.module, frame.function.owner, frame)
                return Value(targets=(inner,))
            case ast.NamedExpr(target=target, value=value):
                given = self.value(value, frame)
                self.assign(target, given, frame)
                return given
            case ast.Tuple(elts=elts) if not any(isinstance(each, ast.Starred) for each in elts):
                items = tuple(self.value(each, frame) for each in elts)
                kinds = tuple(item.type or Type("") for item in items)
                return Value(any(item.carries for item in items), Type("tuple", kinds), (), items)
            case ast.List(elts=elts) | ast.Set(elts=elts) | ast.Tuple(elts=elts):
                return held(merged(*[self.value(each, frame) for each in elts], NOTHING))
            case ast.Starred(value=value) if isinstance(node.ctx, ast.Load):
                return self.element(self.value(value, frame), frame)
            case ast.Dict(keys=keys, values=values):
                whole = [self.value(each, frame) for each in keys if each]
                element = merged(*[self.value(each, frame) for each in values], NOTHING)
                carries = element.carries or any(each.carries for each in whole)
                return Value(carries, element=element._replace(carries=carries))
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                return self.comprehension(node, frame)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self.value(test, frame)
                return merged(self.value(body, frame), self.value(orelse, frame))
            case ast.BoolOp(values=values):
                return merged(*[self.value(each, frame) for each in values])
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                self.parts(node, frame)
                return NOTHING
            case ast.Subscript(value=owner, slice=index):
                return self.subscript(self.value(owner, frame), index, frame)
            case ast.Yield(value=value):
                frame.yields.append(self.value(value, frame))
                return NOTHING
            case ast.YieldFrom(value=value):
                frame.yields.append(self.element(self.value(value, frame), frame))
                return NOTHING
            case ast.Await(value=value):
                return self.value(value, frame)
            case ast.BinOp():
                return merged(*self.parts(node, frame), NOTHING)
            case _:
                return Value(any(each.carries for each in self.parts(node, frame)))

    def parts(self, node: ast.AST, frame: Frame) -> list[Value]:
        """Follow the expressions in an expression."""
        nodes = ast.iter_child_nodes(node)
        return [self.value(each, frame) for each in nodes if isinstance(each, ast.expr)]

    def comprehension(self, node: Any, frame: Frame) -> Value:
        """Follow a comprehension: what it runs through first, then what it makes of each."""
        code = frame.function
        inner = Frame(scope(code.module, code.owner, frame), frame.depth, changed=frame.changed)
        for generator in node.generators:
            iterable = self.value(generator.iter, inner)
            self.assign(generator.target, self.element(iterable, inner), inner)
            for test in generator.ifs:
                self.value(test, inner)
        if isinstance(node, ast.DictComp):
            key, element = self.value(node.key, inner), self.value(node.value, inner)
            return held(element._replace(carries=element.carries or key.carries))
        return held(self.value(node.elt, inner))

    def attribute(self, value: Value, name: str, frame: Frame) -> Value:
        """Return what an attribute is; a property is called."""
        for target in value.targets:
            if isinstance(target, Module | str):
                return self.of_symbol(self.code.member(target, name))
            method = self.code.method(target, name) if isinstance(target, ClassCode) else None
            if method:
                first = (
                    () if "classmethod" not in method.decorators else (Value(targets=(target,)),)
                )
                return Value(targets=(Bound(method, first),))
        results = []
        for owner in self.classes(value):
            method = self.code.method(owner, name)
            if method and method.is_property:
                results.append(self.call_method(value, name, frame) or NOTHING)
            elif method:
                first = (value._replace(type=Type(owner)),) if method.is_method else ()
                results.append(Value(targets=(Bound(method, first),)))
            else:
                results.append(self.field(value, owner, name))
        return merged(*results) if results else Value(value.carries)

    def field(self, value: Value, owner: ClassCode, name: str) -> Value:
        """Return the attribute of an object that is no method."""
        owners = list(self.code.bases(owner))
        known = [each for each in owners if self.fields[each]]
        carries = value.carries and (not known or any(name in self.fields[each] for each in known))
        seen = next(
            (self.types[each, name] for each in owners if (each, name) in self.types), NOTHING
        )
        kind = self.code.attribute_type(owner, name)
        return seen._replace(carries=carries, type=seen.type or kind)

    def subscript(self, value: Value, index: ast.expr, frame: Frame) -> Value:
        """Return what stands at an index or key."""
        asked = NOTHING if isinstance(index, ast.Slice) else self.value(index, frame)
        kind = value.type
        if isinstance(index, ast.Slice):
            self.parts(index, frame)
            return value._replace(items=())
        if isinstance(index, ast.Constant) and isinstance(index.value, int) and value.items:
            return self.item(value, index.value % len(value.items))
        if kind and kind.head in MAPPINGS and len(kind.args) == 2:
            return Value(value.carries, kind.args[1])
        element = value.element or self.item(value, 0)
        return chosen(element)._replace(carries=value.carries or asked.carries)

    # --- values ----------------------------------------------------------------------------

    def classes(self, value: Value) -> list[ClassCode]:
        """Return the classes of the package of which an object may be."""
        return value.type.classes if value.type else []

    def annotated(self, node: ast.expr | None, frame: Frame) -> Type | None:
        """Return the type that an annotation in a function names."""
        if isinstance(node, ast.Name) and frame.holder(node.id):
            kinds = [t for t in self.value(node, frame).targets if isinstance(t, ClassCode)]
            return union([Type(kind) for kind in kinds])
        return self.code.type_of(node, frame.function.module, frame.function.owner)

    def of_symbol(self, symbol: Any) -> Value:
        """Return the value of a name at the top level of a module."""
        if not isinstance(symbol, Alias):
            return Value(targets=(symbol,))
        if symbol not in self._constants:
            self._constants[symbol] = NOTHING  # while it is worked out
            value = self.value(symbol.value, Frame(scope(symbol.module)))
            kind = self.code.type_of(symbol.annotation, symbol.module)
            self._constants[symbol] = value._replace(type=kind or value.type)
        return self._constants[symbol]

    def element(self, value: Value, frame: Frame) -> Value:
        """Return what iterating gives."""
        if value.element:
            return value.element._replace(carries=value.carries or value.element.carries)
        if value.items:
            return merged(*value.items)
        results = []
        for _ in self.classes(value):
            made = self.call_method(value, "__iter__", frame)
            results += [self.element(made, frame)] if made is not None else []
        if results:
            return merged(*results)
        kind = value.type
        if kind and kind.head == "tuple" and kind.args and not is_open(kind):
            return Value(value.carries, union(list(kind.args)))
        return Value(value.carries, element_type(kind))

    def item(self, value: Value, index: int) -> Value:
        """Return what stands at an index of what is unpacked; of a record its field."""
        for owner in () if value.items else self.classes(value):
            names = self.code.fields(owner)
            if index < len(names):
                return self.field(value, owner, names[index])
        return item_of(value, index)

    def entered(self, value: Value, frame: Frame) -> Value:
        """Return what `with` gives."""
        if value.type and value.type.head in {"Generator", "Iterator", "AbstractContextManager"}:
            return self.element(value, frame)
        if self.classes(value):
            return self.call_method(value, "__enter__", frame) or value
        return value
