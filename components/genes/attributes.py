"""Attributes of Docs with gene mentions."""

from typing import Any

from spacy.tokens import Doc

from ..extensions import install_getters
from ..names import GENE_MENTIONS
from ..span_records import install_extensions as install_of_spans
from ..span_records import mention_records


def get_gene_mentions(doc: Doc) -> list[dict[str, Any]] | None:
    """Return the Doc's gene mentions, or None where it has not been tagged."""
    return mention_records(doc, GENE_MENTIONS)


def install_extensions() -> None:
    """Install ``doc._.gene_mentions``."""
    install_of_spans(GENE="name of a gene, an RNA or a protein")
    install_getters(Doc, gene_mentions=get_gene_mentions)
