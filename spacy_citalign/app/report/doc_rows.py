"""Docs whose words have columns, or whose sentences are aligned, as what tables and pages show."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import numpy as np
from spacy.tokens import Doc, Span

from ...components.base.doc_columns import DocColumns, stored_columns
from ...components.base.doc_words import doc_words
from ...components.base.names import ALIGNED_SENTENCES
from ...components.base.span_groups import held_spans
from ...components.base.spans import get_character_spans, text_of
from ...components.sentences.attributes import numbered_sentences, sentence_links
from ...errors import InputError
from .column_rows import ColumnRow
from .sentence_pairs import NamedText, SentenceLink, TextPair


def column_rows(doc: Doc, *, regions: bool = False) -> list[ColumnRow]:
    """Return a row for each sentence of a Doc, without its white space.

    Sentences are those that ``column_tagger`` reads; tags are there where the Doc has them.

    Args:
        doc: with columns.
        regions: whether to take the regions between anchors instead of the columns.

    Raises:
        InputError: the Doc has no columns, or they are not what ``column_tagger`` writes.
    """
    stored = _stored(doc)
    numbers = stored.regions if regions else stored.columns
    words = doc_words(doc)
    positions = words.places.tolist()
    columns = [numbers[position] for position in positions]
    tags = [doc[position].tag_ for position in positions] if doc.has_annotation("TAG") else None
    return [
        ColumnRow(words.words[start:end], columns[start:end], tags and tags[start:end])
        for start, end in pairwise([0, *np.cumsum(words.lengths).tolist()])
    ]


def column_anchors(doc: Doc, *, regions: bool = False) -> dict[int, str]:
    """Return the anchors that hold a word of a Doc, in order, with the names of their roles.

    k anchors cut the columns into the regions 0 to 2k, of which the odd ones are the anchors.

    Args:
        doc: with columns.
        regions: whether to number anchors by regions and not by columns.

    Raises:
        InputError: the Doc has no columns, or they are not what ``column_tagger`` writes.
    """
    stored = _stored(doc)
    anchors = {
        region if regions else column: stored.anchors[column]
        for column, region in zip(stored.columns, stored.regions, strict=True)
        if column in stored.anchors and region is not None
    }
    return dict(sorted(anchors.items()))


def _stored(doc: Doc) -> DocColumns:
    """Return what stands on the Doc. Raises InputError where that is nothing, or unusable."""
    stored = stored_columns(doc)
    if stored is None:
        raise InputError(
            f"the Doc {doc[:6].text!r}... has no columns of its {len(doc)} tokens; run a pipeline "
            "with column_tagger on it"
        )
    return stored


def text_pairs(doc: Doc, *, names: Sequence[str] | None = None) -> list[TextPair]:
    """Return each two texts of a Doc, with their sentences and the links between them.

    Texts that come of different Docs, which were joined later, make no pair.

    Args:
        doc: with aligned sentences.
        names: of all its texts; None for their labels, else their numbers from 1.

    Raises:
        InputError: the sentences of the Doc are not aligned.
    """
    text = text_of(doc)
    sentences: dict[int, list[str]] = {}
    labels = dict[int, str](enumerate(names or ()))
    origins: dict[int, int] = {}  # the same for texts that were aligned together
    for (number, _), (start, end), span, stored in _numbered_spans(doc):
        sentences.setdefault(number, []).append(text[start:end])
        # Texts that are labelled with their number count from 1.
        named = span.label_ and span.label_ != str(stored)
        labels.setdefault(number, span.label_ if named else f"text {number + 1}")
        origins[number] = number - stored
    texts = {number: NamedText(labels[number], sentences[number]) for number in sentences}
    links = sentence_links(doc) or ()
    pairs = []
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
