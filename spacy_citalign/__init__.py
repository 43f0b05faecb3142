"""Read scientific text with spaCy: gene mentions, terms, and what citing sentences share.

``spacy.load("spacy_citalign")`` loads the pipeline that is installed with the package; every
component is found by ``nlp.add_pipe`` without an import. ``spacy_citalign.join`` makes one Doc of
several texts.
"""

from importlib.metadata import version
from typing import Any

__version__ = version("spacy-citalign")
__all__ = ["__version__", "join", "load"]


def __getattr__(name: str) -> Any:
    """Import what needs spaCy only when it is asked for."""
    if name == "join":
        from .components.joining import join

        return join
    if name == "load":
        from .components.shipped import load

        return load
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
