"""The environment of the templates that pages are made of, in which every value is escaped."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from .phrases import counted
from .safe_html import link, plain

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_MOST_HEADS = 3


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
    environment.filters |= {"counted": counted, "csp_hash": _csp_hash, "headline": _headline}
    environment.globals |= {"zip": zip, "identifier": _identifier}
    return environment


def _identifier(*known: str) -> "Markup":
    return as_it_is(link(*known))


def _csp_hash(text: str) -> str:
    """Return how a content security policy names the text of an element."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _headline(messages: Sequence[str]) -> str:
    """Return a line for messages: those that are not indented, or how many these are.

    >>> _headline(["2 problems in 2 of 12 files:", "  a.xml: is no article", "  b.xml is empty"])
    '2 problems in 2 of 12 files'
    """
    heads = [message.rstrip(":") for message in messages if not message.startswith(" ")]
    return " · ".join(heads) if len(heads) <= _MOST_HEADS else counted(len(heads), "problem")
