"""Another source of a manuscript that has the words which the cited one lacks: a slip of a key.

Articles of one narrow field share most of their words, so that what a text has of a claim tells
little by itself; that another of the manuscript's own sources has more of it tells more.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from ...claim_rows import CitedClaim, OtherSource
from ...evidence.terms import word_spans

_LEAST = 2  # words that it has besides; and so many for each that it lacks


def add_other_sources(
    citations: Sequence[tuple[int, CitedClaim, str]], stems: Mapping[int, AbstractSet[str]]
) -> None:
    """Give citations the other source that has most of what their own lacks, if any has.

    It has two of the telling words that the cited source lacks, and two more for each word that the
    cited source has and it has not.

    Args:
        citations: number of the work, row, and its claim with blanks for what is not covered.
        stems: of each work's source all stems.
    """
    keys = {number: row for number, row, _ in citations}
    for number, row, claim in citations:
        if row.support is None or len(row.support.missing) < _LEAST or number not in stems:
            continue
        first: dict[str, tuple[int, int]] = {}
        for start, end, stem in word_spans(claim):
            first.setdefault(stem, (start, end))
        missing = {stem for stem, span in first.items() if span in row.support.missing}
        held = {stem for stem in first if stem in stems[number]}
        best: tuple[int, int] | None = None
        for other, known in stems.items():
            gained, lost = len(missing & known), len(held - known)
            if other != number and gained >= _LEAST * (1 + lost):
                best = max(best or (0, 0), (gained - lost, -other))
        if best is not None:
            fitting = keys[-best[1]]
            words = sorted(first[stem] for stem in missing & stems[-best[1]])
            row.fits = OtherSource(key=fitting.key, cited=fitting.cited, words=words)
