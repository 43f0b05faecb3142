"""Attributes of Docs, spans and tokens: how each idea installs its own."""

import warnings
from collections.abc import Callable
from typing import Any

from spacy.tokens import Doc, Span, Token

from ..errors import CitalignWarning

PREFIX = "citalign_"


def install_getters(
    owner: type[Doc] | type[Span] | type[Token], **getters: Callable[[Any], Any]
) -> None:
    """Install attributes that are computed, each by its name and by ``citalign_NAME``.

    An attribute of that name that somebody else has installed is left alone, with a warning; the
    other name is ours all the same.

    Args:
        owner: whose ``._`` gets them.
        getters: by name, functions of a module that never raise: lambdas cannot be sent to spawned
            processes.
    """
    for name, getter in getters.items():
        _install(owner, name, getter=getter)


def install_methods(owner: type[Doc] | type[Span] | type[Token], **methods: Callable) -> None:
    """Install methods like the attributes of ``install_getters``; they get the owner first."""
    for name, method in methods.items():
        _install(owner, name, method=method)


def _install(owner: type[Doc] | type[Span] | type[Token], name: str, **how: Any) -> None:
    if not owner.has_extension(PREFIX + name):
        owner.set_extension(PREFIX + name, **how)
        if owner.has_extension(name):
            kind = owner.__name__.lower()
            warnings.warn(
                f"{kind}._.{name} is an attribute that somebody else has installed, and has "
                f"nothing of this package: read {kind}._.{PREFIX}{name}, or install the other "
                "under another name",
                CitalignWarning,
                stacklevel=3,
            )
    if not owner.has_extension(name):
        owner.set_extension(name, **how)
