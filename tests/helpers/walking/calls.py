"""The calls that a followed value goes into, and what comes out of them."""

import ast
import sys
from typing import NamedTuple

from .code_parts import ClassCode, FunctionCode, Module, Type, parameters, scope
from .library import Keywords, LibraryCalls
from .package_code import Code
from .values import (
    NOTHING,
    Bound,
    Frame,
    Target,
    Value,
    bound_arguments,
    free_names,
    merged,
)

_MAX_DEPTH = 20_000


class Call(NamedTuple):
    """One call on the way.

    Attributes:
        depth: how many calls lead to it.
        caller: the file that calls.
        file: the file whose function is called.
        name: the function.
        carrying: the parameters that have the value.
        again: it was entered before.
        record: it is a construction without code.
    """

    depth: int
    caller: str
    file: str
    name: str
    carrying: tuple[str, ...]
    again: bool = False
    record: bool = False


class Entered(NamedTuple):
    """What is known of a function that was entered: what comes out, and what it changes."""

    result: Value
    changed: frozenset[str] = frozenset()


class Walker(LibraryCalls):
    """Goes with the value into what is called.

    Attributes:
        calls: the calls so far.
        chosen: the calls that could not be followed.
    """

    def __init__(self, code: Code):
        super().__init__(code)
        self.calls: list[Call] = []
        self.chosen: list[str] = []
        self._entered: dict[tuple[object, ...], Entered] = {}

    def start(self, function: FunctionCode, parameter: str) -> None:
        """Walk from a function that is called from outside."""
        nowhere = Module("", "", ast.Module([], []))
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(_MAX_DEPTH)
        try:
            self.enter(function, {parameter: Value(carries=True)}, Frame(scope(nowhere), -1))
        finally:
            sys.setrecursionlimit(limit)

    # --- calls -----------------------------------------------------------------------------

    def call(self, node: ast.Call, frame: Frame) -> Value:
        """Follow a call and return what comes out."""
        base, function = self._called(node.func, frame)
        # Each argument is an object by itself, so that it is known which of them a call changes.
        given: list[tuple[Value, ast.expr]] = []
        for each in node.args:
            starred = isinstance(each, ast.Starred)
            value = self.value(each.value if isinstance(each, ast.Starred) else each, frame)
            given += [
                (Value(*part), each) for part in (self.unpacked(value) if starred else [value])
            ]
        args = [value for value, _ in given]
        keywords = [(each.arg, Value(*self.value(each.value, frame))) for each in node.keywords]
        named = zip(keywords, node.keywords, strict=True)
        given += [(value, each.value) for (_, value), each in named]
        if not function.targets:
            return self._unknown(node, base, function, args, keywords, frame)
        results = []
        for target in function.targets:
            result, changed = self.follow(target, args, keywords, frame)
            results.append(result)
            if isinstance(target, Bound) and isinstance(node.func, ast.Attribute):
                given += [(value, node.func.value) for value in target.args]
            for value, argument in given:
                if any(value is each for each in changed):
                    self.mark(argument, NOTHING, frame)
        return merged(*results)

    def call_method(self, value: Value, name: str, frame: Frame) -> Value | None:
        """Follow a call of a method without arguments; None where there is no such method."""
        methods = [self.code.method(owner, name) for owner in self.classes(value)]
        results = [
            self.enter(method, {method.first: value}, frame).result for method in methods if method
        ]
        return merged(*results) if results else None

    def follow(
        self, target: Target, args: list[Value], keywords: Keywords, frame: Frame
    ) -> tuple[Value, list[Value]]:
        """Follow a call of something known; return what comes out, and the arguments it changes."""
        if isinstance(target, Bound):
            given = [*keywords, *target.keywords]
            return self.follow(target.function, [*target.args, *args], given, frame)
        if isinstance(target, ClassCode):
            return self.construct(target, args, keywords, frame)
        if isinstance(target, FunctionCode):
            values = bound_arguments(target, args, keywords)
            entered = self.enter(target, values, frame)
            return entered.result, [values[name] for name in entered.changed if name in values]
        name = target.rpartition(".")[2] if isinstance(target, str) else ""
        return self.library(name, args, keywords, frame), []

    def construct(
        self, owner: ClassCode, args: list[Value], keywords: Keywords, frame: Frame
    ) -> tuple[Value, list[Value]]:
        """Follow the construction of an object."""
        instance = Value(type=Type(owner))
        start = self.code.method(owner, "__init__")
        if start:
            _, changed = self.follow(start, [instance, *args], keywords, frame)
            return instance._replace(carries=any(each is instance for each in changed)), changed
        named = [(name, value) for name, value in keywords if name]
        fields = dict(zip(self.code.fields(owner), args, strict=False)) | dict(named)
        for name, value in fields.items():
            self.types.setdefault((owner, name), Value(False, value.type, value.targets))
        carrying = tuple(name for name, value in fields.items() if value.carries)
        self.fields[owner].update(carrying)
        if not any(value.carries for value in [*args, *(value for _, value in keywords)]):
            return instance, []
        again = (owner,) in self._entered
        self._entered[owner,] = Entered(instance)
        self._go(frame, owner, carrying, again=again, record=True)
        instance = instance._replace(carries=True)
        self.call_method(instance, "__post_init__", frame)
        return instance, []

    def enter(self, function: FunctionCode, given: dict[str, Value], frame: Frame) -> Entered:
        """Go into a function with the parameters that have the value, unless it was entered so."""
        returns = getattr(function.node, "returns", None)
        hint = self.code.type_of(returns, function.module, function.owner)
        carrying = self._carrying(function, given)
        if not carrying:
            return Entered(Value(type=hint))
        if function.is_stub:
            self._choose(function.name, frame)
            return Entered(Value(not _is_truth(hint), hint))
        functions = [(name, _nodes(value)) for name, value in given.items() if _nodes(value)]
        keys = {name: (function.node, name, *functions) for name in carrying}
        fresh = {name for name, key in keys.items() if key not in self._entered}
        self._go(frame, function, tuple(carrying), again=not fresh)
        if fresh:
            self._entered |= {keys[name]: Entered(Value(type=hint)) for name in fresh}
            inner = self._frame(function, given, fresh, frame.depth + 1)
            entered = Entered(self._result(function, inner, hint), frozenset(inner.changed))
            self._entered |= {keys[name]: entered for name in fresh}
        known = [self._entered[key] for key in keys.values()]
        changed = frozenset[str]().union(*(each.changed for each in known))
        return Entered(merged(*(each.result for each in known)), changed)

    # --- parts of it -----------------------------------------------------------------------

    def _go(
        self,
        frame: Frame,
        target: FunctionCode | ClassCode,
        carrying: tuple[str, ...],
        *,
        again: bool,
        record: bool = False,
    ) -> None:
        """Note a call."""
        files = frame.function.module.path, target.module.path
        self.calls.append(Call(frame.depth + 1, *files, target.name, carrying, again, record))

    def _called(self, node: ast.expr, frame: Frame) -> tuple[Value, Value]:
        """Return what stands before the dot of what is called, and what is called."""
        owner = frame.function.owner
        if not isinstance(node, ast.Attribute):
            value = self.value(node, frame)
            if not value.targets and self.classes(value):
                return value, self.attribute(value, "__call__", frame)
            return NOTHING, value
        if owner and ast.unparse(node.value) == "super()":
            above = (each.methods.get(node.attr) for each in list(self.code.bases(owner))[1:])
            instance = self.value(ast.Name(frame.function.first), frame)
            methods = tuple(Bound(method, (instance,)) for method in above if method)
            return instance, Value(targets=methods[:1])
        base = self.value(node.value, frame)
        return base, self.attribute(base, node.attr, frame)

    def _unknown(
        self,
        node: ast.Call,
        base: Value,
        function: Value,
        args: list[Value],
        keywords: Keywords,
        frame: Frame,
    ) -> Value:
        """Return what comes out of a call of what is not known."""
        if isinstance(node.func, ast.Attribute):
            added = self.added(node.func.attr, args)
            if added:
                self.mark(node.func.value, added, frame)
            return self.library(node.func.attr, [base, *args], keywords, frame)
        kind = function.type
        result = self.library("", args, keywords, frame)
        if result.carries and (kind is None or kind.head == "Callable"):
            self._choose(ast.unparse(node.func), frame)
        is_callable = kind is not None and kind.head == "Callable" and kind.args
        return result._replace(type=kind.args[-1]) if kind and is_callable else result

    def _carrying(self, function: FunctionCode, given: dict[str, Value]) -> list[str]:
        """Return the names by which a function gets the value; of its object the attributes."""
        names: list[str] = []
        for name, value in given.items():
            if not value.carries:
                continue
            owners = self.classes(value) if name == function.first else []
            bases = [each for owner in owners for each in self.code.bases(owner)]
            attributes = {attribute for each in bases for attribute in self.fields[each]}
            methods = {method for each in bases for method in each.methods}
            if not attributes:
                names.append(name)
            elif function.attributes & methods:  # they may read any
                names += [f"{name}.{attribute}" for attribute in sorted(attributes)]
            else:
                read = attributes & function.attributes
                names += [f"{name}.{attribute}" for attribute in sorted(read)]
        return names + sorted(free_names(function, function.scope))

    def _frame(
        self, function: FunctionCode, given: dict[str, Value], fresh: set[str], depth: int
    ) -> Frame:
        """Return a function's frame with its parameters, those of the value that are new."""
        frame = Frame(function, depth)
        new = {name.partition(".")[0] for name in fresh}
        defaults = _defaults(function.node)
        for name, annotation in parameters(function.node).items():
            value = given.get(name)
            if value is None:
                value = self.value(defaults[name], frame) if name in defaults else NOTHING
            kind = value.type or self.code.type_of(annotation, function.module, function.owner)
            if name == function.first and function.owner and not kind and not value.targets:
                kind = Type(function.owner)
            kept = value if name in new or not value.carries else Value(targets=value.targets)
            frame.names[name] = kept._replace(type=kind)
        return frame

    def _result(self, function: FunctionCode, frame: Frame, hint: Type | None) -> Value:
        """Follow a function's body and return what comes out of it."""
        if isinstance(function.node, ast.Lambda):
            return self.value(function.node.body, frame)
        self.block(function.node.body, frame)
        if frame.yields:
            element = merged(*frame.yields)
            kind = hint.args[0] if hint and hint.args else element.type
            element = element._replace(type=_nearer(kind, element.type))
            return Value(element.carries, Type("Iterator", (kind or Type(""),)), element=element)
        value = merged(*frame.results, NOTHING)
        carries = value.carries and not _is_truth(hint)
        return value._replace(carries=carries, type=_nearer(hint, value.type))

    def _choose(self, name: str, frame: Frame) -> None:
        """Note a call that is chosen as the program runs."""
        self.chosen.append(f"{name} in {frame.function.module.path}")


def _nodes(value: Value) -> tuple[object, ...]:
    """Return the functions that a value may be, as they stand in the source."""
    targets = (each.function if isinstance(each, Bound) else each for each in value.targets)
    return tuple(each.node for each in targets if isinstance(each, FunctionCode))


def _defaults(node: ast.FunctionDef | ast.Lambda) -> dict[str, ast.expr]:
    """Return the defaults of the parameters that have one."""
    args = node.args
    positional = [each.arg for each in (*args.posonlyargs, *args.args)]
    pairs = dict(zip(reversed(positional), reversed(args.defaults), strict=False))
    named = zip(args.kwonlyargs, args.kw_defaults, strict=True)
    return pairs | {each.arg: default for each, default in named if default}


def _is_truth(kind: Type | None) -> bool:
    """Return whether a function that returns this gives only a truth value."""
    return kind is not None and kind.head == "bool"


def _nearer(kind: Type | None, seen: Type | None) -> Type | None:
    """Return the annotation, or what was seen where that says more."""
    if kind is None or (seen and seen.classes and not kind.classes and not kind.args):
        return seen
    return kind
