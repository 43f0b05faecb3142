"""The frame of pages and of fragments: the style sheets and scripts that stand in them."""

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import count
from typing import TYPE_CHECKING

from .colors import color_rules
from .phrases import counted
from .safe_html import link, plain

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_ROOT = "citalign"  # class of the element that all is below
_fragments = count(1)
_MOST_HEADS = 3


def page(
    template: str,
    styles: Sequence[str],
    scripts: Sequence[str] = (),
    *,
    early: str = "",
    forms: bool = False,
    **values: object,
) -> Iterator[str]:
    """Yield a whole page piece by piece.

    Args:
        template: one that extends ``page.html.j2``.
        styles, scripts: files of this folder.
        early: a script of ours that runs in the head.
        forms: whether its forms may be sent to where it is from.
        values: what the template shows, among it the ``title``.
    """
    return filled(
        template,
        style=_style(styles),
        script=_script(scripts) if scripts else "",
        early=early,
        policy=as_it_is(page_policy(styles, scripts, early=early, forms=forms)),
        **values,
    )


def page_policy(
    styles: Sequence[str], scripts: Sequence[str] = (), *, early: str = "", forms: bool = False
) -> str:
    """Return the content security policy of a page: its own style and scripts, by their hashes."""
    running = [early] if early else []
    running += [_script(scripts)] if scripts else []
    script = f" script-src {' '.join(map(_csp_hash, running))};" if running else ""
    sent_to = "'self'" if forms else "'none'"
    return (
        f"default-src 'none'; img-src data:; style-src {_csp_hash(_style(styles))};{script} "
        f"base-uri 'none'; form-action {sent_to}"
    )


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


def _csp_hash(text: str) -> str:
    """Return how a content security policy names the text of an element."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


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


def filled(template: str, /, **values: object) -> Iterator[str]:
    """Yield the text of a template piece by piece, as soon as its values are there.

    Args:
        template: a file of the folder ``templates``.
        values: plain text, harmless or not, and records of it; HTML is marked in the template.
    """
    return _environment().get_template(template).generate(**values)


def as_it_is(html: str) -> "Markup":
    """Return text of ours that a template does not escape."""
    from markupsafe import Markup

    return Markup(html)  # noqa: S704 - no text of others


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    def escaped(value: object) -> Markup:
        """Return a value as harmless HTML; what is HTML already stays as it is."""
        return value if isinstance(value, Markup) else as_it_is(plain(value))

    environment = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        finalize=escaped,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"counted": counted, "headline": _headline}
    environment.globals |= {"zip": zip, "identifier": lambda *known: as_it_is(link(*known))}
    return environment


def _headline(messages: Sequence[str]) -> str:
    """Return a line for messages: those that are not indented, or how many these are.

    >>> _headline(["2 problems in 2 of 12 files:", "  a.xml: is no article", "  b.xml is empty"])
    '2 problems in 2 of 12 files'
    """
    heads = [message.rstrip(":") for message in messages if not message.startswith(" ")]
    return " · ".join(heads) if len(heads) <= _MOST_HEADS else counted(len(heads), "problem")
