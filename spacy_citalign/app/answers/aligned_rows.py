"""Aligned groups on Docs as rows of the schema."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from ...answer_rows import read_answer
from ...components.base.names import CITANCES, CITATIONS, GENE_MENTIONS
from ...components.base.span_groups import held_spans
from ...components.base.spans import get_character_spans, kb_ids, labelled_spans, text_of
from ...components.citances.alignment import CitanceAlignment
from ...components.citances.attributes import get_citance_alignments, stored_alignments
from ...components.citations import citance_records, cited_works
from ...schema import (
    SCHEMA,
    AlignedClass,
    Citance,
    CitanceGroup,
    CitationMark,
    ClassMember,
    Merges,
    WorkAnswer,
)
from .row_answers import Scopes, with_answer

# Span groups whose texts are listed with the classes that they touch.
_NAMED = {"genes": "gene_mentions", "terms": "propositional_terms"}
_DIGITS = 4  # of confidences and accuracies


class SortedSpans:
    """Half-open spans of characters, to be looked up by where they are."""

    def __init__(self, spans: Sequence[tuple[int, int]]):
        self.spans = spans
        self._order = sorted(range(len(spans)), key=spans.__getitem__)
        self._starts = [spans[number][0] for number in self._order]
        self._reach = list(accumulate((spans[number][1] for number in self._order), max))

    def touching(self, start: int, end: int) -> list[int]:
        """Return the numbers of the spans that share a character with this one, in order."""
        first, last = bisect_right(self._reach, start), bisect_left(self._starts, end)
        return [number for number in self._order[first:last] if self.spans[number][1] > start]


class _Annotations(NamedTuple):
    """What the rows of all cited works need of a Doc.

    Attributes:
        text: the Doc's.
        alignments: by key.
        stored: the plain values of each.
        marks: of citation, a mark of several works once.
        cites: for each mark, the works that it cites.
        named: what ``_NAMED`` lists.
        gene_ids: of each gene, ids of NCBI Gene, "" for none.
    """

    text: str
    alignments: Mapping[str, CitanceAlignment]
    stored: Mapping[str, Mapping[str, Any]]
    marks: SortedSpans
    cites: list[set[str]]
    named: Mapping[str, SortedSpans]
    gene_ids: Sequence[str]


def _annotations(doc: Doc) -> _Annotations:
    alignments = get_citance_alignments(doc) or {}
    cites: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for start, end, label in labelled_spans(doc, CITATIONS):
        cites[start, end].add(label)
    return _Annotations(
        text_of(doc),
        alignments,
        {key: record["alignment"] for key, record in (stored_alignments(doc) or {}).items()},
        SortedSpans(list(cites)),
        list(cites.values()),
        {kind: SortedSpans(get_character_spans(doc, key) or []) for kind, key in _NAMED.items()},
        kb_ids(doc, GENE_MENTIONS),
    )


def answers_of(doc: Doc, *, key: str = CITANCES) -> Iterator[WorkAnswer]:
    """Yield the answer of each cited work whose citances were aligned.

    Args:
        doc: with ``doc._.citance_alignments``; records of its citances are taken along, where there
            are as many as were aligned.
        key: the span group of the citances.
    """
    annotations = _annotations(doc)
    group = doc.spans.get(key)
    cited, records = (cited_works(group), citance_records(group)) if group else ({}, [])
    by_label: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for span, record in zip(held_spans(doc, key), records, strict=True):
        by_label[span.label_].append(record)
    for name, alignment in annotations.alignments.items():
        records = by_label[name]
        aligned = alignment.citances
        if len(records) != len(aligned):  # the group was changed, or is another one
            records = [{}] * len(aligned)
        citances = [
            {"id": f"{name}-{number}"} | record | {"text": citance["text"]}
            for number, (citance, record) in enumerate(zip(aligned, records, strict=True), start=1)
        ]
        # Records of others may hold anything.
        read = read_answer({"cited": cited.get(name, {}) | {"key": name}, "citances": citances}, 1)
        if isinstance(read, WorkAnswer):
            yield _answer(annotations, name, read, range(len(citances)))


def aligned_answer(doc: Doc, group: CitanceGroup, places: Sequence[int]) -> WorkAnswer:
    """Return the row of an aligned group; offsets of the Doc become those of the citances' texts.

    Args:
        doc: with ``doc._.citance_alignments``.
        group: the cited work, whose key the alignment has, and all of its citances.
        places: which of them are the citances of the Doc, in order.
    """
    return _answer(_annotations(doc), group.key, group, places)


def _answer(
    annotations: _Annotations, key: str, group: CitanceGroup, places: Sequence[int]
) -> WorkAnswer:
    alignment, record = annotations.alignments[key], annotations.stored[key]
    rows = [citance.model_copy() for citance in group.citances]
    for row in rows:
        row.words, row.classes = [], []
    for number, (place, citance) in enumerate(zip(places, alignment.citances, strict=True)):
        words, start, row = alignment.words(number), citance["start_char"], rows[place]
        row.words = [(word["start_char"] - start, word["end_char"] - start) for word in words]
        # A word that is aligned to nothing has no class.
        row.classes = [str(word["class"]) if word["class"] else None for word in words]
        if marks := _citations(annotations, alignment.key, start, citance["end_char"]):
            row.citations = marks
    merges = _merges(alignment, record, places, len(rows))
    answer = WorkAnswer(
        schema_version=SCHEMA,
        cited=group.cited,
        citances=rows,
        classes=list(_classes(annotations, alignment, rows, places)),
        merges=merges,
        threshold=None if merges is None else alignment.threshold,
        expected_ama=round(alignment.expected_ama, _DIGITS),
    )
    if group.subjects is not None:
        answer.subjects = group.subjects
    if "posteriors" in record:
        answer.posteriors = [list(column) for column in record["posteriors"]]

    def similarity(scopes: Scopes) -> NDArray[np.float64]:
        alike = np.zeros((len(rows), len(rows)))
        within = [scopes[place] for place in places]
        alike[np.ix_(places, places)] = alignment.citance_similarity(within)
        return alike

    return with_answer(answer, similarity, alignment.min_differs)


def _classes(
    annotations: _Annotations,
    alignment: CitanceAlignment,
    citances: Sequence[Citance],
    places: Sequence[int],
) -> Iterator[AlignedClass]:
    starts = [citance["start_char"] for citance in alignment.citances]
    for aligned in alignment.classes:
        named = {
            kind: _by_frequency(
                annotations.text[slice(*spans.spans[number])]
                for number in sorted(set(_touching(spans, aligned)))
            )
            for kind, spans in annotations.named.items()
        }
        members = [
            ClassMember(
                citance=citances[places[member["citance"]]].id,
                place=places[member["citance"]],
                start=member["start_char"] - starts[member["citance"]],
                end=member["end_char"] - starts[member["citance"]],
                text=member["text"],
                confidence=round(member["confidence"], _DIGITS),
            )
            for member in aligned["members"]
        ]
        row = AlignedClass(
            name=str(aligned["number"]),
            kind=aligned["kind"],
            rarity=round(aligned["rarity"], 2),
            confidence=round(aligned["confidence"], _DIGITS),
            wordings=_by_frequency(member["text"] for member in aligned["members"]),
            members=members,
            genes=named["genes"],
            terms=named["terms"],
        )
        if ids := _gene_ids(annotations, aligned):
            row.gene_ids = ids
        yield row


def _citations(annotations: _Annotations, key: str, start: int, end: int) -> list[CitationMark]:
    """Return where the marks of a citance are, and whether they cite the work of a key."""
    marks = []
    for mark in annotations.marks.touching(start, end):
        first, last = annotations.marks.spans[mark]
        if start <= first and last <= end:
            cites = key in annotations.cites[mark]
            marks.append(CitationMark(start=first - start, end=last - start, cites=cites))
    return marks


def _touching(spans: SortedSpans, aligned: Mapping[str, Any]) -> Iterator[int]:
    """Yield the numbers of the spans that touch the members of a class."""
    for member in aligned["members"]:
        yield from spans.touching(member["start_char"], member["end_char"])


def _gene_ids(annotations: _Annotations, aligned: Mapping[str, Any]) -> dict[str, str]:
    """The ids of the genes that touch the members of a class, by their texts; {} without any."""
    genes = annotations.named["genes"]
    ids: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for number in _touching(genes, aligned):
        if number < len(annotations.gene_ids) and annotations.gene_ids[number]:
            text = annotations.text[slice(*genes.spans[number])]
            ids[text][annotations.gene_ids[number]] += 1
    return {text: counts.most_common(1)[0][0] for text, counts in ids.items()}


def _by_frequency(texts: Iterable[str]) -> list[str]:
    """Distinct texts, the most frequent first, equally frequent ones as they came."""
    return [text for text, _ in Counter(texts).most_common()]


def _merges(
    alignment: CitanceAlignment, record: Mapping[str, Any], places: Sequence[int], citances: int
) -> Merges | None:
    """The merges of average link with the units that they began with; None of the other closure."""
    if alignment.merges is None:
        return None
    units: list[list[int]] = [[] for _ in range(citances)]
    for owner, unit in zip(record["owners"], record["nodes"], strict=True):
        units[places[owner]].append(unit)
    names = ("first", "second", "height")
    columns = {name: [merge[name] for merge in alignment.merges] for name in names}
    return Merges(units=units, **columns)
