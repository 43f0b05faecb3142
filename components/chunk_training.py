"""Training of the base phrase chunker: gold phrases of Examples, with tags and columns."""

import logging
from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc
from spacy.training import Example

from ..chunks.training import PhrasedSentence
from ..errors import InputError, warn
from ..words.settings import check_choice
from .base.doc_columns import stored_columns, word_regions
from .base.doc_words import DocWords, tagged_words, word_offsets
from .base.names import BASE_PHRASES, CONSTITUENTS
from .base.spans import get_character_spans, labelled_spans
from .readers.gold_docs import with_gold

TAG_SOURCES = ("gold", "pipeline")
_READER = "the base phrase chunker"
_Phrase = tuple[str, int, int]
_Source = tuple[Doc, DocWords, list[str], NDArray[np.int64] | None]
"""What to learn from: a Doc, its words, their tags and, if asked for, their regions."""
logger = logging.getLogger(__name__)


def phrased_sentences(
    examples: Iterable[Example],
    earlier: Callable[[Iterable[Doc]], Iterable[Doc]],
    *,
    tags: str,
    columns: bool,
) -> list[PhrasedSentence]:
    """Return the sentences of the Examples whose references have phrases.

    A phrase that is no run of whole words of one sentence, or overlaps one before it, is left out,
    counted and warned of. Where references have constituents too, sentences without any, whose
    trees are not known, are left out and logged.

    Args:
        examples: with the phrases in their references.
        earlier: annotates Docs as the components before this one do.
        tags: with ``gold``, words and tags are those of the references; with ``pipeline``, those of
            the Docs that the components before have annotated.
        columns: whether to read the columns that the components before set.

    Raises:
        InputError: no reference has the span group, tags or columns are missing, or columns are not
            of the words of the reference.
        SettingError: ``tags`` is none of the above.
    """
    check_choice("tags", tags, TAG_SOURCES)
    chosen = with_gold(examples, BASE_PHRASES, "phrases")
    sentences: list[PhrasedSentence] = []
    bad = unparsed = 0
    sources = _read(chosen, earlier, tags, columns)
    for number, (example, source) in enumerate(zip(chosen, sources, strict=True)):
        doc, words, word_tags, regions = source
        phrases, unfit = _sentence_phrases(doc, words, example.reference)
        bad += unfit
        parsed = _parsed(doc, words, example.reference)
        unparsed += int(np.count_nonzero(~parsed))
        ends = np.cumsum(words.lengths)
        parts = map(slice, (ends - words.lengths).tolist(), ends.tolist())
        for part, in_part, known in zip(parts, phrases, parsed, strict=True):
            if known:
                row = words.words[part], word_tags[part], in_part, number
                of_part = None if regions is None else regions[part].tolist()
                sentences.append(PhrasedSentence(*row, of_part))
    if unparsed:
        logger.info("%d sentences without constituents are left out of training", unparsed)
    if bad:
        warn(
            f"{bad} gold phrases overlap others, or are not whole words of one sentence, and are "
            "left out of training; correct the spans of the references",
        )
    return sentences


def _read(
    examples: list[Example],
    earlier: Callable[[Iterable[Doc]], Iterable[Doc]],
    tags: str,
    columns: bool,
) -> Iterator[_Source]:
    """Yield what to learn from for each Example."""
    annotated: Iterable[Doc] = (example.reference for example in examples)
    if columns or tags == "pipeline":
        annotated = earlier(example.predicted for example in examples)
    for example, doc in zip(examples, annotated, strict=True):
        if columns and stored_columns(doc) is None:
            raise InputError(
                f"the Doc {doc[:6].text!r}... has no columns, which are to be features; put "
                "column_tagger before this component, or set columns = false"
            )
        chosen = doc if tags == "pipeline" else example.reference
        if columns and [token.text for token in doc] != [token.text for token in chosen]:
            raise InputError(
                f"the Doc {doc[:6].text!r}... has other tokens than its reference, so its columns "
                "do not belong to gold tags; give predicted Docs gold words, or set "
                'tags = "pipeline"'
            )
        words, word_tags = tagged_words(chosen, _READER)
        yield chosen, words, word_tags, word_regions(doc, words.places) if columns else None


def _sentence_phrases(doc: Doc, words: DocWords, reference: Doc) -> tuple[list[list[_Phrase]], int]:
    """Return the gold phrases of each sentence by its words, and how many do not fit."""
    starts, ends = word_offsets(doc, words)
    sentences: list[list[_Phrase]] = [[] for _ in words.lengths]
    lasts = np.cumsum(words.lengths)
    unfit = free = 0
    phrases = labelled_spans(reference, BASE_PHRASES)
    for start, end, label in sorted(phrases, key=lambda phrase: (phrase[0], -phrase[1], phrase[2])):
        first, last = int(np.searchsorted(starts, start)), int(np.searchsorted(ends, end))
        # A span may begin inside of the last word, or end after it.
        inside = max(first, last) < len(starts)
        exact = inside and starts[first] == start and ends[last] == end
        number = int(np.searchsorted(lasts, first, side="right"))
        if not label or not exact or not free <= first <= last < lasts[number]:
            unfit += 1
            continue
        before = int(lasts[number] - words.lengths[number])
        sentences[number].append((label, first - before, last + 1 - before))
        free = last + 1
    return sentences, unfit


def _parsed(doc: Doc, words: DocWords, reference: Doc) -> NDArray[np.bool_]:
    """Return of each sentence whether its tree is known: (C,) bool.

    A tree has a constituent that begins with the sentence; where no trees are given, all are taken.
    """
    if CONSTITUENTS not in reference.spans:
        return np.ones(len(words.lengths), dtype=bool)
    begins = {start for start, _ in get_character_spans(reference, CONSTITUENTS) or []}
    starts, _ = word_offsets(doc, words)
    firsts = np.cumsum(words.lengths) - words.lengths
    return np.isin(starts[firsts], list(begins))
