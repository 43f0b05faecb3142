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
        if not owner.has_extension(PREFIX + name):
            owner.set_extension(PREFIX + name, getter=getter)
            if owner.has_extension(name):
                kind = owner.__name__.lower()
                warnings.warn(
                    f"{kind}._.{name} is an attribute that somebody else has installed, and has "
                    f"nothing of this package: read {kind}._.{PREFIX}{name}, or install the other "
                    "under another name",
                    CitalignWarning,
                    stacklevel=2,
                )
        if not owner.has_extension(name):
            owner.set_extension(name, getter=getter)
