"""Citations on Docs: marks of citation, the sentences that hold them, and what is known of both.

``doc.spans["citations"]`` has a span for each mark and cited work, ``doc.spans["citances"]`` one
for each citing sentence and cited work; labels are the keys of the works. What else is known stands
in ``attrs``: of citations ``style`` and ``implied``, of citances ``records`` (a dictionary for each
span: ``id``, ``source``, ``section``, ``start``, ``end`` ...) and ``cited`` (a dictionary for each
key: ``doi``, ``pmid``, ``title``, ``authors`` ...).
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from spacy.tokens import Doc, SpanGroup

from ...citations.marks import AUTHOR_YEAR, Mark
from ..extensions import install_getters
from ..names import CITANCES, CITATIONS
from ..span_records import set_span_records, span_records
from ..spans import set_character_spans, text_of

STATED = "stated"  # style of marks whose places are given, by markup or in a file
RECORDS = "records"
CITED = "cited"


class Citing(NamedTuple):
    """A sentence that cites a work.

    Attributes:
        start, end: half-open characters of the text, without white space at the ends.
        key: the cited work.
    """

    start: int
    end: int
    key: str


def citing_sentences(text: str, marks: Iterable[Mark], starts: Sequence[int]) -> list[Citing]:
    """Return the sentences that hold marks, once for each work they cite, in order.

    Args:
        text: what the offsets count.
        marks: ascending; one that lies in two sentences makes one of them, one without characters
            among nothing but white space is in none.
        starts: where sentences begin, ascending, one or more; each goes on to the next.

    >>> marks = [Mark(12, 13, "3", "numbered", False), Mark(32, 33, "3", "numbered", False)]
    >>> citing_sentences("Frogs hop [3]. Zork2 wakes them [3]. We agree.", marks, [0, 15, 37])
    [Citing(start=0, end=14, key='3'), Citing(start=15, end=36, key='3')]
    """
    borders = [*starts, len(text)]
    sentences: dict[Citing, None] = {}
    for mark in marks:
        first = max(bisect_right(starts, mark.start) - 1, 0)
        last = max(bisect_right(starts, mark.end - 1), first + 1)
        start, end = borders[first], borders[last]
        sentence = text[start:end]
        start += len(sentence) - len(sentence.lstrip())
        end -= len(sentence) - len(sentence.rstrip())
        if start < end:
            sentences[Citing(start, end, mark.key)] = None
    return list(sentences)


def is_own_name(key: str, style: str) -> bool:
    """Say whether what a mark calls a work is its name in this text only.

    >>> [is_own_name("3", "numbered"), is_own_name("Lee 1999a", "author-year")]
    [True, True]
    >>> is_own_name("Lee 1999", "author-year")
    False
    """
    return not key.rpartition(" ")[2].isdigit() if style == AUTHOR_YEAR else key.isdigit()


def set_citations(doc: Doc, marks: Sequence[Mark]) -> None:
    """Put marks of citation into ``doc.spans["citations"]``.

    A mark without characters, an empty element of markup, has no place there.
    """
    marks = [mark for mark in marks if mark.start < mark.end]
    set_span_records(
        doc,
        CITATIONS,
        [(mark.start, mark.end) for mark in marks],
        [mark.key for mark in marks],
        {
            "style": [mark.style for mark in marks],
            "implied": [mark.implied for mark in marks],
        },
    )


def set_citances(
    doc: Doc,
    citances: Sequence[Citing],
    records: Sequence[Mapping[str, Any]],
    cited: Mapping[str, Mapping[str, Any]],
    *,
    key: str = CITANCES,
) -> None:
    """Put citing sentences into a span group, with a record for each, and one for each cited work.

    Records are plain JSON values.
    """
    set_character_spans(
        doc,
        key,
        [(citance.start, citance.end) for citance in citances],
        [citance.key for citance in citances],
        attrs={RECORDS: [dict(record) for record in records]},
    )
    doc.spans[key].attrs[CITED] = {name: dict(work) for name, work in cited.items()}


def citance_records(group: SpanGroup) -> list[dict[str, Any]]:
    """Return the record of each span of a group of citances; {} where nothing is known."""
    records = group.attrs.get(RECORDS)
    if not isinstance(records, list | tuple) or len(records) != len(group):
        return [{} for _ in range(len(group))]
    return [dict(record) if isinstance(record, dict) else {} for record in records]


def cited_works(group: SpanGroup) -> dict[str, dict[str, Any]]:
    """Return what is known of the works that a group of citances cites, by key."""
    cited = group.attrs.get(CITED)
    if not isinstance(cited, dict):
        return {}
    return {name: dict(work) for name, work in cited.items() if isinstance(work, dict)}


def citation_records(doc: Doc) -> list[dict[str, Any]] | None:
    """Return a record for each citation: start_char, end_char, text, key, style, implied.

    Style and implied are None of spans that were put there otherwise. None where the Doc's
    citations were not looked for.
    """
    records = span_records(doc, CITATIONS)
    if records is None:
        return None
    text = text_of(doc) if records else ""
    return [
        record.place(text)
        | {
            "key": record.label,
            "style": record.values.get("style"),
            "implied": record.values.get("implied"),
        }
        for record in records
    ]


def install_extensions() -> None:
    """Install ``doc._.citations``."""
    install_getters(Doc, citations=citation_records)
