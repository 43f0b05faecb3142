"""Rows of `citalign annotate` as texts with marked spans, for the formats that have no more."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ....answer_rows import whole_characters

# What the records of a result are called, and the key that says it more exactly.
_KINDS = {
    "gene_mentions": ("Gene", None),
    "propositional_terms": ("Term", None),
    "citations": ("Citation", None),
    "citances": ("Citance", None),
    "entities": ("Entity", "label"),
    "base_phrases": ("Phrase", "label"),
    "species": ("Species", None),
}
_FACTS = ("confidence", "cohesion", "votes", "key", "style", "section", "kb_id")


class Annotation(NamedTuple):
    """Half-open characters of a text, what they are, and what else is known of them as text."""

    start: int
    end: int
    kind: str
    facts: dict[str, str]


class AnnotatedText(NamedTuple):
    """A text with its annotations, by start.

    ``about`` has what the input said of it besides, ``words`` the half-open characters of its
    words, none where they are not known.
    """

    id: str
    text: str
    annotations: tuple[Annotation, ...]
    about: dict[str, str]
    words: tuple[tuple[int, int], ...] = ()


def annotated_text(row: Mapping[str, Any]) -> AnnotatedText | None:
    """Return the text of a row, None of one without a text.

    Spans that do not lie in the text are left out, and what is of a wrong type.
    """
    text = row.get("text")
    if not isinstance(text, str):
        return None
    annotations = []
    for result, (usual, label) in _KINDS.items():
        records = row.get(result)
        for record in records if isinstance(records, list) else ():
            if not isinstance(record, Mapping):
                continue
            start: Any = record.get("start_char")
            end: Any = record.get("end_char")
            if _lie_in(start, end, text):
                kind = (text_of(record.get(label)) if label else "") or usual
                facts = _texts({name: record.get(name) for name in _FACTS})
                annotations.append(Annotation(start, end, whole_characters(kind), facts))
    annotations.sort(key=lambda one: (one.start, -one.end))
    meta = row.get("meta")
    about = _texts({"source": row.get("source"), **(meta if isinstance(meta, Mapping) else {})})
    name = whole_characters(text_of(row.get("id"))) or about.get("source", "")
    words = _words(row.get("tokens"), text)
    return AnnotatedText(name, whole_characters(text), tuple(annotations), about, words)


def _words(tokens: Any, text: str) -> tuple[tuple[int, int], ...]:
    """Return the places of the words of ``annotate --tokens``, none if they do not fit the text."""
    if not isinstance(tokens, Mapping):
        return ()
    starts, ends = tokens.get("start_char"), tokens.get("end_char")
    if not (isinstance(starts, list) and isinstance(ends, list) and len(starts) == len(ends)):
        return ()
    words = tuple(zip(starts, ends, strict=True))
    return words if all(_lie_in(start, end, text) for start, end in words) else ()


def _lie_in(start: Any, end: Any, text: str) -> bool:
    return type(start) is int and type(end) is int and 0 <= start < end <= len(text)


def _texts(values: Mapping[str, Any]) -> dict[str, str]:
    """Return those values that are texts or numbers, as text; of fractions four digits."""
    pairs = (
        (name, f"{value:.4g}" if isinstance(value, float) else text_of(value))
        for name, value in values.items()
    )
    return {whole_characters(name): whole_characters(value) for name, value in pairs if value}


def text_of(value: object) -> str:
    """Return a string or a number as text; everything else, which has no plain text, is empty."""
    is_text = isinstance(value, str | int | float) and not isinstance(value, bool)
    return str(value).strip() if is_text else ""
