"""Links of sentences on a Doc: how they are kept, and the attributes that read them.

``doc.spans["aligned_sentences"]`` has a span for each sentence of each text, and ``span_records``
keeps of each

- ``text``: the number of its text, ``text_start``: how far before it (0 or less) that begins;
- ``links``: a list of [distance, probability], one for each sentence that it is aligned to, where
  distance is that sentence's first character less its own.

All but the characters is said from sentence to sentence, so links go with what is cut out of a Doc
or joined; a link whose other sentence was cut away is no more. Getters are functions of this
module, never raise, and return None where there are no links, or lists that do not fit the spans.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from spacy.tokens import Doc, Span

from ...words.arrays import Ints
from ..base.extensions import install_getters
from ..base.names import ALIGNED_SENTENCES
from ..base.span_records import set_span_records, span_records
from ..base.spans import text_of, text_place
from .words import TextSentences

if TYPE_CHECKING:
    from ...sentences.methods import Links

_TEXT, _TEXT_START, _LINKS = "text", "text_start", "links"
_MAX_NUMBER = 2**40  # of numbers that characters and texts can have


class LinkedSentences(NamedTuple):
    """A link, each of them once.

    Attributes:
        texts: numbers of the two texts, ascending.
        sentences: numbers of the two sentences within them.
        spans: their half-open characters.
        probability: that it is right.
    """

    texts: tuple[int, int]
    sentences: tuple[int, int]
    spans: tuple[tuple[int, int], tuple[int, int]]
    probability: float


class _Stored(NamedTuple):
    """The lists of N sentences.

    Attributes:
        starts, ends: (N,) int64, their characters.
        texts, text_starts: (N,) int64, what the lists say, None where that is not numbers.
        links: N lists of entries, distance and probability.
        labels: N texts.
    """

    starts: Ints
    ends: Ints
    texts: Ints | None
    text_starts: Ints | None
    links: list[list[tuple[int, float]]]
    labels: Sequence[str]


def set_links(
    doc: Doc, texts: Sequence[TextSentences], by_pair: Mapping[tuple[int, int], "Links"]
) -> None:
    """Write links.

    Args:
        doc: gets them.
        texts: its texts.
        by_pair: by the numbers of two texts, the smaller first, the links of their sentences.
    """
    starts = [[start for start, _ in text.spans] for text in texts]
    links: list[list[list[list[float]]]] = [[[] for _ in text.spans] for text in texts]
    for (first, second), pair_links in sorted(by_pair.items()):
        columns = (column.tolist() for column in pair_links)
        for i, j, probability in zip(*columns, strict=True):
            distance = starts[second][j] - starts[first][i]
            links[first][i].append([distance, probability])
            links[second][j].append([-distance, probability])
    set_span_records(
        doc,
        ALIGNED_SENTENCES,
        [span for text in texts for span in text.spans],
        [text.label or str(number) for number, text in enumerate(texts) for _ in text.spans],
        {
            _TEXT: [number for number, text in enumerate(texts) for _ in text.spans],
            _TEXT_START: [text.start - start for text in texts for start, _ in text.spans],
            _LINKS: [entries for text in links for entries in text],
        },
    )


def numbered_sentences(doc: Doc) -> list[tuple[int, int]] | None:
    """Return for each sentence the number of its text, and its own within that text.

    Numbers count what is there: where Docs were joined the texts of the later ones go on counting,
    and of a text that was cut in part the first sentence left is 0. None where the Doc was not
    aligned, or its lists do not fit.
    """
    stored = _stored(doc)
    return stored and _numbered(stored)


def _numbered(stored: _Stored) -> list[tuple[int, int]] | None:
    texts, distances = stored.texts, stored.text_starts
    if texts is None or distances is None:
        return None
    numbers: list[tuple[int, int]] = []
    before: tuple[int, int] | None = None
    shift = number = 0
    for text_key in zip(texts.tolist(), (stored.starts + distances).tolist(), strict=True):
        number = number + 1 if text_key == before else 0
        if before is not None and text_key != before and text_key[0] <= before[0]:
            shift = numbers[-1][0] + 1  # a text of the next of joined Docs
        numbers.append((text_key[0] + shift, number))
        before = text_key
    return numbers


def sentence_links(doc: Doc) -> list[LinkedSentences] | None:
    """Return the links of a Doc, by texts and then by sentences; None where there are none.

    Texts and sentences are numbered as by ``numbered_sentences``.
    """
    stored = _stored(doc)
    numbers = stored and _numbered(stored)
    if stored is None or numbers is None:
        return None
    spans = list(zip(stored.starts.tolist(), stored.ends.tolist(), strict=True))
    by_start: dict[int, list[int]] = {}  # several where texts overlap
    for number, (start, _) in enumerate(spans):
        by_start.setdefault(start, []).append(number)
    links = []
    for sentence, (start, _) in enumerate(spans):
        for distance, probability in stored.links[sentence]:
            for partner in by_start.get(start + distance, ()):
                first, second = numbers[sentence], numbers[partner]
                # Sentences of one text have no link, but may stand where those of another do.
                if first[0] < second[0] and (-distance, probability) in stored.links[partner]:
                    texts, sentences = zip(first, second, strict=True)
                    pair_spans = spans[sentence], spans[partner]
                    links.append(LinkedSentences(texts, sentences, pair_spans, probability))
    return sorted(set(links))


def get_sentence_alignment(doc: Doc) -> list[dict[str, Any]] | None:
    """Return a record for each link; None where the Doc was not aligned.

    A record has ``texts`` and ``sentences``, two numbers each; ``first`` and ``second``, each with
    ``start_char``, ``end_char`` and ``text``; and ``probability``.
    """
    links = sentence_links(doc)
    if links is None:
        return None
    text = text_of(doc) if links else ""
    records = []
    for link in links:
        first, second = (text_place(text, *span) for span in link.spans)
        record: dict[str, Any] = {"texts": [*link.texts], "sentences": [*link.sentences]}
        record |= {"first": first, "second": second, "probability": link.probability}
        records.append(record)
    return records


def get_aligned_sentences(span: Span) -> list[Span] | None:
    """Return the sentences aligned to those that overlap the span, in the order of the text."""
    stored = _stored(span.doc)
    if stored is None:
        return None
    texts = np.arange(len(stored.starts)) if stored.texts is None else stored.texts
    # Not by way of all links: spans are asked one by one.
    first, last = span.start_char, span.end_char
    begins, stops = np.maximum(stored.starts, first), np.minimum(stored.ends, last)
    partners = set()
    for sentence in np.flatnonzero(begins < stops).tolist():
        start = int(stored.starts[sentence])
        for distance, probability in stored.links[sentence]:
            if 0 <= start + distance <= stored.starts.max():
                for partner in np.flatnonzero(stored.starts == start + distance).tolist():
                    apart = texts[partner] != texts[sentence]
                    if apart and (-distance, probability) in stored.links[partner]:
                        partners.add((start + distance, partner))
    return [_token_span(span.doc, stored, number) for _, number in sorted(partners)]


def _token_span(doc: Doc, stored: _Stored, number: int) -> Span:
    """Return a sentence as the tokens that cover it, with its label."""
    start, end = int(stored.starts[number]), int(stored.ends[number])
    label = stored.labels[number]
    return cast("Span", doc.char_span(start, end, label=label, alignment_mode="expand"))


def _stored(doc: Doc) -> _Stored | None:
    """Return the lists of a Doc, None where there are none or they do not fit.

    Spans that somebody else has put among them are no aligned sentences.
    """
    records = span_records(doc, ALIGNED_SENTENCES)
    known = [record for record in records or () if _LINKS in record.values]
    if records is None or (records and not known):
        return None
    starts, ends = (np.array([one[column] for one in known], np.int64) for column in (0, 1))
    texts, text_starts = (
        _numbers([one.values.get(name) for one in known]) for name in (_TEXT, _TEXT_START)
    )
    links = [list(_entries(one.values[_LINKS])) for one in known]
    return _Stored(starts, ends, texts, text_starts, links, [one.label for one in known])


def _numbers(values: list[Any]) -> Ints | None:
    """Return whole numbers of a size that characters can have, None if they are no such."""
    if not set(map(type, values)) <= {int} or max(map(abs, values), default=0) > _MAX_NUMBER:
        return None
    return np.array(values, dtype=np.int64)


def _entries(entries: Any) -> Iterator[tuple[int, float]]:
    """Yield distance and probability of the entries of a sentence that are such."""
    for entry in entries if isinstance(entries, list | tuple) else ():
        pair = entry if isinstance(entry, list | tuple) and len(entry) == 2 else (None, None)
        if type(pair[0]) is int and isinstance(pair[1], float):
            yield pair[0], pair[1]


def install_extensions() -> None:
    """Install the attributes of Docs and spans with aligned sentences."""
    install_getters(Doc, sentence_alignment=get_sentence_alignment)
    install_getters(Span, aligned_sentences=get_aligned_sentences)
