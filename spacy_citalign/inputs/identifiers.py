"""Identifiers of works in XML; their usual forms are those of ``words.identifiers``."""

from collections.abc import Iterable

from ..corpora.xml_files import Element, text_of
from ..words.identifiers import KINDS, identifier, identifiers_in_links, identifiers_in_text

__all__ = ["KINDS", "identifier", "identifiers", "identifiers_in_links", "identifiers_in_text"]


def identifiers(elements: Iterable[Element], attribute: str) -> dict[str, str]:
    """Return the first identifier of each kind that elements have, "" where there is none.

    Args:
        elements: with an identifier each.
        attribute: tells the kind of the identifier.
    """
    values = dict.fromkeys(KINDS, "")
    for element in elements:
        kind, value = identifier(element.get(attribute), text_of(element))
        if kind and not values[kind]:
            values[kind] = value
    return values
