"""Docs as plain data, to compare two of them and to name the first difference."""

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
    """Return all annotations of a Doc, by the names that ``assigns`` uses; `doc.text` first.

    Extensions have names as ``doc._.name``; other entries of ``doc.user_data`` stand under
    ``doc.user_data``.
    """
    heads = doc.has_annotation("DEP")
    annotations: dict[str, Any] = {
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
    return annotations | _user_data(doc)


def _user_data(doc: Doc) -> dict[str, Any]:
    annotations: dict[str, Any] = {}
    entries: list[tuple[Any, Any]] = list(doc.user_data.items())
    for key, value in sorted(entries, key=lambda item: repr(item[0])):
        if isinstance(key, tuple) and len(key) == 4 and key[0] == _EXTENSION:
            _, name, start, end = key
            kind = "doc" if start is None else "token" if end is None else "span"
            # Docs that came through msgpack have lists and strings where there were others.
            annotations.setdefault(f"{kind}._.{name}", {})[str([start, end])] = plain(value)
        else:
            annotations.setdefault("doc.user_data", {})[str(key)] = plain(value)
    return annotations


def plain(value: Any) -> Any:
    """Return a value as numbers, strings, lists and dictionaries.

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
        return {str(key): plain(element) for key, element in value.items()}
    if isinstance(value, list | tuple):
        return [plain(element) for element in value]
    if isinstance(value, set | frozenset):
        return sorted((plain(element) for element in value), key=repr)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return {field.name: plain(getattr(value, field.name)) for field in fields}
    return f"<{type(value).__module__}.{type(value).__qualname__}>"


def difference(first: Any, second: Any, path: str = "") -> str | None:
    """Return where two plain values differ first, and how; None where they are the same.

    Numbers are the same within 1e-5, of their size where they are over 1.

    >>> difference({"doc.cats": {"A": 0.5}}, {"doc.cats": {"A": 0.7}})
    "doc.cats['A'] is 0.5, and 0.7"
    >>> difference([1, 2.0], [1, 2.000001]) is None
    True

    Args:
        first: as `plain` gives it.
        second: the same.
        path: where in the whole both stand, for the answer.
    """
    if isinstance(first, dict) and isinstance(second, dict):
        for key in [*first, *(key for key in second if key not in first)]:
            inner = f"{path}[{key!r}]" if path else str(key)
            if key not in first or key not in second:
                value = first[key] if key in first else second[key]
                return f"{inner} is {_short(value)} once, and missing once"
            changed = difference(first[key], second[key], inner)
            if changed:
                return changed
        return None
    if isinstance(first, list) and isinstance(second, list):
        for i, (left, right) in enumerate(zip(first, second, strict=False)):
            changed = difference(left, right, f"{path}[{i}]")
            if changed:
                return changed
        if len(first) != len(second):
            return f"{path} has {len(first)} elements, and {len(second)}"
        return None
    return None if _same(first, second) else f"{path} is {_short(first)}, and {_short(second)}"


def _same(first: Any, second: Any) -> bool:
    if isinstance(first, float) or isinstance(second, float):
        if not (isinstance(first, int | float) and isinstance(second, int | float)):
            return False
        both_nan = math.isnan(first) and math.isnan(second)
        return both_nan or math.isclose(first, second, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return bool(first == second)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHORT else f"{text[:_SHORT]}..."
