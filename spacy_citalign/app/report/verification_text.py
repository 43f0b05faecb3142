"""Claims and citations with what their sources have for them, as lines for a terminal."""

import textwrap
from collections.abc import Iterable, Iterator

from ...claim_rows import CitedClaim, OtherSource, QuotedWords, SourcedClaim
from ...schema import EvidencePlace
from ..verification.results import is_to_look_at
from .phrases import printable, work_name

STATES = {
    "missing": "source not among the files",
    "unread": "the source could not be read",
    "abstract": "an abstract only",
    "other language": "a source in another language than English",
}
NOT_FOUND = "not found in the text given"
_LEAST_WIDTH = 40


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
    cited = isinstance(row, CitedClaim)
    facts = [work_name(row.cited)] if isinstance(row, CitedClaim) else []
    facts += filter(None, [row.source if not cited else "", STATES.get(row.state)])
    if row.support is not None:
        facts.append(f"support {row.support.probability:.2f}")
    place = f"{row.place}: " if isinstance(row, CitedClaim) and row.file else ""
    yield printable(f"{place}{'; '.join(facts)}")  # on one line, from which editors jump
    said = row.covered if isinstance(row, CitedClaim) else row.claim
    yield from _wrapped(f'"{said}"', width)
    if row.missing_words:
        yield from _wrapped(f"not in it: {', '.join(row.missing_words)}", width)
    for ours, theirs, kind in opposite_words(row):
        yield from _wrapped(f'opposite words ({kind}): "{ours}", there "{theirs}"', width)
    if isinstance(row, CitedClaim) and row.fits is not None:
        yield from _wrapped(
            f"another source has more of it: {other_source(row.fits, row.claim)}", width
        )
    for quotation in row.quotations if isinstance(row, CitedClaim) else ():
        yield from _quotation(quotation, width)
    for number, one in enumerate(row.evidence or ()):
        if not number or one.opposite:
            yield from _wrapped(_place(one), width)
    if row.evidence is not None and not row.evidence:
        yield f"    {NOT_FOUND}"


def other_source(other: OtherSource, claim: str) -> str:
    """Return what is said of another source that has more of the words."""
    words = ", ".join(claim[start:end] for start, end in other.words)
    return f"{other.key}, {work_name(other.cited)} ({words})"


def _place(place: EvidencePlace) -> str:
    page = f"page {place.page}" if place.page else ""
    where = ", ".join(filter(None, [place.section, page]))
    return f'{place.probability:.2f} {where}{": " if where else ""}"{place.text}"'


def _quotation(quotation: QuotedWords, width: int) -> Iterator[str]:
    if not quotation.verbatim:
        yield from _wrapped(f'not verbatim: "{quotation.text}"', width)
        if quotation.nearest is not None:
            yield from _wrapped(f'nearest: "{quotation.nearest.text}"', width)


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(printable(text), width, initial_indent="    ", subsequent_indent="      ")
