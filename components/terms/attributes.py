"""Attributes of Docs with terms: in order of position, and the most important first."""

from bisect import bisect_left, bisect_right
from typing import Any

from spacy.attrs import IDX, ORTH
from spacy.tokens import Doc

from ..extensions import install_getters
from ..names import TERMS
from ..span_records import install_extensions as install_of_spans
from ..span_records import mention_records
from ..spans import text_length
from .texts import title_words


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
    from ...terms.ranking import Occurrence, rank_terms

    size = text_length(doc)
    if not all(_fits(record, size) for record in records):
        return None
    records = sorted(records, key=lambda record: (record["start_char"], record["end_char"]))
    strings = doc.vocab.strings
    words = [strings[word] for word in doc.to_array(ORTH).tolist()]
    starts = doc.to_array(IDX).tolist()
    occurrences, spans = [], []
    for record in records:
        start, end, text = record["start_char"], record["end_char"], record["text"]
        first, last = bisect_right(starts, start) - 1, bisect_left(starts, end)
        # Spans of characters may be finer than tokens.
        term_words = [
            word[max(0, start - begin) : end - begin]
            for word, begin in zip(words[first:last], starts[first:last], strict=True)
        ]
        occurrences.append(Occurrence(text, term_words, _confidence(record)))
        spans.append((first, last))
    ranked = rank_terms(occurrences, title=title_words(doc), long_forms=_long_forms(words, spans))
    return [
        {
            "text": term.text,
            "rank": term.rank,
            "score": term.score,
            "occurrences": [
                (records[number]["start_char"], records[number]["end_char"])
                for number in term.occurrences
            ],
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
    from ...terms.c_value import collect
    from ...terms.texts import TaggedSentence
    from ...terms.variation import find_definitions

    collection = collect([[TaggedSentence(words, [""] * len(words))]])
    long_forms: dict[str, list[str]] = {}
    for _, acronym, (first, last) in find_definitions(collection, spans):
        long_forms.setdefault(acronym.removesuffix("s"), words[first:last])
    return long_forms


def get_propositional_terms(doc: Doc) -> list[dict[str, Any]] | None:
    """Return the Doc's terms in order of position, or None where they were not extracted."""
    return mention_records(doc, TERMS)


def get_ranked_propositional_terms(doc: Doc) -> list[dict[str, Any]] | None:
    """Return the Doc's distinct terms, best first, or None where they were not extracted."""
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
