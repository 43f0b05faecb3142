"""Attributes of Docs with marks of citation."""

from typing import Any

from spacy.tokens import Doc

from ..extensions import install_getters
from .citing import citation_records


def get_citations(doc: Doc) -> list[dict[str, Any]] | None:
    """Return the Doc's citations, or None where they were not looked for."""
    return citation_records(doc)


def install_extensions() -> None:
    """Install ``doc._.citations``."""
    install_getters(Doc, citations=get_citations)
