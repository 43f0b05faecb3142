"""What the base phrase chunker is trained on: gold phrases of Examples, with tags and columns."""

import logging
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc
from spacy.training import Example

from ..errors import CitalignWarning, InputError, SettingError
from ..tagging.chunk_training import PhrasedSentence
from .chunk_words import TagSource, chunker_words, word_regions
from .column_attributes import stored_columns
from .spans import BASE_PHRASES, CONSTITUENTS, get_character_spans
from .term_texts import word_offsets
from .words import DocWords

TAG_SOURCES = ("gold", "pipeline")
_Phrase = tuple[str, int, int]
logger = logging.getLogger(__name__)


def phrased_sentences(
    examples: Iterable[Example],
    earlier: Callable[[Iterable[Doc]], Iterable[Doc]],
    *,
    tags: TagSource,
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
    if tags not in TAG_SOURCES:
        raise SettingError(f"tags is {tags!r}; choose from {', '.join(TAG_SOURCES)}")
    examples = list(examples)
    chosen = [eg for eg in examples if BASE_PHRASES in eg.reference.spans]
    if not chosen:
        raise InputError(
            f'none of the {len(examples)} training examples has doc.spans["{BASE_PHRASES}"] in its '
            "reference; put the gold phrases there (an empty group where there are none)"
        )
    sentences: list[PhrasedSentence] = []
    bad = unparsed = 0
    sources = _read(chosen, earlier, tags, columns)
    for number, (example, source) in enumerate(zip(chosen, sources, strict=True)):
        doc, read, own_tags, regions = source
        phrases, unfit = _sentence_phrases(doc, read, example.reference)
        bad += unfit
        parsed = _parsed(doc, read, example.reference)
        ends = np.cumsum(read.lengths).tolist()
        for own, known, size, end in zip(phrases, parsed, read.lengths.tolist(), ends, strict=True):
            part = slice(end - size, end)
            if known:
                found = None if regions is None else regions[part].tolist()
                sentences.append(
                    PhrasedSentence(read.words[part], own_tags[part], own, number, found)
                )
            else:
                unparsed += 1
    _tell(bad, unparsed)
    return sentences


def _tell(bad: int, unparsed: int) -> None:
    if unparsed:
        logger.info("%d sentences without constituents are left out of training", unparsed)
    if bad:
        warnings.warn(
            f"{bad} gold phrases overlap others, or are not whole words of one sentence, and are "
            "left out of training; correct the spans of the references",
            CitalignWarning,
            stacklevel=3,
        )


class _Source(NamedTuple):
    """What to learn from: a Doc, its words, their tags and, if asked for, their regions."""

    doc: Doc
    read: DocWords
    tags: list[str]
    regions: NDArray[np.int64] | None


def _read(
    examples: list[Example],
    earlier: Callable[[Iterable[Doc]], Iterable[Doc]],
    tags: TagSource,
    columns: bool,
) -> Iterator[_Source]:
    """Yield what to learn from for each Example."""
    if tags == "gold" and not columns:
        for example in examples:
            yield _Source(example.reference, *chunker_words(example.reference), None)
        return
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
        read, own_tags = chunker_words(chosen)
        yield _Source(chosen, read, own_tags, word_regions(doc, read) if columns else None)


def _sentence_phrases(doc: Doc, read: DocWords, reference: Doc) -> tuple[list[list[_Phrase]], int]:
    """Return the gold phrases of each sentence by its words, and how many do not fit."""
    offsets = get_character_spans(reference, BASE_PHRASES) or []
    labels = [span.label_ for span in reference.spans[BASE_PHRASES]]
    starts, ends = word_offsets(doc, read)
    sentences: list[list[_Phrase]] = [[] for _ in read.lengths]
    lasts = np.cumsum(read.lengths)
    unfit = taken = 0
    phrases = zip(labels, offsets, strict=True)
    for label, (start, end) in sorted(phrases, key=lambda one: (one[1][0], -one[1][1], one[0])):
        first, last = int(np.searchsorted(starts, start)), int(np.searchsorted(ends, end))
        # A span may begin inside of the last word, or end after it.
        inside = max(first, last) < len(starts)
        whole = inside and starts[first] == start and ends[last] == end
        number = int(np.searchsorted(lasts, first, side="right"))
        if not label or not whole or not taken <= first <= last < lasts[number]:
            unfit += 1
            continue
        before = int(lasts[number] - read.lengths[number])
        sentences[number].append((label, first - before, last + 1 - before))
        taken = last + 1
    return sentences, unfit


def _parsed(doc: Doc, read: DocWords, reference: Doc) -> NDArray[np.bool_]:
    """Return of each sentence whether its tree is known: (C,) bool.

    A tree has a constituent that begins with the sentence; where no trees are given, all are taken.
    """
    if CONSTITUENTS not in reference.spans:
        return np.ones(len(read.lengths), dtype=bool)
    begins = {start for start, _ in get_character_spans(reference, CONSTITUENTS) or []}
    starts, _ = word_offsets(doc, read)
    firsts = np.cumsum(read.lengths) - read.lengths
    return np.isin(starts[firsts], list(begins))
