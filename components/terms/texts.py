"""Docs as the term extractor reads them, and its terms as characters of a Doc."""

import re
import warnings
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from spacy.tokens import Doc

from ...citations.author_year import find_named_authors
from ...errors import CitalignWarning, InputError
from ..doc_words import DocWords, tagged_words, word_offsets
from ..names import BASE_PHRASES, CITATIONS, KEYWORDS, TITLE
from ..span_groups import held_spans
from ..spans import get_character_spans, text_of

if TYPE_CHECKING:
    from ...terms.texts import Span, TermText
    from .component import NounPhrases

_NOUN_PHRASE = "NP"
_LEADING = frozenset(("DT", "PDT", "PRP$", "WDT", "WP$"))


def term_text(doc: Doc, noun_phrases: "NounPhrases" = "tags") -> tuple["TermText", DocWords]:
    """Return a Doc as a document of words, and where these words are.

    Title and keywords are ``doc._.title`` and ``doc._.keywords`` where such attributes exist, else
    ``doc.user_data["title"]`` (a string) and ``doc.user_data["keywords"]`` (a list of strings).

    Raises:
        InputError: the Doc has words but no tags, or not the noun phrases asked for.
    """
    from ...terms.texts import TermText

    words, tags = tagged_words(doc, "the term extractor")
    phrases = None if noun_phrases == "tags" else _phrases(doc, words, tags, noun_phrases)
    stored = _known(doc, KEYWORDS) or ()
    if not isinstance(stored, list | tuple) or not all(
        isinstance(keyword, str) for keyword in stored
    ):
        _warn(KEYWORDS, stored, "a list of strings")
        stored = ()
    keywords = [_words(keyword) for keyword in stored]
    title = title_words(doc)
    return (
        TermText(words.words, tags, words.spaces, words.lengths, phrases, title, keywords),
        words,
    )


def title_words(doc: Doc) -> list[str]:
    """Return the words of the Doc's title, none where it is not known."""
    title = _known(doc, TITLE) or ""
    if not isinstance(title, str):
        _warn(TITLE, title, "a string")
        title = ""
    return _words(title)


def _known(doc: Doc, name: str) -> Any:
    """Return what is known of a Doc by a name; what is empty as an attribute is not known by it."""
    value = doc._.get(name) if doc.has_extension(name) else None
    return value or doc.user_data.get(name)


def _warn(name: str, value: Any, expected: str) -> None:
    """Warn of what others may have put there for a use of their own; the Doc is read without it."""
    warnings.warn(
        f"the {name} of a Doc is {value!r}, which is not read: give {expected}",
        CitalignWarning,
        stacklevel=3,
    )


def _words(text: str) -> list[str]:
    if not text:
        return []
    from ...words.tokens import split_fine

    return split_fine([text]).words


def _phrases(doc: Doc, words: DocWords, tags: Sequence[str], source: str) -> list["Span"]:
    """Return the noun phrases of a Doc as spans of its words, without leading determiners."""
    if source == "parser":
        if words.words and not doc.has_annotation("DEP"):
            raise InputError(
                f"the Doc {doc[:6].text!r}... has no parse; put a parser before the term "
                "extractor, or set noun_phrases = 'tags'"
            )
        noun_phrases = _chunks(doc) if words.words else []
    elif BASE_PHRASES not in doc.spans:
        raise InputError(
            f'the Doc {doc[:6].text!r}... has no doc.spans["{BASE_PHRASES}"]; put '
            "base_phrase_chunker before the term extractor, or set noun_phrases = 'tags'"
        )
    else:
        group = held_spans(doc, BASE_PHRASES)
        noun_phrases = sorted({(s.start, s.end) for s in group if s.label_ == _NOUN_PHRASE})
    spans = []
    free = 0
    for start, end in noun_phrases:
        first, last = np.searchsorted(words.places, (start, end)).tolist()
        while first < last and tags[first] in _LEADING:
            first += 1
        if free <= first < last:
            spans.append((first, last))
            free = last
    return spans


def _chunks(doc: Doc) -> list["Span"]:
    try:
        return [(chunk.start, chunk.end) for chunk in doc.noun_chunks]
    except NotImplementedError as error:
        raise InputError(
            f"spaCy has no noun chunks of language {doc.lang_!r}; set noun_phrases = 'tags'"
        ) from error


def word_spans(doc: Doc, read: DocWords, spans: Iterable[tuple[int, int]]) -> list["Span"]:
    """Return the words that spans of characters touch; those that touch none are left out."""
    starts, ends = word_offsets(doc, read)
    word_ranges = [
        (int(np.searchsorted(ends, start, side="right")), int(np.searchsorted(starts, end)))
        for start, end in spans
    ]
    return [(first, last) for first, last in word_ranges if first < last]


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
    spans = [*authors.spans, *addresses]
    barred = word_spans(doc, words, spans) if spans else []
    exclusion = find_exclusion(text.words, text.tags, barred, authors.surnames)
    return text._replace(exclusion=exclusion)
