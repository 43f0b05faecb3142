"""Attributes of Docs, spans and tokens: how each idea installs its own."""

from collections.abc import Callable
from typing import Any

from spacy.tokens import Doc, Span, Token


def install_getters(
    owner: type[Doc] | type[Span] | type[Token], **getters: Callable[[Any], Any]
) -> None:
    """Install attributes that are computed, leaving alone any that is there already.

    Args:
        owner: whose ``._`` gets them.
        getters: by name, functions of a module that never raise: lambdas cannot be sent to spawned
            processes.
    """
    for name, getter in getters.items():
        if not owner.has_extension(name):
            owner.set_extension(name, getter=getter)
