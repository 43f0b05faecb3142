"""Aligned groups as plain JSON values: the rows of files, and what pages are made of."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from ...citations.articles import citing_article, is_self_citation
from ...statements.rows import answer_fields
from ..citations.citing import citance_records, cited_works
from ..names import CITANCES, CITATIONS, GENE_MENTIONS
from ..spans import get_character_spans, kb_ids, labelled_spans, text_of
from .alignment import CitanceAlignment
from .attributes import get_citance_alignments, stored_alignments

# Span groups whose texts are listed with the classes that they touch.
NAMED = {"genes": "gene_mentions", "terms": "propositional_terms"}
_DIGITS = 4  # of confidences and accuracies
SCHEMA = 1  # of rows, counted up when a field changes its meaning or goes


class _Places:
    """Half-open spans of characters, to be looked up by where they are."""

    def __init__(self, spans: Sequence[tuple[int, int]]):
        self.spans = spans
        self._order = sorted(range(len(spans)), key=spans.__getitem__)
        self._starts = [spans[number][0] for number in self._order]
        self._reach = list(accumulate((spans[number][1] for number in self._order), max))

    def touching(self, start: int, end: int) -> list[int]:
        """Return the numbers of the spans that share a character with this one, by their place."""
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
        named: what ``NAMED`` lists.
        gene_ids: of each gene, ids of NCBI Gene, "" for none.
    """

    text: str
    alignments: Mapping[str, CitanceAlignment]
    stored: Mapping[str, Mapping[str, Any]]
    marks: _Places
    cites: list[set[str]]
    named: Mapping[str, _Places]
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
        _Places(list(cites)),
        list(cites.values()),
        {kind: _Places(get_character_spans(doc, group) or []) for kind, group in NAMED.items()},
        kb_ids(doc, GENE_MENTIONS),
    )


def alignment_rows(doc: Doc, *, key: str = CITANCES) -> Iterator[dict[str, Any]]:
    """Yield a row for each cited work whose citances were aligned, as ``citalign align`` writes it.

    Args:
        doc: with ``doc._.citance_alignments``; records of its citances are taken along, where there
            are as many as were aligned.
        key: the span group of the citances.
    """
    annotations = _annotations(doc)
    group = doc.spans.get(key, [])
    cited = cited_works(group) if group else {}
    by_label: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for span, record in zip(group, citance_records(group) if group else [], strict=True):
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
        yield _row(annotations, name, cited.get(name, {}), citances)


def alignment_row(
    doc: Doc,
    key: str,
    cited: Mapping[str, Any],
    citances: Sequence[Mapping[str, Any]],
    places: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Return the row of an aligned group; offsets of the Doc become those of the citances' texts.

    Args:
        doc: with ``doc._.citance_alignments``.
        key: the cited work.
        cited: what is known of it.
        citances: a record for each citance, with ``id`` and ``text``.
        places: which of them are the citances of the Doc, in order; None for all.
    """
    return _row(_annotations(doc), key, cited, citances, places)


def _row(
    annotations: _Annotations,
    key: str,
    cited: Mapping[str, Any],
    citances: Sequence[Mapping[str, Any]],
    places: Sequence[int] | None = None,
) -> dict[str, Any]:
    alignment, record = annotations.alignments[key], annotations.stored[key]
    places = range(len(citances)) if places is None else places
    starts = [citance["start_char"] for citance in alignment.citances]
    rows = [dict(citance) | {"words": [], "classes": []} for citance in citances]
    for number, (place, start) in enumerate(zip(places, starts, strict=True)):
        for word in alignment.words(number):
            rows[place]["words"].append([word["start_char"] - start, word["end_char"] - start])
            rows[place]["classes"].append(_class_name(word["class"]))
    _add_citations(annotations, alignment, [rows[place] for place in places])
    aligned_classes = alignment.classes
    names = {
        kind: _touching(annotations.text, spans, aligned_classes)
        for kind, spans in annotations.named.items()
    }
    classes = []
    for aligned_class in aligned_classes:
        members = []
        for member in aligned_class["members"]:
            place, start = places[member["citance"]], starts[member["citance"]]
            members.append(
                {
                    "citance": rows[place]["id"],
                    "place": place,
                    "start": member["start_char"] - start,
                    "end": member["end_char"] - start,
                    "text": member["text"],
                    "confidence": round(member["confidence"], _DIGITS),
                }
            )
        classes.append(
            {
                "class": _class_name(aligned_class["number"]),
                "kind": aligned_class["kind"],
                "rarity": round(aligned_class["rarity"], 2),
                "confidence": round(aligned_class["confidence"], _DIGITS),
                "wordings": _by_frequency(Counter(member["text"] for member in members)),
                "members": members,
            }
            | {
                kind: _by_frequency(touching[aligned_class["number"]])
                for kind, touching in names.items()
            }
            | _gene_ids(annotations, aligned_class)
        )
    row: dict[str, Any] = {
        "schema": SCHEMA,
        "cited": {"key": key} | {name: value for name, value in cited.items() if name != "key"},
        "citances": rows,
        "classes": classes,
        "merges": _merges(alignment, record, places, len(citances)),
        "threshold": None if alignment.merges is None else alignment.threshold,
        "expected_ama": round(alignment.expected_ama, _DIGITS),
    }
    if "posteriors" in record:
        row["posteriors"] = [list(column) for column in record["posteriors"]]
    similarity = np.zeros((len(citances), len(citances)))
    similarity[np.ix_(places, places)] = alignment.citance_similarity()
    return _with_answer(row, similarity)


def _with_answer(row: dict[str, Any], similarity: NDArray[np.float64]) -> dict[str, Any]:
    """Return a row with what its citances say of the work, and which are self-citations."""
    for citance in row["citances"]:
        article = citance.get("article")
        if isinstance(article, Mapping) and is_self_citation(article, row["cited"]):
            citance["self_citation"] = True
    articles = [citing_article(citance) for citance in row["citances"]]
    return row | answer_fields(row, articles, similarity)


def _add_citations(
    annotations: _Annotations, alignment: CitanceAlignment, rows: Iterable[dict[str, Any]]
) -> None:
    """Say in the row of each citance where its marks are, and which of them cite the work."""
    for row, citance in zip(rows, alignment.citances, strict=True):
        start, end = citance["start_char"], citance["end_char"]
        citations = []
        for mark in annotations.marks.touching(start, end):
            mark_start, mark_end = annotations.marks.spans[mark]
            if start <= mark_start and mark_end <= end:
                cites = alignment.key in annotations.cites[mark]
                citations.append(
                    {"start": mark_start - start, "end": mark_end - start, "cites": cites}
                )
        if citations:
            row["citations"] = citations


def _class_name(number: int) -> str | None:
    """A class as files have it: a string, and None for a word that is aligned to nothing."""
    return str(number) if number else None


def _touching(
    text: str, spans: _Places, classes: Iterable[Mapping[str, Any]]
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


def _gene_ids(
    annotations: _Annotations, aligned_class: Mapping[str, Any]
) -> dict[str, dict[str, str]]:
    """The ids of the genes that touch the members of a class, by their texts; {} without any."""
    genes = annotations.named["genes"]
    ids: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for member in aligned_class["members"]:
        for number in genes.touching(member["start_char"], member["end_char"]):
            if number < len(annotations.gene_ids) and annotations.gene_ids[number]:
                text = annotations.text[slice(*genes.spans[number])]
                ids[text][annotations.gene_ids[number]] += 1
    return {"gene_ids": {text: ids[text].most_common(1)[0][0] for text in ids}} if ids else {}


def _by_frequency(texts: Counter[str]) -> list[str]:
    """Distinct texts, the most frequent first, equally frequent ones as they came."""
    return [text for text, _ in texts.most_common()]


def _merges(
    alignment: CitanceAlignment, record: Mapping[str, Any], places: Sequence[int], citances: int
) -> dict[str, Any] | None:
    """The merges of average link with the units that they began with; None of the other closure."""
    merges = alignment.merges
    if merges is None:
        return None
    units: list[list[int]] = [[] for _ in range(citances)]
    for owner, unit in zip(record["owners"], record["nodes"], strict=True):
        units[places[owner]].append(unit)
    columns = {name: [merge[name] for merge in merges] for name in ("first", "second", "height")}
    return {"units": units, **columns}
