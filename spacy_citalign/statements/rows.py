"""The answer in rows of aligned groups, as ``citalign align`` writes them."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from ..words.array_types import Floats
from .answer import CitingSentence, find_answer
from .clause import SentenceMark
from .shared import ClassSpan, SharedClass

_NAME = re.compile(r"\b[^\W\d_a-z][^\W\d_]{2,}")


def answer_fields(
    row: Mapping[str, Any], articles: Sequence[str | None], similarity: Floats | None = None
) -> dict[str, Any]:
    """Return the fields of a row that hold its answer, plain JSON values.

    Args:
        row: an aligned group, with ``citances`` and ``classes``.
        articles: the citing article of each of the S citances, None where it is not known.
        similarity: (S, S) in 0..1, how much of what two citances say is alike; None: by their
            classes.

    Returns:
        ``articles``, of how many they are (None where not known); ``classes``, as in the row, with
        ``articles`` each; ``statements``, with ``classes`` (names, as the central sentence has
        them), ``places`` (citances from 0, the most central first) and ``articles``; ``differing``,
        with ``place``, ``start``, ``end`` and ``cue``.
    """
    texts = [citance["text"] for citance in row["citances"]]
    sentences = [
        CitingSentence(text, article, tuple(_marks(citance)))
        for text, article, citance in zip(texts, articles, row["citances"], strict=True)
    ]
    authors = {str(name).casefold() for name in row.get("cited", {}).get("authors") or ()}
    authors.update(name for citance in row["citances"] for name in _names_in_marks(citance))
    classes = [_with_name(aligned, authors) for aligned in row["classes"]]
    answer = find_answer(sentences, [_shared(aligned, authors) for aligned in classes], similarity)
    names = [aligned["class"] for aligned in classes]
    return {
        "articles": answer.articles,
        "classes": [
            {**aligned, "articles": count}
            for aligned, count in zip(classes, answer.class_articles, strict=True)
        ],
        "statements": [
            {
                "classes": [names[number] for number in statement.classes],
                "places": list(statement.places),
                "articles": statement.articles,
            }
            for statement in answer.statements
        ],
        "differing": [
            one._asdict() | {"cue": texts[one.place][one.start : one.end]}
            for one in answer.differing
        ],
    }


def _is_author(aligned: Mapping[str, Any], authors: Set[str]) -> bool:
    """Return whether the words of a class are the names of authors."""
    wordings = {str(text).casefold() for text in aligned.get("wordings", ())}
    return bool(wordings) and wordings <= authors


def _with_name(aligned: Mapping[str, Any], authors: Set[str]) -> Mapping[str, Any]:
    return {**aligned, "kind": "name", "genes": []} if _is_author(aligned, authors) else aligned


def _shared(aligned: Mapping[str, Any], authors: Set[str]) -> SharedClass:
    """Return a class; the name of an author says no more than a reporting word."""
    members = (
        ClassSpan(member["place"], member["start"], member["end"]) for member in aligned["members"]
    )
    kind = "reporting" if _is_author(aligned, authors) else aligned.get("kind") or "content"
    return SharedClass(tuple(members), kind, float(aligned.get("rarity", 1.0)))


def _marks(citance: Mapping[str, Any]) -> list[SentenceMark]:
    return [
        SentenceMark(mark["start"], mark["end"], bool(mark.get("cites")))
        for mark in citance.get("citations", ())
    ]


def _names_in_marks(citance: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of authors in the marks of a citance: "Zork" of "(Zork and Ott, 2004)"."""
    for mark in _marks(citance):
        yield from map(str.casefold, _NAME.findall(citance["text"], mark.start, mark.end))
