"""Values as a walk knows them: whether they are the followed one, and what could be called."""

import ast
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .code_parts import UNION, ClassCode, FunctionCode, Module, Type, parameters, union


class Value(NamedTuple):
    """What an expression gives.

    Attributes:
        carries: it is the followed value, a part of it, or made from it.
        type: of what type it is, where that is known.
        targets: what it may be of functions, classes and modules; a string is not ours.
        items: the values in a tuple, each by itself.
        element: what iterating it gives, where more is known than the type says.
    """

    carries: bool = False
    type: Type | None = None
    targets: "tuple[Target, ...]" = ()
    items: "tuple[Value, ...]" = ()
    element: "Value | None" = None


class Bound(NamedTuple):
    """A function with some of its arguments: a partial, or a method of an object.

    Attributes:
        function: what is called in the end.
        args: its first arguments; of a method the object.
        keywords: arguments by name.
    """

    function: "FunctionCode | ClassCode | Module | str"
    args: tuple[Value, ...] = ()
    keywords: tuple[tuple[str, Value], ...] = ()


Target = FunctionCode | ClassCode | Module | Bound | str
NOTHING = Value()


@dataclass(eq=False)
class Frame:
    """A function while the walk is in it.

    Attributes:
        function: its source; of a module's top level a function of that module.
        depth: how many calls led here.
        names: its variables.
        results: what it returned.
        yields: what it yielded.
        changed: parameters into which the value was put, so that the caller's objects have it.
    """

    function: FunctionCode
    depth: int = 0
    names: dict[str, Value] = field(default_factory=dict)
    results: list[Value] = field(default_factory=list)
    yields: list[Value] = field(default_factory=list)
    changed: set[str] = field(default_factory=set)

    def holder(self, name: str) -> "Frame | None":
        """Return the frame whose variable a name is: this one, or one around it."""
        frame: Frame | None = self
        while frame is not None and name not in frame.names:
            frame = frame.function.scope
        return frame


def merged(*values: Value) -> Value:
    """Return the value that is any of some."""
    if len(values) == 1:
        return values[0]
    kept = [value for value in values if value != NOTHING]
    if len(kept) < 2:
        return kept[0] if kept else NOTHING
    same_length = len({len(value.items) for value in kept}) == 1
    elements = [value.element for value in kept if value.element]
    return Value(
        any(value.carries for value in kept),
        union([value.type for value in kept]),
        tuple(dict.fromkeys(target for value in kept for target in value.targets)),
        tuple(merged(*items) for items in zip(*(value.items for value in kept), strict=True))
        if same_length
        else (),
        merged(*elements) if elements else None,
    )


def item_of(value: Value, index: int) -> Value:
    """Return what stands at an index of a value that is unpacked."""
    if index < len(value.items):
        return value.items[index]
    kind = value.type
    if kind and kind.head == "tuple" and len(kind.args) > index and not is_open(kind):
        return Value(value.carries, kind.args[index])
    return value.element or Value(value.carries, element_type(kind))


def chosen(value: Value) -> Value:
    """Return what stands in a table; which of several functions, nobody knows."""
    return value if len(value.targets) < 2 else value._replace(targets=())


def element_type(kind: Type | None) -> Type | None:
    """Return the type of what iterating gives."""
    if kind is None:
        return None
    if kind.head == UNION:
        return union([element_type(part) for part in kind.args])
    return kind.args[0] if kind.args and isinstance(kind.head, str) else None


def is_open(kind: Type) -> bool:
    """Return whether a tuple's type says nothing of its length."""
    return len(kind.args) == 2 and kind.args[1].head == ""


def bound_arguments(
    function: FunctionCode, args: list[Value], keywords: list[tuple[str | None, Value]]
) -> dict[str, Value]:
    """Return the value of each parameter that is given.

    Args:
        function: what is called.
        args: by position, the object of a method first.
        keywords: by name; without a name is a dict of them.
    """
    node = function.node.args
    names = [each.arg for each in (*node.posonlyargs, *node.args)]
    given: dict[str, Value] = {}
    for position, value in enumerate(args):
        if position < len(names):
            given[names[position]] = value
        elif node.vararg:
            given[node.vararg.arg] = merged(given.get(node.vararg.arg, NOTHING), held(value))
    for name, value in keywords:
        if name in parameters(function.node):
            given[name] = value
        elif name is None:
            given |= {rest: value for rest in parameters(function.node) if rest not in given}
        elif node.kwarg:
            given[node.kwarg.arg] = merged(given.get(node.kwarg.arg, NOTHING), held(value))
    return given


def held(element: Value) -> Value:
    """Return a collection of such elements."""
    return Value(element.carries, None, element=element)


def free_names(function: FunctionCode, frame: Any) -> set[str]:
    """Return the names from around a function, in the frame around it, that have the value."""
    if frame is None:
        return set()
    used = {node.id for node in ast.walk(function.node) if isinstance(node, ast.Name)}
    used -= set(parameters(function.node))
    holders = {name: frame.holder(name) for name in used}
    return {name for name, holder in holders.items() if holder and holder.names[name].carries}
