"""Attributes of Docs, spans and tokens: how each idea installs its own."""

from collections.abc import Callable
from typing import Any

from spacy.tokens import Doc, Span, Token

from ...errors import warn

PREFIX = "citalign_"


def install_getters(
    owner: type[Doc] | type[Span] | type[Token], **getters: Callable[[Any], Any]
) -> None:
    """Install attributes that are computed, each by its name and by ``citalign_NAME``.

    An attribute of that name that somebody else has installed is left alone, with a warning; the
    other name is ours all the same.

    Args:
        owner: whose ``._`` gets them.
        getters: by name, functions of a module, or these with arguments, that never raise: lambdas
            cannot be sent to spawned processes.
    """
    for name, getter in getters.items():
        install(owner, name, getter=getter)


def install(owner: type[Doc] | type[Span] | type[Token], name: str, **how: Any) -> None:
    """Install one attribute, or a ``method``, as ``install_getters`` does."""
    if not owner.has_extension(PREFIX + name):
        owner.set_extension(PREFIX + name, **how)
        if owner.has_extension(name):
            kind = owner.__name__.lower()
            warn(
                f"{kind}._.{name} is an attribute that somebody else has installed, and has "
                f"nothing of this package: read {kind}._.{PREFIX}{name}, or install the other "
                "under another name",
            )
    if not owner.has_extension(name):
        owner.set_extension(name, **how)
