"""The aligned citances of a Doc as citing sentences, with their articles and marks of citation."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from spacy.tokens import Doc

from ...citations.articles import citing_article
from ..citations.citing import citance_records
from ..names import CITANCES, CITATIONS
from ..spans import labelled_spans, text_of

if TYPE_CHECKING:
    from ...statements.answer import CitingSentence


def citing_sentences(doc: Doc, record: Mapping[str, Any]) -> list["CitingSentence"]:
    """Return the citances of an alignment as sentences with what the Doc says of each.

    Articles are known where records stand beside the span group of the citances, as many of the
    work as were aligned.

    Args:
        doc: the Doc.
        record: one of an alignment, as ``alignment_record`` returned it.
    """
    from ...statements.answer import CitingSentence
    from ...statements.clause import Mark

    text, key = text_of(doc), record["key"]
    spans = list(zip(*record["citances"], strict=True))
    group = doc.spans.get(CITANCES, [])
    records = citance_records(group) if group else []
    of_work = [one for span, one in zip(group, records, strict=True) if span.label_ == key]
    known = of_work if len(of_work) == len(spans) else [{}] * len(spans)
    marks: dict[tuple[int, int], bool] = {}
    for start, end, label in labelled_spans(doc, CITATIONS):
        marks[start, end] = marks.get((start, end), False) or label == key
    return [
        CitingSentence(
            text[start:end],
            citing_article(one),
            tuple(
                Mark(mark_start - start, mark_end - start, cites)
                for (mark_start, mark_end), cites in sorted(marks.items())
                if start <= mark_start and mark_end <= end
            ),
        )
        for (start, end), one in zip(spans, known, strict=True)
    ]
