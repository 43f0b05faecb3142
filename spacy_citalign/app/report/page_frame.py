"""The frame of pages and of fragments: the style sheets and scripts that stand in them."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import count

from .colors import color_rules
from .page_templates import filled

_ROOT = "citalign"  # class of the element that all is below
_fragments = count(1)


def page(
    template: str, styles: Sequence[str], scripts: Sequence[str] = (), **values: object
) -> Iterator[str]:
    """Yield a whole page piece by piece.

    Args:
        template: one that extends ``page.html.j2``.
        styles, scripts: files of this folder.
        values: what the template shows, among it the ``title``.
    """
    script = _script(scripts) if scripts else ""
    return filled(template, style=_style(styles), script=script, **values)


def fragment(
    content: str,
    name: str,
    styles: Sequence[str],
    scripts: Sequence[str],
    *,
    kind: str = "",
    minify: bool = False,
) -> str:
    """Return HTML for notebooks that brings its style and its script.

    Args:
        content: the HTML that is shown.
        name: the id of the element that all is below.
        styles, scripts: files of this folder.
        kind: a class that tells this sort of fragment from others.
        minify: whether to leave out comments and indentation of style and script.
    """
    style, script = _style(styles), _script(scripts)
    if minify:
        style = _small(re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL))
        script = _small(re.sub(r"^[^\S\n]*//.*$", "", script, flags=re.MULTILINE))
    return "".join(
        filled(
            "fragment.html.j2", content=content, name=name, kind=kind, style=style, script=script
        )
    )


def fragment_name(content: str) -> str:
    """Return an id, made of the HTML of a fragment, that no other fragment has."""
    return f"{_ROOT}-{sha256(content.encode()).hexdigest()[:8]}-{next(_fragments)}"


def _style(names: Sequence[str]) -> str:
    """Return the colours and these files as one style sheet."""
    return color_rules(f".{_ROOT}") + "".join(map(_resource, names))


def _script(names: Sequence[str]) -> str:
    """Return these files as one script, which has no globals."""
    return f'(function () {{\n"use strict";\n{"".join(map(_resource, names))}}})();\n'


@cache
def _resource(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _small(text: str) -> str:
    """Return ``text`` without indentation and blank lines."""
    return "\n".join(line for line in map(str.strip, text.splitlines()) if line)
