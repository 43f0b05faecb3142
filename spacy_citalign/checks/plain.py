"""Docs as plain data, so that two of them can be compared, and the first difference named."""

import dataclasses
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from spacy.tokens import Doc, Span, Token

TOLERANCE = 1e-5  # of numbers: matrix products of other batch shapes round otherwise
_EXTENSION = "._."
_SHORT = 70


def plain_doc(doc: Doc) -> dict[str, Any]:
    """All annotations of a Doc, by the names that ``assigns`` uses; `doc.text` comes first.

    Extensions have names as ``doc._.name``; other entries of ``doc.user_data`` stand under
    ``doc.user_data``.
    """
    heads = doc.has_annotation("DEP")
    found: dict[str, Any] = {
        "doc.text": doc.text,
        "tokens": [token.text_with_ws for token in doc],
        "token.tag": [token.tag_ for token in doc],
        "token.pos": [token.pos_ for token in doc],
        "token.morph": [str(token.morph) for token in doc],
        "token.lemma": [token.lemma_ for token in doc],
        "token.norm": [token.norm_ for token in doc],
        "token.dep": [token.dep_ for token in doc],
        "token.head": [token.head.i for token in doc] if heads else [],
        "token.is_sent_start": [token.is_sent_start for token in doc],
        "token.ent_iob": [token.ent_iob_ for token in doc],
        "doc.ents": [[*plain(ent), ent.id_] for ent in doc.ents],
        "doc.cats": plain(doc.cats),
        "doc.tensor": plain(doc.tensor),
        "doc.spans": {
            key: {"spans": plain(list(group)), "attrs": plain(group.attrs)}
            for key, group in sorted(doc.spans.items())
        },
    }
    return found | _user_data(doc)


def _user_data(doc: Doc) -> dict[str, Any]:
    found: dict[str, Any] = {}
    entries: list[tuple[Any, Any]] = list(doc.user_data.items())
    for key, value in sorted(entries, key=lambda item: repr(item[0])):
        if isinstance(key, tuple) and len(key) == 4 and key[0] == _EXTENSION:
            _, name, start, end = key
            kind = "doc" if start is None else "token" if end is None else "span"
            # Docs that came through msgpack have lists and strings where there were others.
            found.setdefault(f"{kind}._.{name}", {})[str([start, end])] = plain(value)
        else:
            found.setdefault("doc.user_data", {})[str(key)] = plain(value)
    return found


def plain(value: Any) -> Any:
    """A value as numbers, strings, lists and dictionaries.

    An object of any other class is its class: what it says of itself may hold an address.
    """
    if value is None or isinstance(value, bool | int | float | str | bytes):
        return value
    if isinstance(value, Span):
        return [value.start, value.end, value.label_, value.kb_id_]
    if isinstance(value, Token):
        return [value.i, value.text]
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray) or type(value).__module__.startswith("cupy"):
        return [list(value.shape), plain(value.ravel().tolist())]
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, set | frozenset):
        return sorted((plain(one) for one in value), key=repr)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return {field.name: plain(getattr(value, field.name)) for field in fields}
    return f"<{type(value).__module__}.{type(value).__qualname__}>"


def difference(one: Any, other: Any, place: str = "") -> str | None:
    """Where two plain values differ first, and how; None where they are the same.

    Numbers are the same within 1e-5, of their size where they are over 1.

    >>> difference({"doc.cats": {"A": 0.5}}, {"doc.cats": {"A": 0.7}})
    "doc.cats['A'] is 0.5, and 0.7"
    >>> difference([1, 2.0], [1, 2.000001]) is None
    True
    """
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            inner = f"{place}[{key!r}]" if place else str(key)
            if key not in one or key not in other:
                value = one[key] if key in one else other[key]
                return f"{inner} is {_short(value)} once, and missing once"
            found = difference(one[key], other[key], inner)
            if found:
                return found
        return None
    if isinstance(one, list) and isinstance(other, list):
        for i, (first, second) in enumerate(zip(one, other, strict=False)):
            found = difference(first, second, f"{place}[{i}]")
            if found:
                return found
        if len(one) != len(other):
            return f"{place} has {len(one)} elements, and {len(other)}"
        return None
    return None if _same(one, other) else f"{place} is {_short(one)}, and {_short(other)}"


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, float) or isinstance(other, float):
        numbers = isinstance(one, int | float) and isinstance(other, int | float)
        if not numbers:
            return False
        both_nan = math.isnan(one) and math.isnan(other)
        return both_nan or math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return bool(one == other)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHORT else f"{text[:_SHORT]}..."
