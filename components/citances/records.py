"""What a Doc's user reads of an alignment, as records: its classes, and what its citances say.

An aligned unit is a run of words of one class in one citance.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from ...citances.closure import grouped
from ...citations.works.articles import citing_article
from ...words.arrays import Ints
from ..base.names import CITANCES
from ..base.span_groups import held_spans
from ..base.spans import text_of, text_place
from ..citations import citance_records, cited_works

if TYPE_CHECKING:
    from ...citances.alignment import Alignment
    from ...statements.answer import Answer
    from ...statements.sentences import CitingSentence
    from .words import CitanceWords

Record = dict[str, Any]
_APART = re.compile(r"\s[(\[{]|[.,;:?!][)\]}]?\s|[)\]}][.,;:?!]")


class Runs(NamedTuple):
    """R maximal runs of words of one class in one citance; words of no class are in none.

    Attributes:
        firsts, lasts: (R,) int64, numbers of words, both inclusive.
        classes: (R,) int64.
    """

    firsts: Ints
    lasts: Ints
    classes: Ints


def class_runs(classes: Ints, owners: Ints, apart: Sequence[int] = ()) -> Runs:
    """Return the runs, given the class and the citance of each word: (N,) int64 each.

    Args:
        classes, owners: as above.
        apart: words that are not in the run of the word before them.

    >>> class_runs(np.array([0, 1, 1, 1, 2]), np.array([0, 0, 0, 1, 1])).firsts.tolist()
    [1, 3, 4]
    """
    changes = (np.diff(classes) != 0) | (np.diff(owners) != 0)
    changes[np.array(apart, dtype=np.int64) - 1] = True
    firsts = np.append(0, np.flatnonzero(changes) + 1)[: len(classes)]
    lasts = np.append(firsts[1:], len(classes))[: len(firsts)] - 1
    aligned = classes[firsts] > 0
    return Runs(firsts[aligned], lasts[aligned], classes[firsts[aligned]])


def words_apart(text: str, words: Ints) -> list[int]:
    """Return the words before which a bracket opens or a comma or the like stands.

    A long form and its abbreviation are two units: "double-strand breaks (DSBs)".

    Args:
        text: what the words' offsets count.
        words: (N, 2) int64, half-open characters.

    >>> words_apart("breaks (DSBs), cut", np.array([[0, 6], [8, 12], [15, 18]]))
    [1, 2]
    """
    between = zip(words[:-1, 1].tolist(), words[1:, 0].tolist(), strict=True)
    return [n for n, (start, end) in enumerate(between, start=1) if _APART.search(text, start, end)]


def run_confidences(alignment: "Alignment", runs: Runs) -> NDArray[np.float64]:
    """Return the mean similarity of each run's nodes with those of its class elsewhere: (R,)."""
    confidences = np.zeros(len(runs.firsts))
    by_class = grouped(runs.classes, len(alignment.aligned_classes) + 1)[1:]
    for aligned_class, similarity, of_class in zip(
        alignment.aligned_classes, alignment.class_similarities, by_class, strict=True
    ):
        if len(of_class) == len(aligned_class.words):  # each run is a word
            confidences[of_class] = similarity.of_nodes[similarity.rows]
            continue
        words = np.array(aligned_class.words, dtype=np.int64)
        for run in of_class:
            inside = (words >= runs.firsts[run]) & (words <= runs.lasts[run])
            confidences[run] = similarity.of_nodes[np.unique(similarity.rows[inside])].mean()
    return np.minimum(confidences, 1.0)


def alignment_record(
    citances: "CitanceWords",
    alignment: "Alignment",
    first_class: int,
    min_differs: float,
) -> dict[str, Any]:
    """Return all of an alignment as plain lists and numbers; classes count from ``first_class``."""
    return {
        "key": citances.key,
        "first_class": first_class,
        "citances": [list(column) for column in zip(*citances.citances, strict=True)],
        "words": citances.words.T.tolist(),
        "alignment": alignment.to_record(),
        "min_differs": round(min_differs, 6),  # some parsers read 0.7 as 0.7000000000000001
    }


def class_records(alignment: "Alignment", text: str, spans: Ints, first_class: int) -> list[Record]:
    """Return a record for each class, as ``CitanceAlignment.classes`` says.

    Args:
        alignment: the aligned words.
        text: the Doc's.
        spans: (N, 2) int64, half-open characters of the words.
        first_class: number of the first class.
    """
    runs = class_runs(alignment.classes, alignment.owners, words_apart(text, spans))
    members: dict[int, list[Record]] = {}
    for first, last, number, confidence in zip(
        *(column.tolist() for column in (*runs, run_confidences(alignment, runs))), strict=True
    ):
        place = text_place(text, int(spans[first, 0]), int(spans[last, 1]))
        member = {"citance": int(alignment.owners[first]), **place, "confidence": confidence}
        members.setdefault(number, []).append(member)
    return [
        {
            "number": one.number + first_class - 1,
            "kind": one.kind,
            "rarity": one.rarity,
            "confidence": one.confidence,
            "members": members[one.number],
        }
        for one in alignment.aligned_classes
    ]


def aligned_units(classes: Iterable[Record]) -> list[tuple[tuple[int, int], str, float]]:
    """Return offsets, class and confidence of each aligned unit, citance by citance."""
    names = ("citance", "start_char", "end_char")
    rows = [
        (*(member[name] for name in names), one["number"], member["confidence"])
        for one in classes
        for member in one["members"]
    ]
    rows.sort(key=lambda row: row[:4])
    return [((start, end), str(number), confidence) for _, start, end, number, confidence in rows]


def citing_sentences(doc: Doc, record: Mapping[str, Any]) -> list["CitingSentence"]:
    """Return the citances of an alignment as sentences with what the Doc says of each.

    Articles are known where records stand beside the span group of the citances, as many of the
    work as were aligned.

    Args:
        doc: the Doc.
        record: one of an alignment, as ``alignment_record`` returned it.
    """
    from ..citation_scopes import DocMarks, citing_sentence

    text, key = text_of(doc), record["key"]
    spans = list(zip(*record["citances"], strict=True))
    records = citance_records(doc.spans[CITANCES]) if CITANCES in doc.spans else []
    group = held_spans(doc, CITANCES)
    of_work = [about for span, about in zip(group, records, strict=True) if span.label_ == key]
    known = of_work if len(of_work) == len(spans) else [{}] * len(spans)
    marks = DocMarks(doc)
    return [
        citing_sentence(
            text[start:end],
            marks.within(start, end, key),
            article=citing_article(about),
            section=str(about.get("section") or ""),
        )
        for (start, end), about in zip(spans, known, strict=True)
    ]


def cited_record(doc: Doc, key: str) -> dict[str, Any]:
    """Return what a Doc says of a cited work, {} for nothing."""
    if CITANCES not in doc.spans:
        return {}
    return cited_works(doc.spans[CITANCES]).get(key, {})


def find_answer_of(
    citances: Sequence[Record],
    classes: Sequence[Record],
    similarity_of: Callable[[list[Any]], NDArray[np.float64]],
    sentences: "Sequence[CitingSentence]",
    cited: Mapping[str, Any],
    min_differs: float,
) -> "Answer":
    """Return what the citances of an alignment say of the work.

    Args:
        citances, classes: as ``CitanceAlignment`` has them.
        similarity_of: gives the similarity of citances by their scopes.
        sentences: the citances with what the Doc says of them; where they are not as many, their
            texts alone are looked at.
        cited: what is known of the work, as its "title" and "source".
        min_differs: as ``CitanceAlignment`` has it.
    """
    from ...statements.answer import find_answer
    from ...statements.kind import KindSentence, find_kind
    from ...statements.sentences import CitingSentence
    from ...statements.shared import ClassSpan, SharedClass

    if len(sentences) != len(citances):
        sentences = [CitingSentence(citance["text"]) for citance in citances]
    starts = [citance["start_char"] for citance in citances]
    shared = [
        SharedClass(
            tuple(
                ClassSpan(place, member["start_char"] - begin, member["end_char"] - begin)
                for member in one["members"]
                for place, begin in [(member["citance"], starts[member["citance"]])]
            ),
            one["kind"],
            one["rarity"],
            Counter(member["text"] for member in one["members"]).most_common(1)[0][0],
        )
        for one in classes
    ]
    similarity = similarity_of([sentence.scope for sentence in sentences])
    title, journal = (str(cited.get(name) or "") for name in ("title", "source"))
    answer = find_answer(sentences, shared, similarity, title=title, min_differs=min_differs)
    if answer.odd:
        said = [KindSentence(one.text, one.section, list(one.marks)) for one in sentences]
        if find_kind(title, journal, said).kind == "method":  # it is cited for many things
            answer = answer._replace(odd=())
    return answer


def statement_records(
    citances: Sequence[Record], classes: Sequence[Record], answer: "Answer"
) -> list[Record]:
    """Return a record for each statement of an answer, as ``CitanceAlignment.statements`` says."""
    return [
        {
            "classes": [classes[number]["number"] for number in statement.classes],
            "citances": list(statement.places),
            "articles": statement.articles,
            "text": citances[statement.places[0]]["text"],
        }
        for statement in answer.statements
    ]


def difference_records(citances: Sequence[Record], answer: "Answer") -> list[Record]:
    """Return a record for each citance that may differ, as ``CitanceAlignment.differing``."""
    records = []
    for place, found in answer.differing:
        citance = citances[place]
        text, start = citance["text"], citance["start_char"]
        cue = {"start_char": start + found.start, "end_char": start + found.end}
        cue |= {"text": text[found.start : found.end], "probability": found.probability}
        by = found.by and text[slice(*found.by)]
        records.append({"citance": place} | cue | {"who": found.who, "by": by})
    return records


def odd_records(citances: Sequence[Record], answer: "Answer") -> list[Record]:
    """Return a record for each citance that may not belong, as ``CitanceAlignment.odd``."""
    return [
        {"citance": one.place, **citances[one.place], "probability": one.probability}
        for one in answer.odd
    ]


def direction_records(answer: "Answer") -> list[Record]:
    """Return a record for each two directions of an answer, as ``CitanceAlignment.directions``."""
    return [
        {
            "agent": one.agent,
            "target": one.target,
            "sides": [
                {
                    "says": side.says,
                    "citances": list(side.places),
                    "articles": None if answer.articles is None else side.articles,
                }
                for side in one.sides
            ],
        }
        for one in answer.directions
    ]
