"""Attributes of Docs with terms."""

from typing import Any

from spacy.tokens import Doc

from ..extensions import install_getters
from ..names import TERMS
from ..span_records import install_extensions as install_of_spans
from ..span_records import mention_records


def get_propositional_terms(doc: Doc) -> list[dict[str, Any]] | None:
    """Return the Doc's terms in order of position, or None where they were not extracted."""
    return mention_records(doc, TERMS)


def get_ranked_propositional_terms(doc: Doc) -> list[dict[str, Any]] | None:
    """Return the Doc's distinct terms, best first, or None where they were not extracted."""
    from .ranking import ranked_terms

    records = get_propositional_terms(doc)
    return None if records is None else ranked_terms(doc, records)


def install_extensions() -> None:
    """Install ``doc._.propositional_terms`` and ``doc._.ranked_propositional_terms``."""
    install_of_spans(TERM="propositional term: a key term of what the text says")
    install_getters(
        Doc,
        propositional_terms=get_propositional_terms,
        ranked_propositional_terms=get_ranked_propositional_terms,
    )
