"""A self-contained page of citations, each with what its source has for it.

All of it is plain HTML, without a script; the page loads nothing, and its content security policy
sees to that.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...claim_rows import CitedClaim, QuotedWords, SourcedClaim
from ...schema import EvidencePlace
from ..verification.results import Verification, is_to_look_at
from .page_frame import page
from .phrases import counted, work_name
from .safe_html import identifier_url
from .sentence_pieces import Highlight, Piece, text_pieces
from .verification_text import NOT_FOUND, STATES, opposite_words, other_source

TITLE = "Citations and their sources"
_STYLES = ("page.css", "evidence.css", "verification.css")
_NOTE = (
    "Support is the probability that this article is the one that says it, where it is that or "
    "another of its field equally often; it is no verdict. Places are evidence to read, with the "
    "probability that a reader would choose them."
)


class PlaceView(NamedTuple):
    """A place of a source: its probability, where it stands, its text in pieces."""

    probability: str
    section: str
    pieces: list[Piece]


class QuotationView(NamedTuple):
    """A quotation in pieces, whether it is verbatim, and the likest sentence."""

    pieces: list[Piece]
    verbatim: bool
    nearest: str


class ClaimView(NamedTuple):
    """A claim or citation as it stands on the page.

    Attributes:
        where: file, line and column, "" of a claim.
        work: name of the cited work, or the file of the source.
        identifiers: of the work, kinds and values.
        state: what is the matter with the source, "" for nothing.
        support: as it is printed, "" where it is not known.
        first: whether it asks for a reader first.
        pieces: the sentence, what other marks cover set back.
        reasons: of support.
        opposite: pairs of words.
        places: likeliest first.
        nothing: whether nothing was found in the text given.
        other: another source that has more of the words, "" for none.
        quotations: those at the citation.
    """

    where: str
    work: str
    identifiers: list[tuple[str, str]]
    state: str
    support: str
    first: bool
    pieces: list[Piece]
    reasons: list[str]
    opposite: list[tuple[str, str]]
    places: list[PlaceView]
    nothing: bool
    other: str
    quotations: list[QuotationView]


def verification_page(found: Verification, *, title: str = TITLE) -> Iterator[str]:
    """Yield the whole document piece by piece.

    Args:
        found: what there is to show.
        title: plain text at its head.
    """
    return page(
        "verification_page.html.j2",
        _STYLES,
        title=title,
        introduction=f"{found}.",
        note=_NOTE,
        claims=[_view(row) for row in found.rows],
        wanted=[str(work) for work in found.wanted],
        messages=_problems(found),
        not_found=NOT_FOUND,
    )


def _problems(found: Verification) -> list[str]:
    lines = [*found.faults, *found.problems]
    head = [f"{counted(len(lines), 'problem')} of the inputs:"] if lines else []
    return [*head, *(f"  {line}" for line in lines)]


def _view(row: SourcedClaim) -> ClaimView:
    support = row.support
    cited = row if isinstance(row, CitedClaim) else None
    return ClaimView(
        cited.place if cited and cited.file else "",
        work_name(cited.cited) if cited else row.source or "",
        [one for one in (cited.cited.identifiers() if cited else []) if identifier_url(*one)],
        STATES.get(row.state, "") + (f": {row.reason}" if row.reason else ""),
        f"{support.probability:.2f}" if support else "",
        is_to_look_at(row),
        _claim_pieces(row),
        support.reasons if support else [],
        [(ours, theirs) for ours, theirs, _ in opposite_words(row)],
        [_place(one) for one in row.evidence or ()],
        row.evidence is not None and not row.evidence,
        other_source(cited.fits, row.claim) if cited and cited.fits else "",
        [_quotation(one) for one in cited.quotations] if cited else [],
    )


def _claim_pieces(row: SourcedClaim) -> list[Piece]:
    """Return a claim in pieces: marks, opposite and missing words, and what is not covered."""
    highlights = [_highlight(words.claim, "opposite") for _, words in row.opposite]
    if isinstance(row, CitedClaim):
        highlights += [
            _highlight((mark.start, mark.end), "mark own" if mark.cites else "mark")
            for mark in row.citations
        ]
    highlights += [
        _highlight(one, "absent") for one in (row.support.missing if row.support else ())
    ]
    if isinstance(row, CitedClaim) and row.scope:
        edges = [0, *(edge for span in row.scope for edge in span), len(row.claim)]
        taken = sorted((one.start, one.end) for one in highlights)
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            highlights += _asides(start, end, taken)
    return text_pieces(row.claim, (one for one in highlights if one.end <= len(row.claim)))


def _asides(start: int, end: int, taken: Sequence[tuple[int, int]]) -> Iterator[Highlight]:
    """Yield what of a part is not set off otherwise."""
    for begin, stop in taken:
        if start < stop and begin < end:
            if start < begin:
                yield _highlight((start, begin), "aside")
            start = stop
    if start < end:
        yield _highlight((start, end), "aside")


def _place(one: EvidencePlace) -> PlaceView:
    highlights = [_highlight(words.place, "opposite") for words in one.opposite]
    highlights += [_highlight(match.sentence, "matched") for match in one.matches]
    page_of = f"page {one.page}" if one.page else ""
    section = ", ".join(filter(None, [(one.section or "").strip(), page_of]))
    kept = (words for words in highlights if words.start < words.end <= len(one.text))
    return PlaceView(f"{one.probability:.2f}", section, text_pieces(one.text, kept))


def _quotation(one: QuotedWords) -> QuotationView:
    pieces = text_pieces(one.text, [_highlight(span, "opposite") for span in one.differs])
    return QuotationView(pieces, one.verbatim, one.nearest.text if one.nearest else "")


def _highlight(span: tuple[int, int], kind: str) -> Highlight:
    return Highlight(*span, kind)
