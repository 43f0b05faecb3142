"""The texts of a Doc as sentences of words, which is what the library aligns."""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import IDX
from spacy.tokens import Doc
from spacy.vocab import Vocab

from ..base.abbreviations import abbreviation_definitions
from ..base.doc_words import DocWords, doc_words
from ..base.names import GENE_MENTIONS, TEXTS
from ..base.span_groups import held_spans
from ..base.spans import get_character_spans, text_of

if TYPE_CHECKING:
    from ...sentences.features import Embed

_LAMBDA = ("lamda", "lambda")  # Unicode's own spelling, and that of articles
Places = tuple[int, int]


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
    group = held_spans(doc, spans_key)
    words = doc_words(doc, [(span.start, span.end) for span in group])
    forms = _forms(doc, words, normalize)
    numbers = np.repeat(np.arange(len(words.lengths)), words.lengths)
    texts = []
    for span in group:
        first, last = np.searchsorted(words.places, [span.start, span.end]).tolist()
        breaks = np.flatnonzero(np.diff(numbers[first:last])) + 1
        sentences = [part for part in np.split(np.arange(first, last), breaks) if len(part)]
        tokens = [(doc[int(words.places[x[0]])], doc[int(words.places[x[-1]])]) for x in sentences]
        offsets = [(begin.idx, end.idx + len(end)) for begin, end in tokens]
        in_forms = [[word for number in x.tolist() for word in forms[number]] for x in sentences]
        texts.append(TextSentences(span.label_, span.start_char, offsets, in_forms))
    return texts


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
    means = np.zeros((len(sentences), vocab.vectors_length), dtype=np.float32)
    for row, sentence in zip(means, sentences, strict=True):
        vectors = [known[word] for word in sentence if word in known]
        if vectors:
            row[:] = np.mean(vectors, axis=0)
    return means


def _forms(doc: Doc, words: DocWords, normalize: Sequence[str]) -> list[list[str]]:
    """Return what stands for each word of a Doc: itself, another form of it, or nothing."""
    forms = [[word] for word in words.words]
    if "abbreviations" in normalize:
        for (start, end), long_form in long_forms(doc, words).items():
            forms[start:end] = [list(long_form), *([] for _ in range(start + 1, end))]
    if "genes" in normalize:
        for position, word in gene_forms(doc, words):
            forms[position].append(word)
    return forms


def embedding(vocab: Vocab) -> "Embed | None":
    """Return what gives the vectors of sentences, None where there are no vectors of words."""
    return partial(sentence_vectors, vocab) if vocab.vectors_length else None


def long_forms(doc: Doc, read: DocWords) -> dict[Places, list[str]]:
    """Return, for the short forms in a Doc, the words of their long forms.

    A short form that the detector has seen has the long form that it found there; elsewhere the
    same words have the long form that comes first in the Doc.

    Args:
        doc: with or without scispaCy's abbreviations.
        read: its words.

    Returns:
        By half-open places among the words, which do not overlap.
    """
    known: dict[tuple[str, ...], list[str]] = {}
    forms: dict[Places, list[str]] = {}
    for short, long in abbreviation_definitions(doc):
        start, end, first, last = np.searchsorted(read.places, [*short, *long]).tolist()
        words = read.words[first:last]
        if start < end and words:
            known.setdefault(tuple(read.words[start:end]), words)
            forms[start, end] = words
    begins: dict[str, list[tuple[str, ...]]] = {}
    for form in sorted(known, key=len, reverse=True):
        begins.setdefault(form[0], []).append(form)
    for position, word in enumerate(read.words if known else ()):
        for form in begins.get(word, ()):
            end = position + len(form)
            if tuple(read.words[position:end]) == form:
                forms.setdefault((position, end), known[form])
                break
    return _apart(forms)


def gene_forms(doc: Doc, read: DocWords) -> Iterator[tuple[int, str]]:
    """Yield the last word of each gene mention, by its place, and the plain name of the gene.

    Mentions that are written as their plain name are left out.
    """
    mentions = get_character_spans(doc, GENE_MENTIONS)
    if not mentions or not read.words:
        return
    text = text_of(doc)
    begins = doc.to_array([IDX]).reshape(-1)[read.places]
    for start, end in mentions:
        name = plain_name(text[start:end])
        position = max(int(np.searchsorted(begins, end)) - 1, 0)
        if name and name != read.words[position].lower():
            yield position, name


def plain_name(name: str) -> str:
    """Return the letters and digits of a name in small letters, Greek ones by their names.

    >>> plain_name("TNF-β"), plain_name("TNFbeta"), plain_name("p-53")
    ('tnfbeta', 'tnfbeta', 'p53')
    """
    plain = unicodedata.normalize("NFKD", name)
    return "".join(_plain(character) for character in plain if character.isalnum()).lower()


def _plain(character: str) -> str:
    name = unicodedata.name(character, "")
    is_greek = name.startswith("GREEK ") and " LETTER " in name
    return name.split()[-1].lower().replace(*_LAMBDA) if is_greek else character


def _apart(forms: dict[Places, list[str]]) -> dict[Places, list[str]]:
    """Return what does not overlap, the earlier first, of those that begin alike the longer."""
    kept: dict[Places, list[str]] = {}
    done = 0
    for start, end in sorted(forms, key=lambda span: (span[0], -span[1])):
        if start >= done:
            kept[start, end] = forms[start, end]
            done = end
    return kept
