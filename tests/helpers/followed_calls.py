"""The calls that a followed value goes into, and what comes out of them."""

import ast
import sys
from typing import NamedTuple

from carried_values import (
    NOTHING,
    Bound,
    Frame,
    Target,
    Value,
    bound_arguments,
    free_names,
    held,
    merged,
)
from package_code import ClassCode, Code, FunctionCode, Module, Type, parameters
from value_flow import ValueFlow

_TRUTHS = set("all any callable endswith exists hasattr hash id issubclass len startswith".split())
_SAME = set(
    "chain copy deepcopy deque filter frozenset islice iter list reversed set sorted".split()
)
_FIRST = set("get max min next pop popleft setdefault".split())
_PUTS = set("add append appendleft extend insert put setdefault update".split())
_OPENERS = set("closing nullcontext".split())
_MAX_DEPTH = 20_000

Keywords = list[tuple[str | None, Value]]


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


class Walker(ValueFlow):
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
            outside = Frame(FunctionCode(ast.Lambda(), nowhere), -1)
            self.enter(function, {parameter: Value(carries=True)}, outside)
        finally:
            sys.setrecursionlimit(limit)

    # --- calls -----------------------------------------------------------------------------

    def call(self, node: ast.Call, frame: Frame) -> Value:
        """Follow a call and return what comes out."""
        base, function = self._function(node.func, frame)
        # Each argument is an object by itself, so that it is known which of them a call changes.
        given: list[tuple[Value, ast.expr]] = []
        for each in node.args:
            if isinstance(each, ast.Starred):
                values = self._unpacked(self.value(each.value, frame), frame)
                given += [(Value(*value), each.value) for value in values]
            else:
                given.append((Value(*self.value(each, frame)), each))
        args = [value for value, _ in given]
        keywords = [(each.arg, Value(*self.value(each.value, frame))) for each in node.keywords]
        given += [
            (value, each.value) for (_, value), each in zip(keywords, node.keywords, strict=True)
        ]
        if not function.targets:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            if name in _PUTS and any(value.carries for value in args):
                added = args[-1] if name in {"extend", "update"} else held(args[-1])
                self.mark(node.func.value, added, frame)  # type: ignore[attr-defined]
            if not name and any(value.carries for value in args):
                self._choose(ast.unparse(node.func), frame, node)
            return self._library(name, [base, *args] if name else args, keywords, frame, function)
        results = []
        for target in function.targets:
            result, changed = self.follow(target, args, keywords, frame)
            results.append(result)
            for value, argument in given:
                if any(value is each for each in changed):
                    self.mark(argument, NOTHING, frame)
            bound = target.args if isinstance(target, Bound) else ()
            if any(value is each for value in bound for each in changed):
                if isinstance(node.func, ast.Attribute):
                    self.mark(node.func.value, NOTHING, frame)
        return merged(*results)

    def call_method(self, value: Value, name: str, frame: Frame) -> Value | None:
        """Follow a call of a method without arguments; None where there is no such method."""
        methods = [self.code.method(owner, name) for owner in self.classes(value)]
        results = [
            self.enter(each, _with_self(each, value), frame).result for each in methods if each
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
        name = target if isinstance(target, str) else ""
        return self._library(name.rpartition(".")[2], args, keywords, frame, NOTHING), []

    def construct(
        self, owner: ClassCode, args: list[Value], keywords: Keywords, frame: Frame
    ) -> tuple[Value, list[Value]]:
        """Follow the construction of an object."""
        instance = Value(type=Type(owner))
        start = self.code.method(owner, "__init__")
        if start:
            result, changed = self.follow(start, [instance, *args], keywords, frame)
            return Value(any(each is instance for each in changed), Type(owner)), changed
        named = [(name, value) for name, value in keywords if name]
        fields = dict(zip(self.code.fields(owner), args, strict=False)) | dict(named)
        for name, value in fields.items():
            self.types.setdefault((owner, name), Value(False, value.type, value.targets))
        carrying = tuple(name for name, value in fields.items() if value.carries)
        self.fields[owner].update(carrying)
        if carrying or any(value.carries for value in [*args, *(value for _, value in keywords)]):
            here = frame.function.module.path
            again = any(call.record and call.name == owner.name for call in self.calls)
            made = Call(frame.depth + 1, here, owner.module.path, owner.name, carrying, again, True)
            self.calls.append(made)
            instance = Value(True, Type(owner))
            self.call_method(instance, "__post_init__", frame)
        return instance, []

    def enter(self, function: FunctionCode, given: dict[str, Value], frame: Frame) -> Entered:
        """Go into a function with the parameters that have the value, unless it was entered so."""
        hint = self.code.type_of(
            getattr(function.node, "returns", None), function.module, function.owner
        )
        carrying = self._carrying(function, given)
        if not carrying:
            return Entered(Value(type=hint))
        if function.is_stub:
            self._choose(function.name, frame, function.node)
            return Entered(Value(not _is_truth(hint), hint))
        functions = [(name, _nodes(value)) for name, value in given.items() if _nodes(value)]
        keys = {name: (function.node, name, *functions) for name in carrying}
        fresh = {name for name, key in keys.items() if key not in self._entered}
        here = frame.function.module.path
        call = Call(
            frame.depth + 1, here, function.module.path, function.name, tuple(carrying), not fresh
        )
        self.calls.append(call)
        if fresh:
            for name in fresh:
                self._entered[keys[name]] = Entered(Value(type=hint))
            inner = self._frame(function, given, fresh, call.depth)
            entered = Entered(self._result(function, inner, hint), frozenset(inner.changed))
            self._entered.update({keys[name]: entered for name in fresh})
        known = [self._entered[key] for key in keys.values()]
        changed = frozenset().union(*(each.changed for each in known))
        return Entered(merged(*(each.result for each in known)), changed)

    # --- parts of it -----------------------------------------------------------------------

    def _function(self, node: ast.expr, frame: Frame) -> tuple[Value, Value]:
        """Return what stands before the dot of what is called, and what is called."""
        if not isinstance(node, ast.Attribute):
            value = self.value(node, frame)
            if not value.targets and self.classes(value):
                return value, self.attribute(value, "__call__", frame)
            return NOTHING, value
        owner = frame.function.owner
        if owner and ast.unparse(node.value) == "super()":
            bases = list(self.code.bases(owner))[1:]
            method = next(
                (each.methods[node.attr] for each in bases if node.attr in each.methods), None
            )
            first = frame.names.get(next(iter(parameters(frame.function.node)), ""), NOTHING)
            return first, Value(targets=(Bound(method, (first,)),) if method else ())
        base = self.value(node.value, frame)
        return base, self.attribute(base, node.attr, frame)

    def _unpacked(self, value: Value, frame: Frame) -> list[Value]:
        """Return the arguments that a starred one stands for."""
        kind = value.type
        count = len(value.items) or (len(kind.args) if kind and kind.head == "tuple" else 1)
        return [self.item(value, index) for index in range(count)]

    def _carrying(self, function: FunctionCode, given: dict[str, Value]) -> list[str]:
        """Return the names by which a function gets the value; of an object its attributes."""
        names: list[str] = []
        first = next(iter(parameters(function.node)), None) if function.is_method else None
        for name, value in given.items():
            owners = self.classes(value) if name == first else []
            held_fields = {
                field
                for owner in owners
                for each in self.code.bases(owner)
                for field in self.fields[each]
            }
            if value.carries and held_fields and function.owner:
                used = {
                    node.attr
                    for node in ast.walk(function.node)
                    if isinstance(node, ast.Attribute) and ast.unparse(node.value) == first
                }
                methods = {each for each in used if self.code.method(function.owner, each)}
                if used & held_fields or methods:
                    names += [f"{name}.{field}" for field in sorted(held_fields)]
            elif value.carries:
                names.append(name)
        return names + sorted(free_names(function, function.scope))

    def _frame(
        self, function: FunctionCode, given: dict[str, Value], fresh: set[str], depth: int
    ) -> Frame:
        """Return a function's frame with its parameters, those of the value that are new."""
        frame = Frame(function, depth)
        new = {name.partition(".")[0] for name in fresh}
        defaults = _defaults(function.node)
        first = next(iter(parameters(function.node)), None) if function.is_method else None
        for name, annotation in parameters(function.node).items():
            value = given.get(name)
            if value is None:
                value = self.value(defaults[name], frame) if name in defaults else NOTHING
            kind = value.type or self.code.type_of(annotation, function.module, function.owner)
            if name == first and function.owner and not kind and not value.targets:
                kind = Type(function.owner)
            frame.names[name] = value._replace(carries=value.carries and name in new, type=kind)
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

    def _choose(self, name: str, frame: Frame, node: ast.AST) -> None:
        """Note a call that is chosen as the program runs."""
        self.chosen.append(f"{name} ({frame.function.module.path})")

    def _library(
        self, name: str, args: list[Value], keywords: Keywords, frame: Frame, called: Value
    ) -> Value:
        """Return what comes out of a call that is not ours, and enter the functions given to it."""
        values = [*args, *(value for _, value in keywords)]
        carries = any(value.carries for value in values)
        if name in _TRUTHS or name.startswith("is"):
            return NOTHING
        if name == "partial" and args:
            bound = tuple(
                Bound(target, tuple(args[1:]), tuple((str(key), value) for key, value in keywords))
                for target in args[0].targets
            )
            return Value(carries, targets=bound)
        if name == "cast" and len(args) > 1:
            return args[1]
        if name in {"_replace", "replace"} and args and self.classes(args[0]):
            for owner in self.classes(args[0]):
                self.fields[owner].update(str(key) for key, value in keywords if value.carries)
            return args[0]._replace(carries=carries)
        if name in _OPENERS and args:
            return Value(carries, Type("AbstractContextManager"), element=args[0])
        if name == "enter_context" and len(args) > 1:
            return self.entered(args[1], frame)
        if name == "zip":
            items = tuple(self.element(value, frame) for value in args)
            return held(Value(carries, None, (), items))
        if name == "enumerate" and args:
            return held(Value(carries, None, (), (NOTHING, self.element(args[0], frame))))
        applied = self._applied(name, args, keywords, frame)
        if name in {"map", "starmap", "imap", "imap_unordered"} and applied:
            return held(merged(*applied))
        if name == "items" and args:
            kinds = (
                args[0].type.args if args[0].type and len(args[0].type.args) == 2 else (None, None)
            )
            entry = args[0].element or Value(args[0].carries, kinds[1])
            return held(Value(carries, None, (), (Value(args[0].carries, kinds[0]), entry)))
        if name in {*_FIRST, "values"} and args:
            kind = args[0].type
            keyed = kind is not None and kind.head in {"dict", "Mapping", "defaultdict"}
            mapped = (
                keyed and name in {"get", "pop", "setdefault", "values"} and len(kind.args) == 2
            )
            value = Value(carries, kind.args[1]) if mapped else self.element(args[0], frame)
            value = value._replace(carries=value.carries or carries)
            return held(value) if name == "values" else value
        if name in _SAME and args:
            sources = [value for value in args if not value.targets]
            element = merged(*[self.element(value, frame) for value in sources], NOTHING)
            return Value(carries, Type("list", (element.type or Type(""),)), element=element)
        kind = (
            called.type.args[-1]
            if called.type and called.type.head == "Callable" and called.type.args
            else None
        )
        return Value(carries, kind)

    def _applied(
        self, name: str, args: list[Value], keywords: Keywords, frame: Frame
    ) -> list[Value]:
        """Enter the functions that are given to a call that is not ours."""
        results = []
        for index, value in enumerate(args):
            rest = args[index + 1 :]
            if "map" in name or name in {"filter", "reduce"}:
                rest = [self.element(each, frame) for each in rest]
            if name == "starmap":
                rest = self._unpacked(rest[0], frame) if rest else []
            for target in value.targets:
                if isinstance(target, FunctionCode | Bound | ClassCode):
                    results.append(self.follow(target, rest, [], frame)[0])
        for key, value in keywords:
            rest = [self.element(each, frame) for each in args if not each.targets]
            if key == "target":
                rest = list(next((given.items for other, given in keywords if other == "args"), ()))
            for target in value.targets:
                if isinstance(target, FunctionCode | Bound):
                    results.append(
                        self.follow(target, rest[:1] if key == "key" else rest, [], frame)[0]
                    )
        return results


def _with_self(function: FunctionCode, value: Value) -> dict[str, Value]:
    """Return the arguments of a method that is called without any."""
    return {next(iter(parameters(function.node)), "self"): value}


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
