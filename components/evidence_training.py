"""Citances and their cited article on a Doc: how they are read, their gold, and training.

``doc.user_data["evidence_gold"]`` is a list with an entry a citance, in the order of their group:
the numbers, from 0, of the sentences that were chosen, once for each annotator; [] where nobody
chose one. Sentences are counted over all spans of ``doc.spans["cited_text"]``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from spacy.tokens import Doc
from spacy.training import Example

from ..errors import InputError
from ..evidence.features import ArticleSentence
from .base.names import CITATIONS, EVIDENCE_GOLD
from .base.spans import get_character_spans, text_of
from .citation_scopes import BEFORE
from .citations import citance_records
from .sentences.words import text_sentences

if TYPE_CHECKING:
    from ..evidence.features import CitedGroup
    from ..evidence.matching import Frequencies

_SHOWN = 80
Characters = tuple[int, int]
Chosen = tuple[tuple[int, ...], ...]


class CitingDoc(NamedTuple):
    """Q citances of a Doc, and the S sentences of the article that they cite.

    Attributes:
        citances: half-open characters of the citances.
        texts: (Q) what they say, with blanks in place of marks of citation that the Doc knows.
        before: (Q) the sentence before each that belongs to its citation, "" where none does, as
            the records of the citances have it.
        spans: half-open characters of the article's sentences.
        sentences: (S) these, each with the label of its part of the article as section.
    """

    citances: list[Characters]
    texts: list[str]
    before: list[str]
    spans: list[Characters]
    sentences: list[ArticleSentence]


def citing(doc: Doc, citances: str, cited_text: str) -> CitingDoc | None:
    """Return the citances of a Doc and the cited article; None where one of the groups is missing.

    Parts of the article are divided into the Doc's sentences; where these are not set within a
    part, it is cut at full stops.

    Args:
        doc: stays as it is.
        citances: the span group of the citances; one that stands there for several works counts
            once.
        cited_text: that of the article, a span a sentence, paragraph or section.
    """
    if citances not in doc.spans or cited_text not in doc.spans:
        return None
    text = text_of(doc)
    held = get_character_spans(doc, citances) or ()
    before: dict[Characters, str] = {}
    for span, record in zip(held, citance_records(doc.spans[citances]), strict=True):
        if span[0] < span[1]:
            before.setdefault(span, _before(record))
    marks = get_character_spans(doc, CITATIONS) or []
    spans, sentences = [], []
    for part in text_sentences(doc, cited_text):
        spans += part.spans
        sentences += [ArticleSentence(text[slice(*span)], part.label) for span in part.spans]
    texts = [_blanked(text, span, marks) for span in before]
    return CitingDoc(list(before), texts, list(before.values()), spans, sentences)


def _before(record: Mapping[str, Any]) -> str:
    """Return the sentence before that a citance's record has, "" where it has none."""
    before = record.get(BEFORE)
    text = before.get("text") if isinstance(before, Mapping) else None
    return text if isinstance(text, str) else ""


def _blanked(text: str, span: Characters, marks: list[Characters]) -> str:
    """Return what a span says, of the same length, without the marks in it."""
    first, last = span
    blanked = text[first:last]
    for start, end in marks:
        start, end = max(start, first) - first, min(end, last) - first
        if start < end:
            blanked = f"{blanked[:start]}{' ' * (end - start)}{blanked[end:]}"
    return blanked


def evidence_gold(doc: Doc, given: CitingDoc) -> Chosen | None:
    """Return the chosen sentences of each citance, None where the Doc has no gold.

    Raises:
        InputError: it is malformed, or names a sentence that is not there.
    """
    stored = doc.user_data.get(EVIDENCE_GOLD)
    if stored is None:
        return None
    entries = stored if isinstance(stored, list | tuple) else ()
    shaped = len(entries) == len(given.citances) and all(
        isinstance(entry, list | tuple)
        and all(type(number) is int and 0 <= number < len(given.spans) for number in entry)
        for entry in entries
    )
    if not shaped:
        raise InputError(
            f"doc.user_data[{EVIDENCE_GOLD!r}] of {doc[:6].text!r}... is {str(stored)[:_SHOWN]}; "
            f"give a list for each of the {len(given.citances)} citances, of numbers from 0 below "
            f"{len(given.spans)}, the sentences of the cited text"
        )
    return tuple(tuple(entry) for entry in entries)


def with_gold(
    examples: Iterable[Example], citances: str, cited_text: str
) -> Iterator[tuple[Example, CitingDoc, Chosen]]:
    """Yield the examples whose references have citances, an article and gold, and these.

    Raises:
        InputError: gold is malformed.
    """
    for example in examples:
        given = citing(example.reference, citances, cited_text)
        gold = None if given is None else evidence_gold(example.reference, given)
        if given is not None and gold is not None:
            yield example, given, gold


def cited_groups(examples: Iterable[Example], citances: str, cited_text: str) -> list["CitedGroup"]:
    """Return the articles of the references with citances and gold.

    Raises:
        InputError: none has them; gold is malformed.
    """
    from ..evidence.features import CitedGroup

    examples = list(examples)
    groups = [
        CitedGroup(tuple(given.texts), tuple(given.sentences), gold)
        for _, given, gold in with_gold(examples, citances, cited_text)
    ]
    if not groups:
        raise InputError(
            f'none of the {len(examples)} training examples has doc.spans["{citances}"], '
            f'doc.spans["{cited_text}"] and doc.user_data["{EVIDENCE_GOLD}"] in its reference; put '
            "citances, article and chosen sentences there, as the reader "
            "citalign.CitedArticles.v1 does"
        )
    return groups


def term_frequencies(files: Iterable[str] | None, groups: Sequence["CitedGroup"]) -> "Frequencies":
    """Count terms in the lines of files, or without files in the cited articles."""
    from ..corpora.io import text_lines
    from ..evidence.matching import count_frequencies

    cited = (sentence.text for group in groups for sentence in group.sentences)
    return count_frequencies(text_lines(files) if files else cited)
