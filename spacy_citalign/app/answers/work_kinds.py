"""The kind of a work, by what is known of it and the sentences that cite it."""

from ...citations.finder import find_citations
from ...schema import Citance, CitanceGroup
from ...statements.clause import SentenceMark
from ...statements.kind import KindSentence, WorkKind, find_kind
from ...words.spans import touches


def kind_of(group: CitanceGroup) -> WorkKind:
    """Return the kind of the work of a group."""
    title, journal = map(group.cited.text_of, ("title", "source"))
    sentences = [
        KindSentence(one.text, one.section or "", sentence_marks(one))
        for one in group.citances
        if one.text
    ]
    return find_kind(title, journal, sentences)


def sentence_marks(citance: Citance) -> list[SentenceMark]:
    """Return the marks of a citance, ascending, and whether they cite the work of its group.

    Marks are looked for in its text where the file names none, or some without saying which of them
    cite the work: then those that it names do.
    """
    given = citance.citations or []
    if any(mark.cites is not None for mark in given):
        return sorted(SentenceMark(mark.start, mark.end, mark.cites is True) for mark in given)
    if citance.citations is not None and not given:
        return []
    own = [SentenceMark(mark.start, mark.end, True) for mark in given]
    named = [mark[:2] for mark in own]
    found = [
        SentenceMark(mark.start, mark.end, False)
        for mark in find_citations(citance.text)
        if not touches(named, mark.start, mark.end)
    ]
    return sorted([*own, *found])
