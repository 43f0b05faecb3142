"""Noun phrases among the base phrases as ``doc.noun_chunks``, which other components read."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from ..names import BASE_PHRASES

_NOUN_PHRASE = "NP"
_Chunk = tuple[int, int, int]
_Chunks = Callable[[Doc | Span], Iterator[_Chunk]]


def noun_phrases(text: Doc | Span, original: _Chunks | None = None) -> Iterator[_Chunk]:
    """Yield first token, end and label of each noun phrase, as ``vocab.get_noun_chunks`` does.

    They are the base phrases NP, pronouns and determiners included, as in spaCy's own noun chunks.

    Args:
        text: a Doc, or a Span: phrases that lie in it.
        original: of Docs without base phrases, what finds noun chunks otherwise.

    Raises:
        NotImplementedError: there are neither.
        ValueError: the original reads a parse that is not there.
    """
    doc = text.doc
    if BASE_PHRASES not in doc.spans:
        if original is None:
            raise NotImplementedError(
                "the Doc has no base phrases and its language no noun chunks; put "
                "base_phrase_chunker into the pipeline"
            )
        yield from original(text)
        return
    first, end = (text.start, text.end) if isinstance(text, Span) else (0, len(doc))
    label = doc.vocab.strings.add(_NOUN_PHRASE)
    for span in doc.spans[BASE_PHRASES]:
        if span.label == label and first <= span.start and span.end <= end:
            yield span.start, span.end, label


def install_noun_chunks(vocab: Vocab) -> None:
    """Let the Docs of a vocabulary that are made from now on have noun phrases as noun chunks."""
    original: Any = vocab.get_noun_chunks
    if not (isinstance(original, partial) and original.func is noun_phrases):
        chunks: Any = partial(noun_phrases, original=original)
        vocab.get_noun_chunks = chunks
