"""What differs between the fingerprints of two runs, for a person."""

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

_NAMED = 3  # differences
_SHOWN = 16  # characters of a value


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Return the first values that differ, and how many more do.

    >>> differences({"name": "a", "in": {"size": 1}}, {"name": "a", "in": {"size": 2}})
    'in.size was 1, is 2'
    """
    before, now = dict(_entries(old)), dict(_entries(new))
    names = [name for name in {**now, **before} if before.get(name) != now.get(name)]
    changes = [f"{name} was {_shown(before, name)}, is {_shown(now, name)}" for name in names]
    more = len(changes) - _NAMED
    return "; ".join(islice(changes, _NAMED)) + (f"; and {more} more" if more > 0 else "")


def _entries(values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the values with their dotted names, those of inner objects too.

    >>> list(_entries({"a": {"b": 1}, "c": [2]}))
    [('a.b', 1), ('c', [2])]
    """
    opened = [(prefix, iter(values.items()))]  # no recursion: who knows who wrote it
    while opened:
        prefix, entries = opened[-1]
        for name, value in entries:
            if isinstance(value, dict):
                opened.append((f"{prefix}{name}.", iter(value.items())))
                break
            yield f"{prefix}{name}", value
        else:
            opened.pop()


def _shown(values: Mapping[str, Any], name: str) -> str:
    if name not in values:
        return "nothing"
    try:
        text = json.dumps(values[name], ensure_ascii=False)
    except RecursionError:
        return "nested too deep"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
