"""Changes of what a model is made of, told by the bytes of an input."""

import json
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Arrays = dict[str, NDArray]

_MOST_CHANGES = 8
_TYPES = (
    "f8",
    "f4",
    "f2",
    "i8",
    "i4",
    "u8",
    "u4",
    "u2",
    "i1",
    "u1",
    "?",
    "c8",
    "S3",
    "U2",
    "M8[s]",
)
_NUMBERS = (0.0, 1.0, -1.0, 2.0, np.nan, np.inf, -np.inf, 1e308, 255.0, 2.0**31, -(2.0**63), 0.5)
_VALUES = tuple(
    map(
        json.dumps,
        (
            *(None, True, False, 0, 1, -1, 2, 3, 0.5, 1e308, 10**12, 2**63, -(2**70), 1e-320),
            *("", "a", "O", "B-GENE", "\ud800", [], [0], [[0, 1]], ["a"], {}, {"a": 0}, [None] * 3),
            *(float("nan"), float("inf"), "masked_lbfgs", "f8", [[["a"], 1]], {"": {}}),
        ),
    )
)


class Choices:
    """Numbers and bytes that an input tells, zeros where it has ended."""

    def __init__(self, data: bytes) -> None:
        self._data, self._place = data, 0

    def __bool__(self) -> bool:
        """Whether something is left."""
        return self._place < len(self._data)

    def number(self, count: int, width: int = 1) -> int:
        """A number from 0 to below ``count``, of so many bytes."""
        return int.from_bytes(self.bytes(width), "little") % max(1, count)

    def bytes(self, count: int) -> bytes:
        """The next bytes."""
        found = self._data[self._place : self._place + count]
        self._place += count
        return found


class Parts(NamedTuple):
    """What a model file holds: settings, a list of one so that all may change, and arrays."""

    meta: list[Any]
    arrays: Arrays


def changed(meta: Any, arrays: Arrays, data: bytes) -> Parts:
    """The parts of a model after the changes that an input tells; none where it is empty."""
    parts = Parts([json.loads(json.dumps(meta))], dict(arrays))
    choices = Choices(data)
    for _ in range(_MOST_CHANGES):
        if not choices:
            break
        if choices.number(3) and parts.arrays:
            _change_array(parts.arrays, choices)
        else:
            _change_meta(parts.meta, choices)
    return parts


def _change_array(arrays: Arrays, choices: Choices) -> None:
    names = sorted(arrays)
    name = names[choices.number(len(names))]
    array = arrays[name]
    match choices.number(11):
        case 0:
            del arrays[name]
        case 1:
            arrays[name] = _as_type(array, _TYPES[choices.number(len(_TYPES))])
        case 2:
            arrays[name] = array[: choices.number(len(array) + 1, 2)] if array.ndim else array[None]
        case 3:
            arrays[name] = array.reshape((-1, 1) if choices.number(2) else (1, -1))
        case 4:
            arrays[name] = np.concatenate([array.ravel(), array.ravel()])
        case 5:
            arrays[name] = arrays[names[choices.number(len(names))]]
        case 6:
            arrays[name] = array[::-1].copy() if array.ndim else array
        case 7:
            arrays[choices.bytes(4).decode("latin-1")] = array
        case 8:
            arrays[name] = _overwritten(array, choices)
        case _:
            arrays[name] = _with_odd(array, choices)


def _as_type(array: NDArray, kind: str) -> NDArray:
    """The numbers as another type; zeros of it where there are no numbers."""
    if array.dtype.kind not in "biuf":  # numpy itself crashes between dates and short texts
        return np.zeros(array.shape, kind)
    with np.errstate(all="ignore"):
        try:
            return array.astype(kind)
        except (TypeError, ValueError):
            return np.zeros(array.shape, kind)


def _overwritten(array: NDArray, choices: Choices) -> NDArray:
    """The array with some of its bytes replaced."""
    raw = bytearray(array.tobytes())
    at = choices.number(len(raw) + 1, 3)
    own = choices.bytes(1 + choices.number(8))
    raw[at : at + len(own)] = own[: max(0, len(raw) - at)]
    return np.frombuffer(bytes(raw), array.dtype).reshape(array.shape).copy()


def _with_odd(array: NDArray, choices: Choices) -> NDArray:
    """The array with some of its values replaced by one."""
    found = array.copy().reshape(-1)
    value = _NUMBERS[choices.number(len(_NUMBERS))]
    start = choices.number(len(found) + 1, 2)
    count = (1, 2, 7, len(found))[choices.number(4)]
    with np.errstate(all="ignore"):
        try:
            found[start : start + count] = np.array(value).astype(array.dtype)
        except (TypeError, ValueError):
            return array
    return found.reshape(array.shape)


def _change_meta(meta: list[Any], choices: Choices) -> None:
    places: list[tuple[Any, Any]] = [(meta, 0)]
    for holder, key in places:
        value = holder[key]
        if isinstance(value, list):
            places += [(value, place) for place in range(len(value))]
        elif isinstance(value, dict):
            places += [(value, name) for name in value]
    holder, key = places[choices.number(len(places), 2)]
    match choices.number(5):
        case 0 if holder is not meta:
            del holder[key]
        case 1 if isinstance(holder, list) and holder is not meta:
            holder.append(holder[key])
        case 2:
            other, from_key = places[choices.number(len(places), 2)]
            holder[key] = json.loads(json.dumps(other[from_key]))
        case _:
            holder[key] = json.loads(_VALUES[choices.number(len(_VALUES))])
