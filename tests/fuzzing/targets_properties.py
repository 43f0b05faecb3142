"""The hypothesis properties of the components, whose inputs are Docs of any form."""

import inspect
from collections.abc import Callable

from spacy_citalign.errors import InputError
from tests.components import test_properties
from tests.fuzzing.target import Target

_SEEDS = (bytes(4096), bytes(range(256)) * 8, b"\1\0\2\0" * 600)
_PREFIX = "test_"


def _check(fuzz_one_input: Callable[[bytes], bytes | None]) -> Callable[[bytes], None]:
    def check(data: bytes) -> None:
        if fuzz_one_input(data) is None:
            raise InputError("it is too short for an example")

    return check


def _target(name: str, test: Callable[..., object]) -> Target:
    check = _check(test.hypothesis.fuzz_one_input)
    return Target(name.replace(_PREFIX, "property_", 1), check, lambda: _SEEDS)


TARGETS = [
    _target(name, test)
    for name, test in inspect.getmembers(test_properties, inspect.isfunction)
    if name.startswith(_PREFIX) and hasattr(test, "hypothesis")
]
