"""Docs whose sentences are aligned, as the pairs of texts that tables and pages are made of."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from spacy.tokens import Doc, Span

from ...components.names import ALIGNED_SENTENCES
from ...components.sentences.attributes import numbered_sentences, sentence_links
from ...components.span_groups import held_spans
from ...components.spans import get_character_spans, text_of
from ...errors import InputError

if TYPE_CHECKING:
    from .sentence_pairs import TextPair


def text_pairs(
    docs: Iterable[Doc] | Doc, *, names: Sequence[str] | None = None
) -> "list[TextPair]":
    """Return each two texts of each Doc, with their sentences and the links between them.

    Texts that come of different Docs, which were joined later, make no pair.

    Args:
        docs: a Doc or several, with aligned sentences.
        names: of the texts of every Doc; None for their labels, else their numbers from 1.

    Raises:
        InputError: the sentences of a Doc are not aligned, or there are more texts than names.
    """
    from .sentence_pairs import NamedText, SentenceLink, TextPair

    pairs = []
    for doc in [docs] if isinstance(docs, Doc) else docs:
        text = text_of(doc)
        sentences: dict[int, list[str]] = {}
        labels: dict[int, str] = {}
        origins: dict[int, int] = {}  # the same for texts that were aligned together
        for (number, _), (start, end), span, stored in _numbered_spans(doc):
            sentences.setdefault(number, []).append(text[start:end])
            # Texts that are labelled with their number count from 1.
            named = span.label_ and span.label_ != str(stored)
            labels.setdefault(number, span.label_ if named else f"text {number + 1}")
            origins[number] = number - stored
        text_names = labels if names is None else dict(enumerate(names))
        missing = sentences.keys() - text_names.keys()
        if missing:
            raise InputError(f"there are no names for the texts {sorted(missing)}; give one each")
        texts = {number: NamedText(text_names[number], sentences[number]) for number in sentences}
        links = sentence_links(doc) or ()
        for first, second in combinations(sorted(texts), 2):
            if origins[first] == origins[second]:
                pair_links = tuple(
                    SentenceLink(*link.sentences, min(max(link.probability, 0.0), 1.0))
                    for link in links
                    if link.texts == (first, second)
                )
                pairs.append(TextPair(texts[first], texts[second], pair_links, doc.lang_))
    return pairs


def _numbered_spans(doc: Doc) -> Iterator[tuple[tuple[int, int], tuple[int, int], Span, int]]:
    """Return of each sentence its numbers, its characters, its span and the stored text."""
    numbers = numbered_sentences(doc)
    if numbers is None:
        raise InputError(
            f"the Doc {doc[:6].text!r}... has no aligned sentences; give it its texts with "
            'spacy_citalign.join(texts, nlp=nlp, key="texts") and run a pipeline with '
            "sentence_aligner on it"
        )
    texts = doc.spans[ALIGNED_SENTENCES].attrs["text"]
    spans = get_character_spans(doc, ALIGNED_SENTENCES) or []
    return zip(numbers, spans, held_spans(doc, ALIGNED_SENTENCES), texts, strict=True)
