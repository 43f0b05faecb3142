"""The citances of a Doc as groups of words, which is what the library aligns."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import IDX, IS_SPACE, TAG
from spacy.tokens import Doc

from ...citances.group import Adjacency, Group, make_group
from ...citances.knowledge.abbreviations import find_definitions
from ...citances.knowledge.candidates import citation_markers
from ...citances.knowledge.stems import STOP_WORDS
from ...citations.marks.author_year import find_author_year
from ...citations.marks.numbered import square_groups
from ...errors import InputError
from ...words.hashing import hash_strings
from ..base.abbreviations import abbreviation_definitions
from ..base.names import BASE_PHRASES, CITANCES, CITATIONS, GENE_MENTIONS, TERMS
from ..base.spans import entity_characters, get_character_spans, labelled_spans, text_of

# Runs of letters and digits, decimal numbers whole: "miR-200c" is two words, "2.5" is one.
_RUN = r"[^\W_]+(?:[.,]\d+)*"
_WORD = re.compile(_RUN)
_NO_WORD = "\0"
Offsets = Sequence[tuple[int, int]]


class CitanceWords(NamedTuple):
    """The citances of one cited work.

    Attributes:
        key: the cited work, the label of its spans.
        citances: character spans of the citances, in the order of the span group.
        words: (N, 2) int64, character spans of the words of all citances in order.
        group: the words with what the Doc says of them.
    """

    key: str
    citances: list[tuple[int, int]]
    words: NDArray[np.int64]
    group: Group


def citance_words(
    doc: Doc,
    *,
    spans_key: str = CITANCES,
    content: bool = True,
    genes_from: str = GENE_MENTIONS,
    terms_from: str = TERMS,
) -> list[CitanceWords]:
    """Return the citances in ``doc.spans[spans_key]``, grouped by label, in order of appearance.

    Args:
        doc: tags, gene mentions, terms, noun phrases and abbreviations on it are taken along; marks
            of citation in ``doc.spans["citations"]`` are no words.
        spans_key: where the citances are.
        content: whether stop words, punctuation, single digits and citation markers without a span
            are left out; else every token that begins in a citance and is not white space is a
            word.
        genes_from, terms_from: the span groups that hold these, or "ents": ``doc.ents``.

    Raises:
        InputError: there is no such span group.
    """
    if spans_key not in doc.spans:
        raise InputError(
            f"the Doc {doc[:6].text!r}... has no span group {spans_key!r}; make it with "
            "spacy_citalign.join(texts, nlp=nlp), or set doc.spans yourself"
        )
    by_key: dict[str, list[tuple[int, int]]] = {}
    for start, end, label in labelled_spans(doc, spans_key):
        by_key.setdefault(label, []).append((start, end))
    if not by_key:
        return []
    text = without_marks(text_of(doc), get_character_spans(doc, CITATIONS) or [])
    genes, terms = (entity_characters(doc, source) for source in (genes_from, terms_from))
    reader = _Reader(doc, text, genes, terms)
    return [reader.read(key, citances, content) for key, citances in by_key.items()]


def content_words(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the words between two characters, without stop words and single digits.

    >>> text = "Loss of miR-200c: 2.5 x"
    >>> [text[start:end] for start, end in content_words(text, 0, len(text))]
    ['Loss', 'miR', '200c', '2.5', 'x']
    """
    return [
        match.span() for match in _WORD.finditer(text, start, end) if not _left_out(match.group())
    ]


def without_marks(text: str, marks: Offsets) -> str:
    """Return the text with punctuation, which is no word, in place of marks of citation."""
    parts = []
    done = 0
    for start, end in sorted(marks):
        if end > done:
            parts += [text[done:start], _NO_WORD * (end - max(start, done))]
            done = end
    return "".join([*parts, text[done:]])


def _left_out(word: str) -> bool:
    return word.lower() in STOP_WORDS or (len(word) == 1 and word.isdigit())


class _Reader:
    """What stands on a Doc, ready to be looked up by characters."""

    def __init__(self, doc: Doc, text: str, genes: Offsets, terms: Offsets):
        columns = doc.to_array([IDX, TAG, IS_SPACE]).reshape(-1, 3).astype(np.uint64)
        self._begins = columns[:, 0].astype(np.int64)
        self._tags = [doc.vocab.strings[tag] for tag in columns[:, 1].tolist()]
        self._space = columns[:, 2] > 0
        self._ends = self._begins + np.array([len(token) for token in doc], dtype=np.int64)
        self._text = text
        self._whole = text_of(doc)
        self._genes = _numbered(genes, len(text))
        self._terms = _numbered(terms, len(text))
        phrases = labelled_spans(doc, BASE_PHRASES)
        noun_phrases = [(start, end) for start, end, label in phrases if label == "NP"]
        self._phrases = _numbered(noun_phrases, len(text))
        self._concepts = _defined(doc, len(text))
        self._abbreviations = [
            [doc[start:end].text for start, end in forms] for forms in abbreviation_definitions(doc)
        ]

    def read(self, key: str, citances: list[tuple[int, int]], content: bool) -> CitanceWords:
        text = self._candidates(citances) if content else self._text
        citance_spans = [
            content_words(text, start, end) if content else self._tokens(start, end)
            for start, end in citances
        ]
        words = np.array([*chain.from_iterable(citance_spans)], dtype=np.int64).reshape(-1, 2)
        starts = words[:, 0]
        tokens = np.searchsorted(self._begins, words[:, 1] - 1, side="right") - 1
        group = make_group(
            [[self._text[start:end] for start, end in spans] for spans in citance_spans],
            adjacency=[int(kind) for spans in citance_spans for kind in _adjacency(text, spans)],
            tags=[self._tags[token] for token in tokens.tolist()],
            genes=self._genes[starts],
            terms=self._terms[starts],
            phrases=self._phrases[starts],
            concepts=self._concepts[starts][:, None],
            definitions=self._definitions(citances),
        )
        return CitanceWords(key, citances, words, group)

    def _candidates(self, citances: list[tuple[int, int]]) -> str:
        """Return the text without the citation markers of a group."""
        texts = [self._text[start:end] for start, end in citances]
        marks = [
            [(mark.start, mark.end) for mark in find_author_year(text)]
            + [(group.start, group.end) for group in square_groups(text)]
            for text in texts
        ]
        markers = [
            (start + first, start + last)
            for (start, _), spans in zip(citances, citation_markers(texts, marks), strict=True)
            for first, last in spans
        ]
        return without_marks(self._text, markers)

    def _definitions(
        self, citances: list[tuple[int, int]]
    ) -> Iterator[tuple[list[str], list[str]]]:
        """Yield the words of the short and long forms that the citances or the Doc define."""
        for forms in self._abbreviations:
            short, long = map(_WORD.findall, forms)
            yield short, long
        for start, end in citances:
            text = self._whole[start:end]
            for one in find_definitions(text):
                short = _WORD.findall(text, one.short_start, one.short_end)
                yield short, _WORD.findall(text, one.long_start, one.long_end)

    def _tokens(self, start: int, end: int) -> list[tuple[int, int]]:
        first, last = np.searchsorted(self._begins, [start, end])
        spans = [
            (int(self._begins[token]), int(self._ends[token]))
            for token in range(first, last)
            if not self._space[token]
        ]
        return [word for span in spans if (word := self._word(*span))]

    def _word(self, start: int, end: int) -> tuple[int, int] | None:
        """Return a token without the marks of citation at its ends, None where it is no more."""
        token = self._text[start:end]
        start += len(token) - len(token.lstrip(_NO_WORD))
        end = start + len(token.strip(_NO_WORD))
        return (start, end) if start < end else None


def _adjacency(text: str, spans: Offsets) -> Iterator[Adjacency]:
    previous = None
    for start, end in spans:
        yield Adjacency.FIRST if previous is None else _adjacency_of(text[previous:start])
        previous = end


def _adjacency_of(between: str) -> Adjacency:
    """Say how two words hang together, by the characters between them."""
    if not any(map(str.isspace, between)):
        return Adjacency.GLUED
    if not between.strip():
        return Adjacency.NEXT
    skipped = any(map(str.isalnum, between)) and _NO_WORD not in between
    return Adjacency.SKIPPED if skipped else Adjacency.BROKEN


def _numbered(spans: Offsets, size: int) -> NDArray[np.int64]:
    """Number spans from 1 over a text of ``size`` characters, the earlier over the later."""
    numbers = np.zeros(size + 1, dtype=np.int64)
    for number, (start, end) in reversed(list(enumerate(spans, start=1))):
        numbers[start:end] = number
    return numbers


def _defined(doc: Doc, size: int) -> NDArray[np.uint64]:
    """Return a key for the long form at each character of an abbreviation or of a long form."""
    concepts = np.zeros(size + 1, dtype=np.uint64)
    for forms in abbreviation_definitions(doc):
        short, long = (doc[start:end] for start, end in forms)
        key = hash_strings(["abbreviation of " + long.text.lower()])[0]
        for span in (short, long):
            concepts[span.start_char : span.end_char] = key
    return concepts
