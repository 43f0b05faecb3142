"""What came of a verification: rows, what was wrong with inputs, what to get, and counts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ...claim_rows import CitedClaim, SourcedClaim, SourceState
from ...schema import CitedWork
from ..report.evidence_view import EVEN
from ..report.phrases import counted, first_lines, work_name

MOST_LISTED = 10
_STATES: dict[SourceState, str] = {
    "missing": "not among the files",
    "unread": "could not be read",
    "abstract": "an abstract only",
    "other language": "in another language than English",
}


class WantedWork(NamedTuple):
    """A work of which there is no full text in English, and how many citations it has."""

    cited: CitedWork
    state: SourceState
    citations: int
    reason: str = ""

    def __str__(self) -> str:
        """Say what it is, and what is the matter."""
        ids = ", ".join(f"{kind}:{value}" for kind, value in self.cited.identifiers()[:1])
        name = f"{work_name(self.cited)}{f' ({ids})' if ids else ''}"
        why = f"; {self.reason}" if self.reason else ""
        return f"{name}: {_STATES[self.state]}, {counted(self.citations, 'citation')}{why}"


@dataclass
class Verification:
    """What sources have for claims, or for the citations of manuscripts.

    Attributes:
        rows: in the order of the input.
        wanted: works to get, those with most citations first.
        faults: of manuscripts and bibliographies, each once, as editors take them.
        problems: of sources that cannot be read, each once.
        unknown: how many marks besides name no work of the bibliographies; they have no rows.
        files: how many files of sources were looked at.
    """

    rows: Sequence[SourcedClaim]
    wanted: list[WantedWork] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    unknown: int = 0
    files: int = 0

    def below(self, least: float) -> list[SourcedClaim]:
        """Return the rows of full texts whose support is below a probability."""
        return [row for row in self.rows if row.state == "full text" and _support(row) < least]

    def without_text(self) -> int:
        """Return how many claims have no full text of their source, marks without works too."""
        return self.unknown + sum(row.state != "full text" for row in self.rows)

    def __str__(self) -> str:
        """Say what there is to read, in a line."""
        kind = "citation" if any(isinstance(row, CitedClaim) for row in self.rows) else "claim"
        works = {row.cited.key for row in self.rows if isinstance(row, CitedClaim)}
        of_works = f" of {counted(len(works), 'work')}" if works else ""
        parts = [f"{counted(len(self.rows), kind)}{of_works}"]
        parts.append(f"{len(self.below(EVEN))} with support below {EVEN:.2f}")
        opposite = sum(bool(row.opposite) for row in self.rows)
        parts.append(f"{opposite} beside words that say the opposite")
        if fits := sum(isinstance(row, CitedClaim) and row.fits is not None for row in self.rows):
            parts.append(f"{fits} with more words in another source")
        if quotations := [*self.quotations()]:
            other = sum(not quotation for quotation in quotations)
            parts.append(f"{other} of {counted(len(quotations), 'quotation')} not verbatim")
        if without := self.without_text() - self.unknown:
            parts.append(f"{without} without the full text of the source")
        if self.unknown:
            parts.append(f"{counted(self.unknown, 'more mark')} of works without an entry")
        return "; ".join(parts)

    def quotations(self) -> Iterator[bool]:
        """Yield of each quotation whether it is verbatim."""
        for row in self.rows:
            for quotation in row.quotations if isinstance(row, CitedClaim) else ():
                yield quotation.verbatim

    def to_get(self) -> list[str]:
        """Return what to get, the most cited works and how many there are, in lines."""
        if not self.wanted:
            return []
        lines = [f"  {work}" for work in self.wanted]
        return [f"{counted(len(lines), 'source')} to get:", *first_lines(lines, MOST_LISTED)]


def is_to_look_at(row: SourcedClaim) -> bool:
    """Return whether something of a row asks for a reader first: nothing of it is a verdict."""
    quotations = row.quotations if isinstance(row, CitedClaim) else ()
    return (
        row.state != "full text"
        or _support(row) < EVEN
        or bool(row.opposite)
        or (isinstance(row, CitedClaim) and row.fits is not None)
        or not all(quotation.verbatim for quotation in quotations)
    )


def _support(row: SourcedClaim) -> float:
    """Return the support of a row, 1 where nobody knows it."""
    return row.support.probability if row.support else 1.0
