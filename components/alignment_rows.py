"""Aligned groups as plain JSON values: the rows of files, and what pages are made of."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from spacy.tokens import Doc

from .alignments import CitanceAlignment
from .attributes import CITANCE_ALIGNMENTS, characters, get_citance_alignments
from .citing import citance_records, cited_works
from .spans import CITANCES, CITATIONS, get_character_spans

# Span groups whose texts are listed with the classes that they touch.
NAMED = {"genes": "gene_mentions", "terms": "propositional_terms"}
_DIGITS = 4  # of confidences and accuracies


def alignment_rows(doc: Doc, *, key: str = CITANCES) -> Iterator[dict[str, Any]]:
    """Yield a row for each cited work whose citances were aligned, as ``citalign align`` writes it.

    Args:
        doc: with ``doc._.citance_alignments``; records of its citances are taken along.
        key: the span group of the citances.
    """
    alignments = get_citance_alignments(doc) or {}
    group = doc.spans.get(key, [])
    records = citance_records(group) if group else []
    cited = cited_works(group) if group else {}
    for name, alignment in alignments.items():
        own = [record for span, record in zip(group, records, strict=True) if span.label_ == name]
        citances = [
            {"id": f"{name}-{number}"} | record | {"text": place["text"]}
            for number, (place, record) in enumerate(
                zip(alignment.citances, own or [{}] * len(alignment.citances), strict=True), start=1
            )
        ]
        yield alignment_row(doc, name, cited.get(name, {}), citances)


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
    alignment = (get_citance_alignments(doc) or {})[key]
    places = range(len(citances)) if places is None else places
    starts = [citance["start_char"] for citance in alignment.citances]
    rows = [dict(citance) | {"words": [], "classes": []} for citance in citances]
    for number, (place, start) in enumerate(zip(places, starts, strict=True)):
        for word in alignment.words(number):
            rows[place]["words"].append([word["start_char"] - start, word["end_char"] - start])
            rows[place]["classes"].append(_class_name(word["class"]))
    _add_citations(doc, alignment, [rows[place] for place in places])
    found = alignment.classes
    names = {kind: _touching(doc, group, found) for kind, group in NAMED.items()}
    classes = []
    for one in found:
        members = []
        for member in one["members"]:
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
                "class": _class_name(one["number"]),
                "confidence": round(one["confidence"], _DIGITS),
                "wordings": _by_frequency(Counter(member["text"] for member in members)),
                "members": members,
            }
            | {kind: _by_frequency(touching[one["number"]]) for kind, touching in names.items()}
        )
    record = _stored(doc, key)
    row: dict[str, Any] = {
        "cited": {"key": key} | {name: value for name, value in cited.items() if name != "key"},
        "citances": rows,
        "classes": classes,
        "merges": _merges(alignment, record, places, len(citances)),
        "threshold": None if alignment.merges is None else alignment.threshold,
        "expected_ama": round(alignment.expected_ama, _DIGITS),
    }
    if "posteriors" in record:
        row["posteriors"] = [list(column) for column in record["posteriors"]]
    return row


def _add_citations(doc: Doc, alignment: CitanceAlignment, rows: Iterable[dict[str, Any]]) -> None:
    """Say in the row of each citance where its marks are, and which of them cite the work.

    A mark of several works is one mark.
    """
    group = doc.spans.get(CITATIONS, [])
    offsets = get_character_spans(doc, CITATIONS) or []
    marks: dict[tuple[int, int], bool] = {}
    for span, place in sorted(
        zip(group, offsets, strict=True), key=lambda one: (one[1], one[0].label_)
    ):
        marks[place] = marks.get(place, False) or span.label_ == alignment.key
    for row, citance in zip(rows, alignment.citances, strict=True):
        start, end = citance["start_char"], citance["end_char"]
        inside = [
            {"start": first - start, "end": last - start, "cites": cites}
            for (first, last), cites in marks.items()
            if start <= first and last <= end
        ]
        if inside:
            row["citations"] = inside


def _stored(doc: Doc, key: str) -> dict[str, Any]:
    records = doc.user_data[CITANCE_ALIGNMENTS]["alignments"]
    return next(record["alignment"] for record in records if record["key"] == key)


def _class_name(number: int) -> str | None:
    """A class as files have it: a string, and None for a word that is aligned to nothing."""
    return str(number) if number else None


def _touching(
    doc: Doc, group: str, classes: Iterable[Mapping[str, Any]]
) -> defaultdict[int, Counter[str]]:
    """The spans of a group that touch the members of each class, by its number."""
    texts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    class_at = [0] * characters(doc)
    for one in classes:
        for member in one["members"]:
            size = member["end_char"] - member["start_char"]
            class_at[member["start_char"] : member["end_char"]] = [one["number"]] * size
    spans = get_character_spans(doc, group) or []
    text = doc.text if spans else ""
    for start, end in spans:
        for number in set(class_at[start:end]) - {0}:
            texts[number][text[start:end]] += 1
    return texts


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
