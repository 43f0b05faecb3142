"""The component ``citance_finder``: marks of citation in plain text, and the sentences they are in.

Author and year, numbers in brackets, superscript numbers; the rules are in
``spacy_citalign.citations``. There is nothing to train.

``doc.spans["citations"]`` has a span for each mark and cited work, ``doc.spans["citances"]`` one
for each citing sentence and cited work; labels are the keys of the works. What else is known stands
in ``attrs``: of citations ``style`` and ``implied``, of citances ``records`` (a dictionary for each
span: ``id``, ``source``, ``section``, ``start``, ``end`` ...) and ``cited`` (a dictionary for each
key: ``doi``, ``pmid``, ``title``, ``authors`` ...).
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from spacy.scorer import PRFScore
from spacy.tokens import Doc, SpanGroup
from spacy.training import Example
from spacy.util import registry

from ..errors import SettingError
from ..words.settings import check_flag, check_group, check_range
from .base.extensions import install_getters
from .base.names import CITANCES, CITATIONS
from .base.pipes import SettingsPipe, register
from .base.span_records import set_span_records, span_records
from .base.spans import (
    get_character_spans,
    labelled_spans,
    prf,
    set_character_spans,
    text_of,
    text_pieces,
)

if TYPE_CHECKING:
    from ..citations.marks.citation import Mark

STATED = "stated"  # style of marks whose places are given, by markup or in a file
RECORDS, CITED = "records", "cited"  # in the attrs of citances
OF_MARKS = ("style", "implied")  # what is kept of a mark beside its place and key
_NAMED = re.compile(r"\bet\s+al\.\s*\Z")
_REACH = 20  # characters back from a sentence's begin


class Citing(NamedTuple):
    """A sentence that cites a work.

    Attributes:
        start, end: half-open characters of the text, without white space at the ends.
        key: the cited work.
    """

    start: int
    end: int
    key: str


class FoundCitations(NamedTuple):
    """What is found in a Doc; None for what is there already and stays. A record a citance."""

    marks: list["Mark"] | None
    citances: list[Citing] | None
    records: list[dict[str, Any]]


@dataclass(frozen=True)
class FinderSettings:
    """Settings of ``citance_finder``.

    Attributes:
        spans_key: the span group of the citances.
        styles: which styles are looked for, None to decide by the text: ``"numbered"``,
            ``"author-year"``, ``"superscript"``.
        overwrite: whether citances and citations that are set already are found anew; with False
            they stay, and citations are looked for in citances that have none.
        sentence_before: least probability, 0 to 1, with which the sentence before a citing one
            belongs to the citation, so that it is taken along (``evidence_ranker`` reads it); None
            takes none.
    """

    spans_key: str = CITANCES
    styles: tuple[str, ...] | None = None
    overwrite: bool = False
    sentence_before: float | None = None

    def __post_init__(self) -> None:
        check_group("spans_key", self.spans_key)
        check_flag("overwrite", self.overwrite)
        if self.sentence_before is not None:
            advice = "give a probability, or null for none"
            check_range("sentence_before", self.sentence_before, 0, 1, advice=advice)
        if self.styles is None:
            return
        from ..citations.marks.citation import STYLES

        styles: Any = list(self.styles) if isinstance(self.styles, tuple) else self.styles
        if isinstance(styles, str) or not all(style in STYLES for style in styles):
            raise SettingError(
                f"styles is {styles!r}; give a list of {', '.join(map(repr, STYLES))}, or null"
            )


@register(
    "citance_finder",
    settings=FinderSettings,
    scorer="citalign.CitationScorer.v1",
    extensions="citations:install_extensions",
    assigns=["doc.spans", "doc._.citations"],
    score_weights={"citations_f": 1.0, "citations_p": 0.0, "citations_r": 0.0},
)
class CitanceFinder(SettingsPipe):
    """Finds marks of citation and the sentences that they are in.

    Sets ``doc.spans["citations"]``, a span for each mark and cited work, and ``doc.spans[key]``, a
    span for each citing sentence and cited work; the labels are the keys of the works: the number
    for "[3]", surname and year for "Smith et al. (2004)". ``doc.spans["citation_scopes"]`` has the
    words of these sentences that belong to the marks of each work, a span a piece.
    ``doc._.citations`` is a list of records with ``start_char``, ``end_char``, ``text``, ``key``,
    ``style`` and ``implied`` (inside of a range such as "[3-7]").

    Sentences are those of the Doc; one that begins inside of a citation, or with one after "et
    al.", is joined to the sentence before it. Where no sentences are set, a citance is a paragraph.
    A Doc that has citances already keeps them, unless ``overwrite`` says otherwise, and with them
    its citations; where it has none, they are looked for in each citance alone.

    With ``sentence_before``, ``doc.spans[key].attrs["records"]`` has of such citances, as
    ``before``, ``start``, ``end``, ``text`` and ``probability`` of the sentence.
    """

    writes = CITATIONS

    def predict(self, docs: list[Doc]) -> list[FoundCitations]:
        """Return what is found in each Doc, leaving it as it is."""
        return [self._find(doc) for doc in docs]

    def _find(self, doc: Doc) -> FoundCitations:
        from ..citations.marks.finder import find_citations
        from .citation_scopes import add_sentences_before

        settings, text = self.settings, text_of(doc)
        citances = get_character_spans(doc, settings.spans_key)
        if citances and not settings.overwrite:
            if CITATIONS in doc.spans:
                return FoundCitations(None, None, [])
            shifted = {
                mark._replace(start=mark.start + start, end=mark.end + start): None
                for start, end in sorted(set(citances))
                for mark in find_citations(text[start:end], styles=settings.styles)
            }
            # Stable, so that members of a range stay in the order of their numbers.
            in_order = sorted(shifted, key=lambda mark: (mark.start, mark.end))
            return FoundCitations(in_order, None, [])
        marks = find_citations(text, styles=settings.styles)
        if not marks:
            return FoundCitations([], [], [])
        starts = _mended([start for start, _ in text_pieces(doc, text)], text, marks)
        sentences = citing_sentences(text, marks, starts)
        records: list[dict[str, Any]] = [{"start": one.start, "end": one.end} for one in sentences]
        add_sentences_before(records, sentences, text, marks, starts, settings.sentence_before)
        return FoundCitations(marks, sentences, records)

    def set_annotations(self, docs: list[Doc], predictions: list[FoundCitations]) -> None:
        """Write the span groups."""
        from .citation_scopes import set_citation_scopes

        key = self.settings.spans_key
        for doc, (marks, citances, records) in zip(docs, predictions, strict=True):
            if marks is not None:
                set_citations(doc, marks)
            if citances is not None:
                set_citances(doc, citances, records, {}, key=key)
            set_citation_scopes(doc, key=key)


def _mended(starts: list[int], text: str, marks: "Sequence[Mark]") -> list[int]:
    """Return sentence starts without those inside of a citation, or at one after "et al."."""
    from ..citations.marks.finder import extents

    groups = extents(text, marks)
    kept = []
    following = iter([*groups, (len(text), len(text))])
    start, end = next(following)
    for begin in starts:
        while end <= begin:
            start, end = next(following)
        before = text[max(begin - _REACH, 0) : begin]
        named = _NAMED.search(before) and not text[begin:start].strip()
        if not (start < begin or (start < len(text) and named)):
            kept.append(begin)
    return kept


def citing_sentences(text: str, marks: "Iterable[Mark]", starts: Sequence[int]) -> list[Citing]:
    """Return the sentences that hold marks, once for each work they cite, in order.

    Args:
        text: what the offsets count.
        marks: ascending; one that lies in two sentences makes one of them, one without characters
            among nothing but white space is in none.
        starts: where sentences begin, ascending, one or more; each goes on to the next.

    >>> from spacy_citalign.citations.marks.citation import Mark
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


def set_citations(doc: Doc, marks: "Sequence[Mark]") -> None:
    """Put marks of citation into ``doc.spans["citations"]``.

    A mark without characters, an empty element of markup, has no place there.
    """
    marks = [mark for mark in marks if mark.start < mark.end]
    set_span_records(
        doc,
        CITATIONS,
        [(mark.start, mark.end) for mark in marks],
        [mark.key for mark in marks],
        {name: [getattr(mark, name) for mark in marks] for name in OF_MARKS},
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
        | {"key": record.label}
        | {name: record.values.get(name) for name in OF_MARKS}
        for record in records
    ]


def install_extensions() -> None:
    """Install ``doc._.citations``."""
    install_getters(Doc, citations=citation_records)


@registry.scorers("citalign.CitationScorer.v1")
def make_citation_scorer(spans_key: str = CITANCES) -> Callable:
    """Make a scorer of exact citations (characters and key), and of exact citances.

    It returns ``citations_p/r/f`` and, of ``doc.spans[spans_key]``, ``citances_p/r/f`` (0..1; None
    where no example has gold).
    """
    return partial(score_citations, spans_key=spans_key)


def score_citations(examples: Iterable[Example], *, spans_key: str, **_: Any) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    examples = list(examples)
    scores: dict[str, Any] = {}
    for name, key in ((CITATIONS, CITATIONS), (CITANCES, spans_key)):
        counts = PRFScore()
        annotated = [example for example in examples if key in example.reference.spans]
        for example in annotated:
            found, gold = (
                labelled_spans(doc, key) for doc in (example.predicted, example.reference)
            )
            counts.score_set({*found}, {*gold})
        values = (counts.precision, counts.recall, counts.fscore) if annotated else ()
        scores |= prf(name, *values)
    return scores
