"""The Doc of citing sentences and the article that they cite, for `citalign evidence`."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import InputError
from ..inputs.records import Record

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

_KINDS = {"abstract", "text"}


class ArticlePart(NamedTuple):
    """A paragraph of an article: its first character in the article's text, title, text."""

    start: int
    section: str
    text: str


def article_parts(record: Record, *, captions: bool = False) -> list[ArticlePart]:
    """Return the paragraphs of an article, without titles; of plain text the lines.

    Raises:
        InputError: there are none.
    """
    text = str(record.text)
    parts = []
    if record.article is None:
        start = 0
        for line in text.split("\n"):
            parts.append(ArticlePart(start, "", line))
            start += len(line) + 1
    else:
        kinds = _KINDS | {"caption"} if captions else _KINDS
        for one in record.article.paragraphs:
            if one.kind in kinds:
                title = "Abstract" if one.kind == "abstract" else ": ".join(one.section)
                section = title or "Text"
                parts.append(
                    ArticlePart(one.start, section, record.article.text[one.start : one.end])
                )
    parts = [part for part in parts if part.text.strip()]
    if not parts:
        raise InputError(f"{record.source} has no text but titles; give the whole article")
    return parts


def evidence_doc(
    nlp: "Language", citances: Sequence[Mapping[str, Any]], parts: Sequence[ArticlePart]
) -> "Doc":
    """Return a Doc of citances, with their marks of citation, and of the article, not annotated."""
    from ..components.joining.join import join
    from ..components.names import CITANCES, CITATIONS, CITED_TEXT
    from ..components.spans import set_character_spans

    citing = join([one["text"] for one in citances], nlp=nlp, key=CITANCES)
    marks = [
        (span.start_char + mark["start"], span.start_char + mark["end"])
        for span, one in zip(citing.spans[CITANCES], citances, strict=True)
        for mark in one.get("citations", ())
        if mark["start"] < mark["end"]
    ]
    set_character_spans(citing, CITATIONS, marks, "")
    article = join(
        [part.text for part in parts],
        nlp=nlp,
        key=CITED_TEXT,
        labels=[part.section for part in parts],
    )
    return join([citing, article], nlp=nlp, key="members")
