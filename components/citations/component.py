"""The component ``citance_finder``: marks of citation in plain text, and the sentences they are in.

Author and year, numbers in brackets, superscript numbers; the rules are in
``spacy_citalign.citations``. There is nothing to train.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from spacy.tokens import Doc

from ...errors import SettingError
from ...words.settings import check_flag, check_group, check_range
from ..base import SettingsPipe, register
from ..names import CITANCES, CITATIONS

if TYPE_CHECKING:
    from ...citations.marks import Mark
    from .citing import Citing

_NAMED = re.compile(r"\bet\s+al\.\s*\Z")
_REACH = 20  # characters back from a sentence's begin


class FoundCitations(NamedTuple):
    """What is found in a Doc; None for what is there already and stays. A record a citance."""

    marks: list["Mark"] | None
    citances: list["Citing"] | None
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
        from ...citations.marks import STYLES

        check_group("spans_key", self.spans_key)
        check_flag("overwrite", self.overwrite)
        if self.sentence_before is not None:
            advice = "give a probability, or null for none"
            check_range("sentence_before", self.sentence_before, 0, 1, advice=advice)
        wrong = [style for style in self.styles or () if style not in STYLES]
        if wrong or isinstance(self.styles, str):
            styles = list(self.styles) if isinstance(self.styles, tuple) else self.styles
            raise SettingError(
                f"styles is {styles!r}; give a list of {', '.join(map(repr, STYLES))}, or null"
            )


@register(
    "citance_finder",
    settings=FinderSettings,
    scorer="citalign.CitationScorer.v1",
    extensions="citations.citing:install_extensions",
    assigns=["doc.spans", "doc._.citations"],
    score_weights={"citations_f": 1.0, "citations_p": 0.0, "citations_r": 0.0},
)
class CitanceFinder(SettingsPipe):
    """Finds marks of citation and the sentences that they are in.

    Sets ``doc.spans["citations"]``, a span for each mark and cited work, and ``doc.spans[key]``, a
    span for each citing sentence and cited work; the labels are the keys of the works: the number
    for "[3]", surname and year for "Smith et al. (2004)". ``doc.spans["citation_scopes"]`` has the
    words of these sentences that belong to the marks of each work, a span a piece.
    ``doc._.citations`` is a list of records
    with ``start_char``, ``end_char``, ``text``, ``key``, ``style`` and ``implied`` (inside of a
    range such as "[3-7]").

    Sentences are those of the Doc; one that begins inside of a citation, or with one after "et
    al.", is joined to the sentence before it. Where no sentences are set, a citance is a paragraph.
    A Doc that has citances already keeps them, unless ``overwrite`` says otherwise, and with them
    its citations; where it has none, they are looked for in each citance alone.

    With ``sentence_before``, ``doc.spans[key].attrs["records"]`` has of such citances, as
    ``before``, ``start``, ``end``, ``text`` and ``probability`` of the sentence.
    """

    @property
    def results_key(self) -> str:
        """The span group of the results."""
        return CITATIONS

    def predict(self, docs: list[Doc]) -> list[FoundCitations]:
        """Return what is found in each Doc, leaving it as it is."""
        return [self._find(doc) for doc in docs]

    def _find(self, doc: Doc) -> FoundCitations:
        from ...citations.finder import find_citations
        from ..spans import get_character_spans, text_of, text_pieces
        from .citing import citing_sentences
        from .previous_sentence import add_sentences_before

        text = text_of(doc)
        citances = get_character_spans(doc, self.settings.spans_key)
        if citances and not self.settings.overwrite:
            if CITATIONS in doc.spans:
                return FoundCitations(None, None, [])
            shifted = {
                mark._replace(start=mark.start + start, end=mark.end + start): None
                for start, end in sorted(set(citances))
                for mark in find_citations(text[start:end], styles=self.settings.styles)
            }
            # Stable, so that members of a range stay in the order of their numbers.
            return FoundCitations(
                sorted(shifted, key=lambda mark: (mark.start, mark.end)), None, []
            )
        marks = find_citations(text, styles=self.settings.styles)
        if not marks:
            return FoundCitations([], [], [])
        starts = _mended([start for start, _ in text_pieces(doc, text)], text, marks)
        sentences = citing_sentences(text, marks, starts)
        records: list[dict[str, Any]] = [
            {"start": citance.start, "end": citance.end} for citance in sentences
        ]
        add_sentences_before(
            records, sentences, text, marks, starts, least=self.settings.sentence_before
        )
        return FoundCitations(marks, sentences, records)

    def set_annotations(self, docs: list[Doc], predictions: list[FoundCitations]) -> None:
        """Write the span groups."""
        from .citing import set_citances, set_citations
        from .scopes import set_citation_scopes

        for doc, prediction in zip(docs, predictions, strict=True):
            if prediction.marks is not None:
                set_citations(doc, prediction.marks)
            if prediction.citances is not None:
                set_citances(
                    doc,
                    prediction.citances,
                    prediction.records,
                    {},
                    key=self.settings.spans_key,
                )
            set_citation_scopes(doc, key=self.settings.spans_key)


def _mended(starts: list[int], text: str, marks: Sequence["Mark"]) -> list[int]:
    """Return sentence starts without those inside of a citation, or at one after "et al."."""
    from ...citations.finder import extents

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
