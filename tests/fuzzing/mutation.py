"""Mutations that know how an input is built, so that it stays in order and gets deep.

Some of the time the bytes are mutated as libFuzzer does it.
"""

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

from tests.fuzzing.target import Mutator

_ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 1.5, -0.0, 1e308, 10**17, -(10**19), 2**63),
    *("", " ", "a", "0", "\ud800", "\x00", "\n", "Zork2", "\u2028", "e\u0301", "\U0001f438" * 3),
    *([], [0], [0, 1], [[0, 1]], [None], {}, {"text": "Frogs."}, {"": 0}, [[[[]]]]),
)
_ODD_TEXTS = ("\u03b2", "\U0001f438", "\n", " ", "\x00", "1", "e\u0301", "\ud800", "</p>", '"')
ODD_VALUES = tuple(map(json.dumps, _ODD))  # as text, so that each use has its own
_DEEP = 2000
_PLAIN = 0.3  # of the mutations are of bytes
_TAG = re.compile(rb"(<[^<>]*>|&[^;\s<]*;)")
_FIELD = re.compile(rb"([\s|()=,;:-]+)")
_LINE = re.compile(rb"(?<=\n)")


def pieces_mutator(pattern: re.Pattern[bytes], words: Sequence[bytes] = ()) -> Mutator:
    """Move, copy, drop and replace the pieces that a pattern cuts an input into."""

    def change(data: bytes, rng: random.Random) -> bytes:
        pieces = [piece for piece in pattern.split(data) if piece] or [b""]
        for _ in range(rng.choice((1, 1, 1, 2, 4))):
            _change_pieces(pieces, words, rng)
        return b"".join(pieces)

    return mostly(change)


def xml_mutator(words: Sequence[bytes]) -> Mutator:
    """Mutate tags, entities and the texts between them."""
    return pieces_mutator(_TAG, words)


def fields_mutator(words: Sequence[bytes] = ()) -> Mutator:
    """Mutate the fields of tables, and words."""
    return pieces_mutator(_FIELD, words)


def lines_mutator(words: Sequence[bytes] = ()) -> Mutator:
    """Mutate the order of lines."""
    return pieces_mutator(_LINE, words)


def json_mutator(keys: Sequence[str] = ()) -> Mutator:
    """Mutate the values in one of the lines, each of them JSON."""

    def change(data: bytes, rng: random.Random) -> bytes:
        lines = data.split(b"\n")
        place = rng.randrange(len(lines))
        try:
            root = [json.loads(lines[place])]
        except (ValueError, RecursionError):
            lines.insert(place, rng.choice(lines))
            return b"\n".join(lines)
        for _ in range(rng.choice((1, 1, 1, 2, 4))):
            _change_value(root, keys, rng)
        lines[place] = json.dumps(root[0] if root else None).encode()
        return b"\n".join(lines)

    return mostly(change)


def mostly(change: Callable[[bytes, random.Random], bytes]) -> Mutator:
    """A mutator that uses ``change`` most of the time."""

    def mutate(data: bytes, most: int, seed: int, plain: Callable[[bytes, int], bytes]) -> bytes:
        rng = random.Random(seed)
        if rng.random() < _PLAIN:
            return plain(data, most)
        try:
            changed = change(data, rng)
        except (RecursionError, OverflowError, ValueError):  # too deep, too large, not XML
            return plain(data, most)
        return changed if len(changed) <= most else plain(data, most)

    return mutate


def _change_pieces(pieces: list[bytes], words: Sequence[bytes], rng: random.Random) -> None:
    place = rng.randrange(len(pieces))
    match rng.randrange(8 if words else 6):
        case 0 if len(pieces) > 1:
            del pieces[place]
        case 1:
            pieces.insert(rng.randrange(len(pieces) + 1), pieces[place])
        case 2:
            other = rng.randrange(len(pieces))
            pieces[place], pieces[other] = pieces[other], pieces[place]
        case 3:
            end = place + rng.randrange(1, 9)
            pieces.extend(pieces[place:end])
        case 4:
            end = place + rng.randrange(1, 9)
            at = rng.randrange(len(pieces) + 1)
            pieces[at:at] = pieces[place:end]
        case 5:
            end = place + rng.randrange(1, 4)
            pieces[place:end] = pieces[place:end] * rng.choice((3, 30, 300))
        case 6:
            pieces[place] = rng.choice(words)
        case _:
            pieces.insert(place, rng.choice(words) if words else b"\n")


def _change_value(root: list[Any], keys: Sequence[str], rng: random.Random) -> None:
    """Change one of the values below ``root``, which is a list of one value."""
    places = _places(root)
    holder, key = rng.choice(places)
    if rng.random() < 0.5:
        holder[key] = _of_same_kind(holder[key], rng)
        return
    match rng.randrange(7):
        case 0 | 1:
            holder[key] = json.loads(rng.choice(ODD_VALUES))
        case 2 if holder is not root:
            del holder[key]
        case 3:
            other, from_key = rng.choice(places)
            holder[key] = _copied(other[from_key])
        case 4 if isinstance(holder, list) and holder is not root:
            holder.insert(key, _copied(holder[key]))
        case 5 if isinstance(holder, dict) and keys:
            holder[rng.choice(keys)] = _copied(holder[key])
        case 6 if rng.random() < 0.02:
            holder[key] = json.loads("[" * 300 + "]" * 300)
        case _:
            holder[key] = [holder[key]]


def _of_same_kind(value: Any, rng: random.Random) -> Any:
    """Another number, text, or order."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + rng.choice((-1, 1, 2, -2, 100))
    if isinstance(value, str):
        start, end = sorted((rng.randint(0, len(value)), rng.randint(0, len(value))))
        odd = rng.choice(_ODD_TEXTS)
        return rng.choice((value[:start] + odd + value[start:], value[:start] + value[end:]))
    if isinstance(value, list):
        return rng.choice((value[1:], value[:-1], value[::-1], value + _copied(value[:1])))
    return value


def _copied(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _places(root: list[Any]) -> list[tuple[Any, Any]]:
    """Where all values stand: their lists and objects, with index or key."""
    found: list[tuple[Any, Any]] = [(root, 0)] if root else []
    for holder, key in found:
        value = holder[key]
        if len(found) > _DEEP:
            break
        if isinstance(value, list):
            found += [(value, place) for place in range(len(value))]
        elif isinstance(value, dict):
            found += [(value, name) for name in value]
    return found
