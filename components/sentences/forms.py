"""Forms of words by which sentences on the same thing are found alike: long forms and gene names.

What other components found on the Doc: scispaCy's abbreviations and gene mentions.
"""

import unicodedata
from collections.abc import Iterator

import numpy as np
from spacy.attrs import IDX
from spacy.tokens import Doc

from ..abbreviations import abbreviation_definitions
from ..doc_words import DocWords
from ..names import GENE_MENTIONS
from ..spans import get_character_spans, text_of

_GREEK = "GREEK "
_LAMBDA = ("lamda", "lambda")  # Unicode's own spelling, and that of articles
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
    forms: dict[Places, list[str]] = {}
    for short, long in abbreviation_definitions(doc):
        start, end, first, last = np.searchsorted(read.places, [*short, *long]).tolist()
        words = read.words[first:last]
        if start < end and words:
            known.setdefault(tuple(read.words[start:end]), words)
            forms[start, end] = words
    begins: dict[str, list[tuple[str, ...]]] = {}
    for form in sorted(known, key=len, reverse=True):
        begins.setdefault(form[0], []).append(form)
    for position, word in enumerate(read.words if known else ()):
        for form in begins.get(word, ()):
            end = position + len(form)
            if tuple(read.words[position:end]) == form:
                forms.setdefault((position, end), known[form])
                break
    return _apart(forms)


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
        position = max(int(np.searchsorted(begins, end)) - 1, 0)
        if name and name != read.words[position].lower():
            yield position, name


def plain_name(name: str) -> str:
    """Return the letters and digits of a name in small letters, Greek ones by their names.

    >>> plain_name("TNF-β"), plain_name("TNFbeta"), plain_name("p-53")
    ('tnfbeta', 'tnfbeta', 'p53')
    """
    plain = unicodedata.normalize("NFKD", name)
    return "".join(_plain(character) for character in plain if character.isalnum()).lower()


def _plain(character: str) -> str:
    unicode_name = unicodedata.name(character, "")
    if not unicode_name.startswith(_GREEK) or " LETTER " not in unicode_name:
        return character
    return unicode_name.split()[-1].lower().replace(*_LAMBDA)


def _apart(forms: dict[Places, list[str]]) -> dict[Places, list[str]]:
    """Return what does not overlap, the earlier first, of those that begin alike the longer."""
    kept: dict[Places, list[str]] = {}
    done = 0
    for start, end in sorted(forms, key=lambda span: (span[0], -span[1])):
        if start >= done:
            kept[start, end] = forms[start, end]
            done = end
    return kept
