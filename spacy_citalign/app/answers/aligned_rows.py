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
from ...components.citances.alignment import CitanceAlignment
from ...components.citances.attributes import get_citance_alignments, stored_alignments
from ...components.citations.citing import citance_records, cited_works
from ...components.names import CITANCES, CITATIONS, GENE_MENTIONS
from ...components.span_groups import held_spans
from ...components.spans import get_character_spans, kb_ids, labelled_spans, text_of
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
    group = doc.spans.get(key, [])
    cited = cited_works(group) if group else {}
    by_label: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    records = citance_records(group) if group else []
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
    annotations: _Annotations,
    key: str,
    group: CitanceGroup,
    places: Sequence[int],
) -> WorkAnswer:
    cited, citances = group.cited, group.citances
    alignment, record = annotations.alignments[key], annotations.stored[key]
    starts = [citance["start_char"] for citance in alignment.citances]
    rows = [citance.model_copy() for citance in citances]
    for row in rows:
        row.words, row.classes = [], []
    for number, (place, start) in enumerate(zip(places, starts, strict=True)):
        words = alignment.words(number)
        rows[place].words = [
            (word["start_char"] - start, word["end_char"] - start) for word in words
        ]
        rows[place].classes = [_class_name(word["class"]) for word in words]
        _add_citations(annotations, alignment, number, rows[place])
    merges = _merges(alignment, record, places, len(citances))
    answer = WorkAnswer(
        schema_version=SCHEMA,
        cited=cited,
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
        alike = np.zeros((len(citances), len(citances)))
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
    aligned_classes = alignment.classes
    names = {
        kind: _touching(annotations.text, spans, aligned_classes)
        for kind, spans in annotations.named.items()
    }
    for aligned in aligned_classes:
        members = []
        for member in aligned["members"]:
            place, start = places[member["citance"]], starts[member["citance"]]
            members.append(
                ClassMember(
                    citance=citances[place].id,
                    place=place,
                    start=member["start_char"] - start,
                    end=member["end_char"] - start,
                    text=member["text"],
                    confidence=round(member["confidence"], _DIGITS),
                )
            )
        row = AlignedClass(
            name=str(aligned["number"]),
            kind=aligned["kind"],
            rarity=round(aligned["rarity"], 2),
            confidence=round(aligned["confidence"], _DIGITS),
            wordings=_by_frequency(Counter(member["text"] for member in aligned["members"])),
            members=members,
            genes=_by_frequency(names["genes"][aligned["number"]]),
            terms=_by_frequency(names["terms"][aligned["number"]]),
        )
        if ids := _gene_ids(annotations, aligned):
            row.gene_ids = ids
        yield row


def _add_citations(
    annotations: _Annotations, alignment: CitanceAlignment, number: int, row: Citance
) -> None:
    """Say in a citance where its marks are, and which of them cite the work."""
    citance = alignment.citances[number]
    start, end = citance["start_char"], citance["end_char"]
    marks = []
    for mark in annotations.marks.touching(start, end):
        mark_start, mark_end = annotations.marks.spans[mark]
        if start <= mark_start and mark_end <= end:
            cites = alignment.key in annotations.cites[mark]
            marks.append(CitationMark(start=mark_start - start, end=mark_end - start, cites=cites))
    if marks:
        row.citations = marks


def _class_name(number: int) -> str | None:
    """A class as files have it: a string, and None for a word that is aligned to nothing."""
    return str(number) if number else None


def _touching(
    text: str, spans: SortedSpans, classes: Iterable[Mapping[str, Any]]
) -> defaultdict[int, Counter[str]]:
    """The texts of the spans that touch the members of each class, by its number."""
    texts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for aligned_class in classes:
        members = (
            (member["start_char"], member["end_char"]) for member in aligned_class["members"]
        )
        numbers = {number for member in members for number in spans.touching(*member)}
        for number in sorted(numbers):
            texts[aligned_class["number"]][text[slice(*spans.spans[number])]] += 1
    return texts


def _gene_ids(annotations: _Annotations, aligned: Mapping[str, Any]) -> dict[str, str]:
    """The ids of the genes that touch the members of a class, by their texts; {} without any."""
    genes = annotations.named["genes"]
    ids: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for member in aligned["members"]:
        for number in genes.touching(member["start_char"], member["end_char"]):
            if number < len(annotations.gene_ids) and annotations.gene_ids[number]:
                text = annotations.text[slice(*genes.spans[number])]
                ids[text][annotations.gene_ids[number]] += 1
    return {text: counts.most_common(1)[0][0] for text, counts in ids.items()}


def _by_frequency(texts: Counter[str]) -> list[str]:
    """Distinct texts, the most frequent first, equally frequent ones as they came."""
    return [text for text, _ in texts.most_common()]


def _merges(
    alignment: CitanceAlignment, record: Mapping[str, Any], places: Sequence[int], citances: int
) -> Merges | None:
    """The merges of average link with the units that they began with; None of the other closure."""
    if alignment.merges is None:
        return None
    units: list[list[int]] = [[] for _ in range(citances)]
    for owner, unit in zip(record["owners"], record["nodes"], strict=True):
        units[places[owner]].append(unit)
    columns = {
        name: [merge[name] for merge in alignment.merges] for name in ("first", "second", "height")
    }
    return Merges(units=units, **columns)
