"""The texts of a Doc as sentences of words, which is what the library aligns."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc
from spacy.vocab import Vocab

from ..errors import SettingError
from .sentence_forms import gene_forms, long_forms
from .words import DocWords, doc_words

TEXTS = "texts"
NORMALIZATIONS = ("abbreviations", "genes")


class TextSentences(NamedTuple):
    """The N sentences of a text, each of one word or more.

    Attributes:
        label: of the text's span.
        start: first character of that span.
        spans: half-open characters of the sentences, without white space around them.
        words: (N lists) what the library is given of each sentence.
    """

    label: str
    start: int
    spans: list[tuple[int, int]]
    words: list[list[str]]


def check_normalizations(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of normalizations, each once.

    Raises:
        SettingError: they are no list, or one is unknown.
    """
    listed = isinstance(names, list | tuple)
    if not listed or not all(name in NORMALIZATIONS for name in names):
        raise SettingError(
            f"normalize is {names!r}; give a list of {', '.join(map(repr, NORMALIZATIONS))}, or an "
            "empty one"
        )
    return tuple(dict.fromkeys(names))


def text_sentences(
    doc: Doc, spans_key: str = TEXTS, normalize: Sequence[str] = ()
) -> list[TextSentences]:
    """Return the texts in ``doc.spans[spans_key]``, in the order of the group.

    A text's sentences are those of the Doc, cut where the text begins and ends. A text whose
    boundaries are not set is cut at full stops and line breaks. White space alone is no sentence.

    Args:
        doc: stays as it is.
        spans_key: where the texts are; without such a group there are none.
        normalize: ``"abbreviations"``: the words of the long form stand for those of the short one
            in all texts, where scispaCy's detector has been; ``"genes"``: a mention in
            ``doc.spans["gene_mentions"]`` gives one more word, its letters and digits.
    """
    if spans_key not in doc.spans:
        return []
    group = list(doc.spans[spans_key])
    read = doc_words(doc, [(span.start, span.end) for span in group])
    forms = _forms(doc, read, normalize)
    numbers = np.repeat(np.arange(len(read.lengths)), read.lengths)
    found = []
    for span in group:
        first, last = np.searchsorted(read.places, [span.start, span.end]).tolist()
        breaks = np.flatnonzero(np.diff(numbers[first:last])) + 1
        words = [part for part in np.split(np.arange(first, last), breaks) if len(part)]
        found.append(
            TextSentences(
                span.label_,
                span.start_char,
                [_characters(doc, read.places[part]) for part in words],
                [[word for place in part.tolist() for word in forms[place]] for part in words],
            )
        )
    return found


def sentence_vectors(vocab: Vocab, sentences: Sequence[Sequence[str]]) -> NDArray[np.float32]:
    """Return the mean of the word vectors of each sentence: (N, D) float32, for N sentences.

    Words have the vector of the word as it is written, else of its small letters; those without
    one are left out, and a sentence of such words alone is zero. D is 0 where there are no vectors.
    """
    from thinc.util import to_numpy

    known: dict[str, NDArray] = {}
    for word in {word for sentence in sentences for word in sentence}:
        form = next((form for form in (word, word.lower()) if vocab.has_vector(form)), None)
        if form is not None:
            known[word] = to_numpy(vocab.get_vector(form))
    found = np.zeros((len(sentences), vocab.vectors_length), dtype=np.float32)
    for row, sentence in zip(found, sentences, strict=True):
        vectors = [known[word] for word in sentence if word in known]
        if vectors:
            row[:] = np.mean(vectors, axis=0)
    return found


def _forms(doc: Doc, read: DocWords, normalize: Sequence[str]) -> list[list[str]]:
    """Return what stands for each word of a Doc: itself, another form of it, or nothing."""
    forms = [[word] for word in read.words]
    if "abbreviations" in normalize:
        for (start, end), words in long_forms(doc, read).items():
            forms[start:end] = [list(words), *([] for _ in range(start + 1, end))]
    if "genes" in normalize:
        for place, word in gene_forms(doc, read):
            forms[place].append(word)
    return forms


def _characters(doc: Doc, places: NDArray[np.int64]) -> tuple[int, int]:
    last = doc[int(places[-1])]
    return doc[int(places[0])].idx, last.idx + len(last)
