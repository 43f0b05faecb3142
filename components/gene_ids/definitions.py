"""Abbreviations that a text explains: our own finder's, and scispaCy's where it has looked."""

from typing import TYPE_CHECKING

from spacy.tokens import Doc

from ..abbreviations import abbreviation_definitions

if TYPE_CHECKING:
    from ...gene_ids.evidence import Abbreviation


def definitions_in(doc: Doc, text: str) -> list["Abbreviation"]:
    """Return the definitions of abbreviations in a Doc, whose text is given."""
    from ...citances.abbreviations import find_definitions
    from ...gene_ids.evidence import Abbreviation

    found = [Abbreviation(*one) for one in find_definitions(text)]
    for short, long in abbreviation_definitions(doc):
        spans = doc[short[0] : short[1]], doc[long[0] : long[1]]
        found.append(
            Abbreviation(
                spans[0].start_char, spans[0].end_char, spans[1].start_char, spans[1].end_char
            )
        )
    return found
