"""Docs whose sentences are aligned, as the pairs of texts that tables and pages are made of."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from spacy.tokens import Doc

from ...components.names import ALIGNED_SENTENCES
from ...components.sentences.attributes import numbered_sentences, sentence_links
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
        sentences, links = _sentences(doc), sentence_links(doc) or ()
        text_names = _names(doc) if names is None else dict(enumerate(names))
        missing = sentences.keys() - text_names.keys()
        if missing:
            raise InputError(f"there are no names for the texts {sorted(missing)}; give one each")
        shown = {
            number: NamedText(text_names[number], listed) for number, listed in sentences.items()
        }
        origins = _origins(doc)
        for first, second in combinations(shown, 2):
            if origins[first] != origins[second]:
                continue
            pair_links = tuple(
                SentenceLink(*link.sentences, min(max(link.probability, 0.0), 1.0))
                for link in links
                if link.texts == (first, second)
            )
            pairs.append(TextPair(shown[first], shown[second], pair_links, language=doc.lang_))
    return pairs


def _sentences(doc: Doc) -> dict[int, list[str]]:
    """Return the sentences of each text that has any, by its number, in order."""
    text = text_of(doc)
    spans = get_character_spans(doc, ALIGNED_SENTENCES) or []
    sentences: dict[int, list[str]] = {}
    for (number, _), (start, end) in zip(_numbers(doc), spans, strict=True):
        sentences.setdefault(number, []).append(text[start:end])
    return dict(sorted(sentences.items()))


def _names(doc: Doc) -> dict[int, str]:
    """Return what each text is called; those that are labelled with their number count from 1."""
    group = doc.spans[ALIGNED_SENTENCES]
    names: dict[int, str] = {}
    for (number, _), span, stored in zip(_numbers(doc), group, group.attrs["text"], strict=True):
        named = span.label_ and span.label_ != str(stored)
        names.setdefault(number, span.label_ if named else f"text {number + 1}")
    return names


def _origins(doc: Doc) -> dict[int, int]:
    """Return what is the same for texts that were aligned together, by their numbers."""
    stored = zip(_numbers(doc), doc.spans[ALIGNED_SENTENCES].attrs["text"], strict=True)
    return {number: number - text for (number, _), text in stored}


def _numbers(doc: Doc) -> list[tuple[int, int]]:
    numbers = numbered_sentences(doc)
    if numbers is None:
        raise InputError(
            f"the Doc {doc[:6].text!r}... has no aligned sentences; give it its texts with "
            'spacy_citalign.join(texts, nlp=nlp, key="texts") and run a pipeline with '
            "sentence_aligner on it"
        )
    return numbers
