"""Forms of words by which sentences on the same thing are found alike: long forms and gene names.

What other components found on the Doc: scispaCy's abbreviations and gene mentions.
"""

import unicodedata
from collections.abc import Iterator
from typing import Any

import numpy as np
from spacy.attrs import IDX
from spacy.tokens import Doc

from .attributes import GENE_MENTIONS
from .spans import get_character_spans, text_of
from .words import DocWords

_GREEK = "GREEK "
_LAMBDA = ("lamda", "lambda")  # Unicode's own spelling, and that of articles
_FORMS = ("short", "long")
Places = tuple[int, int]


def long_forms(doc: Doc, read: DocWords) -> dict[Places, list[str]]:
    """Return, for the short forms in a Doc, the words of their long forms.

    A short form that the detector has seen has the long form that it found there; elsewhere the
    same words have the long form that comes first in the Doc.

    Args:
        doc: with or without scispaCy's abbreviations.
        read: its words.

    Returns:
        By half-open places among the words, which do not overlap.
    """
    known: dict[tuple[str, ...], list[str]] = {}
    found: dict[Places, list[str]] = {}
    for short, long in _definitions(doc):
        start, end, first, last = np.searchsorted(read.places, [*short, *long]).tolist()
        words = read.words[first:last]
        if start < end and words:
            known.setdefault(tuple(read.words[start:end]), words)
            found[start, end] = words
    begins: dict[str, list[tuple[str, ...]]] = {}
    for form in sorted(known, key=len, reverse=True):
        begins.setdefault(form[0], []).append(form)
    for place, word in enumerate(read.words if known else ()):
        for form in begins.get(word, ()):
            end = place + len(form)
            if tuple(read.words[place:end]) == form:
                found.setdefault((place, end), known[form])
                break
    return _apart(found)


def gene_forms(doc: Doc, read: DocWords) -> Iterator[tuple[int, str]]:
    """Yield the last word of each gene mention, by its place, and the plain name of the gene.

    Mentions that are written as their plain name are left out.
    """
    mentions = get_character_spans(doc, GENE_MENTIONS)
    if not mentions or not read.words:
        return
    text = text_of(doc)
    begins = doc.to_array([IDX]).reshape(-1)[read.places]
    for start, end in mentions:
        name = plain_name(text[start:end])
        place = max(int(np.searchsorted(begins, end)) - 1, 0)
        if name and name != read.words[place].lower():
            yield place, name


def plain_name(name: str) -> str:
    """Return the letters and digits of a name in small letters, Greek ones by their names.

    >>> plain_name("TNF-β"), plain_name("TNFbeta"), plain_name("p-53")
    ('tnfbeta', 'tnfbeta', 'p53')
    """
    plain = unicodedata.normalize("NFKD", name)
    return "".join(_plain(character) for character in plain if character.isalnum()).lower()


def _plain(character: str) -> str:
    said = unicodedata.name(character, "")
    if not said.startswith(_GREEK) or " LETTER " not in said:
        return character
    return said.split()[-1].lower().replace(*_LAMBDA)


def _definitions(doc: Doc) -> list[tuple[Places, Places]]:
    """Return the half-open tokens of short forms and of their long forms, in order."""
    # Not doc._.abbreviations, which writes the extension's empty default into the Doc.
    data: dict[Any, Any] = doc.user_data
    found = []
    for short in data.get(("._.", "abbreviations", None, None)) or ():
        # scispaCy's detector leaves Spans, or dictionaries with make_serializable.
        if isinstance(short, dict):
            places = [int(short[f"{form}_{at}"]) for form in _FORMS for at in ("start", "end")]
        else:
            long = short._.long_form
            places = [short.start, short.end, long.start, long.end]
        found.append(((places[0], places[1]), (places[2], places[3])))
    return sorted(found)


def _apart(found: dict[Places, list[str]]) -> dict[Places, list[str]]:
    """Return what does not overlap, the earlier first, of those that begin alike the longer."""
    kept: dict[Places, list[str]] = {}
    done = 0
    for start, end in sorted(found, key=lambda places: (places[0], -places[1])):
        if start >= done:
            kept[start, end] = found[start, end]
            done = end
    return kept
