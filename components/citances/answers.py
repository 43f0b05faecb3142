"""The statements of an alignment's citances about the work, as records for a Doc's user."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...statements.answer import Answer, find_answer
from ...statements.kind import KindSentence, find_kind
from ...statements.sentences import CitingSentence
from ...statements.shared import ClassSpan, SharedClass

if TYPE_CHECKING:
    from .alignment import CitanceAlignment


def find_answer_of(
    alignment: "CitanceAlignment",
    sentences: Sequence[CitingSentence],
    cited: Mapping[str, Any],
) -> Answer:
    """Return what the citances of an alignment say of the work.

    Args:
        alignment: the aligned citances.
        sentences: the same with what the Doc says of them; where they are not as many, their texts
            alone are looked at.
        cited: what is known of the work, as its "title" and "source".
    """
    citances = alignment.citances
    if len(sentences) != len(citances):
        sentences = [CitingSentence(citance["text"]) for citance in citances]
    starts = [citance["start_char"] for citance in citances]
    classes = [
        SharedClass(
            tuple(
                ClassSpan(
                    member["citance"],
                    member["start_char"] - starts[member["citance"]],
                    member["end_char"] - starts[member["citance"]],
                )
                for member in aligned_class["members"]
            ),
            aligned_class["kind"],
            aligned_class["rarity"],
            Counter(member["text"] for member in aligned_class["members"]).most_common(1)[0][0],
        )
        for aligned_class in alignment.classes
    ]
    similarity = alignment.citance_similarity([sentence.scope for sentence in sentences])
    title, journal = (str(cited.get(name) or "") for name in ("title", "source"))
    answer = find_answer(
        sentences, classes, similarity, title=title, min_differs=alignment.min_differs
    )
    if answer.odd:
        said = [KindSentence(one.text, one.section, list(one.marks)) for one in sentences]
        if find_kind(title, journal, said).kind == "method":  # it is cited for many things
            answer = answer._replace(odd=())
    return answer


def statement_records(alignment: "CitanceAlignment", answer: Answer) -> list[dict[str, Any]]:
    """Return a record for each statement of an answer, as ``CitanceAlignment.statements`` says."""
    numbers = [aligned_class["number"] for aligned_class in alignment.classes]
    citances = alignment.citances
    return [
        {
            "classes": [numbers[number] for number in statement.classes],
            "citances": list(statement.places),
            "articles": statement.articles,
            "text": citances[statement.places[0]]["text"],
        }
        for statement in answer.statements
    ]


def difference_records(alignment: "CitanceAlignment", answer: Answer) -> list[dict[str, Any]]:
    """Return a record for each citance that may differ, as ``CitanceAlignment.differing``."""
    records = []
    citances = alignment.citances
    for place, found in answer.differing:
        citance = citances[place]
        text, start = citance["text"], citance["start_char"]
        records.append(
            {
                "citance": place,
                "start_char": start + found.start,
                "end_char": start + found.end,
                "text": text[found.start : found.end],
                "probability": found.probability,
                "who": found.who,
                "by": found.by and text[slice(*found.by)],
            }
        )
    return records


def odd_records(alignment: "CitanceAlignment", answer: Answer) -> list[dict[str, Any]]:
    """Return a record for each citance that may not belong, as ``CitanceAlignment.odd``."""
    citances = alignment.citances
    return [
        {"citance": one.place, **citances[one.place], "probability": one.probability}
        for one in answer.odd
    ]


def direction_records(answer: Answer) -> list[dict[str, Any]]:
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
