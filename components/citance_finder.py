"""The component ``citance_finder``: marks of citation in plain text, and the sentences they are in.

Author and year, numbers in brackets, superscript numbers; the rules are in
``spacy_citalign.citations``. There is nothing to train.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from spacy.language import Language
from spacy.tokens import Doc

from ..citations.finder import extents, find_citations
from ..citations.marks import STYLES, Mark
from ..errors import SettingError
from .attributes import install_extensions
from .citing import Citing, citing_sentences, set_citances, set_citations
from .pipe import BatchPipe
from .spans import CITANCES, CITATIONS, get_character_spans, text_of, text_pieces

FACTORY = "citance_finder"
DEFAULTS: dict[str, Any] = {
    "spans_key": CITANCES,
    "styles": None,
    "overwrite": False,
    "scorer": {"@scorers": "citalign.CitationScorer.v1"},
}
_NAMED = re.compile(r"\bet\s+al\.\s*\Z")
_REACH = 20  # characters back from a sentence's begin


class Found(NamedTuple):
    """What is found in a Doc; None for what is there already and stays."""

    marks: list[Mark] | None
    citances: list[Citing] | None


@Language.factory(
    FACTORY,
    assigns=["doc.spans", "doc._.citations"],
    default_config=DEFAULTS,
    default_score_weights={"citations_f": 1.0, "citations_p": 0.0, "citations_r": 0.0},
)
def make_citance_finder(
    nlp: Language,
    name: str,
    spans_key: str,
    styles: list[str] | None,
    overwrite: bool,
    scorer: Callable | None,
) -> "CitanceFinder":
    """Make the component; the settings are those of ``CitanceFinder``."""
    return CitanceFinder(
        name, spans_key=spans_key, styles=styles, overwrite=overwrite, scorer=scorer
    )


class CitanceFinder(BatchPipe):
    """Finds marks of citation and the sentences that they are in.

    Sets ``doc.spans["citations"]``, a span for each mark and cited work, and ``doc.spans[key]``, a
    span for each citing sentence and cited work; the labels are the keys of the works: the number
    for "[3]", surname and year for "Smith et al. (2004)". ``doc._.citations`` is a list of records
    with ``start_char``, ``end_char``, ``text``, ``key``, ``style`` and ``implied`` (inside of a
    range such as "[3-7]").

    Sentences are those of the Doc; one that begins inside of a citation, or with one after "et
    al.", is joined to the sentence before it. Where no sentences are set, a citance is a paragraph.
    A Doc that has citances already keeps them, unless ``overwrite`` says otherwise, and with them
    its citations; where it has none, they are looked for in each citance alone.

    Args:
        name: the component's name in its pipeline.
        spans_key: the span group of the citances.
        styles: which styles are looked for, None to decide by the text: ``"numbered"``,
            ``"author-year"``, ``"superscript"``.
        overwrite: whether citances and citations that are set already are found anew.
        scorer: how the component is scored.

    Raises:
        SettingError: a style is unknown.
    """

    def __init__(
        self,
        name: str = FACTORY,
        *,
        spans_key: str = CITANCES,
        styles: Sequence[str] | None = None,
        overwrite: bool = False,
        scorer: Callable | None = None,
    ):
        wrong = [style for style in styles or () if style not in STYLES]
        if wrong or isinstance(styles, str):
            raise SettingError(
                f"styles is {styles!r}; give a list of {', '.join(map(repr, STYLES))}, or null"
            )
        install_extensions()
        self.name = name
        self.spans_key = spans_key
        self.styles = styles
        self.overwrite = overwrite
        self.scorer = scorer

    def predict(self, docs: list[Doc]) -> list[Found]:
        """Return what is found in each Doc, leaving it as it is."""
        return [self._find(doc) for doc in docs]

    def _find(self, doc: Doc) -> Found:
        text = text_of(doc)
        places = get_character_spans(doc, self.spans_key)
        if places and not self.overwrite:
            if CITATIONS in doc.spans:
                return Found(None, None)
            inside = {
                mark._replace(start=mark.start + start, end=mark.end + start): None
                for start, end in sorted(set(places))
                for mark in find_citations(text[start:end], styles=self.styles)
            }
            # Stable, so that members of a range stay in the order of their numbers.
            return Found(sorted(inside, key=lambda mark: (mark.start, mark.end)), None)
        marks = find_citations(text, styles=self.styles)
        if not marks:
            return Found([], [])
        starts = _mended([start for start, _ in text_pieces(doc, text)], text, marks)
        return Found(marks, citing_sentences(text, marks, starts))

    def set_annotations(self, docs: list[Doc], predictions: list[Found]) -> None:
        """Write the span groups."""
        for doc, found in zip(docs, predictions, strict=True):
            if found.marks is not None:
                set_citations(doc, found.marks)
            if found.citances is not None:
                records = [{"start": one.start, "end": one.end} for one in found.citances]
                set_citances(doc, found.citances, records, {}, key=self.spans_key)


def _mended(starts: list[int], text: str, marks: Sequence[Mark]) -> list[int]:
    """Return sentence starts without those inside of a citation, or at one after "et al."."""
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
