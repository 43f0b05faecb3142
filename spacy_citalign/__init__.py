"""Read scientific text with spaCy: gene mentions, terms, and what citing sentences share.

``spacy.load("spacy_citalign")`` loads the pipeline that is installed with the package; every
component is found by ``nlp.add_pipe`` without an import.
"""

from importlib.metadata import version
from typing import Any

__version__ = version("spacy-citalign")
__all__ = ["__version__", "load"]


def __getattr__(name: str) -> Any:
    """Import what needs spaCy only when it is asked for."""
    if name == "load":
        from .components.shipped import load

        return load
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
