"""Docs as the term extractor reads them, and its terms as characters of a Doc."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from spacy.attrs import IDX, ORTH
from spacy.tokens import Doc

from ..citations.marks.author_year import find_named_authors
from ..errors import InputError, warn
from .base.doc_cache import strings_of
from .base.doc_words import DocWords, tagged_words, word_offsets
from .base.extensions import install_getters
from .base.names import BASE_PHRASES, CITATIONS, KEYWORDS, TERMS, TITLE, NounPhrases
from .base.span_groups import held_spans
from .base.span_records import install_extensions as install_of_spans
from .base.span_records import mention_records
from .base.spans import get_character_spans, text_length, text_of

if TYPE_CHECKING:
    from ..terms.texts import Span, TermText


_NOUN_PHRASE = "NP"
_LEADING = frozenset(("DT", "PDT", "PRP$", "WDT", "WP$"))


def term_text(doc: Doc, noun_phrases: NounPhrases = "tags") -> tuple["TermText", DocWords]:
    """Return a Doc as a document of words, and where these words are.

    Title and keywords are ``doc._.title`` and ``doc._.keywords`` where such attributes exist, else
    ``doc.user_data["title"]`` (a string) and ``doc.user_data["keywords"]`` (a list of strings).

    Raises:
        InputError: the Doc has words but no tags, or not the noun phrases asked for.
    """
    from ..terms.texts import TermText

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
    warn(
        f"the {name} of a Doc is {value!r}, which is not read: give {expected}",
    )


def _words(text: str) -> list[str]:
    if not text:
        return []
    from ..words.tokens import split_fine

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
    from ..terms.texts import find_exclusion

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


def ranked_terms(doc: Doc, records: list[dict[str, Any]]) -> list[dict[str, Any]] | None:
    """Return a record for each distinct term, best first.

    A record has ``text`` (the most frequent wording), ``rank`` from 1, ``score`` (see
    ``spacy_citalign.terms.ranking``) and ``occurrences``, half-open character spans. Acronyms count
    with the term that the text explains them by, as in "hidden Markov model (HMM)".

    Args:
        doc: the document.
        records: its terms, as ``mention_records`` returns them; one whose confidence is not known
            counts as sure.

    Returns:
        None where the records do not fit the Doc.
    """
    from ..terms.ranking import Occurrence, rank_terms

    size = text_length(doc)
    if not all(_fits(record, size) for record in records):
        return None
    records = sorted(records, key=lambda record: (record["start_char"], record["end_char"]))
    places = [(record["start_char"], record["end_char"]) for record in records]
    words = strings_of(doc.to_array(ORTH).astype(np.uint64).tolist(), doc.vocab.strings)
    starts = doc.to_array(IDX).tolist()
    occurrences, spans = [], []
    for record, (start, end) in zip(records, places, strict=True):
        first, last = bisect_right(starts, start) - 1, bisect_left(starts, end)
        # Spans of characters may be finer than tokens.
        term_words = [
            word[max(0, start - begin) : end - begin]
            for word, begin in zip(words[first:last], starts[first:last], strict=True)
        ]
        occurrences.append(Occurrence(record["text"], term_words, _confidence(record)))
        spans.append((first, last))
    ranked = rank_terms(occurrences, title=title_words(doc), long_forms=_long_forms(words, spans))
    return [
        {
            "text": term.text,
            "rank": term.rank,
            "score": term.score,
            "occurrences": [places[number] for number in term.occurrences],
        }
        for term in ranked
    ]


def _fits(record: dict[str, Any], size: int) -> bool:
    rate = _confidence(record)
    rated = isinstance(rate, int | float) and 0 <= rate <= 1
    return rated and 0 <= record["start_char"] < record["end_char"] <= size


def _confidence(record: dict[str, Any]) -> Any:
    return 1.0 if record["confidence"] is None else record["confidence"]


def _long_forms(words: list[str], spans: list[tuple[int, int]]) -> dict[str, list[str]]:
    """Return the words of the terms that acronyms in brackets after them stand for."""
    from ..terms.c_value import collect
    from ..terms.ranking import find_definitions
    from ..terms.texts import TaggedSentence

    collection = collect([[TaggedSentence(words, [""] * len(words))]])
    long_forms: dict[str, list[str]] = {}
    for _, acronym, (first, last) in find_definitions(collection, spans):
        long_forms.setdefault(acronym.removesuffix("s"), words[first:last])
    return long_forms


def get_ranked_propositional_terms(doc: Doc) -> list[dict[str, Any]] | None:
    """Return the Doc's distinct terms, best first, or None where they were not extracted."""
    records = mention_records(doc, TERMS)
    return None if records is None else ranked_terms(doc, records)


def install_extensions() -> None:
    """Install ``doc._.propositional_terms`` and ``doc._.ranked_propositional_terms``."""
    install_of_spans(TERM="propositional term: a key term of what the text says")
    install_getters(
        Doc,
        propositional_terms=partial(mention_records, key=TERMS),
        ranked_propositional_terms=get_ranked_propositional_terms,
    )
