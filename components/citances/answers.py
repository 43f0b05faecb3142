"""The statements of an alignment's citances about the work, as records for a Doc's user."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...statements.answer import Answer, find_answer
from ...statements.sentences import CitingSentence
from ...statements.shared import ClassSpan, SharedClass

if TYPE_CHECKING:
    from .alignment import CitanceAlignment


def find_answer_of(
    alignment: "CitanceAlignment",
    sentences: Sequence[CitingSentence],
    title: str = "",
) -> Answer:
    """Return what the citances of an alignment say of the work.

    Args:
        alignment: the aligned citances.
        sentences: the same with what the Doc says of them; where they are not as many, their texts
            alone are looked at.
        title: of the work, "" where it is not known.
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
    return find_answer(sentences, classes, similarity, title=title)


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
