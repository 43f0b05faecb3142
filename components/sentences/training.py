"""Training of the sentence aligner: gold links of Examples."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from spacy.tokens import Doc
from spacy.training import Example

from ...errors import InputError
from ...sentences.training import TextPair
from ..names import SENTENCE_LINKS
from .gold import GoldPair, copy_texts, gold_pairs
from .words import TextSentences, text_sentences


def text_pairs(
    examples: Iterable[Example],
    earlier: Callable[[Iterable[Doc]], Iterable[Doc]],
    *,
    spans_key: str,
    normalize: Sequence[str],
) -> list[TextPair]:
    """Return the pairs of texts whose links or passages the references tell.

    Words are those that the component will see: of the texts as the components before it annotate
    them. Texts and sentences are those of the references.

    Args:
        examples: with texts and gold in their references.
        earlier: annotates Docs as the components before this one do.
        spans_key: the span group of the texts.
        normalize: see ``text_sentences``.

    Raises:
        InputError: no reference has texts and gold; gold is malformed; a Doc of an Example has
            another text than its reference.
    """
    examples = list(examples)
    chosen = [
        eg
        for eg in examples
        if spans_key in eg.reference.spans and SENTENCE_LINKS in eg.reference.user_data
    ]
    if not chosen:
        raise InputError(
            f'none of the {len(examples)} training examples has doc.spans["{spans_key}"] and '
            f'doc.user_data["{SENTENCE_LINKS}"] in its reference; put the texts and the links of '
            "their sentences there, as the reader citalign.SentencePairs.v1 does"
        )
    pairs: list[TextPair] = []
    annotated = earlier(_with_texts(example, spans_key) for example in chosen)
    for example, doc in zip(chosen, annotated, strict=True):
        copy_texts(example.reference, doc, spans_key)  # their sentences are those that gold counts
        texts = text_sentences(doc, spans_key, normalize)
        for gold in gold_pairs(example.reference, [len(text.spans) for text in texts]):
            pairs.append(_pair(texts, gold))
    return pairs


def _with_texts(example: Example, spans_key: str) -> Doc:
    """Return a copy of the Doc to be aligned, with the texts of its reference."""
    doc = example.predicted.copy()
    copy_texts(example.reference, doc, spans_key)
    return doc


def _pair(texts: list[TextSentences], gold: GoldPair) -> TextPair:
    first, second = (texts[number].words for number in gold.texts)
    if gold.links is not None:
        return TextPair(first, second, np.array(gold.links, dtype=np.int64).reshape(-1, 2))
    passages = [
        (np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64))
        for rows, columns in gold.passages or ()
    ]
    return TextPair(first, second, None, passages)
