"""An extension of griffe, which reads the sources of the API: examples become blocks of code."""

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


class FencedDoctests(griffe.Extension):
    """Puts fences around the examples of docstrings, which stand there as doctest reads them."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of an object."""
        if obj.docstring is not None:
            value = obj.docstring.value.replace("  # doctest: +SKIP", "")
            obj.docstring.value = _EXAMPLE.sub(lambda one: f"```pycon\n{one[0]}\n```", value)
