"""Claims and citations with what their sources have for them: lines for a terminal, and a page.

All of the page is plain HTML, without a script; it loads nothing, and its content security policy
sees to that.
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...claim_rows import CitedClaim, OtherSource, QuotedWords, SourcedClaim
from ...schema import EvidencePlace
from ..verification.results import Verification, is_to_look_at
from .evidence_view import PlaceView, where_of
from .page_frame import page
from .phrases import counted, printable, work_name
from .safe_html import identifier_url
from .sentence_pieces import Highlight, Piece, mark_highlights, text_pieces

STATES = {
    "missing": "source not among the files",
    "unread": "the source could not be read",
    "abstract": "an abstract only",
    "other language": "a source in another language than English",
}
NOT_FOUND = "not found in the text given"
_LEAST_WIDTH = 40
TITLE = "Citations and their sources"
_STYLES = ("page.css", "evidence.css", "verification.css")
_NOTE = (
    "Support is the probability that this article is the one that says it, where it is that or "
    "another of its field equally often; it is no verdict. Places are evidence to read, with the "
    "probability that a reader would choose them."
)


def verification_text(
    rows: Iterable[SourcedClaim], *, width: int = 80, first: bool = False
) -> Iterator[str]:
    r"""Yield for each row where it stands, support, what is said, and the likeliest place.

    Args:
        rows: of claims or of citations.
        width: columns of the terminal.
        first: leave out rows that do not ask for a reader first.

    >>> from spacy_citalign.schema import Support
    >>> support = Support(probability=0.25, coverage=0.5, telling=2, missing=[(0, 5)], sentences=90)
    >>> row = SourcedClaim(claim="Frogs sing.", support=support, evidence=[])
    >>> print(*verification_text([row]), sep="\n")
    support 0.25
        "Frogs sing."
        not in it: Frogs
        not found in the text given
    """
    width = max(width, _LEAST_WIDTH)
    for number, row in enumerate(row for row in rows if not first or is_to_look_at(row)):
        if number:
            yield ""
        yield from _row(row, width)


def opposite_words(row: SourcedClaim) -> list[tuple[str, str, str]]:
    """Return words of a claim, those of a place that say the opposite, and the kind, each once."""
    return [
        *dict.fromkeys(
            (row.claim[slice(*words.claim)], place.text[slice(*words.place)], words.kind)
            for place, words in row.opposite
        )
    ]


def _row(row: SourcedClaim, width: int) -> Iterator[str]:
    cited = row if isinstance(row, CitedClaim) else None
    support = f"support {row.support.probability:.2f}" if row.support else ""
    facts = "; ".join(filter(None, [_work(row), STATES.get(row.state), support]))
    place = f"{cited.place}: " if cited and cited.file else ""
    yield printable(f"{place}{facts}")  # on one line, from which editors jump
    yield from _wrapped(f'"{cited.covered if cited else row.claim}"', width)
    if row.missing_words:
        yield from _wrapped(f"not in it: {', '.join(row.missing_words)}", width)
    for ours, theirs, kind in opposite_words(row):
        yield from _wrapped(f'opposite words ({kind}): "{ours}", there "{theirs}"', width)
    if cited and cited.fits:
        other = other_source(cited.fits, row.claim)
        yield from _wrapped(f"another source has more of it: {other}", width)
    for quotation in cited.quotations if cited else ():
        yield from _quotation(quotation, width)
    for number, one in enumerate(row.evidence or ()):
        if not number or one.opposite:
            where = where_of(one)
            text = f'{one.probability:.2f} {where}{": " if where else ""}"{one.text}"'
            yield from _wrapped(text, width)
    if row.evidence is not None and not row.evidence:
        yield f"    {NOT_FOUND}"


def _work(row: SourcedClaim) -> str:
    """Return the name of the cited work, or the file of the source."""
    return work_name(row.cited) if isinstance(row, CitedClaim) else row.source or ""


def other_source(other: OtherSource, claim: str) -> str:
    """Return what is said of another source that has more of the words."""
    words = ", ".join(claim[start:end] for start, end in other.words)
    return f"{other.key}, {work_name(other.cited)} ({words})"


def _quotation(quotation: QuotedWords, width: int) -> Iterator[str]:
    if not quotation.verbatim:
        yield from _wrapped(f'not verbatim: "{quotation.text}"', width)
        if quotation.nearest is not None:
            yield from _wrapped(f'nearest: "{quotation.nearest.text}"', width)


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(printable(text), width, initial_indent="    ", subsequent_indent="      ")


class ClaimView(NamedTuple):
    """A claim or citation as it stands on the page.

    Attributes:
        row: all that is known of it.
        where: file, line and column, "" of a claim.
        work: name of the cited work, or the file of the source.
        identifiers: of the work, kinds and values.
        state: what is the matter with the source, "" for nothing.
        first: whether it asks for a reader first.
        pieces: the sentence, what other marks cover set back.
        opposite: words, those that say the opposite, and the kind.
        places: likeliest first.
        other: another source that has more of the words, "" for none.
        quotations: those at the citation, each with its text in pieces.
    """

    row: SourcedClaim
    where: str
    work: str
    identifiers: list[tuple[str, str]]
    state: str
    first: bool
    pieces: list[Piece]
    opposite: list[tuple[str, str, str]]
    places: list[PlaceView]
    other: str
    quotations: list[tuple[QuotedWords, list[Piece]]]


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
    cited = row if isinstance(row, CitedClaim) else None
    return ClaimView(
        row,
        cited.place if cited and cited.file else "",
        _work(row),
        [one for one in (cited.cited.identifiers() if cited else []) if identifier_url(*one)],
        STATES.get(row.state, "") + (f": {row.reason}" if row.reason else ""),
        is_to_look_at(row),
        _claim_pieces(row),
        opposite_words(row),
        [_place(one) for one in row.evidence or ()],
        other_source(cited.fits, row.claim) if cited and cited.fits else "",
        [
            (one, text_pieces(one.text, _highlights(one.differs, "opposite")))
            for one in (cited.quotations if cited else ())
        ],
    )


def _claim_pieces(row: SourcedClaim) -> list[Piece]:
    """Return a claim in pieces: marks, opposite and missing words, and what is not covered."""
    highlights = _highlights((words.claim for _, words in row.opposite), "opposite")
    if isinstance(row, CitedClaim):
        highlights += mark_highlights(row.citations)
    highlights += _highlights(row.support.missing if row.support else (), "absent")
    if isinstance(row, CitedClaim) and row.scope:
        edges = [0, *(edge for span in row.scope for edge in span), len(row.claim)]
        taken = sorted((one.start, one.end) for one in highlights)
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            highlights += _highlights(_untaken(start, end, taken), "aside")
    return text_pieces(row.claim, (one for one in highlights if one.end <= len(row.claim)))


def _untaken(start: int, end: int, taken: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield what of a part is not set off otherwise."""
    for begin, stop in taken:
        if start < stop and begin < end:
            if start < begin:
                yield start, begin
            start = stop
    if start < end:
        yield start, end


def _place(one: EvidencePlace) -> PlaceView:
    highlights = _highlights((words.place for words in one.opposite), "opposite")
    highlights += _highlights((match.sentence for match in one.matches), "matched")
    kept = (words for words in highlights if words.start < words.end <= len(one.text))
    return PlaceView(f"{one.probability:.2f}", where_of(one), text_pieces(one.text, kept), "", [])


def _highlights(spans: Iterable[tuple[int, int]], kind: str) -> list[Highlight]:
    return [Highlight(*span, kind) for span in spans]
