"""What is no term in a Doc: names of authors that it cites, addresses, headings and the like."""

import re
from typing import TYPE_CHECKING

from spacy.tokens import Doc

from ...citations.author_year import find_named_authors
from ..doc_words import DocWords
from ..names import CITATIONS
from ..spans import get_character_spans, text_of
from .texts import word_spans

if TYPE_CHECKING:
    from ...terms.texts import TermText

_ADDRESSES = {  # what each has, to pass by texts without at no cost
    "@": re.compile(r"[^\s@]+@[^\s@]+\.\w\S*"),
    "://": re.compile(r"\w+://\S+"),
    "www.": re.compile(r"www\.\S+"),
    "doi:": re.compile(r"doi:\s?10\.\S+"),
}


def with_exclusion(doc: Doc, text: "TermText", words: DocWords) -> "TermText":
    """Return the text of a Doc with what no term of it may be.

    Authors are those that the text names where it cites, and those of the marks of citation that
    the Doc has, as ``citance_finder`` sets them; none is needed.

    Args:
        doc: stays as it is.
        text: the Doc as it is read.
        words: where its words are.
    """
    from ...terms.exclusion import find_exclusion

    characters = text_of(doc)
    authors = find_named_authors(characters, get_character_spans(doc, CITATIONS) or ())
    addresses = [
        match.span()
        for part, pattern in _ADDRESSES.items()
        if part in characters
        for match in pattern.finditer(characters)
    ]
    found = [*authors.spans, *addresses]
    barred = word_spans(doc, words, found) if found else []
    exclusion = find_exclusion(text.words, text.tags, barred, authors.surnames)
    return text._replace(exclusion=exclusion)
