"""Values of JSON that nobody has checked: what is of a wrong type is passed over, and remembered.

So a wrong paragraph costs that paragraph; only where nothing is left to read is the first wrong
value the error of the article.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from ....corpora.json_lines import json_kind
from ....corpora.xml_files import collapse_spaces

T = TypeVar("T")

# What no XML could hold, half characters among it.
_ODD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def clean(text: str) -> str:
    r"""Return a text of the same length with U+FFFD for control and half characters.

    >>> clean("Frogs\x0chop\x00.")
    'Frogs hop\ufffd.'
    """
    if text.isprintable():  # most strings, and quickly
        return text
    return _ODD.sub(lambda odd: " " if odd[0] in "\v\f" else "\ufffd", text)


def plain(value: Any) -> str:
    """Return a string or whole number as text, white space collapsed; "" of anything else."""
    if type(value) is int:
        return str(value) if abs(value) < 10**18 else ""
    if not isinstance(value, str):
        return ""
    return collapse_spaces(clean(value)).strip(" ")


def whole(value: Any) -> int | None:
    """Return an offset, which may be written as a string; None of anything else.

    >>> whole("12"), whole(12), whole(None), whole(True)
    (12, 12, None, None)
    """
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 12:
        return int(value)
    return value if type(value) is int else None


class Fields:
    """An object of JSON.

    Args:
        record: the object.
        path: where it stands in the file, for errors.
        wrong: takes what is said of the first value of a wrong type.
    """

    def __init__(self, record: dict[str, Any], path: str, wrong: list[str]) -> None:
        self.record = record
        self._path, self._wrong = path, wrong

    def text(self, *keys: str) -> str:
        """Return the first of some values that has text, white space collapsed; else ""."""
        for key in keys:
            if text := plain(self.record.get(key)):
                return text
        return ""

    def raw(self, key: str) -> str:
        """Return the characters of a string, none added and none left out; "" where it is none."""
        value = self.record.get(key)
        if isinstance(value, str):
            return clean(value)
        self.refuse(key, value, "a string")
        return ""

    def inner(self, key: str) -> "Fields":
        """Return an object in this one; one without keys where there is none."""
        return Fields(self._typed(key, dict, "an object"), f"{self._path}{key}.", self._wrong)

    def array(self, key: str) -> list[Any]:
        """Return an array; an empty one where there is none."""
        return self._typed(key, list, "an array")

    def objects(self, key: str) -> Iterator["Fields"]:
        """Yield the objects in an array."""
        return self._objects((f"{key}[{i}]", value) for i, value in enumerate(self.array(key)))

    def named(self, key: str) -> Iterator[tuple[str, "Fields"]]:
        """Yield the objects in an object with their keys."""
        for name, value in self.inner(key).record.items():
            for fields in self._objects([(f"{key}.{name}", value)]):
                yield name, fields

    def paragraphs(self, key: str) -> Iterator["Fields"]:
        """Yield paragraphs, which may be an array of objects or strings, or one of either."""
        items = [(key, self.record.get(key))]
        if not isinstance(items[0][1], str | dict):
            items = [(f"{key}[{i}]", item) for i, item in enumerate(self.array(key))]
        return self._objects(
            (path, {"text": item} if isinstance(item, str) else item) for path, item in items
        )

    def _objects(self, items: Iterable[tuple[str, Any]]) -> Iterator["Fields"]:
        """Yield those of values that are objects; each comes with its path from here."""
        for path, value in items:
            if isinstance(value, dict):
                yield Fields(value, f"{self._path}{path}.", self._wrong)
            else:
                self.refuse(path, value, "an object")

    def _typed(self, key: str, kind: type[T], wanted: str) -> T:
        """Return a value of a type, an empty one where there is none."""
        value = self.record.get(key)
        if isinstance(value, kind):
            return value
        if value is not None:
            self.refuse(key, value, wanted)
        return kind()

    def with_value(self, key: str, value: Any) -> "Fields":
        """Return the same object with another value; that of the file is left as it is."""
        return Fields({**self.record, key: value}, self._path, self._wrong)

    def refuse(self, key: str, value: Any, wanted: str) -> None:
        """Remember a value that is not what it should be."""
        if not self._wrong:
            path = clean(f"{self._path}{key}")[:80]
            self._wrong.append(f'"{path}" is {json_kind(value)}; write {wanted}')
