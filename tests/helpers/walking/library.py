"""What comes out of calls of other libraries that get a followed value."""

from .code_parts import ClassCode, FunctionCode, Type
from .flow import MAPPINGS, ValueFlow
from .values import NOTHING, Bound, Frame, Target, Value, chosen, held, merged

_TRUTHS = set("all any callable endswith exists hasattr hash id len startswith".split())
_SAME = set(
    "chain copy deepcopy deque filter frozenset islice iter list reversed set sorted".split()
)
_ONE = set("get max min next pop popleft setdefault values".split())
_OF_MAPPINGS = {"get", "pop", "setdefault", "values"}
_PUTS = set("add append appendleft extend insert put setdefault update".split())
_MAPS = {"map", "starmap", "imap", "imap_unordered"}
_OPENERS = {"closing", "nullcontext"}

Keywords = list[tuple[str | None, Value]]


class LibraryCalls(ValueFlow):
    """Knows of functions and methods of Python and its libraries what they hand on."""

    def follow(
        self, target: Target, args: list[Value], keywords: Keywords, frame: Frame
    ) -> tuple[Value, list[Value]]:
        """Follow a call of something known; return what comes out, and the arguments it changes."""
        raise NotImplementedError

    def added(self, name: str, args: list[Value]) -> Value | None:
        """Return what a method puts into its object, as a collection; None where it is nothing."""
        if name not in _PUTS or not any(value.carries for value in args):
            return None
        return args[-1] if name in {"extend", "update"} else held(args[-1])

    def library(self, name: str, args: list[Value], keywords: Keywords, frame: Frame) -> Value:
        """Return what comes out of a call that is not ours, and enter the functions given to it.

        Args:
            name: of the function or method, without what stands before its dot.
            args: by position; of a method its object first.
            keywords: by name.
            frame: the function that calls.
        """
        carries = any(value.carries for value in [*args, *(value for _, value in keywords)])
        first = args[0] if args else NOTHING
        if name in _TRUTHS or (name.startswith("is") and name not in _SAME):
            return NOTHING
        if name == "partial":
            named = tuple((str(key), value) for key, value in keywords)
            wholes = [part if isinstance(part, Bound) else Bound(part) for part in first.targets]
            bound = [
                Bound(whole.function, (*whole.args, *args[1:]), (*whole.keywords, *named))
                for whole in wholes
            ]
            return Value(carries, targets=tuple(bound))
        if name == "cast" and len(args) > 1:
            return args[1]
        if name == "enter_context" and len(args) > 1:
            return self.entered(args[1], frame)
        if name in {"_replace", "replace"} and self.classes(first):
            for owner in self.classes(first):
                self.fields[owner].update(str(key) for key, value in keywords if value.carries)
            return first._replace(carries=carries)
        if name in _OPENERS:
            return Value(carries, Type("AbstractContextManager"), element=first)
        if name == "zip":
            return held(Value(carries, items=tuple(self.element(value, frame) for value in args)))
        if name == "enumerate":
            return held(Value(carries, items=(NOTHING, self.element(first, frame))))
        results = self._given_functions(name, args, keywords, frame)
        if name in _MAPS and results:
            return held(merged(*results))
        kinds = first.type.args if first.type and first.type.head in MAPPINGS else ()
        if name == "items":
            key, value = kinds if len(kinds) == 2 else (None, None)
            entry = first.element or Value(first.carries, value)
            return held(Value(carries, items=(Value(first.carries, key), entry)))
        if name in _ONE and first != NOTHING:
            mapped = name in _OF_MAPPINGS and len(kinds) == 2
            element = Value(carries, kinds[1]) if mapped else self.element(first, frame)
            element = element._replace(carries=element.carries or carries)
            return held(element) if name == "values" else chosen(element)
        if name in _SAME:
            sources = [self.element(value, frame) for value in args if not value.targets]
            element = merged(*sources, NOTHING)
            return Value(carries, Type("list", (element.type or Type(""),)), element=element)
        return Value(carries)

    def _given_functions(
        self, name: str, args: list[Value], keywords: Keywords, frame: Frame
    ) -> list[Value]:
        """Enter the functions that are given to a call that is not ours."""
        calls: list[tuple[Value, list[Value]]] = []
        for index, value in enumerate(args):
            rest = args[index + 1 :]
            if name in {*_MAPS, "filter", "reduce"}:
                rest = [self.element(each, frame) for each in rest]
            calls.append((value, self.unpacked(rest[0]) if name == "starmap" and rest else rest))
        for key, value in keywords:
            rest = [self.element(each, frame) for each in args if not each.targets]
            if key == "target":  # of a process or thread
                rest = [
                    item for other, given in keywords if other == "args" for item in given.items
                ]
            calls.append((value, rest[:1] if key == "key" else rest))
        return [
            self.follow(target, rest, [], frame)[0]
            for value, rest in calls
            for target in value.targets
            if isinstance(target, FunctionCode | Bound | ClassCode)
        ]

    def unpacked(self, value: Value) -> list[Value]:
        """Return the arguments that a starred one stands for."""
        kind = value.type
        count = len(value.items) or (len(kind.args) if kind and kind.head == "tuple" else 1)
        return [self.item(value, index) for index in range(count)]
